"""Histories as plain values: events with actions, and questions about them. Nothing here is of memsql."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

STARTS_AT = datetime(2026, 1, 1)

Slot = tuple[str, tuple[str, ...]]
"""Predicate and key."""


class Action(NamedTuple):
    """One action; ``predicate`` of a ``complete`` is the ``_complete`` relation."""

    verb: str
    predicate: str
    key: tuple[str, ...]
    value: tuple[str, ...] = ()

    @property
    def slot(self) -> Slot:
        """What it speaks of."""
        return self.predicate, self.key

    @property
    def says(self) -> tuple[str, ...] | None:
        """The value, or None where it takes the value away."""
        return None if self.verb == "cancel" else self.value


Groups = list[list[Action]]
"""The actions of each event, in order of observation."""


class Event(NamedTuple):
    """One event, as a history lists them in order."""

    event_id: str
    observed_at: datetime
    actions: tuple[Action, ...]


class Question(NamedTuple):
    """What a query asks, and when."""

    relation: str
    key: tuple[str, ...]
    is_collection: bool
    cutoff_at: datetime
    known_at: datetime


class History(NamedTuple):
    """Events and what is asked about them."""

    events: tuple[Event, ...]
    questions: tuple[Question, ...]


def events_of(groups: Groups) -> tuple[Event, ...]:
    """Events e1, e2, ...; every two of them are observed at the same time."""
    return tuple(
        Event(f"e{i + 1}", STARTS_AT + timedelta(hours=i // 2), tuple(group)) for i, group in enumerate(groups)
    )


def event_lines(events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """The events as objects of ``events.jsonl``."""
    for event in events:
        actions = [
            {
                "verb": a.verb,
                "predicate": a.predicate.removesuffix("_complete") if a.verb == "complete" else a.predicate,
                "key": list(a.key),
                "value": list(a.value),
            }
            for a in event.actions
        ]
        at = event.observed_at.isoformat()
        yield {"event_id": event.event_id, "observed_at": at, "record": f"of {event.event_id}", "actions": actions}


def query_lines(name: str, questions: Sequence[Question]) -> Iterator[dict[str, Any]]:
    """The questions as objects of ``queries.jsonl``, called ``<name>_q<number>``."""
    for number, question in enumerate(questions, 1):
        yield {
            "query_id": f"{name}_q{number}",
            "relation": question.relation,
            "scope" if question.is_collection else "key": list(question.key),
            "cutoff_at": question.cutoff_at.isoformat(),
            "known_at": question.known_at.isoformat(),
        }

"""Histories as somebody else would edit them, and the worlds that must answer alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from random import Random

import pyarrow as pa

from memsql.db import Database
from memsql.gold.store import RAW, load_ground
from memsql.gold.worlds import Worlds
from memsql.model import Scenario
from tests.gold.ask import Answer, Row, asked, asked_in, loaded
from tests.gold.history import Action, Event, History, Slot
from tests.gold.random_scenarios import Domain, scenario_of


def without(history: History, left_out: Collection[str]) -> History:
    """The history without some events."""
    return history._replace(events=tuple(e for e in history.events if e.event_id not in left_out))


def instead(history: History, payloads: Mapping[str, Sequence[Action]]) -> History:
    """The history with other actions in the place of those of some events."""
    events = (e._replace(actions=tuple(payloads.get(e.event_id, e.actions))) for e in history.events)
    return history._replace(events=tuple(events))


def idle_cancellations(events: Iterable[Event]) -> set[tuple[str, Slot]]:
    """Cancellations of what was never asserted before: they do nothing. Event and slot."""
    asserted: set[Slot] = set()
    found: set[tuple[str, Slot]] = set()
    for event in events:
        for action in event.actions:
            if action.verb != "cancel":
                asserted.add(action.slot)
            elif action.slot not in asserted:
                found.add((event.event_id, action.slot))
    return found


def is_corner(history: History, edited: History, replaced: Collection[str]) -> bool:
    """Whether a cancellation does something in one of the two only: in the edited history or in its world.

    A changed world keeps what the versions of the whole history say: a cancellation whose assertion it does not
    see still says that there is no value, and so does one that a payload brings.
    """
    shared = {e.event_id for e in history.events} & {e.event_id for e in edited.events}
    before, after = idle_cancellations(history.events), idle_cancellations(edited.events)
    if any(event in replaced for event, _ in after):
        return True
    return {i for i in before if i[0] in shared} != {i for i in after if i[0] in shared}


def changed_payload(of: Domain, event: Event, random: Random) -> tuple[Action, ...]:
    """Other actions for the same slots: another value, a cancellation, or nothing."""
    found = []
    for action in event.actions:
        choice = random.random()
        declaration = of.program.declarations[action.predicate]
        if choice < 0.3:
            found.append(Action("cancel", action.predicate, action.key))
        elif choice < 0.8:
            value = tuple(random.choice(of.texts(action.predicate, c)) for c in declaration.value)
            verb = "complete" if declaration.is_completeness else "assert"
            found.append(Action(verb, action.predicate, action.key, value))
    return tuple(found)


def answers_of_histories(of: Domain, histories: Sequence[History]) -> list[list[Answer]]:
    """Answers of each history, loaded as it is."""
    with loaded(of.program, [scenario_of(of, f"s{i}", h) for i, h in enumerate(histories)]) as batch:
        answers = asked(batch)
    count = len(histories[0].questions)
    return [answers[i * count : (i + 1) * count] for i in range(len(histories))]


def replacement_rows(scenario: int, payload: int, position: int, actions: Sequence[Action]) -> pa.Table:
    """A payload as ``load_ground`` takes it."""
    rows = [
        {
            "scenario": scenario,
            "payload": payload,
            "event": position,
            "ordinal": ordinal,
            "relation": a.predicate,
            "key": list(a.key),
            "value": list(a.value),
            "is_ok": a.verb != "cancel",
            "is_declared": a.verb == "declare",
        }
        for ordinal, a in enumerate(actions, 1)
    ]
    return pa.Table.from_pylist(rows, schema=RAW)


class Plan:
    """Worlds of one scenario to be asked together; a world answers all questions that it is made for."""

    def __init__(self, of: Domain, history: History) -> None:
        self.of = of
        self.history = history
        self.worlds = Worlds()
        self.payloads: list[pa.Table] = []
        self._scenario: Scenario = scenario_of(of, "s0", history)
        self._place = {e.event_id: i for i, e in enumerate(history.events, 1)}
        self._rows: list[Row] = []
        self._base: dict[tuple[int, date | None], int] = {}

    def known_at(self, question: int) -> int:
        """Number of events that count for a question."""
        moment = self.history.questions[question].known_at
        return sum(e.observed_at <= moment for e in self.history.events)

    def day(self, question: int) -> date | None:
        """The day of a question that reads what is in force on a day."""
        q = self.history.questions[question]
        is_dated = self.of.program.is_dated(self.of.program.relation(q.relation).name)
        return q.known_at.date() if is_dated else None

    def base(self, question: int) -> int:
        """The cutoff world of a question."""
        place = self.known_at(question), self.day(question)
        if place not in self._base:
            self._base[place] = self.worlds.cutoff(0, *place)
        return self._base[place]

    def places(self, events: Iterable[str], question: int) -> list[int]:
        """Positions of the events that a question can see."""
        return [p for e in events if (p := self._place[e]) <= self.known_at(question)]

    def ask(self, world: int, question: int) -> None:
        """Ask a question in a world."""
        q = self.history.questions[question]
        name = self.of.program.relation(q.relation).name
        self._rows.append((len(self._rows), world, name, q.is_collection, list(q.key)))

    def changed(
        self, question: int, left_out: Iterable[str] = (), payloads: Mapping[str, Sequence[Action]] | None = None
    ) -> None:
        """Ask in a world without some events and with others changed."""
        replaced = {}
        for event, actions in (payloads or {}).items():
            self.payloads.append(replacement_rows(0, len(self.payloads) + 1, self._place[event], actions))
            if self._place[event] <= self.known_at(question):
                replaced[self._place[event]] = len(self.payloads)
        world = self.worlds.changed(
            0,
            self.known_at(question),
            without=self.places(left_out, question),
            instead=replaced,
            day=self.day(question),
        )
        self.ask(world, question)

    def only(self, question: int, events: Iterable[str]) -> None:
        """Ask in the literal world of exactly these events."""
        self.ask(self.worlds.only(self.base(question), self.places(events, question)), question)

    def resolved(self, question: int, events: Iterable[str]) -> None:
        """Ask in the resolved world of these events."""
        name = self.of.program.relation(self.history.questions[question].relation).name
        places = self.places(events, question)
        self.ask(self.worlds.resolved(self.base(question), places, name), question)

    def gold(self, question: int) -> None:
        """Ask in the question's own world."""
        self.ask(self.base(question), question)

    def answers(self) -> list[Answer]:
        """All answers, in the order in which they were asked for, from one evaluation."""
        db = Database()
        try:
            replacements = pa.concat_tables(self.payloads) if self.payloads else None
            load_ground(db, self.of.program, [self._scenario], replacements)
            return asked_in(db, self.of.program, self.worlds, self._rows)
        finally:
            db.close()

"""Resolved worlds by hand: the history that says no more than what some events assert of the facts at a moment.

ENGINE: 'What "derivable from W" means'. Facts are resolved at the moment first, then only what the events assert
is kept, and a completeness only where every slot of its collection still is there. Not for rules over valid time
or first versions: the ends of validity and the first versions of the base world are not what a smaller history has.
Nothing here is of memsql.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from tests.gold.history import STARTS_AT, Action, Event, History, Slot

Closing = Mapping[str, tuple[int, ...]]
"""Predicate that can be complete -> the places of its scope in its key."""


class Standing(NamedTuple):
    """What stands of a slot: its action, the events of the run of equal values, the last value asserted."""

    action: Action
    events: list[str]
    asserted: tuple[str, ...]


def resolved(closing: Closing, history: History, moment: datetime, kept: Collection[str]) -> History:
    """A history of what the kept events assert of the facts as they stand at a moment."""
    standing = _standing(e for e in history.events if e.observed_at <= moment)
    held = {slot: s._replace(events=[e for e in s.events if e in kept]) for slot, s in standing.items()}
    lost = {slot for slot, s in held.items() if not s.events}
    actions: dict[str, list[Action]] = {}
    earlier: list[Action] = []
    for slot, (action, events, asserted) in held.items():
        if _is_broken(closing, slot, lost):
            continue
        if events and action.verb == "cancel":
            earlier.append(Action("assert", *slot, asserted))  # a cancellation counts only after an assertion
        for event in events:
            actions.setdefault(event, []).append(action)
    first = Event("e0", STARTS_AT, tuple(earlier))
    shown = (e._replace(actions=tuple(actions.get(e.event_id, ()))) for e in history.events)
    return history._replace(events=(first, *(e for e in shown if e.event_id in kept and e.observed_at <= moment)))


def _standing(events: Iterable[Event]) -> dict[Slot, Standing]:
    found: dict[Slot, Standing] = {}
    for event, action in ((e.event_id, a) for e in events for a in e.actions):
        before = found.get(action.slot)
        if before is None and action.verb == "cancel":
            continue
        is_same = before is not None and before.action.says == action.says
        run = [*before.events, event] if before and is_same else [event]
        asserted = before.asserted if before and action.says is None else action.value
        found[action.slot] = Standing(action, run, asserted)
    return found


def _is_broken(closing: Closing, slot: Slot, lost: Collection[Slot]) -> bool:
    """Whether the slot is a completeness of a collection that lacks a slot."""
    closed = slot[0].removesuffix("_complete")
    if closed == slot[0] or closed not in closing:
        return False
    return any(name == closed and tuple(key[i] for i in closing[closed]) == slot[1] for name, key in lost)

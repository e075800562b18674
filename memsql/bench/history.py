"""A history under construction: actions at points of a made-up year, later cut into numbered events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from memsql.model import COMPLETE, Verb

REPEATED = 0.10  # share of facts that a second event asserts once more (corroboration)


class Action(NamedTuple):
    """One action, its texts in the order of the declaration."""

    verb: Verb
    predicate: str
    key: tuple[str, ...]
    value: tuple[str, ...] = ()


class Question(NamedTuple):
    """What a query asks: a relation, and a key or (for a collection) a scope."""

    relation: str
    key: tuple[str, ...]
    is_collection: bool
    family: str


@dataclass(slots=True)
class History:
    """Groups of actions, each an event to be, at a time from 0 to about 1 (the year)."""

    random: Random
    groups: list[tuple[float, tuple[Action, ...]]] = field(default_factory=list)

    def add(self, time: float, *actions: Action) -> None:
        """Add one event."""
        self.groups.append((time, actions))

    def chance(self, share: float) -> bool:
        """Whether something of this probability happens."""
        return self.random.random() < share

    def between(self, low: float, high: float) -> float:
        """A time of the year."""
        return self.random.uniform(low, high)

    def one_of(self, names: Sequence[str]) -> str:
        """One of the names."""
        return self.random.choice(names)

    def cents(self, low: int, high: int) -> str:
        """An amount of money as decimal text; the bounds are cents."""
        cents = self.random.randint(low, high)
        return f"{cents // 100}.{cents % 100:02d}"


def put(predicate: str, *key: str, value: Sequence[str] = ()) -> Action:
    """An assertion."""
    return Action(Verb.ASSERT, predicate, key, tuple(value))


def cancel(predicate: str, *key: str) -> Action:
    """A cancellation."""
    return Action(Verb.CANCEL, predicate, key)


def complete(predicate: str, *scope: str) -> Action:
    """A statement that all of ``predicate`` in this scope is on record."""
    return Action(Verb.COMPLETE, predicate + COMPLETE, scope)


def names(prefix: str, count: int) -> list[str]:
    """``count`` names of entities: p1, p2, ..."""
    return [f"{prefix}{i}" for i in range(1, count + 1)]

"""What the alternatives start from: facts with the events between which they hold, queries, answers as text.

Nothing here reads the engine's tables or its SQL, so that an answer found both ways says something.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from memsql.model import Scenario, Verb
from memsql.rules.relation import Relation

NEVER = 2**30  # the event that ends a fact nobody has changed
Answer = str | frozenset[str] | None  # None: there is no such value


class Fact(NamedTuple):
    """A fact of one scenario that holds from the event ``first`` until before the event ``until``."""

    scenario: int
    relation: str
    texts: tuple[str, ...]
    first: int
    until: int


class Asked(NamedTuple):
    """A query in its world: the first ``position`` events of its scenario."""

    query_id: str
    scenario: int
    position: int
    relation: str
    key: tuple[str, ...]
    is_collection: bool


def facts_of(scenarios: Sequence[Scenario]) -> list[Fact]:
    """The facts of all scenarios; a repeated assertion goes on, another value or a cancellation ends it."""
    found: list[Fact] = []
    for number, scenario in enumerate(scenarios):
        current: dict[tuple[str, tuple[str, ...]], tuple[tuple[str, ...], int]] = {}
        columns = ("position", "verb", "predicate", "key", "value")
        for position, verb, relation, key, value in zip(
            *(scenario.actions[c].to_pylist() for c in columns), strict=True
        ):
            place, texts = (relation, tuple(key)), (*key, *value)
            standing = current.get(place)
            if standing is not None and (verb == Verb.CANCEL or standing[0] != texts):
                found.append(Fact(number, relation, standing[0], standing[1], position))
                del current[place]
            if verb != Verb.CANCEL and place not in current:
                current[place] = (texts, position)
        found += [Fact(number, relation, texts, first, NEVER) for (relation, _), (texts, first) in current.items()]
    return found


def queries_of(scenarios: Sequence[Scenario]) -> list[Asked]:
    """The queries of all scenarios, in their order."""
    found = []
    for number, scenario in enumerate(scenarios):
        times = scenario.events["observed_at"].to_pylist()
        for q in scenario.queries.to_pylist():
            position = bisect_right(times, q["known_at"])
            key = tuple(q["key"])
            found.append(Asked(q["query_id"], number, position, q["relation"], key, q["is_collection"]))
    return found


def member_columns(relation: Relation) -> tuple[str, ...]:
    """What names a member of a collection: its free key columns, or its value where the scope is the key."""
    signature = relation.signature
    assert signature.scope is not None
    return tuple(c for c in signature.key if c not in signature.scope) or signature.value


def number_text(value: Decimal | int) -> str:
    """A number without trailing zeros: 5, 5.0 and 5.00 are one answer."""
    text = f"{Decimal(value):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text

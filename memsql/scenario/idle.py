"""Cancellations of what was never said: they end nothing, so they say nothing (ENGINE: "Ground state")."""

from __future__ import annotations

from typing import NamedTuple

from memsql.model import Scenario, Verb


class Idle(NamedTuple):
    """A cancellation that ends no version: its event, and the fact that it names."""

    event_id: str
    relation: str
    key: tuple[str, ...]


def idle_cancellations(scenario: Scenario) -> list[Idle]:
    """Return the cancellations of facts that no earlier action asserts, in their order.

    They are accepted: a source may take back what it never said, and nothing follows from it. That such a fact does
    not hold is said by a completeness. A second cancellation of what was said is none of them: like a second
    assertion, it says the same once more.
    """
    said: set[tuple[str, ...]] = set()
    found: list[Idle] = []
    actions = scenario.actions.select(["event_id", "verb", "predicate", "key"])
    for event_id, verb, relation, key in zip(*(column.to_pylist() for column in actions.columns), strict=True):
        fact = (relation, *key)
        if verb != Verb.CANCEL:
            said.add(fact)
        elif fact not in said:
            found.append(Idle(event_id, relation, tuple(key)))
    return found

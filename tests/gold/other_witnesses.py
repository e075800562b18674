"""Is there a witness that gold does not list? Every minimal way to hit all listed ones says so, at any size.

A set of events that contains no listed witness misses one event at least of each. So for every minimal set of
events that hits all of them, everything but that set must leave the answer unknown: else some witness lies in what
is left. This is exact, needs no subsets, and looks at no lineage; the worlds hold whole histories.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memsql.gold.witness import CAP
from memsql.model import Scenario
from memsql.rules.program import Program
from tests.gold.brute import Asked, Subset, gold_queries, lifted_answers, minimal
from tests.gold.counts import Counts

EVENTS_AT_ONCE = 600_000
"""Events of the worlds of one evaluation: bounds its memory."""
MOST = 3_000
"""Hitting sets of one component; a component with more is left out, and counted."""


@dataclass
class Whole(Counts):
    """Counts of queries with known answers, of worlds, and of components that were left out."""

    queries: int = 0
    worlds: int = 0
    left_out: int = 0

    def __str__(self) -> str:
        left_out = f", {self.left_out:,} components too large" if self.left_out else ""
        return f"{self.queries:,} queries, {self.worlds:,} worlds{left_out}, {len(self.wrong)} with another witness"


def hitting_sets(sets: Sequence[frozenset[int]]) -> set[frozenset[int]] | None:
    """The minimal sets that share an element with every one of ``sets``; None where they are too many."""
    found = {frozenset[int]()}
    for one in sets:
        found = minimal([h for h in found if h & one] + [h | {e} for h in found if not h & one for e in one])
        if len(found) > MOST:
            return None
    return found


def others(program: Program, scenarios: Sequence[Scenario]) -> Whole:
    """Derive every known answer again from all events but those of each hitting set."""
    report = Whole()
    subsets: list[Subset] = []
    size = 0
    for query in gold_queries(program, scenarios):
        if query.answer.is_unknown:
            continue
        report.queries += 1
        for hit in _hits(query, report):
            left = frozenset(range(1, query.known_at + 1)) - hit
            subsets.append(Subset(query, left))
            size += len(left)
            if size >= EVENTS_AT_ONCE:
                _derive(program, scenarios, subsets, report)
                subsets, size = [], 0
    _derive(program, scenarios, subsets, report)
    return report


def _hits(query: Asked, report: Whole) -> Iterator[frozenset[int]]:
    """Each event of the core, and the minimal sets that hit all choices of a component."""
    for component, choices in query.parts.items():
        if component == 0:
            yield from (frozenset({event}) for event in sorted(choices[0]))
            continue
        found = hitting_sets([frozenset(c) for c in choices.values()]) if len(choices) < CAP else None
        if found is None:
            report.left_out += 1
        else:
            yield from sorted(found, key=sorted)


def _derive(program: Program, scenarios: Sequence[Scenario], subsets: Sequence[Subset], report: Whole) -> None:
    report.worlds += len(subsets)
    for (query, left), answer in zip(subsets, lifted_answers(program, scenarios, subsets), strict=True):
        if not answer.is_unknown:
            hit = sorted(frozenset(range(1, query.known_at + 1)) - left)
            report.wrong.append(f"{query.query_id}: {query.relation}{query.key} is {answer} without events {hit}")

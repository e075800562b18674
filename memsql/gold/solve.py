"""Witnesses of every query of an evaluation, and the worlds that prove them (paper sections 2.3 and 3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from memsql.db import Database
from memsql.gold.evaluate import QUERIES, Evaluation
from memsql.gold.graph import WorldGraph
from memsql.gold.witness import Derivations, Witnesses
from memsql.gold.worlds import Worlds
from memsql.resources import sql_text
from memsql.rules.program import Program

LISTED = 64
"""Most witnesses of a query that are listed one by one; the factorised form is always whole."""
RESOLVED, LITERAL = -1, -2
CHECKED_AT_ONCE = 40_000
"""Worlds of one check evaluation: bounds its memory."""


@dataclass(frozen=True, slots=True)
class Solved:
    """One query's witnesses; ``witnesses`` is None where nothing derives its answer (it is unknown)."""

    query: int
    world: int
    witnesses: Witnesses | None


def solve(worlds: Mapping[int, WorldGraph]) -> list[Solved]:
    """Return the witnesses of every root, ordered by query."""
    found: list[Solved] = []
    for world in sorted(worlds):
        graph = worlds[world]
        if not graph.roots:
            continue
        derivations = Derivations(graph.derivations(), graph.events)
        found += [Solved(query, world, derivations.witnesses(root)) for query, root in graph.roots]
    return sorted(found, key=lambda s: (s.query, s.world))


def members(bits: int) -> Iterator[int]:
    """Yield the event numbers of a bit set in ascending order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def checked_sets(witnesses: Witnesses) -> list[int]:
    """Witnesses to prove: all of them, or every alternative of every component where there are too many."""
    return witnesses.enumerate(LISTED) if witnesses.count <= LISTED else witnesses.cover()


@dataclass(frozen=True, slots=True)
class Check:
    """Result of re-deriving witnesses.

    ``insufficient``: queries with a witness that does not give the answer. ``reducible``: (query, event) of a
    witness that still gives it without the event. ``misleading``: queries with a witness that, read alone by
    somebody who chooses versions among its own events, gives another answer: an event of it also asserts
    something that an event outside it takes back. That is a property of the query, not a fault of gold.
    """

    world_count: int
    insufficient: tuple[int, ...]
    reducible: tuple[tuple[int, int], ...]
    misleading: frozenset[int]


@dataclass(slots=True)
class _Plan:
    """Worlds of one check evaluation, and what each is for."""

    worlds: Worlds
    query: list[int]
    world: list[int]
    removed: list[int]
    bases: dict[int, int]

    def base(self, source: Worlds, world: int) -> int:
        """The plan's copy of a gold world."""
        if world not in self.bases:
            self.bases[world] = self.worlds.cutoff(source.scenario[world], source.known_at[world], source.day[world])
        return self.bases[world]

    def add(self, query: int, world: int, removed: int) -> None:
        """``removed``: RESOLVED or LITERAL for sufficiency in such a world, else the event left out."""
        self.query.append(query)
        self.world.append(world)
        self.removed.append(removed)


def check(db: Database, program: Program, gold: Worlds, queries: pa.Table, solved: Sequence[Solved]) -> Check:
    """Re-derive every witness, and once more without each of its events, all in few passes.

    A witness must give the gold answer, label included, in the resolved world, and no longer without any of its
    events; whether it does in the literal world is measured. Gold answers are read from ``ground.answer`` of the
    last evaluation.
    """
    db.run("create or replace table main.gold_answer as select * from ground.answer")
    insufficient: list[int] = []
    misleading: set[int] = set()
    reducible: list[tuple[int, int]] = []
    count = 0
    relations = dict(zip(queries["query"].to_pylist(), queries["relation"].to_pylist(), strict=True))
    for plan in _plans(gold, solved, relations):
        count += len(plan.query)
        for query, removed in _failures(db, program, plan, queries):
            if removed >= 0:
                reducible.append((query, removed))
            else:
                (insufficient.append if removed == RESOLVED else misleading.add)(query)
    db.run("drop table main.gold_answer")
    return Check(count, tuple(insufficient), tuple(reducible), frozenset(misleading))


def _plans(gold: Worlds, solved: Sequence[Solved], relations: Mapping[int, str]) -> Iterator[_Plan]:
    """Yield the check worlds in bounded portions."""
    plan = _Plan(Worlds(), [], [], [], {})
    for item in solved:
        if item.witnesses is None:
            continue
        base, target = plan.base(gold, item.world), relations[item.query]
        for bits in checked_sets(item.witnesses):
            events = list(members(bits))
            plan.add(item.query, plan.worlds.resolved(base, events, target), RESOLVED)
            plan.add(item.query, plan.worlds.only(base, events), LITERAL)
            for event in events:
                rest = [e for e in events if e != event]
                plan.add(item.query, plan.worlds.resolved(base, rest, target), event)
        if len(plan.query) >= CHECKED_AT_ONCE:
            yield plan
            plan = _Plan(Worlds(), [], [], [], {})
    if plan.query:
        yield plan


def _failures(db: Database, program: Program, plan: _Plan, queries: pa.Table) -> list[tuple[int, int]]:
    """Evaluate one portion; return (query, removed) of the worlds that contradict their purpose."""
    ints = pa.int32()
    db.run("create schema if not exists checking")
    db.load("checking", "query", queries.cast(QUERIES))
    db.load(
        "checking",
        "plan",
        pa.table(
            {
                "query": pa.array(plan.query, ints),
                "_w": pa.array(plan.world, ints),
                "removed": pa.array(plan.removed, ints),
            }
        ),
    )
    asked = db.arrow(
        "select p.query, p._w, q.relation, q.is_collection, q.key from checking.plan as p "
        "inner join checking.query as q on q.query = p.query order by p._w"
    )
    Evaluation(db, program, plan.worlds, asked).run()
    rows = db.rows(sql_text("engine/check_failure"))
    return [(int(str(r[0])), int(str(r[1]))) for r in rows]

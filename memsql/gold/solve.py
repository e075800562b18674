"""Witnesses of every query of an evaluation, and the worlds that prove them (paper sections 2.3 and 3.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

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
"""Worlds of one check evaluation: what they cost beside their rows."""
ROWS_AT_ONCE = 1_000_000
"""Ground rows, or rows of closures, of one check evaluation, as far as they can be told from the events of its
worlds: bounds its memory."""


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
        derivations = Derivations(graph.derivations(), graph.events, order=graph.order)
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


class _CheckWorld(NamedTuple):
    """A world in which to derive an answer again: ``removed`` is RESOLVED or LITERAL for sufficiency in such a
    world, else the event that it lacks. ``row_count``: an estimate of the rows that it takes.
    """

    query: int
    base: int
    events: list[int]
    removed: int
    row_count: int


@dataclass(slots=True)
class _Plan:
    """Worlds of one check evaluation, and what each is for."""

    worlds: Worlds = field(default_factory=Worlds)
    query: list[int] = field(default_factory=list)
    world: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    bases: dict[int, int] = field(default_factory=dict)
    row_count: int = 0

    @property
    def is_full(self) -> bool:
        """Whether another world had better go into another evaluation."""
        return len(self.query) >= CHECKED_AT_ONCE or self.row_count >= ROWS_AT_ONCE

    def base(self, source: Worlds, world: int) -> int:
        """The plan's copy of a gold world."""
        if world not in self.bases:
            self.bases[world] = self.worlds.cutoff(source.scenario[world], source.known_at[world], source.day[world])
        return self.bases[world]

    def add(self, source: Worlds, found: _CheckWorld, relation: str) -> None:
        """Add a world; ``relation`` is what its query asks."""
        base = self.base(source, found.base)
        if found.removed == LITERAL:
            world = self.worlds.only(base, found.events)
        else:
            world = self.worlds.resolved(base, found.events, relation)
        self.query.append(found.query)
        self.world.append(world)
        self.removed.append(found.removed)
        self.row_count += found.row_count


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
    worlds = _check_worlds(solved, gold, _fact_counts(db), _whole(program, queries))
    for plan in _plans(gold, worlds, relations):
        count += len(plan.query)
        for query, removed in _failures(db, program, plan, queries):
            if removed >= 0:
                reducible.append((query, removed))
            else:
                (insufficient.append if removed == RESOLVED else misleading.add)(query)
    db.run("drop table main.gold_answer")
    return Check(count, tuple(insufficient), tuple(reducible), frozenset(misleading))


def _check_worlds(
    solved: Sequence[Solved], gold: Worlds, fact_counts: Mapping[tuple[int, int], int], whole: Collection[int]
) -> Iterator[_CheckWorld]:
    """Yield the worlds of every witness.

    ``fact_counts``: (scenario, event) to the rows that it asserts. ``whole``: queries that need a closure over
    all facts of their world, whose rows are then taken to be the square of theirs.
    """
    for query, world, found in ((s.query, s.world, s.witnesses) for s in solved):
        if found is None:
            continue
        scenario = gold.scenario[world]
        for bits in checked_sets(found):
            events = list(members(bits))
            rows = sum(fact_counts.get((scenario, e), 0) for e in events)
            rows = max(rows**2 if query in whole else rows, 1)
            yield _CheckWorld(query, world, events, RESOLVED, rows)
            yield _CheckWorld(query, world, events, LITERAL, rows)
            for event in events:
                yield _CheckWorld(query, world, [e for e in events if e != event], event, rows)


def _plans(gold: Worlds, found: Iterable[_CheckWorld], relations: Mapping[int, str]) -> Iterator[_Plan]:
    """Yield the check worlds in portions that are bounded by worlds and by rows."""
    plan = _Plan()
    for world in found:
        plan.add(gold, world, relations[world.query])
        if plan.is_full:
            yield plan
            plan = _Plan()
    if plan.query:
        yield plan


def _whole(program: Program, queries: pa.Table) -> set[int]:
    """The queries that need all of some recursion, whatever their key."""
    kinds = list(zip(*(queries[c].to_pylist() for c in ("relation", "is_collection")), strict=True))
    is_whole = {kind: bool(program.wanted([kind]).whole) for kind in set(kinds)}
    return {query for query, kind in zip(queries["query"].to_pylist(), kinds, strict=True) if is_whole[kind]}


def _fact_counts(db: Database) -> dict[tuple[int, int], int]:
    """(scenario, event) to the number of versions that it asserts."""
    rows = db.rows("select scenario, event, count(*) from ground.version group by scenario, event")
    return {(int(str(s)), int(str(e))): int(str(n)) for s, e, n in rows}


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
    Evaluation(db, program, plan.worlds, asked, is_bound=True).run()
    rows = db.rows(sql_text("engine/check_failure"))
    return [(int(str(r[0])), int(str(r[1]))) for r in rows]

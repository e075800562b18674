"""All subsets of a query's support as worlds, and what they say about its exported witnesses.

Nothing here looks at lineage: a subset of events is a resolved world, whoever evaluates it says what its answer
is, and a witness is a smallest subset that still gives the gold answer. Evaluators: the lifted views
(`lifted_answers`), and for a domain with a logic program that program (`tests/oracle/subsets.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from random import Random
from typing import NamedTuple

import pyarrow as pa

from memsql.db import Database
from memsql.gold.batch import Batch
from memsql.gold.evaluate import Evaluation
from memsql.gold.graph import build_graph
from memsql.gold.solve import solve
from memsql.gold.store import load_ground
from memsql.gold.worlds import Worlds
from memsql.model import Scenario
from memsql.rules.program import Program
from tests.gold.ask import UNKNOWN, Answer, Row, answer_of, asked_in, doubtful, loaded
from tests.gold.counts import Counts

WORLDS_AT_ONCE = 30_000


@dataclass
class Report(Counts):
    """Counts over all queries."""

    queries: int = 0
    subset_queries: int = 0
    worlds: int = 0
    several: int = 0
    labels: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.subset_queries:,} of {self.queries:,} queries ({self.several:,} with several witnesses), "
            f"{self.worlds:,} worlds, {len(self.wrong)} wrong"
        )


@dataclass
class Asked:
    """One query of gold, with what is exported about it; events are positions, ``known_at`` the last that counts.

    ``day``: of the moment that is asked about, where something is read that is in force on a day.
    """

    number: int
    scenario: int
    known_at: int
    day: date | None
    query_id: str
    relation: str
    key: tuple[str, ...]
    is_collection: bool
    answer: Answer
    support: tuple[int, ...] = ()
    parts: dict[int, dict[int, set[int]]] = field(default_factory=dict)

    def witnesses(self) -> set[frozenset[int]]:
        """All witnesses, multiplied out of the exported parts."""
        found = {frozenset(self.parts.get(0, {}).get(0, set()))}
        for component, choices in self.parts.items():
            if component:
                found = {one | frozenset(choice) for one in found for choice in choices.values()}
        return found


class Subset(NamedTuple):
    """A query in the resolved world of some events."""

    query: Asked
    events: frozenset[int]


Evaluator = Callable[[Sequence[Subset]], list[Answer]]


# ---- gold


def gold_queries(program: Program, scenarios: Sequence[Scenario]) -> list[Asked]:
    """Gold of the scenarios, read from the exported tables; those with a doubtful declared key are left out."""
    with loaded(program, scenarios) as batch:
        assert batch.queries is not None
        needed = Evaluation(batch.db, program, batch.worlds, batch.queries, with_lineage=True).run()
        left_out = {batch.worlds.scenario[world] for world in doubtful(batch.db, needed)}
        solved = solve(build_graph(batch.db, program, needed))
        found = _queries_of(batch, batch._export(solved), {s.query for s in solved if s.witnesses is not None})
        return [q for q in found if q.scenario not in left_out]


def _queries_of(batch: Batch, tables: dict[str, pa.Table], derived: set[int]) -> list[Asked]:
    """Queries and answers; support and witnesses are filled in from their tables."""
    assert batch.queries is not None
    answers = {r["query_id"]: answer_of(r) for r in tables["answer"].to_pylist()}
    worlds = dict(zip(batch.queries["query"].to_pylist(), batch.queries["_w"].to_pylist(), strict=True))
    found: dict[str, Asked] = {}
    for index, scenario in enumerate(batch.scenarios):
        for query in scenario.queries.to_pylist():
            number, query_id = len(found), query["query_id"]
            found[query_id] = Asked(
                number=number,
                scenario=index,
                known_at=batch.worlds.known_at[worlds[number]],
                day=batch.worlds.day[worlds[number]],
                query_id=query_id,
                relation=batch.program.relation(query["relation"]).name,
                key=tuple(query["key"]),
                is_collection=query["is_collection"],
                answer=answers[query_id],
                parts={0: {0: set()}} if number in derived else {},
            )
    _add_events(found, batch.scenarios, tables)
    return list(found.values())


def _add_events(found: dict[str, Asked], scenarios: Sequence[Scenario], tables: dict[str, pa.Table]) -> None:
    places = [
        dict(zip(s.events["event_id"].to_pylist(), s.events["position"].to_pylist(), strict=True)) for s in scenarios
    ]
    for row in tables["support"].to_pylist():
        query = found[row["query_id"]]
        query.support = (*query.support, places[query.scenario][row["event_id"]])
    for row in tables["witness_part"].to_pylist():
        query = found[row["query_id"]]
        choices = query.parts.setdefault(row["component"], {})
        choices.setdefault(row["choice"], set()).add(places[query.scenario][row["event_id"]])


# ---- worlds


def lifted_answers(program: Program, scenarios: Sequence[Scenario], subsets: Sequence[Subset]) -> list[Answer]:
    """The answer of every query in its subset world, from the lifted views, all in few passes."""
    db = Database()
    try:
        load_ground(db, program, scenarios)
        found: list[Answer] = []
        for start in range(0, len(subsets), WORLDS_AT_ONCE):
            worlds, rows = _worlds_of(subsets[start : start + WORLDS_AT_ONCE])
            found += asked_in(db, program, worlds, rows)
        return found
    finally:
        db.close()


def _worlds_of(subsets: Sequence[Subset]) -> tuple[Worlds, list[Row]]:
    worlds = Worlds()
    bases: dict[tuple[int, int, date | None], int] = {}
    rows: list[Row] = []
    for number, (query, events) in enumerate(subsets):
        place = (query.scenario, query.known_at, query.day)
        if place not in bases:
            bases[place] = worlds.cutoff(*place)
        world = worlds.resolved(bases[place], sorted(events), query.relation)
        rows.append((number, world, query.relation, query.is_collection, list(query.key)))
    return worlds, rows


def minimal(sets: Iterable[frozenset[int]]) -> set[frozenset[int]]:
    """Those that contain no other."""
    found: list[frozenset[int]] = []
    for one in sorted(set(sets), key=len):
        if not any(other <= one for other in found):
            found.append(one)
    return set(found)


def subsets_of(query: Asked) -> Iterator[frozenset[int]]:
    """Every subset of the support."""
    events = query.support
    for mask in range(1 << len(events)):
        yield frozenset(e for i, e in enumerate(events) if mask >> i & 1)


# ---- comparison


def compare(
    program: Program, scenarios: Sequence[Scenario], largest: int = 10, sampled: int = 0, seed: int = 0
) -> Report:
    """Compare gold with what the lifted views say in subset worlds."""
    return check(gold_queries(program, scenarios), partial(lifted_answers, program, scenarios), largest, sampled, seed)


def check(queries: Sequence[Asked], evaluate: Evaluator, largest: int, sampled: int = 0, seed: int = 0) -> Report:
    """Compare queries with all subsets of the supports of at most ``largest`` events.

    ``sampled``: also that many random sets of all visible events per query, of any support and of unknown
    answers too; there a witness inside means the gold answer, and none inside means unknown.
    """
    random = Random(seed)
    report = Report(queries=len(queries), labels=Counter(q.answer.label for q in queries))
    plan: list[Subset] = []
    for query in queries:
        if query.answer.is_unknown == bool(query.parts):
            what = "unknown, yet derivable" if query.answer.is_unknown else "known, yet nothing derives it"
            report.wrong.append(_mismatch(what, query, ""))
        if not query.answer.is_unknown and len(query.support) <= largest:
            plan += [Subset(query, events) for events in subsets_of(query)]
            report.subset_queries += 1
    exhaustive = len(plan)
    for query in queries:
        plan += [Subset(query, _some(query, random)) for _ in range(sampled)]
    report.worlds = len(plan)
    answers = evaluate(plan)
    _check_subsets(report, plan[:exhaustive], answers)
    _check_sampled(report, plan[exhaustive:], answers[exhaustive:])
    return report


def _some(query: Asked, random: Random) -> frozenset[int]:
    """A random set of visible events, most of the support among them."""
    share, of_support = random.random(), random.choice((0.5, 0.8, 0.9, 1.0))
    return frozenset(
        e for e in range(1, query.known_at + 1) if random.random() < (of_support if e in query.support else share)
    )


def _mismatch(what: str, query: Asked, detail: str) -> str:
    return f"{what}: {query.query_id} {query.relation}{query.key} {query.answer}: {detail}"


def _check_subsets(report: Report, plan: Sequence[Subset], answers: Sequence[Answer]) -> None:
    """No subset gives another definite answer, an event more never loses it, the smallest are the witnesses."""
    start = 0
    while start < len(plan):
        query = plan[start].query
        count = 1 << len(query.support)
        found = dict(zip((s.events for s in plan[start : start + count]), answers[start : start + count], strict=True))
        start += count
        good = {events for events, answer in found.items() if answer == query.answer}
        other = [(e, a) for e, a in found.items() if a != query.answer and not a.is_unknown]
        if other:
            report.wrong.append(_mismatch("another answer", query, f"{sorted(other[0][0])} {other[0][1]}"))
        lost = [(e, x) for e in good for x in query.support if e | {x} not in good]
        if lost:
            report.wrong.append(_mismatch("an event loses the answer", query, f"{lost[0]}"))
        wanted, given = minimal(good), query.witnesses() if query.parts else set()
        report.several += len(wanted) > 1
        if wanted != given:
            shown = [sorted(map(sorted, s)) for s in (wanted - given, given - wanted)]
            report.wrong.append(_mismatch("witnesses", query, f"not listed {shown[0]}, wrong {shown[1]}"))


def _check_sampled(report: Report, plan: Sequence[Subset], answers: Sequence[Answer]) -> None:
    for (query, events), answer in zip(plan, answers, strict=True):
        is_enough = bool(query.parts) and any(w <= events for w in query.witnesses())
        wanted = query.answer.label if is_enough else UNKNOWN
        if answer.label != wanted or (is_enough and answer != query.answer):
            what = "a witness inside, another answer" if is_enough else "no witness inside, an answer"
            report.wrong.append(_mismatch(what, query, f"{sorted(events)} {answer}"))

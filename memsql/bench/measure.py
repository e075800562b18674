"""What one measurement does: it runs in a process of its own, so that its peak memory is its own.

Seconds are processor time of that process (``time.process_time``). Making up the scenarios, writing their
folders and comparing answers is outside the clock, and so is what a process does once: imports, ours and clingo's,
and opening databases.
"""

from __future__ import annotations

import resource
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, ParamSpec, TypeVar

import pyarrow as pa

from memsql.bench.facts import Answer, Asked, facts_of, number_text, queries_of
from memsql.bench.generate import DOMAINS, SCENARIO_COUNT, scenario
from memsql.bench.logic_program import solve
from memsql.bench.plain_views import PlainViews
from memsql.db import Database, scratch
from memsql.gold.batch import Batch
from memsql.gold.evaluate import QUERIES, Evaluation
from memsql.gold.store import load_ground
from memsql.gold.suite import BATCH, program_of
from memsql.gold.worlds import Worlds
from memsql.model import Label, Scenario
from memsql.scenario import load_scenario
from memsql.scenario.write import write_folder

P = ParamSpec("P")
R = TypeVar("R")
SAMPLE = 400  # queries of the suite that are asked one by one of plain views
COUNTED = {
    "load": "ground.version",
    "derive": "lineage.edge",
    "answers": "ground.answer",
    "lineage": "lineage.edge",
    "graph": "graph.dag",
}


@dataclass(slots=True)
class Stage:
    """A stage of a run: processor seconds, and rows it made (None: it makes none of its own)."""

    name: str
    seconds: float = 0.0
    rows: int | None = None

    def add(self, seconds: float, rows: int | None = None) -> None:
        """Add a batch's share."""
        self.seconds += seconds
        if rows is not None:
            self.rows = (self.rows or 0) + rows


@dataclass(slots=True)
class Run:
    """One measurement. ``scale``: the number of scenarios as a multiple of the suite's ten."""

    name: str
    scale: int
    query_count: int = 0
    world_count: int = 0
    relation_count: int = 0
    peak_bytes: int = 0
    stages: dict[str, Stage] = field(default_factory=dict)

    def stage(self, name: str) -> Stage:
        """The stage of this name, made where it is new; stages keep their order."""
        return self.stages.setdefault(name, Stage(name))

    @contextmanager
    def clock(self, name: str, rows: int | None = None) -> Iterator[None]:
        """Time what runs inside as a part of a stage."""
        start = time.process_time()
        yield
        self.stage(name).add(time.process_time() - start, rows)

    def seconds(self, *but: str) -> float:
        """Seconds of all stages but some."""
        return sum(s.seconds for s in self.stages.values() if s.name not in but)


class Answered(NamedTuple):
    """A run, and its answers by query id; ``known`` holds the decided queries where the run labels them."""

    run: Run
    answers: dict[str, Answer]
    known: frozenset[str] | None


def in_process(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function of a module in a new process and return its result."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()


def batches(scale: int, seed: int, size: int = BATCH) -> Iterator[list[Scenario]]:
    """Yield the scenarios of a scale by domain, at most ``size`` at a time."""
    count = scale * SCENARIO_COUNT
    for place in range(len(DOMAINS)):
        numbers = range(place, count, len(DOMAINS))
        for start in range(0, len(numbers), size):
            yield [scenario(i, seed) for i in numbers[start : start + size]]


def gold(scale: int, seed: int) -> Run:
    """Gold in batches, from folders to checked tables; what a batch returns is dropped before the next."""
    run = Run("gold", scale)
    with TemporaryDirectory() as place:
        for made in batches(scale, seed):
            folders = [write_folder(s, Path(place)) for s in made]
            with run.clock("read", sum(s.events.num_rows for s in made)):
                scenarios = [load_scenario(f) for f in folders]
            for folder in folders:
                shutil.rmtree(folder)
            _gold(run, scenarios)
    run.peak_bytes = peak_bytes()
    return run


def _gold(run: Run, scenarios: list[Scenario]) -> None:
    """Add one batch to a run."""
    with run.clock("compile"):
        program = program_of(scenarios[0])
    batch = Batch(program, scenarios)

    def progress(name: str, seconds: float) -> None:
        table = COUNTED.get(name)
        rows = int(str(batch.db.rows(f"select count(*) from {table}")[0][0])) if table else None
        run.stage(name).add(seconds, rows)

    tables = batch.gold(progress=progress)
    batch.db.close()
    run.stage("witnesses").add(0, tables["witness"].num_rows)
    run.stage("export").add(0, sum(t.num_rows for t in tables.values()))
    assert batch.checked is not None
    run.stage("check").add(0, batch.checked.world_count)
    run.query_count += tables["query"].num_rows
    run.world_count += len(batch.worlds)
    if run.scale == 1:  # each domain is one batch here
        asked = {str(r) for s in scenarios for r in s.queries["relation"].to_pylist()}
        run.relation_count += len(program.needed(asked))


def answers_only(scale: int, seed: int) -> Answered:
    """The same answers without their derivations: what the alternatives are compared with."""
    run = Run("answers only", scale)
    answers: dict[str, Answer] = {}
    known: set[str] = set()
    with scratch():  # The compiler's database is open from here on.
        pass
    for scenarios in batches(scale, seed):
        asked = queries_of(scenarios)
        with run.clock("compile"):
            program = program_of(scenarios[0])
        db = Database()
        with run.clock("load"):
            load_ground(db, program, scenarios)
        with run.clock("answers", len(asked)):
            worlds, queries = _queries(asked)
            Evaluation(db, program, worlds, queries).run()
            found = db.arrow("select * from ground.answer order by query")
        db.close()
        run.query_count += len(asked)
        run.world_count += len(worlds)
        for query, row in zip(asked, found.to_pylist(), strict=True):
            answers[query.query_id] = answer_text(row)
            if row["label"] != Label.UNKNOWN:
                known.add(query.query_id)
    run.peak_bytes = peak_bytes()
    return Answered(run, answers, frozenset(known))


def _queries(asked: Sequence[Asked]) -> tuple[Worlds, pa.Table]:
    """The worlds of the queries, and the queries as the evaluator reads them."""
    worlds = Worlds()
    world_of: dict[tuple[int, int], int] = {}
    for query in asked:
        place = query.scenario, query.position
        if place not in world_of:
            world_of[place] = worlds.cutoff(*place)
    columns = {
        "query": range(len(asked)),
        "_w": [world_of[q.scenario, q.position] for q in asked],
        "relation": [q.relation for q in asked],
        "is_collection": [q.is_collection for q in asked],
        "key": [q.key for q in asked],
    }
    return worlds, pa.table(columns, schema=QUERIES)


def plain_views(scale: int, seed: int, sample: int = SAMPLE) -> Answered:
    """Alternative (a) on a sample of the queries, drawn evenly from both domains."""
    run = Run("plain views", scale)
    answers: dict[str, Answer] = {}
    for scenarios in batches(scale, seed, scale * SCENARIO_COUNT):
        facts, queries = facts_of(scenarios), queries_of(scenarios)
        views = PlainViews(program_of(scenarios[0]), facts)
        share = min(len(queries), sample // len(DOMAINS))
        chosen = Random(seed).sample(queries, share)  # noqa: S311 (which queries to time, no secret)
        with run.clock("answers", share):
            answers |= {q.query_id: views.answer(q) for q in chosen}
        views.close()
        run.query_count += share
    run.peak_bytes = peak_bytes()
    return Answered(run, answers, None)


def logic_program(scale: int, seed: int, with_labels: bool) -> Answered:
    """Alternative (b), with or without the labels."""
    run = Run("clingo with labels" if with_labels else "clingo", scale)
    answers: dict[str, Answer] = {}
    known: frozenset[str] = frozenset()
    import_module("clingo")
    for scenarios in batches(scale, seed, scale * SCENARIO_COUNT):
        queries, program = queries_of(scenarios), program_of(scenarios[0])
        with run.clock("answers", len(queries)):
            found = solve(scenarios, program, queries, with_labels)
        answers |= found.answers
        known |= found.known or frozenset()
        run.query_count += len(queries)
    run.peak_bytes = peak_bytes()
    return Answered(run, answers, known if with_labels else None)


def answer_text(row: dict[str, Any]) -> Answer:
    """The one value of a row of ``answer`` as the alternatives write it."""
    kind = row["answer_type"]
    value = row["value_set" if kind in ("set", "tuple") else f"value_{kind}"]
    if value is None:
        return None
    if kind == "set":
        return frozenset(value)
    if kind == "boolean":
        return "true" if value else "false"
    return number_text(value) if isinstance(value, Decimal) else str(value)


def peak_bytes() -> int:
    """The most memory that this process has held."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024

"""From lists and questions to tuples, versions, graphs, mentions and paths, all in the engine's database.

A statement is an event whose time is its number, its tuple asserts says(subject, relation) -> object, and the
engine's version resolution says which assertion of a key is the newest and which the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import polars as pl
import pyarrow as pa

from memsql.db import Database
from memsql.gold.store import load_ground
from memsql.lastwrite.source import Benchmark
from memsql.lastwrite.tables import OWN_KEY, forms
from memsql.lastwrite.words import normal, unquoted
from memsql.model import Declaration, Scenario, Verb
from memsql.resources import sql_root, sql_text
from memsql.rules.program import compile_program
from memsql.scenario.schema import load_schema

SAYS = "says"
FIRST_MOMENT = datetime(2000, 1, 1)
"""Time of statement 0; a statement takes a second. Only the order counts."""


@dataclass(frozen=True, slots=True)
class Graphs:
    """A benchmark in the database: schema ``lw`` holds the relations of ``sql/lastwrite/``, a table each."""

    benchmark: Benchmark
    db: Database


def build(benchmark: Benchmark) -> Graphs:
    """Parse, store, resolve versions, ground the questions, and find what each of them reaches."""
    db = Database()
    db.reset(("lw",))
    _load_forms(db)
    _load_lists(db, benchmark)
    for name in ("reading", "parsed", "unparsed"):
        make(db, name)
    _load_versions(db, benchmark)
    for name in ("version", "node"):
        make(db, name)
    _load_names(db)
    make(db, "edge")
    _load_questions(db, benchmark)
    for name in ("span", "mention", "reach"):
        make(db, name)
    return Graphs(benchmark, db)


def make(db: Database, name: str) -> None:
    """Fill ``lw.<name>`` by the SELECT of its file."""
    db.run(f"create table lw.{name} as {sql_text(f'lastwrite/{name}')}")


def _load_forms(db: Database) -> None:
    made = forms()
    table = pa.table(
        {
            "form_id": pa.array(range(len(made)), pa.int32()),
            "relation": [f.relation for f in made],
            "own_relation": [OWN_KEY if f.is_second else f.relation for f in made],
            "prefix": [f.prefix for f in made],
            "middle": [f.middle for f in made],
            "is_pattern": [f.is_pattern for f in made],
        }
    )
    db.load("lw", "form", table)


def _load_lists(db: Database, benchmark: Benchmark) -> None:
    said = [(i, s) for i, each in enumerate(benchmark.lists) for s in each.statements]
    table = pa.table(
        {
            "list_id": pa.array([i for i, _ in said], pa.int32()),
            "number": pa.array([s.number for _, s in said], pa.int32()),
            "text": pa.array([s.text for _, s in said], pa.string()),
            "folded": pa.array([unquoted(s.text) for _, s in said], pa.string()),
        }
    )
    db.load("lw", "statement", table)


def _load_versions(db: Database, benchmark: Benchmark) -> None:
    """The tuples as actions of the engine: each list once, and once more with the second forms on their own keys."""
    declarations = load_schema([sql_root() / "schema" / "lastwrite"])
    tuples = db.frame(
        "select p.list_id, p.number, p.subject, f.relation, f.own_relation, p.object "
        "from lw.parsed as p inner join lw.form as f on f.form_id = p.form_id order by p.list_id, p.number"
    )
    scenarios = []
    for relation in ("relation", "own_relation"):
        for i, each in enumerate(benchmark.lists):
            rows = tuples.filter(pl.col("list_id") == i)
            scenarios.append(_scenario(each.name, declarations, rows, relation))
    count = len(benchmark.lists)
    listing = pa.table(
        {
            "scenario": pa.array(range(2 * count), pa.int32()),
            "list_id": pa.array([i % count for i in range(2 * count)], pa.int32()),
            "is_separate": [i >= count for i in range(2 * count)],
        }
    )
    db.load("lw", "listing", listing)
    load_ground(db, compile_program(declarations, ()), scenarios)


def _scenario(name: str, declarations: tuple[Declaration, ...], rows: pl.DataFrame, relation: str) -> Scenario:
    """The tuples of one list as the engine's scenario; position is the number of the statement plus 1."""
    numbers = rows["number"].to_list()
    ids = pa.array([f"s{n}" for n in numbers], pa.string())
    positions = pa.array([n + 1 for n in numbers], pa.int32())
    texts = pa.list_(pa.string())
    keys = list(zip(rows["subject"].to_list(), rows[relation].to_list(), strict=True))
    events = pa.table(
        {
            "event_id": ids,
            "observed_at": pa.array([FIRST_MOMENT + timedelta(seconds=n) for n in numbers], pa.timestamp("us")),
            "record": pa.array([""] * len(numbers), pa.string()),
            "position": positions,
        }
    )
    actions = pa.table(
        {
            "event_id": ids,
            "position": positions,
            "ordinal": pa.array([1] * len(numbers), pa.int32()),
            "verb": pa.array([Verb.ASSERT.value] * len(numbers), pa.string()),
            "predicate": pa.array([SAYS] * len(numbers), pa.string()),
            "key": pa.array([list(k) for k in keys], texts),
            "value": pa.array([[o] for o in rows["object"].to_list()], texts),
        }
    )
    return Scenario(name, name, "lastwrite", declarations, (), events, actions, pa.table({}), folder=Path())


def _load_names(db: Database) -> None:
    """The nodes under the form in which questions are searched for them."""
    nodes = db.arrow("select n.node_id, n.list_id, n.text from lw.node as n order by n.node_id")
    norms = pa.array([normal(t) for t in nodes["text"].to_pylist()], pa.string())
    db.load("lw", "named", nodes.append_column("norm", norms))


def _load_questions(db: Database, benchmark: Benchmark) -> None:
    order = {each.name: i for i, each in enumerate(benchmark.lists)}
    asked = benchmark.questions
    table = pa.table(
        {
            "question_id": pa.array(range(len(asked)), pa.int32()),
            "list_id": pa.array([order[q.list] for q in asked], pa.int32()),
            "list": [q.list for q in asked],
            "hop": [q.hop for q in asked],
            "index": pa.array([q.index for q in asked], pa.int32()),
            "text": [q.text for q in asked],
            "norm": [normal(q.text) for q in asked],
        }
    )
    db.load("lw", "question", table)
    golds = [(i, g) for i, q in enumerate(asked) for g in q.golds]
    table = pa.table(
        {
            "question_id": pa.array([i for i, _ in golds], pa.int32()),
            "text": [g for _, g in golds],
            "norm": [normal(g) for _, g in golds],
        }
    )
    db.load("lw", "gold", table)

"""The audit: every question with its prediction, verdicts and class (paper sections 3 and 3.3, appendix A)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import polars as pl
import pyarrow as pa

from memsql.db import Database
from memsql.lastwrite import freeze
from memsql.lastwrite.graph import Graphs, make
from memsql.lastwrite.limits import ground
from memsql.lastwrite.metric import ABSTAIN, is_right, is_right_strict, official
from memsql.lastwrite.resolve import resolve
from memsql.lastwrite.source import Benchmark, load
from memsql.lastwrite.words import normal, unquoted, words

WORLDS = ("last", "first", "separate")
RELATIONS = (
    "gold_node",
    "gold_reached",
    "graph_size",
    "gold_occurrence",
    "gold_overwritten",
    "item",
    "route",
    "winner",
    "nesting",
)
ITEM_COLUMNS = (
    "list",
    "hop",
    "index",
    "gold",
    "prediction",
    "is_solved",
    "is_solved_strict",
    "is_solved_first_write",
    "class",
)


class Class(StrEnum):
    """What a question says about memory: solved, or why the newest-statement rule does not solve it."""

    SOLVED = "solved"
    REACHABLE_MISS = "reachable_miss"
    UNREACHABLE = "unreachable"
    PARSE_SCOPE = "parse_scope"
    BEYOND_LAST_WRITE = "beyond_last_write"
    NORMALISATION = "normalisation"
    UNCLASSIFIABLE = "unclassifiable"


@dataclass(frozen=True)
class Audit:
    """An audited benchmark.

    items: one row a question in the order of the benchmark, the columns of ITEM_COLUMNS and what they rest on:
    question_id, question, golds, first_prediction, is_solved_separate, is_solved_first_strict, is_reached_last,
    is_reached_all, is_reached_loose, is_gold_overwritten, is_gold_unparsed.
    """

    benchmark: Benchmark
    digest: str
    frozen: str
    db: Database
    items: pl.DataFrame


def audit(path: Path) -> Audit:
    """Audit a file of the benchmark. Raises DataError for a bad file, MemsqlError where a frozen source changed."""
    frozen = freeze.check()
    benchmark = load(path)
    graphs = ground(benchmark)
    resolve(graphs)
    _load_verdicts(graphs)
    _load_unparsed(graphs)
    for name in RELATIONS:
        make(graphs.db, name)
    return Audit(benchmark, benchmark.sha256, frozen.sha256, graphs.db, _items(graphs))


def folded(text: str) -> str:
    """The metric's form with Unicode folded as well: accents off, all dashes a blank, quotes deleted."""
    bare = unicodedata.normalize("NFKD", unquoted(text)).casefold()
    kept = "".join(
        " " if unicodedata.category(c) == "Pd" else c for c in bare if not unicodedata.category(c).startswith("M")
    )
    return official(kept)


def _load_verdicts(graphs: Graphs) -> None:
    """``lw.verdict``: the official metric, strict equality, and equality with Unicode folded, by world."""
    questions = graphs.benchmark.questions
    rows = []
    for world in WORLDS:
        found = graphs.db.rows("select question_id, prediction from lw.chosen where world = $w", {"w": world})
        said = {int(str(question_id)): str(prediction) for question_id, prediction in found}
        for i, q in enumerate(questions):
            text = said.get(i, ABSTAIN)
            is_folded = text != ABSTAIN and any(folded(text) == folded(g) for g in q.golds)
            rows.append((world, i, is_right(text, q.golds), is_right_strict(text, q.golds), is_folded))
    table = pa.table(
        {
            "world": pa.array([r[0] for r in rows], pa.string()),
            "question_id": pa.array([r[1] for r in rows], pa.int32()),
            "is_right": pa.array([r[2] for r in rows], pa.bool_()),
            "is_right_strict": pa.array([r[3] for r in rows], pa.bool_()),
            "is_folded": pa.array([r[4] for r in rows], pa.bool_()),
        }
    )
    graphs.db.load("lw", "verdict", table)


def is_mentioned(name: str, text: str) -> bool:
    """Whether a normalised name stands in a normalised text with no letter, digit or accent beside it."""
    if name not in text:
        return False
    beside = r"[^\W_]|[\u0300-\u036f]"
    return re.search(f"(?<!{beside.replace('|', ')(?<!')}){re.escape(name)}(?!{beside})", text) is not None


def _load_unparsed(graphs: Graphs) -> None:
    """``lw.gold_unparsed``: the unparsed statements that mention a gold, by the rule that grounds questions."""
    names = [each.name for each in graphs.benchmark.lists]
    by_word: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for list_id, number, text in graphs.db.rows(
        "select u.list_id, u.number, u.text from lw.unparsed as u order by all"
    ):
        norm = normal(str(text))
        for word in {w.text for w in words(norm)} | {""}:
            by_word.setdefault((names[int(str(list_id))], word), []).append((int(str(number)), norm))
    found = {
        (i, number)
        for i, q in enumerate(graphs.benchmark.questions)
        for gold in map(normal, q.golds)
        for number, norm in by_word.get((q.list, next((w.text for w in words(gold)), "")), ())
        if is_mentioned(gold, norm)
    }
    table = pa.table(
        {
            "question_id": pa.array([i for i, _ in sorted(found)], pa.int32()),
            "number": pa.array([n for _, n in sorted(found)], pa.int32()),
        }
    )
    graphs.db.load("lw", "gold_unparsed", table)


def _items(graphs: Graphs) -> pl.DataFrame:
    make(graphs.db, "judged_item")
    found = graphs.db.frame("from lw.judged_item order by question_id")
    golds = [list(q.golds) for q in graphs.benchmark.questions]
    return found.with_columns(
        pl.Series("golds", golds, pl.List(pl.String)),
        pl.Series("gold", [g[0] for g in golds], pl.String),
    )

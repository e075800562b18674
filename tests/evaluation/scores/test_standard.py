"""The whole standard suite (`make gold`): a system that is right everywhere, and what a witness derives."""

from __future__ import annotations

from time import process_time
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

from memsql.db import Database
from memsql.evaluation.exam import Exam
from memsql.evaluation.scorer import Run, suite_tables
from memsql.evaluation.summary import evaluate
from memsql.evaluation.tables import run_schema
from memsql.gold.tables import ANSWER_FIELDS
from memsql.resources import sql_text
from tests.conftest import FULL
from tests.house import ROOT

STANDARD = ROOT / "data" / "gold" / "standard"
pytestmark = pytest.mark.skipif(not FULL, reason="over data/gold/standard; `make acceptance` runs it")


def said(table: pl.DataFrame, name: str, **more: str) -> pl.DataFrame:
    """Gold's own answers as a table of responses."""
    schema = run_schema(name)
    given: dict[str, Any] = {"outcome": "ok", "answer_author": "gold", "citation_author": "gold", **more}
    kept = table.with_columns(**{k: pl.lit(v) for k, v in given.items()})
    missing = [c for c in schema.names if c not in kept.columns]
    return kept.with_columns(**{c: pl.lit(None) for c in missing}).select(schema.names)


def test_a_system_that_is_right_everywhere() -> None:
    exam = Exam(STANDARD)
    suite = suite_tables(exam)
    witness = exam.table("witness_event").filter(witness_id=1).group_by("query_id").agg(cited_event_ids="event_id")
    response = said(suite["answer"].join(witness, on="query_id", how="left"), "response")
    values = ["probe_id", "query_id", *(f.name for f in ANSWER_FIELDS)]
    targeted = said(suite["probe"].select(values), "probe_response", context="targeted", parent="")
    inherited = suite["dag_edge"].join(
        suite["probe"].select("node_id", *values), left_on=["query_id", "body"], right_on=["query_id", "node_id"]
    )
    inherited = said(inherited.rename({"head": "parent"}), "probe_response", context="inherited")
    tables = {
        "response": response.with_columns(pl.col("cited_event_ids").cast(pl.List(pl.String))),
        "probe_response": pl.concat([targeted, inherited], how="vertical_relaxed"),
        "tracked_response": said(suite["tracked_answer"], "tracked_response"),
    }
    before = process_time()
    (found,) = evaluate(exam, [Run("gold", exam.suite_hash, tables)])
    assert process_time() - before < 10
    q1, q2, q3 = (found.summary[part] for part in ("q1", "q2", "q3"))
    assert [q1["overall"][m]["value"] for m in q1["overall"]] == [1.0] * 4
    assert q1["overall"]["ans_acc"]["n"] == 1503
    assert q1["overall"]["citation_recall"]["n"] == 1313
    for rows in q1["by"].values():
        assert {row["ans_acc"]["value"] for row in rows} <= {1.0, None}
    assert (q2["probed_queries"], q2["diagnosed_queries"], q2["frontier_nodes"]) == (1029, 0, 0)
    assert (q2["overall"]["targeted"]["n"], q2["overall"]["targeted"]["value"]) == (2818, 1.0)
    assert q2["outcome"]["inherited"]["missing"] == 0
    assert (q3["overall"]["refresh"]["value"], q3["overall"]["preservation"]["value"]) == (1.0, 1.0)
    assert q3["never_caught_up"] == 0


def test_a_witness_derives_its_query_and_nothing_less_does() -> None:
    """The first witness of every query; and without each of its events in turn."""
    exam = Exam(STANDARD)
    suite = suite_tables(exam)
    rows: list[tuple[str, str, str]] = []
    witness = exam.table("witness_event").filter(witness_id=1).group_by("query_id").agg("event_id").sort("query_id")
    for query_id, events in witness.iter_rows():
        rows += [(f"{query_id} whole", query_id, e) for e in events]
        if len(events) < 12:
            rows += [(f"{query_id} {left_out}", query_id, e) for left_out in events for e in events if e != left_out]
    held = pl.DataFrame(rows, schema=["ask_id", "query_id", "event_id"], orient="row")
    held = held.with_columns(run_id=pl.lit("r"), kind=pl.lit("query"))
    roots = suite["dag_node"].filter(pl.col("depth") == 0).select("query_id", "node_id")
    asked = held.select("run_id", "kind", "ask_id", "query_id").unique().join(roots, on="query_id")
    db = Database()
    db.reset(("suite", "evaluation"))
    for name in ("node", "edge"):
        db.load("suite", name, suite[name].to_arrow())
    db.load("evaluation", "context_event", held.select("run_id", "kind", "ask_id", "event_id").to_arrow())
    db.load("evaluation", "frontier_context", asked.to_arrow())
    db.load("evaluation", "failing_node", pa.table({"query_id": roots["query_id"].to_arrow()}))
    for name in ("numbered_node", "alternative", "whole_witness"):
        db.run(f"create table evaluation.{name} as {sql_text(f'evaluation/{name}')}")
    derived = set(db.frame("from evaluation.whole_witness")["ask_id"])
    assert derived == {a for a in asked["ask_id"] if a.endswith(" whole")}
    assert len(derived) == witness.height

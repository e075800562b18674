"""Collecting what a system returns: rows of the run's tables, whatever the system does."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest

from memsql.errors import SutError
from memsql.evaluation.collect import Collected, checked_context, collect, total
from memsql.evaluation.exam import Exam
from memsql.evaluation.process import Limits
from memsql.evaluation.registry import SutSpec, command_spec, served, spec
from memsql.evaluation.sut import Budget, Context, Usage
from memsql.evaluation.tables import run_schema
from memsql.evaluation.tokens import token_count
from tests.evaluation import faulty
from tests.evaluation.suts.small import TEXTS, small_exam

ODD = Path(__file__).with_name("odd_sut.py")


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Exam:
    return small_exam(tmp_path_factory.mktemp("small"))


def planted(name: str) -> SutSpec:
    return spec(f"{faulty.__name__}:{name}")


def table(found: Collected, name: str) -> pl.DataFrame:
    rows = {"context": found.context, "ingestion": found.ingestion, "timing": found.timing}[name]
    frame = pl.from_arrow(pa.Table.from_pylist([dict(r) for r in rows], schema=run_schema(name)))
    assert isinstance(frame, pl.DataFrame)
    return frame


def test_the_rows_of_a_scenario(exam: Exam) -> None:
    seen: list[int] = []
    found = collect(exam, "one", spec("recency"), "run/one", Budget(records=2), seen.append)
    rows = table(found, "context")
    assert rows["ask_id"].to_list() == ["one_t1@1", "one_q1", "one_q2", "one_q1_p1", "one_q3", "one_t1@2"]
    assert rows["kind"].to_list() == ["tracked", "query", "query", "probe", "query", "tracked"]
    ids = [["e2", "e3"], *[["e3", "e4"]] * 3, *[["e7", "e8"]] * 2]
    assert rows["event_ids"].to_list() == ids and set(rows["outcome"]) == {"ok"}
    assert seen == [1, 2, 3, 4, 5, 6]
    texts = [r.text for r in exam.records["one"]]
    assert rows["text"][0] == f"{texts[1]}\n{texts[2]}"
    assert rows["token_count"][0] == token_count(texts[1]) + token_count(texts[2])
    assert rows["history_share"][0] == rows["token_count"][0] / sum(map(token_count, texts[:3]))
    batches = table(found, "ingestion")
    assert batches["batch"].to_list() == [1, 2, 3] and batches["record_count"].to_list() == [3, 1, 4]
    assert batches["token_count"].sum() == sum(map(token_count, texts)) and len(TEXTS) == 8
    assert batches["calls"].null_count() == 3, "a system that says nothing of its calls has made none that we know"
    times = table(found, "timing")
    assert dict(times.select("phase", "calls").iter_rows()) == {"ingest": 3, "context": 6}
    assert all(s >= 0 for s in times["seconds"]) and found.reasons == ()


def test_a_spec_makes_the_same_in_another_process(exam: Exam) -> None:
    here, sent = spec("bm25", {"k1": "0.9"}), pickle.loads(pickle.dumps(spec("bm25", {"k1": "0.9"})))  # noqa: S301 - our own
    there = replace(command_spec("x", "bm25", {"k1": "0.9"}), command=served("memsql.evaluation.suts.bm25:Bm25"))
    expected = collect(exam, "one", here, "n")
    for other in (sent, there):
        found = collect(exam, "one", other, "n")
        assert (found.context, found.ingestion) == (expected.context, expected.ingestion)
        assert found.capabilities == expected.capabilities


def test_a_question_that_raises_is_an_outcome(exam: Exam) -> None:
    found = collect(exam, "one", planted("Breaks"), "n")
    rows = {r["ask_id"]: r for r in table(found, "context").iter_rows(named=True)}
    wrong = [a for a, r in rows.items() if r["outcome"] == "sut_error"]
    assert wrong == ["one_t1@1", "one_q1", "one_t1@2"] and rows["one_q2"]["record_count"] == 4
    assert {(rows[a]["text"], rows[a]["event_ids"], rows[a]["token_count"]) for a in wrong} == {("", None, 0)}
    assert found.reasons == ('one_t1@1: RuntimeError: "no boats\\nhere"',)


# e4 comes in the second batch: what was asked before it stands, nothing after it can be believed.
def test_an_ingestion_that_fails_is_the_outcome_of_all_that_follows(exam: Exam) -> None:
    found = collect(exam, "one", planted("BreaksAtIngestion"), "n")
    assert table(found, "context")["outcome"].to_list() == ["ok", *["timeout"] * 5]
    assert table(found, "ingestion")["record_count"].to_list() == [3, 1, 4]
    assert found.reasons == ('ingestion of one: TimeoutError: "the store is slow"',)


@pytest.mark.parametrize(
    ("fault", "outcomes", "reason"),
    [
        ("dies", ["sut_error"] * 6, "one_t1@1: odd: context: it ended without a reply (exit status -9)"),
        ("says no", ["sut_error"] * 6, "one_t1@1: odd: context: no model"),
        ("slow", ["timeout", *["ok"] * 5], "one_t1@1: odd: context took longer than 1.2 seconds"),
        ("surrogate", ["sut_error"] * 6, "one_t1@1: context: half a surrogate pair is no text"),
    ],
)
def test_a_child_that_fails_is_an_outcome(exam: Exam, fault: str, outcomes: list[str], reason: str) -> None:
    made = command_spec(f"{sys.executable} {ODD} '{fault}'", "odd", limits=Limits(context_seconds=1.2))
    found = collect(exam, "one", made, "n")
    assert table(found, "context")["outcome"].to_list() == outcomes
    assert found.reasons[0].startswith(reason)


def test_a_system_that_cannot_be_opened_is_asked_nothing(exam: Exam) -> None:
    with pytest.raises(SutError, match="unavailable: unavailable, the package a_package_that_nobody_has is missing"):
        collect(exam, "one", planted("Unavailable"), "n")
    with pytest.raises(SutError, match="no-such-program: cannot be started"):
        collect(exam, "one", command_spec("no-such-program"), "n")


@pytest.mark.parametrize("found", [None, "text", Context(b"bytes"), Context("", (1,)), Context("\ud800")])  # type: ignore[arg-type]
def test_what_is_no_context_is_refused(found: Context) -> None:
    with pytest.raises(SutError, match="context: "):
        checked_context(found)


def test_usages_add_up_where_something_is_said() -> None:
    assert total([None, None]) is None
    assert total([None, Usage(1, 20, 3), Usage(2, 30, 0)]) == Usage(3, 50, 3)

"""Canaries: systems with one planted fault each fail the one that was made for it; systems without pass."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

from memsql.errors import SutError
from memsql.evaluation.canaries import CANARIES, run_canaries
from memsql.evaluation.collect import Collected, collect
from memsql.evaluation.exam import Exam
from memsql.evaluation.registry import SutSpec, command_spec, entry, names, spec
from memsql.evaluation.run_check import bare_text, check_run, is_valid
from memsql.evaluation.sut import Budget
from memsql.evaluation.suts import dense
from memsql.evaluation.tables import run_schema
from tests.evaluation import faulty
from tests.evaluation.suts.small import TEXTS, small_exam
from tests.house import ROOT

K = Budget(records=3)
EXAMPLE = Path(__file__).with_name("example_sut.py")
HERE = [n for n in names() if n != "dense" and not entry(n).environment]
BEFORE = {
    "found": "a record just ingested is found",
    "apart": "nothing leaks from another namespace",
    "later": "nothing later than the question is returned",
    "budget": "the budget is honoured",
    "different": "two questions get different contexts",
    "times": "observation times survive",
    "ids": "event ids are returned",
}


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Exam:
    return small_exam(tmp_path_factory.mktemp("small"))


def planted(name: str, **options: str) -> SutSpec:
    return spec(f"{faulty.__name__}:{name}", options)


def failed(rows: list[dict[str, str]]) -> dict[str, str]:
    return {r["canary"]: r["found"] for r in rows if r["verdict"] == "failed"}


def contexts(*found: Collected) -> pl.DataFrame:
    rows = [dict(r) for f in found for r in f.context]
    frame = pl.from_arrow(pa.Table.from_pylist(rows, schema=run_schema("context")))
    assert isinstance(frame, pl.DataFrame)
    return frame


def run(exam: Exam, made: SutSpec, budget: Budget = K) -> tuple[list[dict[str, str]], pl.DataFrame]:
    found = [collect(exam, s, made, f"run/{s}", budget) for s in exam.scenario_ids]
    table = contexts(*found)
    return check_run(exam, table, found[0].capabilities, budget), table


@pytest.mark.parametrize("name", HERE)
def test_what_ships_passes(exam: Exam, name: str) -> None:
    rows = [*run_canaries(spec(name)), *run(exam, spec(name))[0]]
    assert is_valid(rows), failed(rows)
    assert len(rows) == len(CANARIES) + 3
    tried = {r["canary"] for r in rows if r["verdict"] == "passed"}
    assert len(tried) == {"null": 3, "whole_history": 6, "recency": 8, "bm25": 10}.get(name, 1)


def test_a_program_of_ones_own_passes(exam: Exam) -> None:
    assert f"```python\n{EXAMPLE.read_text()}```\n" in (ROOT / "data" / "evaluation.md").read_text()
    made = command_spec(f"{sys.executable} {EXAMPLE}")
    assert made.name == "example_sut"
    rows = [*run_canaries(made), *run(exam, made)[0]]
    assert [r["verdict"] for r in rows] == ["passed"] * 10, rows


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Forgets", {"found": "the record just ingested is not in", "ids": "", "times": "the time 2031-03-22T11:44"}),
        ("Shares", {"apart": "a record of another namespace is in", "later": "a record later than the question is in"}),
        ("Remembers", {"later": "a record later than the question is in"}),
        ("IgnoresBudget", {"budget": "9 records where 2 were allowed", "different": "two questions got the same"}),
        ("HidesRecords", {"budget": "9 records where 2 were allowed", "different": "two questions got the same"}),
        ("SameAndUnbounded", {"different": "two questions got the same context"}),
        ("SameContext", {"different": "two questions got the same context"}),
        ("StampsToday", {"times": "the time 2031-03-22T11:44 of the record is not in"}),
        ("InventsIds", {"ids": 'event ids are ["memory-1", "memory-2"]; none but ours were ingested'}),
    ],
)
def test_a_planted_fault_fails_its_canary(name: str, expected: dict[str, str]) -> None:
    rows = run_canaries(planted(name))
    found = failed(rows)
    assert not is_valid(rows)
    assert set(found) == {BEFORE[k] for k in expected if expected[k]}
    assert all(text in found[BEFORE[k]] for k, text in expected.items() if text)


def test_a_question_that_is_repeated_is_no_leak_and_no_find() -> None:
    assert failed(run_canaries(planted("Echoes"))) == {}


# Faults that only gold shows are no business of the canaries: their runs are valid, and score low.
@pytest.mark.parametrize(
    "name", ["DropsCurrent", "ServesObsolete", "LosesRules", "Lags", "CitesEverything", "LeaksLater"]
)
def test_other_faults_pass_the_canaries(exam: Exam, name: str) -> None:
    options = {} if name == "CitesEverything" else {"folder": str(exam.folder)}
    rows = run_canaries(planted(name, **options))
    assert is_valid(rows), failed(rows)


@pytest.mark.parametrize(
    ("name", "canary", "message"),
    [
        ("LeaksLater", "nothing later", "one_t1@1: [e4] in its text was observed at 2026-05-04T09:30:00"),
        ("LeaksWords", "nothing later", '"Vera\'s boat is in Denholm now." in its text was first observed at'),
    ],
)
def test_a_later_record_makes_the_run_invalid(exam: Exam, name: str, canary: str, message: str) -> None:
    rows, _ = run(exam, planted(name, folder=str(exam.folder)))
    (found,) = failed(rows).items()
    assert found[0] == f"in the whole run: {canary} than the question is returned" and message in found[1]


def test_a_budget_that_is_ignored_makes_the_run_invalid(exam: Exam) -> None:
    rows, _ = run(exam, planted("IgnoresBudget"), Budget(records=1))
    (found,) = failed(rows).items()
    assert found[0] == "in the whole run: the budget is honoured" and "records, allowed were 1; so in" in found[1]
    rows, _ = run(exam, planted("IgnoresBudget"), Budget(tokens=20))
    assert "tokens, allowed were 20" in failed(rows)["in the whole run: the budget is honoured"]


def test_the_same_context_for_every_question_makes_the_run_invalid(exam: Exam) -> None:
    rows, _ = run(exam, planted("SameContext"))
    assert list(failed(rows)) == ["in the whole run: questions get different contexts"]


# Where the budget holds everything that was ingested, the same context for all is no fault.
def test_a_history_that_fits_says_nothing(exam: Exam) -> None:
    rows, _ = run(exam, planted("SameContext"), Budget(records=8))
    assert is_valid(rows) and rows[2]["found"] == "0 moments at which they could"


# Each row says what the table of contexts has been made to say.
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"event_ids": ["e8"]}, "one_t1@1: e8 was observed at 2026-05-08T09:30:00, the question is of 2026-05-03"),
        ({"event_ids": ["memory-1"]}, 'one_t1@1: event id "memory-1" is that of no record'),
        ({"text": "- see [e8]"}, "one_t1@1: [e8] in its text was observed at"),
        ({"text": "- see [e9]"}, ""),
        ({"text": "2026-05-01: Vera's boat is painted blue."}, '"Vera\'s boat is painted blue." in its text'),
        ({"text": "2026-05-01: Vera's boat is painted."}, ""),
        ({"text": "Vera's boat is painted blue."}, '"Vera\'s boat is painted blue." in its text'),
        ({"text": "[x8] 2026-05-01T00:00:00 Vera's boat is painted blue."}, '"Vera\'s boat is painted blue." in its'),
        ({"event_ids": ["e1", "e2", "e3", "e3"], "record_count": 3}, ""),
        ({"record_count": 4}, "one_t1@1: 4 records, allowed were 3; so in 1 contexts"),
        ({"outcome": "sut_error", "record_count": 4}, ""),
        ({"text": "FOUR", "event_ids": None}, "one_t1@1: 4 whole records in its text, allowed were 3"),
        ({"text": "THREE", "event_ids": None}, ""),
        ({"text": "LATER", "event_ids": None}, '"Vera\'s boat is painted blue." in its text was first observed at'),
    ],
)
def test_what_is_looked_for_in_a_run(exam: Exam, change: dict[str, Any], message: str) -> None:
    made = spec("bm25")
    found = collect(exam, "one", made, "run/one", K)
    rows = [dict(r) for r in found.context]
    assert rows[0]["ask_id"] == "one_t1@1"
    texts = [bare_text(r.text) for r in exam.records["one"][:4]]
    joined = {
        "FOUR": " ".join(texts),
        "THREE": f"{' '.join(texts[:3])} {texts[0]}",
        "LATER": f"{texts[0]} {TEXTS[-1]} So it is.",
    }
    rows[0] |= change | {k: joined.get(v, v) for k, v in change.items() if k == "text"}
    checked = check_run(exam, contexts(replace(found, context=tuple(rows))), found.capabilities, K)
    said = "; ".join(failed(checked).values())
    assert message in said and bool(message) == bool(said)


# Where ids are numbers, what stands in brackets may be a footnote: it is one where an earlier record has it too.
def test_a_footnote_is_no_id(tmp_path: Path) -> None:
    small = small_exam(tmp_path)
    events = small.table("event").with_columns(
        event_id=pl.col("event_id").str.strip_prefix("e"),
        record=pl.concat_str(
            "record", pl.when(pl.col("event_id") == "e1").then(pl.lit(" See [8].")).otherwise(pl.lit(""))
        ),
    )
    with (tmp_path / "event.parquet").open("wb") as file:
        events.write_parquet(file)
    rows, table = run(Exam(tmp_path), spec("whole_history"))
    assert "See [8]." in table["text"][0] and is_valid(rows), failed(rows)


def test_a_system_that_breaks_fails_and_one_that_is_missing_is_no_verdict() -> None:
    rows = run_canaries(planted("BreaksInside"))
    assert {r["found"] for r in rows if r["verdict"] == "failed"} == {'RuntimeError: "no ships\\nhere"'}
    with pytest.raises(SutError, match="unavailable, the package a_package_that_nobody_has is missing"):
        run_canaries(planted("Unavailable"))


def test_a_system_without_a_budget_may_return_all_of_so_few_records() -> None:
    rows = {r["canary"]: r for r in run_canaries(planted("ReturnsEverything"))}
    assert rows[BEFORE["different"]]["found"] == "both contexts hold all records; the whole run will tell"
    assert is_valid(list(rows.values()))


def test_dense_passes(exam: Exam) -> None:
    if reason := dense.unavailable():
        pytest.skip(f"dense is not installed ({reason}); {dense.INSTALL} brings it")
    rows = [*run_canaries(spec("dense")), *run(exam, spec("dense"))[0]]
    assert [r["verdict"] for r in rows] == ["passed"] * 10, rows

"""One structure a run: its layout, invalid runs, comparisons, repeats; the same numbers from the files alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest

from memsql.errors import DataError
from memsql.evaluation.exam import Exam
from memsql.evaluation.scorer import NEEDED, STEPS, Frames, Run, needed, suite_tables
from memsql.evaluation.summary import METRICS, SCORED, compare, evaluate, repeated
from memsql.evaluation.tables import RUN_TABLES
from memsql.resources import sql_root
from tests.evaluation.scores.dags import Case, gold_of, random_case, run_of
from tests.evaluation.scores.frames import answer, given, run_tables, suite

SCENARIOS = ("north", "south", "west")
TRACKED = [f"t{i}" for i in range(6)]
RATE = ["value", "n", "low", "high", "clusters", "method"]


def written(folder: Path, tables: Frames, name: str = "suite") -> Exam:
    """The tables as an exported folder."""
    folder.mkdir()
    for table, frame in tables.items():
        frame.write_parquet(folder / f"{table}.parquet")
    hashes = {table: {"logical_hash": f"{name}:{frame.height}"} for table, frame in tables.items()}
    (folder / "manifest.json").write_text(json.dumps({"tables": hashes}), encoding="utf-8")
    return Exam(folder)


def small_suite() -> tuple[dict[str, pl.DataFrame], list[dict[str, pl.DataFrame]]]:
    """Thirty random queries and six tracked ones over three scenarios, and the tables of two runs over them."""
    random = Random(7)
    cases = [random_case(f"q{i}", random) for i in range(30)]
    place = {c.query_id: SCENARIOS[i % 3] for i, c in enumerate(cases)}
    families = ("temporal", "semantic", "closure", "rules", "set_quant")
    extra = suite(
        scenario=[{"scenario_id": s, "domain": "d1" if s == "north" else "d2"} for s in SCENARIOS],
        query=[
            {
                "query_id": q,
                "scenario_id": s,
                "family": families[i % 5],
                "families": [families[i % 5], "rules"][: 1 + i % 2],
            }
            for i, (q, s) in enumerate(place.items())
        ],
        measure=[
            {"query_id": q, "witness_count": 1, "witness_size_min": 1 + i % 9, "height": 1 + i % 4, "width": i % 5}
            for i, q in enumerate(place)
        ],
        support=[{"query_id": q, "event_id": e} for q in place for e in ("e1", "e2")],
        witness_part=[{"query_id": q, "component": 0, "choice": 0, "event_id": "e1"} for q in place],
        tracked=[{"tracked_id": t, "scenario_id": SCENARIOS[i % 3], "family": "rules"} for i, t in enumerate(TRACKED)],
        tracked_answer=[{"tracked_id": t, "checkpoint": j, **answer(value=j // 2)} for t in TRACKED for j in (1, 2, 3)],
        transition=[
            {"tracked_id": t, "checkpoint": j, "is_changed": j == 2, "is_explicit": True if j == 2 else None}
            for t in TRACKED
            for j in (2, 3)
        ],
    )
    gold = {**gold_of(cases), **{n: extra[n] for n in extra if extra[n].height}}
    return gold, [small_run(cases, seed) for seed in (1, 2)]


def small_run(cases: list[Case], seed: int) -> dict[str, pl.DataFrame]:
    """A run over the queries of the cases and the tracked ones, with citations, recoveries, costs and canaries."""
    queries = [c.query_id for c in cases]
    draw = Random(seed)
    cited = run_tables(
        response=[
            {
                "query_id": q,
                "answer_author": "symbolic",
                "citation_author": "system",
                "coverage": None if i % 3 else i / 30,
                **given(value=draw.random() < 0.3 * seed, cited_event_ids=["e1", "e9"][: draw.randint(0, 2)]),
            }
            for i, q in enumerate(queries)
        ],
        tracked_response=[
            {"tracked_id": t, "checkpoint": j, **given(value=j // 2 if draw.random() < 0.6 else 9)}
            for t in TRACKED
            for j in (1, 2, 3)
        ],
        recovery_response=[
            {"query_id": q, "evidence": e, **given(value=draw.random() < 0.5)}
            for q in queries
            for e in ("self", "gold")
        ],
        context=[
            {
                "ask_id": q,
                "kind": "query",
                "outcome": "ok",
                "event_ids": ["e1"],
                "token_count": 10 * i,
                "history_share": i / 40,
                "calls": 1 if i % 2 else None,
            }
            for i, q in enumerate(queries)
        ],
        ingestion=[{"scenario_id": s, "batch": 1, "token_count": 50, "calls": 2} for s in SCENARIOS],
        canary=[{"canary": "order", "verdict": "passed"}, {"canary": "k", "verdict": "not declared"}],
    )
    return {**run_of(cases), **cited}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Exam, list[Run]]:
    gold, tables = small_suite()
    exam = written(tmp_path_factory.mktemp("made") / "suite", gold)
    return exam, [Run(name, exam.suite_hash, t) for name, t in zip(("one", "other"), tables, strict=True)]


def test_a_summary_has_every_key_in_order_and_is_json(made: tuple[Exam, list[Run]]) -> None:
    exam, runs = made
    first, second = evaluate(exam, runs)
    summary = first.summary
    assert list(summary) == ["run", "suite_hash", "scenarios", "invalid", "q1", "q2", "q3", "cost", "method"]
    assert list(summary["q1"]) == ["overall", "outcome", "author", "coverage", "context", "by"]
    assert summary["q1"]["author"] == {"answer": {"symbolic": 30}, "citation": {"system": 30}}
    # Every third answer by the reader, of 0, 0.1, ..., 0.9.
    assert summary["q1"]["coverage"] == {"count": 10, "mean": 0.45, "least": 0.0}
    for part, name in (("q1", "reliability_sum"), ("q3", "maintenance_sum")):
        assert tuple(summary[part]["overall"]) == METRICS[name]
        assert all(list(rate) == RATE for rate in summary[part]["overall"].values())
    by = summary["q1"]["by"]
    assert [b["bin"] for b in by["witness_size"]] == ["0", "1", "2-3", "4-7", "8-15", "16+"]
    assert sum(b["ans_acc"]["n"] for b in by["witness_size"]) == 30
    assert sum(b["ans_acc"]["n"] for b in by["families"]) == 30 + 15 - 3
    assert [b["bin"] for b in by["scenario"]] == list(SCENARIOS)
    assert summary["q1"]["overall"]["ans_acc"]["n"] == 30
    assert summary["q1"]["outcome"] == {
        **dict.fromkeys(("ok", "parse_error", "refused", "timeout", "sut_error", "missing"), 0),
        "ok": 30,
    }
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary
    assert json.dumps(evaluate(exam, runs[:1])[0].summary) == json.dumps(summary), "one run alone scores the same"
    assert second.summary["run"] == "other"
    for name in SCORED:
        assert first.tables[name].columns == [f.name for f in RUN_TABLES[name].fields]


def test_cost_is_told_where_the_system_tells(made: tuple[Exam, list[Run]]) -> None:
    exam, runs = made
    summary = evaluate(exam, runs[:1])[0].summary
    cost, right = summary["cost"], summary["cost"]["per_correct_answer"]["correct"]
    assert cost["ingestion"] == {
        "row_count": 3, "token_count": 150, "told_count": 3, "calls": 6, "input_tokens": None, "output_tokens": None,
    }  # fmt: skip
    assert (cost["query"]["token_count"], cost["query"]["told_count"], cost["query"]["calls"]) == (4350, 15, 15)
    assert cost["tracked"]["row_count"] == 0
    assert cost["tracked"]["calls"] is None
    assert right == round(30 * summary["q1"]["overall"]["ans_acc"]["value"])
    assert cost["per_correct_answer"]["query_token_count"] == round(4350 / right, 6)
    assert cost["per_correct_answer"]["query_input_tokens"] is None


def test_a_run_that_left_nothing_is_wrong_everywhere_and_not_diagnosed(made: tuple[Exam, list[Run]]) -> None:
    exam, _ = made
    (found,) = evaluate(exam, [Run("silent", exam.suite_hash)])
    rate = found.summary["q1"]["overall"]["ans_acc"]
    assert (rate["value"], rate["n"], rate["low"], rate["method"]) == (0.0, 30, 0.0, "exact")
    assert found.summary["q1"]["overall"]["citation_precision"]["value"] is None
    assert found.summary["q1"]["outcome"]["missing"] == 30
    assert found.summary["q2"] is None
    assert found.summary["q3"] is None
    assert found.summary["cost"]["per_correct_answer"]["ingestion_token_count"] is None


def test_a_failed_canary_leaves_no_score_at_all(made: tuple[Exam, list[Run]]) -> None:
    exam, runs = made
    canary = run_tables(canary=[{"canary": "later records", "verdict": "failed", "found": "e9 before its time"}])
    broken = Run("broken", exam.suite_hash, {**runs[0].tables, **canary})
    found, fine = evaluate(exam, [broken, runs[1]])
    assert found.tables == {}
    assert found.summary["invalid"] == [{"canary": "later records", "found": "e9 before its time"}]
    assert [found.summary[part] for part in ("q1", "q2", "q3", "cost")] == [None] * 4
    assert fine.summary == evaluate(exam, runs)[1].summary
    with pytest.raises(DataError, match=r'run broken: INVALID .*"e9 before its time"'):
        compare(exam, broken, runs[1])


def test_runs_are_compared_question_by_question(made: tuple[Exam, list[Run]]) -> None:
    exam, (one, other) = made
    rows = compare(exam, one, other)
    assert {r["part"] for r in rows} == {"q1", "q2", "q3"}
    overall = next(r for r in rows if (r["metric"], r["dimension"]) == ("ans_acc", "all"))
    alone = [s.summary["q1"]["overall"]["ans_acc"]["value"] for s in evaluate(exam, [one, other])]
    assert [overall["first"], overall["second"]] == alone
    assert overall["value"] == pytest.approx(alone[0] - alone[1], abs=1e-6)
    assert overall["low"] < overall["value"] < overall["high"]


def test_runs_over_different_suites_are_refused(made: tuple[Exam, list[Run]]) -> None:
    exam, (one, other) = made
    stranger = Run("stranger", "f" * 64, other.tables)
    for refused in (lambda: compare(exam, one, stranger), lambda: evaluate(exam, [one, stranger])):
        with pytest.raises(DataError) as error:
            refused()
        assert "different suites" in str(error.value)
        assert "stranger" in str(error.value)
        assert "\n" not in str(error.value)
    with pytest.raises(DataError, match="two runs of one name"):
        evaluate(exam, [one, Run("one", exam.suite_hash, other.tables)])


def test_repeats_have_a_mean_and_both_ends(made: tuple[Exam, list[Run]]) -> None:
    exam, runs = made
    found = repeated(exam, runs)["q1"]["ans_acc"]
    alone = sorted(s.summary["q1"]["overall"]["ans_acc"]["value"] for s in evaluate(exam, runs))
    assert (found["least"], found["most"], found["repeats"], found["n"]) == (*alone, 2, 30)
    assert found["value"] == pytest.approx(sum(alone) / 2, abs=1e-6)
    assert found["deviation"] == pytest.approx((alone[1] - alone[0]) / 2**0.5, abs=1e-6)
    assert repeated(exam, runs[:1])["q1"]["ans_acc"]["deviation"] is None


def test_a_run_over_some_scenarios_has_their_denominators(made: tuple[Exam, list[Run]]) -> None:
    exam, runs = made
    tables = suite_tables(exam, ["south"])
    kept = tables["query"].select("query_id")
    own = {
        name: runs[0].tables[name].join(kept, on="query_id", how="semi") for name in ("response", "recovery_response")
    }
    (found,) = evaluate(exam, [Run("part", exam.suite_hash, own)], ["south"])
    assert found.summary["q1"]["overall"]["ans_acc"]["n"] == 10
    assert found.summary["q1"]["overall"]["ans_acc"]["clusters"] == 1
    (same,) = evaluate(Exam(exam.folder, ("south",)), [Run("part", exam.suite_hash, own)])
    assert same.summary == found.summary
    with pytest.raises(DataError, match='no scenario "east"; known are: north, south, west'):
        suite_tables(exam, ["east"])


READER = """
import json, sys
from pathlib import Path
import duckdb

suite, runs, sql, steps = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), json.loads(sys.argv[4])
con = duckdb.connect()
for schema in ("suite", "run", "evaluation"):
    con.execute(f"create schema {schema}")
for file in suite.glob("*.parquet"):
    con.execute(f"create view suite.{file.stem} as from '{file}'")
for table in {file.stem for file in runs.glob("*/*.parquet")}:
    files = f"read_parquet('{runs}/*/{table}.parquet', filename = true)"
    con.execute(f"create view run.{table} as select parse_path(filename)[-2] as run_id, * from {files}")
con.execute("create view run.run as select distinct run_id from run.response")
for step in steps:
    con.execute(f"create table evaluation.{step} as {(sql / (step + '.sql')).read_text()}")
found = {t: con.sql(f"from evaluation.{t} order by all").fetchall() for t in json.loads(sys.argv[5])}
print(json.dumps(found, default=str))
"""
READ = (*SCORED, "reliability_sum", "diagnosis_sum", "maintenance_sum", "cost")


def test_a_reader_of_parquet_alone_gets_the_same_numbers(made: tuple[Exam, list[Run]], tmp_path: Path) -> None:
    """DuckDB as anyone has it, over the exported folder and run folders, executing the files in their order."""
    from memsql.evaluation.scorer import scored

    exam, runs = made
    for run in runs:
        (tmp_path / run.name).mkdir()
        for name, table in run.tables.items():
            table.write_parquet(tmp_path / run.name / f"{name}.parquet")
    arguments = [str(exam.folder), str(tmp_path), str(sql_root() / "evaluation"), json.dumps(STEPS), json.dumps(READ)]
    done = subprocess.run([sys.executable, "-c", READER, *arguments], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    own = scored(suite_tables(exam), runs, READ)
    read: dict[str, Any] = json.loads(done.stdout)
    for name in READ:
        assert own[name].height, name
        assert read[name] == json.loads(json.dumps(own[name].rows(), default=str)), name


def test_every_file_is_a_step_and_reads_only_what_stands_before_it() -> None:
    files = {p.stem for p in (sql_root() / "evaluation").glob("*.sql")}
    assert files == set(STEPS)
    for place, step in enumerate(STEPS):
        assert set(needed([step])) <= set(STEPS[: place + 1])
        text = (sql_root() / "evaluation" / f"{step}.sql").read_text(encoding="utf-8")
        later = [s for s in STEPS[place + 1 :] if f"evaluation.{s} " in text]
        assert not later, f"{step} reads {later}"
        schemas = {word.split(".")[1].rstrip(",)") for word in text.split() if word.startswith("suite.")}
        assert schemas <= set(NEEDED), step

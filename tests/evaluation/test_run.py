"""A run from the command line: what it leaves, that nothing changes it, that a killed one ends in the same bytes."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

from memsql.errors import DataError
from memsql.evaluation.exam import Exam
from memsql.evaluation.journal import BY_CLOCK
from memsql.evaluation.native import Native
from memsql.evaluation.respond import Wanted
from memsql.evaluation.results import run_folders
from memsql.evaluation.tables import RUN_TABLES, run_schema
from tests.cli.run import Ended
from tests.cli.run import memsql as run_command
from tests.conftest import FULL
from tests.evaluation.server import serving

KILLS = 10 if FULL else 2


def memsql(*arguments: object) -> Ended:
    return run_command(*map(str, arguments))


def bytes_of(run: Path) -> dict[str, bytes]:
    """Every file of a run but those that hold the time of the day's clock."""
    return {p.name: p.read_bytes() for p in sorted(run.iterdir()) if p.stem not in BY_CLOCK}


@pytest.fixture(scope="module")
def runs(generated_suite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one run: BM25, the symbolic reader."""
    place = tmp_path_factory.mktemp("runs")
    done = memsql("run", "bm25", "--suite", generated_suite, "--runs", place)
    assert done.returncode == 0, done.stderr
    assert "Q1 reliability" in done.stdout and "Q2 diagnosis" in done.stdout and "Q3 maintenance" in done.stdout
    return place


@pytest.fixture(scope="module")
def run(runs: Path) -> Path:
    (found,) = (p for p in runs.iterdir() if not p.name.startswith("."))
    return found


def test_the_folder_holds_every_table_in_its_types(run: Path, generated_suite: Path) -> None:
    assert run.name.startswith("bm25-small-suite-")
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["suite_hash"] == Exam(generated_suite).suite_hash
    assert manifest["capabilities"]["settings"], "parameters and tokenizer of BM25"
    for name in RUN_TABLES:
        table = pq.read_table(run / f"{name}.parquet")
        assert table.schema.equals(run_schema(name)), name
        assert table.num_rows == manifest["tables"][name]["rows"]
        keys = RUN_TABLES[name].grain.split(", ")
        assert len({tuple(r[k] for k in keys) for r in table.to_pylist()}) == table.num_rows, name
    counts = {n: manifest["tables"][n]["rows"] for n in ("response", "score", "context")}
    exam = Exam(generated_suite)
    assert counts["response"] == counts["score"] == exam.table("query").height
    assert counts["context"] == sum(map(len, exam.asks.values()))


def test_contexts_hold_nothing_later_and_no_more_than_ten_records(run: Path, generated_suite: Path) -> None:
    context = pl.read_parquet(run / "context.parquet")
    times = Exam(generated_suite).table("event").select("scenario_id", "event_id", "observed_at")
    held = context.select("ask_id", "scenario_id", "as_of", event_id="event_ids").explode("event_id")
    assert held.join(times, on=["scenario_id", "event_id"]).filter(pl.col("observed_at") > pl.col("as_of")).height == 0
    assert context["record_count"].max() == 10


def test_the_summary_agrees_with_the_tables(run: Path) -> None:
    summary = json.loads((run / "summary.json").read_text())
    score = pl.read_parquet(run / "score.parquet")
    overall = summary["q1"]["overall"]
    assert overall["ans_acc"]["value"] == pytest.approx(score["is_correct"].mean(), abs=1e-6)
    assert overall["ansbl_acc"]["value"] == pytest.approx(score["is_label_correct"].mean(), abs=1e-6)
    assert overall["ans_acc"]["n"] == score.height
    frontier = pl.read_parquet(run / "frontier.parquet")
    assert summary["q2"]["frontier_nodes"] == frontier.height > 0
    assert set(frontier["class"]) <= {"ungathered", "unretrievable", "misderived"}
    recovery = pl.read_parquet(run / "recovery.parquet")
    assert (recovery["is_load_bearing"] == (recovery["is_gold_correct"] & ~recovery["is_self_correct"])).all()
    assert recovery["is_gold_correct"].sum() > recovery["is_self_correct"].sum()


def test_a_finished_run_is_found_and_not_changed(runs: Path, run: Path, generated_suite: Path) -> None:
    before = bytes_of(run) | {"timing.parquet": (run / "timing.parquet").read_bytes()}
    done = memsql("run", "bm25", "--suite", generated_suite, "--runs", runs)
    assert done.returncode == 0
    assert bytes_of(run) | {"timing.parquet": (run / "timing.parquet").read_bytes()} == before
    assert [r.folder for r in run_folders(runs, ["bm25"])] == [run]
    assert [p.name for p in runs.iterdir()] == [run.name], "nothing is left beside"


def test_a_plan_says_what_a_run_takes(runs: Path, generated_suite: Path) -> None:
    exam = Exam(generated_suite)
    asks = sum(map(len, exam.asks.values()))
    done = memsql("plan", "bm25", "--suite", generated_suite, "--runs", runs)
    assert f"questions to the system      {asks}" in done.stdout
    priced = memsql(
        *("plan", "bm25", "--suite", generated_suite, "--runs", runs, "--endpoint", "http://127.0.0.1:9/v1"),
        *("--model", "m"),
    )
    assert "tokens of the requests" in priced.stdout, priced.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bm52"], '"bm52": no such system; did you mean bm25?'),
        ([], "no system is named; give one that memsql sut list names"),
        (["bm25", "--option", "k1"], "no name=value; write --option k1=1.2"),
        (["bm25", "--option", "k9=1"], 'unknown option "k9"; known are: b, k1'),
        (["bm25", "--scenario", "trip_murger"], 'no scenario "trip_murger"; did you mean trip_merger?'),
        (["bm25", "--model", "m"], "--endpoint and --model belong together"),
        (["bm25", "--answers", "natve"], "nobody answers so; did you mean native?"),
        (["bm25", "--answers", "model"], "--answers model: no model is named; give its --endpoint and --model"),
        (
            ["bm25", "--answers", "ids", "--endpoint", "http://127.0.0.1:9/v1", "--model", "m"],
            "--answers ids: no model is asked then; leave --endpoint and --model out",
        ),
        (["bm25", "--sut-command", "true"], "--sut-command beside bm25: two systems; leave it out, or give another"),
        (["bm25", "--sut-log", "log"], "--sut-log: bm25 runs in this process and has no log of its own; leave it out"),
        (["bm25", "--limit", "question=3"], "--limit question: bm25 runs in this process; only a --sut-command"),
        (["own:Mine", "--sut-command", "true"], "--sut-command beside own:Mine: two systems; leave it out"),
        (["bm25", "--suite", "nowhere"], "nowhere: no such folder; write the standard suite with make gold"),
    ],
)
def test_bad_requests_get_one_line(arguments: list[str], message: str, generated_suite: Path, tmp_path: Path) -> None:
    suite = [] if "--suite" in arguments else ["--suite", str(generated_suite)]
    done = memsql("run", *arguments, *suite, "--runs", tmp_path / "runs")
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("command", ["run", "plan"])
def test_a_suite_without_templates_is_refused_before_anything_is_asked(
    command: str, generated_suite: Path, tmp_path: Path
) -> None:
    suite = shutil.copytree(generated_suite, tmp_path / "bare", ignore=shutil.ignore_patterns("styles.json"))
    done = memsql(command, "null", "--suite", suite, "--runs", tmp_path / "runs")
    assert (done.returncode, done.stdout) == (1, "") and len(done.stderr.splitlines()) == 1
    assert "styles.json: no templates that the symbolic reader could read by; " in done.stderr
    assert not (tmp_path / "runs").exists()


def test_a_run_without_a_name_is_none(runs: Path) -> None:
    for command in ("score", "report"):
        done = memsql(command, "", "--runs", runs)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.endswith(": the name of a run is empty; give a name, or its beginning\n")


def test_a_run_that_is_killed_goes_on_and_ends_in_the_same_bytes(generated_suite: Path, tmp_path: Path) -> None:
    random.seed(7)
    with serving(tmp_path / "server", "tests.evaluation.replies:some") as server:
        base = [sys.executable, "-m", "memsql", "run", "recency", "--suite", str(generated_suite)]
        base += ["--endpoint", server.url, "--model", "some", "--workers", "1"]
        whole = subprocess.run([*base, "--runs", str(tmp_path / "whole")], capture_output=True, text=True, check=False)
        assert whole.returncode == 0, whole.stderr
        asked = len(server.asked())
        # The same requests again, for a run of its own: a second cache, so that the server is asked again.
        for _ in range(KILLS):
            running = subprocess.Popen([*base, "--runs", str(tmp_path / "killed")], stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0.8, 4.0))
            running.send_signal(signal.SIGKILL)
            running.wait()
        done = subprocess.run([*base, "--runs", str(tmp_path / "killed")], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        lines = len(server.lines())
    (one,), (other,) = (run_folders(tmp_path / name) for name in ("whole", "killed"))
    assert bytes_of(one.folder) == bytes_of(other.folder)
    assert lines <= 2 * asked + KILLS * 8, "nothing is asked twice but what was in flight"
    outcomes = one.summary["q1"]["outcome"]
    assert outcomes["parse_error"] > 0 and sum(outcomes.values()) == one.summary["q1"]["overall"]["ans_acc"]["n"]


OWN = """
from memsql.evaluation.sut import Capabilities, Context

class Mine:
    def open(self, namespace, options):
        return Capabilities()
    def ingest(self, records):
        return None
    def ready(self):
        return None
    def context(self, question, as_of, budget):
        if "harbour" in question:
            return Context("")
        RAISES
    def close(self):
        return None
"""


def own_system(folder: Path, raises: str) -> None:
    (folder / "own_system.py").write_text(OWN.replace("RAISES", raises))


def test_a_system_that_fails_is_said_to_fail_and_its_changed_code_is_another_run(
    generated_suite: Path, tmp_path: Path
) -> None:
    base = [sys.executable, "-m", "memsql", "run", "own_system:Mine", "--suite", str(generated_suite)]
    base += ["--runs", str(tmp_path / "runs")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    said = []
    for raises in ("raise SystemExit(3)", "raise KeyError(question[:2])", "raise KeyError(question[:2])"):
        own_system(tmp_path, raises)
        done = subprocess.run(base, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    count = Exam(generated_suite).table("query").height
    assert f"{count} sut_error of {count} queries: " in said[0] and "SystemExit" in said[0] and "KeyError" in said[1]
    assert said[2].startswith("this run is there already, and is not run again")
    assert len(run_folders(tmp_path / "runs")) == 2


def test_a_table_of_the_suite_that_was_changed_is_refused(generated_suite: Path, tmp_path: Path) -> None:
    suite = Path(shutil.copytree(generated_suite, tmp_path / "suite"))
    answer = pl.read_parquet(suite / "answer.parquet")
    answer.with_columns(label=pl.lit("unknown")).write_parquet(suite / "answer.parquet")
    with pytest.raises(DataError, match=r"answer\.parquet: not as manifest\.json has it; make the suite again"):
        Exam(suite).table("answer")


def test_a_system_that_answers_by_itself_is_read_as_a_model_is(generated_suite: Path) -> None:
    exam = Exam(generated_suite)
    ask = next(a for a in exam.asks[exam.scenario_ids[0]] if exam.answer_types[a.ask_id] == "number")
    said: list[dict[str, Any]] = Native(exam, "mine").answer(
        [
            Wanted(ask, '{"label": "answerable", "answer": 12, "cited_event_ids": ["e2", "e1"]}', True),
            Wanted(ask, "twelve", True),
            Wanted(ask, "", True, failed="timeout"),
        ]
    )
    assert [r["outcome"] for r in said] == ["ok", "parse_error", "timeout"]
    assert (said[0]["value_number"], said[0]["cited_event_ids"]) == (12, ["e1", "e2"])
    assert {r["answer_author"] for r in said} == {"mine"}

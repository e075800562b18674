"""The commands: report, score, diagnose, maintain, compare, and what they refuse."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from memsql.cli import app
from memsql.errors import DataError, MemsqlError
from memsql.evaluation.journal import sealed
from memsql.evaluation.repeats import together
from memsql.evaluation.results import RunFolder, run_folders
from tests.evaluation.report.conftest import mostly_wrong, never_wrong, seldom_wrong
from tests.evaluation.report.planted import planted


def memsql(*arguments: object) -> str:
    """What a command prints; its error is raised."""
    done = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture
def at(planted_runs: Path, generated_suite: Path) -> tuple[object, ...]:
    return ("--runs", planted_runs, "--suite", generated_suite)


def test_report_prints_all_runs_and_writes_the_same_bytes_again(at: tuple[object, ...], tmp_path: Path) -> None:
    out = tmp_path / "out"
    said = memsql("report", *at, "--out", out)
    for title in ("Systems", "Invalid runs", "Q1: answer reliability", "Q2: failure diagnosis", "Q3: maintenance"):
        assert f"{title}\n" in said
    assert "by family" not in said and said.count("INVALID") == 2
    first = {p.name: p.read_bytes() for p in out.iterdir()}
    assert sorted(first) == ["report.html", "report.md"]
    assert "alpha (10 records): by family" in memsql("report", *at, "--out", out, "--full")
    assert first == {p.name: p.read_bytes() for p in out.iterdir()}


def test_report_of_named_runs(at: tuple[object, ...], tmp_path: Path) -> None:
    said = memsql("report", "beta", *at, "--out", tmp_path / "out")
    assert "beta" in said and "alpha" not in said and "INVALID" not in said


def test_what_is_no_report_is_not_overwritten(at: tuple[object, ...], tmp_path: Path, planted_runs: Path) -> None:
    (tmp_path / "report.md").write_text("my notes")
    with pytest.raises(MemsqlError, match=r"report\.md: not a report of memsql"):
        memsql("report", "beta", *at, "--out", tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["report.md"] and (tmp_path / "report.md").read_text() == "my notes"
    with pytest.raises(MemsqlError, match="a file stands there"):
        memsql("report", "beta", *at, "--out", tmp_path / "report.md")
    before = sorted((planted_runs / "beta-small-1").iterdir())
    with pytest.raises(MemsqlError, match=r"holds a manifest\.json"):
        memsql("report", "beta", *at, "--out", planted_runs / "beta-small-1")
    assert before == sorted((planted_runs / "beta-small-1").iterdir())


@pytest.mark.parametrize(("key", "value", "what"), [("suite_hash", "0" * 64, "suites"), ("scenario_ids", [], "scenar")])
def test_runs_of_different_questions_are_refused(
    planted_runs: Path, generated_suite: Path, tmp_path: Path, key: str, value: object, what: str
) -> None:
    shutil.copytree(planted_runs / "alpha-small-1", tmp_path / "alpha-small-1")
    shutil.copytree(planted_runs / "beta-small-1", tmp_path / "other-small-1")
    manifest = tmp_path / "other-small-1" / "manifest.json"
    manifest.write_text(json.dumps(sealed({**json.loads(manifest.read_text()), key: value})))
    at = ("--runs", tmp_path, "--suite", generated_suite)
    for command in (("report",), ("compare", "alpha", "other")):
        with pytest.raises(DataError, match=f"different {what}") as refused:
            memsql(*command, *at)
        assert "alpha-small-1" in str(refused.value) and "other-small-1" in str(refused.value)
        assert "\n" not in str(refused.value)
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize(("command", "part"), [("score", "q1"), ("diagnose", "q2"), ("maintain", "q3")])
def test_a_run_scored_again_is_what_it_says(
    at: tuple[object, ...], found: list[RunFolder], command: str, part: str
) -> None:
    assert json.loads(memsql(command, "alpha", *at, "--json")) == found[0].summary[part]
    if command == "maintain":
        assert memsql(command, "alpha", *at).endswith("as the run says\n")


def test_a_changed_score_is_seen(planted_runs: Path, generated_suite: Path, tmp_path: Path) -> None:
    place = tmp_path / "alpha-small-1"
    shutil.copytree(planted_runs / "alpha-small-1", place)
    summary = json.loads((place / "summary.json").read_text())
    summary["q1"]["overall"]["ans_acc"]["value"] = 0.99
    (place / "summary.json").write_text(json.dumps(summary))
    score = pl.read_parquet(place / "score.parquet").with_columns(is_correct=True)
    score.write_parquet(place / "score.parquet")
    at = ("--runs", tmp_path, "--suite", generated_suite)
    for command in (("score", "alpha"), ("report",)):
        with pytest.raises(DataError, match=r"not as the run left it; delete the folder, and run it again"):
            memsql(*command, *at)
    manifest = json.loads((place / "manifest.json").read_text())
    for name in ("summary.json", "score.parquet"):
        digest = hashlib.sha256((place / name).read_bytes()).hexdigest()
        holder = manifest["texts"] if name in manifest["texts"] else manifest["tables"]["score"]
        holder[name if name in manifest["texts"] else "sha256"] = digest
    (place / "manifest.json").write_text(json.dumps(sealed(manifest)))
    with pytest.raises(MemsqlError, match=r"q1\.overall\.ans_acc\.value is .*, the run says 0\.99 \(2 in all\)"):
        memsql("score", "alpha", *at)


def test_an_invalid_run_has_nothing_to_score(at: tuple[object, ...]) -> None:
    for command in (("score",), ("maintain",), ("diagnose",), ("diagnose", "--query", "x")):
        with pytest.raises(MemsqlError, match="the run is INVALID"):
            memsql(*command, "gamma", *at)


def test_one_query_is_diagnosed(at: tuple[object, ...], found: list[RunFolder]) -> None:
    query_id = found[0].table("frontier")[0]["query_id"]
    said = memsql("diagnose", "alpha", "--query", query_id, *at)
    assert said.startswith(f"{query_id}: ") and "FRONTIER: " in said and "gold-evidence recovery: " in said
    data = json.loads(memsql("diagnose", "alpha", "--query", query_id, "--json", *at))
    assert data["query_id"] == query_id and len(data["nodes"]) > 1


def test_differences_say_how_they_are_paired(at: tuple[object, ...], found: list[RunFolder]) -> None:
    rows = json.loads(memsql("compare", "beta", "alpha", *at, "--json"))
    by = {(r["metric"], r["dimension"], r["bin"]): r for r in rows}
    row = by["ans_acc", "all", "all"]
    shares = [pl.DataFrame(found[i].table("score"))["is_correct"].cast(int).mean() for i in (1, 0)]
    assert row["value"] == pytest.approx(shares[0] - shares[1], abs=1e-6)  # type: ignore[operator]
    assert row["is_paired"] and row["first_n"] == row["second_n"] == row["n"]
    nodes = by["class_ungathered", "all", "all"]
    assert not nodes["is_paired"] and nodes["first_n"] != nodes["second_n"]
    assert not any(r["is_paired"] for r in rows if r["dimension"] in ("context_tokens", "context_share"))
    assert all(r["first_n"] == r["second_n"] for r in rows if r["is_paired"])
    said = memsql("compare", "beta", "alpha", *at)
    assert "first: beta-small-1; second: alpha-small-1" in said and "witness_size" not in said
    assert "Paired by scenario alone are measures of which each run has its own n: p_E" in said
    assert "One scenario is one cluster: it gives no interval by scenario." in said
    (line,) = (text for text in said.splitlines() if "class_ungathered" in text and "family" not in text)
    assert line.split()[-3:] == [f"{nodes['first_n']},", str(nodes["second_n"]), "scenario"]


def test_a_report_on_invalid_runs_alone(generated_suite: Path, tmp_path: Path) -> None:
    planted(generated_suite, tmp_path, "omega", never_wrong, invalid="ignores k")
    said = memsql("report", "--runs", tmp_path, "--suite", generated_suite)
    assert "ignores k" in said and "Q1" not in said
    assert "ignores k" in (tmp_path / "report" / "report.html").read_text()


def test_repeats_are_set_together(generated_suite: Path, tmp_path: Path) -> None:
    """Two repeats of one system and one run of another: one table, with their mean and how far they lie apart."""
    sut = {"name": "epsilon", "class": "", "command": [], "options": {}, "is_reference": False}
    for number, wrong in ((1, mostly_wrong), (2, seldom_wrong)):
        planted(generated_suite, tmp_path, f"epsilon{number}", wrong, repeat=number, sut=sut)
    planted(generated_suite, tmp_path, "zeta", seldom_wrong)
    runs = run_folders(tmp_path)
    (sheet,) = together(runs[0].exam(generated_suite), runs)
    first = sheet.rows[0]
    values = [100 * r.summary["q1"]["overall"]["ans_acc"]["value"] for r in runs[:2]]
    assert {row[0] for row in sheet.rows} == {"epsilon (10 records)"} and first[1:3] == [2, "AnsAcc"]
    assert str(first[3]).startswith(f"{sum(values) / 2:.1f} % n ") or f"{sum(values) / 2:.1f} % [" in str(first[3])
    assert first[4:6] == [f"{min(values):.1f}", f"{max(values):.1f}"]
    said = memsql("report", "--runs", tmp_path, "--suite", generated_suite)
    assert "\nRepeats\n" in said and "deviation" in said
    for name in ("report.md", "report.html"):
        assert "Repeats" in (tmp_path / "report" / name).read_text()
    assert together(runs[0].exam(generated_suite), runs[1:]) == []

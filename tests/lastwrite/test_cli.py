"""The command group, as a user has it."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from memsql.cli import app
from memsql.errors import MemsqlError
from tests.lastwrite.conftest import Made, row

SAID = ["The capital of Foo is Old", "The capital of Foo is New", "The head coach of Foo is Ann"]
ASKED = [("What is the capital of Foo?", "Old"), ("And the capital of Foo?", "New")]


@pytest.fixture
def data(made: Made) -> str:
    return str(made(row(SAID, ASKED)))


def printed(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["lastwrite", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_parse(data: str) -> None:
    assert json.loads(printed("parse", "--data", data, "--json")) == [
        {"list": "6k", "statements": 3, "parsed": 2, "unparsed": 1, "head_coach": 1}
    ]
    assert "The head coach of Foo is Ann" in printed("parse", "--data", data, "--unparsed")


def test_resolve(data: str) -> None:
    found = json.loads(printed("resolve", "--data", data, "--list", "6k", "--hop", "single", "--index", "0", "--json"))
    assert [(r["answer"], r["path"]) for r in found] == [("New", "Foo: capital")]
    assert len(json.loads(printed("resolve", "--data", data, "--json"))) == 2
    with pytest.raises(MemsqlError, match='no list "9k"; known are: 6k'):
        printed("resolve", "--data", data, "--list", "9k")


def test_audit_score_and_report(data: str, tmp_path: Path) -> None:
    out = tmp_path / "audit"
    assert "unreachable" in printed("audit", "--data", data, "--out", str(out))
    assert pl.read_parquet(out / "item.parquet")["class"].to_list() == ["unreachable", "solved"]
    assert json.loads(printed("audit", "--data", data, "--out", str(out), "--json"))["solved"]["all"] == 1
    outputs = str(tmp_path / "outputs.jsonl")
    assert "2 outputs of bm25, extractive reader, no model" in printed(
        "run", "--arm", "bm25", "--data", data, "--out", outputs
    )
    scored = json.loads(printed("score", outputs, "--data", data, "--json"))
    assert scored["by_class"][0]["count"] == 2
    assert "all classes" in printed("score", outputs, "--data", data)
    page = tmp_path / "page.html"
    printed("report", "--data", data, "--out", str(page), "--outcomes", outputs)
    assert "extractive reader, no model" in page.read_text(encoding="utf-8")
    assert "2 of 2 agree: 100.0%, kappa 1.000" in printed("agree", *[str(out / "item.parquet")] * 2)


def test_generate(tmp_path: Path) -> None:
    made, fates = tmp_path / "made.json", tmp_path / "fates.jsonl"
    assert "8 rows, 800 questions" in printed("generate", "--out", str(made), "--seed", "2", "--labels", str(fates))
    assert len(fates.read_text().splitlines()) == 800


def test_freeze_compares(data: str) -> None:
    assert printed("freeze", "--check").startswith("frozen: ")
    with pytest.raises(MemsqlError, match="--endpoint and --model belong together"):
        printed("run", "--arm", "bm25", "--data", data, "--out", "x", "--model", "some-model")

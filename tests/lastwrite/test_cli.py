"""The command group, as a user has it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from memsql.cli import app
from memsql.errors import MemsqlError
from memsql.lastwrite.tables import folder
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


def test_the_columns_of_every_table_are_described(data: str, tmp_path: Path) -> None:
    printed("audit", "--data", data, "--out", str(tmp_path))
    page = (folder() / "README.md").read_text(encoding="utf-8")
    for path in sorted(tmp_path.glob("*.parquet")):
        (line,) = (row for row in page.splitlines() if row.startswith(f"| `{path.stem}` |"))
        said = re.sub(r"\([^)]*\)", "", line.split("|")[3])
        assert [name.strip() for name in said.split(",")] == list(pl.read_parquet_schema(path)), path.stem


def test_generate(tmp_path: Path) -> None:
    made, fates = tmp_path / "made.json", tmp_path / "fates.jsonl"
    assert "8 rows, 800 questions" in printed("generate", "--out", str(made), "--seed", "2", "--labels", str(fates))
    assert len(fates.read_text().splitlines()) == 800


def test_freeze_compares(data: str) -> None:
    assert printed("freeze", "--check").startswith("frozen: ")
    with pytest.raises(MemsqlError, match="--endpoint and --model belong together"):
        printed("run", "--arm", "bm25", "--data", data, "--out", "x", "--model", "some-model")


def refused(*arguments: str) -> str:
    with pytest.raises(MemsqlError) as caught:
        CliRunner().invoke(app, ["lastwrite", *arguments], catch_exceptions=False)
    return str(caught.value)


def test_no_command_writes_what_it_reads(data: str, tmp_path: Path) -> None:
    before = Path(data).read_bytes()
    outputs = tmp_path / "outputs.jsonl"
    printed("run", "--arm", "bm25", "--data", data, "--out", str(outputs))
    answered = outputs.read_bytes()
    one = str(tmp_path / "one")
    assert "--out and --labels are one file" in refused("generate", "--out", one, "--labels", one)
    assert "--out and --data are one file" in refused("run", "--arm", "bm25", "--data", data, "--out", data)
    assert "--out and --data are one file" in refused("report", "--data", data, "--out", data)
    given = ("--outcomes", str(outputs), "--out", str(outputs))
    assert f"--out and --outcomes {outputs} are one file" in refused("report", "--data", data, *given)
    given = ("--published", data, "--out", data + "/../" + Path(data).name)
    assert "are one file" in refused("report", "--data", str(outputs), *given)
    part = tmp_path / "new.jsonl.part"
    Path(data).rename(part)
    out = str(tmp_path / "new.jsonl")
    assert "the .part beside --out and --data" in refused("run", "--arm", "bm25", "--data", str(part), "--out", out)
    for name in ("summary.json", "item.parquet", "workbench.parquet"):
        there = part.rename(tmp_path / name)
        assert f"{name} of --out and --data" in refused("audit", "--data", str(there), "--out", str(tmp_path))
        assert there.read_bytes() == before
        part = there
    assert outputs.read_bytes() == answered
    assert sorted(p.name for p in tmp_path.iterdir()) == ["outputs.jsonl", "workbench.parquet"]


def test_resolve_says_what_there_is(data: str) -> None:
    assert refused("resolve", "--data", data, "--list", "7k").endswith('no list "7k"; known are: 6k')
    assert refused("resolve", "--data", data, "--hop", "both").endswith('no questions of hop "both"; known are: single')
    for index in ("2", "-1"):
        said = refused("resolve", "--data", data, "--index", index)
        assert said.endswith(f"no question {index}; questions are counted from 0 to 1")


@pytest.mark.parametrize("seed", ["-1", str(2**63)])
def test_seeds_are_of_64_bits(tmp_path: Path, seed: str) -> None:
    done = CliRunner().invoke(app, ["lastwrite", "generate", "--out", str(tmp_path / "made.json"), "--seed", seed])
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])


def test_scores_and_agreement_say_what_they_rest_on(data: str, tmp_path: Path) -> None:
    outputs = tmp_path / "mine.jsonl"
    outputs.write_text(json.dumps({"set": "sh_6k", "index": 0, "output": "Old", "label": "solved"}))
    assert "taken on trust" in printed("score", str(outputs), "--data", data)
    assert len(json.loads(printed("score", str(outputs), "--data", data, "--json"))["notes"]) == 2
    fates = tmp_path / "fates.jsonl"
    rows = [{"set": "sh_6k", "index": i, "label": label} for i, label in enumerate(("solved", "reachable"))]
    fates.write_text("".join(json.dumps(each) + "\n" for each in rows))
    assert f"Not compared, as the other file has no label for them: 1 of {fates}." in printed(
        "agree", str(outputs), str(fates)
    )

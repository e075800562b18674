"""The command group, as a user has it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from memsql import Scenario, explain
from memsql.cli import app
from memsql.errors import MemsqlError
from memsql.scivalidity.compile import VIEWS
from tests.acceptance.shell import digests

ROWS = "a,outcome_lock,clinical,both,trial\nb,sunk_money,systems,true,trial\n"
COLUMNS = {
    "taskspec": {"taskspec_id", "module", "family", "domain"},
    "world": {"world_id", "taskspec_id", "seed", "variant", "oracle_action"},
    "event": {"world_id", "event_id", "sequence", "type"},
    "state_node": {"world_id", "node_id", "events"},
    "state_edge": {"world_id", "relation", "source", "target", "events"},
    "choice": {"world_id", "action"},
    "view": {"world_id", "view", "text"},
}


def printed(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["scivalidity", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of two TaskSpecs."""
    place = tmp_path_factory.mktemp("catalogue")
    (place / "taskspec.csv").write_text("taskspec_id,family,domain,governing,split\n" + ROWS)
    return place


@pytest.fixture(scope="module")
def generated(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What generate writes of it, two seeds a TaskSpec."""
    out = tmp_path_factory.mktemp("generated") / "one"
    made = json.loads(printed("generate", "--catalogue", str(small), "--seeds", "2", "--out", str(out), "--json"))
    assert (made["taskspecs"], made["worlds"], made["public events"]) == (2, 4, 12)
    return out


def test_generate_writes_the_tables_and_the_same_bytes(small: Path, generated: Path, tmp_path: Path) -> None:
    for name, columns in COLUMNS.items():
        assert columns <= set(pl.read_parquet(generated / f"{name}.parquet").columns)
    again = ("generate", "--catalogue", str(small), "--seeds", "2", "--out", str(tmp_path / "two"))
    assert "every witness checked" in printed(*again)
    assert digests(generated) == digests(tmp_path / "two")


def test_the_engine_explains_an_oracle(generated: Path) -> None:
    world = pl.read_parquet(generated / "world.parquet")
    (status,) = world.filter(pl.col("world_id") == "a-s0")["oracle_action"]
    found = explain(Scenario.load(generated / "scenario"), "a-s0")
    assert found.answer["value_boolean"] is (status == "exploratory")
    assert found.witnesses["event_id"].to_list() == ["a-s0-e1", "a-s0-e2"]


def test_the_columns_of_every_table_are_described(generated: Path) -> None:
    from memsql.scivalidity.taskspec import folder

    page = (folder() / "README.md").read_text(encoding="utf-8")
    for path in generated.glob("*.parquet"):
        (line,) = (row for row in page.splitlines() if row.startswith(f"| `{path.stem}` |"))
        said = re.sub(r"\([^)]*\)|: .*", "", line.split("|")[3])
        assert [name.strip() for name in said.split(",")] == list(pl.read_parquet_schema(path)), path.stem


def test_the_columns_of_a_decision_are_described() -> None:
    from memsql.scivalidity.decisions import COLUMNS as OF_DECISION
    from memsql.scivalidity.taskspec import folder

    page = (folder() / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^`memsql scivalidity run` writes one row a decision: (.*?)\. In opaque", page, re.MULTILINE)
    said = [name.strip() for name in re.sub(r"\([^)]*\)", "", line).split(",")]
    assert sorted(said) == sorted(OF_DECISION)


def test_run_and_score(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs" / "decisions.parquet"
    arguments = ["run", "--plan", "primary", "--catalogue", str(small), "--seeds", "2", "--out", str(out)]
    assert "28 decisions of 1 reader, none of them a model; the paper had 4" in printed(*arguments, "--reader", "state")
    made = json.loads(printed("score", str(out), "--json"))
    assert {row["view"]: row["valid"] for row in made["valid_actions"]}["typed"] == 1.0
    assert "failure patterns" in printed("score", str(out))
    page = tmp_path / "page.html"
    assert "28 decisions" in printed("report", str(out), "--out", str(page))
    text = page.read_text(encoding="utf-8")
    assert "not models" in text
    # One dot a row: three weightings of the contrast, two modules, pairs in two views.
    assert text.count("<circle") == 3 + 2 + 2
    assert "<td>state</td>" in text
    assert "17920" in printed("plans")
    assert sum(row["decisions"] for row in json.loads(printed("plans", "--json"))) == 68_320


def test_audit(small: Path) -> None:
    made = {
        row["view"]: row for row in json.loads(printed("audit", "--catalogue", str(small), "--seeds", "1", "--json"))
    }
    assert (made["typed"]["edge_share"], made["provenance"]["edge_share"]) == (1, 0)
    assert made["typed"]["worlds"] == 4


def test_one_world_pass_by_pass_and_its_prompts(small: Path) -> None:
    given = ["--catalogue", str(small), "--seed", "3"]
    made = json.loads(printed("compile", "a", *given, "--json"))
    (governing,) = (r for r in made["relations"] if r["rule"] == "accessed_early")
    assert governing["because"] == "e1 e2"
    assert made["oracle"] == [{"oracle_action": governing["status"]}]
    printed_tables = printed("compile", "a", *given, "--variant", "counterfactual")
    other = {"exploratory": "confirmatory", "confirmatory": "exploratory"}[governing["status"]]
    assert f"oracle\noracle_action\n-------------\n{other}\n" in printed_tables
    _, *parts = re.split(r"^=== (\w+)\n", printed("views", "a", *given), flags=re.MULTILINE)
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    assert texts["typed"].startswith("REQUEST: ")
    assert f"{{ status : {governing['status']} }} <e1 e2>" in texts["typed"]
    assert set(texts) == set(VIEWS)
    for wrong, message in (
        (["compile", "aa"], 'taskspec "aa": not known; did you mean a'),
        (["compile", "a", "--variant", "originl"], "did you mean original"),
        (["views", "a", "--view", "type"], 'view "type": not known; did you mean typed'),
        (["run", "--plan", "primary", "--out", "x", "--model", "m"], "belong together"),
    ):
        with pytest.raises(MemsqlError, match=message):
            printed(*wrong, *(["--catalogue", str(small)]))

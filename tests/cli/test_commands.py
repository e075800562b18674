"""What the commands say: the cutoff, the scenario of several, what is missing, and refusals of names and forms."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from memsql import MemsqlError, Scenario
from memsql.people.session import open_session
from tests.cli.run import memsql, refusal
from tests.people.histories import WORKED, suite_of_two


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The worked example as a folder with schema and rules of its own."""
    folder = tmp_path / "own"
    shutil.copytree(WORKED, folder)
    (folder / "scenario.toml").unlink()
    for part in ("schema", "rules"):
        shutil.copytree(WORKED.parent.parent / "sql" / part / "worked_example", folder / part)
    return folder


def load_refusal(folder: Path) -> str:
    with pytest.raises(MemsqlError) as caught:
        Scenario.load(folder)
    message = str(caught.value)
    assert "\n" not in message
    return message.replace(f"{folder}/", "")


def test_explain_says_its_cutoff() -> None:
    assert "\ncutoff: end of 2026-08-31\n" in memsql("explain", "q1").stdout
    assert "\ncutoff: 2026-08-01 12:00\n" in memsql("why", "home(vera)", "--at", "2026-08-01T12:00").stdout


def test_several_missing_facts_are_not_said_to_settle_it_one_by_one() -> None:
    one = memsql("explain", "q2").stdout.splitlines()[-1]
    assert one == "missing: trip_complete(vera); an event that completes trip for vera would settle it"
    several = memsql("why", "outside(nobody,grus)", "--at", "2026-08-31").stdout.splitlines()[-4:]
    assert [line.split(";")[0] for line in several[:3]] == [
        "missing: based_in(nobody)",
        "missing: dest(nobody,grus)",
        "missing: trip_complete(nobody)",
    ]
    assert all("; look for an event that " in line for line in several[:3])
    assert several[3] == "3 are missing: one of them alone may not settle it"


def test_a_suite_of_several_scenarios(tmp_path: Path) -> None:
    suite_of_two(tmp_path / "both")
    found = refusal("sql", "from dest", "--scenario", "both", cwd=tmp_path)
    advice = "give the folder of one (--scenario both/here) or its scenario_id"
    assert found == f"both: 2 scenarios; {advice}, known are: here, there"
    one = memsql("sql", "select city from dest where trip = 'grus'", "--scenario", "both/there", "--json", cwd=tmp_path)
    assert json.loads(one.stdout) == [{"city": "halewick"}]
    assert memsql("explain", "tq1", "--scenario", "both", cwd=tmp_path).stdout.startswith("scenario there\n")
    as_json = memsql("explain", "q1", "--scenario", "both", "--json", cwd=tmp_path).stdout
    assert json.loads(as_json)["scenario_id"] == "here"


def test_one_form_at_a_time() -> None:
    done = memsql("explain", "q1", "--as", "text", "--json")
    assert done.returncode == 2
    assert "--json is a form of its own; give one of --as and --json" in done.stderr


def test_an_empty_name_is_no_folder(own: Path) -> None:
    for command in (["gold", ""], ["check", ""]):
        assert refusal(*command, cwd=own).startswith(
            "scenario: an empty name; give a folder (. is this one), or a name"
        )
    for command in (["sql", "select 1", "--scenario", ""], ["sql", "select 1", "--scenario="]):
        assert refusal(*command, cwd=own) == "--scenario: empty; write what it is, or leave it out"
    assert refusal("gold", ".", "--out", "", cwd=own) == "--out: empty; write what it is, or leave it out"
    assert memsql("sql", "select 1", "--scenario", ".", cwd=own).returncode == 0


def test_a_scenario_without_a_folder_of_rules_is_refused(own: Path) -> None:
    assert Scenario.load(own).program.rules
    (own / "rules").rename(own / "rule")
    advice = "with one select a file; it may be empty"
    assert load_refusal(own) == f"rules: missing; make this folder, {advice}"
    (own / "rules").write_text("select 1")
    assert load_refusal(own) == f"rules: no folder; put a folder in its place, {advice}"
    (own / "rules").unlink()
    (own / "rules").mkdir()
    (own / "queries.jsonl").write_text("")
    assert open_session(Scenario.load(own)).sql("select count(*) from dest").rows == [(3,)]


@pytest.mark.parametrize("part", ["rules", "schema"])
def test_a_file_that_cannot_be_read_is_one_line(own: Path, part: str) -> None:
    (own / part / "gone.sql").symlink_to(own / "nowhere")
    assert load_refusal(own) == f"{part}/gone.sql: cannot be read (No such file or directory); check the file"


@pytest.mark.parametrize("part", ["rules", "schema"])
def test_a_folder_that_cannot_be_read_is_one_line(own: Path, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = Path.iterdir

    def denied(path: Path) -> object:
        if path == own / part:
            raise PermissionError(13, "Permission denied", str(path))
        return inside(path)

    monkeypatch.setattr(Path, "iterdir", denied)
    assert load_refusal(own) == f"{part}: cannot be read (Permission denied); check the folder"


def test_a_condition_that_is_too_deep_is_one_line(own: Path) -> None:
    text = (own / "rules" / "outside.sql").read_text()
    for deep in ("not (" * 3000 + "c.nation <> h.nation" + ")" * 3000, " and ".join(["c.nation <> h.nation"] * 3000)):
        (own / "rules" / "outside.sql").write_text(text.replace("c.nation <> h.nation", deep))
        assert "too deep" in load_refusal(own) or "levels deep" in load_refusal(own)


@pytest.mark.parametrize("text", ["select " + "(" * 5000 + "1" + ")" * 5000, "select 1" + " + 1" * 5000])
def test_a_statement_that_is_too_deep_is_one_line(own: Path, text: str) -> None:
    session = open_session(Scenario.load(own))
    with pytest.raises(MemsqlError, match=r"^sql: ") as caught:
        session.sql(text)
    assert "\n" not in str(caught.value)


def test_check_lists_the_relations_of_every_domain(tmp_path: Path, own: Path) -> None:
    both = suite_of_two(tmp_path / "both")
    queries = [json.loads(line) for line in (own / "queries.jsonl").read_text().splitlines()]
    lines = [json.dumps({**q, "query_id": f"own{q['query_id']}"}) for q in queries]
    (own / "queries.jsonl").write_text("\n".join(lines) + "\n")
    (own / "rules" / "away.sql").write_text((own / "rules" / "outside.sql").read_text())
    shutil.move(own, both / "own")
    found = json.loads(memsql("check", str(both), "--json").stdout)
    assert "away" in {r["relation"] for r in found["relations"]}

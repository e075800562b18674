"""Finding the files of a scenario, its configuration, built-in domains, and suites of scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql import resources
from memsql.errors import DataError
from memsql.scenario import load_scenario, load_suite, scenario_folders
from tests.scenario.folder import Folder, event, query


def test_a_folder_without_a_configuration_has_its_own_name(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "vera")
    folder.write("rules/b.sql", "select 1")
    folder.write("rules/a.sql", "select 1")
    folder.write("rules/a.test", "")
    scenario = folder.load()
    assert (scenario.scenario_id, scenario.title, scenario.domain) == ("vera", "vera", "")
    assert (scenario.origin, scenario.licence) == ("", "")
    assert scenario.rule_paths == (folder.path / "rules/a.sql", folder.path / "rules/b.sql")
    assert scenario.folder == folder.path
    assert [d.name for d in scenario.declarations][:2] == ["asked_day", "cap"]


def test_a_configuration_names_and_describes_the_scenario(folder: Folder) -> None:
    folder.write(
        "scenario.toml",
        '\ufeffscenario_id = "s1"\r\ntitle = "Vera\'s trips"\r\nstarts_at = "2026-07-03"\r\n'
        'origin = "ours"\r\nlicence = "Apache-2.0"\r\n',
    )
    folder.write("events.jsonl", [event("e1")])
    scenario = folder.load()
    assert (scenario.scenario_id, scenario.title) == ("s1", "Vera's trips")
    assert (scenario.origin, scenario.licence) == ("ours", "Apache-2.0")


@pytest.fixture
def domain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A scenario of the built-in domain travel, whose sql folder lies in the folder of the test."""
    package = tmp_path / "memsql"
    for path in ("schema/travel/dest.sql", "schema/shop/item.sql"):
        target = package / "_sql" / path
        target.parent.mkdir(parents=True)
        target.write_text(f"create table {target.stem} (a text, primary key (a))")
    rule = package / "_sql/rules/travel/away.sql"
    rule.parent.mkdir(parents=True)
    rule.write_text("select a from dest")
    monkeypatch.setattr(resources, "PACKAGE", package)
    scenario = tmp_path / "scenario"
    scenario.mkdir()
    for name in ("events.jsonl", "queries.jsonl"):
        (scenario / name).write_text("")
    (scenario / "scenario.toml").write_text('title = "a"\ndomain = "travel"\n')
    folder = Folder.__new__(Folder)
    folder.path = scenario
    return folder


def test_a_built_in_domain_is_found_in_an_installed_package(domain: Folder) -> None:
    scenario = domain.load()
    assert scenario.domain == "travel"
    assert [d.name for d in scenario.declarations] == ["dest"]
    assert scenario.rule_paths == (resources.sql_root() / "rules/travel/away.sql",)


def test_a_built_in_domain_is_found_in_a_checkout(domain: Folder) -> None:
    (resources.PACKAGE / "_sql").rename(resources.PACKAGE.parent / "sql")
    assert [d.name for d in domain.load().declarations] == ["dest"]


def test_an_unknown_domain_is_refused(domain: Folder) -> None:
    domain.write("scenario.toml", 'title = "a"\ndomain = "travle"\n')
    assert domain.refusal() == 'scenario.toml:2: unknown domain "travle"; did you mean travel?'
    domain.write("scenario.toml", 'domain = "../x"\n')
    assert domain.refusal() == 'scenario.toml:1: unknown domain "../x"; known are: shop, travel'


def test_own_rules_beside_a_built_in_domain_are_refused(domain: Folder) -> None:
    domain.write("rules/away.sql", "select 1")
    assert domain.refusal() == (
        "rules: a folder beside the built-in domain travel; remove it, or remove domain from scenario.toml"
    )


FORM = "write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, without a zone"
CONFIGURATIONS = [
    ('title = "a"\nscenario = "b"\n', '2: field "scenario" is not known; did you mean scenario_id?'),
    ("title = 3\n", "1: title is 3; write a text in quotes, or leave it out"),
    ('scenario_id = ""\n', '1: scenario_id is ""; write a text in quotes, or leave it out'),
    ('\nstarts_at = "July"\n', f'2: starts_at is "July", no time; {FORM}'),
    ("starts_at = 2026-07-03T10:00:00Z\n", f'1: starts_at is "2026-07-03 10:00:00+00:00", no time; {FORM}'),
    ('title = "a"\ntitle = "b"\n', '2: not TOML (Cannot overwrite a value); write name = "text" lines'),
    (
        "[rules]\n",
        '1: field "rules" is not known; known are: domain, licence, origin, scenario_id, starts_at, title',
    ),
]


@pytest.mark.parametrize(("text", "found"), CONFIGURATIONS)
def test_a_configuration_out_of_form_is_refused(folder: Folder, text: str, found: str) -> None:
    folder.write("scenario.toml", text)
    assert folder.refusal() == f"scenario.toml:{found}"


def test_missing_files_are_refused(folder: Folder) -> None:
    (folder.path / "queries.jsonl").unlink()
    assert folder.refusal() == "queries.jsonl: missing; make this file, with one query a line; it may be empty"
    (folder.path / "queries.jsonl").mkdir()
    one = "with one query a line; it may be empty"
    assert folder.refusal() == f"queries.jsonl: no file; put a file in its place, {one}"
    (folder.path / "events.jsonl").unlink()
    one = "with one event a line; or write events.parquet"
    assert folder.refusal() == f"events.jsonl: missing; make this file, {one}"
    (folder.path / "events.jsonl").symlink_to(folder.path / "nowhere")
    assert folder.refusal() == f"events.jsonl: a link that leads nowhere; make this file, {one}"
    (folder.path / "events.jsonl").unlink()
    (folder.path / "events.jsonl").mkdir()
    assert folder.refusal() == f"events.jsonl: no file; put a file in its place, {one}"
    for path in (folder.path / "schema").iterdir():
        path.unlink()
    one = "a create table for each predicate, one a file"
    assert folder.refusal() == f"schema: no .sql file in it; write {one}"
    (folder.path / "schema").rmdir()
    assert folder.refusal() == f"schema: missing; make this folder, with {one}"
    folder.write("schema", "create table")
    assert folder.refusal() == f"schema: no folder; put a folder in its place, with {one}"


def test_two_files_of_events_are_refused(folder: Folder) -> None:
    folder.write("events.parquet", b"")
    assert folder.refusal() == "events.parquet: events stand in events.jsonl too; keep one of the two files"


def test_a_path_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_scenario(tmp_path / "nowhere")
    assert str(caught.value) == f"{tmp_path}/nowhere: no such folder; give the folder of a scenario"


def test_a_suite_is_one_scenario_or_a_folder_of_them(tmp_path: Path) -> None:
    for name in ("s2", "s10", "s1"):
        Folder(tmp_path / name).write("queries.jsonl", [query(f"{name}_q1")])
    (tmp_path / "notes").mkdir()
    Folder(tmp_path / ".hidden").write("queries.jsonl", [query("not read")])
    (tmp_path / "README.md").write_text("")
    assert [s.scenario_id for s in load_suite(tmp_path)] == ["s1", "s10", "s2"]
    assert [s.scenario_id for s in load_suite(tmp_path / "s2")] == ["s2"]
    assert scenario_folders(tmp_path / "s2/schema/..") == (tmp_path / "s2/schema/..",)


def suite_refusal(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        load_suite(path)
    return str(caught.value).replace(f"{path}/", "")


def test_a_suite_without_scenarios_is_refused(tmp_path: Path) -> None:
    parts = "events.jsonl, queries.jsonl, schema/ and rules/"
    expected = f"no scenario in it; give a folder with {parts}, or one whose subfolders have them"
    assert suite_refusal(tmp_path) == f"{tmp_path}: {expected}"
    expected = "no such folder; give the folder of a scenario, or of several"
    assert suite_refusal(tmp_path / "x") == f"{tmp_path}/x: {expected}"


def test_an_id_that_two_scenarios_of_a_suite_share_is_refused(tmp_path: Path) -> None:
    for name in ("s1", "s2"):
        Folder(tmp_path / name).write("queries.jsonl", [query(f"{name}_q1"), query("q7")])
    assert suite_refusal(tmp_path) == (
        's2/queries.jsonl:2: query "q7" stands in s1/queries.jsonl:2 too; give each query of the suite an id of its own'
    )
    for name in ("s1", "s2"):
        (tmp_path / name / "scenario.toml").write_text('scenario_id = "s"\n')
    assert suite_refusal(tmp_path) == 's2/scenario.toml: scenario_id "s" is that of s1 too; give each its own'

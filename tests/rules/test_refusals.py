"""Every refusal of the rule language has a test; and a mutated rule file is refused in one line, or works."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import memsql
from memsql.errors import DataError, RuleError
from memsql.gold.suite import gold_of
from memsql.rules.parse import parse_rule
from memsql.scenario import load_scenario
from tests.house import ROOT
from tests.rules.evaluate import FILES, caught, refusals

PACKAGE = Path(memsql.__file__).parent
SOURCES = [*sorted((PACKAGE / "rules").glob("*.py")), PACKAGE / "gold" / "counters.py", PACKAGE / "gold" / "keyed.py"]


NO_UTF_8 = b"-- caf\xe9\nselect t.person from trip as t\n"


def raised(path: Path) -> Iterator[tuple[int, int]]:
    """First and last line of every raise of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and node.exc is not None:
            yield node.lineno, node.end_lineno or node.lineno


def test_every_refusal_has_a_test(tmp_path: Path) -> None:
    (tmp_path / "r.sql").write_bytes(NO_UTF_8)
    read = caught(tmp_path, lambda: parse_rule(tmp_path / "r.sql"))
    found = {place for r in [read, *(r for p in FILES for _, r in refusals(p))] if r is not None for place in r.places}
    lacking = [
        f"{path.relative_to(ROOT)}:{first}: no case in tests/rules/refused/ gets this refusal"
        for path in SOURCES
        for first, last in raised(path)
        if not any(file == path.name and first <= line <= last for file, line in found)
    ]
    if lacking:
        pytest.fail("\n".join(lacking), pytrace=False)


def test_a_rule_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "r.sql"
    path.write_bytes(NO_UTF_8)
    with pytest.raises(RuleError) as refused:
        parse_rule(path)
    assert str(refused.value) == f"{path}: not UTF-8 (byte 6); save the file as UTF-8"


def test_a_byte_order_mark_is_no_part_of_a_rule(tmp_path: Path) -> None:
    path = tmp_path / "r.sql"
    path.write_bytes("\ufeff-- title: trips\nselect t.person from trip as t\n".encode())
    assert parse_rule(path).header == {"title": "trips"}


def test_ids_are_unique_in_a_suite(tmp_path: Path) -> None:
    (tmp_path / "schema").mkdir()
    (tmp_path / "schema" / "trip.sql").write_text("create table trip (person text, primary key (person));\n")
    (tmp_path / "events.jsonl").write_text("")
    query = '{"query_id": "q1", "relation": "trip", "key": ["ana"], "cutoff_at": "2026-01-01"}\n'
    (tmp_path / "queries.jsonl").write_text(query)
    (tmp_path / "scenario.toml").write_text('scenario_id = "one"\n')
    one = load_scenario(tmp_path)
    with pytest.raises(DataError) as refused:
        gold_of([one, one], "suite")
    assert str(refused.value) == "suite: scenario one twice; give each its own scenario_id"
    (tmp_path / "scenario.toml").write_text('scenario_id = "two"\n')
    with pytest.raises(DataError) as refused:
        gold_of([one, load_scenario(tmp_path)], "suite")
    assert str(refused.value) == "suite: query q1 in one and two; give each query of a suite its own id"

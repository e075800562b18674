"""Every refusal of the rule language has a test; and a rule file that makes no sense is refused in one line."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import memsql
from memsql.errors import DataError, MemsqlError, RuleError
from memsql.gold.suite import gold_of
from memsql.rules.parse import parse_rule
from memsql.rules.program import compile_program
from memsql.scenario import load_scenario, load_schema
from tests.house import ROOT
from tests.rules.evaluate import FILES, caught, golden, refusals
from tests.rules.golden import write

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
    nested = "(" * 500 + "t.trip = 'a'" + ")" * 500
    paths = [tmp_path / "r.sql", deep(" or ".join(["t.trip = 'a'"] * 200), tmp_path / "long.sql")]
    paths.append(deep(nested, tmp_path / "wrapped.sql"))
    alone = [caught(tmp_path, partial(parse_rule, path)) for path in paths]
    golden_ones = [r for path in FILES for _, r in refusals(path)]
    found = {place for r in [*alone, *golden_ones] if r is not None for place in r.places}
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
    assert str(refused.value) == f"{path}:1: byte 0xe9 is not UTF-8; save the file as UTF-8"


def deep(condition: str, path: Path) -> Path:
    """A rule with this condition."""
    path.write_text(f"select t.person, t.trip from trip as t where {condition}\n", encoding="utf-8")
    return path


def test_a_rule_that_is_nested_too_deeply(tmp_path: Path) -> None:
    long = deep(" or ".join(f"t.trip = 'a{i}'" for i in range(200)), tmp_path / "long.sql")
    with pytest.raises(RuleError) as refused:
        parse_rule(long)
    advice = "name the parts as rules, or write in (..)"
    assert str(refused.value) == f"{long}:1: nested more than 100 levels deep; {advice}"
    wrapped = deep("(" * 500 + "t.trip = 'a'" + ")" * 500, tmp_path / "wrapped.sql")
    with pytest.raises(RuleError) as refused:
        parse_rule(wrapped)
    assert str(refused.value) == f"{wrapped}:1: nested too deeply; name the parts as rules"


def test_a_byte_order_mark_is_no_part_of_a_rule(tmp_path: Path) -> None:
    path = tmp_path / "r.sql"
    path.write_bytes("\ufeff-- title: trips\nselect t.person from trip as t\n".encode())
    assert parse_rule(path).header == {"title": "trips"}


def test_a_header_is_read_in_capitals_and_over_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "r.sql"
    path.write_text(
        "\n-- Title: trips\n--   of a person\n\n-- a remark\n-- KEY: person\nselect t.person from trip as t\n"
    )
    found = parse_rule(path)
    assert (found.header, found.declared_key) == ({"title": "trips of a person"}, ("person",))


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


TOKEN = re.compile(r"'[^']*'|\w+(?:\.\w+)?|<>|<=|>=|[^\s]")
COMMENT = re.compile(r"--.*|/\*.*?\*/")
WORDS = TOKEN.findall(
    "select distinct from inner left asof join on where and or not exists union group by having with recursive "
    "count sum max coalesce least cast in between as ( ) , * + - = <> < 1 'x' null"
)
MUTANTS = 6


def mutated(text: str, chance: random.Random) -> str:
    """A rule with a few of its words dropped, doubled, swapped or replaced."""
    header = "".join(line for line in text.splitlines(keepends=True) if line.startswith("--"))
    words = TOKEN.findall(COMMENT.sub("", text))
    for _ in range(chance.randint(1, 3)):
        here, there = chance.randrange(len(words)), chance.randrange(len(words))
        match chance.randrange(5):
            case 0 if len(words) > 1:
                del words[here]
            case 1:
                words[here:here] = words[here : there + 1]
            case 2:
                words[here], words[there] = words[there], words[here]
            case 3:
                words[here] = words[there]
            case _:
                words[here] = chance.choice(WORDS)
    return header + " ".join(words)


@pytest.mark.parametrize("path", [p for p in FILES if p.parent.name == "language"], ids=lambda p: p.stem)
def test_a_mutated_rule_is_refused_in_one_line_or_works(path: Path, tmp_path: Path) -> None:
    found, chance = golden(path), random.Random(path.stem)
    write(found, tmp_path, found.rules, [])
    declarations, rules = load_schema([tmp_path / "schema"]), sorted((tmp_path / "rules").glob("*.sql"))
    for _ in range(MUTANTS):
        name = chance.choice(sorted(found.rules))
        mutant = tmp_path / "rules" / f"{name}.sql"
        mutant.write_text(mutated(found.rules[name], chance), encoding="utf-8")
        try:
            compile_program(declarations, rules)
        except MemsqlError as error:
            message = str(error)
            assert message.startswith(str(tmp_path)) and "; " in message and "\n" not in message, message
        mutant.write_text(found.rules[name], encoding="utf-8")

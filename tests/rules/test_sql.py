"""The generated SQL, and what the compiler infers, for every domain that ships."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest
import sqlglot
from sqlglot import exp

from memsql.db import Database
from memsql.model import Column
from memsql.rules.build import Statement
from memsql.rules.ground import lift_ground
from memsql.rules.lift import lift
from memsql.rules.lineage import lineage
from memsql.rules.parse import store_view
from memsql.rules.program import Program, compile_program, empty_table, view_text
from memsql.rules.relation import Asked, Ground, Recursion
from memsql.scenario import load_schema
from tests.conftest import FULL
from tests.house import ROOT

SQL = ROOT / "sql"
DOMAINS = sorted(p.name for p in (SQL / "rules").iterdir())
LARGE = ("eduops", "shopops", "tripops")
"""Read back at full depth alone: the shapes of their texts are nearly all those of the smaller domains."""
GRAIN = re.compile(r"one row per \(([^()]+)\)")
DERIVED = re.compile(r"\*\*(\w+)\(([^()]*)\)\*\*(?:, (?:set )?per ([a-z_]+(?:, [a-z_]+)*)[.:])?")
QUOTED = re.compile(r""""(?:[^"]|"")*"|'(?:[^']|'')*'""")
ELSEWHERE = "from tests.rules.test_sql import digest; print(digest('language_tags'), end='')"


@cache
def program(domain: str, is_reversed: bool = False) -> Program:
    """The compiled program of a domain, its files given in one order or the other."""
    paths = sorted((SQL / "rules" / domain).glob("*.sql"), reverse=is_reversed)
    return compile_program(load_schema([SQL / "schema" / domain]), paths)


def statements(found: Program) -> Iterator[Statement]:
    """Every statement that evaluates and explains the relations of a program."""
    for relation in found.relations:
        if isinstance(relation.body, Ground):
            for at_cutoffs in (False, True):
                yield from lift_ground(relation, not at_cutoffs, True, at_cutoffs)
        yield from lift(relation)
        if not isinstance(relation.body, Asked):
            yield from lineage(relation)


@cache
def texts(domain: str, is_reversed: bool = False) -> tuple[tuple[str, str], ...]:
    """What each statement of a domain writes to, and the text of its query."""
    found = statements(program(domain, is_reversed))
    return tuple((f"{s.action} {s.schema}.{s.relation}", s.query.sql("duckdb", copy=False)) for s in found)


def shape(text: str) -> str:
    """A text with every quoted name and every string alike: what decides how it is parsed."""
    return QUOTED.sub(lambda found: found[0][0] * 2, text)


@cache
def of_new_shape(domain: str) -> tuple[str, ...]:
    """The first text of each shape that no domain before this one has."""
    seen = {shape(text) for before in DOMAINS[: DOMAINS.index(domain)] for _, text in texts(before)}
    return tuple({shape(text): text for _, text in reversed(texts(domain)) if shape(text) not in seen}.values())


def digest(domain: str) -> str:
    """One figure for all of them."""
    return hashlib.sha256("\n".join(f"{head}: {query}" for head, query in texts(domain)).encode()).hexdigest()


def test_generated_sql_does_not_depend_on_the_order_of_files() -> None:
    assert texts("language_tags") == texts("language_tags", is_reversed=True)


def test_generated_sql_does_not_depend_on_the_hash_seed() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", ELSEWHERE]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == digest("language_tags")


@pytest.mark.parametrize("domain", DOMAINS if FULL else [d for d in DOMAINS if d not in LARGE])
def test_generated_sql_is_read_back_as_written(domain: str) -> None:
    """One text of each shape in all domains: another with other names is parsed in the same way."""
    for text in of_new_shape(domain):
        once = sqlglot.parse_one(text, read="duckdb").sql("duckdb")
        # sqlglot has spellings of its own, so a text that comes out differently is read once more.
        assert once == text or sqlglot.parse_one(once, read="duckdb").sql("duckdb") == once


def test_writing_a_text_changes_no_tree() -> None:
    """Statement.sql writes without a copy, and a part of one statement may stand in the next."""
    for statement in statements(program("constructs")):
        before = [(type(node), *node.args) for node in statement.query.walk()]
        text = statement.sql()
        assert [(type(node), *node.args) for node in statement.query.walk()] == before
        assert text == statement.sql()


@pytest.mark.parametrize("domain", DOMAINS)
def test_generated_recursion_is_linear(domain: str) -> None:
    """A step reads the working table once, in from: what DuckDB evaluates in time linear in the rows."""
    recursive = [r for r in program(domain).relations if isinstance(r.body, Recursion)]
    generated = [s.query for r in recursive for s in lift(r) if s.query.args.get("with_")]
    assert len(generated) == len(recursive)
    for query in generated:
        (cte,) = query.args["with_"].expressions
        base, *steps = list(cte.this.find_all(exp.Select))
        assert not any(t.name == cte.alias for t in base.find_all(exp.Table))
        for step in steps:
            assert step.args["from_"].this.name == cte.alias
            assert sum(t.name == cte.alias for t in step.find_all(exp.Table)) == 1


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_verbatim_view_is_the_authors_own_text(domain: str) -> None:
    """Each rule runs as it stands over plain tables; only first(..), current(..) and date_trunc are respelt."""
    found, db = program(domain), Database()
    try:
        for relation in found.relations:
            if isinstance(relation.body, Ground | Asked):
                columns = empty_table(Column(n, t) for n, t in relation.types.items())
                db.run(f'create table "{relation.name}" ({columns})')
            elif relation.name in found.rules:
                rule = found.rules[relation.name]
                text = view_text(rule)
                is_respelt = any(store_view(t) for t in rule.tree.find_all(exp.Table))
                if not is_respelt and not rule.tree.find(exp.TimestampTrunc):
                    assert text == rule.path.read_text(encoding="utf-8").rstrip().removesuffix(";")
                db.run(f'create view "{relation.name}" as {text}')
                assert db.rows(f'select * from "{relation.name}"') == []
                assert tuple(db.describe(text)) == tuple(c for c in relation.types)
    finally:
        db.close()


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_inferred_key_is_the_grain_of_the_header(domain: str) -> None:
    unlike = {}
    for name, rule in program(domain).rules.items():
        match = GRAIN.fullmatch(rule.header["grain"])
        assert match, rule.path
        if (key := program(domain).by_name[name].signature.key) != tuple(match[1].split(", ")):
            unlike[name] = key
    assert not unlike


def test_keys_and_scopes_are_those_that_the_scenario_describes() -> None:
    """data/constructs/README.md says of every derived relation what its key is, and per what its rows are known."""
    text = (ROOT / "data" / "constructs" / "README.md").read_text(encoding="utf-8")
    described = {m[1]: m for m in DERIVED.finditer(text)}
    found = program("constructs")
    assert described.keys() == found.rules.keys()
    for name, match in described.items():
        signature = found.by_name[name].signature
        key, _, value = match[2].partition(" -> ")
        assert (name, signature.key) == (name, tuple(key.split(", ")))
        assert (name, signature.value) == (name, tuple(value.split(", ")) if value else ())
        if match[3]:
            assert (name, signature.scope) == (name, tuple(match[3].split(", ")))

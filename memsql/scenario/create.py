"""Parse the one ``create table`` of a schema file, and check the names in it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError, TokenError
from sqlglot.tokenizer_core import Token

from memsql.errors import SchemaError, at, shown
from memsql.scenario.words import RESERVED

CONSTRAINTS = ("primary", "foreign", "unique", "check", "constraint")
ADVICE = "write create table name (column type, ..., primary key (column, ...))"
KEY_ADVICE = "write primary key (...) over what a question gives"


class Table(NamedTuple):
    """The name of a table, and its columns and constraints as sqlglot reads them."""

    name: exp.Identifier
    parts: list[exp.Expr]


def refused(where: str, found: str, advice: str) -> SchemaError:
    """Return the error with the one line that a person reads."""
    return SchemaError(f"{where}: {found}; {advice}")


def line_of(node: exp.Expr, default: int = 1) -> int:
    """Return the line of the first name in ``node``, or ``default`` where sqlglot kept none."""
    return min((int(n.meta["line"]) for n in node.walk() if "line" in n.meta), default=default)


def check_name(what: str, name: exp.Expr, path: Path) -> str:
    """Return the name of a relation or column; refuse one that does not parse as it stands, everywhere."""
    where, text = at(path, line_of(name)), name.name
    if not isinstance(name, exp.Identifier):
        raise refused(where, f"{what} {shown(name.sql('duckdb'))} is no name", "use letters, digits and _")
    if name.quoted:
        raise refused(where, f"{what} {shown(text)} is quoted", "choose a name that needs no quotes")
    if text != text.lower():
        raise refused(where, f"{what} {text} has upper case", f"write {text.lower()}")
    if text.startswith("_"):
        raise refused(where, f"{what} {text} starts with _, which is kept for the engine", "rename it")
    if text in RESERVED:
        raise refused(where, f"{what} {text} is a reserved word", "rename it")
    if not text.isidentifier():
        raise refused(where, f"{what} {shown(text)} is no name", "use letters, digits and _")
    return text


def create_table(path: Path, text: str) -> Table:
    """Return the parts of the one statement of a file with this text.

    Raises SchemaError where the file does not parse, holds another statement or more than one, or where the
    statement says more than a name, columns and constraints.
    """
    statements = _statements(path, text)
    if not statements:
        raise refused(at(path, 1), "no statement", ADVICE)
    if len(statements) > 1:
        line = line_of(statements[1])
        raise refused(at(path, line), "a second statement", "give each table a file of its own")
    made = statements[0]
    if not isinstance(made, exp.Create) or made.kind != "TABLE" or made.expression is not None:
        raise refused(at(path, line_of(made)), "not a declaration of columns", ADVICE)
    schema = made.this
    if not isinstance(schema, exp.Schema):
        raise refused(at(path, line_of(made)), "no columns", ADVICE)
    table = schema.this
    extras = [made.args.get(a) for a in ("exists", "replace", "properties", "clone")]
    if any(extras) or table.args.get("db") or not isinstance(table.this, exp.Identifier):
        raise refused(at(path, line_of(table)), "more than a bare create table", ADVICE)
    return Table(table.this, schema.expressions)


def _statements(path: Path, text: str) -> list[exp.Expr]:
    """Parse the file; a comment after the last semicolon is no statement."""
    try:
        tokens = _tokens(text)
        _refuse_by_tokens(tokens, path)
        parsed = _parsed(text)
    except ParseError as problem:
        first = problem.errors[0] if problem.errors else {}
        found = f"not SQL near {shown(str(first.get('highlight') or ''))}"
        raise refused(at(path, first.get("line")), found, ADVICE) from None
    except TokenError:
        raise refused(at(path, 1), "not SQL (an unclosed quote or comment)", "close it") from None
    return [s for s in parsed if s is not None and not isinstance(s, exp.Semicolon)]


# The scenarios of a domain have the same few files: they are read each time, and parsed once.
@lru_cache(maxsize=256)
def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(sqlglot.tokenize(text, read="duckdb"))


@lru_cache(maxsize=256)
def _parsed(text: str) -> tuple[exp.Expr | None, ...]:
    """The statements of a text, which nobody changes: every reader of the same text gets these."""
    with _quiet():
        return tuple(Dialect.get_or_raise("duckdb").parser().parse(list(_tokens(text)), text))


def _refuse_by_tokens(tokens: Sequence[Token], path: Path) -> None:
    """Refuse a reserved word in the place of a name, and an empty key.

    sqlglot does not parse some of these words, and takes others for a function or a constant.
    """
    depth = 0
    for before, token in pairwise(tokens):
        depth += {"(": 1, ")": -1}.get(before.text, 0)
        word = token.text.lower()
        if (before.text, word) == ("(", ")") and depth == 2:
            raise refused(at(path, token.line), "the primary key is empty", KEY_ADVICE)
        if word not in RESERVED:
            continue
        if depth == 0 and before.text.lower() == "table" and word != "if":
            raise refused(at(path, token.line), f"relation {word} is a reserved word", "rename it")
        if depth == 1 and before.text in {"(", ","} and word not in CONSTRAINTS:
            raise refused(at(path, token.line), f"column {word} is a reserved word", "rename it")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep sqlglot from printing that it does not know a statement: the refusal says so, and where."""
    logger = logging.getLogger("sqlglot")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)

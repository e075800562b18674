"""Parse the one ``create table`` of a schema file, and check the names in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from sqlglot import exp
from sqlglot.tokenizer_core import Token

from memsql.errors import SchemaError, at, shown
from memsql.scenario.statements import line_of, statements, tokens
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
    _refuse_by_tokens(tokens(path, text, SchemaError), path)
    found = statements(path, text, SchemaError, ADVICE, ADVICE)
    if not found:
        raise refused(at(path, 1), "no statement", ADVICE)
    if len(found) > 1:
        line = line_of(found[1])
        raise refused(at(path, line), "a second statement", "give each table a file of its own")
    made = found[0]
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


def _refuse_by_tokens(words: Sequence[Token], path: Path) -> None:
    """Refuse a reserved word in the place of a name, and an empty key.

    sqlglot does not parse some of these words, and takes others for a function or a constant.
    """
    depth = 0
    for before, token in pairwise(words):
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

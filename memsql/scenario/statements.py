"""Read the statements of a SQL file of a scenario: a declaration or a rule, parsed as DuckDB's by sqlglot."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlglot
from sqlglot import exp
from sqlglot.errors import ParseError, TokenError
from sqlglot.tokenizer_core import Token

from memsql.errors import MemsqlError, at, shown, steering
from memsql.scenario.lines import read_text

LAYOUT = str.maketrans("", "", "\t\r")
"""Control signs that lay out a line of SQL."""
PARTS = re.compile(
    r"""--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?P<body>\$\w*\$).*?(?P=body)|(?P<open>['"]|\$\w*\$|/\*)|.""",
    re.DOTALL,
)
"""Comments and quoted texts that end, whatever else; ``open`` is the beginning of one that does not end."""
NESTED = 20
"""Brackets inside brackets from which on they are what is too deep, and not something else."""


def read_sql(path: Path, error: type[MemsqlError]) -> str:
    """Return the text of a SQL file. Raises ``error`` as `read_text`, and for a control sign, naming its line."""
    text = read_text(path, error)
    if steering(text.translate(LAYOUT).replace("\n", "")):
        for line, content in enumerate(text.translate(LAYOUT).split("\n"), start=1):
            if sign := steering(content):
                raise error(f"{at(path, line)}: the control sign {sign}; take it out, and save the file as plain text")
    return text


def statements(path: Path, text: str, error: type[MemsqlError], advice: str, deep: str) -> list[exp.Expr]:
    """Return the statements of a text; a comment behind the last semicolon is none.

    Raises ``error``, with the line, where it is no SQL (``advice`` says what to write instead), and where it is nested
    more deeply than sqlglot can follow (``deep`` does).
    """
    try:
        with _quiet():
            parsed = sqlglot.parse(text, read="duckdb")
    except ParseError as problem:
        first = problem.errors[0] if problem.errors else {}
        near = shown(str(first.get("highlight") or "").strip(), 40)
        raise error(f"{at(path, first.get('line'))}: not SQL near {near}; {advice}") from None
    except TokenError:
        raise _unclosed(path, text, error) from None
    except RecursionError:
        raise error(f"{at(path, _deepest(text))}: nested too deeply; {deep}") from None
    return [s for s in parsed if s is not None and not isinstance(s, exp.Semicolon)]


def tokens(path: Path, text: str, error: type[MemsqlError]) -> list[Token]:
    """Return the words of a text. Raises ``error`` where a quote or a comment does not end."""
    try:
        return sqlglot.tokenize(text, read="duckdb")
    except TokenError:
        raise _unclosed(path, text, error) from None


def line_of(node: exp.Expr) -> int:
    """Return the line of the file on which ``node`` starts, or what it stands in (1 where sqlglot kept none)."""
    place: exp.Expr | None = node
    while place is not None:
        lines = [int(n.meta["line"]) for n in place.walk() if "line" in n.meta]
        if lines:
            return min(lines)
        place = place.parent
    return 1


def _unclosed(path: Path, text: str, error: type[MemsqlError]) -> MemsqlError:
    """The error with the line on which a quote or a comment begins that does not end."""
    start = next((part.start() for part in PARTS.finditer(text) if part["open"]), 0)
    line = text.count("\n", 0, start) + 1
    return error(f"{at(path, line)}: not SQL (an unclosed quote or comment); close it")


def _deepest(text: str) -> int:
    """The line on which brackets begin to be nested deeply; that of the most words where they are not."""
    words = sqlglot.tokenize(text, read="duckdb")
    depth = 0
    for word in words:
        depth += {"(": 1, ")": -1}.get(word.text, 0)
        if depth > NESTED:
            return word.line
    return Counter(word.line for word in words).most_common(1)[0][0]


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

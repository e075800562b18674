"""Read one rule file: its header, its declared key and scope, and its SELECT as a sqlglot tree."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlglot
from sqlglot import exp
from sqlglot.errors import ParseError, TokenError

from memsql.errors import RuleError, at
from memsql.model import View

HEADER = re.compile(r"^--\s*([a-z][a-z ]*):\s*(.*)$")
DEPTH = 100
FIELDS = ("title", "grain", "source", "reads as", "key", "scope", "maximum", "why")


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule as its author wrote it. ``header`` maps title, grain, source, reads as, why to their text.

    ``declared_key``: the line ``key``. ``maximum``: counters of a recursion whose bound is meant, not a guard.
    """

    name: str
    path: Path
    text: str
    header: dict[str, str]
    declared_key: tuple[str, ...] | None
    declared_scope: tuple[str, ...] | None
    tree: exp.Query
    maximum: tuple[str, ...] = ()


def line_of(node: exp.Expr) -> int:
    """Return the line of the file on which ``node`` starts, or what it stands in (1 where sqlglot kept none)."""
    place: exp.Expr | None = node
    while place is not None:
        lines = [int(n.meta["line"]) for n in place.walk() if "line" in n.meta]
        if lines:
            return min(lines)
        place = place.parent
    return 1


def store_view(table: exp.Table) -> View | None:
    """The view of the store that a FROM item reads, if any."""
    found = table.this
    if isinstance(found, exp.First):
        return View.FIRST
    is_current = isinstance(found, exp.Anonymous) and str(found.this).lower() == View.CURRENT
    is_one = is_current and len(found.expressions) == 1 and isinstance(found.expressions[0], exp.Column)
    return View.CURRENT if is_one else None


def relation_name(table: exp.Table) -> str:
    """Return the relation that a FROM item names; ``first(dest)`` is ``first_dest``."""
    view = store_view(table)
    if view is None:
        return str(table.name)
    return f"{view.prefix}{(table.this.this if view is View.FIRST else table.this.expressions[0]).name}"


def parse_rule(path: Path) -> RuleFile:
    """Read the rule in ``path``; the file's stem is the relation's name.

    Raises RuleError where the file is not UTF-8, not one statement, or not SQL.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleError(f"{at(path)}: not UTF-8 (byte {error.start}); save the file as UTF-8") from None
    header = _header(text)
    key, scope, maximum = (_columns(header, field) for field in ("key", "scope", "maximum"))
    return RuleFile(path.stem, path, text, header, key, scope, _tree(path, text), maximum or ())


def _columns(header: dict[str, str], field: str) -> tuple[str, ...] | None:
    """Take the columns that a field lists out of the header; None where the field is not there."""
    found = header.pop(field, None)
    return tuple(c.strip() for c in found.split(",")) if found is not None else None


def _header(text: str) -> dict[str, str]:
    """Return the fields of the leading comment; a field goes on over the comment lines that follow it."""
    found: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        match = HEADER.match(line)
        if match and match[1] in FIELDS:
            last = match[1]
            found[last] = match[2].strip()
        elif last:
            found[last] = f"{found[last]} {line[2:].strip()}".strip()
    return found


def _tree(path: Path, text: str) -> exp.Query:
    """Parse the one statement of the file."""
    try:
        with _quiet():
            trees = [t for t in sqlglot.parse(text, read="duckdb") if t is not None]
    except ParseError as error:
        first = error.errors[0] if error.errors else {}
        line, near = first.get("line"), str(first.get("highlight") or "").strip()
        raise RuleError(f"{at(path, line)}: not SQL near {near!r}; write one bare select") from None
    except RecursionError:
        raise RuleError(f"{at(path)}: nested too deeply; name the parts as rules") from None
    except TokenError:
        raise RuleError(f"{at(path)}: not SQL (an unclosed quote or comment); close it") from None
    if not trees:
        raise RuleError(f"{at(path)}: no statement; write one bare select")
    if len(trees) > 1:
        raise RuleError(f"{at(path, line_of(trees[1]))}: a second statement; keep one select a file")
    tree = trees[0]
    if not isinstance(tree, exp.Select | exp.SetOperation):
        what = tree.key.upper() if not isinstance(tree, exp.Command) else str(tree.this).upper()
        raise RuleError(f"{at(path, line_of(tree))}: found {what}; a rule is one bare select")
    if _is_deep(tree):
        raise RuleError(f"{at(path)}: nested more than {DEPTH} levels deep; name the parts as rules, or write in (..)")
    for node in tree.walk():
        node.comments = None  # a column with a remark is the same column
    _date_from_date(tree)
    return tree


def _date_from_date(tree: exp.Query) -> None:
    """Make ``date_trunc`` of a date a date: DuckDB's own is a timestamp."""
    for node in list(tree.find_all(exp.TimestampTrunc)):
        if not isinstance(node.parent, exp.Cast):
            node.replace(exp.cast(node.copy(), exp.DType.DATE, dialect="duckdb"))


def _is_deep(tree: exp.Expr) -> bool:
    """Whether the tree has more levels than the compiler, which descends level by level, can take."""
    level = [tree]
    for _ in range(DEPTH):
        level = [child for node in level for child in node.iter_expressions()]
        if not level:
            return False
    return True


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

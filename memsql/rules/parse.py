"""Read one rule file: its header, its declared key and scope, and its SELECT as a sqlglot tree."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from sqlglot import exp

from memsql.errors import RuleError, at, shown
from memsql.model import View
from memsql.scenario.statements import line_of, read_sql, statements

HEADER = re.compile(r"^--\s*([A-Za-z][A-Za-z ]*):\s*(.*)$")
SLOT = re.compile(r"\{(\w*)\}")
"""Where the sentence of ``reads as`` takes the value of a column."""
DEPTH = 100
FIELDS = ("title", "grain", "source", "reads as", "key", "scope", "maximum", "why")
MEANINGS = ("key", "scope", "maximum")
"""Fields that change what a rule means."""


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


def store_view(table: exp.Table) -> View | None:
    """The view of the store that a FROM item reads, if any."""
    found = _view_of(table)
    return found[0] if found is not None else None


def relation_name(table: exp.Table) -> str:
    """Return the relation that a FROM item names; ``first(dest)`` is ``first_dest``."""
    found = _view_of(table)
    return f"{found[0].prefix}{found[1]}" if found is not None else str(table.name)


def _view_of(table: exp.Table) -> tuple[View, str] | None:
    """View and relation of ``first(dest)`` and ``current(program)``: a bare name between the brackets, nothing more."""
    function = table.this
    if isinstance(function, exp.First):
        view, given = View.FIRST, [function.this, function.args.get("expression")]
    elif isinstance(function, exp.Anonymous) and str(function.this).lower() == View.CURRENT:
        view, given = View.CURRENT, function.expressions
    else:
        return None
    names = [g for g in given if g is not None]
    is_one = len(names) == 1 and isinstance(names[0], exp.Column) and not names[0].table
    return (view, str(names[0].name)) if is_one else None


def parse_rule(path: Path) -> RuleFile:
    """Read the rule in ``path``; the file's stem is the relation's name.

    Raises RuleError, with the line, where the file cannot be read, is not plain text in UTF-8, not SQL, or not one
    statement.
    """
    text = read_sql(path, RuleError)
    header = _header(path, text)
    key, scope, maximum = (_columns(header, field) for field in MEANINGS)
    return RuleFile(path.stem, path, text, header, key, scope, _tree(path, text), maximum or ())


def _columns(header: dict[str, str], field: str) -> tuple[str, ...] | None:
    """Take the columns that a field lists out of the header; None where the field is not there."""
    found = header.pop(field, None)
    return tuple(c.strip().lower() for c in found.split(",")) if found is not None else None


def _header(path: Path, text: str) -> dict[str, str]:
    """Return the fields of the comments before the statement; a field goes on over the comment lines that follow it.

    Raises RuleError for a field that stands there twice, and for a misspelt one that would change what the rule means.
    """
    found: dict[str, str] = {}
    last = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            last = ""
            continue
        if not line.startswith("--"):
            break
        match = HEADER.match(line.rstrip())
        name = match[1].lower().strip() if match else ""
        if match and name in FIELDS:
            if name in found:
                raise RuleError(f"{at(path, number)}: header line {name} stands there twice; keep one")
            last = name
            found[last] = match[2].strip()
        elif close := get_close_matches(name, MEANINGS, n=1):
            raise RuleError(f"{at(path, number)}: header line {name} is not read; did you mean {close[0]}?")
        elif last:
            found[last] = f"{found[last]} {line[2:].strip()}".strip()
    return found


def _tree(path: Path, text: str) -> exp.Query:
    """Parse the one statement of the file."""
    trees = statements(path, text, RuleError, "write one bare select", "name the parts as rules")
    if not trees:
        raise RuleError(f"{at(path, 1)}: no statement; write one bare select")
    if len(trees) > 1:
        raise RuleError(f"{at(path, line_of(trees[1]))}: a second statement; keep one select a file")
    tree = trees[0]
    if not isinstance(tree, exp.Select | exp.SetOperation):
        what = tree.key.upper() if not isinstance(tree, exp.Command) else str(tree.this).upper()
        raise RuleError(f"{at(path, line_of(tree))}: found {what}; a rule is one bare select")
    if (line := _too_deep(tree)) is not None:
        found = f"nested more than {DEPTH} levels deep"
        raise RuleError(f"{at(path, line)}: {found}; name the parts as rules, or write in (..)")
    for node in tree.walk():
        node.comments = None  # a column with a remark is the same column
    _in_lower_case(path, tree)
    _date_from_date(tree)
    return tree


def _in_lower_case(path: Path, tree: exp.Query) -> None:
    """Names in lower case, as those of the schema are: to SQL ``A`` and ``a`` are one. Raises RuleError for a name
    that has to be quoted.
    """
    for name in tree.find_all(exp.Identifier):
        is_relation = isinstance(name.parent, exp.Table)  # one that is not declared is refused with more to say
        if not is_relation and not name.name.isidentifier():
            raise RuleError(f"{at(path, line_of(name))}: {shown(name.name)} is no name; use letters, digits and _")
        name.set("this", name.name.lower())


def _date_from_date(tree: exp.Query) -> None:
    """Make ``date_trunc`` of a date a date: DuckDB's own is a timestamp."""
    for node in list(tree.find_all(exp.TimestampTrunc)):
        if not isinstance(node.parent, exp.Cast):
            node.replace(exp.cast(node.copy(), exp.DType.DATE, dialect="duckdb"))


def _too_deep(tree: exp.Expr) -> int | None:
    """The line where the tree has more levels than the compiler, which descends level by level, can take, if any."""
    level = [tree]
    for _ in range(DEPTH):
        level = [child for node in level for child in node.iter_expressions()]
        if not level:
            return None
    return min(line_of(node) for node in level)

"""Take a context apart: one heading line, then ``N. statement.`` with N counting up from 0."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memsql.errors import DataError

NUMBERED = re.compile(r"(\d+)\. ?(.*)", re.DOTALL)
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Statement:
    """One numbered statement; ``text`` without the dot that belongs to the format (``Washington, D.C.`` keeps its own).

    ``number`` is its place in the list, which is its time: the greater one is newer.
    """

    number: int
    text: str


def statements(context: str, where: str) -> tuple[str, tuple[Statement, ...]]:
    """Return the heading (empty where there is none) and the statements.

    Lines end in LF or CRLF; empty lines at the end are nothing. Raises DataError where a line has no number, or
    the numbers leave one out, repeat one or go back: the order of such a list would be a guess.
    """
    lines = [line.removesuffix("\r") for line in context.removeprefix("\ufeff").split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    heading = lines.pop(0) if lines and not NUMBERED.fullmatch(lines[0]) else ""
    first = 2 if heading else 1
    made: list[Statement] = []
    for line_number, line in enumerate(lines, start=first):
        place = f"{where}, line {line_number} of the context"
        found = NUMBERED.fullmatch(line)
        if found is None:
            raise DataError(f"{place}: {line[:SHOWN]!r} has no number; a line is `N. statement.`")
        wanted = len(made)
        if found[1] != str(wanted):
            what = "repeats or goes back" if int(found[1]) < wanted else "leaves one out"
            raise DataError(f"{place}: number {found[1]} {what}, {wanted} is due; number the statements from 0 on")
        text = found[2].strip()
        if not text.removesuffix("."):
            raise DataError(f"{place}: number {found[1]} says nothing; write the statement or leave the line out")
        made.append(Statement(wanted, text.removesuffix(".").strip()))
    if not made:
        raise DataError(f"{where}: no numbered statement in the context; lines like `0. statement.` are needed")
    return heading, tuple(made)

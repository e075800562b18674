"""The lines of the issues: each is a function that returns its figure, or raises.

    @line("2.1a", "a clean clone makes gold in under 3 minutes", command="make gold")
    def gold_in_a_clean_clone() -> str:
        return f"{seconds:.0f} s"

The id is issue, point, and a letter where a point says several things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Check = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an issue, the command that shows it, and the function that runs it."""

    line_id: str
    text: str
    command: str
    check: Check

    @property
    def order(self) -> tuple[int, int, str]:
        """2.9 before 2.10."""
        issue, point, letter = parts(self.line_id)
        return int(issue), int(point), letter


def parts(line_id: str) -> tuple[str, str, str]:
    """Issue, point and letter of an id; ValueError where it is none."""
    found = re.fullmatch(r"(\d+)\.(\d+)([a-z]?)", line_id)
    if found is None:
        raise ValueError(f"{line_id}: no id of a line; write issue.point and a letter, as in 2.3 or 2.3a")
    return found[1], found[2], found[3]


LINES: dict[str, Line] = {}


def line(line_id: str, text: str, *, command: str) -> Callable[[Check], Check]:
    """Register the function below as a line."""
    parts(line_id)
    if line_id in LINES:
        raise ValueError(f"{line_id}: two lines with this id; give the second the next letter")

    def register(check: Check) -> Check:
        LINES[line_id] = Line(line_id, text, command, check)
        return check

    return register


def chosen(only: Sequence[str] = (), without: Sequence[str] = ()) -> list[Line]:
    """The lines in order: all, or those that ``only`` names, less those that ``without`` names.

    A name is an issue (``2``), a point (``2.3``) or a line (``2.3a``).
    """
    lines = sorted(LINES.values(), key=lambda each: each.order)
    return [each for each in lines if (not only or _is_named(each, only)) and not _is_named(each, without)]


def _is_named(line: Line, names: Sequence[str]) -> bool:
    issue, point, _ = parts(line.line_id)
    return not {issue, f"{issue}.{point}", line.line_id}.isdisjoint(names)

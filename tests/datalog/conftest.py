"""What the conformance run prints at the end: how many cases passed in which way, and what is outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .cases import EXISTENTIAL, LEFT_OUT, PACKAGE
from .expected import VERDICT

WAYS = {
    "direct": "passed as they are",
    "rewritten": "passed after a rewriting of their recursion",
    "refused": "refused, as the case demands",
    "aggregate": "passed, programs of Nemo on aggregates, strata and negation that the package does not have",
}


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the verdicts that tests recorded under ``datalog`` as (way, what, note)."""
    passed = list(_verdicts(terminalreporter.stats.get("passed", [])))
    outside = list(_verdicts(terminalreporter.stats.get("skipped", [])))
    if not passed and not outside:
        return
    write = terminalreporter.write_line
    terminalreporter.section(f"Datalog conformance ({PACKAGE})")
    for way, meaning in WAYS.items():
        write(f"{sum(v[0] == way for v in passed):4d} {meaning}")
    write(f"{len(outside):4d} outside the rule language")
    for way, what, note in (*passed, *outside):
        if note:
            write(f"     {way}: {what}: {note}")
    write(f"     read as Nemo does (a free variable under not: there is none): {', '.join(EXISTENTIAL)}")
    write(f"     not run (more than 5,000 facts a program): {', '.join(LEFT_OUT)}")


def _verdicts(reports: list[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the recorded verdicts of reports."""
    for report in reports:
        for name, value in getattr(report, "user_properties", []):
            if name == VERDICT:
                yield tuple(value)


@pytest.fixture(scope="session")
def program_answers() -> dict[str, Any]:
    """Answers by program: the cases that ask different relations of one program evaluate it once."""
    return {}

"""Run every line of every issue and print the table line / command / figure (``make acceptance``)."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.acceptance.registry import Line, chosen


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one line: its figure, or the first line of what went wrong, and all of it."""

    line: Line
    figure: str
    trouble: str
    seconds: float


def run_line(line: Line) -> Outcome:
    """Run one line; whatever it raises is its failure, and the next one still runs."""
    started = time.monotonic()
    figure = trouble = ""
    try:
        figure = line.check()
    except Exception as error:
        trouble = f"{type(error).__name__}: {error}"
        figure = f"FAILED {(str(error) or type(error).__name__).splitlines()[0]}"
    return Outcome(line, figure, trouble, time.monotonic() - started)


def table(outcomes: list[Outcome]) -> Table:
    """The table, failures in red."""
    made = Table(show_lines=True, title="Acceptance")
    made.add_column("line", no_wrap=True)
    made.add_column("what has to be so", ratio=3, overflow="fold")
    made.add_column("command", ratio=3, overflow="fold")
    made.add_column("figure", ratio=3, overflow="fold")
    made.add_column("seconds", justify="right", no_wrap=True)
    for done in outcomes:
        style = "red" if done.trouble else None
        made.add_row(
            done.line.line_id,
            done.line.text,
            done.line.command,
            done.figure,
            f"{done.seconds:.1f}",
            style=style,
        )
    return made


def console() -> Console:
    """The terminal, or 140 columns where there is none; texts of errors are no markup."""
    out = Console(markup=False, highlight=False)
    return out if out.is_terminal else Console(markup=False, highlight=False, width=140)


def load_issues() -> None:
    """Import every issue_<n>.py beside this file: importing registers its lines."""
    for path in sorted(Path(__file__).parent.glob("issue_*.py")):
        importlib.import_module(f"tests.acceptance.{path.stem}")


def main(arguments: list[str] | None = None) -> int:
    """Run what was chosen; 1 where a line fails, 2 where none was chosen."""
    parser = argparse.ArgumentParser(prog="python -m tests.acceptance.run")
    parser.add_argument("--only", nargs="*", default=[], help="issues (2), points (2.3), lines (2.3a)")
    parser.add_argument("--without", nargs="*", default=[], help="the same; they are not run, and that is said")
    given = parser.parse_args(arguments)
    load_issues()
    lines = chosen(given.only, given.without)
    for name in (*given.only, *given.without):
        if not chosen([name]):
            print(f"{name}: no line of this id", file=sys.stderr)
            return 2
    out = console()
    outcomes = []
    for line in lines:
        outcomes.append(run_line(line))
        out.print(f"{line.line_id:6} {outcomes[-1].seconds:6.1f} s  {outcomes[-1].figure}")
        if outcomes[-1].trouble:
            out.print(outcomes[-1].trouble)
    out.print()
    out.print(table(outcomes))
    failed = [done.line.line_id for done in outcomes if done.trouble]
    left_out = [line.line_id for line in chosen(given.only) if line not in lines]
    held = f"{len(outcomes) - len(failed)} of {len(outcomes)} lines hold"
    out.print(held + (f"; not: {failed}" if failed else "") + (f"; not run: {left_out}" if left_out else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

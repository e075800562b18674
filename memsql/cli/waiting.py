"""A bar for each stage of a run, with the time left, and what an endpoint has not answered yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

if TYPE_CHECKING:
    from memsql.evaluation.answering import Outstanding


class Bars:
    """The bars of one run; on no terminal, a line when an endpoint fails in a new way, so that nobody waits blindly."""

    def __init__(self, name: str, bar: Progress) -> None:
        self._name, self._bar = name, bar
        self._tasks: dict[str, TaskID] = {}
        self._last: TaskID | None = None
        self._told: set[str] = set()

    def report(self, stage: str, done: int, total: int) -> None:
        """Of a stage so many are done."""
        if stage not in self._tasks:
            self._tasks[stage] = self._bar.add_task(f"{self._name}: {stage}", total=total or None, waiting="")
        self._last = self._tasks[stage]
        self._bar.update(self._last, completed=done, total=total or None)

    def watch(self, found: Outstanding) -> None:
        """So many requests are on their way, and so many attempts were made again."""
        text = outstanding(found)
        if self._last is None:
            self.report("answers", 0, 0)
        if self._last is not None:
            self._bar.update(self._last, waiting=text)
        if found.reason and not self._bar.console.is_terminal and found.reason not in self._told:
            self._told.add(found.reason)
            line = f"memsql: {self._name}: {text} ... (Ctrl-C stops it)"
            self._bar.console.print(line, highlight=False, soft_wrap=True)


def outstanding(found: Outstanding) -> str:
    """Requests on their way in words; nothing where there is none."""
    text = f"{found.in_flight} outstanding" if found.in_flight else ""
    again = f"{found.retries} tried again (last: {found.reason})" if found.retries else ""
    return ", ".join(part for part in (text, again) if part)


@contextmanager
def bars(name: str, console: Console | None = None) -> Iterator[Bars]:
    """Show the bars of a run on a terminal while it goes on."""
    shown = console or Console(stderr=True)
    clocks = (TimeElapsedColumn(), TimeRemainingColumn())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), *clocks)
    waiting = TextColumn("{task.fields[waiting]}")
    with Progress(*columns, waiting, console=shown, transient=True, disable=not shown.is_terminal) as bar:
        yield Bars(name, bar)

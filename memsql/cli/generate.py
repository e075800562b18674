"""``memsql generate``: make a suite from its configuration and a seed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from memsql.cli.output import echo, print_json, print_table
from memsql.gold.export import locked


def generate_command(
    config: Annotated[Path, typer.Argument(help="suite.toml of a suite, or its folder.")],
    out: Annotated[Path, typer.Option(help="Where <suite>/<table>.parquet and <suite>/scenarios/ are written.")],
    seed: Annotated[int | None, typer.Option(help="Seed, instead of the configuration's.")] = None,
    times: Annotated[
        int, typer.Option(min=1, help="So many histories of each scenario, with queries in proportion: <suite>_x10.")
    ] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes; the bytes do not depend on it.")] = 2,
    is_json: Annotated[bool, typer.Option("--json", help="Print figures as JSON.")] = False,
) -> None:
    """Generate histories, choose queries, derive their gold, and write it all, whole or not at all."""
    from memsql.cli.gold import COLUMNS

    with locked(out):
        row = generated(config, out, seed, workers, times)
    if is_json:
        print_json(row)
        return
    print_table(COLUMNS, [[row[c] for c in COLUMNS]])
    echo(f"written to {out}/{row['suite']}/, every witness checked")


def generated(config: Path, out: Path, seed: int | None, workers: int, times: int = 1) -> dict[str, Any]:
    """Generate and write a suite with a bar on a terminal; return its figures. The caller holds the lock."""
    from memsql.cli.gold import figures
    from memsql.suite.config import load_config
    from memsql.suite.generate import generate
    from memsql.suite.write import write_generated

    start = time.perf_counter()
    found = load_config(config)
    with stages(found.name) as report:
        suite = generate(found, seed, times=times, workers=workers, report=report)
        written = write_generated(suite, out)
    return figures(written, time.perf_counter() - start)


@contextmanager
def stages(name: str) -> Iterator[Any]:
    """Show a bar for each stage on a terminal; yield what to call after each step."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    tasks: dict[str, TaskID] = {}
    with bar:

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(f"{name}: {stage}", total=total)
            bar.update(tasks[stage], completed=done, total=total)

        yield report

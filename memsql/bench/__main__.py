"""`python -m memsql.bench`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

from memsql.bench.generate import SEED
from memsql.bench.run import SCALES, as_json, as_table, bench, summary
from memsql.errors import MemsqlError


def main(
    scale: Annotated[
        list[int] | None, typer.Option(help="multiples of ten scenarios to measure; may be given again")
    ] = None,
    seed: Annotated[int, typer.Option(help="the suite is made up from this number")] = SEED,
    json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
) -> None:
    """Measure seconds, rows and memory of every stage, and the ratios to two alternatives.

    Everything at 1x, 10x and 100x takes about ten minutes; `--scale 1` takes half a minute.
    """
    errors = Console(stderr=True)
    try:
        report = bench(sorted(set(scale or SCALES)), seed, lambda text: errors.print(f"measuring {text}"))
    except MemsqlError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from None
    if json:
        print(as_json(report))
        return
    console = Console()
    console.print(as_table(report))
    for line in summary(report):
        console.print(line, highlight=False)


if __name__ == "__main__":
    typer.run(main)

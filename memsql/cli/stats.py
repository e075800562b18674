"""``memsql stats``: the figures of a generated suite beside the paper's, or what its configuration offers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memsql.cli.output import print_json, print_table
from memsql.errors import DataError


def stats_command(
    folder: Annotated[Path, typer.Argument(help="Folder of a generated suite; with --candidates its configuration.")],
    candidates: Annotated[
        bool, typer.Option("--candidates", help="What the configuration offers, by operator.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Seed, with --candidates.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes, with --candidates.")] = 2,
    is_json: Annotated[bool, typer.Option("--json", help="Print figures as JSON.")] = False,
) -> None:
    """Print Tables 2 and 3 of a suite beside the paper's, cell by cell, with the differences."""
    if candidates:
        from memsql.suite.config import load_config
        from memsql.suite.survey import COLUMNS, survey

        rows = survey(load_config(folder), seed, workers)
        if is_json:
            print_json([dict(zip(COLUMNS, row, strict=True)) for row in rows])
        else:
            print_table(COLUMNS, rows)
        return
    raise DataError(f"{folder}: not implemented")

"""``memsql stats``: the figures of a generated suite beside the paper's, or what its configuration offers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memsql.cli.output import echo, echo_text, print_json, print_table
from memsql.errors import DataError, at
from memsql.gold.export import MANIFEST


def stats_command(
    folder: Annotated[Path, typer.Argument(help="Folder of a generated suite; with --candidates its configuration.")],
    candidates: Annotated[
        bool, typer.Option("--candidates", help="What the configuration offers, by operator.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Seed, with --candidates.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes, with --candidates.")] = 2,
    is_json: Annotated[bool, typer.Option("--json", help="Print figures as JSON.")] = False,
) -> None:
    """Print Tables 2 and 3 of a suite beside the paper's: ours (paper, difference)."""
    if candidates:
        _survey(folder, seed, workers, is_json)
        return
    from memsql.cli.gold import read
    from memsql.suite import stats

    if not (folder / MANIFEST).is_file():
        raise DataError(f"{at(folder)}: no suite (no {MANIFEST}); write one with memsql generate, or make gold")
    names = ("scenario", "event", "action", "fact_version", "query", "answer", "measure")
    tables = {name: read(folder / f"{name}.parquet") for name in names}
    families, domains = stats.family_cells(tables), stats.domain_cells(tables)
    scenarios = stats.scenario_rows(tables)
    if is_json:
        parts = ((families, stats.FAMILY_COLUMNS), (domains, stats.DOMAIN_COLUMNS))
        cells = [
            {"row": row, "figure": column, "ours": round(cell.ours, 4), "paper": cell.paper}
            for found, columns in parts
            for row, own in found.items()
            for column, cell in zip(columns, own, strict=True)
        ]
        rows = [dict(zip(stats.SCENARIO_COLUMNS, row, strict=True)) for row in scenarios]
        print_json({"figures": cells, "scenarios": rows})
        return
    echo_text("ours (paper, difference)\n")
    print_table(("family", *stats.FAMILY_COLUMNS), [[n, *(c.text() for c in row)] for n, row in families.items()])
    echo()
    print_table(("domain", *stats.DOMAIN_COLUMNS), [[n, *(c.text() for c in row)] for n, row in domains.items()])
    echo()
    print_table(stats.SCENARIO_COLUMNS, scenarios)


def _survey(config: Path, seed: int | None, workers: int, is_json: bool) -> None:
    from memsql.suite.config import load_config
    from memsql.suite.survey import COLUMNS, survey

    rows = survey(load_config(config), seed, workers)
    if is_json:
        print_json([dict(zip(COLUMNS, row, strict=True)) for row in rows])
    else:
        print_table(COLUMNS, rows)

"""``memsql scivalidity``: the benchmark factory of scientific use validity."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memsql.cli.output import print_json, print_table

OutOption = Annotated[Path, typer.Option(help="Where the Parquet tables and scenario/ are written.")]
SeedsOption = Annotated[int, typer.Option(min=1, help="Seeds a TaskSpec.")]
FirstOption = Annotated[int, typer.Option("--first-seed", min=0, help="The first seed.")]
CatalogueOption = Annotated[Path | None, typer.Option(help="Folder of taskspec.csv, domains/, families/.")]
RulesOption = Annotated[Path | None, typer.Option(help="Folder of rule files, in the place of those that ship.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print figures as JSON.")]

app = typer.Typer(
    help="Whether a correctly remembered fact may control a decision: TaskSpecs, worlds, compiled state, views.",
    no_args_is_help=True,
)


@app.command("generate")
def generate_command(
    out: OutOption,
    seeds: SeedsOption = 10,
    first: FirstOption = 0,
    catalogue: CatalogueOption = None,
    rules: RulesOption = None,
    is_json: JsonOption = False,
) -> None:
    """Generate worlds and pairs, compile them, build every view, and write it all, whole or not at all."""
    from memsql.scivalidity.compile import compile_worlds
    from memsql.scivalidity.generate import worlds
    from memsql.scivalidity.taskspec import load
    from memsql.scivalidity.write import figures, write

    found = compile_worlds(worlds(load(catalogue), seeds, first), rules, workers=2)
    rows = write(found, out)
    if is_json:
        print_json(figures(found) | {"rows": rows})
        return
    print_table(("what", "count"), figures(found).items())
    typer.echo()
    print_table(("table", "rows"), rows.items())
    typer.echo(f"written to {out}/, every witness checked")

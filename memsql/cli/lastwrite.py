"""``memsql lastwrite``: the last-write audit of MemoryAgentBench's Conflict Resolution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from memsql.cli.output import print_json, print_table
from memsql.lastwrite import freeze
from memsql.lastwrite.audit import Class, audit
from memsql.lastwrite.write import write_audit

DataOption = Annotated[Path, typer.Option(help="The benchmark's JSON or Parquet file.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print figures as JSON.")]

app = typer.Typer(
    help="Whether a miss in MemoryAgentBench's Conflict Resolution says anything about memory.",
    no_args_is_help=True,
)


@app.command("audit")
def audit_command(
    data: DataOption,
    out: Annotated[Path, typer.Option(help="Where summary.json, item.parquet, workbench.parquet are written.")],
    is_json: JsonOption = False,
) -> None:
    """Resolve, score and classify every question; write the tables, whole or not at all."""
    made = write_audit(audit(data), out)
    if is_json:
        print_json(made)
        return
    print_accuracy(made)
    typer.echo()
    print_paper(made)
    typer.echo()
    typer.echo(made["caveat"])


def print_accuracy(made: dict[str, Any]) -> None:
    """Solved questions and classes, a row a list and hop."""
    kinds = [c for c in Class if c is not Class.SOLVED and made["class"][c.value]["all"]]
    rows = []
    for cell, interval in made["interval"].items():
        row = [cell, made["solved"][cell], made["questions"][cell], f"{interval['accuracy']:.2f}"]
        row.append(f"{interval['low']:.2f} to {interval['high']:.2f}")
        rows.append(row + [made["class"][c.value][cell] for c in kinds])
    heads = ("cell", "solved", "of", "percent", "95% interval", *(c.value.replace("_", " ") for c in kinds))
    print_table(heads, rows)


def print_paper(made: dict[str, Any]) -> None:
    """The paper's figures beside ours; a figure that this file has no cell for stays empty."""
    rows = [
        [r["name"], f"{r['paper']:g}", "" if r["ours"] is None else f"{r['ours']:g}", r["source"]]
        for r in made["paper"]
    ]
    print_table(("figure", "paper", "here", "where in the paper"), rows)


@app.command("freeze")
def freeze_command(
    is_check: Annotated[bool, typer.Option("--check", help="Only compare; write nothing.")] = False,
) -> None:
    """Hash the parser's and resolver's sources and tables, and write the record."""
    if is_check:
        typer.echo(f"frozen: {freeze.check().sha256}")
        return
    before = freeze.recorded()
    made = freeze.write()
    what = "unchanged" if before == made else f"was {before.sha256}" if before else "the first record"
    typer.echo(f"frozen: {made.sha256} ({len(made.files)} files; {what})")

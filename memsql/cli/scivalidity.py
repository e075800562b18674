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


@app.command("plans")
def plans_command(is_json: JsonOption = False) -> None:
    """The evaluation matrices by name, and the decisions that each makes."""
    from memsql.scivalidity.plan import plans

    rows = [(p.name, p.readers, p.seeds * len(p.blocks), p.decisions(p.load()), p.title) for p in plans().values()]
    heads = ("plan", "readers", "seeds", "decisions", "question")
    if is_json:
        print_json([dict(zip(heads, row, strict=True)) for row in rows])
    else:
        print_table(heads, rows)


@app.command("run")
def run_command(
    plan: Annotated[str, typer.Option(help="A name that `memsql scivalidity plans` lists.")],
    out: Annotated[Path, typer.Option(help="Parquet file of decisions.")],
    reader: Annotated[list[str] | None, typer.Option(help="first, random, surface, state; may be repeated.")] = None,
    seeds: Annotated[int | None, typer.Option(min=1, help="Seeds a block, instead of the plan's.")] = None,
    catalogue: CatalogueOption = None,
) -> None:
    """Ask readers without a model every question of a plan; keep one answer an item."""
    from dataclasses import replace

    from memsql.lastwrite.write import write_all, write_parquet
    from memsql.scivalidity.plan import plan_of
    from memsql.scivalidity.run import run
    from memsql.scivalidity.taskspec import load

    chosen = plan_of(plan)
    chosen = replace(chosen, seeds=seeds or chosen.seeds)
    specs = load(catalogue) if catalogue else chosen.load()
    found = run(chosen, specs, reader or ["first", "random", "surface", "state"], workers=2)
    write_all(out.parent, {out.name: lambda path: write_parquet(found, path)})
    typer.echo(f"{out}: {found.height} decisions of {found['reader'].n_unique()} readers, none of them a model")


@app.command("score")
def score_command(
    decisions: Annotated[Path, typer.Argument(help="Parquet file that run wrote.")],
    first: Annotated[str, typer.Option(help="View of the contrast.")] = "typed",
    second: Annotated[str, typer.Option(help="View that it is compared with.")] = "event_graph",
    is_json: JsonOption = False,
) -> None:
    """Rates, contrasts with 95% intervals, pairs, repair, fingerprints and failure patterns of what was run."""
    from memsql.scivalidity.summary import load_decisions, summary

    made = summary(load_decisions(decisions), first, second)
    if is_json:
        print_json({name: frame.to_dicts() for name, frame in made.items()})
        return
    for name, frame in made.items():
        typer.echo(name.replace("_", " "))
        print_table(frame.columns, [[shown(value) for value in row] for row in frame.iter_rows()])
        typer.echo()


def shown(value: object) -> object:
    """A share with three digits; nothing for what was not run."""
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else value


@app.command("audit")
def audit_command(
    plan: Annotated[str, typer.Option(help="The plan whose worlds are audited.")] = "memory_policy",
    seeds: Annotated[int | None, typer.Option(min=1, help="Seeds a block, instead of the plan's.")] = None,
    is_json: JsonOption = False,
) -> None:
    """What each view or memory policy keeps: nodes, governing relations, endpoints of the relations that it lacks."""
    from memsql.scivalidity.plan import plan_of
    from memsql.scivalidity.run import audit

    found = audit(plan_of(plan), seeds, workers=2)
    if is_json:
        print_json(found.to_dicts())
    else:
        print_table(found.columns, [[shown(value) for value in row] for row in found.iter_rows()])

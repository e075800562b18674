"""``memsql scivalidity``: the benchmark factory of scientific use validity."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from memsql.cli.output import print_json, print_table
from memsql.errors import MemsqlError, did_you_mean

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
    endpoint: Annotated[str, typer.Option(help="OpenAI-compatible address (https://.../v1) of a model.")] = "",
    name: Annotated[str, typer.Option("--model", help="Name of the answer model.")] = "",
    key: Annotated[str, typer.Option("--key-variable", help="Environment variable with the key.")] = "OPENAI_API_KEY",
) -> None:
    """Ask every question of a plan once, of readers without a model or of an answer model at temperature 0.

    The outputs of a model are kept beside the file, in .outputs.jsonl: a run that was stopped goes on.
    """
    from dataclasses import replace

    from memsql.lastwrite.model import Model
    from memsql.lastwrite.write import write_all, write_parquet
    from memsql.scivalidity.plan import plan_of
    from memsql.scivalidity.readers import ModelReader
    from memsql.scivalidity.run import run
    from memsql.scivalidity.taskspec import load

    if bool(endpoint) != bool(name):
        raise MemsqlError("--endpoint and --model belong together; give both, or none for readers without a model")
    models = {}
    if endpoint:
        out.parent.mkdir(parents=True, exist_ok=True)
        model = Model(endpoint, name, os.environ.get(key))
        models[name] = ModelReader.at(model, out.with_suffix(".outputs.jsonl"))
    names = reader or ([] if models else ["first", "random", "surface", "state"])
    chosen = plan_of(plan)
    chosen = replace(chosen, seeds=seeds or chosen.seeds)
    specs = load(catalogue) if catalogue else chosen.load()
    found = run(chosen, specs, names, workers=2, models=models)
    write_all(out.parent, {out.name: lambda path: write_parquet(found, path)})
    who = (
        f"{name} and {len(names)} readers without a model" if models else f"{len(names)} readers, none of them a model"
    )
    typer.echo(f"{out}: {found.height} decisions of {who}")


@app.command("score")
def score_command(
    decisions: Annotated[Path, typer.Argument(help="Parquet file that run wrote.")],
    first: Annotated[str, typer.Option(help="View of the contrast.")] = "typed",
    second: Annotated[
        str, typer.Option(help="View that it is compared with, or the mean of several: bm25+summary.")
    ] = "event_graph",
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


@app.command("compile")
def compile_command(
    taskspec: Annotated[str, typer.Argument(help="A taskspec_id of the catalogue.")],
    seed: Annotated[int, typer.Option(min=0, help="The seed of the world.")] = 0,
    variant: Annotated[str, typer.Option(help="original or counterfactual.")] = "original",
    catalogue: CatalogueOption = None,
    is_json: JsonOption = False,
) -> None:
    """Compile one world: its events, objects, relations with the events that support them, and the oracle."""
    from memsql.scivalidity.people import one_world

    found = one_world(taskspec, seed, variant, catalogue)
    if is_json:
        print_json({name: frame.to_dicts() for name, frame in found.tables.items()})
        return
    for name, frame in found.tables.items():
        typer.echo(name)
        print_table(frame.columns, frame.iter_rows(), clip=64)
        typer.echo()


@app.command("views")
def views_command(
    taskspec: Annotated[str, typer.Argument(help="A taskspec_id of the catalogue.")],
    view: Annotated[str, typer.Option(help="A view; all of them without it.")] = "",
    seed: Annotated[int, typer.Option(min=0, help="The seed of the world.")] = 0,
    variant: Annotated[str, typer.Option(help="original or counterfactual.")] = "original",
    catalogue: CatalogueOption = None,
) -> None:
    """Print the whole prompt of a view of one world, letter by letter as a reader gets it."""
    from memsql.scivalidity.people import one_world

    prompts = one_world(taskspec, seed, variant, catalogue).prompts
    if view and view not in prompts:
        raise MemsqlError(f"view {view}: not known; {did_you_mean(view, list(prompts))}")
    for name in [view] if view else prompts:
        if not view:
            typer.echo(f"=== {name}")
        typer.echo(prompts[name])


@app.command("report")
def report_command(
    decisions: Annotated[Path, typer.Argument(help="Parquet file that run wrote.")],
    out: Annotated[Path, typer.Option(help="The HTML page.")],
    first: Annotated[str, typer.Option(help="View of the contrast.")] = "typed",
    second: Annotated[
        str, typer.Option(help="View that it is compared with, or the mean of several: bm25+summary.")
    ] = "event_graph",
) -> None:
    """One page: the paper's tables, and the contrasts as a figure, for whatever was run."""
    from memsql.lastwrite.write import write_file
    from memsql.scivalidity.report import report
    from memsql.scivalidity.summary import load_decisions

    found = load_decisions(decisions)
    write_file(out, report(found, first, second))
    typer.echo(f"{out}: {found.height} decisions")

"""``memsql scivalidity``: the benchmark factory of scientific use validity."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memsql.cli.output import echo, echo_text, print_json, print_table
from memsql.errors import MemsqlError, did_you_mean, hindrance, shown
from memsql.scivalidity import FIRST_MAX, SEEDS_MAX

if TYPE_CHECKING:
    from memsql.scivalidity.plan import Plan
    from memsql.scivalidity.taskspec import TaskSpec

OutOption = Annotated[Path, typer.Option(help="Where the Parquet tables and scenario/ are written.")]
SeedsOption = Annotated[int, typer.Option(min=1, max=SEEDS_MAX, help="Seeds a TaskSpec.")]
BlockOption = Annotated[
    int | None, typer.Option("--seeds", min=1, max=SEEDS_MAX, help="Seeds a block, instead of the plan's.")
]
FirstOption = Annotated[int, typer.Option("--first-seed", min=0, max=FIRST_MAX, help="The first seed.")]
SeedOption = Annotated[int, typer.Option(min=0, max=FIRST_MAX, help="The seed of the world.")]
VariantOption = Annotated[str, typer.Option(help="original or counterfactual.")]
TaskspecArgument = Annotated[str, typer.Argument(help="A taskspec_id of the catalogue.")]
CatalogueOption = Annotated[
    Path | None,
    typer.Option(help="Folder with taskspec.csv, and with domains/, families/, rules/ beside those that ship."),
]
RulesOption = Annotated[Path | None, typer.Option(help="Folder of rule files, instead of the catalogue's rules/.")]
PlansOption = Annotated[Path | None, typer.Option("--plans", help="File of plans, in the form of plan.toml.")]
DecisionsArgument = Annotated[Path, typer.Argument(help="Parquet file that run wrote.")]
ViewOption = Annotated[str, typer.Option("--first", help="View of the contrast; typed without it.")]
OtherOption = Annotated[
    str,
    typer.Option("--second", help="View that it is compared with, or the mean of several: bm25+summary; event_graph."),
]
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
    """Generate worlds, pairs and interventions, compile them, build every view, and write it all, or nothing."""
    from memsql.gold.export import locked
    from memsql.scivalidity.compile import compile_worlds
    from memsql.scivalidity.generate import worlds
    from memsql.scivalidity.taskspec import load
    from memsql.scivalidity.write import figures, write

    keep_apart(out, [p for p in (catalogue, rules) if p is not None])
    specs = load(catalogue, rules)
    with locked(out):
        found = compile_worlds(worlds(specs, seeds, first), workers=2)
        rows = write(found, out)
    if is_json:
        print_json(figures(found) | {"rows": rows})
        return
    print_table(("what", "count"), figures(found).items())
    echo()
    print_table(("table", "rows"), rows.items())
    echo(f"written to {out}/, every witness checked")


@app.command("plans")
def plans_command(plan_file: PlansOption = None, is_json: JsonOption = False) -> None:
    """The evaluation matrices by name, with the readers of the paper and the decisions that these make."""
    from memsql.scivalidity.plan import plans

    found = plans(plan_file).values()
    rows = [(p.name, p.readers, p.seeds * len(p.blocks), p.decisions(p.load()), p.title) for p in found]
    heads = ("plan", "readers", "seeds", "decisions", "question")
    if is_json:
        print_json([dict(zip(heads, row, strict=True)) for row in rows])
        return
    print_table(heads, rows)
    total = sum(row[3] for row in rows)
    echo(
        f"{total:,} decisions of the paper's readers; run asks the readers that you name, or all four that are no model"
    )


@app.command("run")
def run_command(
    plan: Annotated[str, typer.Option(help="A name that `memsql scivalidity plans` lists.")],
    out: Annotated[Path, typer.Option(help="Parquet file of decisions.")],
    reader: Annotated[list[str] | None, typer.Option(help="first, random, surface, state; may be repeated.")] = None,
    seeds: BlockOption = None,
    catalogue: CatalogueOption = None,
    plan_file: PlansOption = None,
    endpoint: Annotated[str, typer.Option(help="OpenAI-compatible address (https://.../v1) of a model.")] = "",
    name: Annotated[str, typer.Option("--model", help="Name of the answer model.")] = "",
    key: Annotated[str, typer.Option("--key-variable", help="Environment variable with the key.")] = "OPENAI_API_KEY",
) -> None:
    """Ask every question of a plan once, of readers without a model or of an answer model at temperature 0.

    The outputs of a model are kept beside the file, in .outputs.jsonl: a run that was stopped goes on.
    """
    from memsql.lastwrite.model import Model
    from memsql.lastwrite.write import write_all, write_parquet
    from memsql.scivalidity.readers import ModelReader
    from memsql.scivalidity.run import run

    if bool(endpoint) != bool(name):
        raise MemsqlError("--endpoint and --model belong together; give both, or none for readers without a model")
    keep_apart(out, [p for p in (catalogue, plan_file) if p is not None])
    check_file(out)
    names = chosen_readers(reader, name)
    chosen, specs = planned(plan, seeds, catalogue, plan_file)
    models = {}
    if endpoint:
        make_parent(out)
        model = Model(endpoint, name, os.environ.get(key))
        models[name] = ModelReader.at(model, out.with_suffix(".outputs.jsonl"))
    found = run(chosen, specs, names, workers=2, models=models)
    write_all(out.parent, {out.name: lambda path: write_parquet(found, path)})
    count = len(names) + len(models)
    who = f"{count} reader{'s' if count > 1 else ''}, {f'{name} a model' if models else 'none of them a model'}"
    paper = "" if count == chosen.readers else f"; the paper had {chosen.readers}"
    echo(f"{out}: {found.height} decisions of {who}{paper}")


def planned(
    plan: str, seeds: int | None, catalogue: Path | None, plan_file: Path | None
) -> tuple[Plan, tuple[TaskSpec, ...]]:
    """A plan in its size, and the TaskSpecs that it is run on."""
    from memsql.scivalidity.plan import plan_of
    from memsql.scivalidity.taskspec import load

    chosen = plan_of(plan, plan_file).sized(seeds)
    return chosen, load(catalogue) if catalogue else chosen.load()


def chosen_readers(given: Sequence[str] | None, model: str) -> list[str]:
    """Names of readers without a model: those given, all four where neither they nor a model are given."""
    from memsql.scivalidity.readers import NAMES, check_name

    names = list(given) if given else [] if model else list(NAMES)
    twice = [name for name, count in Counter([*names, *([model] if model else [])]).items() if count > 1]
    if twice:
        raise MemsqlError(f"reader {shown(twice[0])}: given twice; give each reader once")
    if model in NAMES:
        raise MemsqlError(f"model {model}: a reader without a model has this name; the others are free")
    for name in names:
        check_name(name)
    return names


def keep_apart(out: Path, inputs: Iterable[Path]) -> None:
    """Refuse to write where something is read: a file in its own place, or in the folder of a catalogue."""
    from memsql.lastwrite.write import is_same

    for path in inputs:
        if is_same(out, path) or (path.is_dir() and path.resolve() in out.resolve().parents):
            raise MemsqlError(f"{out}: is read as input; give another --out")


def check_file(out: Path) -> None:
    """Refuse a place where something stands that is no ordinary file, before anything is asked."""
    if out.exists() and not out.is_file():
        what = "a folder" if out.is_dir() else "no ordinary file"
        raise MemsqlError(f"{out}: {what} stands there; name a file")


def make_parent(out: Path) -> None:
    """Make the folder of a file, before anything is asked."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        found = f"{out}: not written ({hindrance(out.parent, error)})"
        raise MemsqlError(f"{found}; name a file that can be written") from None


@app.command("score")
def score_command(
    decisions: DecisionsArgument, first: ViewOption = "", second: OtherOption = "", is_json: JsonOption = False
) -> None:
    """Rates, contrasts with 95% intervals, pairs, repair, fingerprints and failure patterns of what was run."""
    from memsql.scivalidity.decisions import load_decisions
    from memsql.scivalidity.summary import summary

    made = summary(load_decisions(decisions), first, second)
    if is_json:
        print_json({name: frame.to_dicts() for name, frame in made.items()})
        return
    for name, frame in made.items():
        echo(name.replace("_", " "))
        print_table(frame.columns, cells(frame.iter_rows()))
        echo()


def cells(rows: Iterable[Sequence[Any]]) -> list[list[object]]:
    """Shares with three digits; nothing for what was not run."""
    return [["" if v is None else f"{v:.3f}" if isinstance(v, float) else v for v in row] for row in rows]


@app.command("audit")
def audit_command(
    plan: Annotated[str, typer.Option(help="The plan whose worlds are audited.")] = "memory_policy",
    seeds: BlockOption = None,
    catalogue: CatalogueOption = None,
    plan_file: PlansOption = None,
    is_json: JsonOption = False,
) -> None:
    """What each view or memory policy keeps: nodes, governing relations, endpoints of the relations that it lacks."""
    from memsql.scivalidity.run import audit

    found = audit(*planned(plan, seeds, catalogue, plan_file))
    if is_json:
        print_json(found.to_dicts())
    else:
        print_table(found.columns, cells(found.iter_rows()))


@app.command("compile")
def compile_command(
    taskspec: TaskspecArgument,
    seed: SeedOption = 0,
    variant: VariantOption = "original",
    catalogue: CatalogueOption = None,
    is_json: JsonOption = False,
) -> None:
    """Compile one world: its events, objects, relations with the events that support them, oracle and witness."""
    from memsql.scivalidity.people import one_world

    found = one_world(taskspec, seed, variant, catalogue)
    if is_json:
        print_json({name: frame.to_dicts() for name, frame in found.tables.items()})
        return
    for name, frame in found.tables.items():
        echo(name)
        print_table(frame.columns, cells(frame.iter_rows()), clip=64)
        echo()


@app.command("views")
def views_command(
    taskspec: TaskspecArgument,
    view: Annotated[str, typer.Option(help="A view; all of them without it.")] = "",
    seed: SeedOption = 0,
    variant: VariantOption = "original",
    catalogue: CatalogueOption = None,
) -> None:
    """Print the whole prompt of a view of one world, letter by letter as a reader gets it."""
    from memsql.scivalidity.compile import VIEWS
    from memsql.scivalidity.people import one_world

    if view and view not in VIEWS:
        raise MemsqlError(f"view {shown(view)}: not known; {did_you_mean(view, VIEWS)}")
    prompts = one_world(taskspec, seed, variant, catalogue).prompts
    for name in [view] if view else prompts:
        if not view:
            echo(f"=== {name}")
        echo_text(prompts[name])


@app.command("report")
def report_command(
    decisions: DecisionsArgument,
    out: Annotated[Path, typer.Option(help="The HTML page.")],
    first: ViewOption = "",
    second: OtherOption = "",
) -> None:
    """One page: the paper's tables, and its figures with their intervals, for whatever was run."""
    from memsql.lastwrite.write import write_file
    from memsql.scivalidity.decisions import load_decisions
    from memsql.scivalidity.report import report

    keep_apart(out, [decisions])
    check_file(out)
    found = load_decisions(decisions)
    write_file(out, report(found, first, second))
    echo(f"{out}: {found.height} decisions")

"""``memsql lastwrite``: the last-write audit of MemoryAgentBench's Conflict Resolution."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from memsql.cli.gold import progress
from memsql.cli.output import echo, echo_text, print_frame, print_json, print_table
from memsql.errors import MemsqlError
from memsql.lastwrite import freeze
from memsql.lastwrite.arms import Arm
from memsql.lastwrite.audit import Class, audit
from memsql.lastwrite.write import ITEM, SUMMARY, WORKBENCH, apart, write_audit

DataOption = Annotated[Path, typer.Option(help="The benchmark's JSON or Parquet file.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print figures as JSON.")]
MOST_SEED = 2**63 - 1

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
    apart({f"{name} of --out": out / name for name in (SUMMARY, ITEM, WORKBENCH)}, {"--data": data})
    made = write_audit(audit(data), out)
    if is_json:
        print_json(made)
        return
    print_accuracy(made)
    echo()
    print_paper(made)
    echo()
    echo_text(made["caveat"])


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


@app.command("parse")
def parse_command(
    data: DataOption,
    is_text: Annotated[bool, typer.Option("--unparsed", help="List the unparsed statements.")] = False,
    is_json: JsonOption = False,
) -> None:
    """Read the statements into tuples, and count what no pattern reads, by list and by form."""
    from memsql.lastwrite.limits import ground
    from memsql.lastwrite.source import load

    benchmark = load(data)
    found = ground(benchmark, is_resolved=False).db.frame(
        "select u.list_id, u.number, coalesce(u.relation, 'other') as form, u.text from lw.unparsed as u order by all"
    )
    names = [each.name for each in benchmark.lists]
    if is_text:
        rows: list[tuple[Any, ...]] = [(names[i], number, form, text) for i, number, form, text in found.iter_rows()]
        heads = ("list", "number", "form", "statement")
    else:
        forms = sorted(set(found["form"]))
        counts = Counter(found.select("list_id", "form").iter_rows())
        rows = []
        for i, each in enumerate(benchmark.lists):
            left = [counts[i, form] for form in forms]
            rows.append((each.name, len(each.statements), len(each.statements) - sum(left), sum(left), *left))
        heads = ("list", "statements", "parsed", "unparsed", *forms)
    if is_json:
        print_json([dict(zip(heads, row, strict=True)) for row in rows])
    else:
        print_table(heads, rows)


@app.command("resolve")
def resolve_command(
    data: DataOption,
    name: Annotated[str, typer.Option("--list", help="Only this list.")] = "",
    hop: Annotated[str, typer.Option(help="Only single or multi.")] = "",
    index: Annotated[int | None, typer.Option(help="Only this question, with its best paths.")] = None,
    is_json: JsonOption = False,
) -> None:
    """Answer the questions by the newest statement, and say why. Only the development list goes without a freeze."""
    from memsql.lastwrite.people import answers

    if name != freeze.DEVELOPMENT:
        freeze.check()
    found = answers(data, name, hop, index)
    if is_json:
        print_json(found.to_dicts())
    else:
        print_table(found.columns, found.iter_rows(), clip=48)


@app.command("score")
def score_command(
    outcomes: Annotated[Path, typer.Argument(help="JSON lines, CSV or Parquet: set, index, output, maybe system.")],
    data: DataOption,
    rows: Annotated[Path | None, typer.Option("--published", help="CSV: system, list, hop, percent.")] = None,
    is_json: JsonOption = False,
) -> None:
    """Score outputs by the official metric, split by the classes of the audit."""
    from memsql.lastwrite.outcome import by_class, contents, load_outcomes, notes, table
    from memsql.lastwrite.published import published
    from memsql.lastwrite.summary import summary

    found = audit(data)
    scored = load_outcomes(outcomes, found)
    made = summary(found)
    tables = {"by_class": by_class(scored) if is_json else table(scored), "contents": contents(scored)}
    if rows is not None:
        tables["published"] = published(rows, made)
    if is_json:
        said = {"caveat": made["caveat"], "notes": notes(scored, found)}
        print_json({name: frame.to_dicts() for name, frame in tables.items()} | said)
        return
    for frame in tables.values():
        print_frame(frame)
        echo()
    for line in (*notes(scored, found), made["caveat"]):
        echo_text(line)


@app.command("agree")
def agree_command(
    first: Annotated[Path, typer.Argument(help="Labels: set and index (or list, hop, index), and label or class.")],
    second: Annotated[Path, typer.Argument(help="Labels of the same questions.")],
    is_json: JsonOption = False,
) -> None:
    """Percent and Cohen's kappa of two sets of labels."""
    from memsql.lastwrite.agree import agree, labels, notes

    found = agree(labels(first), labels(second))
    said = notes(found, str(first), str(second))
    if is_json:
        made = {"count": found.count, "same": found.same, "percent": found.percent, "kappa": found.kappa}
        print_json(made | {"notes": said})
        return
    kappa = "undefined, chance alone agrees always" if found.kappa is None else f"{found.kappa:.3f}"
    for line in (f"{found.same} of {found.count} agree: {found.percent:.1f}%, kappa {kappa}", *said):
        echo_text(line)
    echo()
    print_table((first.stem, second.stem if second.stem != first.stem else "other", "questions"), found.table)


@app.command("run")
def run_command(
    arm: Annotated[Arm, typer.Option(help="What stands before the reader: the whole list, or what BM25 finds.")],
    data: DataOption,
    out: Annotated[Path, typer.Option(help="JSON lines of outputs; a run that was stopped goes on.")],
    endpoint: Annotated[str, typer.Option(help="OpenAI-compatible address (https://.../v1); none: a fixed rule.")] = "",
    name: Annotated[str, typer.Option("--model", help="Name of the answer model.")] = "",
    key: Annotated[str, typer.Option("--key-variable", help="Environment variable with the key.")] = "OPENAI_API_KEY",
) -> None:
    """Answer every question once, by an answer model or the extractive reader; score reads what is written.

    A file that holds another arm's outputs, or anything else, is left as it is.
    """
    from memsql.lastwrite.arms import part_of, run
    from memsql.lastwrite.model import Model
    from memsql.lastwrite.source import load

    if bool(endpoint) != bool(name):
        raise MemsqlError("--endpoint and --model belong together; give both, or none for the extractive reader")
    apart({"--out": out, "the .part beside --out": part_of(out)}, {"--data": data})
    model = Model(endpoint, name, os.environ.get(key)) if endpoint else None
    benchmark = load(data)
    with progress("questions") as report:
        system = run(benchmark, arm, out, model, lambda done, total: report("", done, total))
    echo(f"{out}: {len(benchmark.questions)} outputs of {system}")


@app.command("generate")
def generate_command(
    out: Annotated[Path, typer.Option(help="Where the rows are written, as JSON.")],
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Same seed, same rows.")] = 1,
    scale: Annotated[int, typer.Option(min=1, max=100, help="Times as many statements and questions.")] = 1,
    labels: Annotated[
        Path | None, typer.Option(help="Also write what became of each gold: reachable, unreachable, parse_scope.")
    ] = None,
) -> None:
    """Make nested lists in the benchmark's form, with invented names and lost golds in its proportions."""
    from memsql.lastwrite.generate import generate
    from memsql.lastwrite.write import write_files

    places = {"--out": out} | ({"--labels": labels} if labels is not None else {})
    apart(places, {})
    rows, fates = generate(seed, scale)
    texts = (json.dumps(rows, ensure_ascii=False) + "\n", "".join(json.dumps(fate) + "\n" for fate in fates))
    write_files(dict(zip(places.values(), texts, strict=False)))
    echo(f"{out}: {len(rows)} rows, {len(fates)} questions")


@app.command("report")
def report_command(
    data: DataOption,
    out: Annotated[Path, typer.Option(help="The HTML page.")],
    outcomes: Annotated[list[Path] | None, typer.Option(help="Outputs of a system; may be repeated.")] = None,
    rows: Annotated[Path | None, typer.Option("--published", help="CSV: system, list, hop, percent.")] = None,
) -> None:
    """One page: the tables, and per failure the overwritten statement beside the one that won."""
    from memsql.lastwrite.outcome import load_outcomes
    from memsql.lastwrite.published import published
    from memsql.lastwrite.report import report
    from memsql.lastwrite.summary import summary
    from memsql.lastwrite.write import write_file

    given = {"--data": data} | {f"--outcomes {path}": path for path in outcomes or ()}
    apart({"--out": out}, given | ({"--published": rows} if rows is not None else {}))
    found = audit(data)
    scored = load_outcomes(outcomes, found) if outcomes else None
    beside = published(rows, summary(found)) if rows else None
    write_file(out, report(found, scored, beside))
    echo(f"{out}: {found.items.height} questions")


@app.command("freeze")
def freeze_command(
    is_check: Annotated[bool, typer.Option("--check", help="Only compare; write nothing.")] = False,
) -> None:
    """Hash the parser's and resolver's sources and tables, and write the record."""
    if is_check:
        echo(f"frozen: {freeze.check().sha256}")
        return
    before = freeze.recorded()
    made = freeze.write()
    what = "unchanged" if before == made else f"was {before.sha256}" if before else "the first record"
    echo(f"frozen: {made.sha256} ({len(made.files)} files; {what})")

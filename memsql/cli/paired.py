"""``memsql paired``: an original question and a state question over the same history of a user's file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memsql.cli.output import echo, echo_text, print_json, print_table
from memsql.errors import DataError, MemsqlError, did_you_mean
from memsql.resources import data_root

if TYPE_CHECKING:
    from memsql.evaluation.paired.answer import Answerer
    from memsql.evaluation.paired.model import ChatAnswerer
    from memsql.evaluation.paired.run import Progress, Study
    from memsql.evaluation.registry import SutSpec

FileArgument = Annotated[Path, typer.Argument(help="A LoCoMo or LongMemEval JSON file, or: example.")]
ItemsArgument = Annotated[Path, typer.Argument(help="A JSONL file of items, or: locomo, example.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print figures as JSON.")]
READERS = ("evidence", "example")

app = typer.Typer(
    help="The paired study: an original question and a state question over the same history (figure 2).",
    no_args_is_help=True,
)


def shipped(path: Path, suffix: str) -> Path:
    """The path, or what ships under its name."""
    own = data_root() / "paired" / f"{path}{suffix}"
    return own if not path.exists() and len(path.parts) == 1 and own.is_file() else path


@app.command("check")
def check_command(file: FileArgument, items: ItemsArgument, is_json: JsonOption = False) -> None:
    """Check items against a file: ids, words, own wording, and that no state is one of its parts."""
    from memsql.evaluation.paired.check import check
    from memsql.evaluation.paired.history import load
    from memsql.evaluation.paired.item import load_items

    history, listed = load(shipped(file, ".json")), load_items(shipped(items, ".jsonl"))
    found = check(history, listed)
    if is_json:
        print_json({"items": len(listed), "told": found.told, "untold": found.untold, "findings": found.findings})
    else:
        if found.findings:
            print_table(("item", "problem"), found.findings, clip=160)
        echo(
            f"{len(listed)} items, {len({item.conversation for item in listed})} conversations; {found.told} members "
            f"are told by words of a turn that they cite, {found.untold} follow from their turns otherwise"
        )
    if found.findings:
        raise DataError(f"{items}: {len(found.findings)} problems; mend the items, or name the file that they are for")


@app.command("cited")
def cited_command(
    file: FileArgument,
    items: ItemsArgument,
    item_id: Annotated[str, typer.Option("--item", help="Only this item.")] = "",
    is_gold: Annotated[bool, typer.Option("--gold", help="Print gold below its turns.")] = False,
) -> None:
    """Print the sub-questions of items with the turns that they cite, for a second reading; gold only when asked."""
    from memsql.evaluation.paired.gold import sides, state_golds, sub_gold
    from memsql.evaluation.paired.run import open_study

    study = open_study(shipped(file, ".json"), shipped(items, ".jsonl"))
    names = [item.item_id for item in study.items]
    if item_id and item_id not in names:
        raise DataError(f"--item {item_id}: no such item; {did_you_mean(item_id, names)}")
    golds = state_golds(study.items)
    for item in study.items:
        if item_id not in ("", item.item_id):
            continue
        conversation = study.history.conversations[item.conversation]
        echo(f"{item.item_id}  {item.state.operator}  {item.state.question}")
        for side, sub in sides(item):
            echo(f"  {side}: {sub.question}")
            for turn in conversation.turns:
                if turn.turn_id in sub.support:
                    echo(f"    {' '.join(turn.record.text.split())}")
            if is_gold:
                echo(f"    = {sub_gold(sub).text}")
        if is_gold:
            echo(f"  = {golds[item.item_id].text}")


@app.command("run")
def run_command(
    file: FileArgument,
    items: ItemsArgument,
    out: Annotated[Path, typer.Option(help="Folder of the run; one that was stopped is continued.")],
    arm: Annotated[list[str] | None, typer.Option(help="An arm; may be repeated; all without it.")] = None,
    sut: Annotated[str, typer.Option(help="System under test: a name that ships, or module:Class.")] = "bm25",
    sut_command: Annotated[str, typer.Option(help="A program that speaks the contract as JSON lines.")] = "",
    sut_option: Annotated[list[str] | None, typer.Option(help="name=value for the system; may be repeated.")] = None,
    k: Annotated[int, typer.Option(min=1, help="Records that a question retrieves.")] = 10,
    reader: Annotated[str, typer.Option(help="Without a model: evidence (an upper bound) or example.")] = "evidence",
    endpoint: Annotated[str, typer.Option(help="OpenAI-compatible address (https://.../v1) of a model.")] = "",
    name: Annotated[str, typer.Option("--model", help="Name of the answer model.")] = "",
    key: Annotated[str, typer.Option("--key-variable", help="Environment variable with the key.")] = "OPENAI_API_KEY",
    workers: Annotated[int, typer.Option(min=1, max=32, help="Questions asked at a time.")] = 4,
    is_json: JsonOption = False,
) -> None:
    """Ask original and state questions in every arm, score by type, and write answers, summary and report."""
    from memsql.evaluation.paired.arms import Arm
    from memsql.evaluation.paired.retrieve import retriever_of
    from memsql.evaluation.paired.run import open_study, run

    known = [each.value for each in Arm]
    for each in arm or ():
        if each not in known:
            raise MemsqlError(f"--arm {each}: no such arm; {did_you_mean(each, known)}")
    if bool(endpoint) != bool(name):
        raise MemsqlError("--endpoint and --model belong together; give both, or none for a reader without a model")
    study = open_study(shipped(file, ".json"), shipped(items, ".jsonl"))
    answerer = model(endpoint, name, key, workers) if endpoint else reader_of(reader, study)
    retriever = retriever_of(system(sut, sut_command, sut_option))
    with bar(out.name) as progress:
        made = run(study, out, answerer, retriever, [Arm(each) for each in arm or known], k, workers, progress)
    show(made, is_json)


@app.command("report")
def report_command(
    folder: Annotated[Path, typer.Argument(help="Folder of a run.")], is_json: JsonOption = False
) -> None:
    """Score a run again from its answers, write summary and report, and print the table."""
    from memsql.evaluation.paired.report import write_report

    show(write_report(folder), is_json)


def show(made: dict[str, Any], is_json: bool) -> None:
    """Print the table of a run."""
    from memsql.evaluation.paired.report import HEADS, contrast_rows, head, note, rows

    if is_json:
        print_json(made)
        return
    echo_text(head(made))
    echo()
    print_table(HEADS, rows(made))
    echo()
    print_table(("first", "minus", "points", "95% interval"), contrast_rows(made))
    echo()
    echo_text(note())


def system(name: str, command: str, options: list[str] | None) -> SutSpec:
    """The system under test that the options name."""
    from memsql.evaluation.registry import command_spec, spec

    for option in options or ():
        if "=" not in option:
            raise MemsqlError(f"--sut-option {option}: no value; write name=value")
    given = dict(option.split("=", 1) for option in options or ())
    return command_spec(command, options=given) if command else spec(name, given)


def reader_of(name: str, study: Study) -> Answerer:
    """A reader that needs no model."""
    from memsql.evaluation.paired.answer import EvidenceReader
    from memsql.evaluation.paired.example_reader import ExampleReader

    if name not in READERS:
        raise MemsqlError(f"--reader {name}: no such reader; {did_you_mean(name, READERS)}")
    return ExampleReader() if name == "example" else EvidenceReader(study.history, study.items)


def model(endpoint: str, name: str, key: str, workers: int) -> ChatAnswerer:
    """The answer model at an endpoint."""
    from memsql.evaluation.answering.settings import Settings
    from memsql.evaluation.paired.model import ChatAnswerer

    return ChatAnswerer(Settings(endpoint, name, os.environ.get(key), concurrency=workers))


@contextmanager
def bar(name: str) -> Iterator[Progress]:
    """Show a bar with the time left on a terminal; yield what to call after each question."""
    from memsql.cli.gold import progress

    with progress(name) as report:
        yield lambda done, total: report("", done, total)

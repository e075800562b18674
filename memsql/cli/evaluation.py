"""``memsql run`` and its kin: evaluate a memory system, score, diagnose, follow, report."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from memsql.cli.output import print_table
from memsql.errors import DataError, MemsqlError, SutError, shown

if TYPE_CHECKING:
    from memsql.evaluation.run import Report, Setup

SUITE = Path("data/gold/standard")
RUNS = Path("runs")
CACHE = "answers.sqlite"

SuiteOption = Annotated[Path, typer.Option(help="Exported folder of a suite.")]
RunsOption = Annotated[Path, typer.Option(help="Where run folders are kept.")]
ScenarioOption = Annotated[list[str] | None, typer.Option("--scenario", help="Only this scenario; may be repeated.")]
CommandOption = Annotated[str, typer.Option(help="A program of one's own that speaks JSON lines.")]
OptionOption = Annotated[list[str] | None, typer.Option("--option", help="name=value for the system; repeatable.")]
RecordsOption = Annotated[int | None, typer.Option(min=1, help="Most records of a context (10, unless tokens given).")]
TokensOption = Annotated[int | None, typer.Option(min=1, help="Most tokens of a context (words-and-signs).")]
EndpointOption = Annotated[str, typer.Option(help="OpenAI-compatible address (https://.../v1) of an answer model.")]
ModelOption = Annotated[str, typer.Option("--model", help="Its name; without it the symbolic reader answers.")]
KeyOption = Annotated[str, typer.Option("--key-variable", help="Environment variable with the key.")]
FormatOption = Annotated[str, typer.Option("--format", help="Form of the model's output: schema, object or text.")]
NameArgument = Annotated[str, typer.Argument(help="A system: memsql sut list names them; or module:Class.")]
WorkersOption = Annotated[int, typer.Option(min=1, help="Processes; the bytes do not depend on it.")]


def run_command(
    name: NameArgument = "",
    suite: SuiteOption = SUITE,
    runs: RunsOption = RUNS,
    scenario: ScenarioOption = None,
    sut_command: CommandOption = "",
    option: OptionOption = None,
    budget_records: RecordsOption = None,
    budget_tokens: TokensOption = None,
    endpoint: EndpointOption = "",
    model: ModelOption = "",
    key: KeyOption = "OPENAI_API_KEY",
    form: FormatOption = "schema",
    workers: WorkersOption = 2,
) -> None:
    """Evaluate a memory system on a suite: contexts, answers, scores, diagnosis and maintenance.

    A run is a folder that is never changed; a run that was stopped goes on where it was.
    """
    from memsql.evaluation.people import headline
    from memsql.evaluation.run import run

    setup = _setup(
        name,
        suite,
        runs,
        scenario,
        sut_command,
        option,
        (budget_records, budget_tokens),
        (endpoint, model, key, form),
        workers,
    )
    with _progress(setup.name) as report:
        place = run(setup, runs, workers, report)
    for line in headline(place):
        typer.echo(line)
    if _is_invalid(place):
        raise MemsqlError(f"{place}: the run is INVALID, a canary failed; see its canary.parquet")


def plan_command(
    name: NameArgument = "",
    suite: SuiteOption = SUITE,
    runs: RunsOption = RUNS,
    scenario: ScenarioOption = None,
    sut_command: CommandOption = "",
    option: OptionOption = None,
    budget_records: RecordsOption = None,
    budget_tokens: TokensOption = None,
    endpoint: EndpointOption = "",
    model: ModelOption = "",
    key: KeyOption = "OPENAI_API_KEY",
    form: FormatOption = "schema",
) -> None:
    """Say what a run would take before it starts: questions, calls of the system and of a model, tokens."""
    from memsql.evaluation.plan import planned

    setup = _setup(
        name,
        suite,
        runs,
        scenario,
        sut_command,
        option,
        (budget_records, budget_tokens),
        (endpoint, model, key, form),
        1,
    )
    print_table(("what", "figure", "how it is known"), planned(setup, runs))


def _setup(
    name: str,
    suite: Path,
    runs: Path,
    scenarios: Sequence[str] | None,
    command: str,
    options: Sequence[str] | None,
    budget: tuple[int | None, int | None],
    answering: tuple[str, str, str, str],
    workers: int = 1,
) -> Setup:
    from memsql.evaluation.exam import Exam
    from memsql.evaluation.registry import DEFAULT_BUDGET, command_spec, spec
    from memsql.evaluation.respond import Responder, Symbolic
    from memsql.evaluation.run import Setup
    from memsql.evaluation.sut import Budget

    if not suite.is_dir():
        raise DataError(f"{suite}: no such folder; write the standard suite with make gold, or give another --suite")
    if not name and not command:
        raise SutError("no system is named; give one that memsql sut list names, module:Class, or --sut-command")
    given = dict(_named(o) for o in options or ())
    exam = Exam(suite, tuple(scenarios or ()))
    system = command_spec(command, name, given) if command else spec(name, given)
    most = Budget(*budget) if any(budget) else DEFAULT_BUDGET
    endpoint, model, key, form = answering
    if bool(endpoint) != bool(model):
        raise MemsqlError("--endpoint and --model belong together; give both, or none for the symbolic reader")
    responder: Responder = Symbolic(exam, workers)
    if endpoint:
        from memsql.evaluation.answering import Endpoint, Settings
        from memsql.evaluation.modelled import Modelled

        settings = Settings(endpoint, model, os.environ.get(key), format=form)
        responder = Modelled(exam, Endpoint(settings, runs / CACHE))
    return Setup(exam, system, most, responder)


def _named(option: str) -> tuple[str, str]:
    name, sign, value = option.partition("=")
    if not sign or not name:
        raise SutError(f"--option {shown(option)}: no name=value; write --option k1=1.2")
    return name, value


def _is_invalid(place: Path) -> bool:
    import json

    from memsql.evaluation.journal import MANIFEST

    return bool(json.loads((place / MANIFEST).read_text(encoding="utf-8"))["is_invalid"])


@contextmanager
def _progress(name: str) -> Iterator[Report]:
    """Show a bar a stage, with the time left, on a terminal; yield what to call."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        tasks: dict[str, object] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(f"{name}: {stage}", total=total or None)
            bar.update(tasks[stage], completed=done, total=total or None)  # type: ignore[arg-type]

        yield report

"""``memsql run`` and its kin: evaluate a memory system, score, diagnose, follow, report."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memsql.cli import limits
from memsql.cli.output import echo, echo_text, print_table
from memsql.cli.waiting import bars
from memsql.errors import DataError, MemsqlError, SutError, did_you_mean, shown

if TYPE_CHECKING:
    from memsql.evaluation.exam import Exam
    from memsql.evaluation.respond import Responder
    from memsql.evaluation.run import Setup

SUITE = Path("data/gold/standard")
RUNS = Path("runs")
CACHE = "answers.sqlite"
FORM = "schema"
WHO = ("context", "ids", "native", "model")

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
AnswersOption = Annotated[
    str,
    typer.Option(help="Who answers: context (symbolic reader), ids (it reads the records returned), native, model."),
]
NameArgument = Annotated[
    str, typer.Argument(help="A system: memsql sut list names them; or module:Class; what to call a --sut-command.")
]
LimitOption = Annotated[list[str] | None, typer.Option("--limit", help=limits.HELP)]
LogOption = Annotated[Path | None, typer.Option(help="A file that keeps what a program writes to standard error.")]
RepeatsOption = Annotated[int, typer.Option(min=1, help="Run it so many times, for a system that is not repeatable.")]
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
    answers: AnswersOption = "",
    endpoint: EndpointOption = "",
    model: ModelOption = "",
    key: KeyOption = "OPENAI_API_KEY",
    form: FormatOption = FORM,
    limit: LimitOption = None,
    sut_log: LogOption = None,
    repeats: RepeatsOption = 1,
    workers: WorkersOption = 2,
) -> None:
    """Evaluate a memory system on a suite: contexts, answers, scores, diagnosis and maintenance.

    A run is a folder that is never changed; a run that was stopped goes on where it was.
    """
    from memsql.evaluation.modelled import Modelled
    from memsql.evaluation.people import headline
    from memsql.evaluation.repeats import together
    from memsql.evaluation.results import RunFolder
    from memsql.evaluation.run import run

    budget = (budget_records, budget_tokens)
    answering = (answers, endpoint, model, key, form)
    setup = _setup(name, suite, runs, scenario, sut_command, option, budget, answering, limit or (), workers, sut_log)
    places = []
    for repeat in range(1, repeats + 1):
        one = replace(setup, repeat=repeat)
        if (runs / one.name).exists():
            echo("this run is there already, and is not run again; delete its folder for another one")
        with bars(one.name) as shown_bars:
            if isinstance(one.responder, Modelled):
                one.responder.endpoint.watch = shown_bars.watch
            place = run(one, runs, workers, shown_bars.report)
        RunFolder(place).check()
        for line in headline(place):
            echo_text(line)
        if RunFolder(place).manifest["is_invalid"]:
            raise MemsqlError(f"{place}: the run is INVALID, a canary failed; see its canary.parquet")
        places.append(place)
    for sheet in together(setup.exam, [RunFolder(p) for p in places]):
        print_table(sheet.heads, sheet.rows)
        echo_text(sheet.note)


def plan_command(
    name: NameArgument = "",
    suite: SuiteOption = SUITE,
    runs: RunsOption = RUNS,
    scenario: ScenarioOption = None,
    sut_command: CommandOption = "",
    option: OptionOption = None,
    budget_records: RecordsOption = None,
    budget_tokens: TokensOption = None,
    answers: AnswersOption = "",
    endpoint: EndpointOption = "",
    model: ModelOption = "",
    key: KeyOption = "OPENAI_API_KEY",
    form: FormatOption = FORM,
    limit: LimitOption = None,
) -> None:
    """Say what a run would take before it starts: questions, calls of the system and of a model, tokens."""
    from memsql.evaluation.plan import planned

    budget = (budget_records, budget_tokens)
    answering = (answers, endpoint, model, key, form)
    setup = _setup(name, suite, runs, scenario, sut_command, option, budget, answering, limit or ())
    print_table(("what", "figure", "how it is known"), planned(setup, runs))


def _setup(
    name: str,
    suite: Path,
    runs: Path,
    scenarios: Sequence[str] | None,
    command: str,
    options: Sequence[str] | None,
    budget: tuple[int | None, int | None],
    answering: tuple[str, str, str, str, str],
    limit: Sequence[str],
    workers: int = 1,
    log: Path | None = None,
) -> Setup:
    from memsql.evaluation.exam import Exam
    from memsql.evaluation.registry import DEFAULT_BUDGET, command_spec, names, spec
    from memsql.evaluation.run import Setup
    from memsql.evaluation.sut import Budget

    if not suite.is_dir():
        raise DataError(f"{suite}: no such folder; write the standard suite with make gold, or give another --suite")
    if not name and not command:
        raise SutError("no system is named; give one that memsql sut list names, module:Class, or --sut-command")
    if command and (name in names() or ":" in name):
        advice = "leave it out, or give another name to call the program by"
        raise SutError(f"--sut-command beside {name}: two systems; {advice}")
    given = dict(_named(o) for o in options or ())
    exam = Exam(suite, tuple(scenarios or ()))
    allowed = limits.read(limit)
    most_of = allowed.limits()
    system = command_spec(command, name, given, most_of) if command else spec(name, given, most_of)
    is_program = bool(system.command or system.environment)
    limits.check(allowed, system.name, is_program=is_program, is_model=bool(answering[1]))
    if log and not is_program:
        raise SutError(f"--sut-log: {system.name} runs in this process and has no log of its own; leave it out")
    most = Budget(*budget) if any(budget) else DEFAULT_BUDGET
    responder = _responder(exam, system.name, runs, answering, allowed.model, workers)
    return Setup(exam, replace(system, log=log and log.resolve()), most, responder)


def _responder(
    exam: Exam,
    system: str,
    runs: Path,
    answering: tuple[str, str, str, str, str],
    allowed: Mapping[str, Any],
    workers: int,
) -> Responder:
    from memsql.evaluation.native import Native
    from memsql.evaluation.registry import names
    from memsql.evaluation.respond import Symbolic

    who, endpoint, model, key, form = answering
    if bool(endpoint) != bool(model):
        raise MemsqlError("--endpoint and --model belong together; give both, or none for the symbolic reader")
    who = who or ("model" if endpoint else "context")
    if who not in WHO:
        raise MemsqlError(f"--answers {shown(who)}: nobody answers so; {did_you_mean(who, WHO)}")
    if who == "model" and not endpoint:
        raise MemsqlError("--answers model: no model is named; give its --endpoint and --model")
    if who != "model" and endpoint:
        raise MemsqlError(f"--answers {who}: no model is asked then; leave --endpoint and --model out")
    if who != "model" and form != FORM:
        raise MemsqlError("--format is the form of a model's output; give --endpoint and --model with it")
    if who == "native" and system in names():
        raise MemsqlError(f"--answers native: {system} returns contexts, no answers; give a system that answers")
    if who == "native":
        return Native(exam, system)
    if who != "model":
        reader = Symbolic(exam, workers, who == "ids")
        reader.check()
        return reader
    from memsql.evaluation.answering import Endpoint, Settings
    from memsql.evaluation.modelled import Modelled

    settings = Settings(endpoint, model, os.environ.get(key), format=form, **allowed)
    return Modelled(exam, Endpoint(settings, runs / CACHE))


def _named(option: str) -> tuple[str, str]:
    name, sign, value = option.partition("=")
    if not sign or not name:
        raise SutError(f"--option {shown(option)}: no name=value; write --option k1=1.2")
    return name, value

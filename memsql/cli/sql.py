"""``memsql sql`` and ``memsql shell``: ad-hoc SQL over a scenario; ``--show`` prints what the compiler makes."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from memsql.cli.notice import Notice
from memsql.cli.output import echo, echo_text, print_rows
from memsql.cli.people import DEFAULT, JsonOption, ScenarioOption
from memsql.errors import DataError, MemsqlError
from memsql.gold.suite import program_of
from memsql.people.scenario import Scenario
from memsql.people.session import Session, open_session
from memsql.people.show import Show, shown_sql

AtOption = Annotated[
    str | None, typer.Option(help="Cutoff: a date (its end) or a time; after the last event, if left out.")
]
PROMPT, MORE = "memsql> ", "   ...> "
HELP = (
    "end a statement with ; and see: relations as views, lift.<relation>, node, edge, why(node), "
    "current_fact(observed_until, valid_on); .quit ends"
)

__all__ = ["Show", "shell_command", "sql_command"]


class ShowChoice(StrEnum):
    """What ``--show`` prints of a relation."""

    VERBATIM = "verbatim"
    LIFTED = "lifted"
    LINEAGE = "lineage"


def sql_command(
    statement: Annotated[str, typer.Argument(help="One SELECT; with --show, the name of a relation.")],
    scenario: ScenarioOption = DEFAULT,
    at: AtOption = None,
    show: Annotated[ShowChoice | None, typer.Option(help="Print the SQL of a relation instead.")] = None,
    is_json: JsonOption = False,
) -> None:
    """Run a SELECT over views, lifted views, derivations and gold of a scenario."""
    with Notice(scenario) as notice:
        loaded = Scenario.load(scenario)
        if show is not None:
            found = shown_sql(program_of(loaded.part()), statement, Show(show.value))
        else:
            rows = open_session(loaded, at, told=notice).sql(statement)
    if show is not None:
        echo_text(found)
    else:
        print_rows(rows, is_json)


def shell_command(scenario: ScenarioOption = DEFAULT, at: AtOption = None) -> None:
    """Ask a scenario in SQL, one statement after the other."""
    with Notice(scenario):
        loaded = Scenario.load(scenario)
        session = open_session(loaded, at)
    is_terminal = sys.stdin.isatty()
    if is_terminal:
        echo(f"{loaded.name}: {HELP}")
    pending = ""
    while True:
        try:
            line = input((MORE if pending else PROMPT) if is_terminal else "")
        except EOFError:
            break
        except KeyboardInterrupt:
            if not is_terminal:
                raise
            pending = ""
            echo()
            continue
        if not pending and line.strip() in (".quit", ".exit", "exit", "quit"):
            return
        if not pending and line.strip() in (".help", "help"):
            echo_text(HELP)
            continue
        pending = f"{pending}\n{line}" if pending else line
        if pending.rstrip().endswith(";"):
            _run(session, loaded.name, pending, is_terminal)
            pending = ""
    if pending.strip():
        _run(session, loaded.name, pending, is_terminal)


def _run(session: Session, name: str, statement: str, is_terminal: bool) -> None:
    """Run one statement; on a terminal an error or Ctrl-C is shown and the shell goes on."""
    if not statement.strip(" \t\n;"):
        return
    try:
        with Notice(name) as notice:
            session.told = notice
            rows = session.sql(statement)
        print_rows(rows)
    except MemsqlError as error:
        if not is_terminal:
            raise DataError(str(error)) from None
        echo(str(error), err=True)
    except KeyboardInterrupt:
        if not is_terminal:
            raise
        echo("stopped", err=True)

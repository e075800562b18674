"""The command line: every command is a thin shell over one library call."""

from __future__ import annotations

import os
import sys

import typer

from memsql.cli.check import check_command
from memsql.cli.generate import generate_command
from memsql.cli.gold import gold_command
from memsql.cli.lastwrite import app as lastwrite_app
from memsql.cli.people import diff_command, explain_command, what_if_command, why_command
from memsql.cli.sql import shell_command, sql_command
from memsql.cli.stats import stats_command
from memsql.cli.tables import tables_command
from memsql.errors import MemsqlError

app = typer.Typer(
    name="memsql",
    help="Exact answers, labels, derivations and witnesses over a history that keeps changing.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("gold")(gold_command)
app.command("generate")(generate_command)
app.command("check")(check_command)
app.command("explain")(explain_command)
app.command("why")(why_command)
app.command("diff")(diff_command)
app.command("what-if")(what_if_command)
app.command("sql")(sql_command)
app.command("shell")(shell_command)
app.command("stats")(stats_command)
app.command("tables")(tables_command)
app.add_typer(lastwrite_app, name="lastwrite")


def main() -> None:
    """Run the command line; a MemsqlError is one line and exit code 1, anything else is a bug and shows itself."""
    try:
        app()
    except MemsqlError as error:
        print(f"memsql: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    except BrokenPipeError:
        # The reader of a pipe has enough; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None


__all__ = ["app", "main"]

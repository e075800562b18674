"""The command line: every command is a thin shell over one library call."""

from __future__ import annotations

import errno
import io
import sys
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from typing import Annotated

import typer

from memsql.cli.check import check_command
from memsql.cli.evaluation import plan_command, run_command
from memsql.cli.generate import generate_command
from memsql.cli.gold import gold_command
from memsql.cli.lastwrite import app as lastwrite_app
from memsql.cli.notice import STOPPED, nowhere, stoppable
from memsql.cli.output import echo
from memsql.cli.paired import app as paired_app
from memsql.cli.people import diff_command, explain_command, what_if_command, why_command
from memsql.cli.report import compare_command, diagnose_command, maintain_command, report_command, score_command
from memsql.cli.scivalidity import app as scivalidity_app
from memsql.cli.sql import shell_command, sql_command
from memsql.cli.stats import stats_command
from memsql.cli.sut import app as sut_app
from memsql.cli.tables import tables_command
from memsql.errors import MemsqlError, printable, shown

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)

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
app.command("run")(run_command)
app.command("plan")(plan_command)
app.command("report")(report_command)
app.command("score")(score_command)
app.command("diagnose")(diagnose_command)
app.command("maintain")(maintain_command)
app.command("compare")(compare_command)
app.add_typer(lastwrite_app, name="lastwrite")
app.add_typer(scivalidity_app, name="scivalidity")
app.add_typer(sut_app, name="sut")
app.add_typer(paired_app, name="paired")


def show_version(is_wanted: bool) -> None:
    """Print the version of the distribution and end."""
    if is_wanted:
        try:
            echo(f"memsql {version('memsql-gold')}")
        except PackageNotFoundError:
            raise MemsqlError("no version: memsql is not installed here; run make install") from None
        raise typer.Exit


@app.callback()
def options(
    is_wanted: Annotated[
        bool, typer.Option("--version", help="Show the version and end.", is_eager=True, callback=show_version)
    ] = False,
) -> None:
    """Options before a command."""


def main() -> None:
    """Run the command line.

    A MemsqlError is one line and status 1, Ctrl-C one line and status 130, wrong usage status 2 (Typer's own);
    anything else is a bug and shows itself.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    with stoppable() as stopped:
        try:
            _check_arguments()
            app()
        except BrokenPipeError:
            # The reader of a pipe has enough; there is nobody to tell.
            nowhere()
            raise SystemExit(1) from None
        except BaseException as error:
            # Whatever a stopped command ends with, a statement that was cut off too, it is Ctrl-C that ended it.
            if stopped.is_set() and not (isinstance(error, SystemExit) and error.code in (None, 0)):
                _end("memsql: stopped", STOPPED)
            if isinstance(error, MemsqlError):
                _end(f"memsql: {error}", 1)
            if isinstance(error, OSError) and error.filename is None and error.errno in UNWRITABLE:
                nowhere()
                _end(f"memsql: stdout: cannot be written ({error.strerror}); send it elsewhere", 1)
            raise


def _check_arguments() -> None:
    """Refuse an argument that is no text in the encoding of the system, and an empty option: a path would be ``.``."""
    for before, argument in pairwise(sys.argv):
        option, sign, value = argument.partition("=") if argument else (before, "", "")
        if option.startswith("--") and not value and (sign or not argument):
            raise MemsqlError(f"{option}: empty; write what it is, or leave it out")
        if any(0xD800 <= ord(sign) < 0xE000 for sign in argument):
            raise MemsqlError(f"argument {shown(argument)}: not UTF-8; write it in UTF-8")


def _end(line: str, status: int) -> None:
    """Print one line on stderr and end. A path may hold the end of a line, which is shown by its number."""
    print(printable(line), file=sys.stderr)
    raise SystemExit(status) from None


__all__ = ["app", "main"]

"""``memsql sut``: the memory systems that live in virtual environments of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from memsql.cli.output import print_json, print_table
from memsql.evaluation.install import Installation, Report, home, install, installation, names, remove

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of the system; memsql sut list has them.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print as JSON.")]

app = typer.Typer(
    help="Install the memory systems that live in virtual environments of their own.",
    no_args_is_help=True,
)


@app.command("list")
def list_command(is_json: JsonOption = False) -> None:
    """List the systems, and which of them are installed."""
    found = [installation(name) for name in names()]
    if is_json:
        print_json({"folder": str(home()), "systems": [as_dict(one) for one in found]})
        return
    rows = [(one.name, one.state, one.package_count, megabytes(one), one.seconds) for one in found]
    print_table(("system", "state", "packages", "MB", "seconds"), rows)
    typer.echo()
    typer.echo(f"in {home()}")


@app.command("install")
def install_command(name: NameArgument) -> None:
    """Make a system's virtual environment from its pinned requirements; what is installed already stays."""
    if installation(name).state == "installed":
        typer.echo(f"{name} is installed in {installation(name).folder}")
        return
    with progress(name) as report:
        made = install(name, report)
    typer.echo(f"{name}: {made.package_count} packages, {megabytes(made)} MB, {made.seconds:.0f} s, in {made.folder}")


@app.command("remove")
def remove_command(name: NameArgument) -> None:
    """Delete a system's virtual environment."""
    typer.echo(f"{name} is removed" if remove(name) else f"{name} is not installed")


def megabytes(found: Installation) -> int | None:
    """Size of an environment in whole megabytes."""
    return None if found.size is None else round(found.size / 1_000_000)


def as_dict(found: Installation) -> dict[str, object]:
    """An installation as JSON has it."""
    return {
        "name": found.name,
        "state": found.state,
        "packages": found.package_count,
        "bytes": found.size,
        "seconds": found.seconds,
        "folder": str(found.folder),
    }


@contextmanager
def progress(name: str) -> Iterator[Report]:
    """Show a bar on a terminal, a line a stage elsewhere; yield what to call."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(f"{name}: installing", total=None)

        def report(what: str, done: int, total: int) -> None:
            bar.update(task, description=f"{name}: {what}", completed=done, total=total)

        if not console.is_terminal:
            console.print(f"memsql: {name}: installing ... (Ctrl-C stops it)", highlight=False)
        yield report

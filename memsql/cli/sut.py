"""``memsql sut``: the memory systems that can be examined, and the environments that some of them live in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from memsql.cli.output import echo, print_json, print_table
from memsql.errors import SutError

if TYPE_CHECKING:
    from memsql.evaluation.install import Report
    from memsql.evaluation.registry import Entry

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of the system; memsql sut list has them.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
DENSE = "dense"
"""The one system of ours that needs more packages; they go into memsql's own environment."""

app = typer.Typer(
    help="List the memory systems, and install those that need more than memsql brings.",
    no_args_is_help=True,
)


@app.command("list")
def list_command(is_json: JsonOption = False) -> None:
    """List the systems: what they are, and whether they can be run here."""
    from memsql.evaluation.install import home
    from memsql.evaluation.registry import ENTRIES

    rows = [described(entry) for entry in ENTRIES]
    if is_json:
        print_json({"folder": str(home()), "systems": rows})
        return
    heads = ("system", "what it is", "state", "packages", "MB")
    shown = [
        (r["name"], r["meaning"], r["state"], r["packages"], None if r["bytes"] is None else megabytes(r["bytes"]))
        for r in rows
    ]
    print_table(heads, shown)
    echo()
    echo(f"environments in {home()}")


@app.command("install")
def install_command(name: NameArgument) -> None:
    """Make a system's virtual environment from its pinned requirements; what is installed already stays."""
    from memsql.evaluation.install import install, installation

    if name == DENSE:
        install_dense()
        return
    found = installation(name)
    if found.state == "installed":
        echo(f"{name} is installed in {found.folder}")
        return
    with progress(name) as report:
        made = install(name, report)
    took = f"{made.package_count} packages, {megabytes(made.size)} MB, {made.seconds:.0f} s"
    echo(f"{name}: {took}, in {made.folder}")


@app.command("remove")
def remove_command(name: NameArgument) -> None:
    """Delete a system's virtual environment."""
    from memsql.evaluation.install import remove
    from memsql.evaluation.suts import dense

    if name == DENSE:
        packages = " ".join(r.partition("==")[0] for r in dense.REQUIREMENTS)
        raise SutError(f"{name}: lies in memsql's own environment; pip uninstall {packages} removes it")
    echo(f"{name} is removed" if remove(name) else f"{name} is not installed")


def install_dense() -> None:
    """Install the packages and the vocabulary of dense into this environment."""
    from memsql.evaluation.suts import dense

    if dense.unavailable() is None:
        echo(f"{DENSE} is installed in {sys.prefix}")
        return
    dense.install_dense(lambda what: echo(f"memsql: {DENSE}: {what} ... (Ctrl-C stops it)", err=True))
    echo(f"{DENSE}: installed in {sys.prefix}")


def described(entry: Entry) -> dict[str, object]:
    """A system as JSON has it. ``state``: built in, installed, outdated or absent."""
    from memsql.evaluation.install import installation
    from memsql.evaluation.suts import dense

    found = installation(entry.environment) if entry.environment else None
    state = "built in" if found is None else found.state
    if entry.name == DENSE:
        state = "installed" if dense.unavailable() is None else "absent"
    return {
        "name": entry.name,
        "meaning": entry.meaning,
        "is_reference": entry.is_reference,
        "state": state,
        "packages": found and found.package_count,
        "bytes": found and found.size,
        "seconds": found and found.seconds,
        "folder": str(found.folder) if found else None,
    }


def megabytes(size: object) -> int:
    """A number of bytes in whole megabytes."""
    assert isinstance(size, int)
    return round(size / 1_000_000)


@contextmanager
def progress(name: str) -> Iterator[Report]:
    """Show a bar on a terminal, a line elsewhere; yield what to call."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(f"{name}: installing", total=None)

        def report(what: str, done: int, total: int) -> None:
            bar.update(task, description=f"{name}: {what}", completed=done, total=total)

        if not console.is_terminal:
            console.print(f"memsql: {name}: installing ... (Ctrl-C stops it)", highlight=False)
        yield report

"""``memsql gold``: derive and write gold."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import polars as pl
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from memsql.cli.generate import generated
from memsql.cli.output import echo, print_json, print_table
from memsql.errors import printable
from memsql.gold.export import MANIFEST, locked
from memsql.gold.suite import Report, write_gold
from memsql.people.scenario import Scenario, shipped_scenarios
from memsql.resources import data_root
from memsql.scenario.folder import SUITE

OUT = Path("data/gold")
COLUMNS = (
    "suite",
    "events",
    "queries",
    "answerable",
    "justified-zero",
    "unknown",
    "nodes",
    "edges",
    "witnesses",
)


def gold_command(
    folder: Annotated[str | None, typer.Argument(help="Scenario or suite; every one that ships, if left out.")] = None,
    out: Annotated[Path, typer.Option(help="Where <suite>/<table>.parquet are written.")] = OUT,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Processes (1; 2 for a suite that is generated); the bytes do not depend on it."),
    ] = None,
    check: Annotated[bool, typer.Option("--check/--no-check", help="Re-derive every witness.")] = True,
    is_json: Annotated[bool, typer.Option("--json", help="Print figures as JSON.")] = False,
) -> None:
    """Derive gold and write it as Parquet, whole or not at all."""
    rows: list[dict[str, Any]] = []
    # Everything is read before the first byte is written.
    names = [folder] if folder is not None else [str(path) for path in shipped()]
    scenarios = [None if name and is_configuration(place(name)) else Scenario.load(name) for name in names]
    with locked(out):
        for name, scenario in zip(names, scenarios, strict=True):
            start = time.perf_counter()
            if scenario is None:
                rows.append(generated(place(name), out, None, workers or 2))
                continue
            with progress(scenario.name) as report:
                written = write_gold(
                    scenario.parts, scenario.name, out, is_checked=check, workers=workers or 1, report=report
                )
            rows.append(figures(written, time.perf_counter() - start))
    if is_json:
        print_json(rows)
        return
    print_table(COLUMNS, [[r[c] for c in COLUMNS] for r in rows])
    echo(f"written to {out}/<suite>/: {len(rows)} suites, every witness {'checked' if check else 'unchecked'}")


def shipped() -> list[Path]:
    """Folders of the suites that ship with memsql."""
    scenarios = shipped_scenarios()
    return [p for p in sorted(data_root().iterdir()) if p.name in scenarios or is_configuration(p)]


def place(name: str) -> Path:
    """The configuration that a path names, or the name of one that ships; else the path as it is."""
    own = data_root() / name
    return own if name and not Path(name).exists() and is_configuration(own) else Path(name)


def is_configuration(path: Path) -> bool:
    """Whether the folder, or the file, configures a suite that is generated."""
    return path.name == SUITE or (path / SUITE).is_file()


def read(path: Path) -> pl.DataFrame:
    """Read one file by its own name: polars takes * ? [ ] in a path for a pattern."""
    with path.open("rb") as file:
        return pl.read_parquet(file)


def figures(written: Path, seconds: float) -> dict[str, Any]:
    """Figures of one suite as it was written, as printed and as JSON."""
    rows = {n: t["rows"] for n, t in json.loads((written / MANIFEST).read_text(encoding="utf-8"))["tables"].items()}
    labels = dict(read(written / "answer.parquet").group_by("label").len().iter_rows())
    witnesses = read(written / "measure.parquet")["witness_count"].sum()
    return {
        "suite": written.name,
        "events": rows["event"],
        "queries": rows["query"],
        **{k: labels.get(k, 0) for k in ("answerable", "justified-zero", "unknown")},
        "nodes": rows["node"],
        "edges": rows["edge"],
        "witnesses": int(witnesses or 0),
        "seconds": round(seconds, 1),
    }


@contextmanager
def progress(name: str) -> Iterator[Report]:
    """Show a bar with the time left on a terminal; yield what to call after each batch."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("batches"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(printable(name), total=None)

        def report(_: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield report

"""How the command line prints: tables as wide as they need to be, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    import polars as pl

WIDTH = 60
"""Longest cell of a table; longer ones end with an ellipsis. JSON is never cut."""


def plain(value: object) -> Any:
    """A value as JSON has it: times as ISO text, exact numbers as numbers where they are whole, else as text."""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds" if not value.microsecond else "microseconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else format(value.normalize(), "f")
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return value


def print_json(value: object) -> None:
    """Print a value as JSON."""
    typer.echo(json.dumps(plain(value), ensure_ascii=False, indent=1))


def cell(value: object) -> str:
    """One cell as text."""
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return " ".join(str(value).split())


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], clip: int = WIDTH) -> None:
    """Print rows under their headings, numbers to the right."""
    rows = [list(r) for r in rows]
    texts = [[cell(v) for v in r] for r in rows]
    texts = [[t if len(t) <= clip else t[: clip - 1] + "…" for t in r] for r in texts]
    widths = [max([len(c), *(len(r[i]) for r in texts)]) for i, c in enumerate(columns)]
    right = [
        bool(rows)
        and all((isinstance(r[i], int | Decimal) and not isinstance(r[i], bool)) or r[i] is None for r in rows)
        for i in range(len(columns))
    ]

    def line(cells: Sequence[str]) -> str:
        padded = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(cells, widths, right, strict=True)]
        return "  ".join(padded).rstrip()

    typer.echo(line(columns))
    typer.echo("  ".join("-" * w for w in widths))
    for row in texts:
        typer.echo(line(row))


def print_frame(frame: pl.DataFrame, is_json: bool = False, clip: int = WIDTH) -> None:
    """Print a frame as a table, or as a JSON array of objects."""
    if is_json:
        print_json(frame.to_dicts())
    else:
        print_table(frame.columns, frame.iter_rows(), clip)

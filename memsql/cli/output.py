"""How the command line prints: tables as wide as they need to be, or JSON."""

from __future__ import annotations

import codecs
import json
import math
import re
import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import typer

from memsql.errors import STEERING, printable
from memsql.people.values import number_text

if TYPE_CHECKING:
    import polars as pl

    from memsql.db import Rows

LAYOUT = ("\n", "\t")
WIDTH = 60
"""Longest cell of a table; longer ones end with an ellipsis. JSON is never cut."""


def plain(value: object) -> Any:
    """A value as JSON has it: times as ISO text, exact numbers as numbers where they are whole, else as text.

    JSON has no NaN and no infinity: they are texts too.
    """
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds" if not value.microsecond else "microseconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else number_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")
    if isinstance(value, dict):
        return {cell(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return value


def is_unicode() -> bool:
    """Whether stdout takes every sign. Where it does not, what is printed names the sign by its number."""
    try:
        return codecs.lookup(getattr(sys.stdout, "encoding", None) or "ascii").name.startswith("utf")
    except LookupError:
        return False


def echo(line: str = "", err: bool = False) -> None:
    """Print one line; a text of a scenario in it neither ends the line nor steers the terminal."""
    typer.echo(printable(line), err=err)


def echo_text(text: str) -> None:
    """Print a text of several lines, which may have tabs, as `echo` prints one."""
    typer.echo("".join(part if part in LAYOUT else printable(part) for part in re.split("([\n\t])", text)))


def print_json(value: object) -> None:
    """Print a value as JSON; signs that would steer the terminal are written by their numbers, as JSON has them."""
    text = json.dumps(plain(value), ensure_ascii=not is_unicode(), indent=1, allow_nan=False)
    typer.echo(re.sub(f"(?!\n)[{STEERING}]", lambda found: f"\\u{ord(found[0]):04x}", text))


def print_markup(text: str) -> None:
    """Print a page or a drawing, whose texts are printable; signs that stdout does not take as numbers of XML."""
    typer.echo(text if is_unicode() else text.encode("ascii", "xmlcharrefreplace").decode())


def cell(value: object) -> str:
    """One cell as text."""
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(cell, value))
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(printable(str(value)).split())


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], clip: int = WIDTH) -> None:
    """Print rows under their headings, numbers to the right."""
    columns, rows = [cell(c) for c in columns], [list(r) for r in rows]
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


def print_frame(frame: pl.DataFrame) -> None:
    """Print a frame as a table."""
    print_table(frame.columns, frame.iter_rows())


def print_rows(found: Rows, is_json: bool = False) -> None:
    """Print the result of a query as a table, or as a JSON array of objects; a second ``a`` is called ``a_2``."""
    if not is_json:
        print_table(found.columns, found.rows)
        return
    names: list[str] = []
    for name in found.columns:
        number, own = 1, name
        while own in names:
            number += 1
            own = f"{name}_{number}"
        names.append(own)
    print_json([dict(zip(names, row, strict=True)) for row in found.rows])

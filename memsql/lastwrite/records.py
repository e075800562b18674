"""Files of rows that other people bring: outcomes of systems, labels of reviewers, published scores."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from memsql.errors import DataError, shown
from memsql.lastwrite.files import MAGIC, content_of, json_of, line_of, parquet_of, text_of, whole
from memsql.lastwrite.source import HOPS, SOURCE

Row = Mapping[str, Any]
Place = tuple[str, str, int]
"""A question: list, hop, index."""
DIGITS = 9
"""Of a place or the number of a row; more are none of this world."""


def read(path: Path) -> Iterator[tuple[str, Row]]:
    """Rows of a .jsonl, .csv or Parquet file, each with the place to name in a message. Raises DataError."""
    content = content_of(path, "name a JSON lines, CSV or Parquet file")
    if content[:4] == MAGIC:
        for number, row in enumerate(parquet_of(content, path, "write it again")):
            yield f"{path}: row {number}", row
        return
    text = text_of(content, path)
    yield from (_csv if path.suffix.lower() == ".csv" else _lines)(text, path)


def _csv(text: str, path: Path) -> Iterator[tuple[str, Row]]:
    # A cell may be as long as an output is; the module's own limit is 128 KB.
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    reader = csv.DictReader(io.StringIO(text, newline=""))
    heads = reader.fieldnames or ()
    twice = next((name for name in heads if heads.count(name) > 1), None)
    if twice is not None:
        raise DataError(f"{path}:1: column {shown(twice)} stands there twice; keep one")
    for row in reader:
        where = f"{path}:{reader.line_num}"
        if None in row or None in row.values():
            raise DataError(f"{where}: not {len(heads)} cells; quote a cell that holds a comma")
        yield where, row


def _lines(text: str, path: Path) -> Iterator[tuple[str, Row]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        row = json_of(line, path, "a line is one object", number)
        if not isinstance(row, dict):
            raise DataError(f"{path}:{number}: no object; a line is one object")
        yield f"{path}:{number}", row


def place(row: Row, where: str, sets: Sequence[tuple[str, str]] | None = None) -> Place:
    """The question that a row is about.

    ``set`` is the benchmark's name (``factconsolidation_mh_6k``, ``mh_6k``) or the number of a row, which ``sets``
    translates; or there are ``list`` and ``hop``. Raises DataError where nothing names a question.
    """
    given = str(row.get("set", ""))
    found = SOURCE.search(given)
    is_number = given.isdecimal() and len(given) <= DIGITS
    if found:
        name, hop = found[2], HOPS[found[1]]
    elif is_number and sets is None:
        name, hop = given, ""
    elif is_number and sets is not None and int(given) < len(sets):
        name, hop = sets[int(given)]
    elif row.get("list") and row.get("hop") in HOPS.values():
        name, hop = line_of(str(row["list"]), where, "list"), str(row["hop"])
    else:
        advice = "give `set` as in mh_6k or as the number of a row, or `list` and `hop` (single, multi)"
        raise DataError(f"{where}: no question set; {advice}")
    index = row.get("index", row.get("question_index"))
    said = str(index)
    if isinstance(index, bool) or not said.isdecimal() or len(said) > DIGITS:
        raise DataError(f"{where}: index is {shown(index, 40)}; a question's place in its set is needed, from 0")
    return name, hop, int(said)


def cell(row: Row, where: str, *names: str, is_line: bool = True) -> str:
    """The text under one of the names. Raises DataError where there is none.

    ``is_line``: the text names something, so that no control sign may be in it; else what a model said is taken as
    it is, but for halves of surrogate pairs.
    """
    given = None
    for name in names:
        given = row.get(name) if given is None else given
        if isinstance(row.get(name), str):
            return (line_of if is_line else whole)(str(row[name]), where, name)
    found = "no text" if given is None else f"{shown(given, 40)}, no text,"
    raise DataError(f"{where}: {found} under {' or '.join(names)}; give it{'' if given is None else ' in quotes'}")


def system_of(row: Row, where: str, other: str) -> str:
    """The system that a row is of: its text or number under ``system``, or ``other`` where there is none."""
    given = row.get("system")
    if given is None or given == "":
        return other
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        raise DataError(f"{where}: system is {shown(given, 40)}; a name is needed")
    return line_of(str(given), where, "system")

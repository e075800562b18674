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
SET_ADVICE = "give `set` as in mh_6k or as the number of a row, or `list` and `hop` (single, multi)"
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
    translates; or there are ``list`` and ``hop``. Raises DataError where nothing names a question, and where a row
    says two things: which of them is meant would be a guess.
    """
    name, hop = _set_of(row, where, sets)
    for column, meant in (("list", name), ("hop", hop)):
        said = _cell(row, column)
        # A row number without the benchmark's rows has no hop to compare with.
        if said is not None and hop and str(said) != meant:
            raise DataError(f"{where}: set {shown(row.get('set'), 40)} and {column} {shown(said, 40)} differ; keep one")
    return name, hop, _index(row, where)


def _cell(row: Row, name: str) -> Any:
    """What a row has under a name; None for an empty cell."""
    given = row.get(name)
    return None if given == "" else given


def _set_of(row: Row, where: str, sets: Sequence[tuple[str, str]] | None) -> tuple[str, str]:
    """List and hop; the hop is empty for the number of a row where ``sets`` are not known."""
    given = _cell(row, "set")
    if given is None:
        if _cell(row, "list") is None and _cell(row, "hop") is None:
            raise DataError(f"{where}: no question set among {_columns(row)}; {SET_ADVICE}")
        if row.get("list") and row.get("hop") in HOPS.values():
            return line_of(str(row["list"]), where, "list"), str(row["hop"])
        said = f"list is {shown(row.get('list'), 40)}, hop {shown(row.get('hop'), 40)}"
        raise DataError(f"{where}: {said}; {SET_ADVICE}")
    found = SOURCE.search(str(given))
    if found:
        return found[2], HOPS[found[1]]
    if not isinstance(given, bool) and str(given).isdecimal() and len(str(given)) <= DIGITS:
        if sets is None:
            return str(given), ""
        if int(given) < len(sets):
            return sets[int(given)]
        raise DataError(f"{where}: set is {shown(given, 40)}, and the benchmark's file has rows 0 to {len(sets) - 1}")
    raise DataError(f"{where}: set is {shown(given, 40)}; {SET_ADVICE}")


def _index(row: Row, where: str) -> int:
    """The place of a question in its set."""
    there = {name: value for name in ("index", "question_index") if (value := _cell(row, name)) is not None}
    if not there:
        raise DataError(f"{where}: no index among {_columns(row)}; a question's place in its set is needed, from 0")
    for name, value in there.items():
        if isinstance(value, bool) or not str(value).isdecimal() or len(str(value)) > DIGITS:
            raise DataError(f"{where}: {name} is {shown(value, 40)}; a question's place in its set is needed, from 0")
    if len({int(value) for value in there.values()}) > 1:
        said = " and ".join(f"{name} {value}" for name, value in there.items())
        raise DataError(f"{where}: {said} differ; keep one")
    return int(next(iter(there.values())))


def _columns(row: Row) -> str:
    """What a row has, for a message."""
    return shown(", ".join(map(str, row)), 80)


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

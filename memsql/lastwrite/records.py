"""Files of rows that other people bring: outcomes of systems, labels of reviewers, published scores."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from memsql.errors import DataError
from memsql.lastwrite.source import HOPS, SOURCE

Row = Mapping[str, Any]
Place = tuple[str, str, int]
"""A question: list, hop, index."""


def read(path: Path) -> Iterator[tuple[str, Row]]:
    """Rows of a .jsonl, .csv or Parquet file, each with the place to name in a message. Raises DataError."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: not read ({error.strerror}); name a JSON lines, CSV or Parquet file") from None
    if content[:4] == b"PAR1":
        yield from _parquet(content, path)
        return
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: byte {error.start} is no UTF-8; save the file as UTF-8") from None
    yield from (_csv if path.suffix == ".csv" else _lines)(text, path)


def _parquet(content: bytes, path: Path) -> Iterator[tuple[str, Row]]:
    try:
        rows = pq.read_table(pa.BufferReader(content)).to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise DataError(f"{path}: no readable Parquet ({str(error).splitlines()[0]}); write it again") from None
    for number, row in enumerate(rows):
        yield f"{path}: row {number}", row


def _csv(text: str, path: Path) -> Iterator[tuple[str, Row]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    for row in reader:
        where = f"{path}:{reader.line_num}"
        if None in row or None in row.values():
            raise DataError(f"{where}: not {len(reader.fieldnames or ())} cells; quote a cell that holds a comma")
        yield where, row


def _lines(text: str, path: Path) -> Iterator[tuple[str, Row]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataError(f"{path}:{number}: no JSON ({error.msg}); a line is one object") from None
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
    if found:
        name, hop = found[2], HOPS[found[1]]
    elif given.isdecimal() and sets is None:
        name, hop = given, ""
    elif given.isdecimal() and sets is not None and int(given) < len(sets):
        name, hop = sets[int(given)]
    elif row.get("list") and row.get("hop") in HOPS.values():
        name, hop = str(row["list"]), str(row["hop"])
    else:
        advice = "give `set` as in mh_6k or as the number of a row, or `list` and `hop` (single, multi)"
        raise DataError(f"{where}: no question set; {advice}")
    index = row.get("index", row.get("question_index"))
    if isinstance(index, bool) or not str(index).isdecimal():
        raise DataError(f"{where}: index is {index!r}; a question's place in its set is needed, from 0")
    return name, hop, int(str(index))


def cell(row: Row, where: str, *names: str) -> str:
    """The text under one of the names. Raises DataError where there is none."""
    for name in names:
        if isinstance(row.get(name), str):
            return str(row[name])
    raise DataError(f"{where}: no text under {' or '.join(names)}; give it")

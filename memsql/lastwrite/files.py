"""Files that other people bring, read as they are: bytes, JSON, Parquet, and the signs that no text may hold."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from memsql.errors import DataError, shown

MAGIC = b"PAR1"
"""What a Parquet file begins with."""
LINE_END = re.compile("[\n\r]")
HALF = re.compile("[\ud800-\udfff]")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]|\r(?!\n|\\Z)")
"""Signs that move a cursor or end a line where no line ends; a carriage return is one where no line feed follows."""


def content_of(path: Path, advice: str) -> bytes:
    """The bytes of a file. Raises DataError with ``advice`` where they cannot be had."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: not read ({error.strerror}); {advice}") from None


def is_file(path: Path) -> bool:
    """Whether a file stands there; none does under a name that no file can have."""
    try:
        return path.is_file()
    except OSError:
        return False


def text_of(content: bytes, path: Path) -> str:
    """The text of a file in UTF-8, a byte order mark left out. Raises DataError."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: byte {error.start} is no UTF-8; save the file as UTF-8") from None


def json_of(text: str, path: Path, advice: str, line: int | None = None) -> Any:
    """A value from JSON. Raises DataError; ``line`` is where the text stands in the file, where it is one line of it.

    Brackets that are nested too deep and numbers that are too long are refused like anything that is no JSON.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}:{line or error.lineno}: no JSON ({error.msg}); {advice}") from None
    except (ValueError, RecursionError) as error:
        what = "nested too deep" if isinstance(error, RecursionError) else "a number too long"
        raise DataError(f"{path}{f':{line}' if line else ''}: no JSON that can be read ({what}); {advice}") from None


def parquet_of(content: bytes, path: Path, advice: str, columns: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Rows of a Parquet file, of the columns alone that are named, where any are. Raises DataError."""
    try:
        file = pq.ParquetFile(pa.BufferReader(content))
        named = file.schema_arrow.names
        twice = next((name for name in named if named.count(name) > 1), None)
        if twice is not None:
            raise DataError(f"{path}: column {shown(twice)} stands there twice; keep one")
        wanted = [name for name in columns if name in named] if columns else None
        found: list[dict[str, Any]] = file.read(wanted).to_pylist()
    except (pa.ArrowException, OSError, ValueError, ArithmeticError, NotImplementedError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(f"{path}: no readable Parquet ({said}); {advice}") from None
    return found


def line_of(text: str, where: str, name: str) -> str:
    """The text. Raises DataError where it is no single line, as a name is, or has a sign that no line has."""
    found = LINE_END.search(text)
    if found:
        raise DataError(f"{where}: {name} is {shown(text, 40)}, more than a line; write it in one")
    return legible(text, where, name)


def whole(text: str, where: str, name: str) -> str:
    """The text. Raises DataError where half of a surrogate pair is in it: no file could hold it."""
    found = HALF.search(text)
    if found:
        raise DataError(f"{where}: {name} has U+{ord(found[0]):04X}, half of a surrogate pair; write whole characters")
    return text


def legible(text: str, where: str, name: str) -> str:
    """The text. Raises DataError where half of a pair or a control sign is in it; a tab, and the end of a line, may be.

    A line separator or a NUL inside a name would be no part of it to any reader, and cut it for some.
    """
    found = CONTROL.search(whole(text, where, name))
    if found:
        line = text.count("\n", 0, found.start()) + 1
        at = f"{where}, line {line} of the {name}" if line > 1 else f"{where}: {name}"
        what = "a carriage return inside a line" if found[0] == "\r" else f"the control sign U+{ord(found[0]):04X}"
        raise DataError(f"{at}{':' if line > 1 else ''} has {what}; take it out")
    return text

"""Read text files and JSON lines, naming the line at which something is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from memsql.errors import DataError, MemsqlError, at, did_you_mean, shown

LINES_OF_A_CHUNK = 500

KINDS = {
    type(None): "null",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "an array",
    dict: "an object",
}


class Chunk(NamedTuple):
    """Some objects of a file, each with the number of its line."""

    lines: list[int]
    objects: list[dict[str, Any]]


class FieldTwiceError(ValueError):
    """One JSON object names a field twice."""


def read_bytes(path: Path, error: type[MemsqlError] = DataError) -> bytes:
    """Return the bytes of a file; raises ``error`` where it cannot be read, or is none: a pipe would be waited for."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise error(f"{at(path)}: no ordinary file; put a file in its place")
    try:
        return path.read_bytes()
    except OSError as problem:
        raise error(f"{at(path)}: cannot be read ({problem.strerror}); check the file") from None


def read_text(path: Path, error: type[MemsqlError] = DataError) -> str:
    """Return the text of a UTF-8 file without its byte order mark.

    Raises ``error`` where the file cannot be read or is not UTF-8, naming the line.
    """
    data = read_bytes(path, error)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        if problem.reason == "unexpected end of data" and problem.end == len(data):
            found = "the file ends in the middle of a character; write the whole file again"
        else:
            found = f"byte {data[problem.start]:#04x} is not UTF-8; save the file as UTF-8"
        raise error(f"{at(path, line)}: {found}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build one JSON object, refusing to drop the first of two fields of one name."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise FieldTwiceError(next(name for name in names if names.count(name) > 1))
    return made


def read_json_lines(path: Path) -> Iterator[Chunk]:
    """Yield the objects of a JSON lines file in chunks; blank lines are skipped.

    A chunk keeps few Python objects alive; with all of a file the garbage collector takes most of the time.

    Raises DataError for a line that is not one JSON object, and for a file that ends in the middle of one.
    """
    # Only "\n" ends a line: JSON texts may hold the other signs that str.splitlines() splits at.
    texts = read_text(path).split("\n")
    decoder = json.JSONDecoder(object_pairs_hook=_object)
    chunk = Chunk([], [])
    for line, text in enumerate(texts, start=1):
        content = text.rstrip(" \t\r")
        if not content:
            continue
        try:
            found = _decoded(content, decoder)
        except (ValueError, RecursionError) as problem:
            raise DataError(f"{at(path, line)}: {_not_json(problem, line == len(texts))}") from None
        if type(found) is not dict:
            raise DataError(f"{at(path, line)}: {kind(found)}; write one object a line")
        chunk.lines.append(line)
        chunk.objects.append(found)
        if len(chunk.lines) == LINES_OF_A_CHUNK:
            yield chunk
            chunk = Chunk([], [])
    yield chunk


def _decoded(text: str, decoder: json.JSONDecoder) -> Any:
    """Decode one line. ``decode`` looks for space around the object too, which few lines have."""
    if text.startswith("{"):
        found, end = decoder.raw_decode(text)
        if end == len(text):
            return found
    return decoder.decode(text)


def _not_json(problem: Exception, is_end: bool) -> str:
    """Say why a line was refused. A last line without a line end is most often one that was cut off."""
    if isinstance(problem, FieldTwiceError):
        return f"field {shown(str(problem))} stands there twice; keep one"
    if isinstance(problem, json.JSONDecodeError):
        where = f"{problem.msg.removesuffix(' at')} at column {problem.pos + 1}"
    else:
        where = "too deeply nested" if isinstance(problem, RecursionError) else "a number too long"
    if is_end:
        return f"the file ends in the middle of a line ({where}); write the whole file again"
    return f"not JSON ({where}); write one object a line"


def kind(found: object) -> str:
    """Return what a JSON value is, with the value where it is short to say: ``a number (10)``."""
    name = KINDS[type(found)]
    return name if found is None or isinstance(found, list | dict) else f"{name} ({shown(found, 40)})"


def field_problem(found: dict[str, Any], required: tuple[str, ...], optional: tuple[str, ...] = ()) -> str | None:
    """Return what is wrong with the names of an object's fields, or None."""
    known = (*required, *optional)
    for name in found:
        if name not in known:
            return f"field {shown(name)} is not known; {did_you_mean(name, known)}"
    for name in required:
        if name not in found:
            return f"field {name} is missing; write {', '.join(required)}"
    return None


def text_problem(name: str, found: object) -> str | None:
    """Return what is wrong with a value that has to be text, or None."""
    if found is None:
        return f"{name} is null; write what is known, or leave the fact out"
    if not isinstance(found, str):
        return f"{name} is {kind(found)}; write it as text in quotes"
    if not found.isascii():
        try:
            found.encode()
        except UnicodeEncodeError:
            return f"{name} is {shown(found, 40)}, half of a surrogate pair in it; write whole characters"
    return None


def texts_problem(name: str, found: object) -> str | None:
    """Return what is wrong with a value that has to be an array of texts, or None."""
    if not isinstance(found, list):
        return f"{name} is {kind(found)}; write an array of texts"
    for place, entry in enumerate(found, start=1):
        if problem := text_problem(f"entry {place} of {name}", entry):
            return problem
    return None

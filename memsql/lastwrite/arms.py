"""Two arms that answer the questions from the list: all of it, or what BM25 finds (paper appendix I).

One output an item. Outputs are kept as they come, so that a run that was stopped goes on where it stood.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memsql.errors import DataError, MemsqlError, hindrance, shown
from memsql.lastwrite import reader, retrieve
from memsql.lastwrite.files import HALF, content_of, is_file, line_of
from memsql.lastwrite.source import HOPS, Benchmark, FactList, Question, list_sha256
from memsql.lastwrite.write import write_file

if TYPE_CHECKING:
    from memsql.lastwrite.model import Model

Answer = Callable[[Question], str]
Key = tuple[str, int]
"""A question: set and index."""


class Arm(StrEnum):
    """What of the list stands before the answer model."""

    WHOLE_LIST = "whole-list"
    BM25 = "bm25"


def run(
    benchmark: Benchmark,
    arm: Arm,
    out: Path,
    model: Model | None = None,
    note: Callable[[int, int], None] | None = None,
) -> str:
    """Answer every question and write ``out``: JSON lines of set, index, system, question, list_sha256, output.

    Return the system's name. Without a model the extractive reader answers. ``note`` is told how many of how many are
    there. Raises MemsqlError where ``out`` holds anything but an earlier run of this system on these questions, where
    it cannot be written, or where the model stays away: what it answered so far is kept beside ``out``.
    """
    system = line_of(f"{arm.value}, {model.name if model else reader.NAME}", "--model", "name")
    asked = _asked(benchmark, system)
    part = part_of(out)
    _check_free(out, asked)
    kept = _kept(part, asked)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        if kept:
            write_file(part, "".join(_line(asked[key], kept[key]) for key in asked if key in kept))
        with part.open("a", encoding="utf-8") as file:
            for question, output in _answers(benchmark, arm, model, dict(kept)):
                key = _key(question)
                if key not in kept:
                    # A model that was cut off may end in half of a pair, which no file can hold.
                    kept[key] = HALF.sub("\ufffd", output)
                    file.write(_line(asked[key], kept[key]))
                    file.flush()
                if note:
                    note(len(kept), len(asked))
    except OSError as error:
        raise MemsqlError(f"{out}: not written ({hindrance(out, error)}); name a file that can be written") from None
    write_file(out, "".join(_line(asked[key], kept[key]) for key in asked))
    part.unlink(missing_ok=True)
    return system


def part_of(out: Path) -> Path:
    """Where the outputs of a run that is not at its end are kept. Raises MemsqlError where ``out`` can be no file."""
    if not out.name or (os.path.lexists(out) and not is_file(out)):
        raise MemsqlError(f"{out}: no file stands there; name a file, since a run that is stopped keeps one beside it")
    return out.with_name(f"{out.name}.part")


def set_name(question: Question) -> str:
    """The benchmark's name of the question's set."""
    short = next(short for short, hop in HOPS.items() if hop == question.hop)
    return f"factconsolidation_{short}_{question.list}"


def context_of(each: FactList) -> str:
    """The list as the benchmark has it."""
    return "\n".join([*([each.heading] if each.heading else []), *(f"{s.number}. {s.text}." for s in each.statements)])


def _key(question: Question) -> Key:
    return set_name(question), question.index


def _asked(benchmark: Benchmark, system: str) -> dict[Key, dict[str, object]]:
    """What a row of outputs says beside the output, by question, in the order of the benchmark."""
    hashes = {each.name: list_sha256(each) for each in benchmark.lists}
    return {
        _key(q): {
            "set": set_name(q),
            "index": q.index,
            "system": system,
            "question": q.text,
            "list_sha256": hashes[q.list],
        }
        for q in benchmark.questions
    }


def _line(asked: dict[str, object], output: str) -> str:
    return json.dumps(asked | {"output": output}, ensure_ascii=False) + "\n"


def _check_free(out: Path, asked: dict[Key, dict[str, object]]) -> None:
    """Raise DataError where something else than an earlier run of the same system on the same questions stands."""
    for _, row in _rows(out):
        if row is None:
            raise DataError(f"{out}: no file of outputs stands there; name another --out, or remove it")
        _check_row(out, row, asked)


def _kept(part: Path, asked: dict[Key, dict[str, object]]) -> dict[Key, str]:
    """Outputs of a run that was stopped; a last line that is cut off does not count."""
    made: dict[Key, str] = {}
    for is_last, row in _rows(part):
        if row is None and not is_last:
            raise DataError(f"{part}: no outputs of a run that was stopped; remove it to begin anew")
        if row is not None:
            made[_check_row(part, row, asked)] = str(row["output"])
    return made


def _rows(path: Path) -> Iterator[tuple[bool, dict[str, Any] | None]]:
    """Lines of a file of outputs, none where it is not there: whether it is the last, and its row where it is one."""
    content = content_of(path, "remove it, or name another --out") if is_file(path) else b""
    if not content:
        return
    lines = content.rstrip(b"\n").split(b"\n")
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        is_row = isinstance(row, dict) and isinstance(row.get("output"), str) and isinstance(row.get("system"), str)
        yield number == len(lines), row if is_row else None


def _check_row(path: Path, row: dict[str, Any], asked: dict[Key, dict[str, object]]) -> Key:
    """The question of a row. Raises DataError where another system gave it, or for another question."""
    key = (str(row.get("set")), row.get("index", -1))
    found = asked.get(key) if isinstance(key[1], int) else None
    system = next(iter(asked.values()))["system"]
    if row["system"] != system:
        raise DataError(f"{path}: belongs to {shown(row['system'])}; name another --out, or remove it to begin anew")
    if found is None or any(row.get(name) != value for name, value in found.items()):
        raise DataError(f"{path}: has outputs for other questions or lists; name another --out, or remove it")
    return key


def _answers(
    benchmark: Benchmark, arm: Arm, model: Model | None, kept: dict[Key, str]
) -> Iterator[tuple[Question, str]]:
    """Every question with its output, in the order of the benchmark."""
    lists = {each.name: each for each in benchmark.lists}
    name, answer = "", None
    for question in benchmark.questions:
        output = kept.get(_key(question))
        if output is None:
            if answer is None or name != question.list:
                name, answer = question.list, _answerer(context_of(lists[question.list]), arm, model)
            output = answer(question)
        yield question, output


def _answerer(context: str, arm: Arm, model: Model | None) -> Answer:
    """How the questions of one list are answered; its list is indexed once."""
    if arm is Arm.BM25:
        index = retrieve.index(context)

        def found(question: Question) -> str:
            return "\n".join(retrieve.best(index, question.text))

        if model:
            return lambda question: model.answer(found(question), question.text)
        return lambda question: reader.read(reader.pages(found(question)), question.text)
    if model:
        return lambda question: model.answer(context, question.text)
    pages = reader.pages(context)
    return lambda question: reader.read(pages, question.text)

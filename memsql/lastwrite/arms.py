"""Two arms that answer the questions from the list: all of it, or what BM25 finds (paper appendix I).

One output an item. Outputs are kept as they come, so that a run that was stopped goes on where it stood.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from memsql.errors import DataError, MemsqlError
from memsql.lastwrite import reader, retrieve
from memsql.lastwrite.source import HOPS, Benchmark, FactList, Question

if TYPE_CHECKING:
    from memsql.lastwrite.model import Model

Answer = Callable[[Question], str]


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
    """Answer every question and write ``out``: JSON lines of set, index, system, output. Return the system's name.

    Without a model the extractive reader answers. ``note`` is told how many of how many are there. Raises MemsqlError
    where the file cannot be written, or the model stays away: what it answered so far is kept beside ``out``.
    """
    system = f"{arm.value}, {model.name if model else reader.NAME}"
    part = out.with_name(f"{out.name}.part")
    kept = _kept(part, system)
    total = len(benchmark.questions)
    lines = []
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with part.open("a", encoding="utf-8") as file:
            for done, (question, output) in enumerate(_answers(benchmark, arm, model, kept), start=1):
                row = {"set": set_name(question), "index": question.index, "system": system, "output": output}
                line = json.dumps(row, ensure_ascii=False) + "\n"
                lines.append(line)
                if _key(question) not in kept:
                    file.write(line)
                    file.flush()
                if note:
                    note(done, total)
        part.write_text("".join(lines), encoding="utf-8")
        part.replace(out)
    except OSError as error:
        raise MemsqlError(f"{out}: not written ({error.strerror}); name a file that can be written") from None
    return system


def set_name(question: Question) -> str:
    """The benchmark's name of the question's set."""
    short = next(short for short, hop in HOPS.items() if hop == question.hop)
    return f"factconsolidation_{short}_{question.list}"


def context_of(each: FactList) -> str:
    """The list as the benchmark has it."""
    return "\n".join([*([each.heading] if each.heading else []), *(f"{s.number}. {s.text}." for s in each.statements)])


def _key(question: Question) -> tuple[str, int]:
    return set_name(question), question.index


def _kept(part: Path, system: str) -> dict[tuple[str, int], str]:
    """Outputs of a run that was stopped; a last line that is cut off does not count."""
    made: dict[tuple[str, int], str] = {}
    if not part.is_file():
        return made
    for line in part.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if row["system"] != system:
            raise DataError(f"{part}: belongs to {row['system']!r}; remove it to begin anew")
        made[row["set"], row["index"]] = row["output"]
    return made


def _answers(
    benchmark: Benchmark, arm: Arm, model: Model | None, kept: dict[tuple[str, int], str]
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

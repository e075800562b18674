"""Read the benchmark's rows: fact lists, questions and golds, from JSON or Parquet."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memsql.errors import DataError, shown
from memsql.lastwrite.files import MAGIC, content_of, json_of, legible, parquet_of, text_of
from memsql.lastwrite.metric import official
from memsql.lastwrite.statements import Statement, statements
from memsql.scenario.lines import kind

COLUMNS = ("context", "questions", "answers", "metadata")
HOPS = {"sh": "single", "mh": "multi"}
SOURCE = re.compile(r"(?:^|_)(sh|mh)_(\w{1,60})\Z")
RESERVED = ("all", "single", "multi", "held_out")
"""Names of figures over several lists; a list that had one would stand in their place."""
LONGEST_GOLD = 10_000
"""Signs. A gold is a name; each prediction is compared with it in several forms."""
LONGEST_QUESTION = 2_000
"""Signs. Grounding looks at every pair of word boundaries, so its work grows with the square of this."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a list: ``index`` counts from 0 within (list, hop); any of the golds is right."""

    list: str
    hop: str
    index: int
    text: str
    golds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactList:
    """One numbered list of statements; its name is the size in the benchmark's row (``6k``)."""

    name: str
    heading: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Lists from the smallest to the largest, and the questions by list, hop (multi first) and index.

    sets: list and hop of every row of the file, in its order. sha256: of the file.
    """

    path: Path
    lists: tuple[FactList, ...]
    questions: tuple[Question, ...]
    sets: tuple[tuple[str, str], ...]
    sha256: str


def load(path: Path) -> Benchmark:
    """Read a file with the benchmark's columns. Raises DataError, one line, for what cannot be used as it is."""
    content = content_of(path, "name the benchmark's JSON or Parquet file")
    rows = _rows(content, path)
    contexts: dict[str, tuple[int, str]] = {}
    cells: dict[tuple[str, str], int] = {}
    questions: list[Question] = []
    for number, row in enumerate(rows):
        where = f"{path}: row {number}"
        name, hop = _name(row, where)
        if (name, hop) in cells:
            raise DataError(f"{where}: list {name}, {hop}-hop, stands in row {cells[name, hop]} too; keep one of them")
        cells[name, hop] = number
        context = row["context"]
        if not isinstance(context, str):
            raise DataError(f"{where}: context is {_kind(context)}; a text with numbered statements is needed")
        legible(context, where, "context")
        if name in contexts and contexts[name][1] != context:
            other = contexts[name][0]
            raise DataError(f"{where}: list {name} has another context than in row {other}; name one of them otherwise")
        contexts.setdefault(name, (number, context))
        questions += _questions(row, name, hop, where)
    lists = [FactList(n, *_statements(text, f"{path}: row {row}")) for n, (row, text) in contexts.items()]
    lists.sort(key=lambda each: (len(each.statements), each.name))
    order = {each.name: i for i, each in enumerate(lists)}
    questions.sort(key=lambda q: (order[q.list], q.hop, q.index))
    return Benchmark(path, tuple(lists), tuple(questions), tuple(cells), hashlib.sha256(content).hexdigest())


def list_sha256(each: FactList) -> str:
    """What tells a list from another one of its name: a hash of its statements, the same from JSON and Parquet."""
    return hashlib.sha256("\n".join(s.text for s in each.statements).encode()).hexdigest()[:16]


def _statements(context: str, where: str) -> tuple[str, tuple[Statement, ...]]:
    """Heading and statements of a context. Blank lines between them are none of it; messages then count without."""
    lines = context.removeprefix("\ufeff").split("\n")
    kept = [line for line in lines if line.strip()]
    try:
        return statements("\n".join(kept), where if lines[: len(kept)] == kept else f"{where}, blank lines left out")
    except ValueError:
        raise DataError(f"{where}: a number of thousands of digits; number the statements from 0 on") from None


def _rows(content: bytes, path: Path) -> Sequence[dict[str, Any]]:
    advice = "a list of rows is needed"
    rows: Any
    if content[:4] == MAGIC:
        rows = parquet_of(content, path, "fetch it again", COLUMNS)
    else:
        rows = json_of(text_of(content, path), path, advice)
        if not isinstance(rows, list):
            raise DataError(f"{path}: {_kind(rows)} at the top; {advice}")
    if not rows:
        raise DataError(f"{path}: no row; a row a question set is needed")
    for number, row in enumerate(rows):
        missing = [c for c in COLUMNS if not isinstance(row, dict) or c not in row]
        if missing:
            raise DataError(f"{path}: row {number}: no {', '.join(missing)}; each row has {', '.join(COLUMNS)}")
    return rows  # type: ignore[no-any-return]


def _name(row: dict[str, Any], where: str) -> tuple[str, str]:
    """List and hop from ``metadata.source``, as in factconsolidation_mh_6k."""
    metadata = row["metadata"]
    if not isinstance(metadata, dict):
        raise DataError(f"{where}: metadata is {_kind(metadata)}; an object with a source is needed")
    source = metadata.get("source")
    found = SOURCE.search(source) if isinstance(source, str) else None
    if found is None:
        advice = "a name that ends in sh_<list> or mh_<list> is needed"
        raise DataError(f"{where}: metadata.source is {shown(source)}; {advice}")
    if found[2] in RESERVED:
        raise DataError(f"{where}: a list is called {found[2]}, which names figures over lists; rename it")
    return found[2], HOPS[found[1]]


def _questions(row: dict[str, Any], name: str, hop: str, where: str) -> list[Question]:
    asked, answers = row["questions"], row["answers"]
    if not isinstance(asked, list) or not isinstance(answers, list):
        raise DataError(f"{where}: questions or answers are no list; a list of each is needed")
    if len(asked) != len(answers):
        raise DataError(f"{where}: {len(asked)} questions and {len(answers)} answers; one answer a question is needed")
    if not asked:
        raise DataError(f"{where}: no question; a row has at least one, leave it out or add one")
    made = []
    for index, (text, golds) in enumerate(zip(asked, answers, strict=True)):
        place = f"{where}, question {index}"
        if not isinstance(text, str) or not text.strip():
            raise DataError(f"{place}: {_kind(text)} for a text; write the question")
        legible(text, place, "question")
        if len(text) > LONGEST_QUESTION:
            raise DataError(f"{place}: {len(text):,} signs; {LONGEST_QUESTION:,} are the most that is grounded")
        made.append(Question(name, hop, index, text, _golds(golds, place)))
    return made


def _golds(golds: object, place: str) -> tuple[str, ...]:
    """The golds of a question: a text, or a list of aliases."""
    found = [golds] if isinstance(golds, str) else golds
    if not isinstance(found, list):
        raise DataError(f"{place}: the answer is {_kind(golds)}; a text or a list of texts is needed")
    if not found:
        raise DataError(f"{place}: no gold; give at least one")
    for gold in found:
        if not isinstance(gold, str):
            raise DataError(f"{place}: a gold is {_kind(gold)}; write it as a text, in quotes")
        legible(gold, place, "gold")
        if len(gold) > LONGEST_GOLD:
            raise DataError(f"{place}: a gold of {len(gold):,} signs; {LONGEST_GOLD:,} are the most that a name has")
        if not official(gold):
            raise DataError(
                f"{place}: the gold {shown(gold)} is empty to the official metric, which would call any answer right; "
                "remove it"
            )
    return tuple(found)


def _kind(value: object) -> str:
    """What a value is, for a message."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return "a text" if value.strip() else "an empty text"
    try:
        return kind(value)
    except KeyError:
        return f"{shown(value, 40)}"

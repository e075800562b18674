"""Histories of a user's file: LoCoMo's or LongMemEval's form, told apart by their fields. Neither is shipped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from memsql.errors import DataError, shown
from memsql.evaluation.sut import Record, record_text


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a dialogue; ``caption``: what a picture that it shares shows, empty without one."""

    turn_id: str
    said_at: datetime
    speaker: str
    text: str
    caption: str = ""

    @property
    def record(self) -> Record:
        """The turn as every system sees it."""
        said = f"{self.speaker}: {self.text}"
        said += f" [shares {self.caption}]" if self.caption else ""
        return Record(self.turn_id, self.said_at, record_text(self.turn_id, self.said_at, said))


@dataclass(frozen=True, slots=True)
class Original:
    """A question of the file with its answer. ``answer`` is empty where the file gives none (LoCoMo's category 5)."""

    question: str
    answer: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One history: turns in their order, and the questions that its file asks over it."""

    conversation_id: str
    turns: tuple[Turn, ...]
    originals: tuple[Original, ...]

    def turn(self, turn_id: str) -> Turn | None:
        """The turn of an id."""
        return next((turn for turn in self.turns if turn.turn_id == turn_id), None)


@dataclass(frozen=True)
class History:
    """A file: its form (``locomo``, ``longmemeval``), the hash of its bytes, and its conversations by id."""

    path: Path
    form: str
    sha256: str
    conversations: Mapping[str, Conversation]
    raw: Any

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every text of the file that is more than a word: turns, captions, questions, answers, summaries."""
        found: list[str] = []
        left = [self.raw]
        while left:
            value = left.pop()
            if isinstance(value, str):
                found.append(value)
            elif isinstance(value, dict):
                left += value.values()
            elif isinstance(value, list):
                left += value
        return tuple(text for text in found if " " in text.strip())


def load(path: Path) -> History:
    """Read a file of LoCoMo's or LongMemEval's form. Raises DataError, one line, for anything else."""
    from memsql.evaluation.paired import locomo, longmemeval

    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: not read ({error.strerror}); name a LoCoMo or LongMemEval JSON file") from None
    try:
        rows = json.loads(content)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        place = f"{path}:{line}" if line else f"{path}"
        raise DataError(f"{place}: no JSON; name a LoCoMo or LongMemEval JSON file") from None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise DataError(f"{path}: no JSON array of objects; LoCoMo and LongMemEval files are one")
    readers: dict[str, tuple[frozenset[str], Callable[[dict[str, Any], str], Conversation]]] = {
        "locomo": (locomo.FIELDS, locomo.conversation),
        "longmemeval": (longmemeval.FIELDS, longmemeval.conversation),
    }
    for form, (fields, read) in readers.items():
        if fields <= rows[0].keys():
            conversations = _read(rows, fields, read, path)
            return History(path, form, hashlib.sha256(content).hexdigest(), conversations, rows)
    wanted = " or ".join(f"{form} ({', '.join(sorted(fields))})" for form, (fields, _) in readers.items())
    raise DataError(f"{path}: element 0: neither form of file; the fields of an element are those of {wanted}")


def _read(
    rows: list[dict[str, Any]],
    fields: frozenset[str],
    read: Callable[[dict[str, Any], str], Conversation],
    path: Path,
) -> dict[str, Conversation]:
    found: dict[str, Conversation] = {}
    for number, row in enumerate(rows):
        where = f"{path}: element {number}"
        if missing := sorted(fields - row.keys()):
            raise DataError(f"{where}: no {', '.join(missing)}; every element of this form has it")
        made = read(row, where)
        if not made.turns:
            raise DataError(f"{where}: no turn; a history has at least one")
        if made.conversation_id in found:
            raise DataError(f"{where}: the id {shown(made.conversation_id)} stands twice; give each its own")
        ids: set[str] = set()
        for turn in made.turns:
            if turn.turn_id in ids:
                raise DataError(f"{where}: the turn {shown(turn.turn_id)} stands twice; give each its own id")
            ids.add(turn.turn_id)
        found[made.conversation_id] = made
    return found


def text_of(row: Mapping[str, Any], name: str, where: str) -> str:
    """A field that holds text. Raises DataError where it does not."""
    value = row.get(name)
    if not isinstance(value, str):
        raise DataError(f"{where}: {name} is {shown(value)}; a text is needed")
    return value


def list_of(row: Mapping[str, Any], name: str, where: str) -> list[Any]:
    """A field that holds a list. Raises DataError where it does not."""
    value = row.get(name)
    if not isinstance(value, list):
        raise DataError(f"{where}: {name} is {shown(value)}; a list is needed")
    return value

"""What a run was given, kept as it comes: a stopped run goes on, and nothing is asked twice."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from memsql.errors import MemsqlError
from memsql.evaluation.paired.answer import Answerer, NoAnswerError
from memsql.evaluation.sut import Context

CALLS, CONTEXTS = "calls.jsonl", "contexts.jsonl"
OK, TIMEOUT = "ok", "timeout"


class Given(NamedTuple):
    """An answer, and its outcome: ok, or how there came none."""

    answer: str
    outcome: str


class Gathered(NamedTuple):
    """What a system returned for a question, and the outcome: ok, timeout, sut_error."""

    context: Context
    outcome: str


class Lines:
    """A file of JSON lines that is only appended to, each line synced before the next thing happens."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def read(self) -> Iterator[Mapping[str, Any]]:
        """Yield every whole line; what was killed while it wrote left half a one, which is cut off."""
        if not self._path.exists():
            return
        text = self._path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            os.truncate(self._path, len(whole))
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if not isinstance(row, dict):
                raise MemsqlError(f"{self._path}:{number}: no line of a run; take the folder away and run again")
            yield row

    def append(self, row: Mapping[str, Any]) -> None:
        """Add a line. Raises MemsqlError where it cannot be written."""
        line = json.dumps(row) + "\n"
        with self._lock:
            try:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(line)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise MemsqlError(f"{self._path}: not written ({error.strerror}); make room and run again") from None


class CallLog:
    """Answers by the hash of question and context."""

    def __init__(self, folder: Path, answerer: Answerer) -> None:
        self._lines = Lines(folder / CALLS)
        self._answerer = answerer
        self._given = {row["key"]: Given(row["answer"], row["outcome"]) for row in self._lines.read()}

    def ask(self, question: str, context: str) -> Given:
        """Return the answer of the log, or a new one that goes into it. An empty answer is none.

        A time-out is no answer of the model's: it is not kept, and a run of the same folder asks again.
        """
        key = hashlib.sha256(f"{len(question)}\n{question}\n{context}".encode()).hexdigest()
        if key in self._given:
            return self._given[key]
        try:
            given = Given(self._answerer.answer(question, context), OK)
        except NoAnswerError as error:
            given = Given("", error.outcome)
        if given.outcome == OK and not given.answer.strip():
            given = Given("", "empty")
        if given.outcome != TIMEOUT:
            self._lines.append({"key": key, "answer": given.answer, "outcome": given.outcome})
            self._given[key] = given
        return given


class ContextLog:
    """Contexts by conversation and bare question."""

    def __init__(self, folder: Path) -> None:
        self._lines = Lines(folder / CONTEXTS)
        self._found = {(row["conversation"], row["question"]): _gathered(row) for row in self._lines.read()}

    def get(self, conversation: str, question: str) -> Gathered | None:
        """Return what the system gave for a question, where it was asked already."""
        return self._found.get((conversation, question))

    def put(self, conversation: str, question: str, gathered: Gathered) -> None:
        """Keep what the system gave."""
        context = gathered.context
        ids = None if context.event_ids is None else list(context.event_ids)
        row = {"conversation": conversation, "question": question, "outcome": gathered.outcome}
        self._lines.append(row | {"text": context.text, "event_ids": ids, "records": context.records})
        self._found[conversation, question] = gathered


def _gathered(row: Mapping[str, Any]) -> Gathered:
    ids = row["event_ids"]
    return Gathered(Context(row["text"], None if ids is None else tuple(ids), row["records"]), row["outcome"])

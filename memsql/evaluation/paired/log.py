"""Answers that were given, kept as they come: a stopped run goes on, and nothing is asked twice."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from pathlib import Path
from typing import NamedTuple

from memsql.errors import MemsqlError
from memsql.evaluation.paired.answer import Answerer, NoAnswerError

FILE = "calls.jsonl"
OK = "ok"


class Given(NamedTuple):
    """An answer, and its outcome: ok, or how there came none."""

    answer: str
    outcome: str


class CallLog:
    """``calls.jsonl``: one line a request, by the hash of question and context; appended and synced at once."""

    def __init__(self, folder: Path, answerer: Answerer) -> None:
        self._path = folder / FILE
        self._answerer = answerer
        self._lock = threading.Lock()
        self._given: dict[str, Given] = {}
        if self._path.exists():
            self._read()

    def _read(self) -> None:
        text = self._path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            # What was killed while it wrote left half a line; the request is asked again.
            os.truncate(self._path, len(whole))
        for number, line in enumerate(whole.decode().splitlines(), start=1):
            try:
                row = json.loads(line)
                self._given[row["key"]] = Given(row["answer"], row["outcome"])
            except (ValueError, KeyError, TypeError):
                raise MemsqlError(f"{self._path}:{number}: no call; take the folder away and run again") from None

    def ask(self, question: str, context: str) -> Given:
        """The answer of the log, or a new one that goes into it."""
        key = hashlib.sha256(f"{len(question)}\n{question}\n{context}".encode()).hexdigest()
        if key in self._given:
            return self._given[key]
        try:
            given = Given(self._answerer.answer(question, context), OK)
        except NoAnswerError as error:
            given = Given("", error.outcome)
        if given.outcome == OK and not given.answer.strip():
            given = Given("", "empty")
        line = json.dumps({"key": key, "answer": given.answer, "outcome": given.outcome}) + "\n"
        with self._lock:
            try:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(line)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise MemsqlError(f"{self._path}: not written ({error.strerror}); make room and run again") from None
            self._given[key] = given
        return given

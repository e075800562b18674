"""Processes that ask, to be killed: one that has imported everything makes each of them in a moment.

Standard input takes ``{"start": {"url", "cache", "out", "count"}}`` and ``{"wait": pid}``; a line comes back for each,
the process id or the exit code.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from memsql.evaluation.answering import Answered, Asked, Endpoint, Settings
from tests.house import ROOT

CONCURRENCY = 4


def questions(count: int, answer_type: str | None = "number") -> list[Asked]:
    at = datetime(2025, 4, 17, 23, 59)
    return [Asked(f"q{n}", f"number {n}", at, answer_type, f"[e1] The number is {n}.") for n in range(count)]


def settled(rows: list[Answered]) -> list[Answered]:
    """Rows without what differs from run to run: the seconds, and who sent the request."""
    return [replace(row, seconds=None, cached=False) for row in rows]


def ask(url: str, cache: str, out: str, count: int) -> None:
    """What such a process does."""
    settings = Settings(url, "any", concurrency=CONCURRENCY, pause_seconds=0.05)
    rows = Endpoint(settings, cache).answer(questions(count))
    Path(out).write_text(repr(settled(rows)))


@dataclass(frozen=True, slots=True)
class Clients:
    """The process that makes the others."""

    process: subprocess.Popen[str]

    def _said(self, message: object) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def start(self, url: str, cache: Path, out: Path, count: int) -> int:
        return self._said({"start": {"url": url, "cache": str(cache), "out": str(out), "count": count}})

    def wait(self, pid: int) -> int:
        return self._said({"wait": pid})


@contextmanager
def clients() -> Iterator[Clients]:
    command = [sys.executable, "-m", "tests.evaluation.answering.clients"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        yield Clients(process)
    finally:
        process.communicate()


def main() -> None:
    from memsql.evaluation.answering.transport import client

    # Everything that a process needs to ask is imported here, once for all of them.
    with client(Settings("http://127.0.0.1:9/v1", "any")) as unused:
        assert unused.chat.completions

    for line in sys.stdin:
        message = json.loads(line)
        if "start" in message:
            pid = os.fork()
            if pid == 0:
                ask(**message["start"])
                os._exit(0)
            print(pid, flush=True)
        else:
            _, status = os.waitpid(message["wait"], 0)
            print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()

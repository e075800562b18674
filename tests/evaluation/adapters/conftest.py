"""A real system in its own virtual environment and process, its connections watched."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from memsql.errors import SutError
from memsql.evaluation import install, serve
from memsql.evaluation.process import Process
from memsql.evaluation.sut import Record, record_text
from memsql.resources import data_root

WATCH = Path(__file__).parent / "watch"


@dataclass(frozen=True)
class Watched:
    """A system, and what it tried to reach besides the place that it may."""

    sut: Process
    log: Path

    def tries(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


Start = Callable[[str, str, str], Watched]


def interpreter(name: str) -> Path:
    """The interpreter of a system; the test is skipped where it is not installed."""
    try:
        return install.python(name)
    except SutError as error:
        pytest.skip(f"{error}")


@contextmanager
def watched(name: str, class_name: str, url: str, folder: Path) -> Iterator[Watched]:
    """A system whose sockets reach ``url`` alone; it is closed at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "tries.log"
    command = [str(interpreter(name)), serve.__file__, f"memsql.evaluation.adapters.{name}:{class_name}"]
    environment = {
        "PYTHONPATH": str(WATCH),
        "WATCH_ALLOWED": urlsplit(url).netloc,
        "WATCH_LOG": str(log),
        "HOME": str(folder),
        "TMPDIR": str(folder),
    }
    sut = Process(command, environment=environment)
    try:
        yield Watched(sut, log)
    finally:
        sut.close()


@pytest.fixture(scope="session")
def records() -> list[Record]:
    """The history of the paper's worked example."""
    found = []
    for line in (data_root() / "worked_example" / "events.jsonl").read_text().splitlines():
        event = json.loads(line)
        at = datetime.fromisoformat(event["observed_at"])
        found.append(Record(event["event_id"], at, record_text(event["event_id"], at, event["record"])))
    return found

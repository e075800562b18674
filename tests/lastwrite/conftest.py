"""Lists for tests: the benchmark's real file where it is found, a generated one, and small ones made by hand."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from memsql.lastwrite.audit import Audit, audit
from memsql.lastwrite.generate import generate
from tests.house import BESIDE, CONFLICT_RESOLUTION

HEADING = "Here is a list of facts:"

Made = Callable[..., Path]


def row(
    statements: Sequence[str],
    questions: Sequence[tuple[str, str | Sequence[str]]],
    source: str = "factconsolidation_sh_6k",
    end: str = "\n",
) -> dict[str, Any]:
    """A row of the benchmark: statements without number and dot, questions with their golds."""
    lines = [HEADING, *(f"{n}. {text}." for n, text in enumerate(statements))]
    return {
        "context": end.join(lines) + end,
        "questions": [q for q, _ in questions],
        "answers": [[gold] if isinstance(gold, str) else list(gold) for _, gold in questions],
        "metadata": {"source": source},
    }


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Write rows to a file of the benchmark's form and return its path."""

    def write(*rows: dict[str, Any]) -> Path:
        path = tmp_path / "lists.json"
        path.write_text(json.dumps(rows), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def real_path() -> Path:
    """The benchmark's real file, which is not part of this project."""
    named = os.environ.get(CONFLICT_RESOLUTION)
    path = Path(named) if named else BESIDE
    if not path.is_file():
        pytest.skip(f"the benchmark's file is not here; set {CONFLICT_RESOLUTION} to Conflict_Resolution.json")
    return path


@pytest.fixture(scope="session")
def real(real_path: Path) -> Audit:
    """The audit of the real file, once a session."""
    return audit(real_path)


@pytest.fixture(scope="session")
def generated_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generated benchmark, with the fates of its golds beside it."""
    rows, labels = generate(seed=7)
    path = tmp_path_factory.mktemp("generated") / "lists.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    path.with_name("fates.jsonl").write_text("".join(json.dumps(each) + "\n" for each in labels), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def generated(generated_path: Path) -> Audit:
    """The audit of the generated benchmark, once a session."""
    return audit(generated_path)

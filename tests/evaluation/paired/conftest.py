"""Histories for tests: the example that ships, the same in LongMemEval's form, and the real LoCoMo file where it is."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memsql.evaluation.paired.run import Study, open_study
from memsql.resources import data_root
from tests.house import ROOT

PAIRED = data_root() / "paired"
LOCOMO = "MEMSQL_LOCOMO"
"""Environment variable with the path of locomo10.json, which is not part of the house."""
BESIDE = ROOT.parent / "shared" / "data" / "locomo" / "locomo10.json"
"""Where it is looked for without the variable."""

Rows = list[dict[str, Any]]
Written = Callable[..., Path]


def example_rows() -> Rows:
    """The history that ships, to be changed by a test."""
    rows: Rows = json.loads((PAIRED / "example.json").read_text(encoding="utf-8"))
    return rows


def example_items() -> Rows:
    """The items that ship, to be changed by a test."""
    return [json.loads(line) for line in (PAIRED / "example.jsonl").read_text(encoding="utf-8").splitlines()]


def changed(row: dict[str, Any], *path: str | int, to: object) -> dict[str, Any]:
    """A copy in which the value at a path is another one."""
    made: Any = copy.deepcopy(row)
    here = made
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = to
    found: dict[str, Any] = made
    return found


@pytest.fixture
def history_file(tmp_path: Path) -> Written:
    """Write rows as a user's file."""

    def write(rows: object) -> Path:
        path = tmp_path / "history.json"
        path.write_text(json.dumps(rows), encoding="utf-8")
        return path

    return write


@pytest.fixture
def items_file(tmp_path: Path) -> Written:
    """Write items as a file."""

    def write(*items: object) -> Path:
        path = tmp_path / "items.jsonl"
        path.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def example() -> Study:
    """The example study."""
    return open_study(PAIRED / "example.json", PAIRED / "example.jsonl")


@pytest.fixture(scope="session")
def real_path() -> Path:
    """LoCoMo's file, which is not part of this project."""
    named = os.environ.get(LOCOMO)
    path = Path(named) if named else BESIDE
    if not path.is_file():
        pytest.skip(f"LoCoMo's file is not here; set {LOCOMO} to locomo10.json")
    return path

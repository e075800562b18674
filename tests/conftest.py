"""Fixtures that several folders of tests share: answers of a scenario folder, answers of a suite in data/."""

from __future__ import annotations

import os
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from memsql import Scenario, gold
from tests.generated import small_suite
from tests.house import ROOT

FULL = os.environ.get("MEMSQL_FULL") == "1"
"""Set by `make acceptance`: derivations and the check of every witness where a test needs answers alone."""

TOGETHER = frozenset(
    f"tests/{name}" for name in ("evaluation/report", "lastwrite", "oracle", "people", "rules", "scivalidity")
)
"""Folders whose files share what takes seconds to derive: one worker takes all of such a folder."""

Answers = dict[str, tuple[str, object]]
"""query_id -> (label, value): int or Decimal, bool, date, text, frozenset or tuple of texts, or None."""


def value_of(row: dict[str, Any]) -> object:
    """The one value of a row of the table ``answer``, by its answer_type."""
    match row["answer_type"]:
        case "unknown":
            return None
        case "number":
            number: Decimal | None = row["value_number"]
            return int(number) if number is not None and number == int(number) else number
        case "set":
            return frozenset(row["value_set"] or ())
        case "tuple":
            return None if row["value_set"] is None else tuple(row["value_set"])
        case kind:
            return row[f"value_{kind}"]


def evaluate(folder: Path) -> Answers:
    """Answers of a scenario folder as it is now; at full depth every witness is checked on the way."""
    scenario = Scenario.load(folder)
    rows = (gold(scenario).table("answer") if FULL else scenario.answers()).iter_rows(named=True)
    return {row["query_id"]: (row["label"], value_of(row)) for row in rows}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Hand out whole files, and the folders of TOGETHER whole."""
    from xdist.scheduler import LoadFileScheduling

    class ByFolder(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.split("::", 1)[0]
            folder = file.rpartition("/")[0]
            return folder if folder in TOGETHER else file

    return ByFolder(config, log)


@pytest.fixture(scope="session")
def answers_of() -> Callable[[Path], Answers]:
    """Evaluate a scenario folder and return its answers; nothing is kept between calls."""
    return evaluate


@pytest.fixture(scope="session")
def gold_answers() -> Callable[[str], Answers]:
    """Answers of a suite in data/ by its name, evaluated once a session."""
    evaluated = cache(evaluate)
    return lambda suite: dict(evaluated(ROOT / "data" / suite))


@pytest.fixture(scope="session")
def generated_suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small generated suite; nobody writes to it."""
    return small_suite(tmp_path_factory)

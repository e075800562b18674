"""Four runs by hand over the small suite: two systems, one that is INVALID, one reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql.evaluation.exam import Exam
from memsql.evaluation.report import write_report
from memsql.evaluation.results import RunFolder, run_folders
from tests.evaluation.report.planted import planted


def mostly_wrong(kind: str, number: int) -> bool:
    """Probes right here and wrong there, so that every class and mixed nodes come about."""
    shares = {"query": 3, "targeted": 4, "inherited": 3, "tracked": 2, "self": 2, "gold": 5}
    is_right = (number * 7919 + len(kind)) % shares[kind] == 0
    return is_right if kind == "gold" else not is_right


def seldom_wrong(kind: str, number: int) -> bool:
    """Nine tenths are right."""
    return (number + len(kind)) % 10 == 0


def never_wrong(_kind: str, _number: int) -> bool:
    """All of gold."""
    return False


@pytest.fixture(scope="session")
def planted_runs(generated_suite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the runs; nobody writes to it."""
    runs = tmp_path_factory.mktemp("planted")
    planted(generated_suite, runs, "alpha", mostly_wrong)
    planted(generated_suite, runs, "beta", seldom_wrong)
    planted(generated_suite, runs, "gamma", never_wrong, invalid="leaks <later> records")
    planted(generated_suite, runs, "delta", never_wrong, is_reference=True)
    return runs


@pytest.fixture(scope="session")
def found(planted_runs: Path) -> list[RunFolder]:
    """The runs, by name: alpha, beta, delta, gamma."""
    return run_folders(planted_runs)


@pytest.fixture(scope="session")
def exam(found: list[RunFolder], generated_suite: Path) -> Exam:
    return found[0].exam(generated_suite)


@pytest.fixture(scope="session")
def written(found: list[RunFolder], exam: Exam, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a report on all four."""
    out = tmp_path_factory.mktemp("report") / "out"
    write_report(exam, found, out)
    return out

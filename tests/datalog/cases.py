"""The cases of the package ``datalog-conformance``, read from the installed package; no copy of them is kept.

The package's own pytest plugin would parse 20 MB of YAML in the slowest way, so its files are read here, and
the three that hold more than 5,000 facts a program are left out by their size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from .program import Row
from .rewrite import Reading

PACKAGE = "datalog-conformance"
MAX_BYTES = 300_000
LEFT_OUT = (
    "negation/souffle_evaluation_access1.yaml",
    "recursion/souffle_example_hmmer.yaml",
    "recursion/souffle_example_lubm.yaml",
)
EXISTENTIAL = ("negation/nemo_negation.yaml",)
"""Files whose negated atoms read a variable that stands nowhere else as "there is none" (Nemo's reading).

``errors/review_v2_unsafe_negation.yaml`` wants the same form refused: under one reading nobody passes both.
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One program with the relations that are asked of it, or with the error that it must be."""

    case_id: str
    facts: dict[str, list[Row]]
    rules: tuple[str, ...]
    expect: dict[str, list[Row]]
    expect_error: str | None
    reading: Reading

    @property
    def program_id(self) -> str:
        """Equal for the cases that ask different relations of one program."""
        return repr((self.facts, self.rules, self.reading, self.expect_error))


def read_cases() -> list[Case]:
    """Return the cases for plain Datalog; skip the calling module where the package is not installed."""
    reason = f"the package {PACKAGE} is not installed (pip install {PACKAGE})"
    suite: Any = pytest.importorskip("datalog_conformance", reason=reason)
    yaml: Any = pytest.importorskip("yaml", reason="PyYAML, which the suite needs, is not installed")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    root = suite.get_tests_dir()
    cases: list[Case] = []
    left_out: list[str] = []
    for path in sorted(p for p in root.rglob("*.yaml") if p.relative_to(root).parts[0] != "defeasible"):
        name = path.relative_to(root).as_posix()
        if path.stat().st_size > MAX_BYTES:
            left_out.append(name)
            continue
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
        cases += [_case(name, suite.TestCase.from_dict(entry)) for entry in _entries(raw)]
    assert tuple(left_out) == LEFT_OUT, f"files over {MAX_BYTES} bytes are now {left_out}: update LEFT_OUT"
    return cases


def _entries(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the cases of a file, which holds one case or a list with a common source."""
    for entry in raw.get("tests", [raw]):
        yield {"source": raw.get("source"), **entry}


def _case(file: str, case: Any) -> Case:
    """Return a validated case of the package as ours."""
    return Case(
        case_id=f"{file.removesuffix('.yaml')}::{case.name}",
        facts=case.program.facts,
        rules=tuple(case.program.rules),
        expect=case.expect or {},
        expect_error=case.expect_error,
        reading=Reading.EXISTENTIAL if file in EXISTENTIAL else Reading.STRICT,
    )

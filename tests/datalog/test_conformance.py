"""A public conformance suite for Datalog evaluators, each program run as a memsql scenario.

The source is the package ``datalog-conformance`` (MIT), which took its cases from Souffle, Nemo and Crepe. A
case passes where every relation that it names comes out as the same set, with the label that a closed world
must give, or where memsql refuses the program that must be refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memsql.errors import MemsqlError

from .cases import Case, read_cases
from .expected import VERDICT, AnswersOf, as_rows, members
from .program import OutsideError, read_program
from .rewrite import normalise
from .translate import Question, Written, translate
from .verbatim import evaluate

CASES = read_cases()
SAME_PROGRAM: dict[str, list[Case]] = defaultdict(list)
for _case in CASES:
    SAME_PROGRAM[_case.program_id].append(_case)

REFUSALS = {
    "arity_mismatch": "entries instead of",
    "cyclic_negation": "negation through recursion",
    "safety_violations": "unknown column",
    "unbound_variable": "unknown column|recursion",
    "SafetyViolationError": "exists on .* that binds",
}
"""The error that a case demands, and words of ours; where two things are wrong either may be named first."""


def write_scenario(case: Case, folder: Path) -> tuple[Written, list[str]]:
    """Write the case's program with the questions of all cases on it; return the notes of rewritings too."""
    normal = normalise(read_program(case.facts, case.rules), case.reading)
    predicates = {p for same in SAME_PROGRAM[case.program_id] for p in same.expect}
    if case.expect_error:
        predicates = {r.head.predicate for r in normal.program.rules} or set(case.facts)
    questions = [Question(p, p) for p in sorted(predicates)]
    return translate(normal, questions, folder), normal.notes


def test_the_suite_has_the_cases_that_were_counted() -> None:
    """Version 0.1.0 has 91 cases of plain Datalog under 5,000 facts."""
    assert len(CASES) == 91
    assert len({c.case_id for c in CASES}) == 91


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.case_id)
def test_case(
    case: Case,
    tmp_path: Path,
    answers_of: AnswersOf,
    program_answers: dict[str, Any],
    record_property: Callable[[str, object], None],
) -> None:
    """Every relation is the expected set; every program that must be an error is refused."""
    if case.expect_error:
        written, _ = write_scenario(case, tmp_path)
        with pytest.raises(MemsqlError, match=REFUSALS[case.expect_error]) as refusal:
            answers_of(written.folder)
        message = str(refusal.value).replace(str(tmp_path), "")
        record_property(VERDICT, ("refused", case.case_id, f"{case.expect_error}: {message}"))
        return
    if case.program_id not in program_answers:
        try:
            written, notes = write_scenario(case, tmp_path)
        except OutsideError as reason:
            record_property(VERDICT, ("outside", case.case_id, str(reason)))
            pytest.skip(f"outside the rule language: {reason}")
        program_answers[case.program_id] = answers_of(written.folder), notes
    answers, notes = program_answers[case.program_id]
    for predicate, rows in case.expect.items():
        label, value = answers[predicate]
        expected = as_rows(rows)
        assert members(value, len(rows[0]) if rows else 1) == expected
        assert label == ("answerable" if expected else "justified-zero")
    record_property(VERDICT, ("rewritten" if notes else "direct", case.case_id, "; ".join(notes)))


@pytest.mark.parametrize(
    "cases",
    [same for same in SAME_PROGRAM.values() if not same[0].expect_error],
    ids=lambda same: same[0].case_id,
)
def test_rule_files_as_plain_views(cases: list[Case], tmp_path: Path) -> None:
    """The rule files that the translator writes mean what the program means, whoever evaluates them."""
    try:
        written, _ = write_scenario(cases[0], tmp_path)
    except OutsideError as reason:
        pytest.skip(f"outside the rule language: {reason}")
    found = evaluate(written)
    for case in cases:
        for predicate, rows in case.expect.items():
            assert found[written.relations[predicate]] == as_rows(rows)

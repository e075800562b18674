"""Aggregates, strata and negation: seven programs of Nemo's test cases, written in our own words.

Facts and figures are those of knowsys/nemo at 73cf695c0ba2 (Apache-2.0 or MIT), under resources/testcases/;
each case names its file. Nemo has set semantics: an aggregate runs over distinct tuples.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from .expected import VERDICT, AnswersOf, as_rows, members
from .program import Row, read_program
from .rewrite import Reading, normalise
from .translate import Question, Written, translate
from .verbatim import evaluate

Figures = dict[Row, int]
TRIPLES: list[Row] = [
    (-30, 2, 3), (1, 2, 7), (1, 5, 6), (1, 9, 12), (1, 9, 15), (2, 2, 4), (3, 4, 5), (42, 1, 4),
]  # fmt: skip
QUADRUPLES: list[Row] = [
    (1, 1, 1, 1), (1, 2, 3, 4), (1, 2, 4, 4), (1, 2, 5, 4), (1, 2, 6, 3), (1, 3, 4, 4), (2, 1, 1, 1),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Program:
    """A program with the figures of its aggregates by group and the sets of its other predicates."""

    source: str
    facts: dict[str, list[Row]]
    rules: tuple[str, ...]
    figures: dict[str, Figures] = field(default_factory=dict)
    sets: dict[str, list[Row]] = field(default_factory=dict)


PROGRAMS = (
    Program(
        "aggregate/anyCount.rls",
        {"thing": [("test",), (2,), ("test2",)]},
        ("things(count(X)) :- thing(X)",),
        {"things": {(): 3}},
    ),
    Program(
        "aggregate/distinct.rls",
        {"triple": TRIPLES, "quadruple": QUADRUPLES, "number": [(1,), (2,), (3,)], "pair": [(1, 3), (0, 4)]},
        (
            "pairs(count(X, Y)) :- triple(X, Y, _)",
            "triples(count(X, Y, Z)) :- triple(X, Y, Z)",
            "ends(X, count(Y, Z)) :- triple(X, Y, Z)",
            "weights(X, sum(Y, W)) :- quadruple(X, Y, _, W)",
            "starts(count(X, X)) :- triple(X, _, _)",
            "ends_and_start(X, count(Y, Z, X)) :- triple(X, Y, Z)",
            "highest(max(X, X)) :- number(X)",
            "added(sum(X + Y, X, X)) :- pair(X, Y)",
            "highest_right(max(Y, X, X)) :- pair(X, Y)",
            "highest_left(max(X, X)) :- pair(X, _)",
        ),
        {
            "pairs": {(): 7},
            "triples": {(): 8},
            "ends": {(-30,): 1, (1,): 4, (2,): 1, (3,): 1, (42,): 1},
            "weights": {(1,): 8, (2,): 1},
            "starts": {(): 5},
            "ends_and_start": {(-30,): 1, (1,): 4, (2,): 1, (3,): 1, (42,): 1},
            "highest": {(): 3},
            "added": {(): 8},
            "highest_right": {(): 4},
            "highest_left": {(): 1},
        },
    ),
    Program(
        "aggregate/firstVariable.rls",
        {"triple": TRIPLES},
        (
            "lowest(min(X)) :- triple(X, _, _)",
            "highest(max(X)) :- triple(X, _, _)",
            "starts(count(X)) :- triple(X, _, _)",
            "total(sum(X)) :- triple(X, _, _)",
        ),
        {"lowest": {(): -30}, "highest": {(): 42}, "starts": {(): 5}, "total": {(): 18}},
    ),
    Program(
        "aggregate/groupByIdempotent.rls",
        {"triple": TRIPLES},
        ("lowest(X, min(Z)) :- triple(X, _, Z)", "highest(X, max(Z)) :- triple(X, _, Z)"),
        {
            "lowest": {(-30,): 3, (1,): 6, (2,): 4, (3,): 5, (42,): 4},
            "highest": {(-30,): 3, (1,): 15, (2,): 4, (3,): 5, (42,): 4},
        },
    ),
    Program(
        "aggregate/stratification.rls",
        {"low": [(1,), (2,), (3,)], "left": [(2,)], "right": [(8,), (10,)]},
        (
            "top(max(X)) :- low(X)",
            "left(X) :- top(X)",
            "left(X) :- right(X)",
            "right(X) :- left(X)",
            "lefts(count(X)) :- left(X)",
        ),
        {"lefts": {(): 4}},
        {"left": [(2,), (3,), (8,), (10,)], "right": [(2,), (3,), (8,), (10,)]},
    ),
    Program(
        "regression/stratification/binary_negated.rls",
        {
            "equal": [(letter, letter) for letter in "bcdefghijklmnop"],
            "begin": [("a",)],
            "end": [("z",)],
            "pair": [tuple(p) for p in ("aa", "ab", "zz", "zc", "cd", "ff", "dd", "hi")],
        },
        (
            "equal(X, X) :- begin(X)",
            "equal(X, X) :- end(X)",
            "different(X, Y) :- pair(X, Y), not equal(X, Y)",
        ),
        sets={"different": [("a", "b"), ("c", "d"), ("z", "c"), ("h", "i")]},
    ),
    Program(
        "regression/unbound_negation/run.rls",
        {"reading": [(-1,)]},
        (
            'sign("positive") :- reading(X), X > 0',
            'sign("negative") :- reading(X), X < 0',
            'not_positive(X) :- reading(X), not sign("positive")',
            'not_negative(X) :- reading(X), not sign("negative")',
        ),
        sets={"not_negative": [], "not_positive": [(-1,)]},
    ),
)


def write_scenario(program: Program, folder: Path) -> Written:
    """Write the scenario that asks every set and every figure."""
    questions = [Question(p, p) for p in program.sets]
    for predicate, figures in program.figures.items():
        questions += [Question(_query_id(predicate, group), predicate, group) for group in figures]
    facts = {name: list(rows) for name, rows in program.facts.items()}
    normal = normalise(read_program(facts, program.rules), Reading.STRICT)
    return translate(normal, questions, folder)


def _query_id(predicate: str, group: Row) -> str:
    return " ".join([predicate, *(str(v) for v in group)])


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.source)
def test_figures_and_sets(
    program: Program,
    tmp_path: Path,
    answers_of: AnswersOf,
    record_property: Callable[[str, object], None],
) -> None:
    """Every figure and every set is Nemo's."""
    answers: dict[str, tuple[str, Any]] = answers_of(write_scenario(program, tmp_path).folder)
    for predicate, figures in program.figures.items():
        for group, figure in figures.items():
            label, value = answers[_query_id(predicate, group)]
            assert (label, int(value)) == ("answerable", figure), (predicate, group)
    for predicate, rows in program.sets.items():
        label, value = answers[predicate]
        assert members(value, len(rows[0]) if rows else 1) == as_rows(rows)
        assert label == ("answerable" if rows else "justified-zero")
    record_property(VERDICT, ("aggregate", program.source, ""))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.source)
def test_rule_files_as_plain_views(program: Program, tmp_path: Path) -> None:
    """The rule files mean the program, whoever evaluates them; no group has a figure that is not expected."""
    written = write_scenario(program, tmp_path)
    found = evaluate(written)
    for predicate, figures in program.figures.items():
        expected = {(*(str(v) for v in group), str(figure)) for group, figure in figures.items()}
        assert found[written.relations[predicate]] == expected, predicate
    for predicate, rows in program.sets.items():
        assert found[written.relations[predicate]] == as_rows(rows), predicate

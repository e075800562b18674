"""The steps of the translator where the suite does not reach them, evaluated as plain views."""

from __future__ import annotations

from pathlib import Path

import pytest

from .program import OutsideError, Row, read_program
from .rewrite import Reading, normalise
from .translate import Question, translate
from .verbatim import evaluate

EDGES: list[Row] = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "d"), ("c", "e")]


def rows_of(
    predicate: str, folder: Path, facts: dict[str, list[Row]], *rules: str, reading: Reading = Reading.STRICT
) -> set[tuple[str, ...]]:
    """Return the rows of ``predicate`` after translation."""
    normal = normalise(read_program(facts, rules), reading)
    written = translate(normal, [Question("q", predicate)], folder)
    return evaluate(written)[written.relations[predicate]]


def test_mutual_recursion_is_unfolded(tmp_path: Path) -> None:
    """Paths of odd and of even length from a; each relation is recursive only through the other."""
    rules = (
        "even(X) :- start(X)",
        "even(Y) :- odd(X), edge(X, Y)",
        "odd(Y) :- even(X), edge(X, Y)",
    )
    facts: dict[str, list[Row]] = {
        "start": [("a",)],
        "edge": [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")],
    }
    assert rows_of("even", tmp_path / "even", dict(facts), *rules) == {("a",), ("c",), ("e",)}
    assert rows_of("odd", tmp_path / "odd", dict(facts), *rules) == {("b",), ("d",)}


def test_unfolding_keeps_constants_and_equal_variables_of_a_head(tmp_path: Path) -> None:
    """A head such as loop(X, X, "yes") becomes equalities where the predicate is put in place."""
    rules = (
        'loop(X, X, "yes") :- edge(X, X), seen(X)',
        'seen(Y) :- loop(X, Y, "yes"), edge(X, Y)',
        'seen(Y) :- loop(X, Y, "no"), edge(X, Y)',
        "seen(X) :- edge(X, _)",
    )
    assert rows_of("loop", tmp_path, {"edge": EDGES}, *rules) == {("d", "d", "yes")}


def test_composition_is_written_as_closure(tmp_path: Path) -> None:
    """near(X, Z) :- near(X, Y), near(Y, Z), atoms in either order, is the closure of the rest."""
    rules = ("near(X, Z) :- near(Y, Z), near(X, Y)", "near(X, Y) :- edge(X, Y)")
    found = rows_of("near", tmp_path, {"edge": EDGES, "near": [("e", "f")]}, *rules)
    cycle = "abc"
    expected = {(x, y) for x in cycle for y in (*cycle, "e", "f")} | {("d", "d"), ("e", "f")}
    assert found == expected


def test_projection_under_a_negation(tmp_path: Path) -> None:
    """Under the existential reading, not edge(X, Y) with a free Y asks that there is none."""
    facts: dict[str, list[Row]] = {"node": [("a",), ("e",)], "edge": EDGES}
    for part, negated in (("named", "edge(X, Y)"), ("anonymous", "edge(X, _)")):
        rule = f"sink(X) :- node(X), not {negated}"
        found = rows_of("sink", tmp_path / part, dict(facts), rule, reading=Reading.EXISTENTIAL)
        assert found == {("e",)}


def test_negation_of_a_set_without_bound_variables(tmp_path: Path) -> None:
    """not edge("d", _) asks whether d has an edge at all, whatever the rest of the rule says."""
    facts: dict[str, list[Row]] = {"node": [("a",)], "edge": EDGES}
    assert rows_of("p", tmp_path / "some", dict(facts), 'p(X) :- node(X), not edge("d", _)') == set()
    assert rows_of("p", tmp_path / "none", dict(facts), 'p(X) :- node(X), not edge("e", _)') == {("a",)}


def test_arithmetic_and_equalities(tmp_path: Path) -> None:
    """Operators group to the left; an equality with a bound term binds, another one compares."""
    facts: dict[str, list[Row]] = {"n": [(1,), (2,), (3,)]}
    rules = ("p(X, Z) :- n(X), n(Y), Z = 10 - Y - X * 2, X = Y + 1, Z <> 3",)
    assert rows_of("p", tmp_path, facts, *rules) == {("2", "5"), ("3", "2")}


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (("p(X) :- q(X), p(X)", "q(X) :- p(X), q(X)", "p(X) :- e(X)"), "each of which reads itself too"),
        (("p(X, Z) :- p(X, Y), p(Y, W), p(W, Z)", "p(X, Y) :- e(X, Y)"), "not linear"),
        (("p(f(X)) :- e(X)",), "function symbol"),
        (('p(X + 1) :- e(X), X = "a"',), "arithmetic on text"),
        (("p(X) :- e(X), X ? 3",), "syntax"),
    ],
)
def test_what_is_outside_says_why(rules: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    """A program that has no rewriting is reported, never translated into something else."""
    with pytest.raises(OutsideError, match=reason):
        rows_of("p", tmp_path, {}, *rules)

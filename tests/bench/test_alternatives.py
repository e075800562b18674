"""Gold, plain views and the logic programs: three ways that share no code from the actions on, one answer."""

from __future__ import annotations

from functools import cache

import pytest

from memsql.bench import measure
from memsql.bench.facts import facts_of, number_text
from memsql.bench.generate import scenario
from memsql.bench.measure import Answered, Run, answer_text
from memsql.bench.run import compare
from memsql.errors import MemsqlError
from memsql.gold.suite import gold_of
from memsql.model import Label

SEED = 11


@cache
def ours() -> Answered:
    return measure.answers_only(1, SEED)


def test_clingo_gives_the_same_answers_and_labels() -> None:
    assert compare(ours(), measure.logic_program(1, SEED, with_labels=True)) == 1_500


def test_plain_views_give_the_same_answers_where_we_know_them() -> None:
    found = measure.plain_views(1, SEED, sample=100)
    assert len(found.answers) == 100
    assert compare(ours(), found) > 50


def test_gold_gives_the_answers_that_the_alternatives_are_compared_with() -> None:
    made = [scenario(i, SEED) for i in range(2)]
    rows = gold_of(made, "bench", is_checked=False).tables["answer"].to_pylist()
    assert len(rows) == 300
    for row in rows:
        is_known = row["label"] != Label.UNKNOWN
        assert is_known == (row["query_id"] in (ours().known or ()))
        if is_known:
            assert answer_text(row) == ours().answers[row["query_id"]]


@pytest.mark.parametrize(
    ("answers", "known", "message"),
    [
        ({"q1": "2"}, None, "the answer to q1 differs, '1' here and '2' there"),
        ({"q1": "1"}, frozenset[str](), "the label of q1 differs, known here and unknown there"),
        ({"q2": "1"}, frozenset({"q2"}), "the label of q2 differs, unknown here and known there"),
    ],
)
def test_a_difference_ends_the_benchmark(answers: dict[str, str], known: frozenset[str] | None, message: str) -> None:
    mine = Answered(Run("answers only", 1), {"q1": "1", "q2": None}, frozenset({"q1"}))
    with pytest.raises(MemsqlError, match=message):
        compare(mine, Answered(Run("clingo", 1), dict(answers), known))


def test_without_labels_only_known_answers_are_compared() -> None:
    mine = Answered(Run("answers only", 1), {"q1": "1", "q2": None}, frozenset({"q1"}))
    assert compare(mine, Answered(Run("plain views", 1), {"q1": "1", "q2": "5"}, None)) == 1


def test_facts_hold_from_their_assertion_until_their_change() -> None:
    facts = facts_of([scenario(0)])
    places = {(f.relation, f.texts, f.first) for f in facts}
    assert len(places) == len(facts)
    assert all(f.first < f.until for f in facts)


@pytest.mark.parametrize(("number", "text"), [("5.00", "5"), ("0.50", "0.5"), ("100", "100"), ("-3.0", "-3")])
def test_a_number_has_one_text(number: str, text: str) -> None:
    from decimal import Decimal

    assert number_text(Decimal(number)) == text

"""Which answers are the same: every type, aliases, and what never is."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from memsql.evaluation.score import score
from tests.evaluation.scores.frames import answer, given, run_tables, suite

REFERENCE = [
    {"scenario_id": "s", "phrase": "the baker of the Fair", "entity": "Vera"},
    {"scenario_id": "other", "phrase": "the miller", "entity": "Vera"},
]
MONEY = ["Inn", "24.80", "EUR"]
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], bool]] = {
    "a number": (answer(value=5), given(value=5), True),
    "a number is exact": (answer(value=Decimal("5.10")), given(value=Decimal("5.100001")), False),
    "a number by its trailing zeros": (answer(value=Decimal("5.10")), given(value=Decimal("5.1")), True),
    "zero, under either label": (answer("justified-zero", 0), given("answerable", 0), True),
    "zero is not null": (answer("justified-zero", 0), given("justified-zero"), False),
    "null is not zero": (answer("justified-zero", kind="number"), given("justified-zero", 0), False),
    "true": (answer(value=True), given(value=True), True),
    "false": (answer(value=True), given(value=False), False),
    "true is no number": (answer(value=1), given(value=True), False),
    "true is no text": (answer(value=True), given(value="true"), False),
    "a day": (answer(value=date(2026, 3, 1)), given(value=date(2026, 3, 1)), True),
    "another day": (answer(value=date(2026, 3, 1)), given(value=date(2026, 3, 2)), False),
    "a day is no text": (answer(value=date(2026, 3, 1)), given(value="2026-03-01"), False),
    "an entity": (answer(value="Vera"), given(value="Vera"), True),
    "an entity in white space": (answer(value="Vera Holm"), given(value=" Vera  Holm "), True),
    "another entity": (answer(value="Vera"), given(value="vera"), False),
    "an entity by its phrase": (answer(value="Vera"), given(value="The baker of the Fair"), True),
    "a phrase of another scenario": (answer(value="Vera"), given(value="the miller"), False),
    "a name like a number": (answer(value="007"), given(value="7"), False),
    "a set in another order": (answer(value=["a", "b"]), given(value=["b", "a"]), True),
    "a set that holds something twice": (answer(value=["a", "b"]), given(value=["a", "b", "a"]), False),
    "one entity under two names": (answer(value=["Vera"]), given(value=["Vera", "the baker of the fair"]), False),
    "a set by a phrase": (answer(value=["Vera", "a"]), given(value=["a", "the baker of the Fair"]), True),
    "too few members": (answer(value=["a", "b"]), given(value=["a"]), False),
    "the empty set": (answer("justified-zero", []), given("justified-zero", []), True),
    "the empty set is not null": (answer("justified-zero", []), given("justified-zero"), False),
    "members with two columns": (answer(value=['["a","b"]']), given(value=['[ "a", "b" ]']), True),
    "their order": (answer(value=['["a","b"]']), given(value=['["b","a"]']), False),
    "a member that only looks like an array": (answer(value=["[a"]), given(value=["[a"]), True),
    "money with its currency": (answer(value=MONEY, kind="tuple"), given(value=["Inn", "24.8", "EUR"]), True),
    "money in another currency": (answer(value=MONEY, kind="tuple"), given(value=["Inn", "24.80", "USD"]), False),
    "a tuple has an order": (answer(value=MONEY, kind="tuple"), given(value=["24.80", "Inn", "EUR"]), False),
    "no value, and it is said": (answer("justified-zero"), given("justified-zero"), True),
    "no value, called answerable": (answer("justified-zero"), given("answerable"), False),
    "no value, called unknown": (answer("justified-zero"), given("unknown"), False),
    "no value, yet one is given": (answer("justified-zero"), given("justified-zero", "Vera"), False),
    "unknown": (answer("unknown"), given("unknown"), True),
    "unknown, called answerable": (answer("unknown"), given("answerable", "Vera"), False),
    "unknown, called zero": (answer("unknown"), given("justified-zero"), False),
    "the value under the label unknown": (answer(value=5), given("unknown", 5), False),
    "two values": (answer(value=5), given(value=5, value_entity="six"), False),
    "the right value of a refused answer": (answer(value=5), {**given(value=5), "outcome": "refused"}, False),
}


@pytest.fixture(scope="module")
def verdicts() -> dict[str, tuple[bool, bool]]:
    """All cases as one suite and one run."""
    gold = suite(
        query=[{"query_id": name, "scenario_id": "s", "question": "Who?"} for name in CASES],
        answer=[{"query_id": name, **right} for name, (right, _, _) in CASES.items()],
        reference=REFERENCE,
    )
    response = run_tables(response=[{"query_id": name, **said} for name, (_, said, _) in CASES.items()])["response"]
    rows = score(gold, response).select("query_id", "is_correct", "is_label_correct").iter_rows()
    return {name: (is_correct, is_label) for name, is_correct, is_label in rows}


@pytest.mark.parametrize("name", CASES)
def test_answers_are_compared_by_type(name: str, verdicts: dict[str, tuple[bool, bool]]) -> None:
    right, said, expected = CASES[name]
    is_label_correct = said["outcome"] == "ok" and said["label"] == right["label"]
    assert verdicts[name] == (expected, is_label_correct)


def test_a_phrase_of_the_question_is_no_answer_to_it() -> None:
    gold = suite(
        query=[{"query_id": "q", "scenario_id": "s", "question": "Who is the baker of the Fair?"}],
        answer=[{"query_id": "q", **answer(value="Vera")}],
        reference=REFERENCE,
    )
    for said, expected in (("the baker of the Fair", False), ("Vera", True)):
        response = run_tables(response=[{"query_id": "q", **given(value=said)}])["response"]
        assert score(gold, response)["is_correct"].to_list() == [expected]

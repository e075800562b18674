"""Typed equivalence: what counts as the same answer, and what does not."""

from __future__ import annotations

import pytest

from memsql.evaluation.paired.typed import Gold, Kind, is_right, normal

FRUITS = Gold(Kind.SET, (("apple", "red apple"), ("Crème brûlée",), ("Rock and Roll",)))


@pytest.mark.parametrize(
    "answer",
    [
        "apple; creme brulee; Rock and Roll",
        "Rock and Roll; the red apple; Crème Brûlée",
        '["Rock and Roll", "apple", "crème brûlée"]',
        "- apple\n- crème brûlée\n- rock and roll",
        "1. apple\n2. crème brûlée\n3. rock and roll",
        "Answer: apple; crème brûlée; rock and roll.",
        "apple, crème brûlée, rock and roll",
    ],
)
def test_a_set_has_no_order_and_takes_aliases(answer: str) -> None:
    assert is_right(answer, FRUITS)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "none",
        "apple; crème brûlée",
        "apple; crème brûlée; rock and roll; pear",
        "apple; red apple; crème brûlée; rock and roll",
        "apple; crème brûlée; rock; roll",
        '["apple", "crème brûlée"]',
    ],
)
def test_a_set_is_all_of_it_once_and_nothing_else(answer: str) -> None:
    assert not is_right(answer, FRUITS)


def test_and_separates_where_no_name_has_it() -> None:
    assert is_right("apple and pear", Gold(Kind.SET, (("apple",), ("pear",))))
    assert is_right("apple, plum and pear", Gold(Kind.SET, (("apple",), ("pear",), ("plum",))))


@pytest.mark.parametrize(
    ("answer", "is_empty"), [("none", True), ("Nothing.", True), ("[]", True), ("", False), ("x", False)]
)
def test_an_empty_set_is_said(answer: str, is_empty: bool) -> None:
    assert is_right(answer, Gold(Kind.SET, ())) is is_empty


@pytest.mark.parametrize(
    ("answer", "gold", "is_same"),
    [
        ("7", "7", True),
        ("seven games", "7", True),
        ("7.0", "7", True),
        ("1,200", "1200", True),
        ("-3", "-3", True),
        ("-3", "3", False),
        ("7 of 9", "7", False),
        ("17", "7", False),
        ("7th", "7", False),
        ("3.14", "3.1", False),
        ("many", "7", False),
        ("", "7", False),
    ],
)
def test_a_number_is_the_only_one_and_exact(answer: str, gold: str, is_same: bool) -> None:
    assert is_right(answer, Gold(Kind.NUMBER, ((gold,),))) is is_same


@pytest.mark.parametrize(
    ("answer", "gold", "is_same"),
    [
        ("Yes", "yes", True),
        ("yes, he did", "yes", True),
        ("true", "yes", True),
        ("No.", "yes", False),
        ("", "no", False),
    ],
)
def test_a_truth_begins_the_answer(answer: str, gold: str, is_same: bool) -> None:
    assert is_right(answer, Gold(Kind.BOOLEAN, ((gold,),))) is is_same


@pytest.mark.parametrize(
    ("answer", "gold", "is_same"),
    [
        ("7 May 2023", "2023-05-07", True),
        ("May 7th, 2023", "2023-05-07", True),
        ("2023/5/7", "2023-05-07", True),
        ("Sep 3, 2023", "3 September 2023", True),
        ("May 2023", "2023-05", True),
        ("2022", "2022", True),
        ("May 2023", "2023-05-07", False),
        ("8 May 2023", "2023-05-07", False),
        ("31 February 2023", "2023-02-31", False),
        ("7 or 8 May 2023", "2023-05-07", False),
        ("", "2023-05-07", False),
    ],
)
def test_a_date_has_golds_precision(answer: str, gold: str, is_same: bool) -> None:
    assert is_right(answer, Gold(Kind.DATE, ((gold,),))) is is_same


def test_a_name_stands_alone() -> None:
    gold = Gold(Kind.ENTITY, (("The Great Gatsby", "Gatsby"),))
    assert is_right('"Great Gatsby"', gold)
    assert is_right("gatsby", gold)
    assert not is_right("It is The Great Gatsby", gold)
    assert not is_right("", gold)


def test_a_name_of_articles_alone_stays_one() -> None:
    assert normal("The The") == "the the"
    assert normal("Moss’s  Café") == "moss cafe"

"""Gold of the state questions: SQL against hand-made answers, and against the plain Python of the evidence reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsql.evaluation.paired.answer import combined
from memsql.evaluation.paired.gold import state_golds
from memsql.evaluation.paired.item import Item, Member, Operator, State, SubState
from memsql.evaluation.paired.typed import Kind, is_right

LABELS = {"left": ("first",), "right": ("second",), "equal": ("same",)}


def sub(kind: Kind, *names: str | tuple[str, ...]) -> SubState:
    """An intermediate state of names, or of names with aliases."""
    listed = [(name,) if isinstance(name, str) else name for name in names]
    members = tuple(Member(forms[0], tuple(forms[1:]), ("t",), False) for forms in listed)
    return SubState("?", kind, members)


def item(
    left: SubState, right: SubState, operator: Operator, counted: Operator | None = None, relation: str = ""
) -> Item:
    """An item of two intermediate states."""
    kind = {Operator.COUNT: Kind.NUMBER, Operator.COMPARE: Kind.ENTITY}.get(operator, Kind.SET)
    labels = LABELS if operator is Operator.COMPARE else None
    return Item("i", "c", 0, Kind.ENTITY, (), State("?", operator, kind, counted, relation, labels), left, right)


def gold(made: Item) -> str:
    """Gold as text."""
    return state_golds([made])["i"].text


A, B = sub(Kind.SET, "a", ("b", "bee"), "c"), sub(Kind.SET, ("Bee", "wasp"), "d")


@pytest.mark.parametrize(
    ("operator", "counted", "wanted"),
    [
        (Operator.DIFFERENCE, None, "a; c"),
        (Operator.INTERSECTION, None, "b"),
        (Operator.UNION, None, "a; b; c; d"),
        (Operator.COUNT, Operator.DIFFERENCE, "2"),
        (Operator.COUNT, Operator.INTERSECTION, "1"),
        (Operator.COUNT, Operator.UNION, "4"),
    ],
)
def test_sets_meet_where_a_form_does(operator: Operator, counted: Operator | None, wanted: str) -> None:
    assert gold(item(A, B, operator, counted)) == wanted


def test_a_shared_member_has_the_forms_of_both_sides() -> None:
    found = state_golds([item(A, B, Operator.INTERSECTION)])["i"]
    assert found.members == (("b", "bee", "Bee", "wasp"),)


@pytest.mark.parametrize(
    ("kind", "left", "right", "greater", "less"),
    [
        (Kind.NUMBER, ["10"], ["9.5"], "first", "second"),
        (Kind.NUMBER, ["9.50"], ["9.5"], "same", "same"),
        (Kind.NUMBER, ["-3"], ["2"], "second", "first"),
        (Kind.DATE, ["2023-02-01"], ["2023-11-30"], "second", "first"),
        (Kind.DATE, ["1969-12-31"], ["1970-01-02"], "second", "first"),
        (Kind.SET, ["a", "b"], ["c"], "first", "second"),
        (Kind.SET, [], ["c"], "second", "first"),
        (Kind.SET, ["a"], ["a"], "same", "same"),
        (Kind.SET, [], [], "same", "same"),
    ],
)
def test_comparisons(kind: Kind, left: Sequence[str], right: Sequence[str], greater: str, less: str) -> None:
    for relation, wanted in (("greater", greater), ("less", less)):
        made = item(sub(kind, *left), sub(kind, *right), Operator.COMPARE, relation=relation)
        assert gold(made) == wanted
        assert combined(made.state, made.left, made.right) == wanted


def test_an_empty_state_is_none_and_a_count_of_nothing_zero() -> None:
    same = sub(Kind.SET, "a")
    assert gold(item(same, same, Operator.DIFFERENCE)) == "none"
    assert gold(item(same, same, Operator.COUNT, Operator.DIFFERENCE)) == "0"
    assert gold(item(sub(Kind.SET), sub(Kind.SET), Operator.COUNT, Operator.UNION)) == "0"


NAMES = st.lists(st.sampled_from("abcdef"), unique=True, max_size=6)


@settings(max_examples=6, deadline=None)
@given(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=20))
def test_sql_and_python_agree(pairs: list[tuple[list[str], list[str]]]) -> None:
    sets = [Operator.DIFFERENCE, Operator.INTERSECTION, Operator.UNION]
    made = []
    for left, right in pairs:
        sides = sub(Kind.SET, *left), sub(Kind.SET, *[name.upper() for name in right])
        made += [item(*sides, operator) for operator in sets]
        made += [item(*sides, Operator.COUNT, operator) for operator in sets]
        made += [item(*sides, Operator.COMPARE, relation=relation) for relation in ("greater", "less")]
    named = [replace(each, item_id=f"i{n}") for n, each in enumerate(made)]
    golds = state_golds(named)
    for each in named:
        assert is_right(combined(each.state, each.left, each.right), golds[each.item_id]), each

"""Probes: a node's probed children are all or none, and their numbers are exact."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsql.errors import GoldError
from memsql.suite.probes import Cut, cuts_of, share_out, state

EDGES = [
    ("q1", "r", "a"),
    ("q1", "r", "b"),
    ("q1", "a", "c"),
    ("q1", "b", "c"),
    ("q1", "b", "event:e1"),
    ("q2", "s", "x"),
]


def tables() -> Mapping[str, pl.DataFrame]:
    edge = pl.DataFrame(EDGES, schema=["query_id", "head", "body"], orient="row")
    node = pl.DataFrame({"query_id": ["q1", "q2"], "node_id": ["r", "s"], "depth": [0, 0]})
    return {"dag_edge": edge, "dag_node": node}


def test_a_cut_goes_breadth_first_and_is_whole_after_each_node_s_children() -> None:
    askable = {("q1", n): True for n in "abc"}
    assert cuts_of(tables(), askable) == [Cut("q1", ("a", "b", "c"), (2, 3))]


@given(st.lists(st.lists(st.integers(1, 5), min_size=1, max_size=4), min_size=6, max_size=40), st.data())
def test_shares_add_up_or_the_error_says_why(grown: list[list[int]], data: st.DataObject) -> None:
    cuts = [
        Cut(f"q{i}", tuple(f"n{j}" for j in range(sum(steps))), tuple(sum(steps[: n + 1]) for n in range(len(steps))))
        for i, steps in enumerate(grown)
    ]
    queries = data.draw(st.integers(1, len(cuts)))
    probes = data.draw(st.integers(1, 100))
    try:
        counts = share_out(cuts, queries, probes)
    except GoldError:
        return
    sizes = {c.query_id: c.sizes for c in cuts}
    assert len(counts) == queries
    assert sum(counts.values()) == probes
    assert all(counts[q] in sizes[q] for q in counts)


@pytest.mark.parametrize(
    ("is_true", "value", "types", "expected"),
    [
        (None, None, ["VARCHAR"], ("unknown", None)),
        (True, None, [], ("answerable", True)),
        (False, None, [], ("answerable", False)),
        (False, None, ["VARCHAR"], ("justified-zero", None)),
        (True, '["corby"]', ["VARCHAR"], ("answerable", "corby")),
        (True, '["0"]', ["INTEGER"], ("justified-zero", Decimal(0))),
        (True, '["12.50"]', ["DECIMAL(12,2)"], ("answerable", Decimal("12.50"))),
        (True, '["a","b"]', ["VARCHAR", "VARCHAR"], ("answerable", ["a", "b"])),
    ],
)
def test_the_state_of_a_node_is_an_answer(
    is_true: bool | None, value: str | None, types: list[str], expected: tuple[str, object]
) -> None:
    found = state({"is_true": is_true, "value": value}, types)
    shown = [found[c] for c in found if c.startswith("value_") and found[c] is not None]
    assert (found["label"], shown[0] if shown else None) == expected

"""No witness is missing: everything but a set that hits all listed ones leaves the answer unknown."""

from __future__ import annotations

import pytest

from tests.gold import other_witnesses
from tests.gold.brute import gold_queries
from tests.gold.other_witnesses import hitting_sets, others
from tests.gold.random_scenarios import domain, random_scenarios


def test_hitting_sets() -> None:
    sets = [frozenset({1, 2}), frozenset({2, 3}), frozenset({4})]
    assert hitting_sets(sets) == {frozenset({2, 4}), frozenset({1, 3, 4})}
    assert hitting_sets([]) == {frozenset()}


def test_no_other_witness() -> None:
    of = domain("recursion")
    found = others(of.program, random_scenarios(of, 1, 1))
    assert found.wrong == []
    assert found.queries > 20
    assert found.worlds > found.queries


def test_a_witness_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    of = domain("recursion")
    scenarios = random_scenarios(of, 1, 1)
    several = next(q for q in gold_queries(of.program, scenarios) if any(len(c) > 1 for c in q.parts.values()))
    choices = next(c for c in several.parts.values() if len(c) > 1)
    del choices[min(choices)]
    monkeypatch.setattr(other_witnesses, "gold_queries", lambda *_: [several])
    assert len(others(of.program, scenarios).wrong) > 0

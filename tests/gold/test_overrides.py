"""Overrides: a state taken to be so, whatever the history says, is as good as a table that says it."""

from __future__ import annotations

from random import Random

import pytest

from memsql.errors import DataError
from memsql.gold.overrides import Override, Overrides
from tests.gold.ask import asked, loaded
from tests.gold.history import STARTS_AT, Event, History, Question
from tests.gold.laws import sound_history
from tests.gold.overridden import of_agreed, of_rows
from tests.gold.random_scenarios import domain, random_scenarios, scenario_of


# What is so anyway changes nothing; what is not determined only ever makes an answer unknown.
def test_rows() -> None:
    of = domain("lookups")
    found = of_rows(of, [scenario_of(of, "s0", sound_history(of, 41))], Random(41), 3)
    assert found.wrong == []
    assert found.moved > 0


def test_a_derived_relation_as_a_table() -> None:
    found = of_agreed(Random(42))
    assert found.wrong == []
    assert found.moved > 0


def test_resolved_worlds_take_no_overrides() -> None:
    of = domain("lookups")
    with loaded(of.program, random_scenarios(of, 44, 1, 1)) as batch:
        batch.worlds.resolved(0, [1], "agreed")
        with pytest.raises(DataError, match="use literal worlds only"):
            asked(batch, Overrides(rows=[Override(0, "agreed", ("a",), None)]))


# An override of the one key of a collection is all that the collection holds, also where the rule knows nothing.
def test_an_override_of_the_whole_collection_closes_it() -> None:
    of = domain("lookups")
    at = STARTS_AT
    questions = (Question("agreed", ("a",), True, at, at), Question("twice", ("b",), True, at, at))
    history = History((Event("e1", at, ()),), questions)
    with loaded(of.program, [scenario_of(of, "s0", history)]) as batch:
        assert all(answer.is_unknown for answer in asked(batch))
        said = [Override(0, "agreed", ("a",), True, ("v",)), Override(0, "agreed", ("b",), False)]
        given = asked(batch, Overrides(rows=said))
    assert given == [("answerable", "frozenset", frozenset({"v"})), ("justified-zero", "frozenset", frozenset())]

"""What sets scenarios apart: the declared rules that no sibling has, whatever the names and amounts."""

from __future__ import annotations

import json
from collections import Counter

import polars as pl

from memsql.scenario.idle import idle_cancellations
from memsql.suite.stats import rules_of_their_own
from tests.suite.told import histories

Said = tuple[str, str, list[str], list[str]]


def own_rules(said: dict[str, list[Said]], domain_of: dict[str, str]) -> dict[str, list[str]]:
    """The rules of their own of scenarios, by what their events declare: verb, predicate, key, value."""
    rows = [
        (scenario, verb, predicate, json.dumps(key), json.dumps(value))
        for scenario, actions in said.items()
        for verb, predicate, key, value in actions
    ]
    action = pl.DataFrame(rows, schema=["scenario_id", "verb", "predicate", "key", "value"], orient="row")
    scenario = pl.DataFrame(list(domain_of.items()), schema=["scenario_id", "domain"], orient="row")
    return rules_of_their_own({"action": action, "scenario": scenario})


def test_names_and_amounts_alone_set_no_scenario_apart() -> None:
    def said(house: str, amount: str) -> list[Said]:
        return [
            ("declare", "cap", [house, "hotel", "2026-01-01"], [amount]),
            ("declare", "approval_rule", [house], ["anyone above"]),
            ("assert", "vendor_kind", ["Orlem House"], ["taxi"]),
        ]

    found = own_rules({"a": said("Velk", "80.00"), "b": said("Trask", "95.50")}, {"a": "x", "b": "x"})
    assert found == {"a": [], "b": []}


def test_words_turns_and_nothing_at_all_set_a_scenario_apart_from_its_siblings() -> None:
    said: dict[str, list[Said]] = {
        "a": [("declare", "passes_down", ["Velk"], [v]) for v in ("yes", "yes", "no")],
        "b": [("declare", "passes_down", ["Trask"], ["yes"]), ("declare", "cap", ["Trask", "fuel"], ["12.00"])],
        "c": [("declare", "passes_down", ["Bram"], ["yes"]), ("declare", "freight", ["Bram", "Gold Circle"], ["0.00"])],
        "other domain": [("declare", "passes_down", ["Bram"], ["yes"])],
    }
    found = own_rules(said, {"a": "x", "b": "x", "c": "x", "other domain": "y"})
    assert found == {
        "a": ["passes_down yes, then no"],
        "b": ["cap fuel"],
        "c": ["freight 0"],
        "other domain": ["passes_down yes"],
    }


def test_every_scenario_of_the_standard_suite_declares_what_its_siblings_do_not() -> None:
    said = {
        h.config.id: [(a["verb"], a["predicate"], a["key"], a["value"]) for a in h.scenario.actions.to_pylist()]
        for h in histories()
    }
    found = own_rules(said, {h.config.id: h.config.domain for h in histories()})
    assert len(found) == 10
    assert all(found.values()), found


def test_a_few_cancellations_take_back_what_nothing_said() -> None:
    """As data/standard/README.md says: 12 of 440."""
    idle = [one.relation for h in histories() for one in idle_cancellations(h.scenario)]
    assert Counter(idle) == {
        "approved": 7,
        "receipt_complete": 2,
        "expense_complete": 1,
        "prereq_complete": 1,
        "trip": 1,
    }
    assert sum(h.scenario.actions["verb"].to_pylist().count("cancel") for h in histories()) == 440

"""The made-up suite: from a seed alone, of the promised size, and readable from the folders of a user."""

from __future__ import annotations

from pathlib import Path

from memsql.bench.facts import queries_of
from memsql.bench.generate import DOMAINS, scenario, suite
from memsql.model import Scenario
from memsql.scenario import load_scenario
from memsql.scenario.write import write_folder


def tables(made: Scenario) -> tuple[object, ...]:
    return made.events.to_pydict(), made.actions.to_pydict(), made.queries.to_pydict()


def test_a_seed_gives_one_suite() -> None:
    assert [tables(s) for s in suite(4)] == [tables(s) for s in suite(4)]


def test_another_seed_gives_another_suite() -> None:
    assert tables(scenario(0, seed=1)) != tables(scenario(0, seed=2))


def test_a_scenario_is_the_same_in_a_suite_of_any_size() -> None:
    assert tables(list(suite(6))[3]) == tables(scenario(3))
    assert tables(next(suite(1, start=3))) == tables(scenario(3))


def test_ten_scenarios_have_the_promised_size() -> None:
    made = list(suite())
    worlds = {(q.scenario, q.position) for q in queries_of(made)}
    assert {s.domain for s in made} == set(DOMAINS)
    assert 4_600 <= sum(s.events.num_rows for s in made) <= 4_800
    assert sum(s.queries.num_rows for s in made) == 1_500
    assert 380 <= len(worlds) <= 400


def test_a_written_scenario_reads_back_as_it_was(tmp_path: Path) -> None:
    for made in suite(2):
        read = load_scenario(write_folder(made, tmp_path))
        assert tables(read) == tables(made)
        assert (read.declarations, read.rule_paths) == (made.declarations, made.rule_paths)
        assert (read.scenario_id, read.domain) == (made.scenario_id, made.domain)

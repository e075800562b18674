"""Gold that is taken up for some queries, under other ids, is the gold that these queries alone give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from memsql.errors import GoldError
from memsql.gold.kept import Kept, derive, take_up
from memsql.gold.suite import batches_of, run_batch
from memsql.model import Scenario
from memsql.scenario.folder import load_suite
from tests.house import ROOT

QUERIES = {"worked_example": (0, 18), "language_tags": (0, 60), "constructs": (179, 2)}
"""First query and number of queries that reach what is to be shown: references, shared worlds, data in circles."""


def renamed(scenarios: Sequence[Scenario]) -> tuple[list[Scenario], list[dict[str, str]]]:
    """Every other query of the scenarios, last ones first, under ids with what a node id escapes."""
    found: list[Scenario] = []
    names: list[dict[str, str]] = []
    for scenario in scenarios:
        places = list(range(0, scenario.queries.num_rows, 2))[::-1]
        some = scenario.queries.take(pa.array(places, pa.int64()))
        ids = some["query_id"].to_pylist()
        own = {i: f"{scenario.scenario_id}({i}, again)" for i in ids}
        column = some.schema.get_field_index("query_id")
        new = pa.array([own[i] for i in ids], pa.string())
        found.append(replace(scenario, queries=some.set_column(column, some.schema.field(column), new)))
        names.append(own)
    return found, names


@pytest.mark.parametrize(
    ("suite", "is_acyclic"), [("worked_example", True), ("language_tags", True), ("constructs", False)]
)
def test_what_is_taken_up_is_what_is_derived(suite: str, is_acyclic: bool, tmp_path: Path) -> None:
    (whole,) = batches_of(load_suite(ROOT / "data" / suite))
    part = [replace(s, queries=s.queries.slice(*QUERIES[suite])) for s in whole]
    _, is_kept = derive(part, tmp_path / "kept")
    assert is_kept is is_acyclic is (tmp_path / "kept").is_dir()
    if not is_kept:
        return
    some, names = renamed(part)
    expected, _ = run_batch(some)
    found = take_up(some, [Kept(tmp_path / "kept", own) for own in names])
    assert found.keys() == expected.keys()
    assert [n for n in expected if not found[n].equals(expected[n])] == []


def test_scenarios_of_a_batch_may_be_kept_in_several_places(tmp_path: Path) -> None:
    """Under the same ids there: each scenario takes those of its own place, in the order of the batch."""
    ((one,),) = batches_of(load_suite(ROOT / "data" / "worked_example"))
    some, kept = [], []
    for name, first in (("first", 0), ("second", 4)):
        scenario = replace(one, scenario_id=name, queries=one.queries.slice(first))
        derive([scenario], tmp_path / name)
        (own,), names = renamed([scenario])
        some.append(own)
        kept += [Kept(tmp_path / name, n) for n in names]
    for order in ((0, 1), (1, 0)):
        batch = [some[i] for i in order]
        found = take_up(batch, [kept[i] for i in order])
        assert [n for n, table in run_batch(batch)[0].items() if not found[n].equals(table)] == []
        assert found["answer"].num_rows == sum(s.queries.num_rows for s in some)


def test_a_witness_is_proved_when_it_is_taken_up(tmp_path: Path) -> None:
    (part,) = batches_of(load_suite(ROOT / "data" / "worked_example"))
    derive(part, tmp_path / "kept")
    file = tmp_path / "kept" / "witness_part"
    rows = pa.ipc.open_file(file.read_bytes()).read_all()
    with pa.ipc.new_file(file, rows.schema) as out:
        out.write_table(rows.slice(1))
    ids = [{q: q for q in s.queries["query_id"].to_pylist()} for s in part]
    with pytest.raises(GoldError, match="a witness does not give the answer"):
        take_up(part, [Kept(tmp_path / "kept", own) for own in ids])

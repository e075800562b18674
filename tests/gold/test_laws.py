"""Laws of gold: what must not change it, and what may change it in one way only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

import polars as pl
import pyarrow as pa
import pytest

from memsql.db import DERIVED, EXPLAINED
from memsql.gold.batch import Batch
from memsql.gold.recall import recall_of
from memsql.model import Scenario
from tests.gold.laws import broken_laws
from tests.gold.random_scenarios import domain, random_scenarios


def test_laws_of_histories() -> None:
    assert broken_laws(domain("lookups"), 21) == []


# ---- derived state


@pytest.fixture(scope="module")
def scenarios() -> list[Scenario]:
    """Two random histories, whose gold has several witnesses for many a query."""
    return random_scenarios(domain("lookups"), 8, 2)


@pytest.fixture(scope="module")
def batch(scenarios: list[Scenario]) -> Iterator[Batch]:
    """A batch of them."""
    made = Batch(domain("lookups").program, scenarios)
    yield made
    made.db.close()


@pytest.fixture(scope="module")
def tables(batch: Batch) -> dict[str, pa.Table]:
    """Its exported tables."""
    return batch.gold(is_checked=False)


def test_derived_state_is_rebuilt_to_the_same_tables(batch: Batch, tables: dict[str, pa.Table]) -> None:
    batch.db.reset((*DERIVED, *EXPLAINED, "graph", "export"))
    again = batch.gold(is_checked=False)
    assert [name for name, table in tables.items() if not table.equals(again[name])] == []


# ---- citation recall


def test_citation_recall_is_the_best_of_all_witnesses(scenarios: list[Scenario], tables: dict[str, pa.Table]) -> None:
    parts, measure = (pl.DataFrame(tables[name]) for name in ("witness_part", "measure"))
    listed: dict[str, dict[int, set[str]]] = {}
    for row in tables["witness"].to_pylist():
        listed.setdefault(row["query_id"], {})[row["witness_id"]] = set()
    for row in tables["witness_event"].to_pylist():
        listed[row["query_id"]][row["witness_id"]].add(row["event_id"])
    several = 0
    for cited in citations(scenarios, Random(8)):
        given = recall_of(parts, measure, cited)
        for row in measure.iter_rows(named=True):
            witnesses = list(listed.get(row["query_id"], {}).values())
            assert row["witness_count"] in (None, len(witnesses))
            events = set(cited[row["query_id"]])
            shares = [Fraction(len(w & events), len(w)) if w else Fraction(1) for w in witnesses]
            assert given[row["query_id"]] == max(shares, default=None), row["query_id"]
            several += len(shares) > 1
    assert several > 50


def citations(scenarios: Sequence[Scenario], random: Random) -> Iterator[dict[str, list[str]]]:
    """Random sets of events, few and many, for every query."""
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        yield {
            query_id: [e for e in scenario.events["event_id"].to_pylist() if random.random() < share]
            for scenario in scenarios
            for query_id in scenario.queries["query_id"].to_pylist()
        }

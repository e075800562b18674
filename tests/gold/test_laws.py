"""Laws of gold: what must not change it, and what may change it in one way only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from memsql.db import SCHEMAS
from memsql.gold.batch import Batch
from memsql.gold.suite import gold_of
from memsql.model import Scenario
from tests.gold.brute import gold_queries
from tests.gold.laws import broken_laws
from tests.gold.random_scenarios import domain, random_scenarios


def test_laws_of_histories() -> None:
    assert broken_laws(domain("lookups"), 21) == []


# ---- derived state


def test_derived_state_is_rebuilt_to_the_same_tables() -> None:
    of = domain("lookups")
    batch = Batch(of.program, random_scenarios(of, 6, 2, 1))
    try:
        first = batch.gold(is_checked=False)
        batch.db.reset((*SCHEMAS, "target", "target_scope", "lineage", "graph", "export"))
        again = batch.gold(is_checked=False)
        assert batch.db.rows("select current_setting('threads')") == [(1,)]
    finally:
        batch.db.close()
    assert [name for name, table in first.items() if not table.equals(again[name])] == []


# ---- citation recall


def test_citation_recall_is_the_best_of_all_witnesses() -> None:
    of = domain("lookups")
    scenarios = random_scenarios(of, 8, 3)
    asked = {q.query_id: q for q in gold_queries(of.program, scenarios)}
    gold = gold_of(scenarios, "suite", is_checked=False)
    several = 0
    for cited in citations(scenarios, Random(8)):
        given = gold.recall(cited)
        for query_id, query in asked.items():
            if query.answer.is_unknown:
                assert given[query_id] is None
                continue
            events = {int(e.removeprefix("e")) for e in cited[query_id]}
            shares = [Fraction(len(w & events), len(w)) if w else Fraction(1) for w in query.witnesses()]
            assert given[query_id] == max(shares), query_id
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

"""Q1 by hand: accuracies, citations, empty cases, refusals; recall against the function of gold."""

from __future__ import annotations

from itertools import product
from random import Random

import polars as pl
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from memsql.errors import DataError
from memsql.evaluation.score import score
from memsql.evaluation.tables import run_schema
from memsql.gold.recall import recall_of
from tests.evaluation.scores.frames import answer, given, run_tables, suite

QUERIES = ("known", "zero", "unknown", "bare", "silent")
GOLD = suite(
    query=[{"query_id": q, "scenario_id": "s", "question": "?"} for q in QUERIES],
    answer=[
        {"query_id": "known", **answer(value=7)},
        {"query_id": "zero", **answer("justified-zero", 0)},
        {"query_id": "unknown", **answer("unknown", kind="number")},
        {"query_id": "bare", **answer(value=True)},
        {"query_id": "silent", **answer(value=7)},
    ],
    support=[
        {"query_id": q, "event_id": e} for q, es in (("known", "abcd"), ("zero", "a"), ("unknown", "a")) for e in es
    ],
    # known: the core a, then b or (c and d); zero: a; unknown has no witness; bare is decided by rules and key alone.
    witness_part=[
        {"query_id": "known", "component": 0, "choice": 0, "event_id": "a"},
        {"query_id": "known", "component": 1, "choice": 0, "event_id": "b"},
        {"query_id": "known", "component": 1, "choice": 1, "event_id": "c"},
        {"query_id": "known", "component": 1, "choice": 1, "event_id": "d"},
        {"query_id": "zero", "component": 0, "choice": 0, "event_id": "a"},
        {"query_id": "silent", "component": 0, "choice": 0, "event_id": "a"},
    ],
    measure=[
        {"query_id": "known", "witness_count": 2, "witness_size_min": 2},
        {"query_id": "zero", "witness_count": 1, "witness_size_min": 1},
        {"query_id": "unknown"},
        {"query_id": "bare", "witness_count": 1, "witness_size_min": 0},
        {"query_id": "silent", "witness_count": 1, "witness_size_min": 1},
    ],
)


def rows(frame: pl.DataFrame) -> dict[str, tuple[object, ...]]:
    return {query_id: tuple(rest) for query_id, *rest in frame.iter_rows()}


def test_scores_of_every_kind_of_query() -> None:
    response = run_tables(
        response=[
            {"query_id": "known", **given(value=7, cited_event_ids=["a", "c", "x", "a"])},
            {"query_id": "zero", **given("answerable", 0, cited_event_ids=[])},
            {"query_id": "unknown", **given("unknown", cited_event_ids=["a", "b"])},
            {"query_id": "bare", **given(value=False, cited_event_ids=["a"])},
            {"query_id": "silent", "outcome": "timeout"},
        ]
    )["response"]
    found = score(GOLD, response)
    assert found.to_arrow().cast(run_schema("score")).schema == run_schema("score")
    assert rows(found) == {
        # Of a, c and x two are in the support; of the witness {a, c, d} two thirds are cited, of {a, b} half.
        "known": (True, True, 2 / 3, 2 / 3),
        "zero": (True, False, None, 0.0),
        "unknown": (True, True, 0.5, None),
        "bare": (False, True, 0.0, None),
        "silent": (False, False, None, 0.0),
    }


def test_queries_that_were_not_answered_are_wrong() -> None:
    found = score(GOLD, run_tables(response=[])["response"])
    assert found.height == len(QUERIES)
    assert not found["is_correct"].any()
    assert not found["is_label_correct"].any()
    assert found["citation_precision"].null_count() == len(QUERIES)
    assert rows(found)["known"] == (False, False, None, 0.0)


def test_a_suite_without_queries_has_no_scores() -> None:
    assert score(suite(), run_tables(response=[])["response"]).height == 0


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"query_id": "stray"}, 'the suite has no query "stray"; score the run against the suite that it answered'),
        ({"query_id": "known"}, "two rows for known; keep the one that was given first"),
        ({"query_id": "zero", "outcome": "odd"}, 'outcome "odd"; it is one of ok, parse_error, refused'),
        ({"query_id": "zero", "label": "zero"}, 'label "zero"; it is one of answerable, justified-zero, unknown'),
    ],
)
def test_a_response_that_the_suite_does_not_know_is_refused(row: dict[str, str], said: str) -> None:
    response = run_tables(response=[{"query_id": "known", **given(value=7)}, {**given(value=7), **row}])["response"]
    with pytest.raises(DataError) as refused:
        score(GOLD, response)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_response_without_a_column_is_refused() -> None:
    with pytest.raises(DataError, match="table response: no column label"):
        score(GOLD, run_tables(response=[])["response"].drop("label"))


@settings(max_examples=8, deadline=None)
@drawn(st.integers(0, 2**32))
def test_recall_is_that_of_all_witnesses_and_that_of_gold(seed: int) -> None:
    """Forty random factorisations at once: the SQL, gold's own function, and every witness listed."""
    random = Random(seed)
    parts, measures, cited, best = [], [], {}, {}
    for number in range(40):
        query_id, left = f"q{number}", [f"e{i}" for i in range(14)]
        random.shuffle(left)
        core = [left.pop() for _ in range(random.randint(0, 3))]
        components = []
        for _ in range(random.randint(0, 3)):
            area = [left.pop() for _ in range(random.randint(2, 3))]
            # Minimal sets none of which holds another: of equal size, or one event against all the others.
            sets = [[e] for e in area] if random.random() < 0.5 else [area[:1], area[1:]]
            components.append(sets)
        parts += [{"query_id": query_id, "component": 0, "choice": 0, "event_id": e} for e in core]
        parts += [
            {"query_id": query_id, "component": i, "choice": j, "event_id": e}
            for i, sets in enumerate(components, 1)
            for j, one in enumerate(sets)
            for e in one
        ]
        witnesses = [{*core, *(e for s in chosen for e in s)} for chosen in product(*components)]
        is_known = random.random() < 0.9
        sizes = {"witness_count": len(witnesses), "witness_size_min": min(map(len, witnesses))} if is_known else {}
        measures.append({"query_id": query_id, **sizes})
        cited[query_id] = [f"e{i}" for i in range(16) if random.random() < 0.4]
        shares = [len(w & set(cited[query_id])) / len(w) for w in witnesses if w]
        best[query_id] = max(shares) if is_known and shares else None
    gold = suite(
        query=[{"query_id": q, "scenario_id": "s"} for q in cited],
        answer=[{"query_id": q, **answer(value=1)} for q in cited],
        witness_part=parts,
        measure=measures,
    )
    response = run_tables(response=[{"query_id": q, **given(value=1, cited_event_ids=e)} for q, e in cited.items()])
    found = dict(score(gold, response["response"]).select("query_id", "citation_recall").iter_rows())
    exact = recall_of(gold["witness_part"], gold["measure"], cited)
    assert found == {q: None if f is None else float(f) for q, f in exact.items()} == best

"""Q3 by hand: refresh, preservation, staleness, and what they are without anything to count."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from memsql.errors import DataError
from memsql.evaluation.maintain import maintain
from memsql.evaluation.scorer import Run, scored
from memsql.evaluation.tables import run_schema
from tests.evaluation.scores.frames import answer, given, run_tables, suite

GOLD_BY_CHECKPOINT: dict[str, tuple[int, ...]] = {"moves": (1, 1, 2, 3, 3), "stays": (5, 5, 5, 5, 5)}
EXPLICIT = {("moves", 3): True, ("moves", 4): False}


def gold(values: dict[str, tuple[int, ...]], explicit: dict[tuple[str, int], bool]) -> dict[str, pl.DataFrame]:
    return suite(
        tracked=[{"tracked_id": t, "scenario_id": "s", "family": "rules"} for t in values],
        tracked_answer=[
            {"tracked_id": t, "checkpoint": j, **answer(value=v)}
            for t, vs in values.items()
            for j, v in enumerate(vs, 1)
        ],
        transition=[
            {
                "tracked_id": t,
                "checkpoint": j,
                "is_changed": vs[j - 1] != vs[j - 2],
                "is_explicit": explicit.get((t, j)),
            }
            for t, vs in values.items()
            for j in range(2, len(vs) + 1)
        ],
    )


def said(**values: tuple[int | None, ...]) -> pl.DataFrame:
    """Answers by checkpoint; None: there is no row."""
    rows: list[dict[str, Any]] = [
        {"tracked_id": t, "checkpoint": j, **given(value=v)}
        for t, vs in values.items()
        for j, v in enumerate(vs, 1)
        if v is not None
    ]
    return run_tables(tracked_response=rows)["tracked_response"]


GOLD = gold(GOLD_BY_CHECKPOINT, EXPLICIT)


def figures(suite_tables: dict[str, pl.DataFrame], response: pl.DataFrame) -> dict[tuple[str, str], object]:
    """Total and count by metric and bin, overall and by the kind of change."""
    found = scored(suite_tables, [Run("r", "", {"tracked_response": response})], ["maintenance_sum"])["maintenance_sum"]
    kept = found.filter(pl.col("dimension").is_in(["all", "change"]))
    return {(m, b): (t, n) for m, b, t, n in kept.select("metric", "bin", "total", "count").iter_rows()}


def test_a_system_that_lags_one_checkpoint_behind() -> None:
    response = said(moves=(1, 1, 1, 2, 3), stays=(5, 5, 5, 5, 5))
    found = maintain(GOLD, response)
    assert found.to_arrow().cast(run_schema("maintenance")).schema == run_schema("maintenance")
    columns = ("checkpoint", "is_correct", "is_changed", "is_explicit", "staleness")
    assert list(found.filter(tracked_id="moves").select(columns).iter_rows()) == [
        (1, True, None, None, None),
        (2, True, False, None, None),
        # Wrong until the answer is right again, at the last checkpoint, whatever changed in between.
        (3, False, True, True, 2),
        (4, False, True, False, 1),
        (5, True, False, None, None),
    ]
    counted = figures(GOLD, response)
    # One change after a right answer, not taken up; of five unchanged transitions after a right answer all stay right.
    assert counted["refresh", "all"] == (0, 1)
    assert counted["refresh", "explicit"] == (0, 1)
    assert counted["refresh", "implicit"] == (0, 0)
    assert counted["preservation", "all"] == (5, 5)
    assert counted["caught_up", "all"] == (2, 2)
    assert counted["staleness", "all"] == (3, 2)
    assert counted["accuracy", "all"] == (8, 10)


def test_a_system_that_keeps_up_and_one_that_forgets() -> None:
    right = figures(GOLD, said(**GOLD_BY_CHECKPOINT))
    assert right["refresh", "all"] == right["caught_up", "all"] == (2, 2)
    assert right["refresh", "implicit"] == (1, 1)
    assert right["staleness", "all"] == (0, 2)
    forgets = figures(GOLD, said(moves=(1, 9, 2, 3, 9), stays=(5, 9, 5, 9, 5)))
    # moves: 1 to 9 lost, then right at both changes, of which the second had a right answer before it, then lost.
    assert forgets["refresh", "all"] == (1, 1)
    assert forgets["preservation", "all"] == (0, 4)


def test_an_answer_that_is_missing_is_wrong_and_never_caught_up_is_null() -> None:
    found = maintain(GOLD, said(moves=(1, 1, None, None, None)))
    assert found.height == 10
    assert found.filter(tracked_id="moves")["is_correct"].to_list() == [True, True, False, False, False]
    assert found.filter(pl.col("is_changed"))["staleness"].to_list() == [None, None]
    counted = figures(GOLD, said(moves=(1, 1, None, None, None)))
    assert counted["staleness", "all"] == (0, 0)
    assert counted["caught_up", "all"] == (0, 2)


def test_a_run_that_was_not_asked_has_no_rows() -> None:
    assert maintain(GOLD, said()).height == 0
    assert maintain(gold({}, {}), said()).height == 0


def test_an_answer_at_an_unknown_checkpoint_or_to_an_unknown_question_is_refused() -> None:
    with pytest.raises(DataError, match='the suite has no tracked "stray"'):
        maintain(GOLD, said(stray=(1,)))
    with pytest.raises(DataError, match="two rows for moves, 1"):
        maintain(GOLD, pl.concat([said(moves=(1,)), said(moves=(2,))]))
    with pytest.raises(DataError, match="the suite has no checkpoint 6 of moves"):
        maintain(GOLD, said(moves=(1, 1, 1, 1, 1, 1)))

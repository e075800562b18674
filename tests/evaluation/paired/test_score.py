"""Accuracy and intervals, against frames made by hand."""

from __future__ import annotations

import polars as pl

from memsql.evaluation.paired.run import COLUMNS
from memsql.evaluation.paired.score import Interval, accuracies, intervals, sums


def frame(*rows: tuple[str, str, str, str, bool]) -> pl.DataFrame:
    """Answers of (item, conversation, arm, role, is_correct)."""
    blank = {"operator": "union", "question": "?", "gold": "x", "answer": "x", "outcome": "ok", "context": ""}
    sizes = {"record_count": 4, "sign_count": 10, "support_share": 0.5}
    names = ("item_id", "conversation", "arm", "role", "is_correct")
    return pl.DataFrame([blank | sizes | dict(zip(names, row, strict=True)) for row in rows], schema=COLUMNS)


TWO = frame(
    ("a", "c1", "direct", "original", True),
    ("a", "c1", "direct", "state", False),
    ("a", "c1", "own_sub_answers", "left", True),
    ("a", "c1", "own_sub_answers", "right", False),
    ("a", "c1", "own_sub_answers", "state", False),
    ("b", "c2", "direct", "original", True),
    ("b", "c2", "direct", "state", True),
    ("b", "c2", "own_sub_answers", "left", True),
    ("b", "c2", "own_sub_answers", "right", True),
    ("b", "c2", "own_sub_answers", "state", True),
)


def test_cells_are_counted_by_sql() -> None:
    found = accuracies(TWO)
    assert found.select("role", "arm", "count", "correct_count").rows() == [
        ("original", "direct", 2, 2),
        ("state", "direct", 2, 1),
        ("state", "own_sub_answers", 2, 1),
        ("sub-question", "own_sub_answers", 4, 3),
    ]
    assert found["conversation_count"].to_list() == [2] * 4
    assert found["failed_count"].to_list() == [0] * 4
    assert [float(str(share)) for share in found["support_share"]] == [0.5] * 4


def test_intervals_and_contrasts() -> None:
    found, contrasts = intervals(TWO)
    assert found["state", "direct"].value == 0.5
    assert found["sub-question", "own_sub_answers"].value == 0.75
    low, high = found["state", "direct"].low, found["state", "direct"].high
    # Of two conversations a resample holds both, or one of them twice.
    assert (low, high) == (0, 1)
    # All right: the exact interval of two out of two.
    assert found["original", "direct"] == Interval(1, 0.158114, 1)
    assert [(c.first, c.second, c.interval.value) for c in contrasts] == [
        ("original direct", "state direct", 0.5),
        ("state own_sub_answers", "state direct", 0),
    ]
    # Paired: the two arms are right on the same item, so no resample shows a difference.
    assert tuple(contrasts[1].interval) == (0, None, None)


def test_one_conversation_has_no_bootstrap() -> None:
    rows = pl.concat([TWO, TWO.with_columns(item_id=pl.lit("c"), is_correct=~pl.col("is_correct"))])
    found, _ = intervals(rows.with_columns(conversation=pl.lit("c1")))
    assert tuple(found["state", "direct"]) == (0.5, None, None)


def test_sums_are_by_conversation() -> None:
    found = sums(TWO)
    assert found.filter(metric="sub-question").select("scenario_id", "total", "count").rows() == [
        ("c1", 1, 2),
        ("c2", 2, 2),
    ]
    assert found["count"].sum() == TWO.height

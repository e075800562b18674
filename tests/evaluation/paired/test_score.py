"""Accuracy and intervals, against frames made by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from memsql.evaluation.paired.run import COLUMNS
from memsql.evaluation.paired.score import accuracies, interval, intervals, resampled, wide


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


def test_intervals_of_two_conversations() -> None:
    """Of two conversations a resample holds both, or one of them twice: a quarter, a half, a quarter."""
    found, contrasts = intervals(TWO)
    assert tuple(found["original", "direct"]) == (1, 1, 1)
    assert tuple(found["state", "direct"]) == (0.5, 0, 1)
    assert tuple(found["sub-question", "own_sub_answers"]) == (0.75, 0.5, 1)
    assert [(c.first, c.second, c.interval.value) for c in contrasts] == [
        ("original direct", "state direct", 0.5),
        ("state own_sub_answers", "state direct", 0),
    ]
    # Paired: the two arms are right on the same item, so their difference does not vary.
    assert tuple(contrasts[1].interval) == (0, 0, 0)


def test_one_conversation_has_no_interval() -> None:
    found, _ = intervals(TWO.filter(pl.col("conversation") == "c2"))
    assert tuple(found["state", "direct"]) == (1, None, None)


def test_a_conversation_is_drawn_with_all_its_items() -> None:
    weights = resampled(["c1", "c1", "c2", "c3"])
    assert weights is not None
    assert (weights[:, 0] == weights[:, 1]).all()
    drawn = weights[:, [0, 2, 3]]
    assert (drawn.sum(axis=1) == 3).all()
    assert drawn.mean(axis=0) == pytest.approx([1, 1, 1], abs=0.05)
    again = resampled(["c1", "c1", "c2", "c3"])
    assert again is not None
    assert (weights == again).all()


def test_a_mean_over_resamples_weighs_items() -> None:
    weights = np.array([[2.0, 2.0, 0.0], [0.0, 0.0, 1.0]])
    found = interval(np.array([1.0, 1.0, 0.0]), weights)
    assert found.value == pytest.approx(2 / 3)
    assert found.low == pytest.approx(0.025)
    assert found.high == pytest.approx(0.975)


def test_the_wide_frame_has_a_row_an_item() -> None:
    cells, made = wide(TWO)
    assert made.height == 2
    assert ("sub-question", "own_sub_answers") in cells
    assert made["sub-question/own_sub_answers"].to_list() == [0.5, 1.0]

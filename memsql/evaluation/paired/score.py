"""Accuracy by arm with paired intervals (``memsql.evaluation.interval``), from ``answer.parquet`` alone."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from memsql.db import Database
from memsql.evaluation.interval import differences, rates
from memsql.evaluation.paired.arms import Arm, Role
from memsql.resources import sql_text

SUB_QUESTION = "sub-question"
"""The two sub-questions of an item are one role in tables."""


class Interval(NamedTuple):
    """A share or a difference of two, with both ends of its 95% interval; None where there is none."""

    value: float
    low: float | None
    high: float | None


class Contrast(NamedTuple):
    """A paired difference: first minus second, over the same items."""

    first: str
    second: str
    interval: Interval


def accuracies(answers: pl.DataFrame) -> pl.DataFrame:
    """role, arm, count, correct_count, and what else ``sql/evaluation/paired/accuracy.sql`` has, in a fixed order."""
    db = Database()
    try:
        db.reset(("paired",))
        db.load("paired", "answer", answers.drop("context").to_arrow())
        found = db.frame(sql_text("evaluation/paired/accuracy"))
    finally:
        db.close()
    roles = [Role.ORIGINAL.value, Role.STATE.value, SUB_QUESTION]
    role, arm = (
        pl.col(name).replace_strict(listed, range(len(listed)))
        for name, listed in (("role", roles), ("arm", list(Arm)))
    )
    return found.sort(role, arm)


def sums(answers: pl.DataFrame) -> pl.DataFrame:
    """Right answers and all answers by cell and conversation: the form that intervals are computed from."""
    role = pl.when(pl.col("role").is_in([Role.LEFT.value, Role.RIGHT.value])).then(pl.lit(SUB_QUESTION))
    named = answers.select(
        metric=role.otherwise(pl.col("role")),
        dimension=pl.col("arm"),
        bin=pl.lit(""),
        scenario_id=pl.col("conversation"),
        right=pl.col("is_correct"),
    )
    keys = ["metric", "dimension", "bin", "scenario_id"]
    return named.group_by(keys).agg(total=pl.col("right").sum(), count=pl.len()).sort(keys)


def intervals(answers: pl.DataFrame) -> tuple[dict[tuple[str, str], Interval], list[Contrast]]:
    """Cell (role, arm) to its accuracy, and the contrasts: original against state, and each arm against direct.

    Whole conversations are drawn, the same ones for all arms, and an item with all its questions.
    """
    by_cell = sums(answers)
    listed = rates(by_cell).select("metric", "dimension", "value", "low", "high").iter_rows()
    found = {(role, arm): Interval(*ends) for role, arm, *ends in listed}
    pairs = [((Role.ORIGINAL, arm), (Role.STATE, arm)) for arm in (Arm.DIRECT, Arm.WHOLE_HISTORY)]
    pairs += [((Role.STATE, arm), (Role.STATE, Arm.DIRECT)) for arm in Arm if arm is not Arm.DIRECT]
    contrasts = []
    for pair in pairs:
        one, other = ((role.value, arm.value) for role, arm in pair)
        if one in found and other in found:
            # One name for both, so that the two are taken for the same cell.
            parts = (by_cell.filter(metric=role, dimension=arm) for role, arm in (one, other))
            first, second = (part.with_columns(metric=pl.lit(""), dimension=pl.lit("")) for part in parts)
            ends = differences(first, second).select("value", "low", "high").row(0)
            contrasts.append(Contrast(" ".join(one), " ".join(other), Interval(*ends)))
    return found, contrasts

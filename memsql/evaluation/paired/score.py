"""Accuracy by arm with paired intervals, from ``answer.parquet`` alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from memsql.db import Database
from memsql.evaluation.paired.arms import Arm, Role
from memsql.resources import sql_text

RESAMPLES = 10_000
SEED = 20_261_025
ENDS = (0.025, 0.975)


class Interval(NamedTuple):
    """A share or a difference of two, with both ends of its 95% interval; None where one conversation gives none."""

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
    roles = [Role.ORIGINAL.value, Role.STATE.value, "sub-question"]
    order = pl.struct(
        pl.col("role").replace_strict(roles, range(len(roles))),
        pl.col("arm").replace_strict(list(Arm), range(len(Arm))),
    )
    return found.sort(order)


def wide(answers: pl.DataFrame) -> tuple[list[tuple[str, str]], pl.DataFrame]:
    """(role, arm) of every cell, and a frame: a row an item, a column a cell, the share of it that is right."""
    role = pl.when(pl.col("role").is_in(["left", "right"])).then(pl.lit("sub-question")).otherwise(pl.col("role"))
    found = answers.with_columns(
        cell=pl.concat_str(role, pl.col("arm"), separator="/"), right=pl.col("is_correct").cast(float)
    )
    made = found.pivot(on="cell", index=["item_id", "conversation"], values="right", aggregate_function="mean")
    names = [name for name in made.columns if "/" in name]
    return [(name.split("/")[0], name.split("/")[1]) for name in names], made


def resampled(clusters: Sequence[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]] | None:
    """How often each item stands in each resample of whole conversations; None for fewer than two conversations.

    A conversation is drawn with all its items, and all arms share the draws: the bootstrap is paired and clustered.
    """
    names = sorted(set(clusters))
    if len(names) < 2:
        return None
    drawn = np.random.Generator(np.random.PCG64(SEED)).integers(0, len(names), size=(RESAMPLES, len(names)))
    counted = np.stack([(drawn == place).sum(axis=1) for place in range(len(names))], axis=1)
    return counted[:, [names.index(name) for name in clusters]].astype(np.float64)


def intervals(answers: pl.DataFrame) -> tuple[dict[tuple[str, str], Interval], list[Contrast]]:
    """Cell (role, arm) to its accuracy, and the contrasts: original against state, and each arm against direct."""
    cells, frame = wide(answers)
    matrix = frame.select(f"{role}/{arm}" for role, arm in cells).to_numpy()
    weights = resampled(frame["conversation"].to_list())
    column = {cell: matrix[:, place] for place, cell in enumerate(cells)}
    found = {cell: interval(values, weights) for cell, values in column.items()}
    pairs = [((Role.ORIGINAL, arm), (Role.STATE, arm)) for arm in (Arm.DIRECT, Arm.WHOLE_HISTORY)]
    pairs += [((Role.STATE, arm), (Role.STATE, Arm.DIRECT)) for arm in Arm if arm is not Arm.DIRECT]
    contrasts = []
    for first, second in pairs:
        one, other = ((cell[0].value, cell[1].value) for cell in (first, second))
        if one in column and other in column:
            made = interval(column[one] - column[other], weights)
            contrasts.append(Contrast(" ".join(one), " ".join(other), made))
    return found, contrasts


def interval(
    values: np.ndarray[tuple[int], np.dtype[np.float64]],
    weights: np.ndarray[tuple[int, int], np.dtype[np.float64]] | None,
) -> Interval:
    """The mean of values with its interval over the resamples."""
    mean = float(values.mean())
    if weights is None:
        return Interval(mean, None, None)
    means = weights @ values / weights.sum(axis=1)
    low, high = np.quantile(means, ENDS)
    return Interval(mean, float(low), float(high))

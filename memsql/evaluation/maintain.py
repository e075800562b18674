"""Q3: whether derived state stays right as the history grows (MemDerive section 4.3).

Refresh is the share of right answers among changed transitions whose earlier answer was right, preservation that
among unchanged ones. A changed transition is explicit where an event between asserts, revises or cancels the target
or a child of the root (the suite says so, table ``transition``), else implicit. Staleness (ours): checkpoints from a
change to the first right answer at or after it, whatever changed since; 0 is right at once, null is never again.
"""

from __future__ import annotations

import polars as pl

from memsql.evaluation.scorer import Frames, Run, scored, typed


def maintain(suite: Frames, tracked_response: pl.DataFrame) -> pl.DataFrame:
    """Return RUN_TABLES["maintenance"]: a row for every tracked query and checkpoint; none without any answer.

    Raises DataError for an answer to something that the suite does not track, and for two answers at a checkpoint.
    """
    run = Run("run", "", {"tracked_response": tracked_response})
    return typed("maintenance", scored(suite, [run], ["maintenance"])["maintenance"])

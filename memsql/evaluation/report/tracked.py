"""Trajectories of tracked queries: gold at every checkpoint, and what each system answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from memsql.evaluation.exam import Exam
from memsql.evaluation.people import shown_name
from memsql.evaluation.report.failure import Given, said
from memsql.evaluation.results import RunFolder
from memsql.people.describe import shown_answer

SHOWN = 4
RULE = (
    "Chosen by rule: the tracked queries whose gold answer changes most often, at most one of each family, those on "
    "which the systems are most often of different verdicts first; ties go to the first of the suite."
)


class Trajectory(NamedTuple):
    """One tracked query: gold at each checkpoint and whether it is another than before, and a row for each system."""

    tracked_id: str
    question: str
    family: str
    gold: list[tuple[str, bool]]
    given: list[tuple[str, list[Given]]]


def trajectories(exam: Exam, runs: Sequence[RunFolder]) -> list[Trajectory]:
    """Return at most SHOWN trajectories, by RULE; runs without tracked answers have no row."""
    answers = [(shown_name(r), own) for r in runs if (own := _answers(r))]
    if not answers:
        return []
    gold: dict[str, list[dict[str, Any]]] = {}
    for row in exam.table("tracked_answer").sort("tracked_id", "checkpoint").iter_rows(named=True):
        gold.setdefault(row["tracked_id"], []).append(row)
    changed = {
        (t, c) for t, c, d in exam.table("transition").select("tracked_id", "checkpoint", "is_changed").iter_rows() if d
    }
    tracked = [t for t in exam.table("tracked").iter_rows(named=True) if t["scenario_id"] in exam.scenario_ids]
    found = []
    for row in tracked:
        tracked_id, rows = row["tracked_id"], gold[row["tracked_id"]]
        states = [(shown_answer(r), (tracked_id, r["checkpoint"]) in changed) for r in rows]
        missing = Given("not asked", False)
        given = [(name, [own.get((tracked_id, r["checkpoint"]), missing) for r in rows]) for name, own in answers]
        found.append(Trajectory(tracked_id, row["question"], row["family"], states, given))
    found.sort(key=lambda t: (-sum(c for _, c in t.gold), -_spread(t)))
    kept: dict[str, Trajectory] = {}
    for one in found:
        kept.setdefault(one.family, one)
    return list(kept.values())[:SHOWN]


def _spread(one: Trajectory) -> int:
    """At how many checkpoints some system is right and another wrong."""
    return sum(len({given[i].is_right for _, given in one.given}) > 1 for i in range(len(one.gold)))


def _answers(run: RunFolder) -> dict[tuple[str, int], Given]:
    if not run.summary["q3"]:
        return {}
    right = {(r["tracked_id"], r["checkpoint"]): r["is_correct"] for r in run.table("maintenance")}
    rows = run.table("tracked_response")
    return {(r["tracked_id"], r["checkpoint"]): Given(said(r), right[r["tracked_id"], r["checkpoint"]]) for r in rows}

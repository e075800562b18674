"""Repeats of one system (``memsql run --repeats``) set together: means over them, and how far they lie apart."""

from __future__ import annotations

import json
from collections.abc import Sequence

from memsql.evaluation.exam import Exam
from memsql.evaluation.people import NAMES, Sheet, rate, shown_name
from memsql.evaluation.results import RunFolder
from memsql.evaluation.summary import repeated

SAME = ("suite_hash", "scenario_ids", "sut", "budget", "answer_model")
"""What the manifests of two repeats have in common."""
SHOWN = ("ans_acc", "ansbl_acc", "citation_precision", "citation_recall", "targeted", "inherited")
FOLLOWED = ("accuracy", "refresh", "preservation")


def groups(runs: Sequence[RunFolder]) -> list[list[RunFolder]]:
    """Return the runs that are repeats of each other, by repeat; a run that is INVALID or stands alone is in none."""
    found: dict[str, list[RunFolder]] = {}
    for run in runs:
        if not run.summary["invalid"]:
            same = json.dumps({name: run.manifest[name] for name in SAME}, sort_keys=True)
            found.setdefault(same, []).append(run)
    ordered = (sorted(same, key=lambda r: r.manifest.get("repeat", 1)) for same in found.values())
    return [same for same in ordered if len(same) > 1]


def together(exam: Exam, runs: Sequence[RunFolder]) -> list[Sheet]:
    """Return one table of all repeats; none where nothing was repeated."""
    rows: list[list[object]] = []
    for same in groups(runs):
        found = repeated(exam, [r.run() for r in same])
        for part, metrics in (("q1", SHOWN[:4]), ("q2", SHOWN[4:]), ("q3", FOLLOWED)):
            for metric in metrics:
                one = found[part].get(metric)
                if one and one["value"] is not None:
                    ends = (100 * one[k] for k in ("least", "most", "deviation"))
                    shown = (f"{end:.1f}" for end in ends)
                    name = NAMES.get(metric, metric)
                    rows.append([shown_name(same[0]), len(same), name, rate(one), *shown])
    note = (
        "Mean over the repeats with its interval, clustered by scenario; n is the denominator of one repeat, their "
        "mean where it differs. The smallest and the largest of the repeats, and their standard deviation, in points."
    )
    heads = ("system", "repeats", "measure", "mean", "least", "most", "deviation")
    return [Sheet("Repeats", note, heads, rows)] if rows else []

"""Which plots a report has, from the summaries of its runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memsql.evaluation.people import (
    CLASSES,
    DIMENSIONS,
    REFERENCE_MARK,
    SUFFICIENCY,
    classes_of,
    is_symbolic,
    shown_name,
)
from memsql.evaluation.report.plots import Rate, Series, bars, dots, grid, lines
from memsql.evaluation.results import RunFolder

FIRST = ("family", "label", "witness_size", "composition_degree")
"""Dimensions that are shown at once; the others are folded."""


def reliability(runs: Sequence[RunFolder]) -> tuple[list[str], list[str]]:
    """Accuracy by dimension, all systems in each plot: those that are shown at once, and those that are folded."""
    measure = SUFFICIENCY if all(is_symbolic(r) for r in runs) else "AnsAcc"
    overall = [[r.summary["q1"]["overall"][m] for m in ("ans_acc", "ansbl_acc")] for r in runs]
    shown = [dots("All queries", (measure, "AnsblAcc"), _series(runs, overall))]
    folded: list[str] = []
    for dimension in ("family", "label", "witness_size", *DIMENSIONS):
        plot = _by(runs, "q1", dimension, "ans_acc", f"{measure.capitalize()} by {dimension.replace('_', ' ')}")
        (shown if dimension in FIRST else folded).append(plot)
    return _distinct(shown), _distinct(folded)


def citations(runs: Sequence[RunFolder]) -> list[str]:
    """Precision and recall of citations, where any system cites."""
    found = [[r.summary["q1"]["overall"][m] for m in ("citation_precision", "citation_recall")] for r in runs]
    return [dots("Citations", ("p_E precision", "r_W recall"), _series(runs, found))] if any(map(any, found)) else []


def diagnosis(runs: Sequence[RunFolder]) -> list[str]:
    """Probe answers, recoveries, classes of each system, and where its frontier lies on the DAG."""
    diagnosed = [r for r in runs if r.summary["q2"]]
    if not diagnosed:
        return []
    probes = [_rates(r.summary["q2"]["overall"], ("targeted", "inherited")) for r in runs]
    recovered = [_rates(r.summary["q2"]["recovery"], ("self_recovery", "gold_recovery", "load_bearing")) for r in runs]
    found = [
        dots("Probe answers that are right", ("targeted", "inherited"), _series(runs, probes)),
        dots("Wrong answers that a recovery repairs", ("self evidence", "gold evidence", "load-bearing"),
             _series(runs, recovered)),
    ]  # fmt: skip
    shown = classes_of(diagnosed)
    counted = [(shown_name(r).removesuffix(REFERENCE_MARK), _classes(r, shown)) for r in diagnosed]
    found.append(bars("Frontier nodes by class", counted, shown, max(sum(c) for _, c in counted)))
    return found


def frontiers(run: RunFolder) -> list[str]:
    """Where the failures of one system lie: by depth and class, and by class and workload."""
    q2 = run.summary["q2"]
    if not q2 or not q2["frontier_nodes"]:
        return []
    shown = classes_of([run])
    depths = [(f"depth {row['depth']}", [row[c] for c in shown]) for row in q2["class_depth"]]
    most = max(sum(counts) for _, counts in depths)
    workloads = list(next(iter(q2["class_workload"].values())))
    table = [(w, [q2["class_workload"][c][w] for c in CLASSES]) for w in workloads]
    name = shown_name(run)
    return [
        bars(f"{name}: frontier by depth below the query", depths, shown, most),
        grid(f"{name}: workload dimension and class", table, CLASSES),
    ]


def maintenance(runs: Sequence[RunFolder]) -> list[str]:
    """Accuracy at each checkpoint, and refresh and preservation."""
    if not any(r.summary["q3"] for r in runs):
        return []
    by = [_bins(r, "q3", "checkpoint") for r in runs]
    bins = list(dict.fromkeys(name for found in by for name in found))
    rates = [[found.get(b, {}).get("accuracy") for b in bins] for found in by]
    shares = [_changes(r) for r in runs]
    return [
        lines("Accuracy of the tracked queries at each checkpoint", bins, _series(runs, rates)),
        dots("Changed and unchanged answers", ("explicit refresh", "implicit refresh", "preservation"),
             _series(runs, shares)),
    ]  # fmt: skip


def _changes(run: RunFolder) -> list[Rate | None]:
    if not run.summary["q3"]:
        return [None] * 3
    change = _bins(run, "q3", "change")
    kinds = [change.get(c, {}).get("refresh") for c in ("explicit", "implicit")]
    return [*kinds, run.summary["q3"]["overall"]["preservation"]]


def _by(runs: Sequence[RunFolder], part: str, dimension: str, metric: str, title: str) -> str:
    """One plot; a bin in which no system has a row is left out."""
    by = [_bins(r, part, dimension) for r in runs]
    bins = list(dict.fromkeys(name for found in by for name in found))
    kept = [b for b in bins if any(found.get(b, {}).get(metric, {}).get("n") for found in by)]
    return dots(title, kept, _series(runs, [[f.get(b, {}).get(metric) for b in kept] for f in by])) if kept else ""


def _bins(run: RunFolder, part: str, dimension: str) -> dict[str, Mapping[str, Any]]:
    found = run.summary[part]
    return {row["bin"]: row for row in found["by"].get(dimension, ())} if found else {}


def _rates(found: Mapping[str, Rate] | None, names: Sequence[str]) -> list[Rate | None]:
    return [found[name] if found else None for name in names]


def _classes(run: RunFolder, shown: Sequence[str]) -> list[int]:
    return [sum(run.summary["q2"]["class_workload"].get(c, {}).values()) for c in shown]


def _series(runs: Sequence[RunFolder], rates: Sequence[Sequence[Rate | None]]) -> list[Series]:
    return [Series(shown_name(r), i, found) for i, (r, found) in enumerate(zip(runs, rates, strict=True))]


def _distinct(plots: Sequence[str]) -> list[str]:
    return [p for p in dict.fromkeys(plots) if p]

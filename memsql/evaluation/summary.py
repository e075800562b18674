"""Scores of runs, and one structure per run from which every report is made (``summary.json``).

Keys of a summary, always all of them and in this order; a part that was not run is null, a figure without a
denominator has the value null and n 0:

- ``run``, ``suite_hash``, ``scenarios``, ``invalid`` (reasons; where there are any, the parts below are null)
- ``q1``: ``overall`` {metric: rate}, ``outcome`` {outcome: count}, ``author`` {answer, citation: {author: count}},
  ``coverage`` (of the symbolic reader: answers with one, mean, least), ``context`` (tokens and share of the history
  of the queries' contexts), ``by`` {dimension: [{bin, metric: rate, ...}]}
- ``q2``: ``probed_queries``, ``diagnosed_queries`` (wrong ones among them), ``unanswered_queries`` (those whose answer
  failed, which are not diagnosed), ``frontier_nodes``, ``outcome`` {context: {outcome: count}}, ``overall`` {metric:
  rate}, ``by``, ``class_workload`` {class: {workload: count}}, ``class_depth`` [{depth, class: count, ...}]; its
  ``recovery`` {metric: rate} is null where none was tried
- ``q3``: ``tracked_queries``, ``outcome``, ``overall`` {metric: rate}, ``by``, ``never_caught_up``
- ``cost``: {phase: {row_count, token_count, told_count, calls, input_tokens, output_tokens}} for ingestion, query,
  probe, tracked; ``per_correct_answer`` (of ingestion and queries)
- ``method``: how intervals are made

A rate is {value, n, low, high, clusters, method}, see ``interval``; shares are between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from statistics import stdev
from typing import Any, NamedTuple

import polars as pl

from memsql.errors import DataError, shown
from memsql.evaluation.exam import Exam
from memsql.evaluation.interval import CONFIDENCE, DIGITS, RATE, RESAMPLES, SEED, differences, rates
from memsql.evaluation.scorer import Frames, Run, scored, suite_tables, typed
from memsql.evaluation.tables import OUTCOMES

SCORED = ("score", "probe_score", "frontier", "recovery", "maintenance")
"""Tables of RUN_TABLES that scoring adds."""
SUMS = ("reliability_sum", "diagnosis_sum", "maintenance_sum")
COUNTS = ("bin", "outcome_count", "cost", "failing_node")
DIMENSIONS: Mapping[str, tuple[str, ...]] = {
    "reliability_sum": (
        *("all", "label", "family", "families", "composition_degree", "domain", "scenario", "witness_size"),
        *("support_size", "witness_age_days", "vocabulary_overlap", "versions_per_fact", "obsolete_events", "height"),
        *("width", "context_tokens", "context_share"),
    ),
    "diagnosis_sum": ("all", "family", "domain", "scenario", "kind", "depth", "class", "workload"),
    "maintenance_sum": ("all", "change", "family", "domain", "scenario", "checkpoint"),
}
RECOVERIES = ("self_recovery", "gold_recovery", "load_bearing")
METRICS: Mapping[str, tuple[str, ...]] = {
    "reliability_sum": ("ans_acc", "ansbl_acc", "citation_precision", "citation_recall"),
    "diagnosis_sum": (
        *("targeted", "inherited", "class_ungathered", "class_unretrievable", "class_misderived", "class_unanswered"),
        *("workload_access", "workload_evolution", "workload_composition", "workload_other", *RECOVERIES),
    ),
    "maintenance_sum": ("accuracy", "refresh", "preservation", "caught_up", "staleness"),
}
PAIRED = ("ans_acc", "ansbl_acc", "citation_recall", "targeted", "inherited", "accuracy", "caught_up")
"""Metrics over rows that the suite fixes, and BY_SYSTEM the dimensions that a system decides about."""
BY_SYSTEM = ("context_tokens", "context_share")
PHASES = ("ingestion", "query", "probe", "tracked")
COSTS = ("row_count", "token_count", "told_count", "calls", "input_tokens", "output_tokens")
NO_RATE: dict[str, Any] = {"value": None, "n": 0, "low": None, "high": None, "clusters": 0, "method": "none"}
METHOD: dict[str, Any] = {
    "confidence": CONFIDENCE,
    "resamples": RESAMPLES,
    "seed": SEED,
    "cluster": "scenario",
    "interval": "bootstrap: percentile, clustered by scenario, expanded for few clusters; exact: Clopper-Pearson where "
    "all rows are right or none is; none: one scenario, or no spread",
}

Summary = dict[str, Any]


class Scored(NamedTuple):
    """A run's summary, and its tables SCORED by name; no table where the run is invalid."""

    summary: Summary
    tables: dict[str, pl.DataFrame]


def evaluate(exam: Exam, runs: Sequence[Run], scenario_ids: Sequence[str] | None = None) -> list[Scored]:
    """Score any number of runs over the same scenarios (all of the suite where none are given), in their order.

    Raises DataError for a run over another suite, and as ``scored`` does.
    """
    for run in runs:
        _same_suite(f"suite {exam.folder.name}", exam.suite_hash, f"run {run.name}", run.suite_hash)
    suite = suite_tables(exam, scenario_ids)
    valid = [run for run in runs if not invalid(run)]
    found = scored(suite, valid, (*SCORED, *SUMS, *COUNTS))
    made = []
    for run in runs:
        head = _head(run, suite)
        if head["invalid"]:
            nothing = dict.fromkeys(("q1", "q2", "q3", "cost"))
            made.append(Scored({**head, **nothing, "method": METHOD}, {}))
            continue
        own = {name: t.filter(pl.col("run_id") == run.name) for name, t in found.items() if name != "bin"}
        own["bin"] = found["bin"]
        tables = {name: typed(name, own[name]) for name in SCORED}
        made.append(Scored({**head, **_parts(run, suite, own), "method": METHOD}, tables))
    return made


def compare(exam: Exam, first: Run, second: Run, scenario_ids: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Return first minus second, clustered by scenario.

    Rows: part (q1, q2, q3), metric, dimension, bin, first, second, first_n, second_n, is_paired, and the difference as
    a rate. ``is_paired``: both are over the same questions; else each is over its own (p_E over the answers that cite,
    shares of frontier nodes, refresh over what was right before), and the runs are paired by scenario alone. Raises
    DataError where the runs answered different suites, or one of them is invalid.
    """
    _same_suite(f"run {first.name}", first.suite_hash, f"run {second.name}", second.suite_hash)
    for run in (first, second):
        _refuse_invalid(run)
    _same_suite(f"suite {exam.folder.name}", exam.suite_hash, f"run {first.name}", first.suite_hash)
    if first.name == second.name:
        raise DataError(f"run {first.name}: the same run twice; name two runs")
    suite = suite_tables(exam, scenario_ids)
    found = scored(suite, [first, second], (*SUMS, "bin"))
    rows: list[dict[str, Any]] = []
    for part, name in zip(("q1", "q2", "q3"), SUMS, strict=True):
        one, other = (found[name].filter(pl.col("run_id") == r.name).drop("run_id") for r in (first, second))
        if not one.height or not other.height:
            continue
        values = [{tuple(r[:3]): r[3:5] for r in rates(s).iter_rows()} for s in (one, other)]
        made = {tuple(r[:3]): dict(zip(RATE, r[3:], strict=True)) for r in differences(one, other).iter_rows()}
        for dimension in DIMENSIONS[name]:
            for bin_name, metric in product(_bins(found["bin"], suite, dimension, made), METRICS[name]):
                cell = (metric, dimension, bin_name)
                if cell in made:
                    head = {"part": part, "metric": metric, "dimension": dimension, "bin": bin_name}
                    (first_value, first_n), (second_value, second_n) = values[0][cell], values[1][cell]
                    head |= {"first": first_value, "second": second_value, "first_n": first_n, "second_n": second_n}
                    is_paired = metric in PAIRED and dimension not in BY_SYSTEM
                    rows.append({**head, "is_paired": is_paired, **made[cell]})
    return rows


def repeated(exam: Exam, runs: Sequence[Run], scenario_ids: Sequence[str] | None = None) -> Summary:
    """Return {part: {metric: rate with least, most, deviation and repeats}} over repeats of one system (``--repeats``).

    The value is the mean over repeats, its interval clustered by scenario; least and most are those of one repeat, and
    deviation is the standard deviation of the repeats (n - 1; null for one alone).
    """
    for run in runs:
        _same_suite(f"suite {exam.folder.name}", exam.suite_hash, f"run {run.name}", run.suite_hash)
        _refuse_invalid(run)
    found = scored(suite_tables(exam, scenario_ids), runs, SUMS)
    made: Summary = {}
    for part, name in zip(("q1", "q2", "q3"), SUMS, strict=True):
        own = found[name].filter(pl.col("dimension") == "all")
        single = [rates(s.drop("run_id")) for _, s in sorted(own.group_by("run_id"), key=lambda kv: str(kv[0]))]
        cell = ["metric", "dimension", "bin", "scenario_id"]
        shared = [pl.col(c).sum() / len(runs) for c in ("total", "count")]
        mean = rates(own.group_by(cell, maintain_order=True).agg(shared))
        made[part] = {}
        for row in mean.iter_rows(named=True):
            values = [v for s in single for m, v in s.select("metric", "value").iter_rows() if m == row["metric"]]
            there = [v for v in values if v is not None]
            apart = round(stdev(there), DIGITS) if len(there) > 1 else None
            ends = {"least": min(there, default=None), "most": max(there, default=None), "deviation": apart}
            made[part][row["metric"]] = {**{k: row[k] for k in RATE}, **ends, "repeats": len(values)}
    return made


def invalid(run: Run) -> list[dict[str, str]]:
    """The canaries of a run that failed: canary, found; a run with any has no score."""
    canary = run.tables.get("canary")
    if canary is None:
        return []
    failed = canary.filter(pl.col("verdict") == "failed").select("canary", "found")
    return failed.sort("canary").to_dicts()


def _same_suite(one: str, one_hash: str, other: str, other_hash: str) -> None:
    if one_hash != other_hash:
        hashes = f"{one_hash[:12]} and {other_hash[:12]}"
        raise DataError(f"{one}, {other}: different suites (hashes {hashes}); only runs of one suite can be compared")


def _refuse_invalid(run: Run) -> None:
    if reasons := invalid(run):
        found = f"{reasons[0]['canary']}: {shown(reasons[0]['found'])}"
        raise DataError(f"run {run.name}: INVALID ({found}); an invalid run has no score to compare")


def _head(run: Run, suite: Frames) -> Summary:
    scenarios = list(suite["scenario"]["scenario_id"])
    return {"run": run.name, "suite_hash": run.suite_hash, "scenarios": scenarios, "invalid": invalid(run)}


def _parts(run: Run, suite: Frames, own: Mapping[str, pl.DataFrame]) -> Summary:
    q1, q2, q3 = (_rated(own["bin"], suite, name, own[name].drop("run_id")) for name in SUMS)
    outcome = _outcomes(own["outcome_count"])
    correct = round(own["score"]["is_correct"].sum())
    return {
        "q1": {
            "overall": q1[0],
            "outcome": outcome["query"]["direct"],
            **_answers(run, suite),
            "context": _context(run, suite),
            "by": q1[1],
        },
        "q2": _diagnosis(suite, own, q2, outcome) if own["probe_score"].height else None,
        "q3": _maintenance(suite, own, q3, outcome) if own["maintenance"].height else None,
        "cost": _cost(own["cost"], correct),
    }


def _diagnosis(
    suite: Frames, own: Mapping[str, pl.DataFrame], rated: tuple[Summary, Summary], outcome: Summary
) -> Summary:
    frontier = own["frontier"]
    unanswered = own["score"].filter(~pl.col("is_answered")).join(suite["probe"], on="query_id", how="semi")
    classes, workloads = (_bins(own["bin"], suite, name, {}) for name in ("class", "workload"))
    pairs = {(c, d): n for c, d, n in frontier.group_by("class", "dimension").len().iter_rows()}
    depths = {(d, c): n for d, c, n in frontier.group_by("depth", "class").len().iter_rows()}
    overall = {k: v for k, v in rated[0].items() if k not in RECOVERIES}
    return {
        "probed_queries": suite["probe"]["query_id"].n_unique(),
        "diagnosed_queries": own["failing_node"].filter(pl.col("probe_id").is_null()).height,
        "unanswered_queries": unanswered.height,
        "frontier_nodes": frontier.height,
        "outcome": outcome["probe"],
        "overall": overall,
        "recovery": {k: rated[0][k] for k in RECOVERIES} if own["recovery"].height else None,
        "by": rated[1],
        "class_workload": {c: {w: pairs.get((c, w), 0) for w in workloads} for c in classes},
        "class_depth": [
            {"depth": d, **{c: depths.get((d, c), 0) for c in classes}} for d in sorted(set(frontier["depth"]))
        ],
    }


def _maintenance(
    suite: Frames, own: Mapping[str, pl.DataFrame], rated: tuple[Summary, Summary], outcome: Summary
) -> Summary:
    never = own["maintenance"].filter(pl.col("is_changed") & pl.col("staleness").is_null())
    return {
        "tracked_queries": suite["tracked"].height,
        "outcome": outcome["tracked"]["direct"],
        "overall": rated[0],
        "never_caught_up": never.height,
        "by": rated[1],
    }


def _rated(bins: pl.DataFrame, suite: Frames, name: str, sums: pl.DataFrame) -> tuple[Summary, Summary]:
    """Overall {metric: rate} and by dimension [{bin, metric: rate, ...}]; every metric and listed bin is there."""
    found = {tuple(r[:3]): dict(zip(RATE, r[3:], strict=True)) for r in rates(sums).iter_rows()}
    by = {
        dimension: [
            {"bin": b, **{m: found.get((m, dimension, b), NO_RATE) for m in METRICS[name]}}
            for b in _bins(bins, suite, dimension, found)
        ]
        for dimension in DIMENSIONS[name]
    }
    overall = by.pop("all")[0]
    return {m: overall[m] for m in METRICS[name]}, by


def _bins(bins: pl.DataFrame, suite: Frames, dimension: str, cells: Collection[tuple[Any, ...]]) -> list[str]:
    """The bins of a dimension in the order in which they are shown: as listed, in the suite's order, or by number."""
    listed = list(bins.filter(pl.col("dimension") == dimension).sort("position")["bin"])
    if dimension in ("domain", "scenario"):
        listed = list(dict.fromkeys(suite["scenario"]["scenario_id" if dimension == "scenario" else "domain"]))
    other = {str(c[2]) for c in cells if c[1] == dimension} - set(listed)
    return [*listed, *sorted(other, key=lambda b: (int(b), "") if b.isdigit() else (1 << 31, b))]


def _outcomes(counted: pl.DataFrame) -> Summary:
    """{kind: {context: {outcome: count}}}, every outcome listed; a query that was not answered is missing."""
    names = (*OUTCOMES, "missing")
    made: Summary = {
        kind: {context: dict.fromkeys(names, 0) for context in contexts}
        for kind, contexts in (("query", ("direct",)), ("probe", ("targeted", "inherited")), ("tracked", ("direct",)))
    }
    for kind, context, outcome, count in counted.select("kind", "context", "outcome", "count").iter_rows():
        made[kind][context][outcome] = count
    return made


def _answers(run: Run, suite: Frames) -> Summary:
    """Who authored the answers and the citations, and how much of its contexts the symbolic reader could read."""
    response = run.tables.get("response")
    if response is None:
        return {"author": {"answer": {}, "citation": {}}, "coverage": {"count": 0, "mean": None, "least": None}}
    own = response.join(suite["query"].select("query_id"), on="query_id", how="semi")
    authors = {
        name: dict(own.group_by(f"{name}_author").len().sort(f"{name}_author").iter_rows())
        for name in ("answer", "citation")
    }
    column = own["coverage"].drop_nulls()
    mean, least = (round(v, 6) if isinstance(v, float) else None for v in (column.mean(), column.min()))
    return {"author": authors, "coverage": {"count": len(column), "mean": mean, "least": least}}


def _context(run: Run, suite: Frames) -> Summary:
    """Tokens of the contexts of the queries, and the share of the history that they hold."""
    context = run.tables.get("context")
    made: Summary = dict.fromkeys(
        ("count", "token_mean", "token_median", "token_max", "history_share_mean", "history_share_max")
    )
    if context is None:
        return {**made, "count": 0}
    asked = suite["query"].select(ask_id="query_id")
    own = context.filter((pl.col("kind") == "query") & (pl.col("outcome") == "ok")).join(asked, on="ask_id", how="semi")
    figures = own.select(
        count=pl.len(),
        token_mean=pl.col("token_count").mean(),
        token_median=pl.col("token_count").median(),
        token_max=pl.col("token_count").max(),
        history_share_mean=pl.col("history_share").mean(),
        history_share_max=pl.col("history_share").max(),
    ).row(0, named=True)
    return {k: round(v, 6) if isinstance(v, float) else v for k, v in figures.items()}


def _cost(cost: pl.DataFrame, correct: int) -> Summary:
    """Tokens and calls by phase; per correct answer: those of ingestion and of the queries, where they are told."""
    rows = {r["phase"]: {c: r[c] for c in COSTS} for r in cost.iter_rows(named=True)}
    nothing = {c: 0 if c.endswith("_count") else None for c in COSTS}
    made: Summary = {phase: rows.get(phase, nothing) for phase in PHASES}
    per: Summary = {"correct": correct}
    for name in ("token_count", "calls", "input_tokens", "output_tokens"):
        for phase in ("ingestion", "query"):
            value = made[phase][name]
            per[f"{phase}_{name}"] = None if value is None or not correct else round(value / correct, 6)
    return {**made, "per_correct_answer": per}

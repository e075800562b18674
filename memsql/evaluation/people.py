"""What a run says, as tables for people: the same rows for the terminal, for Markdown and for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from memsql.evaluation.respond import OK
from memsql.evaluation.results import RunFolder

REFERENCE = "reference, never ranked"
REFERENCE_MARK = ", reference"
NAMES: Mapping[str, str] = {
    "ans_acc": "AnsAcc",
    "ansbl_acc": "AnsblAcc",
    "citation_precision": "p_E",
    "citation_recall": "r_W",
}
PARTS = ("q1", "q2", "q3")
ONE_CLUSTER = (
    "One scenario is one cluster: it gives no interval by scenario. An interval of 0 % or 100 % is the exact one over "
    "questions, taken as independent."
)
CLASSES = ("ungathered", "unretrievable", "misderived")
UNANSWERED = "unanswered"
"""The class of nodes that cannot be judged because an answer failed; shown where there are any."""
SUFFICIENCY = "context sufficiency"
"""What AnsAcc is called where the symbolic reader answers: whether a context suffices, not what a model does."""
DIMENSIONS = (
    *("family", "label", "domain", "composition_degree", "witness_size", "support_size", "witness_age_days"),
    *("vocabulary_overlap", "versions_per_fact", "obsolete_events", "height", "width", "context_share"),
)


class Sheet(NamedTuple):
    """One table: its title, a note beneath it (may be empty), heads, rows of texts and numbers."""

    title: str
    note: str
    heads: tuple[str, ...]
    rows: list[list[object]]


def rate(found: Mapping[str, Any] | None) -> str:
    """A rate in words: ``36.9 % [31.0, 42.5] n 1503``; ``-`` where there is no denominator."""
    if not found or found["value"] is None:
        return "-"
    interval = "" if found["low"] is None else f" [{_percent(found['low'])}, {_percent(found['high'])}]"
    return f"{_percent(found['value'])} %{interval} n {found['n']}"


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def headline(place: Path) -> list[str]:
    """Say in a few lines what a run found."""
    run = RunFolder(place)
    summary = run.summary
    lines = [f"{place}"]
    outcomes = {name: count for name, count in (outcomes_of(run) or {}).items() if count and name != OK}
    if outcomes:
        counted = ", ".join(f"{count} {name}" for name, count in outcomes.items())
        reasons = run.manifest.get("reasons") or ["see the column detail of response.parquet"]
        lines.append(f"no answer to     {counted} of {sum((outcomes_of(run) or {}).values())} queries: {reasons[0]}")
    if summary["invalid"]:
        return [*lines, *(f"INVALID: {reason['canary']}: {reason['found']}" for reason in summary["invalid"])]
    q1, q2, q3 = summary["q1"]["overall"], summary["q2"], summary["q3"]
    measure = SUFFICIENCY if is_symbolic(run) else "AnsAcc"
    read = summary["q1"]["coverage"]["mean"]
    unread = f"; {_percent(read)} % of the contexts could be read" if read is not None and read < 1 else ""
    lines.append(f"Q1 reliability   {measure} {rate(q1['ans_acc'])}; label {rate(q1['ansbl_acc'])}{unread}")
    if q2:
        shares = ", ".join(f"{name} {rate(q2['overall'][f'class_{name}'])}" for name in classes_of([run]))
        failed = q2["unanswered_queries"]
        apart = f"; {failed} answers failed and are not diagnosed" if failed else ""
        counts = f"{q2['diagnosed_queries']} wrong answers, {q2['frontier_nodes']} frontier nodes"
        lines.append(f"Q2 diagnosis     {counts}{apart}")
        lines.append(f"                 {shares}")
    if q3:
        overall = q3["overall"]
        lines.append(
            f"Q3 maintenance   refresh {rate(overall['refresh'])}; preservation {rate(overall['preservation'])}"
        )
    if len(run.manifest["scenario_ids"]) == 1:
        lines.append(f"intervals        {ONE_CLUSTER}")
    return lines


def outcomes_of(run: RunFolder) -> dict[str, int] | None:
    """Queries by the outcome of their answers; None for an invalid run."""
    found: dict[str, int] | None = (run.summary["q1"] or {}).get("outcome")
    return found


def classes_of(runs: Sequence[RunFolder]) -> tuple[str, ...]:
    """The classes of frontier nodes that a table of these runs shows."""
    found = (run.summary["q2"]["class_workload"].get(UNANSWERED, {}) for run in runs if run.summary["q2"])
    return (*CLASSES, UNANSWERED) if any(any(counts.values()) for counts in found) else CLASSES


def intervals(runs: Sequence[RunFolder]) -> str:
    """What the intervals of runs are, in words; one scenario has none by scenario."""
    if any(len(run.manifest["scenario_ids"]) > 1 for run in runs):
        return "Intervals 95 %, by scenario."
    return ONE_CLUSTER


def is_symbolic(run: RunFolder) -> bool:
    """Whether the symbolic reader answered."""
    return str(run.manifest["answer_model"]["kind"]).startswith("symbolic")


def sheets(runs: Sequence[RunFolder]) -> list[Sheet]:
    """Every table of a report on these runs, in order: all runs side by side, then each by its dimensions."""
    valid = [r for r in runs if not r.summary["invalid"]]
    return side_by_side(runs) + [sheet for run in valid for part in PARTS for sheet in by_dimension(run, part)]


def side_by_side(runs: Sequence[RunFolder], part: str = "") -> list[Sheet]:
    """The tables of all runs side by side, or those of one of PARTS; a run that is INVALID has no figures in them."""
    valid = [r for r in runs if not r.summary["invalid"]]
    found = {
        "q1": [_reliability(valid), _outcomes(valid)],
        "q2": [_diagnosis(valid)],
        "q3": [_maintenance(valid)],
    }
    if part:
        return [s for s in found[part] if s.rows]
    every = (s for p in PARTS for s in found[p])
    return [s for s in (_systems(runs), _invalid(runs), *every, _cost(valid)) if s.rows]


def by_dimension(run: RunFolder, part: str) -> list[Sheet]:
    """The tables of one run, and of one of PARTS, by dimensions; none where it was not run."""
    if not run.summary[part]:
        return []
    if part == "q1":
        found = [_by(run, part, d, ("ans_acc", "ansbl_acc")) for d in DIMENSIONS]
    elif part == "q2":
        classes = tuple(f"class_{name}" for name in classes_of([run]))
        found = [_classes(run), *(_by(run, part, d, classes) for d in ("family", "domain", "kind", "depth"))]
    else:
        shares = ("accuracy", "refresh", "preservation")
        found = [_by(run, part, d, shares) for d in ("change", "family", "domain", "checkpoint")]
    return [s for s in found if s.rows]


def _invalid(runs: Sequence[RunFolder]) -> Sheet:
    """Why a run has no score."""
    rows: list[list[object]] = [
        [shown_name(run), "INVALID", reason["canary"], reason["found"]]
        for run in runs
        for reason in run.summary["invalid"]
    ]
    note = "A canary failed: what such a run answered says nothing, so it has no score."
    return Sheet("Invalid runs", note, ("system", "state", "canary", "what was seen"), rows)


def shown_name(run: RunFolder) -> str:
    """A run as tables call it: the system, what tells it from another run of the same one, and that it is a reference
    where it is one.
    """
    sut, budget = run.manifest["sut"], run.manifest["budget"]
    options = "".join(f" {k}={v}" for k, v in sorted(sut["options"].items()))
    most = " ".join(f"{v} {k}" for k, v in budget.items() if v is not None)
    bounded = run.manifest.get("capabilities", {}).get("bounded")
    repeat = run.manifest.get("repeat", 1)
    again = f" repeat {repeat}" if repeat > 1 else ""
    mark = REFERENCE_MARK if sut["is_reference"] else ""
    return f"{sut['name']}{options}{f' ({most})' if most and bounded else ''}{again}{mark}"


def _systems(runs: Sequence[RunFolder]) -> Sheet:
    rows: list[list[object]] = []
    for run in runs:
        manifest = run.manifest
        capabilities = manifest.get("capabilities", {})
        lacks = [c for c in ("query_dependent", "bounded", "indexed", "timed", "citing") if not capabilities.get(c)]
        settings = "; ".join(f"{k}: {v}" for k, v in capabilities.get("settings", {}).items())
        state = "INVALID" if run.summary["invalid"] else REFERENCE if manifest["sut"]["is_reference"] else "ranked"
        author = manifest["answer_model"]["author"]
        rows.append([shown_name(run), state, author, ", ".join(lacks) or "nothing", settings])
    note = "A canary is tried for what a system declares; what it does not declare is not vouched for."
    return Sheet("Systems", note, ("system", "state", "answers by", "does not declare", "settings"), rows)


def _reliability(runs: Sequence[RunFolder]) -> Sheet:
    rows: list[list[object]] = []
    for run in ranked(runs):
        overall = run.summary["q1"]["overall"]
        context = run.summary["q1"]["context"]
        share, read = context["history_share_mean"], run.summary["q1"]["coverage"]["mean"]
        rows.append(
            [
                shown_name(run),
                *(rate(overall[m]) for m in NAMES),
                _number(context["token_mean"]),
                "-" if share is None else f"{_percent(share)} %",
                "-" if read is None else f"{_percent(read)} %",
            ]
        )
    heads = ("system", *NAMES.values(), "tokens", "share of history", "read")
    note = (
        "AnsAcc: the answer matches, or the label unknown where it is due. AnsblAcc: the label alone. p_E, r_W: cited "
        "events in the support, and of the best witness. With the symbolic reader AnsAcc is context sufficiency. "
        "Read: lines of the contexts that it could read; what is paraphrased, it cannot. "
    ) + intervals(runs)
    return Sheet("Q1: answer reliability", note, heads, rows)


def ranked(runs: Sequence[RunFolder]) -> list[RunFolder]:
    """Systems by their accuracy, references after them."""

    def key(run: RunFolder) -> tuple[bool, float, str]:
        value = run.summary["q1"]["overall"]["ans_acc"]["value"]
        return bool(run.manifest["sut"]["is_reference"]), -(value or 0), run.folder.name

    return sorted(runs, key=key)


def _outcomes(runs: Sequence[RunFolder]) -> Sheet:
    found = [(shown_name(r), r.summary["q1"]["outcome"]) for r in ranked(runs)]
    names = list(found[0][1]) if found else []
    rows: list[list[object]] = [[name, *(outcome[n] for n in names)] for name, outcome in found]
    return Sheet("Outcomes", "Every other than ok counts as wrong.", ("system", *names), rows)


def _diagnosis(runs: Sequence[RunFolder]) -> Sheet:
    rows: list[list[object]] = []
    shown = classes_of(runs)
    for run in ranked(runs):
        q2 = run.summary["q2"]
        if q2:
            overall, recovery = q2["overall"], q2["recovery"] or {}
            classes = (overall.get(f"class_{c}") for c in shown)
            recovered = (recovery.get(r) for r in ("self_recovery", "gold_recovery", "load_bearing"))
            rows.append(
                [shown_name(run), q2["diagnosed_queries"], q2["frontier_nodes"], *map(rate, (*classes, *recovered))]
            )
    heads = ("system", "wrong", "frontier", *shown, "self", "gold", "load-bearing")
    note = (
        "Of wrong and probed queries: the nodes at which they first depart from gold (Algorithm 1), by class; and the "
        "share of answers that recovery from the system's own or from gold states repairs."
    )
    if UNANSWERED in shown:
        note += " Unanswered: an answer failed there, which says nothing of a state; queries that failed stand aside."
    return Sheet("Q2: failure diagnosis", note, heads, rows)


def _classes(run: RunFolder) -> Sheet:
    q2 = run.summary["q2"]
    found = q2["class_workload"]
    workloads = list(next(iter(found.values()), {}))
    rows: list[list[object]] = [[name, *(found[name][w] for w in workloads)] for name in classes_of([run])]
    note = "Frontier nodes by class and by what makes them hard (ours, after the paper's Figure 5)."
    return Sheet(f"{shown_name(run)}: where it fails", note, ("class", *workloads), rows)


def _maintenance(runs: Sequence[RunFolder]) -> Sheet:
    rows: list[list[object]] = []
    for run in ranked(runs):
        q3 = run.summary["q3"]
        if q3:
            by = {row["bin"]: row for row in q3["by"]["change"]}
            overall = q3["overall"]
            explicit, implicit = (rate(by.get(c, {}).get("refresh")) for c in ("explicit", "implicit"))
            shares = (rate(overall[m]) for m in ("accuracy", "refresh"))
            rows.append(
                [shown_name(run), *shares, explicit, implicit, rate(overall["preservation"]), q3["never_caught_up"]]
            )
    heads = ("system", "accuracy", "refresh", "explicit", "implicit", "preservation", "never caught up")
    note = (
        "Refresh: of changed answers that were right before, right after. Preservation: the same of unchanged ones. "
        "Explicit: an event says the change; implicit: it follows."
    )
    return Sheet("Q3: maintenance", note, heads, rows)


def _cost(runs: Sequence[RunFolder]) -> Sheet:
    rows: list[list[object]] = []
    for run in ranked(runs):
        cost = run.summary["cost"]
        per = cost["per_correct_answer"]
        figures = (cost[phase][c] for phase in ("ingestion", "query") for c in ("token_count", "calls", "input_tokens"))
        rows.append([shown_name(run), *map(_number, figures), _number(per["query_token_count"])])
    heads = (
        *("system", "tokens ingested", "calls", "model tokens", "tokens returned", "calls", "model tokens"),
        "tokens per right answer",
    )
    note = "At ingestion, then at query time, as the systems tell; '-': untold."
    return Sheet("Cost", note, heads, rows)


def _by(run: RunFolder, part: str, dimension: str, metrics: Sequence[str]) -> Sheet:
    found = run.summary[part]["by"].get(dimension, [])
    rows: list[list[object]] = [
        [row["bin"], *(rate(row[m]) for m in metrics)] for row in found if any(row[m]["n"] for m in metrics)
    ]
    heads = (dimension.replace("_", " "), *(NAMES.get(m, m.removeprefix("class_").replace("_", " ")) for m in metrics))
    return Sheet(f"{shown_name(run)}: by {heads[0]}", "", heads, rows)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"

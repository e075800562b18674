"""Run folders by hand: answers are gold's but for those that a rule makes wrong, so that every figure is known."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from memsql.evaluation.exam import Exam, Kind
from memsql.evaluation.journal import SUMMARY, Journal, Rows, as_frame
from memsql.evaluation.results import scored
from memsql.evaluation.scorer import GIVEN
from memsql.gold.tables import ANSWER_FIELDS

NAMES = tuple(f.name for f in ANSWER_FIELDS)
NOTHING = dict.fromkeys(NAMES)
DECLARED = {"query_dependent": True, "bounded": True, "indexed": True, "timed": True, "citing": False}

Wrong = Callable[[str, int], bool]
"""Whether the answer of a kind (query, targeted, inherited, tracked, self, gold) and number is wrong."""


def answered(gold: Mapping[str, Any], is_wrong: bool) -> dict[str, Any]:
    """The answer columns of a response: gold's, or another label and no value."""
    given = {name: gold[name] for name in NAMES}
    if is_wrong:
        label = "justified-zero" if gold["label"] == "unknown" else "unknown"
        given = {**NOTHING, "label": label, "answer_type": gold["answer_type"]}
    authors = {"answer_author": "by hand", "citation_author": "by hand"}
    return {"outcome": "ok", **given, "cited_event_ids": [], **authors}


def planted(
    suite: Path, runs: Path, name: str, wrong: Wrong, *, is_reference: bool = False, invalid: str = "", **about: Any
) -> Path:
    """Write a run folder ``<name>-small-1`` and return it. ``invalid``: what its failed canary saw."""
    exam = Exam(suite)
    verdict = "failed" if invalid else "passed"
    tables: dict[str, Rows] = {table: [] for table in (*GIVEN, "timing")}
    tables["canary"] = [{"canary": "distinct", "verdict": verdict, "found": invalid or "as it should be"}]
    if not invalid:
        tables |= answers(exam, wrong)
    place = runs / f"{name}-small-1"
    found = scored(exam, place.name, {**tables})
    scores = {table: frame.to_dicts() for table, frame in found.tables.items()}
    manifest = {
        "suite": suite.name,
        "suite_hash": exam.suite_hash,
        "scenario_ids": list(exam.scenario_ids),
        "sut": {"name": name, "class": "", "command": [], "options": {}, "is_reference": is_reference},
        "budget": {"records": 10, "tokens": None},
        "answer_model": {"author": "by hand", "kind": "none"},
        "capabilities": {**DECLARED, "settings": {"made": "by hand"}},
        "packages": {"memsql-gold": "0.1.0"},
        "is_invalid": bool(invalid),
        **about,
    }
    text = json.dumps(found.summary, indent=1, ensure_ascii=False) + "\n"
    Journal(runs / f".{name}.partial").finish(place, {**tables, **scores}, {SUMMARY: text}, manifest)
    return place


def answers(exam: Exam, wrong: Wrong) -> dict[str, Rows]:
    """The tables of answers and contexts."""
    gold = {row["query_id"]: row for row in exam.table("answer").to_dicts()}
    probes = exam.table("probe").to_dicts()
    queries = [a.ask_id for asks in exam.asks.values() for a in asks if a.kind is Kind.QUERY]
    bad = {q for i, q in enumerate(queries) if wrong("query", i)}
    response = [{"query_id": q, **answered(gold[q], q in bad)} for q in queries]
    by_probe = {row["probe_id"]: row for row in probes}
    probe_response = [
        {"probe_id": p, "query_id": row["query_id"], "context": "targeted", "parent": ""}
        | answered(row, wrong("targeted", i))
        for i, (p, row) in enumerate(by_probe.items())
    ]
    probe_response += [
        {"probe_id": probe, "query_id": query, "context": "inherited", "parent": parent}
        | answered(by_probe[probe], wrong("inherited", i))
        for i, (query, parent, _, _, probe) in enumerate(exam.diagnostic_edges.iter_rows())
    ]
    probed = dict.fromkeys(row["query_id"] for row in probes)
    recovery = [
        {"query_id": q, "evidence": evidence} | answered(gold[q], wrong(evidence, i))
        for i, q in enumerate(q for q in probed if q in bad)
        for evidence in ("self", "gold")
    ]
    tracked = [
        {"tracked_id": row["tracked_id"], "checkpoint": row["checkpoint"]} | answered(row, wrong("tracked", i))
        for i, row in enumerate(exam.table("tracked_answer").sort("tracked_id", "checkpoint").to_dicts())
    ]
    context = [
        {"ask_id": a.ask_id, "kind": a.kind.value, "scenario_id": a.scenario_id, "as_of": a.as_of, "outcome": "ok"}
        | {"text": "nothing", "event_ids": [], "record_count": 0, "token_count": 7, "history_share": 0.01}
        for asks in exam.asks.values()
        for a in asks
    ]
    ingestion = [
        {"scenario_id": s, "batch": 1, "record_count": len(r), "token_count": 1000} for s, r in exam.records.items()
    ]
    made = {"response": response, "probe_response": probe_response, "tracked_response": tracked}
    made |= {"recovery_response": recovery, "context": context, "ingestion": ingestion}
    return {table: as_frame(table, rows).to_dicts() for table, rows in made.items()}

"""Recoveries: a wrong answer computed again from states, the system's own or gold's (paper section 4.2.4)."""

from __future__ import annotations

from typing import Any

from memsql.evaluation.diagnose import stopping_states
from memsql.evaluation.exam import Exam
from memsql.evaluation.respond import OK, Report, Responder, State, Wanted, rows_of

EVENT = "event:"

Rows = list[dict[str, Any]]


def recoveries(
    exam: Exam, contexts: Rows, answers: dict[str, Rows], responder: Responder, report: Report | None = None
) -> Rows:
    """Return the table ``recovery_response``: two rows for each query that was answered wrongly and is probed.

    For the symbolic reader it is the query in its own context, with the stopping nodes' states put in place: what the
    probes do not cover (completeness, states that cannot be asked) is taken from the context, as it was before.
    """
    states = stopping_states(exam, answers["response"], answers["probe_response"])
    texts = {c["ask_id"]: c for c in contexts}
    records = _records_below(exam, {(s["query_id"], s["node_id"]) for s in states if _is_gold(s)})
    by_recovery: dict[tuple[str, str], list[State]] = {}
    for row in states:
        said = records.get((row["query_id"], row["node_id"]), "") if _is_gold(row) else ""
        state = State(exam.ask_of[row["probe_id"]], row, said)
        by_recovery.setdefault((row["query_id"], row["evidence"]), []).append(state)
    wanted = []
    for (query_id, _), placed in by_recovery.items():
        context = texts[query_id]
        failed = "" if context["outcome"] == OK else context["outcome"]
        wanted.append(Wanted(exam.ask_of[query_id], context["text"], False, failed, tuple(placed)))
    return rows_of(["query_id", "evidence"], list(by_recovery), responder.answer(wanted, report))


def _is_gold(state: dict[str, Any]) -> bool:
    """Whether the state is gold's, or equal to it: then the records that say it may stand for it."""
    return bool(state["is_correct"]) or state["origin"] == "gold"


def _records_below(exam: Exam, nodes: set[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The records of the events below each node of a query's derivation, as a context would hold them."""
    below: dict[str, dict[str, list[str]]] = {}
    for query_id, head, body in exam.table("dag_edge").select("query_id", "head", "body").iter_rows():
        below.setdefault(query_id, {}).setdefault(head, []).append(body)
    scenario_of = dict(exam.table("query").select("query_id", "scenario_id").iter_rows())
    found = {}
    for query_id, node in nodes:
        seen, left = {node}, [node]
        while left:
            for body in below.get(query_id, {}).get(left.pop(), ()):
                if body not in seen:
                    seen.add(body)
                    left.append(body)
        records = exam.records[scenario_of[query_id]]
        found[query_id, node] = "\n".join(r.text for r in records if EVENT + r.event_id in seen)
    return found

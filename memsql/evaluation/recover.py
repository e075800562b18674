"""Recoveries: a wrong answer computed again from states, the system's own or gold's (paper section 4.2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memsql.evaluation.diagnose import stopping_nodes
from memsql.evaluation.exam import Exam
from memsql.evaluation.journal import as_frame
from memsql.evaluation.respond import OK, Report, Responder, State, Wanted, rows_of
from memsql.evaluation.scorer import suite_tables

EVENT = "event:"

Rows = list[dict[str, Any]]
Placed = dict[tuple[str, str], dict[str, State]]
"""By query and evidence, the states of its stopping nodes."""


def recoveries(
    exam: Exam, contexts: Rows, answers: dict[str, Rows], responder: Responder, report: Report | None = None
) -> Rows:
    """Return the table ``recovery_response``: two rows for each query that was answered wrongly and is probed."""
    placed: Placed = {}
    if not responder.probes:
        return []
    given = (as_frame(name, answers[name]) for name in ("response", "probe_response"))
    rows = stopping_nodes(suite_tables(exam), *given).to_dicts()
    records = _records_below(exam, {(s["query_id"], s["node_id"]) for s in rows if _is_gold(s)})
    for row in rows:
        said = records.get((row["query_id"], row["node_id"]), "") if _is_gold(row) else ""
        state = State(exam.ask_of[row["probe_id"]], row, said)
        placed.setdefault((row["query_id"], row["evidence"]), {})[row["node_id"]] = state
    recover = _derived if responder.derives else _recomputed
    return rows_of(["query_id", "evidence"], list(placed), recover(exam, contexts, placed, responder, report))


def _derived(exam: Exam, contexts: Rows, placed: Placed, responder: Responder, report: Report | None) -> Rows:
    """Each query in its own context, with the states put in place.

    What the probes do not cover (completeness, states that cannot be asked) is taken from the context, as before.
    """
    texts = {c["ask_id"]: c for c in contexts}
    wanted = []
    for (query_id, _), states in placed.items():
        context = texts[query_id]
        failed = "" if context["outcome"] == OK else context["outcome"]
        ids = tuple(context["event_ids"] or ())
        wanted.append(Wanted(exam.ask_of[query_id], context["text"], False, failed, tuple(states.values()), ids))
    return responder.answer(wanted, report)


def _recomputed(exam: Exam, _: Rows, placed: Placed, responder: Responder, report: Report | None) -> Rows:
    """Each node above the stopping nodes from the states of its children in D(q), level by level, up to the query.

    The questions of one level, over all queries, are one call of the responder.
    """
    children: dict[str, dict[str, set[tuple[str, str]]]] = {}
    asks: dict[tuple[str, str], str] = {}
    for query_id, parent, parent_ask, child, probe_id in exam.diagnostic_edges.iter_rows():
        children.setdefault(query_id, {}).setdefault(parent, set()).add((child, probe_id))
        asks[query_id, parent] = parent_ask
    roots = {q: parent for (q, parent), ask in asks.items() if ask == q}
    known = {recovery: dict(states) for recovery, states in placed.items()}
    done = 0
    while True:
        level = [
            (recovery, node)
            for recovery, states in known.items()
            for node in _ready(roots[recovery[0]], children[recovery[0]], states)
        ]
        if not level:
            return [dict(known[r][roots[r[0]]].answer) for r in placed]
        wanted = []
        for (query_id, evidence), node in level:
            below = sorted(child for child, _ in children[query_id][node])
            states = tuple(known[query_id, evidence][child] for child in below)
            wanted.append(Wanted(exam.ask_of[asks[query_id, node]], "", False, states=states))
        found = responder.answer(wanted, None if report is None else (lambda n, d=done: report(d + n)))  # type: ignore[misc]
        done += len(level)
        for (recovery, node), item, row in zip(level, wanted, found, strict=True):
            known[recovery][node] = State(item.ask, row)


def _ready(root: str, children: Mapping[str, set[tuple[str, str]]], states: Mapping[str, State]) -> list[str]:
    """Nodes below the root, itself included, whose state is not known yet, but that of every child is."""
    seen, left, ready = {root}, [root], []
    while left:
        node = left.pop()
        if node in states:
            continue
        below = {child for child, _ in children.get(node, ())}
        if below <= states.keys():
            ready.append(node)
        for child in below - seen:
            seen.add(child)
            left.append(child)
    return sorted(ready)


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

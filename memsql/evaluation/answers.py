"""The answers of a run: every question in the contexts in which the paper wants it answered (section 4.2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memsql.evaluation.exam import Exam, Kind
from memsql.evaluation.respond import OK, Report, Responder, Wanted, rows_of

INHERITED, TARGETED = "inherited", "targeted"

Rows = list[dict[str, Any]]


def answers_of(exam: Exam, contexts: Rows, responder: Responder, report: Report | None = None) -> dict[str, Rows]:
    """Return the tables ``response``, ``probe_response`` and ``tracked_response``, from one call of the responder.

    A query is answered in its own context, and cites; a probe in its own (targeted), and in the context that was
    returned for each of its parents in D(q) (inherited); a tracked query in that of its checkpoint.
    """
    by_ask = {c["ask_id"]: c for c in contexts}
    asks = [a for s in exam.scenario_ids for a in exam.asks[s]]
    queries = [a for a in asks if a.kind is Kind.QUERY]
    tracked = [a for a in asks if a.kind is Kind.TRACKED]
    probes = [a for a in asks if a.kind is Kind.PROBE]
    inherited = list(exam.diagnostic_edges.select("probe_id", "query_id", "parent", "parent_ask").iter_rows())
    wanted = [wanted_in(exam, by_ask, a.ask_id, a.ask_id) for a in (*queries, *tracked, *probes)]
    wanted += [wanted_in(exam, by_ask, probe_id, parent_ask) for probe_id, _, _, parent_ask in inherited]
    answers = iter(responder.answer(wanted, report))
    response = rows_of(["query_id"], [[a.ask_id] for a in queries], [next(answers) for _ in queries])
    keys = [a.ask_id.rsplit("@", 1) for a in tracked]
    names = ["tracked_id", "checkpoint"]
    followed = rows_of(names, [[t, int(c)] for t, c in keys], [next(answers) for _ in tracked])
    columns = ["probe_id", "query_id", "context", "parent"]
    asked = [[a.ask_id, a.query_id, TARGETED, ""] for a in probes]
    asked += [[probe_id, query_id, INHERITED, parent] for probe_id, query_id, parent, _ in inherited]
    return {
        "response": response,
        "probe_response": rows_of(columns, asked, [next(answers) for _ in asked]),
        "tracked_response": followed,
    }


def wanted_in(exam: Exam, contexts: Mapping[str, Mapping[str, Any]], ask_id: str, context_of: str) -> Wanted:
    """What is wanted for a question in the context that was returned for a (possibly other) question."""
    ask, context = exam.ask_of[ask_id], contexts[context_of]
    failed = "" if context["outcome"] == OK else context["outcome"]
    return Wanted(ask, context["text"], ask.kind is Kind.QUERY, failed)

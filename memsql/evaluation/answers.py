"""The answers of a run: every question in the contexts in which the paper wants it answered (section 4.2.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memsql.evaluation.exam import Ask, Exam, Kind
from memsql.evaluation.respond import OK, Report, Responder, Wanted, rows_of

INHERITED, TARGETED = "inherited", "targeted"

Rows = list[dict[str, Any]]


def answers_of(exam: Exam, contexts: Rows, responder: Responder, report: Report | None = None) -> dict[str, Rows]:
    """Return the tables ``response``, ``probe_response`` and ``tracked_response``, from one call of the responder.

    A query is answered in its own context, and cites; a probe in its own (targeted), and in the context that was
    returned for each of its parents in D(q) (inherited); a tracked query in that of its checkpoint. A responder that
    takes no probes leaves their table empty.
    """
    by_ask = {c["ask_id"]: c for c in contexts}
    answers = iter(responder.answer(wanted_of(exam, by_ask, responder.probes), report))
    queries = [[a.ask_id] for a in _asks(exam, Kind.QUERY)]
    tracked = [a.ask_id.rsplit("@", 1) for a in _asks(exam, Kind.TRACKED)]
    probes = []
    if responder.probes:
        probes = [[a.ask_id, a.query_id, TARGETED, ""] for a in _asks(exam, Kind.PROBE)]
        probes += [[probe, query, INHERITED, parent] for probe, query, parent, _ in _inherited(exam)]
    response = rows_of(["query_id"], queries, [next(answers) for _ in queries])
    followed = [[tracked_id, int(checkpoint)] for tracked_id, checkpoint in tracked]
    return {
        "response": response,
        "tracked_response": rows_of(["tracked_id", "checkpoint"], followed, [next(answers) for _ in followed]),
        "probe_response": rows_of(
            ["probe_id", "query_id", "context", "parent"], probes, [next(answers) for _ in probes]
        ),
    }


def wanted_of(exam: Exam, contexts: Mapping[str, Mapping[str, Any]], with_probes: bool = True) -> list[Wanted]:
    """Every answer of a run in the order in which :func:`answers_of` takes them; ``contexts`` by ask_id."""
    kinds = (Kind.QUERY, Kind.TRACKED, *((Kind.PROBE,) if with_probes else ()))
    own = (a.ask_id for kind in kinds for a in _asks(exam, kind))
    found = [wanted_in(exam, contexts, ask_id, ask_id) for ask_id in own]
    if not with_probes:
        return found
    return found + [wanted_in(exam, contexts, probe_id, parent_ask) for probe_id, _, _, parent_ask in _inherited(exam)]


def _asks(exam: Exam, kind: Kind) -> list[Ask]:
    return [a for s in exam.scenario_ids for a in exam.asks[s] if a.kind is kind]


def _inherited(exam: Exam) -> Iterator[tuple[str, str, str, str]]:
    return iter(exam.diagnostic_edges.select("probe_id", "query_id", "parent", "parent_ask").iter_rows())


def wanted_in(exam: Exam, contexts: Mapping[str, Mapping[str, Any]], ask_id: str, context_of: str) -> Wanted:
    """What is wanted for a question in the context that was returned for a (possibly other) question."""
    ask, context = exam.ask_of[ask_id], contexts[context_of]
    failed = "" if context["outcome"] == OK else context["outcome"]
    ids = tuple(context["event_ids"] or ())
    return Wanted(ask, context["text"], ask.kind is Kind.QUERY, failed, event_ids=ids)

"""References: contexts made from gold or from actions. They are listed apart and never ranked.

- ``supporting_events``: the events of all derivations. Whoever fails on these does not fail at retrieval.
- ``one_witness``: a smallest set of events from which the answer follows.
- ``last_write``: of every fact the event that wrote it last, as a store keeps it that overwrites.

A reference is lent the exported folder before it is opened, and is told before each call what is asked; it still
returns nothing but records that it has ingested.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Protocol, runtime_checkable

import polars as pl

from memsql.evaluation.exam import Ask, Exam, Kind
from memsql.evaluation.sut import Budget, Capabilities, Record, Sut, Usage
from memsql.evaluation.suts.kept import Kept

EVENT = "event:"
TRACKED = "every record so far, since no lineage is exported at checkpoints"


@runtime_checkable
class Reference(Sut, Protocol):
    """A system that is given more than records. The runner calls both before what they are for."""

    def lend(self, exam: Exam, scenario_id: str) -> None:
        """Take what it needs of a suite's tables, before ``open``."""

    def about(self, ask: Ask) -> None:
        """Hear what the next ``context`` asks for."""


class Lent(Kept, ABC):
    """A reference that returns, of the records ingested, those that it was lent for an ask; None: all of them."""

    def __init__(self) -> None:
        super().__init__()
        self._lent: dict[str, frozenset[str]] = {}
        self._wanted: frozenset[str] | None = frozenset()

    def lend(self, exam: Exam, scenario_id: str) -> None:
        """Take the events of every query and probe of a scenario."""
        self._lent = self.events_by_ask(exam, scenario_id)

    @abstractmethod
    def events_by_ask(self, exam: Exam, scenario_id: str) -> dict[str, frozenset[str]]:
        """Return event ids by query_id and probe_id; what is missing gets none."""

    def about(self, ask: Ask) -> None:
        """Look the ask up."""
        self._wanted = None if ask.kind is Kind.TRACKED else self._lent.get(ask.ask_id, frozenset())

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        """The records that were lent, whatever the budget."""
        del question, as_of, budget
        wanted = self._wanted
        return self.records if wanted is None else [r for r in self.records if r.event_id in wanted]


class SupportingEvents(Lent):
    """Of a query its support S(q); of a probe the events below its node in the DAG of its query."""

    capabilities: ClassVar[Capabilities] = Capabilities(
        timed=True,
        citing=True,
        settings={"query": "its support S(q)", "probe": "the events below its node in the DAG", "tracked": TRACKED},
    )

    def events_by_ask(self, exam: Exam, scenario_id: str) -> dict[str, frozenset[str]]:
        """Read ``support`` for queries; walk ``dag_edge`` for probes."""
        queries = _queries(exam, scenario_id)
        found = _grouped(exam.table("support").join(queries, on="query_id", how="semi"))
        probes = exam.table("probe").join(queries, on="query_id", how="semi")
        edges = exam.table("dag_edge").join(probes, on="query_id", how="semi")
        below: dict[str, dict[str, list[str]]] = {}
        for query_id, head, body in edges.select("query_id", "head", "body").iter_rows():
            below.setdefault(query_id, {}).setdefault(head, []).append(body)
        events = {_leaf(r.event_id): r.event_id for r in exam.records[scenario_id]}
        for probe_id, query_id, node_id in probes.select("probe_id", "query_id", "node_id").iter_rows():
            nodes = _reached(below.get(query_id, {}), node_id)
            found[probe_id] = frozenset(events[n] for n in nodes if n in events)
        return found


class OneWitness(Lent):
    """Of a query its smallest witness, the first one listed where several are; a probe gets that of its query."""

    capabilities: ClassVar[Capabilities] = Capabilities(
        timed=True,
        citing=True,
        settings={
            "query": "its smallest witness, the first listed; none where it has none",
            "probe": "the same as its query",
            "tracked": TRACKED,
        },
    )

    def events_by_ask(self, exam: Exam, scenario_id: str) -> dict[str, frozenset[str]]:
        """Read ``witness`` and ``witness_event``."""
        queries = _queries(exam, scenario_id)
        sizes = exam.table("witness").join(queries, on="query_id", how="semi").sort("query_id", "size", "witness_id")
        first = sizes.unique("query_id", keep="first", maintain_order=True).select("query_id", "witness_id")
        found = _grouped(exam.table("witness_event").join(first, on=["query_id", "witness_id"], how="semi"))
        probes = exam.table("probe").join(queries, on="query_id", how="semi").select("probe_id", "query_id")
        return {**found, **{p: found[q] for p, q in probes.iter_rows() if q in found}}


class LastWrite(Kept):
    """For every fact the event that wrote it last, in the order of observation, whatever is asked.

    Naive about what evolves otherwise: a cancellation overwrites nothing, and a fact has one value whatever the day
    from which it holds. A record stands in the context while one of the facts that it wrote is not overwritten.
    """

    capabilities: ClassVar[Capabilities] = Capabilities(
        timed=True,
        citing=True,
        settings={
            "chosen": "records that wrote some fact last",
            "fact": "predicate and key without the day from which it holds",
            "write": "assert, declare, complete; cancel is none",
        },
    )

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[str, list[tuple[str, ...]]] = {}
        self._last: list[Record] = []

    def lend(self, exam: Exam, scenario_id: str) -> None:
        """Take the facts that each event writes."""
        days = _day_places(exam.table("fact_version"))
        actions = exam.table("action").filter(pl.col("scenario_id") == scenario_id, pl.col("verb") != "cancel")
        self._written = {}
        for event_id, verb, predicate, key in actions.select("event_id", "verb", "predicate", "key").iter_rows():
            parts = json.loads(key)
            if verb != "complete" and predicate in days:
                del parts[days[predicate]]
            kind = "complete" if verb == "complete" else "fact"
            self._written.setdefault(event_id, []).append((kind, predicate, *parts))

    def about(self, ask: Ask) -> None:
        """The same for every ask."""

    def ready(self) -> Usage | None:
        """Find the last writer of every fact."""
        last = {fact: r.event_id for r in self.records for fact in self._written.get(r.event_id, ())}
        writers = set(last.values())
        self._last = [r for r in self.records if r.event_id in writers]
        return None

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        """The last writers."""
        del question, as_of, budget
        return self._last


def _queries(exam: Exam, scenario_id: str) -> pl.DataFrame:
    return exam.table("query").filter(pl.col("scenario_id") == scenario_id).select("query_id")


def _grouped(rows: pl.DataFrame) -> dict[str, frozenset[str]]:
    grouped = rows.group_by("query_id").agg("event_id")
    return {q: frozenset(e) for q, e in grouped.iter_rows()}


def _leaf(event_id: str) -> str:
    """The node of an event, as ``dag_edge`` writes it."""
    return EVENT + event_id


def _reached(below: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """Every node below one, itself included."""
    seen, left = {start}, [start]
    while left:
        for node in below.get(left.pop(), ()):
            if node not in seen:
                seen.add(node)
                left.append(node)
    return seen


def _day_places(versions: pl.DataFrame) -> dict[str, int]:
    """By relation with valid time, the place of the day in its key: where every key says ``valid_from``."""
    found: dict[str, int] = {}
    dated = versions.filter(pl.col("valid_from").is_not_null()).select("relation", "key", "valid_from")
    for (relation,), rows in dated.group_by("relation", maintain_order=True):
        keys = [(json.loads(key), day.isoformat()) for _, key, day in rows.iter_rows()]
        places = [p for p in range(len(keys[0][0])) if all(key[p] == day for key, day in keys)]
        if places:
            found[str(relation)] = places[-1]
    return found

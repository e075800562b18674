"""The examination: what every system is asked, and when, read from the exported folder of a suite.

Queries, state probes and tracked queries of a scenario stand in one schedule in the order of their cutoffs, so
that a system ingests the history once and no question is put to one that has seen a later event.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from memsql.errors import DataError, did_you_mean, shown
from memsql.evaluation.sut import Record, record_text

MANIFEST = "manifest.json"
TYPES = ("number", "boolean", "entity", "date", "set", "tuple")


class Kind(StrEnum):
    """What a question is asked for."""

    QUERY = "query"
    PROBE = "probe"
    TRACKED = "tracked"


@dataclass(frozen=True, slots=True)
class Ask:
    """One question at a cutoff, and the state that it asks for. A system is given question and as_of alone.

    ``ask_id``: query_id, probe_id or tracked_id@checkpoint; ``query_id``: the probed query, empty for a tracked one.
    """

    ask_id: str
    kind: Kind
    scenario_id: str
    question: str
    as_of: datetime
    relation: str
    key: tuple[str, ...]
    is_collection: bool
    query_id: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """Records to ingest, then questions to ask before anything else is ingested."""

    records: tuple[Record, ...]
    asks: tuple[Ask, ...]


@dataclass(frozen=True)
class Exam:
    """A suite's exported folder, as the evaluation reads it; ``only``: these of its scenarios, empty: all."""

    folder: Path
    only: tuple[str, ...] = ()

    def table(self, name: str) -> pl.DataFrame:
        """A table of the suite. Raises DataError where it cannot be read."""
        path = self.folder / f"{name}.parquet"
        try:
            content = path.read_bytes()
            kept = self._digests.get(name)
            if kept is not None and hashlib.sha256(content).hexdigest() != kept:
                raise DataError(f"{path}: not as {MANIFEST} has it; make the suite again with memsql gold")
            return pl.read_parquet(io.BytesIO(content))
        except (OSError, pl.exceptions.PolarsError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise DataError(f"{path}: cannot be read ({reason}); make the suite again with memsql gold") from None

    @cached_property
    def _digests(self) -> dict[str, str]:
        """By table, the hash of its file; of a folder without a manifest, which no run takes, nothing."""
        if not (self.folder / MANIFEST).exists():
            return {}
        return {name: table["sha256"] for name, table in self.manifest["tables"].items() if "sha256" in table}

    @cached_property
    def suite_hash(self) -> str:
        """One hash of what the suite says: of the logical hashes of all its tables, whatever the bytes."""
        hashes = {name: table["logical_hash"] for name, table in self.manifest["tables"].items()}
        return hashlib.sha256(json.dumps(hashes, sort_keys=True).encode()).hexdigest()

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The suite's manifest. Raises DataError where it is none; :meth:`table` holds every table against it."""
        path = self.folder / MANIFEST
        try:
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if all(isinstance(table["logical_hash"], str) for table in found["tables"].values()):
                return found
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass
        advice = "give the exported folder of a suite, as memsql gold and memsql generate write it"
        raise DataError(f"{path}: no manifest of a suite; {advice}")

    @cached_property
    def scenario_ids(self) -> tuple[str, ...]:
        """The suite's scenarios in their order, as far as they are wanted. Raises DataError for an unknown one."""
        known = list(self.table("scenario")["scenario_id"])
        for scenario in self.only:
            if scenario not in known:
                raise DataError(f"{self.folder}: no scenario {shown(scenario)}; {did_you_mean(scenario, known)}")
        return tuple(s for s in known if not self.only or s in self.only)

    @cached_property
    def records(self) -> dict[str, tuple[Record, ...]]:
        """By scenario, its records in the order of the history."""
        found: dict[str, list[Record]] = {s: [] for s in self.scenario_ids}
        for scenario, event_id, at, record in (
            self.table("event").select("scenario_id", "event_id", "observed_at", "record").iter_rows()
        ):
            if scenario in found:
                found[scenario].append(Record(event_id, at, record_text(event_id, at, record)))
        return {s: tuple(r) for s, r in found.items()}

    @cached_property
    def asks(self) -> dict[str, tuple[Ask, ...]]:
        """By scenario, every question in the order in which it is asked: by cutoff, then as the tables have them."""
        found: dict[str, list[Ask]] = {s: [] for s in self.scenario_ids}
        for ask in (*self._queries(), *self._probes(), *self._tracked()):
            if ask.scenario_id in found:
                found[ask.scenario_id].append(ask)
        return {s: tuple(sorted(asks, key=lambda a: a.as_of)) for s, asks in found.items()}

    def schedule(self, scenario_id: str) -> Iterator[Batch]:
        """Yield the batches of a scenario: all records observed up to a cutoff, then the questions at it."""
        records, position = self.records[scenario_id], 0
        by_cutoff: dict[datetime, list[Ask]] = {}
        for ask in self.asks[scenario_id]:
            by_cutoff.setdefault(ask.as_of, []).append(ask)
        for as_of, asks in by_cutoff.items():
            end = position
            while end < len(records) and records[end].observed_at <= as_of:
                end += 1
            yield Batch(records[position:end], tuple(asks))
            position = end

    @cached_property
    def ask_of(self) -> dict[str, Ask]:
        """Every question by its id."""
        return {a.ask_id: a for asks in self.asks.values() for a in asks}

    @cached_property
    def diagnostic_edges(self) -> pl.DataFrame:
        """Edges of every D(q): the probed nodes and the root, connected by the dependencies of the derivation.

        Columns: query_id, parent (node_id), parent_ask (query_id for the root, else the parent's probe_id), child
        (node_id), probe_id (the child's); ordered by the probe's position, then parent.
        """
        probes = self.table("probe").select("query_id", "node_id", "probe_id", "position")
        roots = self.table("dag_node").filter(pl.col("depth") == 0).select("query_id", "node_id")
        asked = pl.concat(
            [roots.with_columns(parent_ask="query_id"), probes.select(*roots.columns, parent_ask="probe_id")]
        )
        edges = self.table("dag_edge").rename({"head": "parent", "body": "child"}).select("query_id", "parent", "child")
        asked = asked.filter(pl.col("query_id").is_in(list(self.ask_of)))
        return (
            edges.join(asked.rename({"node_id": "parent"}), on=["query_id", "parent"])
            .join(probes.rename({"node_id": "child"}), on=["query_id", "child"])
            .with_columns(number=pl.col("query_id").replace_strict(self._query_numbers()))
            .sort("number", "position", "parent")
            .select("query_id", "parent", "parent_ask", "child", "probe_id")
        )

    @cached_property
    def answer_types(self) -> dict[str, str | None]:
        """By question, the type of its answer: part of what is asked, not of gold; None where gold names no type."""
        types = dict(self.table("answer").select("query_id", "answer_type").iter_rows())
        types |= dict(self.table("probe").select("probe_id", "answer_type").iter_rows())
        tracked = self.table("tracked_answer").select("tracked_id", "checkpoint", "answer_type")
        types |= {f"{tracked_id}@{checkpoint}": kind for tracked_id, checkpoint, kind in tracked.iter_rows()}
        return {ask_id: kind if kind in TYPES else None for ask_id, kind in types.items()}

    def _query_numbers(self) -> dict[str, int]:
        return {q: n for n, q in enumerate(self.table("query")["query_id"])}

    def _queries(self) -> Iterator[Ask]:
        columns = ("query_id", "scenario_id", "question", "known_at", "relation", "key", "is_collection")
        for query_id, scenario, question, at, relation, key, is_collection in (
            self.table("query").select(columns).iter_rows()
        ):
            where = (relation, tuple(json.loads(key)), is_collection)
            yield Ask(query_id, Kind.QUERY, scenario, question, at, *where, query_id)

    def _probes(self) -> Iterator[Ask]:
        queries = self.table("query").select("query_id", "scenario_id", "known_at")
        nodes = self.table("dag_node").select("query_id", "node_id", "relation", "key")
        probes = self.table("probe").join(queries, on="query_id", maintain_order="left")
        probes = probes.join(nodes, on=["query_id", "node_id"], maintain_order="left")
        columns = ("probe_id", "query_id", "node_id", "scenario_id", "question", "known_at", "relation", "key")
        for probe_id, query_id, node_id, scenario, question, at, relation, key in probes.select(columns).iter_rows():
            where = (relation, tuple(json.loads(key)), node_id.endswith("]"))
            yield Ask(probe_id, Kind.PROBE, scenario, question, at, *where, query_id)

    def _tracked(self) -> Iterator[Ask]:
        tracked = self.table("tracked").join(self.table("checkpoint"), on="scenario_id", maintain_order="left_right")
        columns = ("tracked_id", "checkpoint", "scenario_id", "question", "cutoff_at", "relation", "key")
        for tracked_id, checkpoint, scenario, question, at, relation, key, is_collection in tracked.select(
            *columns, "is_collection"
        ).iter_rows():
            ask_id = f"{tracked_id}@{checkpoint}"
            yield Ask(ask_id, Kind.TRACKED, scenario, question, at, relation, tuple(json.loads(key)), is_collection)

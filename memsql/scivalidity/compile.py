"""Compile worlds: the four passes, oracles and views, each a SELECT of ``sql/scivalidity/`` in the engine's database.

The engine's gold brings the truth of every governing relation and the events that support it; the views stand on
that. Nothing here decides an oracle in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from memsql.db import Database
from memsql.errors import DataError
from memsql.evaluation.tokens import token_count
from memsql.gold.suite import Gold
from memsql.resources import sql_text
from memsql.scivalidity import engine
from memsql.scivalidity.family import SIDES
from memsql.scivalidity.generate import World
from memsql.scivalidity.imagined import imagined
from memsql.scivalidity.retrieve import retrieved
from memsql.scivalidity.validators import check

NODE_TYPES = {
    "plan": "Plan",
    "run": "Run",
    "observe": "Observation",
    "access": "AccessRecord",
    "write": "Amendment",
    "retrieve": "Retrieval",
    "decide": "PastDecision",
}
PASSES = (
    "ordered_event",
    "state_node",
    "state_edge",
    "codebook",
    "choice",
    "oracle",
    "witness_event",
    "shown_node",
    "shown_edge",
)
SQL_VIEWS = ("view_raw", "view_event_graph", "view_flat", "view_typed", "view_matched_source")
POLICIES = ("summary", "selective", "provenance", "evidence")
"""Memory policies, beside BM25."""
VIEWS = ("raw", "bm25", "event_graph", "flat", "typed", "matched_source", "opaque_flat", "opaque_typed", *POLICIES)
COMPILED = ("flat", "typed", "opaque_flat", "opaque_typed")


@dataclass(frozen=True, slots=True)
class Compiled:
    """Worlds with their gold and the database that holds everything compiled, in schema ``sv``."""

    worlds: tuple[World, ...]
    gold: Gold
    db: Database

    def table(self, name: str) -> pl.DataFrame:
        """A compiled relation by its name, rows in the order of its columns."""
        return self.db.frame(f"from sv.{name} order by all")


def compile_worlds(worlds: Sequence[World], workers: int = 1) -> Compiled:
    """Derive the governing relations and fill every pass. Raises DataError where a validator finds something.

    ``workers``: processes of the derivation.
    """
    engine.check_objects(worlds)
    gold = engine.derive(worlds, workers)
    db = Database()
    db.reset(("sv",))
    db.run(
        "create macro token_count(said) as cast(len(regexp_extract_all(said, '[\\p{L}\\p{N}_]+|[^\\p{L}\\p{N}_\\s]')) "
        "as integer)"
    )
    _load_worlds(db, worlds)
    _load_specs(db, worlds)
    _load_gold(db, worlds, gold)
    beside = imagined(worlds, gold.table("witness_event"))
    _load(db, "replaced", beside.replaced)
    _load(db, "deleted", beside.deleted)
    for name in (*PASSES, *SQL_VIEWS, *(f"view_{p}" for p in POLICIES)):
        db.run(f"create table sv.{name} as {sql_text(f'scivalidity/{name}')}")
    found = Compiled(tuple(worlds), gold, db)
    check(db)
    _load_views(found)
    return found


def _load(db: Database, name: str, frame: pl.DataFrame) -> None:
    db.load("sv", name, frame.to_arrow())


def _load_worlds(db: Database, worlds: Sequence[World]) -> None:
    frame = pl.DataFrame(
        [(w.world_id, w.taskspec.taskspec_id, w.seed, w.variant, w.taskspec.family.pair, w.side) for w in worlds],
        schema=["world_id", "taskspec_id", "seed", "variant", "pair", "side"],
        orient="row",
    )
    _load(db, "world", frame)
    events = [e for w in worlds for e in w.events]
    _load(db, "event", event_frame(worlds))
    payload = [(e.event_id, n, label, value) for e in events for n, (label, value) in enumerate(e.payload.items(), 1)]
    _load(db, "payload", pl.DataFrame(payload, schema=["event_id", "ordinal", "label", "value"], orient="row"))
    mentions = [(e.event_id, n, name) for e in events for n, name in enumerate(e.objects, 1)]
    _load(db, "mention", pl.DataFrame(mentions, schema=["event_id", "ordinal", "object"], orient="row"))


def event_frame(worlds: Sequence[World]) -> pl.DataFrame:
    """The canonical events (paper appendix B.1): a row each, payload as label and value."""
    rows = []
    for world in worlds:
        nodes = {str(e["type"]): str(e.get("node", NODE_TYPES[e["type"]])) for e in world.taskspec.family.events}
        for e in world.events:
            payload = [{"label": label, "value": value} for label, value in e.payload.items()]
            source = f"{world.taskspec.taskspec_id}/{world.seed}"
            rows.append(
                (
                    e.world_id,
                    e.event_id,
                    e.sequence,
                    e.type,
                    nodes[e.type],
                    e.actor,
                    e.item,
                    list(e.objects),
                    1,
                    payload,
                    "public",
                    len(e.payload),
                    source,
                    e.record,
                )
            )
    names = ["world_id", "event_id", "sequence", "type", "node_type", "actor", "item", "objects"]
    names += ["payload_version", "payload", "visibility", "cost", "provenance", "record"]
    return pl.DataFrame(rows, schema=names, orient="row")


def _load_specs(db: Database, worlds: Sequence[World]) -> None:
    specs = {w.taskspec.taskspec_id: w.taskspec for w in worlds}
    licences, governing = [], []
    for name, spec in specs.items():
        first = spec.family.relations[0]
        # The choices stand in the order of their names, which says nothing about the side that licenses them.
        order = sorted(SIDES, key=lambda side: spec.family.choice[side])
        licences += [(name, n, spec.family.choice[s], first.status[s]) for n, s in enumerate(order, 1)]
        for number, r in enumerate(spec.family.relations, 1):
            governing.append((name, number, r.rule, r.name, r.source, r.target, r.status["true"], r.status["false"]))
    columns = ["taskspec_id", "ordinal", "action", "status"]
    _load(db, "licence", pl.DataFrame(licences, schema=columns, orient="row"))
    columns = ["taskspec_id", "number", "rule", "name", "source", "target", "true_status", "false_status"]
    _load(db, "governing", pl.DataFrame(governing, schema=columns, orient="row"))


def _load_gold(db: Database, worlds: Sequence[World], gold: Gold) -> None:
    """Answers and supporting events by world and number of the relation."""
    asked = [
        (engine.query_id(w, i), w.world_id, i + 1) for w in worlds for i in range(len(w.taskspec.family.relations))
    ]
    names = pl.DataFrame(asked, schema=["query_id", "world_id", "number"], orient="row")
    answers = gold.table("answer").select("query_id", "value_boolean")
    _load(db, "answer", names.join(answers, on="query_id").drop("query_id"))
    _load(db, "support", names.join(gold.table("support"), on="query_id").drop("query_id"))


def _load_views(found: Compiled) -> None:
    """All texts in one table: those of the SELECTs, and what BM25 finds of the fields of the events."""
    db = found.db
    texts = pl.concat(
        [db.frame(f"select world_id, view, text from sv.{n}") for n in (*SQL_VIEWS, *(f"view_{p}" for p in POLICIES))]
    )
    chosen = pl.DataFrame(
        [(w.world_id, "bm25", retrieved(w)) for w in found.worlds], schema=["world_id", "view", "text"], orient="row"
    )
    order = {name: n for n, name in enumerate(VIEWS)}
    made = pl.concat([texts, chosen]).sort("world_id", pl.col("view").replace_strict(order, return_dtype=pl.Int32))
    if made.height != len(VIEWS) * len(found.worlds):
        missing = set(VIEWS) - set(made["view"])
        raise DataError(f"views: {', '.join(missing) or 'some'} lack worlds; a source is longer than its flat view")
    _load(db, "view", made.with_columns(pl.col("text").map_elements(token_count, pl.Int64).alias("token_count")))

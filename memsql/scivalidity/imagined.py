"""Worlds that the engine derives beside gold (ENGINE: "World"): an original with one event replaced, and a history
that lacks an event of a witness.

A companion is an episode of its own, so that ``memsql explain`` reads it, and it is the world of its original in
which one event is replaced; validators compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import polars as pl
import pyarrow as pa

from memsql.db import Database
from memsql.errors import DataError
from memsql.gold.evaluate import QUERIES, Evaluation
from memsql.gold.store import RAW, load_ground
from memsql.gold.suite import program_of
from memsql.gold.worlds import Worlds
from memsql.model import Scenario
from memsql.scivalidity import engine
from memsql.scivalidity.family import FIELDS, VARIANTS
from memsql.scivalidity.generate import Event, World

Pair = tuple[World, World]


class Imagined(NamedTuple):
    """``replaced``: world_id of a companion, number of a relation, value_boolean. ``deleted``: world_id, event_id of
    a witness event, value_boolean of the governing relation without it (null: not determined).
    """

    replaced: pl.DataFrame
    deleted: pl.DataFrame


@dataclass(slots=True)
class _Asked:
    """Worlds, payloads and questions under construction."""

    worlds: Worlds = field(default_factory=Worlds)
    payloads: list[tuple[object, ...]] = field(default_factory=list)
    queries: list[tuple[object, ...]] = field(default_factory=list)
    purposes: list[tuple[str, str, int]] = field(default_factory=list)

    def ask(self, world: int, rule: str, key: str, purpose: tuple[str, str, int]) -> None:
        """Ask one governing relation in one world. ``purpose``: companion, event that is lacking, number."""
        self.queries.append((len(self.queries), world, rule, False, [key]))
        self.purposes.append(purpose)


def pairs_of(worlds: Sequence[World]) -> list[Pair]:
    """Every original that has a companion among the worlds, with it."""
    companions = {(w.taskspec.taskspec_id, w.seed): w for w in worlds if w.variant == VARIANTS[1]}
    names = ((w, companions.get((w.taskspec.taskspec_id, w.seed))) for w in worlds if w.variant == VARIANTS[0])
    return [(one, other) for one, other in names if other is not None]


def replaced_event(pair: Pair) -> tuple[int, Event]:
    """Place (from 1) of the event that a companion replaces, and the event in its place.

    Raises DataError where the pair does not differ in exactly one value (paper section 3.5).
    """
    one, other = pair
    changed = [
        (place, b, f"{b.type}.{field}")
        for place, (a, b) in enumerate(zip(one.events, other.events, strict=True), 1)
        for field in FIELDS
        if getattr(a, field) != getattr(b, field)
    ]
    if len(changed) != 1:
        found = ", ".join(name for *_, name in changed) or "no value"
        name = f"{one.taskspec.taskspec_id}, seed {one.seed}"
        raise DataError(
            f"{name}: the worlds of the pair differ in {found}; correct the ranges, one value has to differ"
        )
    ((place, event, _),) = changed
    return place, replace(event, world_id=one.world_id)


def imagined(worlds: Sequence[World], witness: pl.DataFrame) -> Imagined:
    """Derive both kinds in one pass. ``witness``: query_id, event_id of gold."""
    pairs = pairs_of(worlds)
    scenarios = engine.scenarios([w for pair in pairs for w in pair], by=lambda w: (w.taskspec.number, w.seed))
    events = dict(witness.group_by("query_id").agg(pl.col("event_id").unique().sort()).iter_rows())
    asked = _Asked()
    for scenario, pair in enumerate(pairs):
        _replace(asked, scenario, pair)
        for world in pair:
            _delete(asked, scenario, pair, world, events.get(world.world_id, []))
    answers = _answers(asked, scenarios)
    rows = [(*purpose, answer) for purpose, answer in zip(asked.purposes, answers, strict=True)]
    replaced = [(name, number, answer) for name, event, number, answer in rows if not event]
    deleted = [(name, event, answer) for name, event, _, answer in rows if event]
    return Imagined(_frame(replaced, "world_id", "number"), _frame(deleted, "world_id", "event_id"))


def _frame(rows: Sequence[tuple[object, ...]], *key: str) -> pl.DataFrame:
    types = {"number": pl.Int64(), "value_boolean": pl.Boolean()}
    return pl.DataFrame(rows, schema={c: types.get(c, pl.String()) for c in (*key, "value_boolean")}, orient="row")


def _replace(asked: _Asked, scenario: int, pair: Pair) -> None:
    """Ask the original's relations in its world with the companion's event."""
    place, event = replaced_event(pair)
    payload = scenario + 1
    asked.payloads += [(scenario, payload, place, *row) for row in _rows(event)]
    world = asked.worlds.changed(scenario, sum(len(w.events) for w in pair), instead={place: payload})
    for number, relation in enumerate(pair[0].taskspec.family.relations, 1):
        asked.ask(world, relation.rule, event.world_id, (pair[1].world_id, "", number))


def _delete(asked: _Asked, scenario: int, pair: Pair, world: World, witness: Sequence[str]) -> None:
    """Ask the governing relation in the history of the pair without each event of its witness."""
    ids = [e.event_id for w in pair for e in w.events]
    base = asked.worlds.cutoff(scenario, len(ids))
    rule = world.taskspec.family.relations[0].rule
    for event in witness:
        rest = [place for place, name in enumerate(ids, 1) if name != event]
        asked.ask(asked.worlds.resolved(base, rest, rule), rule, world.world_id, (world.world_id, event, 1))


def _rows(event: Event) -> Iterator[tuple[int, str, list[str], list[str], bool, bool]]:
    """Actions of a replaced event: ordinal, relation, key, value, is_ok, is_declared."""
    for ordinal, (_, predicate, key, value) in enumerate(engine.actions(event), 1):
        yield ordinal, predicate, key, value, True, False


def _answers(asked: _Asked, scenarios: Sequence[Scenario]) -> list[bool | None]:
    """Truth of every question, in the order in which they were asked."""
    if not asked.queries:
        return []
    payloads, queries = (
        pa.table({f.name: pa.array([row[i] for row in rows], f.type) for i, f in enumerate(schema)})
        for rows, schema in ((asked.payloads, RAW), (asked.queries, QUERIES))
    )
    db, program = Database(), program_of(scenarios[0])
    try:
        load_ground(db, program, scenarios, payloads)
        Evaluation(db, program, asked.worlds, queries).run()
        found = db.frame("select query, value_boolean from ground.answer order by query")
    finally:
        db.close()
    return found["value_boolean"].to_list()

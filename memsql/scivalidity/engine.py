"""Worlds as scenarios of the engine: one scenario a TaskSpec, one query a governing relation of a world.

The engine's rules (``sql/rules/scivalidity/``) decide the relations, its lineage and witnesses justify them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import pyarrow as pa

from memsql.errors import DataError
from memsql.gold.suite import Gold, gold_of
from memsql.model import Scenario, Verb
from memsql.resources import sql_root
from memsql.scenario.schema import load_schema
from memsql.scivalidity.family import EVENT_TYPES
from memsql.scivalidity.generate import Event, World
from memsql.scivalidity.taskspec import TaskSpec

DOMAIN = "scivalidity"
STARTS_AT = datetime(2026, 1, 1)
CUTOFF_AT = datetime(2026, 12, 31, 23, 59, 59)
BOOLEAN, UNKNOWN = "boolean", "unknown"
LOGS = tuple(t for t in EVENT_TYPES if t != "plan")


def query_id(world: World, relation: int) -> str:
    """Name of the query on a relation of a world: the world's own name for the one that governs."""
    return world.world_id if relation == 0 else f"{world.world_id}-{relation}"


def actions(event: Event) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """What an event asserts: verb, predicate, key, value. The Plan says that the logs of its world are complete."""
    fields = [event.step or "0", event.amount or "0.000", event.subject or "-"]
    if event.type != "plan":
        yield Verb.ASSERT.value, event.type, [event.world_id, event.item], fields
        return
    yield Verb.ASSERT.value, "plan", [event.world_id], [event.item, *fields]
    for log in LOGS:
        yield Verb.COMPLETE.value, f"{log}_complete", [event.world_id], []


def check_objects(worlds: Sequence[World]) -> None:
    """Refuse an event that refers to an object which no event of its world makes. Raises DataError."""
    for world in worlds:
        known = {e.item for e in world.events}
        for event in world.events:
            for name in event.objects:
                if name not in known:
                    raise DataError(f"{event.event_id}: refers to {name}, which no event makes; name one of its world")


def scenarios(worlds: Sequence[World], by: Callable[[World], object] = lambda w: w.taskspec.number) -> list[Scenario]:
    """A scenario for each TaskSpec, or for each run of worlds that ``by`` finds the same."""
    declarations = load_schema([sql_root() / "schema" / DOMAIN])
    made = []
    for _, run in groupby(worlds, key=by):
        own = list(run)
        spec = own[0].taskspec
        events, acts = _history(own)
        title = f"{spec.family.title}, {spec.domain.title}"
        queries = _queries(own, spec)
        made.append(Scenario(spec.taskspec_id, title, DOMAIN, declarations, spec.rule_paths, events, acts, queries))
    return made


def _history(worlds: Sequence[World]) -> tuple[pa.Table, pa.Table]:
    events = [e for w in worlds for e in w.events]
    acts = [(e, n, i, a) for n, e in enumerate(events, 1) for i, a in enumerate(actions(e), 1)]
    texts = pa.list_(pa.string())
    made = pa.table(
        {
            "event_id": pa.array([e.event_id for e in events], pa.string()),
            "observed_at": pa.array([moment(n) for n in range(1, len(events) + 1)], pa.timestamp("us")),
            "record": pa.array([e.record for e in events], pa.string()),
            "position": pa.array(range(1, len(events) + 1), pa.int32()),
        }
    )
    done = pa.table(
        {
            "event_id": pa.array([e.event_id for e, _, _, _ in acts], pa.string()),
            "position": pa.array([n for _, n, _, _ in acts], pa.int32()),
            "ordinal": pa.array([i for _, _, i, _ in acts], pa.int32()),
            "verb": pa.array([a[0] for *_, a in acts], pa.string()),
            "predicate": pa.array([a[1] for *_, a in acts], pa.string()),
            "key": pa.array([a[2] for *_, a in acts], texts),
            "value": pa.array([a[3] for *_, a in acts], texts),
        }
    )
    return made, done


def moment(position: int) -> datetime:
    """When the event at a position of its scenario was recorded: a minute after the one before it."""
    return STARTS_AT + timedelta(minutes=position)


def _queries(worlds: Sequence[World], spec: TaskSpec) -> pa.Table:
    asked = [(query_id(w, i), r.rule, w) for w in worlds for i, r in enumerate(spec.family.relations)]
    times = pa.array([CUTOFF_AT] * len(asked), pa.timestamp("us"))
    return pa.table(
        {
            "query_id": pa.array([q for q, _, _ in asked], pa.string()),
            "relation": pa.array([r for _, r, _ in asked], pa.string()),
            "key": pa.array([[w.world_id] for _, _, w in asked], pa.list_(pa.string())),
            "is_collection": pa.array([False] * len(asked), pa.bool_()),
            "cutoff_at": times,
            "known_at": times,
            "family": pa.array(["rules"] * len(asked), pa.string()),
            "question": pa.array([w.request for _, _, w in asked], pa.string()),
        }
    )


def folder_files(worlds: Sequence[World]) -> dict[str, list[dict[str, Any]]]:
    """``events.jsonl`` and ``queries.jsonl`` of one TaskSpec's scenario, as objects, a line each."""
    spec = worlds[0].taskspec
    events = [e for w in worlds for e in w.events]
    lines = []
    for position, event in enumerate(events, start=1):
        acts = []
        for verb, predicate, key, value in actions(event):
            name = predicate.removesuffix("_complete") if verb == Verb.COMPLETE.value else predicate
            acts.append({"verb": verb, "predicate": name, "key": key} | ({"value": value} if value else {}))
        at = moment(position).isoformat()
        lines.append({"event_id": event.event_id, "observed_at": at, "record": event.record, "actions": acts})
    queries = [
        {
            "query_id": query_id(w, i),
            "relation": r.rule,
            "key": [w.world_id],
            "cutoff_at": CUTOFF_AT.isoformat(),
            "question": w.request,
            "family": "rules",
        }
        for w in worlds
        for i, r in enumerate(spec.family.relations)
    ]
    return {"events.jsonl": lines, "queries.jsonl": queries}


def derive(worlds: Sequence[World], workers: int = 1) -> Gold:
    """Gold of all governing relations; every witness is derived again, and once more without each of its events.

    Raises DataError for a rule whose answer is not true or false.
    """
    found = gold_of(scenarios(worlds), DOMAIN, workers=workers)
    kinds = dict(found.table("answer").select("query_id", "answer_type").iter_rows())
    for world in worlds:
        for number, relation in enumerate(world.taskspec.family.relations):
            kind = kinds[query_id(world, number)]
            if kind not in (BOOLEAN, UNKNOWN):
                name = f"{world.taskspec.taskspec_id}: rule {relation.rule}"
                raise DataError(f"{name} answers a {kind}; select the column world alone, with distinct")
    return found

"""A suite of made-up scenarios, from a seed alone: the scale at which the engine's speed is promised.

Ten scenarios hold about 4,700 events, 1,500 queries and 390 cutoff worlds, in two domains that take turns.
Scenario i is the same whatever the number of scenarios, so a suite grows by adding scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

import pyarrow as pa

from memsql.bench.edu import Courses
from memsql.bench.history import Action
from memsql.bench.trip import Trips
from memsql.model import Declaration, Scenario
from memsql.resources import sql_root
from memsql.scenario.events import ACTIONS, EVENTS
from memsql.scenario.queries import QUERIES
from memsql.scenario.schema import load_schema, schema_files

SEED = 7
SCENARIO_COUNT = 10
EVENT_COUNT = 470  # per scenario; what the domain leaves open is filled with events that record no action
QUERY_COUNT = 150  # per scenario
CUTOFF_COUNT = 40  # per scenario, in the last quarter of its history
DOMAINS = {"bench_trip": Trips, "bench_edu": Courses}
STARTS_AT = datetime(2026, 1, 1)
YEAR_SECONDS = 360 * 86_400


def suite(count: int = SCENARIO_COUNT, seed: int = SEED, start: int = 0) -> Iterator[Scenario]:
    """Yield the scenarios ``start`` to ``start + count - 1``."""
    for index in range(start, start + count):
        yield scenario(index, seed)


def scenario(index: int, seed: int = SEED) -> Scenario:
    """Scenario number ``index`` (from 0) of the suite of this seed."""
    domain = list(DOMAINS)[index % len(DOMAINS)]
    random = Random(seed * 1_000_003 + index)  # noqa: S311 (a suite to measure with, no secret)
    made = DOMAINS[domain](random)
    groups = made.history.groups
    groups += [(random.random(), ()) for _ in range(EVENT_COUNT - len(groups))]
    groups.sort(key=lambda g: g[0])
    scenario_id = f"{domain}_{index + 1}"
    declarations, rule_paths = _sql(domain)
    times = [STARTS_AT + timedelta(seconds=int(time * YEAR_SECONDS)) for time, _ in groups]
    return Scenario(
        scenario_id=scenario_id,
        title=scenario_id,
        domain=domain,
        declarations=declarations,
        rule_paths=rule_paths,
        events=_events(times, [actions for _, actions in groups]),
        actions=_actions([actions for _, actions in groups]),
        queries=_queries(scenario_id, made, times, random),
        origin="made up from a seed",
        licence="Apache-2.0",
    )


@cache
def _sql(domain: str) -> tuple[tuple[Declaration, ...], tuple[Path, ...]]:
    """The declarations and the rule files of a domain."""
    root = sql_root()
    return load_schema([root / "schema" / domain]), schema_files([root / "rules" / domain])


def _events(times: list[datetime], groups: list[tuple[Action, ...]]) -> pa.Table:
    numbers = range(1, len(times) + 1)
    columns = {
        "event_id": [f"e{i}" for i in numbers],
        "observed_at": times,
        "record": [_record(g) for g in groups],
        "position": list(numbers),
    }
    return pa.table(columns, schema=EVENTS)


def _record(actions: tuple[Action, ...]) -> str:
    """A text for the event; the engine never reads it."""
    parts = [f"{a.verb} {a.predicate}({', '.join(a.key)}) {' '.join(a.value)}".rstrip() for a in actions]
    return "; ".join(parts) or "nothing to record"


def _actions(groups: list[tuple[Action, ...]]) -> pa.Table:
    rows = [
        (f"e{i}", i, ordinal, str(a.verb), a.predicate, list(a.key), list(a.value))
        for i, group in enumerate(groups, 1)
        for ordinal, a in enumerate(group, 1)
    ]
    return pa.table(dict(zip(ACTIONS.names, zip(*rows, strict=True), strict=True)), schema=ACTIONS)


def _queries(scenario_id: str, made: Trips | Courses, times: list[datetime], random: Random) -> pa.Table:
    """Questions at cutoffs in the last quarter of the history."""
    last = len(times)
    shares = [0.75 + 0.25 * (i + 1) / CUTOFF_COUNT for i in range(CUTOFF_COUNT)]
    positions = sorted({int(last * share) for share in shares})
    rows = []
    for number in range(1, QUERY_COUNT + 1):
        asked = made.question()
        at = times[random.choice(positions) - 1]
        query_id = f"{scenario_id}_q{number}"
        rows.append((query_id, asked.relation, list(asked.key), asked.is_collection, at, at, asked.family, None))
    return pa.table(dict(zip(QUERIES.names, zip(*rows, strict=True), strict=True)), schema=QUERIES)

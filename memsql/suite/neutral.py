"""Distractors: events outside the support that resemble what a query needs, and the proof that they are neutral."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import polars as pl
import pyarrow as pa

from memsql.gold.batch import Batch
from memsql.gold.evaluate import QUERIES, Evaluation
from memsql.gold.suite import batches_of, program_of
from memsql.model import Scenario, Verb
from memsql.suite.words import content_words

CHATTER, NEAR_MISS = "chatter", "near-miss"
PER_KIND = 2


class Distractor(NamedTuple):
    """An event that leaves the answer of a query as it is."""

    query_id: str
    event_id: str
    kind: str


def distractors_of(scenario: Scenario, tables: Mapping[str, pl.DataFrame], seed: int) -> list[Distractor]:
    """Return distractors of the scenario's queries: chatter that shares words with the question, and near misses,
    which act on a predicate that the support acts on, with an entity of the question where there is one.

    No near miss takes back a row with valid time: the row in force is the earlier one because of it, although it
    is no part of that one's support (ENGINE masks the row), so it is not neutral.
    """
    random = Random(f"{seed}:{scenario.scenario_id}:distractors")  # noqa: S311 (a suite from a seed, no secret)
    ids = scenario.events["event_id"].to_pylist()
    times = scenario.events["observed_at"].to_pylist()
    words = [content_words(r) for r in scenario.events["record"].to_pylist()]
    predicates: list[set[str]] = [set() for _ in ids]
    by_predicate: dict[str, set[int]] = defaultdict(set)
    for position, predicate in zip(
        scenario.actions["position"].to_pylist(), scenario.actions["predicate"].to_pylist(), strict=True
    ):
        predicates[position - 1].add(predicate)
        by_predicate[predicate].add(position - 1)
    dated = {d.name for d in scenario.declarations if d.has_valid_time}
    verbs = zip(*(scenario.actions[c].to_pylist() for c in ("position", "predicate", "verb")), strict=True)
    takes_back = {position - 1 for position, name, verb in verbs if name in dated and verb == Verb.CANCEL}
    place = {e: i for i, e in enumerate(ids)}
    chatter = [i for i, p in enumerate(predicates) if not p]
    support: dict[str, set[int]] = defaultdict(set)
    for query_id, event_id in tables["support"].select("query_id", "event_id").iter_rows():
        support[query_id].add(place.get(event_id, -1))
    found: list[Distractor] = []
    for query in scenario.queries.to_pylist():
        last, used = bisect_right(times, query["known_at"]), support[query["query_id"]]
        asked = content_words(query["question"])
        near = {i for e in used if e >= 0 for p in predicates[e] for i in by_predicate[p]} - used - takes_back
        for kind, pool in ((CHATTER, chatter), (NEAR_MISS, sorted(near))):
            visible = [i for i in pool if i < last]
            random.shuffle(visible)
            visible.sort(key=lambda i: -len(words[i] & asked))
            best = [i for i in visible[:PER_KIND] if kind == NEAR_MISS or words[i] & asked]
            found += [Distractor(query["query_id"], ids[i], kind) for i in sorted(best)]
    return found


def disturbing(scenarios: Sequence[Scenario], distractors: Iterable[Distractor]) -> list[Distractor]:
    """Return the distractors whose absence changes label or answer of their query: one world for each.

    An event without an action gets none: it is in no relation, so a world without it is the same world.
    """
    wanted: dict[str, list[Distractor]] = defaultdict(list)
    for distractor in distractors:
        wanted[distractor.query_id].append(distractor)
    found: list[Distractor] = []
    for batch in batches_of(scenarios):
        found += _disturbing(batch, wanted)
    return found


def _disturbing(scenarios: Sequence[Scenario], wanted: Mapping[str, Sequence[Distractor]]) -> list[Distractor]:
    batch = Batch(program_of(scenarios[0]), scenarios)
    try:
        batch.load()
        assert batch.queries is not None
        places = [{e: i for i, e in enumerate(s.events["event_id"].to_pylist(), 1)} for s in scenarios]
        acting = [set(s.actions["event_id"].to_pylist()) for s in scenarios]
        ids = [(i, q) for i, s in enumerate(scenarios) for q in s.queries["query_id"].to_pylist()]
        rows = batch.queries.to_pylist()
        tested: dict[int, Distractor] = {}
        worlds: dict[tuple[int, int, str], int] = {}
        for row, (scenario, query_id) in zip(list(rows), ids, strict=True):
            for distractor in wanted.get(query_id, ()):
                if distractor.event_id not in acting[scenario]:
                    continue
                event = places[scenario][distractor.event_id]
                base, relation = row["_w"], row["relation"]
                if (base, event, relation) not in worlds:
                    known_at, day = batch.worlds.known_at[base], batch.worlds.day[base]
                    worlds[base, event, relation] = batch.worlds.changed(
                        scenario, known_at, without=[event], day=day, target=relation
                    )
                tested[len(rows)] = distractor
                world = worlds[base, event, relation]
                rows.append({**row, "query": len(rows), "_w": world, "of": row["query"]})
        Evaluation(batch.db, batch.program, batch.worlds, pa.Table.from_pylist(rows, schema=QUERIES)).run()
        answers = {r[0]: r[1:] for r in batch.db.rows("select query, * exclude (query, _w) from ground.answer")}
        return [d for number, d in tested.items() if answers[number] != answers[rows[number]["of"]]]
    finally:
        batch.db.close()

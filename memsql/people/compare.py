"""How answers differ between two times, and between a history and one that somebody imagines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from memsql.errors import DataError
from memsql.gold.evaluate import Evaluation
from memsql.model import VALID_FROM, View
from memsql.people.describe import VALUES, shown_answer
from memsql.people.explain import derive
from memsql.people.scenario import Moment, Scenario, asked, literal, moment, nearest, query_row

if TYPE_CHECKING:
    import polars as pl

    from memsql.gold.batch import Batch
    from memsql.model import Scenario as Model

ANSWER = ("label", "answer_type", *VALUES)

__all__ = ["Diff", "WhatIf", "diff", "shown_answer", "what_if"]


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed for a query between two times.

    ``before`` and ``after``: label, answer_type and values. ``changed``: node_id, depth, before, after; from the
    changed facts up to the root, deepest first. ``causes``: event_id, observed_at, record, node_id of the fact it
    changed; events between the two times, in their order.
    """

    query_id: str
    before: dict[str, Any]
    after: dict[str, Any]
    changed: pl.DataFrame
    causes: pl.DataFrame


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Answers in an imagined history.

    ``before`` and ``after``: label, answer_type and values of the query. ``changed``: query_id, question, before,
    after of the other answers of its scenario that differ.
    """

    query_id: str
    before: dict[str, Any]
    after: dict[str, Any]
    changed: pl.DataFrame


def diff(scenario: Scenario, query_id: str, start: Moment, end: Moment) -> Diff:
    """Say what changed for a query between two cutoffs, and which events caused it.

    Every state of either derivation is asked at both times; those whose state differs are listed. ``start`` may
    be the later one. Raises DataError for an unknown query or a text that is no time.
    """
    part, query = scenario.part_of(query_id)
    times = (moment(start), moment(end))
    rows = [{**query, "query_id": str(i), "cutoff_at": t, "known_at": t} for i, t in enumerate(times)]
    gold = derive(part, rows)
    before, after = (_plain(row) for row in gold.table("answer").sort("query_id").to_dicts())
    states = _changed_states(part, gold.table("dag_node"), times)
    causes = _causes(part, gold.table("fact_version"), states, times)
    changed = states.select("node_id", "depth", "before", "after")
    if before != after and changed.filter(changed["depth"] == 0).height == 0:
        # The root of a query with a reference is the query itself, which no relation holds.
        root = (f"query({query_id})", 0, shown_answer(before), shown_answer(after))
        changed = changed.extend(type(changed)([root], schema=changed.schema, orient="row"))
    return Diff(query_id, before, after, changed, causes)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """An answer without the numbers of its query and world."""
    return {column: row[column] for column in ANSWER}


def _changed_states(part: Model, nodes: pl.DataFrame, times: Sequence[datetime]) -> pl.DataFrame:
    """Return node_id, depth, relation, key, before, after of the states that differ between the times."""
    import polars as pl

    states = (
        nodes.filter(pl.col("relation").is_not_null())
        .group_by("node_id", "relation", "key", (pl.col("kind") == "collection").alias("is_collection"))
        .agg(pl.col("depth").max())
        .sort("depth", "node_id", descending=[True, False])
    )
    rows = [
        query_row(f"{number}.{side}", state["relation"], literal(json.loads(state["key"])), state["is_collection"], at)
        for number, state in enumerate(states.iter_rows(named=True))
        for side, at in enumerate(times)
    ]
    found = _answers(part, rows)
    texts = {
        "before": [shown_answer(row) for row in found[0::2]],
        "after": [shown_answer(row) for row in found[1::2]],
    }
    differs = pl.Series(
        [_plain(b) != _plain(a) for b, a in zip(found[0::2], found[1::2], strict=True)], dtype=pl.Boolean
    )
    return states.with_columns(**{n: pl.Series(t, dtype=pl.String) for n, t in texts.items()}).filter(differs)


def _answers(part: Model, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Answers of queries, in their order, without lineage."""
    batch = asked(part, rows)
    try:
        assert batch.queries is not None
        Evaluation(batch.db, batch.program, batch.worlds, batch.queries).run()
        return batch.db.frame("select * from ground.answer order by query").to_dicts()
    finally:
        batch.db.close()


def _causes(part: Model, versions: pl.DataFrame, states: pl.DataFrame, times: Sequence[datetime]) -> pl.DataFrame:
    """Events between the times that made the version of a changed fact that stands at the later one."""
    import polars as pl

    events = pl.from_arrow(part.events)
    assert isinstance(events, pl.DataFrame)
    earlier, later = min(times), max(times)
    stands = pl.col("superseded_at").is_null() | (pl.col("superseded_at") > later)
    stood = _standing(part, versions.drop("scenario_id", "observed_at"), stands, later)
    return (
        states.join(stood, on=["relation", "key"])
        .join(events, on="event_id")
        .filter(pl.col("observed_at") > earlier, pl.col("observed_at") <= later)
        .sort("position", "node_id")
        .select("event_id", "observed_at", "record", "node_id")
    )


def _standing(part: Model, versions: pl.DataFrame, stands: pl.Expr, later: datetime) -> pl.DataFrame:
    """relation, key, event_id: versions behind the facts, and behind the views of the store over them.

    The row in force is the last one that stands by the day; one that was cancelled after it made room for it.
    """
    import polars as pl

    places = {d.name: d.key.index(VALID_FROM) for d in part.declarations if d.has_valid_time}
    keys = [_without(key, places.get(relation)) for relation, key in versions.select("relation", "key").iter_rows()]
    visible = versions.filter(stands)
    first = versions.filter(pl.col("version") == 1).with_columns(
        relation=pl.lit(View.FIRST.prefix) + pl.col("relation")
    )
    by_day = versions.with_columns(key=pl.Series(keys, dtype=pl.String)).filter(
        stands, pl.col("valid_from").is_not_null(), pl.col("valid_from") <= later.date()
    )
    start = pl.col("valid_from").filter(~pl.col("is_cancelled")).max().over("relation", "key")
    current = by_day.filter(start.is_null() | (pl.col("valid_from") >= start))
    current = current.with_columns(relation=pl.lit(View.CURRENT.prefix) + pl.col("relation"))
    columns = ("relation", "key", "event_id")
    return pl.concat([frame.select(columns) for frame in (visible, first, current)])


def _without(key: str, place: int | None) -> str:
    """A key as JSON without its entry ``place``, spelt as the exported tables spell keys."""
    if place is None:
        return key
    values = json.loads(key)
    return json.dumps([*values[:place], *values[place + 1 :]], ensure_ascii=False, separators=(",", ":"))


def what_if(
    scenario: Scenario,
    query_id: str,
    *,
    without: Iterable[str] = (),
    only: Iterable[str] = (),
    at: Moment | None = None,
) -> WhatIf:
    """Answer a query, and every other one of its scenario, in an imagined history.

    ``without``: all events but these. ``only``: exactly these, what a reader who has just them would derive.
    Versions are chosen among what is left, and completeness is taken at face value (a literal world). ``at``
    moves the query's cutoff. Raises DataError for an unknown query or event, and for none or both of the two.
    """
    part, query = scenario.part_of(query_id)
    left_out, kept = _listed(without), _listed(only)
    if bool(left_out) == bool(kept):
        found = "without and only at once; give one of them" if kept else "no event given; name some in without or only"
        raise DataError(f"what-if {query_id}: {found}")
    if at is not None:
        query = {**query, "cutoff_at": moment(at), "known_at": moment(at)}
    rows = [query if r["query_id"] == query_id else r for r in part.queries.to_pylist()]
    batch = asked(part, rows)
    try:
        before, after = _both(batch, part, left_out, kept)
    finally:
        batch.db.close()
    return _compared(query_id, rows, before, after)


def _listed(events: Iterable[str]) -> list[str]:
    """Event ids as a list; a single text is one id, not its letters."""
    return [events] if isinstance(events, str) else list(events)


def _both(
    batch: Batch, part: Model, without: list[str], only: list[str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Answers of all queries, in their own worlds and in the changed ones, by query number."""
    ids = part.events["event_id"].to_pylist()
    position = dict(zip(ids, part.events["position"].to_pylist(), strict=True))
    for event in [*without, *only]:
        if event not in position:
            raise DataError(f"{part.scenario_id}: no event {event}; {nearest(event, ids)}")
    assert batch.queries is not None
    queries = batch.queries.to_pylist()
    events = sorted({position[e] for e in (only or without)})
    twin: dict[int, int] = {}
    for world in sorted({q["_w"] for q in queries}):
        known_at = batch.worlds.known_at[world]
        if only:
            twin[world] = batch.worlds.only(world, [e for e in events if e <= known_at])
        else:
            twin[world] = batch.worlds.changed(0, known_at, without=events, day=batch.worlds.day[world])
    doubled = [*queries, *({**q, "_w": twin[q["_w"]]} for q in queries)]
    Evaluation(batch.db, batch.program, batch.worlds, pa.Table.from_pylist(doubled)).run()
    found = batch.db.frame("select * from ground.answer").to_dicts()
    answers = {(r["query"], r["_w"]): _plain(r) for r in found}
    before = [answers[q["query"], q["_w"]] for q in queries]
    after = [answers[q["query"], twin[q["_w"]]] for q in queries]
    return before, after


def _compared(
    query_id: str, rows: list[dict[str, Any]], before: list[dict[str, Any]], after: list[dict[str, Any]]
) -> WhatIf:
    import polars as pl

    number = next(i for i, r in enumerate(rows) if r["query_id"] == query_id)
    changed = [
        (r["query_id"], r["question"], shown_answer(b), shown_answer(a))
        for r, b, a in zip(rows, before, after, strict=True)
        if b != a and r["query_id"] != query_id
    ]
    schema = {"query_id": pl.String, "question": pl.String, "before": pl.String, "after": pl.String}
    frame = pl.DataFrame(changed, schema=schema, orient="row")
    return WhatIf(query_id, before[number], after[number], frame)

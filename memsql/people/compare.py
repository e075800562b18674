"""How answers differ between two times, and between a history and one that somebody imagines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from memsql.errors import DataError, did_you_mean
from memsql.gold.evaluate import Evaluation
from memsql.people.explain import derive
from memsql.people.scenario import Moment, Scenario, asked, moment, query_row

if TYPE_CHECKING:
    import polars as pl

    from memsql.gold.batch import Batch
    from memsql.model import Scenario as Model

VALUES = ("label", "value_number", "value_boolean", "value_entity", "value_date", "value_set")


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed for a query between two times.

    ``before`` and ``after``: label and value. ``changed``: node_id, depth, before, after; from the changed facts
    up to the root, deepest first. ``causes``: event_id, observed_at, record, node_id of the fact it changed.
    """

    query_id: str
    before: dict[str, Any]
    after: dict[str, Any]
    changed: pl.DataFrame
    causes: pl.DataFrame


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Answers in an imagined history. ``changed``: query_id, question, before, after of the answers that differ."""

    query_id: str
    before: dict[str, Any]
    after: dict[str, Any]
    changed: pl.DataFrame


def shown_answer(row: dict[str, Any]) -> str:
    """One answer as text: its value, or its label where there is none."""
    for column in VALUES[1:]:
        value = row[column]
        if value is None:
            continue
        if column == "value_number":
            return format(value.normalize(), "f")
        if column == "value_set":
            return "{" + ", ".join(value) + "}"
        return str(value).lower() if isinstance(value, bool) else str(value)
    return str(row["label"])


def diff(scenario: Scenario, query_id: str, start: Moment, end: Moment) -> Diff:
    """Say what changed for a query between two cutoffs, and which events caused it.

    Every state of either derivation is asked at both times; those whose state differs are listed.
    """
    import polars as pl

    part, query = scenario.part_of(query_id)
    times = (moment(start), moment(end))
    rows = [{**query, "query_id": str(i), "cutoff_at": t, "known_at": t} for i, t in enumerate(times)]
    gold = derive(part, rows)
    answers = {r["query_id"]: r for r in gold.table("answer").to_dicts()}
    nodes = gold.table("dag_node").filter(pl.col("relation").is_not_null())
    depth = nodes.group_by("node_id").agg(pl.col("depth").max(), pl.col("relation").first(), pl.col("key").first())
    depth = depth.sort("depth", "node_id", descending=[True, False])
    changed = _changed_nodes(part, depth, times)
    if _differ(answers["0"], answers["1"]) and not changed.height:
        raise DataError(f"query {query_id}: the answer changed with no state; a reference or parameter did")
    causes = _causes(part, gold.table("dag_edge"), changed, times[0])
    return Diff(query_id, answers["0"], answers["1"], changed, causes)


def _differ(left: dict[str, Any], right: dict[str, Any]) -> bool:
    return any(left[c] != right[c] for c in VALUES)


def _changed_nodes(part: Model, nodes: pl.DataFrame, times: Sequence[Any]) -> pl.DataFrame:
    """The nodes whose state at the two times differs."""
    import polars as pl

    asked_rows: list[dict[str, Any]] = []
    names: list[tuple[str, int]] = []
    for node_id, depth, relation, key in nodes.select("node_id", "depth", "relation", "key").iter_rows():
        is_collection = node_id.startswith(f"{relation}[")
        if "#" in relation:
            continue
        for number, at in enumerate(times):
            row_id = f"{len(names)}.{number}"
            values = [f"@{v}" if v.startswith("@") else v for v in json.loads(key)]
            asked_rows.append(query_row(row_id, relation, values, is_collection, at))
        names.append((node_id, depth))
    answers = {r["query_id"]: r for r in derive(part, asked_rows).table("answer").to_dicts()}
    found = []
    for number, (node_id, depth) in enumerate(names):
        before, after = answers[f"{number}.0"], answers[f"{number}.1"]
        if _differ(before, after):
            found.append((node_id, depth, shown_answer(before), shown_answer(after)))
    schema = {"node_id": pl.String, "depth": pl.Int32, "before": pl.String, "after": pl.String}
    return pl.DataFrame(found, schema=schema, orient="row")


def _causes(part: Model, edges: pl.DataFrame, changed: pl.DataFrame, start: Any) -> pl.DataFrame:
    """Events after the first time that assert a changed fact."""
    import polars as pl

    events = pl.from_arrow(part.events)
    assert isinstance(events, pl.DataFrame)
    leaves = edges.filter(pl.col("query_id") == "1", pl.col("body").str.starts_with("event:"))
    leaves = leaves.with_columns(pl.col("body").str.slice(6).alias("event_id"), pl.col("head").alias("node_id"))
    return (
        leaves.join(changed, on="node_id", how="semi")
        .join(events, on="event_id")
        .filter(pl.col("observed_at") > start)
        .sort("position", "node_id")
        .select("event_id", "observed_at", "record", "node_id")
        .unique(maintain_order=True)
    )


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
    moves the query's cutoff. Raises DataError for an unknown event, or for both at once.
    """
    part, query = scenario.part_of(query_id)
    left_out, kept = list(without), list(only)
    if left_out and kept:
        raise DataError("what-if: without and only at once; give one of them")
    if at is not None:
        query = {**query, "cutoff_at": moment(at), "known_at": moment(at)}
    rows = [query if r["query_id"] == query_id else r for r in part.queries.to_pylist()]
    batch = asked(part, rows)
    try:
        before, after = _both(batch, part, left_out, kept)
    finally:
        batch.db.close()
    return _compared(query_id, rows, before, after)


def _both(
    batch: Batch, part: Model, without: list[str], only: list[str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Answers of all queries, in their own worlds and in the changed ones, by query number."""
    ids = part.events["event_id"].to_pylist()
    position = dict(zip(ids, part.events["position"].to_pylist(), strict=True))
    for event in [*without, *only]:
        if event not in position:
            raise DataError(f"{part.scenario_id}: no event {event}; {did_you_mean(event, ids)}")
    assert batch.queries is not None
    queries = batch.queries.to_pylist()
    twin: dict[int, int] = {}
    for world in sorted({q["_w"] for q in queries}):
        events = [position[e] for e in (only or without)]
        if only:
            seen = [e for e in events if e <= batch.worlds.known_at[world]]
            twin[world] = batch.worlds.only(world, seen)
        else:
            twin[world] = batch.worlds.changed(0, batch.worlds.known_at[world], without=events)
    doubled = [*queries, *({**q, "_w": twin[q["_w"]]} for q in queries)]
    Evaluation(batch.db, batch.program, batch.worlds, pa.Table.from_pylist(doubled)).run()
    found = batch.db.frame("select * from ground.answer").to_dicts()
    answers = {(r["query"], r["_w"]): r for r in found}
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
        if _differ(b, a) and r["query_id"] != query_id
    ]
    schema = {"query_id": pl.String, "question": pl.String, "before": pl.String, "after": pl.String}
    frame = pl.DataFrame(changed, schema=schema, orient="row")
    return WhatIf(query_id, before[number], after[number], frame)

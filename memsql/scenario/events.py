"""Read the events of a scenario: ``events.jsonl`` or ``events.parquet``, checked and put into their order.

Events are ordered by (observed_at, event id in natural order); the order of lines in the file never matters.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pyarrow as pa

from memsql.errors import DataError, at, shown
from memsql.model import Declaration
from memsql.scenario.actions import check_actions
from memsql.scenario.events_jsonl import read_jsonl
from memsql.scenario.events_parquet import read_parquet
from memsql.scenario.ids import check_ids, natural_text
from memsql.scenario.times import FORM, TIME, parse_times, shown_time

EVENTS = pa.schema(
    {
        "event_id": pa.string(),
        "observed_at": pa.timestamp("us"),
        "record": pa.string(),
        "position": pa.int32(),
    }
)
ACTIONS = pa.schema(
    {
        "event_id": pa.string(),
        "position": pa.int32(),
        "ordinal": pa.int32(),
        "verb": pa.string(),
        "predicate": pa.string(),
        "key": pa.list_(pa.string()),
        "value": pa.list_(pa.string()),
    }
)


class Events(NamedTuple):
    """The two tables of a history, as `Scenario` describes them."""

    events: pa.Table
    actions: pa.Table


def read_events(path: Path, declarations: tuple[Declaration, ...], starts_at: datetime | None = None) -> Events:
    """Read a file of events whose actions fit ``declarations``.

    Texts of keys and values are spelt as DuckDB prints their values. Raises DataError with the line (the row,
    for Parquet) of the first event that cannot be used as it is, and for one observed before ``starts_at``.
    """
    raw = read_parquet(path) if path.suffix == ".parquet" else read_jsonl(path)
    check_ids(raw.events, "event_id", path)
    events = _with_times(raw.events, path)
    if starts_at is not None:
        _check_start(events, starts_at, path)
    actions = check_actions(raw.actions, declarations, path)
    events = events.with_columns(natural=natural_text(events["event_id"]))
    events = events.sort("observed_at", "natural", "event_id").with_row_index("position", offset=1)
    positions = events.select("event_id", "position")
    actions = actions.join(positions, on="event_id", how="left").sort("position", "ordinal")
    return Events(as_table(events, EVENTS), as_table(actions, ACTIONS))


def as_table(frame: pl.DataFrame, schema: pa.Schema) -> pa.Table:
    """Return the columns of ``schema`` as an Arrow table of exactly these types, in one chunk."""
    return frame.select(schema.names).to_arrow().cast(schema).combine_chunks()


def _with_times(events: pl.DataFrame, path: Path) -> pl.DataFrame:
    """Return the events with observed_at as a timestamp in microseconds."""
    if events["observed_at"].dtype != pl.String:
        return events.with_columns(pl.col("observed_at").cast(TIME))
    times = parse_times(events["observed_at"]).at
    bad = events.filter(times.is_null())
    if bad.height:
        line, found = bad["line"][0], shown(bad["observed_at"][0])
        raise DataError(f"{at(path, line)}: observed_at is {found}, no time; {FORM}")
    return events.with_columns(times.alias("observed_at"))


def _check_start(events: pl.DataFrame, starts_at: datetime, path: Path) -> None:
    bad = events.filter(pl.col("observed_at") < starts_at)
    if bad.height:
        event = bad.row(0, named=True)
        found = f"event {shown(event['event_id'])} is observed at {shown_time(event['observed_at'])}"
        raise DataError(
            f"{at(path, event['line'])}: {found}, before the scenario starts at {shown_time(starts_at)}; "
            "correct observed_at, or starts_at in scenario.toml"
        )

"""Read ``events.jsonl``: columns at once where the shape is right, object by object to say what is not."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from memsql.errors import DataError, at
from memsql.scenario.lines import (
    Chunk,
    field_problem,
    kind,
    read_json_lines,
    text_problem,
    texts_problem,
)
from memsql.scenario.raw import ACTION_FIELDS, EVENT_FIELDS, VALUE, RawEvents

TEXTS = pa.list_(pa.string())
EVENTS = {"line": pa.int64(), "event_id": pa.string(), "observed_at": pa.string(), "record": pa.string()}
ACTIONS = {
    "line": pa.int64(),
    "event_id": pa.string(),
    "ordinal": pa.int32(),
    "verb": pa.string(),
    "predicate": pa.string(),
    "key": TEXTS,
    "value": TEXTS,
}


class ShapeError(Exception):
    """A chunk holds something that is not an event; `_refuse` finds and names it."""


def read_jsonl(path: Path) -> RawEvents:
    """Return the events of a JSON lines file.

    Raises DataError with the line for anything that is not an event: not JSON, a field missing, unknown or
    twice, a number or null in the place of a text.
    """
    events, actions = [pa.table(_empty(EVENTS))], [pa.table(_empty(ACTIONS))]
    for chunk in read_json_lines(path):
        try:
            found = _columns(chunk)
        except (ShapeError, KeyError, TypeError, AttributeError, UnicodeEncodeError, pa.ArrowException):
            _refuse(chunk, path)
        events.append(found[0])
        actions.append(found[1])
    return RawEvents(_frame(events), _frame(actions))


def _empty(columns: dict[str, pa.DataType]) -> dict[str, pa.Array]:
    return {name: pa.array([], type_) for name, type_ in columns.items()}


def _frame(tables: list[pa.Table]) -> pl.DataFrame:
    frame = pl.from_arrow(pa.concat_tables(tables))
    assert isinstance(frame, pl.DataFrame)
    return frame


def _columns(chunk: Chunk) -> tuple[pa.Table, pa.Table]:
    """Turn a chunk into its two tables; any exception means that the shape is wrong somewhere.

    The names that are read are all that an object may have, so its length tells whether there are others.
    """
    objects = chunk.objects
    lists = [o["actions"] for o in objects]
    _require(objects, dict, len(EVENT_FIELDS))
    _require(lists, list)
    actions = list(chain.from_iterable(lists))
    keys = [a["key"] for a in actions]
    values = [a.get(VALUE, ()) for a in actions]
    counts = {len(a) - (VALUE in a) for a in actions}
    if not counts <= {len(ACTION_FIELDS)} or not set(map(type, values)) <= {list, tuple}:
        raise ShapeError
    _require(keys, list)
    counted = [len(found) for found in lists]
    events = {"line": chunk.lines} | {name: [o[name] for o in objects] for name in EVENT_FIELDS[:-1]}
    columns = {
        "line": [line for line, n in zip(chunk.lines, counted, strict=True) for _ in range(n)],
        "event_id": [i for i, n in zip(events["event_id"], counted, strict=True) for _ in range(n)],
        "ordinal": [ordinal for n in counted for ordinal in range(1, n + 1)],
        "verb": [a["verb"] for a in actions],
        "predicate": [a["predicate"] for a in actions],
        "key": keys,
        "value": values,
    }
    return _table(events, EVENTS), _table(columns, ACTIONS)


def _require(found: list[Any], type_: type, length: int | None = None) -> None:
    """Check the type of all values, and their length where one is given."""
    if not set(map(type, found)) <= {type_} or (length is not None and not set(map(len, found)) <= {length}):
        raise ShapeError


def _table(columns: dict[str, list[Any]], types: dict[str, pa.DataType]) -> pa.Table:
    """Build a table without nulls. Arrow refuses a number in the place of a text by itself."""
    made = pa.table({name: pa.array(columns[name], type_) for name, type_ in types.items()})
    for column in made.columns:
        flat = pc.list_flatten(column) if column.type == TEXTS else column
        if column.null_count or flat.null_count:
            raise ShapeError
    return made


def _refuse(chunk: Chunk, path: Path) -> None:
    """Raise DataError for the first object of the chunk that is not an event."""
    for line, found in zip(chunk.lines, chunk.objects, strict=True):
        if problem := _event_problem(found):
            raise DataError(f"{at(path, line)}: {problem}")
    raise AssertionError(f"{at(path)}: a chunk was refused in which every event has the right shape")


def _event_problem(found: dict[str, Any]) -> str | None:
    """Return what is wrong with the shape of one event, or None."""
    if problem := field_problem(found, EVENT_FIELDS):
        return problem
    for name in EVENT_FIELDS[:-1]:
        if problem := text_problem(name, found[name]):
            return problem
    actions = found["actions"]
    if not isinstance(actions, list):
        return f"actions is {kind(actions)}; write an array of actions, it may be empty"
    for ordinal, action in enumerate(actions, start=1):
        if problem := _action_problem(action):
            return f"action {ordinal}: {problem}"
    return None


def _action_problem(action: object) -> str | None:
    """Return what is wrong with the shape of one action, or None."""
    if not isinstance(action, dict):
        return f"{kind(action)}; write an object with verb, predicate, key and value"
    if problem := field_problem(action, ACTION_FIELDS, (VALUE,)):
        return problem
    for name in ("verb", "predicate"):
        if problem := text_problem(name, action[name]):
            return problem
    return texts_problem("key", action["key"]) or texts_problem("value", action.get(VALUE, []))

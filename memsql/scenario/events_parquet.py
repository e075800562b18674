"""Read ``events.parquet``: the same columns as a line of ``events.jsonl`` has fields."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from memsql.errors import DataError, at, did_you_mean, shown
from memsql.scenario.lines import read_bytes
from memsql.scenario.raw import ACTION_FIELDS, EVENT_FIELDS, VALUE, RawEvents

MAGIC = b"PAR1"
TEXT = pl.String
TEXTS = pl.List(pl.String)
TIMES = "text, a date or a timestamp without a zone"


def read_parquet(path: Path) -> RawEvents:
    """Return the events of a Parquet file; messages name the row in the place of a line.

    Raises DataError for a file that is cut off, for columns that are missing, unknown or of another type,
    and for nulls (a null ``value`` is an empty one).
    """
    frame = _read(path)
    _check_columns(frame.schema, path)
    frame = frame.with_row_index("line", offset=1).with_columns(pl.col("line").cast(pl.Int64))
    for name in EVENT_FIELDS:
        _check_nulls(frame, pl.col(name), name, path)
    events = frame.select("line", *EVENT_FIELDS[:-1])
    if isinstance(events["observed_at"].dtype, pl.Datetime) and events["observed_at"].dtype.time_unit == "ns":
        _check_microseconds(events, path)
    listed = frame.select("line", "event_id", pl.col("actions").alias("action"))
    listed = listed.filter(pl.col("action").list.len() > 0)
    counted = listed.with_columns(ordinal=pl.int_ranges(1, pl.col("action").list.len() + 1, dtype=pl.Int32))
    actions = counted.explode("action", "ordinal")
    _check_nulls(actions, pl.col("action"), "an action", path)
    field = pl.col("action").struct.field
    actions = actions.select(
        "line", "event_id", "ordinal", *(field(name) for name in ACTION_FIELDS), field(VALUE).fill_null([])
    )
    for name in ACTION_FIELDS:
        _check_nulls(actions, pl.col(name), name, path)
    for name in ("key", VALUE):
        has_null = pl.col(name).list.eval(pl.element().is_null()).list.any()
        _check_nulls(actions, pl.when(~has_null).then(True), f"an entry of {name}", path)
    return RawEvents(events, actions)


def _read(path: Path) -> pl.DataFrame:
    """Read the whole file; dictionaries become plain text."""
    data = read_bytes(path)
    if not data.endswith(MAGIC):
        message = "the file is cut off, or it is not Parquet (its end is not PAR1); write the whole file again"
        raise DataError(f"{at(path)}: {message}")
    try:
        # Not read_table of the path, which adds columns for folders that are called name=value.
        table = pq.ParquetFile(pa.BufferReader(data)).read()
        table.validate(full=True)
        table.schema.to_string()  # raises where a name is not UTF-8, at which polars would panic
        frame = pl.from_arrow(table.replace_schema_metadata())  # (metadata may be any bytes)
    except (pa.ArrowException, pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as problem:
        found = str(problem).splitlines()[0].rstrip(".")
        raise DataError(f"{at(path)}: damaged ({found}); write the whole file again") from None
    assert isinstance(frame, pl.DataFrame)
    return frame.with_columns(pl.col(pl.Categorical).cast(pl.String))


def _check_columns(schema: pl.Schema, path: Path) -> None:
    """Check the names and types of the columns, and of the fields of an action."""
    _check_names(list(schema), EVENT_FIELDS, (), "column", path)
    for name in ("event_id", "record"):
        _check_type(schema[name], TEXT, name, "text", path)
    time = schema["observed_at"]
    is_zoned = isinstance(time, pl.Datetime) and time.time_zone is not None
    if is_zoned or not isinstance(time, pl.Datetime | pl.Date | pl.String):
        raise DataError(f"{at(path)}: column observed_at is {spelt(time)}; write {TIMES}")
    listed = schema["actions"]
    if not isinstance(listed, pl.List) or not isinstance(listed.inner, pl.Struct):
        raise DataError(f"{at(path)}: column actions is {spelt(listed)}; write a list of structs")
    fields = {f.name: f.dtype for f in listed.inner.fields}
    _check_names(list(fields), (*ACTION_FIELDS, VALUE), (), "field", path)
    for name in ("verb", "predicate"):
        _check_type(fields[name], TEXT, f"actions.{name}", "text", path)
    for name in ("key", VALUE):
        _check_type(fields[name], TEXTS, f"actions.{name}", "a list of text", path)


def _check_names(found: list[str], required: tuple[str, ...], optional: tuple[str, ...], what: str, path: Path) -> None:
    for name in found:
        if name not in (*required, *optional):
            raise DataError(f"{at(path)}: {what} {shown(name)} is not known; {did_you_mean(name, required)}")
    for name in required:
        if name not in found:
            raise DataError(f"{at(path)}: {what} {name} is missing; write {', '.join(required)}")


def _check_type(found: object, wanted: object, name: str, advice: str, path: Path) -> None:
    if found != wanted:
        raise DataError(f"{at(path)}: column {name} is {spelt(found)}; write {advice}")


def spelt(dtype: object) -> str:
    """Return the name of a column's type."""
    if isinstance(dtype, pl.Datetime) and dtype.time_zone is not None:
        return f"a timestamp with the zone {dtype.time_zone}"
    return str(dtype).lower()


def _check_nulls(frame: pl.DataFrame, column: pl.Expr, what: str, path: Path) -> None:
    """Raise DataError naming the first row in which ``column`` is null."""
    bad = frame.filter(column.is_null())
    if bad.height:
        advice = "write what is known, or leave the fact out"
        raise DataError(f"{at(path, bad['line'][0])}: {what} is null; {advice}")


def _check_microseconds(events: pl.DataFrame, path: Path) -> None:
    """Refuse what a timestamp in microseconds cannot hold."""
    bad = events.filter(pl.col("observed_at").dt.nanosecond() % 1000 != 0)
    if bad.height:
        raise DataError(f"{at(path, bad['line'][0])}: observed_at has nanoseconds; round it to microseconds")

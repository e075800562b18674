"""Small tables by hand: a row names the columns that matter, the others get something of their type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import polars as pl
import pyarrow as pa

from memsql.evaluation.scorer import NEEDED
from memsql.evaluation.tables import RUN_TABLES
from memsql.gold.tables import TABLES, Field

Row = Mapping[str, Any]
SUITE: dict[str, list[Row]] = {"scenario": [{"scenario_id": "s", "domain": "d"}]}
UNKNOWN = ("unknown", None)
NONE = ("justified-zero", None)
"""An answer: label, and the value (or None)."""


def table(fields: Iterable[Field], rows: Iterable[Row]) -> pl.DataFrame:
    """A table with every column; what a row leaves out is null where it may be, else empty."""
    named = list(fields)
    schema = pa.schema([pa.field(f.name, f.type, nullable=f.is_optional) for f in named])
    given = list(rows)
    for row in given:
        assert row.keys() <= set(schema.names), row.keys() - set(schema.names)
    made = [{f.name: row.get(f.name, None if f.is_optional else empty(f.type)) for f in named} for row in given]
    return pl.DataFrame(pa.Table.from_pylist(made, schema=schema))


def empty(kind: pa.DataType) -> Any:
    if pa.types.is_list(kind):
        return []
    if pa.types.is_timestamp(kind):
        return datetime(2026, 1, 1)
    if pa.types.is_boolean(kind):
        return False
    return "" if pa.types.is_string(kind) else 0


def suite(**rows: Iterable[Row]) -> dict[str, pl.DataFrame]:
    """Tables of a suite of one scenario ``s`` (unless rows say otherwise); tables without rows are empty."""
    given = {**SUITE, **rows}
    return {name: table(TABLES[name].fields, given.get(name, ())) for name in NEEDED}


def run_tables(**rows: Iterable[Row]) -> dict[str, pl.DataFrame]:
    """Tables of a run."""
    return {name: table(RUN_TABLES[name].fields, given) for name, given in rows.items()}


def answer(label: str = "answerable", value: object = None, kind: str = "") -> dict[str, Any]:
    """The answer columns of a value; ``kind`` where its Python type does not say it (entity, set, tuple)."""
    named = {bool: "boolean", int: "number", Decimal: "number", str: "entity", date: "date", list: "set"}
    kind = kind or named.get(type(value), "entity")
    column = "set" if kind == "tuple" else kind
    made = {"label": label, "answer_type": kind}
    return made if value is None else {**made, f"value_{column}": Decimal(value) if type(value) is int else value}


def given(label: str = "answerable", value: object = None, kind: str = "", **more: Any) -> dict[str, Any]:
    """A response that is ok; other columns by name."""
    return {"outcome": "ok", **answer(label, value, kind), **more}

"""Files of a run: each is written beside and renamed."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from memsql.errors import MemsqlError, hindrance


def write_text(text: str, path: Path) -> None:
    """Write a text file, whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise MemsqlError(
            f"{path}: not written ({hindrance(path, error)}); name a folder that can be written"
        ) from None


def write_json(value: object, path: Path) -> None:
    """Write JSON for people and machines, whole or not at all."""
    write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", path)


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """Write Parquet that any reader takes (plain strings, version 1 pages, zstd), whole or not at all."""
    table = frame.to_arrow()
    plain = pa.schema([pa.field(f.name, _plain(f.type)) for f in table.schema])
    beside = path.with_name(f".{path.name}.new")
    try:
        pq.write_table(table.cast(plain), beside.absolute(), compression="zstd", data_page_version="1.0")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise MemsqlError(
            f"{path}: not written ({hindrance(path, error)}); name a folder that can be written"
        ) from None


def _plain(kind: pa.DataType) -> pa.DataType:
    return pa.string() if pa.types.is_large_string(kind) or pa.types.is_string_view(kind) else kind

"""Write what an audit found: ``summary.json``, ``item.parquet``, ``workbench.parquet``."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from memsql.errors import MemsqlError
from memsql.lastwrite.audit import ITEM_COLUMNS, Audit
from memsql.lastwrite.summary import summary
from memsql.lastwrite.workbench import workbench

SUMMARY, ITEM, WORKBENCH = "summary.json", "item.parquet", "workbench.parquet"


def write_audit(found: Audit, out: Path) -> dict[str, Any]:
    """Write the three files into a folder, all or none, and return the summary."""
    made = summary(found)
    rows = workbench(found)
    writers: dict[str, Callable[[Path], None]] = {
        SUMMARY: lambda path: write_json(made, path),
        ITEM: lambda path: write_parquet(found.items.select(ITEM_COLUMNS), path),
        WORKBENCH: lambda path: write_parquet(rows, path),
    }
    write_all(out, writers)
    return made


def write_all(out: Path, writers: Mapping[str, Callable[[Path], None]]) -> None:
    """Write files (or folders) into a folder beside, and move them in when all are there.

    A folder inside is replaced only where everything else of an earlier run stands beside it.
    """
    out = out.resolve()
    if out.exists() and not out.is_dir():
        raise MemsqlError(f"{out}: a file stands there; name a folder")
    folders = [name for name in writers if (out / name).is_dir()]
    if folders and not all((out / name).exists() for name in writers):
        raise MemsqlError(f"{out / folders[0]}: a folder that no earlier run wrote stands there; name another place")
    beside = None
    try:
        out.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
        for name, write in writers.items():
            write(beside / name)
        for name in writers:
            if (out / name).is_dir():
                shutil.rmtree(out / name)
            (beside / name).replace(out / name)
    except OSError as error:
        raise MemsqlError(f"{out}: not written ({error.strerror}); name a folder that can be written") from None
    finally:
        if beside is not None:
            shutil.rmtree(beside, ignore_errors=True)


def write_file(path: Path, text: str) -> None:
    """Write one text file, whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise MemsqlError(f"{path}: not written ({error.strerror}); name a file that can be written") from None


def write_json(value: object, path: Path) -> None:
    """JSON as text for people and machines."""
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """Parquet that any reader takes: plain strings, version 1 pages, zstd."""
    table = frame.to_arrow()
    plain = pa.schema([pa.field(f.name, _plain(f.type)) for f in table.schema])
    pq.write_table(table.cast(plain), path, compression="zstd", data_page_version="1.0")


def _plain(kind: pa.DataType) -> pa.DataType:
    """The type with 32-bit offsets, as readers of version 1 expect."""
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return pa.string()
    if pa.types.is_large_list(kind):
        return pa.list_(_plain(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(f.name, _plain(f.type)) for f in kind])
    return kind

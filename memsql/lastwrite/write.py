"""Write what an audit found: ``summary.json``, ``item.parquet``, ``workbench.parquet``."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from memsql.errors import MemsqlError, hindrance
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


def apart(outputs: Mapping[str, Path], inputs: Mapping[str, Path]) -> None:
    """Raise MemsqlError where an output is an input, or two outputs are one file; a name is that of a person's option.

    Links count as what they lead to: what a command reads is never what it writes.
    """
    for (name, path), (other, there) in [
        *combinations(outputs.items(), 2),
        *((o, i) for o in outputs.items() for i in inputs.items()),
    ]:
        if is_same(path, there):
            raise MemsqlError(f"{path}: {name} and {other} are one file; name another one for {name}")


def is_same(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file, there already or not."""
    if os.path.realpath(path) == os.path.realpath(other):
        return True
    try:
        return path.samefile(other)
    except OSError:
        return False


def write_all(out: Path, writers: Mapping[str, Callable[[Path], None]]) -> None:
    """Write files (or folders) into a hidden folder inside ``out``, and move them out of it when all are there.

    Inside, since the folder around ``out`` may be another disk, or one that cannot be written. A folder of ``out`` is
    replaced only where everything else of an earlier run stands beside it.
    """
    out = Path(os.path.realpath(out))
    beside = None
    made: list[Path] = []
    try:
        made = [] if out.exists() else [out, *(p for p in out.parents if not p.exists())]
        if out.exists() and not out.is_dir():
            raise MemsqlError(f"{out}: a file stands there; name a folder")
        folders = [name for name in writers if (out / name).is_dir()]
        if folders and not all((out / name).exists() for name in writers):
            what = "a folder that no earlier run wrote stands there"
            raise MemsqlError(f"{out / folders[0]}: {what}; name another place")
        out.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=".writing.", dir=out))
        for name, write in writers.items():
            write(beside / name)
        for name in writers:
            place = out / name
            if place.exists() and place.is_dir() is not (beside / name).is_dir():
                what = "folder" if place.is_dir() else "file"
                raise MemsqlError(f"{place}: a {what} stands there; name another place")
        for name in writers:
            if (out / name).is_dir():
                shutil.rmtree(out / name)
            (beside / name).replace(out / name)
    except OSError as error:
        raise MemsqlError(f"{out}: not written ({hindrance(out, error)}); name a folder that can be written") from None
    finally:
        if beside is not None:
            shutil.rmtree(beside, ignore_errors=True)
        for folder in made:
            # Only what stayed empty goes: nothing was written then.
            with suppress(OSError):
                folder.rmdir()


def write_file(path: Path, text: str) -> None:
    """Write one text file, whole or not at all."""
    write_files({path: text})


def write_files(texts: Mapping[Path, str]) -> None:
    """Write text files, all or none: each beside its place, then all of them moved. A link stays one.

    What is no file, such as a pipe or the terminal, is written to as it is. Raises MemsqlError.
    """
    moves: list[tuple[Path, Path]] = []
    named = next(iter(texts))
    try:
        for named, text in texts.items():
            path = Path(os.path.realpath(named))
            if path.is_dir():
                raise MemsqlError(f"{named}: a folder stands there; name a file")
            if named.exists() and not named.is_file():
                named.write_text(text, encoding="utf-8")
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            moves.append((path.with_name(f".{path.name}.{os.getpid()}.new"), path))
            moves[-1][0].write_text(text, encoding="utf-8")
        for beside, named in moves:
            beside.replace(named)
    except OSError as error:
        raise MemsqlError(
            f"{named}: not written ({hindrance(named, error)}); name a file that can be written"
        ) from None
    finally:
        for beside, _ in moves:
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def write_json(value: object, path: Path) -> None:
    """JSON as text for people and machines."""
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """Parquet that any reader takes: plain strings, version 1 pages, zstd."""
    table = frame.to_arrow()
    plain = pa.schema([pa.field(f.name, _plain(f.type)) for f in table.schema])
    pq.write_table(table.cast(plain), path.absolute(), compression="zstd", data_page_version="1.0")


def _plain(kind: pa.DataType) -> pa.DataType:
    """The type with 32-bit offsets, as readers of version 1 expect."""
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return pa.string()
    if pa.types.is_large_list(kind):
        return pa.list_(_plain(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(f.name, _plain(f.type)) for f in kind])
    return kind

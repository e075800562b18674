"""Write gold as typed Parquet with a manifest and a data set card, whole or not at all."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from memsql.db import Database
from memsql.errors import GoldError
from memsql.gold.card import card_text
from memsql.gold.tables import SCHEMA_VERSION, TABLES
from memsql.resources import sql_text

ROW_GROUP = 65_536
MANIFEST = "manifest.json"
RENAME_EXCHANGE = 2
AT_FDCWD = -100


def write_suite(out: Path, name: str, tables: Mapping[str, pa.Table]) -> Path:
    """Write ``out/name`` with one Parquet file a table, ``manifest.json`` and ``README.md``; return the folder.

    The folder is written beside its place and exchanged with what stands there, so that a reader, or a killed
    run, finds the old gold or the new one. Same tables, same bytes.
    """
    out.mkdir(parents=True, exist_ok=True)
    _clear_left_overs(out, name)
    beside = out / f".{name}.new"
    beside.mkdir()
    try:
        for table in TABLES:
            _write(beside / f"{table}.parquet", tables[table])
        manifest = manifest_of(name, beside, tables)
        (beside / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        (beside / "README.md").write_text(card_text(name, manifest, tables), encoding="utf-8")
        _exchange(beside, out / name)
    except OSError as error:
        raise GoldError(f"{out / name}: not written ({error.strerror}); what stood there is unchanged") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return out / name


def _write(path: Path, table: pa.Table) -> None:
    pq.write_table(
        table,
        path,
        compression="zstd",
        row_group_size=ROW_GROUP,
        data_page_version="1.0",
        store_schema=True,
        write_statistics=True,
    )


def manifest_of(name: str, folder: Path, tables: Mapping[str, pa.Table]) -> dict[str, object]:
    """Return the manifest: per table rows, bytes, sha256 of the file, and a hash of the rows in any order."""
    files: dict[str, dict[str, object]] = {}
    for table in TABLES:
        path = folder / f"{table}.parquet"
        content = path.read_bytes()
        files[table] = {
            "file": path.name,
            "rows": tables[table].num_rows,
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            "logical_hash": logical_hash(tables[table]),
        }
    return {"suite": name, "schema_version": SCHEMA_VERSION, "tables": files}


def logical_hash(table: pa.Table) -> str:
    """Return a hash of the rows that does not depend on their order: the sum of the rows' own hashes."""
    db = Database()
    try:
        db.load("main", "hashed", table)
        return str(db.rows(sql_text("engine/logical_hash"))[0][0])
    finally:
        db.close()


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Hold the folder for one writer. Raises GoldError at once where another one holds it."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            raise GoldError(f"{out}: another run is writing gold here; wait for it, or stop it") from None
        yield


def _clear_left_overs(out: Path, name: str) -> None:
    """Remove what a killed run left beside, and put back a folder that it had moved aside."""
    aside = out / f".{name}.old"
    if aside.exists() and not (out / name).exists():
        aside.rename(out / name)
    for left in (out / f".{name}.new", aside):
        if left.exists():
            shutil.rmtree(left)


def _exchange(new: Path, place: Path) -> None:
    """Put ``new`` at ``place`` in one step; what stood there is then at ``new``."""
    if not place.exists():
        new.rename(place)
        return
    if _renamed_at_once(new, place):
        return
    # Where the system cannot exchange two folders there is a moment without one; the next run puts it back.
    aside = place.with_name(f".{place.name}.old")
    place.rename(aside)
    new.rename(place)
    shutil.rmtree(aside)


def _renamed_at_once(new: Path, place: Path) -> bool:
    """Exchange two folders atomically where the system can (Linux: renameat2)."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    done = rename(AT_FDCWD, os.fsencode(new), AT_FDCWD, os.fsencode(place), RENAME_EXCHANGE)
    return bool(done == 0)

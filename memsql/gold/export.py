"""Write gold as typed Parquet with a manifest and a data set card, whole or not at all."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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


class SuiteWriter:
    """Writes one suite batch by batch, in bounded memory.

    The folder is written beside its place and exchanged with what stands there by :meth:`finish`, so that a
    reader, or a killed run, finds the old gold or the new one. Same batches, same bytes.
    """

    def __init__(self, out: Path, name: str) -> None:
        self._out, self._name = out, name
        self.beside = out / f".{name}.new"
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._rows = dict.fromkeys(TABLES, 0)
        self._hashes = dict.fromkeys(TABLES, 0)
        self._scenarios: list[dict[str, str]] = []
        self._labels: Counter[str] = Counter()
        _check_place(out / name)
        out.mkdir(parents=True, exist_ok=True)
        _clear_left_overs(out, name)
        self.beside.mkdir()

    def __enter__(self) -> SuiteWriter:
        return self

    def __exit__(self, *_: object) -> None:
        for writer in self._writers.values():
            writer.close()
        shutil.rmtree(self.beside, ignore_errors=True)

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Append the tables of a batch."""
        for name in TABLES:
            table = tables[name]
            if name not in self._writers:
                self._writers[name] = pq.ParquetWriter(
                    self.beside / f"{name}.parquet",
                    table.schema,
                    compression="zstd",
                    data_page_version="1.0",
                )
            if table.num_rows:
                self._writers[name].write_table(table, row_group_size=ROW_GROUP)
            self._rows[name] += table.num_rows
            self._hashes[name] += row_hash_sum(table)
        self._scenarios += tables["scenario"].to_pylist()
        self._labels.update(tables["answer"]["label"].to_pylist())

    def finish(self) -> Path:
        """Write manifest and card, and put the folder in place; return it."""
        try:
            for writer in self._writers.values():
                writer.close()
            manifest = self._manifest()
            text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
            (self.beside / MANIFEST).write_text(text, encoding="utf-8")
            card = card_text(self._name, manifest, self._scenarios, self._labels)
            (self.beside / "README.md").write_text(card, encoding="utf-8")
            _exchange(self.beside, self._out / self._name)
        except OSError as error:
            where = self._out / self._name
            raise GoldError(f"{where}: not written ({error.strerror}); what stood there is unchanged") from None
        return self._out / self._name

    def _manifest(self) -> dict[str, object]:
        """Per table rows, bytes, sha256 of the file, and a hash of the rows in any order."""
        files: dict[str, dict[str, object]] = {}
        for table in TABLES:
            content = (self.beside / f"{table}.parquet").read_bytes()
            files[table] = {
                "file": f"{table}.parquet",
                "rows": self._rows[table],
                "bytes": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
                "logical_hash": f"{self._rows[table]}:{self._hashes[table]}",
            }
        return {"suite": self._name, "schema_version": SCHEMA_VERSION, "tables": files}


def write_suite(out: Path, name: str, batches: Iterable[Mapping[str, pa.Table]]) -> Path:
    """Write ``out/name`` with one Parquet file a table, ``manifest.json`` and ``README.md``; return the folder."""
    with SuiteWriter(out, name) as writer:
        for tables in batches:
            writer.add(tables)
        return writer.finish()


def row_hash_sum(table: pa.Table) -> int:
    """The sum of the rows' own hashes: it does not depend on their order, and adds up over batches."""
    if not table.num_rows:
        return 0
    db = Database()
    try:
        db.load("main", "hashed", table)
        return int(str(db.rows(sql_text("engine/row_hash_sum"))[0][0]))
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


def _check_place(place: Path) -> None:
    """Refuse to put gold where something else stands: what it replaces is deleted."""
    if place.is_symlink() or (place.exists() and not (place / MANIFEST).is_file()):
        raise GoldError(f"{place}: something that is not gold (no {MANIFEST}) stands there; give another --out")


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

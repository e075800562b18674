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
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import pyarrow as pa
import pyarrow.parquet as pq

from memsql.db import scratch
from memsql.errors import GoldError, hindrance
from memsql.gold.card import card_text
from memsql.gold.tables import SCHEMA_VERSION, TABLES
from memsql.resources import sql_text

ROW_GROUP = 65_536
MANIFEST = "manifest.json"
LOCK = ".lock"
RENAME_EXCHANGE = 2
AT_FDCWD = -100


class SuiteWriter:
    """Writes one suite batch by batch, in bounded memory.

    The folder is written beside its place and exchanged with what stands there by :meth:`finish`, so that a
    reader, or a killed run, finds the old gold or the new one. Same batches, same bytes. Raises GoldError where
    the system does not let it write; nothing is left beside then.
    """

    def __init__(self, out: Path, name: str) -> None:
        self._out, self._name = out, name
        self.beside = out / f".{name}.new"
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._rows = dict.fromkeys(TABLES, 0)
        self._hashes = dict.fromkeys(TABLES, 0)
        self._scenarios: list[dict[str, str]] = []
        self._labels: Counter[str] = Counter()

    def __enter__(self) -> SuiteWriter:
        _check_place(self._out, self._name)
        try:
            with _writing(self._out / self._name):
                self._out.mkdir(parents=True, exist_ok=True)
                _clear_left_overs(self._out, self._name)
                self.beside.mkdir()
        except BaseException:
            # Ctrl-C too: nothing leaves this block before __exit__ is there to clean up.
            shutil.rmtree(self.beside, ignore_errors=True)
            raise
        return self

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        for writer in self._writers.values():
            # Closing writes the end of a file, which a full disk refuses again.
            with suppress(OSError):
                writer.close()
        shutil.rmtree(self.beside, ignore_errors=True)
        if isinstance(error, OSError):
            # What a caller wrote into the folder itself.
            with _writing(self._out / self._name):
                raise error

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Append the tables of a batch."""
        with _writing(self._out / self._name):
            self._add(tables)
        self._scenarios += tables["scenario"].to_pylist()
        self._labels.update(tables["answer"]["label"].to_pylist())

    def _add(self, tables: Mapping[str, pa.Table]) -> None:
        for name in TABLES:
            table = tables[name]
            if name not in self._writers:
                self._writers[name] = pq.ParquetWriter(
                    (self.beside / f"{name}.parquet").absolute(),  # pyarrow takes "gold: new/..." for an address
                    table.schema,
                    compression="zstd",
                    data_page_version="1.0",
                )
            if table.num_rows:
                self._writers[name].write_table(table, row_group_size=ROW_GROUP)
            self._rows[name] += table.num_rows
            self._hashes[name] += row_hash_sum(table)

    def finish(self) -> Path:
        """Write manifest and card, and put the folder in place; return it."""
        with _writing(self._out / self._name):
            for writer in self._writers.values():
                writer.close()
            manifest = self._manifest()
            text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
            (self.beside / MANIFEST).write_text(text, encoding="utf-8")
            card = card_text(self._name, manifest, self._scenarios, self._labels)
            (self.beside / "README.md").write_text(card, encoding="utf-8")
            _exchange(self.beside, self._out / self._name)
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
    with scratch() as db:
        db.load("main", "hashed", table)
        return int(str(db.rows(sql_text("engine/row_hash_sum"))[0][0]))


@contextmanager
def _writing(place: Path, option: str = "--out") -> Iterator[None]:
    """Say in one line where the system does not let gold be written; ``option`` names another place."""
    try:
        yield
    except OSError as error:
        found = f"{place}: not written ({hindrance(place, error)})"
        raise GoldError(f"{found}; what stood there is unchanged: give another {option}, or make room") from None


@contextmanager
def locked(out: Path, option: str = "--out") -> Iterator[None]:
    """Hold the folder for one writer; where nothing is written into it, it is as it was.

    ``option`` is the command's for another place, as messages name it.

    Raises GoldError at once where another one holds it, and where it cannot be written.
    """
    with _writing(out, option):
        made = [] if out.exists() else [out, *(p for p in out.parents if not p.exists())]
    lock = None
    try:
        with _writing(out, option):
            out.mkdir(parents=True, exist_ok=True)
            lock = _held(out)
        yield
    finally:
        if lock is not None:
            # While the lock is held: who opened the file before, and waits for it, sees that it has gone.
            with suppress(OSError):
                (out / LOCK).unlink()
            lock.close()
        for folder in made:
            with suppress(OSError):
                folder.rmdir()


def _held(out: Path) -> TextIO:
    """Return the lock of the folder, held."""
    while True:
        lock = (out / LOCK).open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            raise GoldError(f"{out}: another run is writing here; wait for it, or stop it") from None
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock.fileno()), (out / LOCK).stat()):
                return lock
        # The run that held it has ended, and has taken its file away, since this one was opened.
        lock.close()


def _check_place(out: Path, name: str) -> None:
    """Refuse to put gold where something else stands: what it replaces is deleted."""
    place = out / name
    if place.is_symlink() or (place.exists() and not (place / MANIFEST).is_file()):
        raise GoldError(f"{place}: something that is not gold (no {MANIFEST}) stands there; give another --out")
    for beside in (out / f".{name}.new", out / f".{name}.old"):
        if beside.is_symlink() or (beside.exists() and not beside.is_dir()):
            raise GoldError(f"{beside}: not a folder, and gold is written there first; move it, or give another --out")


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

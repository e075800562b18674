"""Retained answers in SQLite: what an endpoint has answered is never asked again, whoever asks.

Every answer is committed as it comes. Several processes may share a file: before a request is sent it is claimed, by
a lock on one byte of a file beside the cache, and the system gives a claim back when its process ends, however it
ends. Within one process the calls that share a cache take turns.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from memsql.errors import DataError, hindrance

APPLICATION = 0x4D454D41
"""Marks a SQLite file as such a cache ("MEMA")."""
SECONDS = 60
"""Longest wait for another process that is writing."""
PREPARING = 1 << 61
"""The byte of the file of claims that stands for making the database; requests have those below 2^60."""
TABLE = """
create table answer (
    body_sha256 text not null,
    endpoint text not null,
    model text not null,
    options text not null,
    status integer not null,
    response blob not null,
    seconds real not null,
    primary key (body_sha256, endpoint, model)
)
"""
_TURNS: dict[Path, Lock] = defaultdict(Lock)


class Retained(NamedTuple):
    """An answer as it came: HTTP status, bytes of the response, seconds of the attempt that brought it."""

    status: int
    response: bytes
    seconds: float


@dataclass(frozen=True, slots=True)
class Cache:
    """The answers of one endpoint and model in a file, opened by :func:`open_cache`.

    ``options``: those that all requests share, as text.
    """

    endpoint: str
    model: str
    options: str
    database: sqlite3.Connection
    claims: int

    def get(self, body_sha256: str) -> Retained | None:
        """The retained answer to a request."""
        row = self.database.execute(
            "select status, response, seconds from answer where body_sha256 = ? and endpoint = ? and model = ?",
            (body_sha256, self.endpoint, self.model),
        ).fetchone()
        return Retained(*row) if row else None

    def is_proven(self) -> bool:
        """Whether the endpoint has answered any request with these options."""
        where = "endpoint = ? and model = ? and options = ? and status = 200"
        known = self.database.execute(
            f"select exists(select 1 from answer where {where})", (self.endpoint, self.model, self.options)
        )
        return bool(known.fetchone()[0])

    def put(self, body_sha256: str, retained: Retained) -> None:
        """Retain an answer, on disk when this returns. The first one to a request stays."""
        self.database.execute(
            "insert or ignore into answer values (?, ?, ?, ?, ?, ?, ?)",
            (body_sha256, self.endpoint, self.model, self.options, *retained),
        )

    def claim(self, body_sha256: str) -> bool:
        """Whether this process may now ask: no other one has claimed the same request."""
        try:
            fcntl.lockf(self.claims, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(body_sha256))
        except OSError:
            return False
        return True

    def release(self, body_sha256: str) -> None:
        """Give a claim back, after the answer is retained."""
        fcntl.lockf(self.claims, fcntl.LOCK_UN, 1, _place(body_sha256))


def _place(body_sha256: str) -> int:
    """The byte of the file of claims that stands for a request; no disk is used for it."""
    return int(body_sha256[:15], 16)


@contextmanager
def open_cache(path: Path, endpoint: str, model: str, options: str) -> Iterator[Cache]:
    """Open a cache, made where it is not there. Raises DataError for a file that is something else."""
    path = path.resolve()
    # A process gives all its locks on a file back when it closes the file once: hence turns.
    with _TURNS[path]:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            claims = os.open(path.with_name(path.name + ".claims"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            advice = "name a file in a folder of yours"
            raise DataError(f"{path}: cannot be opened ({hindrance(path, error)}); {advice}") from None
        try:
            database = _database(path, claims)
            try:
                yield Cache(endpoint, model, options, database, claims)
            finally:
                database.close()
        finally:
            os.close(claims)


def _database(path: Path, claims: int) -> sqlite3.Connection:
    """Open the database; one process at a time, since the first one makes it."""
    fcntl.lockf(claims, fcntl.LOCK_EX, 1, PREPARING)
    database = None
    try:
        database = sqlite3.connect(path, timeout=SECONDS, isolation_level=None)
        _prepare(database, path)
    except (sqlite3.Error, DataError) as error:
        if database:
            database.close()
        if isinstance(error, DataError):
            raise
        raise DataError(f"{path}: no cache of answers ({error}); name another file, or remove it") from None
    finally:
        fcntl.lockf(claims, fcntl.LOCK_UN, 1, PREPARING)
    return database


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    application = database.execute("pragma application_id").fetchone()[0]
    if application != APPLICATION:
        if database.execute("select 1 from sqlite_master").fetchone():
            raise DataError(f"{path}: a database of something else; name a new file for the cache of answers")
        database.execute("begin immediate")
        database.execute(TABLE)
        database.execute(f"pragma application_id = {APPLICATION}")
        database.execute("commit")
    # Readers and a writer at once, and every commit synchronised: what was paid for stays.
    database.execute("pragma journal_mode = wal")
    database.execute("pragma synchronous = full")

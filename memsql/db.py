"""The one module that touches DuckDB's client.

Connections live in memory, on one thread (byte-identical results, and no slower at this size), without access
to files or the network, and with the configuration locked. Files come and go through Arrow.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import ClassVar, NamedTuple
from weakref import WeakSet

import duckdb
import polars as pl
import pyarrow as pa

from memsql.errors import MemsqlError

ESCAPED = r"[\\,()\[\]]"
"""The signs of a key that would make a node id ambiguous: a backslash stands before them there."""
MACROS = (
    "create macro _text(x) as cast(x as varchar)",
    (
        f"create macro _esc(x) as case when regexp_matches(cast(x as varchar), '{ESCAPED}') "
        rf"then regexp_replace(cast(x as varchar), '({ESCAPED})', '\\\1', 'g') else cast(x as varchar) end"
    ),
    # Rounded half away from zero, exactly: avg and / would give a DOUBLE.
    (
        "create macro mean_half_up(s, n) as case "
        "when s <> cast(s as hugeint) then error('mean_half_up: the sum is no integer; sum integer cents') "
        "when n = 0 then null "
        "else cast(sign(s) * ((2 * abs(cast(s as hugeint)) + n) // (2 * n)) as bigint) end"
    ),
)
TABLE = re.compile(r"""(?:"(?:[^"]|"")*"|[^\s".]+)(?:\.(?:"(?:[^"]|"")*"|[^\s".]+))*""")
DERIVED = ("state", "closed", "domain", "demand", "refuted", "lookup", "wanted")
EXPLAINED = ("asserted", "need", "need_closed", "need_domain", "why", "lineage")
"""Schemas of an evaluation, and those that it has with lineage only."""

_SCRATCH = threading.Lock()


class Rows(NamedTuple):
    """The result of a query: names of its columns, their DuckDB types, and rows of Python values."""

    columns: list[str]
    types: list[str]
    rows: list[tuple[object, ...]]


class UnboundError(MemsqlError):
    """A query that DuckDB cannot bind; ``line`` of its text, where that is known."""

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


class Database:
    """An in-memory DuckDB connection with the engine's macros."""

    opened: ClassVar[WeakSet[Database]] = WeakSet()

    def __init__(self) -> None:
        try:
            self._con = duckdb.connect(
                ":memory:",
                config={
                    "threads": "1",
                    "enable_external_access": "false",
                    "autoinstall_known_extensions": "false",
                    "autoload_known_extensions": "false",
                    "preserve_insertion_order": "true",
                    # What they spare tables of our size is less than they cost in planning and in every join.
                    "disabled_optimizers": "join_filter_pushdown,compressed_materialization",
                    # Where it spills when memory is short; the default would be the folder one stands in.
                    "temp_directory": str(Path(tempfile.gettempdir()) / f"memsql-{os.getpid()}"),
                },
            )
        except duckdb.IOException as error:
            found = f"DuckDB does not start ({first_line(error)})"
            raise MemsqlError(f"{found}; change to a folder that exists and can be read") from None
        self.statement_count = 0
        self._schemas: set[str] = set()
        Database.opened.add(self)
        for macro in MACROS:
            self._con.execute(macro)
        # In a notebook without ipywidgets there is no bar, and even switching it off is an error.
        if self._con.execute("select current_setting('enable_progress_bar')").fetchall() == [(True,)]:
            self._con.execute("set enable_progress_bar = false")
        self._con.execute("set lock_configuration = true")

    def run(self, sql: str) -> None:
        """Execute one statement to its end. Raises MemsqlError where the memory of the machine does not do for it."""
        self.statement_count += 1
        try:
            self._con.execute(sql).fetchall()
        except duckdb.OutOfMemoryException as error:
            found = f"a statement needs more memory than there is ({first_line(error)})"
            raise MemsqlError(f"{found}; give less data at once, or free some memory") from None

    def rows(self, sql: str, parameters: Mapping[str, object] | None = None) -> list[tuple[object, ...]]:
        """Return all rows of a query as Python values."""
        self.statement_count += 1
        return self._con.execute(sql, dict(parameters) if parameters else None).fetchall()

    def arrow(self, sql: str) -> pa.Table:
        """Return the result of a query as an Arrow table."""
        self.statement_count += 1
        return self._con.sql(sql).to_arrow_table()

    def frame(self, sql: str) -> pl.DataFrame:
        """Return the result of a query as a polars frame."""
        self.statement_count += 1
        found: pl.DataFrame = self._con.sql(sql).pl()
        return found

    def shape(self, sql: str) -> tuple[list[str], list[str]]:
        """Return the names and the DuckDB types of a query's columns."""
        found = self._con.sql(sql)
        return list(found.columns), [str(t) for t in found.types]

    def result(self, sql: str, outer: str | None = None) -> Rows:
        """Return the result of a query; of ``outer``, where that is given, which reads it under the name ``_given``."""
        self.statement_count += 1
        inner = self._con.sql(sql)
        found = inner if outer is None else inner.query("_given", outer)
        assert found is not None, "a SELECT has a result"
        return Rows(list(found.columns), [str(t) for t in found.types], found.fetchall())

    def kinds(self, sql: str) -> list[str]:
        """Return the kind of every statement of a text, as DuckDB calls it: SELECT, CREATE, ..."""
        return [s.type.name for s in self._con.extract_statements(sql)]

    def reads(self, sql: str) -> set[str] | None:
        """Return the tables that a query reads, through views and macros: ``table``, or ``schema.table`` outside main.

        None where DuckDB cannot say, as for some joins.
        """
        try:
            found = self._con.get_table_names(sql, qualified=True)
        except duckdb.Error:
            return None
        # Names come quoted where they have to be, and with the alias under which they are read.
        names = {m[0].replace('"', "").lower() for name in found if (m := TABLE.match(name))}
        return {name.removeprefix("memory.").removeprefix("main.") for name in names}

    def load(self, schema: str, name: str, table: pa.Table, columns: str = "*") -> None:
        """Create ``schema.name`` from an Arrow table; ``columns`` is the select list."""
        self._con.register("_arrow", table)
        try:
            self.run(f'create or replace table "{schema}"."{name}" as select {columns} from _arrow')
        finally:
            self._con.unregister("_arrow")

    def reset(self, schemas: tuple[str, ...]) -> None:
        """Drop schemas that were made here, and create them."""
        self.drop(schemas)
        for schema in schemas:
            self.run(f'create schema "{schema}"')
        self._schemas.update(schemas)

    def drop(self, schemas: tuple[str, ...]) -> None:
        """Drop those of the schemas that were made by :meth:`reset`."""
        for schema in schemas:
            if schema in self._schemas:
                self.run(f'drop schema "{schema}" cascade')
        self._schemas.difference_update(schemas)

    def describe(self, sql: str) -> dict[str, str]:
        """Return column to type of a query. Raises UnboundError with DuckDB's first line if it does not bind."""
        with suppress(duckdb.Error):
            return dict(zip(*self.shape(sql), strict=True))
        try:  # A statement takes longer, and says in which line the error is.
            rows = self.rows(f"describe {sql}")
        except duckdb.Error as error:
            place = re.search(r"^LINE (\d+):", str(error), re.MULTILINE)
            raise UnboundError(first_line(error), int(place[1]) if place else None) from None
        return {str(r[0]): str(r[1]) for r in rows}

    def interrupt(self) -> None:
        """Stop the statement that runs, if any does, from another thread."""
        with suppress(duckdb.ConnectionException):
            self._con.interrupt()

    def close(self) -> None:
        """Close the connection."""
        self._con.close()

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Interrupt what runs inside after ``seconds``: DuckDB has no time-out of its own."""
        timer = threading.Timer(seconds, self._con.interrupt)
        timer.start()
        try:
            yield
        except duckdb.InterruptException:
            raise MemsqlError(f"the statement ran for more than {seconds:g} s; it was stopped") from None
        finally:
            timer.cancel()


@cache
def _shared() -> Database:
    return Database()


@contextmanager
def scratch() -> Iterator[Database]:
    """Yield a database for a few small tables and views, all of which are undone at the end.

    It is the same one each time, since opening one takes longer than what it is for; one thread has it at a time.
    """
    with _SCRATCH:
        db = _shared()
        db.run("begin transaction")
        try:
            yield db
        finally:
            db.run("rollback")


def first_line(error: Exception) -> str:
    """The first line of a DuckDB error, without its kind."""
    line = str(error).strip().splitlines()[0]
    return line.split(": ", 1)[-1]


DatabaseError = duckdb.Error
VALUE_ERRORS = (duckdb.DataError, duckdb.InvalidInputException)
"""What a statement that binds raises on values: they do not cast, do not fit, or are refused by a macro."""

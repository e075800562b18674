"""What bites in DuckDB and sqlglot, and that gold avoids it: in its connection, its statements and its files.

Each test is one of the pitfalls that were met when these tools were tried (versions 2.0.1 and 30).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sqlglot
from sqlglot import exp

from memsql.db import Database, DatabaseError
from memsql.gold.batch import Batch
from memsql.gold.export import ROW_GROUP, write_suite
from memsql.gold.tables import TABLES, arrow_schema
from memsql.rules.relation import Recursion
from tests.gold.random_scenarios import domain, random_scenarios
from tests.house import ROOT

EXACT = (pa.string(), pa.int32(), pa.int64(), pa.bool_(), pa.date32(), pa.timestamp("us"))
ENGINE = sorted((ROOT / "sql" / "engine").rglob("*.sql"))


@pytest.fixture(scope="module")
def batch() -> Iterator[Batch]:
    """A scenario with every type of column, to be derived in an open connection."""
    of = domain("joins")
    made = Batch(of.program, random_scenarios(of, 1, 1))
    yield made
    made.db.close()


@pytest.fixture(scope="module")
def written(batch: Batch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its gold as files."""
    return write_suite(tmp_path_factory.mktemp("gold"), "joins", iter([batch.gold(is_checked=False)]))


@pytest.fixture(scope="module")
def statements(batch: Batch, written: Path) -> list[str]:
    """Every statement that the compiler generated for it."""
    assert written.is_dir()
    return [sql for texts in batch.program._sql.values() for sql in texts]


# A sum of integers is a HUGEINT and Parquet writes it as DOUBLE, silently; `/` and avg give a DOUBLE.
@pytest.mark.parametrize("name", TABLES)
def test_types_are_the_declared_exact_ones(written: Path, name: str) -> None:
    schema = pq.read_schema(written / f"{name}.parquet")
    assert schema.equals(arrow_schema(name))
    for field in schema:
        inner = field.type.value_type if pa.types.is_list(field.type) else field.type
        assert inner in EXACT or pa.types.is_decimal128(inner), field


def test_no_state_holds_a_float(batch: Batch, written: Path) -> None:
    assert written.is_dir()
    columns = batch.db.rows("select table_name, data_type from duckdb_columns() where not internal")
    assert len(columns) > 300
    assert [c for c in columns if c[1] in ("DOUBLE", "FLOAT")] == []


# Empty sums are null and empty counts 0: what is zero and what is unknown comes from completeness.
@pytest.mark.parametrize("name", TABLES)
def test_nulls_stand_only_where_they_may(written: Path, name: str) -> None:
    table = pq.read_table(written / f"{name}.parquet")
    nulls = [f.name for f in TABLES[name].fields if not f.is_optional and table[f.name].null_count]
    assert nulls == []


# Several threads give rows in another order on every run, and lists too.
@pytest.mark.parametrize("name", TABLES)
def test_rows_stand_in_a_total_order(written: Path, name: str) -> None:
    frame = pl.read_parquet(written / f"{name}.parquet")
    assert frame.select(TABLES[name].grain.split(", ")).is_unique().all(), TABLES[name].grain
    keys = list(_keys(written, name, frame))
    assert all(left < right for left, right in pairwise(keys))


def _keys(written: Path, name: str, frame: pl.DataFrame) -> Iterator[tuple[object, ...]]:
    """The order of a table's rows: by query, scenario and event in their own order, else by the columns."""
    place = {
        column: {v: i for i, v in enumerate(pl.read_parquet(written / f"{table}.parquet")[column])}
        for table, column in (("query", "query_id"), ("scenario", "scenario_id"), ("event", "event_id"))
    }
    columns = TABLES[name].grain.split(", ")
    if name in ("node", "dag_node"):
        columns = ["query_id", "depth", "node_id"]
    for row in frame.select(columns).iter_rows(named=True):
        yield tuple(place[c][v] if c in place else v for c, v in row.items())


def test_members_of_sets_are_sorted(written: Path) -> None:
    sets = pl.read_parquet(written / "answer.parquet").filter(pl.col("answer_type") == "set")["value_set"]
    assert all(list(s) == sorted(s) for s in sets.drop_nulls())


# Nullable strings in lists come back wrong from data pages of version 2; row groups of a fixed size give equal bytes.
def test_files_are_plain_and_of_fixed_row_groups(written: Path) -> None:
    for name in TABLES:
        metadata = pq.ParquetFile(written / f"{name}.parquet").metadata
        groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
        assert all(g.num_rows <= ROW_GROUP for g in groups)
        assert {g.column(i).compression for g in groups for i in range(g.num_columns)} <= {"ZSTD"}


def test_a_connection_has_one_thread_and_is_locked(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a\n1\n")
    db = Database()
    assert db.rows("select current_setting('threads')") == [(1,)]
    for sql in ("set threads = 2", f"select * from read_csv('{tmp_path / 'x.csv'}')", "install httpfs"):
        with pytest.raises(DatabaseError):
            db.run(sql)
    db.close()


# Ties make these vary, NULL makes `not in` empty, an unset variable reads as NULL.
def test_statements_avoid_what_varies(statements: list[str]) -> None:
    forbidden = r"\b(avg|first|last|arg_max|getvariable|not in|asof|random|any_value\((?!\"k\"\.\"_w\"))\b"
    for sql in [*statements, *(re.sub(r"--.*", "", p.read_text()) for p in ENGINE)]:
        found = re.search(forbidden, sql, re.IGNORECASE)
        assert found is None, f"{found} in {sql}"


# A recursive term that reads the recursion twice is silently incomplete.
def test_recursive_terms_read_the_recursion_once() -> None:
    program = domain("recursion").program
    count = 0
    for sql in (sql for r in program.named.values() if isinstance(r.body, Recursion) for sql in program.lift_sql(r)):
        if "WITH RECURSIVE" not in sql.upper():
            continue
        recursion = sqlglot.parse_one(sql, read="duckdb").find(exp.CTE)
        assert recursion is not None
        union = recursion.this
        assert not any(t.name == "_rec" for t in union.left.find_all(exp.Table))
        for step in union.right.find_all(exp.Select):
            reads = [t for t in step.find_all(exp.Table) if t.name == "_rec"]
            assert len(reads) == 1, sql
            count += 1
    assert count > 3


ABSENT = [
    ("select a from (values (1), (null)) t(a) where not exists (select 1 from (values (1)) u(b) where b = a)", [None]),
    ("select t.a from (values (1), (2), (null)) t(a) anti join (values (2), (null)) u(a) on u.a = t.a", [1, None]),
    ("select t.a from (values (1, 1), (2, null)) t(a, b) anti join (values (1, 1)) u(a, b) using (a, b)", [2]),
    ("select t.a from (values (1)) t(a) anti join (select 1 as a where false) u on u.a = t.a", [1]),
    ("select t.a from (values (1), (2)) t(a) semi join (values (1), (1)) u(a) on u.a = t.a", [1]),
]


# Wrong in some versions of DuckDB 1 (issues 16803, 18803, 20410, 23688); gold reads absence through such joins.
@pytest.mark.parametrize(("sql", "wanted"), ABSENT)
def test_anti_joins(sql: str, wanted: list[int | None]) -> None:
    db = Database()
    assert sorted((r[0] for r in db.rows(sql)), key=str) == sorted(wanted, key=str)
    db.close()

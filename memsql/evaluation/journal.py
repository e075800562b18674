"""What a run has done so far, on disk: a killed run goes on where it stopped, and ends in the same bytes.

A stage is a file of Parquet tables in a folder beside the run's place, ``.<run>.partial``; it is written beside
and renamed, so that it is there whole or not at all, and so is the folder of the finished run.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from memsql.errors import MemsqlError
from memsql.evaluation.tables import RUN_TABLES, run_schema

MANIFEST = "manifest.json"
SUMMARY = "summary.json"
NOTES = "notes.json"
SEAL = "manifest_sha256"
BY_CLOCK = frozenset({"timing"})
"""Tables that no two runs share."""

Rows = list[dict[str, Any]]


class Stage(NamedTuple):
    """What one stage of a run made: tables by name, and notes that JSON can hold."""

    tables: Mapping[str, Rows]
    notes: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Journal:
    """Stages of one run; ``folder`` is made where it is missing."""

    folder: Path

    def stage(self, name: str, make: Callable[[], Stage]) -> Stage:
        """Return what a stage made: read where it was done before, else made and kept."""
        place = self.folder / f"stage-{name}"
        if not place.exists():
            made = make()
            beside = self.folder / f".stage-{name}"
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir(parents=True)
            for table, rows in made.tables.items():
                write_table(beside / f"{table}.parquet", table, rows)
            (beside / NOTES).write_text(json.dumps(made.notes), encoding="utf-8")
            beside.rename(place)
        tables = {p.stem: read_table(p) for p in sorted(place.glob("*.parquet"))}
        return Stage(tables, json.loads((place / NOTES).read_text(encoding="utf-8")))

    def has(self, name: str) -> bool:
        """Whether a stage is done."""
        return (self.folder / f"stage-{name}").exists()

    def finish(self, place: Path, tables: Mapping[str, Rows], texts: Mapping[str, str], about: dict[str, Any]) -> None:
        """Put the finished run at ``place``: its tables, texts and manifest. The stages are dropped after that."""
        beside = place.with_name(f".{place.name}.new")
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True)
        files = {}
        for table, rows in tables.items():
            write_table(beside / f"{table}.parquet", table, rows)
            content = (beside / f"{table}.parquet").read_bytes()
            digest = None if table in BY_CLOCK else hashlib.sha256(content).hexdigest()
            files[table] = {"file": f"{table}.parquet", "rows": len(rows), "sha256": digest}
        digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
        manifest = json.dumps(sealed({**about, "tables": files, "texts": digests}), indent=1, ensure_ascii=False) + "\n"
        for name, text in {**texts, MANIFEST: manifest}.items():
            (beside / name).write_text(text, encoding="utf-8")
        beside.rename(place)
        self.drop()

    def drop(self) -> None:
        """Remove what a finished run has no use for."""
        shutil.rmtree(self.folder, ignore_errors=True)


def sealed(about: Mapping[str, Any]) -> dict[str, Any]:
    """A manifest with a hash of all else that it says: what was changed by mistake is noticed."""
    said = {name: value for name, value in about.items() if name != SEAL}
    return {**said, SEAL: hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()}


def write_table(path: Path, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as a table of RUN_TABLES: beside, and renamed. Same rows, same bytes."""
    beside = path.with_name(f".{path.name}.new")
    pq.write_table(_table(name, rows), beside.absolute(), compression="zstd", data_page_version="1.0")
    beside.rename(path)


def _table(name: str, rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    schema = run_schema(name)
    return pa.Table.from_pylist([{n: r.get(n) for n in schema.names} for r in rows], schema=schema)


def as_frame(name: str, rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows as a frame with the columns of a table of RUN_TABLES."""
    found = pl.from_arrow(_table(name, rows))
    assert isinstance(found, pl.DataFrame)
    return found


def read_table(path: Path) -> Rows:
    """Read the rows of a table of a run. Raises MemsqlError where it is none."""
    name = path.stem
    if name not in RUN_TABLES:
        raise MemsqlError(f"{path}: no table of a run; there are {', '.join(RUN_TABLES)}")
    try:
        return list(pq.read_table(path.absolute(), partitioning=None).to_pylist())
    except (OSError, pa.ArrowException) as error:
        raise MemsqlError(f"{path}: cannot be read ({type(error).__name__}); run the evaluation again") from None

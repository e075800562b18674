"""A scenario in a person's hands: loaded once, asked many things (ENGINE: "For people")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from memsql.errors import DataError, MemsqlError, did_you_mean
from memsql.gold.batch import Batch
from memsql.gold.suite import Gold, gold_of, program_of
from memsql.model import Scenario as Model
from memsql.resources import data_root
from memsql.rules.program import Program
from memsql.scenario import load_scenario, load_suite

if TYPE_CHECKING:
    import polars as pl

Moment = str | date | datetime


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario, or a suite of several, with its compiled programs.

    ``name`` is the suite's name (the folder's). Made by :meth:`load`.
    """

    name: str
    parts: tuple[Model, ...]

    @classmethod
    def load(cls, path: Path | str) -> Scenario:
        """Read a scenario folder, a folder of scenario folders, or a scenario that ships with memsql by name.

        Raises DataError, SchemaError or RuleError with one line for what cannot be used.
        """
        folder = Path(path)
        if not folder.exists() and (data_root() / str(path)).is_dir():
            folder = data_root() / str(path)
        parts = tuple(load_suite(folder))
        for part in parts:
            program_of(part)
        return cls(folder.resolve().name, parts)

    @property
    def program(self) -> Program:
        """The compiled program of the first scenario."""
        return program_of(self.parts[0])

    def queries(self) -> pl.DataFrame:
        """Queries of all scenarios: scenario_id, query_id, relation, key, is_collection, cutoff_at, ..."""
        import polars as pl

        frames = [pl.from_arrow(p.queries.append_column("scenario_id", pa.array([p.scenario_id] * p.queries.num_rows)))
                  for p in self.parts]
        return pl.concat([f for f in frames if isinstance(f, pl.DataFrame)])

    def part_of(self, query_id: str) -> tuple[Model, dict[str, Any]]:
        """Return the scenario that has the query, and the query. Raises DataError for an unknown id."""
        known: list[str] = []
        for part in self.parts:
            ids = part.queries["query_id"].to_pylist()
            if query_id in ids:
                return part, part.queries.slice(ids.index(query_id), 1).to_pylist()[0]
            known += ids
        raise DataError(f"{self.name}: no query {query_id}; {did_you_mean(query_id, known)}")

    def gold(self, *, is_checked: bool = True, workers: int = 1) -> Gold:
        """Derive gold for every query; see :func:`memsql.gold.suite.gold_of`."""
        return gold_of(self.parts, self.name, is_checked=is_checked, workers=workers)


def load_model(path: Path | str) -> Model:
    """Read one scenario folder as the engine's own structure."""
    return load_scenario(path)


def moment(value: Moment) -> datetime:
    """Return a cutoff as a time; a date means the end of that day. Raises DataError for another text."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value) if "T" in value or " " in value else moment(date.fromisoformat(value))
        except ValueError:
            raise DataError(f"time {value}: not a time; write 2026-08-31 or 2026-08-31T12:00") from None
    return datetime.combine(value, time(23, 59, 59, 999999))


def query_row(query_id: str, relation: str, key: Sequence[str], is_collection: bool, at: datetime) -> dict[str, Any]:
    """Return one query as the columns of ``Scenario.queries``."""
    return {
        "query_id": query_id,
        "relation": relation,
        "key": list(key),
        "is_collection": is_collection,
        "cutoff_at": at,
        "known_at": at,
        "family": None,
        "question": None,
    }


def asked(part: Model, rows: Iterable[dict[str, Any]]) -> Batch:
    """Return a loaded batch of one scenario with these queries in the place of its own."""
    columns = {name: [r[name] for r in rows_] for rows_ in [list(rows)] for name in part.queries.schema.names}
    queries = pa.table(columns, schema=part.queries.schema)
    batch = Batch(program_of(part), [replace(part, queries=queries)])
    batch.load()
    return batch


def parse_node(program: Program, node: str) -> tuple[str, list[str], bool]:
    """Return (relation, key or scope, is_collection) of a node id such as ``outside(vera,grus)``.

    A backslash escapes ``, ( ) [ ]``; spaces around parts count only inside them. Raises DataError otherwise.
    """
    text = node.strip()
    is_first = text.startswith("first(")
    start = text.find(")") + 1 if is_first else 0
    opening = min((i for i in (text.find("(", start), text.find("[", start)) if i >= 0), default=-1)
    closing = {"(": ")", "[": "]"}.get(text[opening] if opening >= 0 else "", "")
    if opening < 1 or not text.endswith(closing):
        raise DataError(f"node {node}: not a node; write relation(key,key), or relation[scope] for a collection")
    parts: list[str] = [""]
    escaped = False
    for letter in text[opening + 1 : -1]:
        if escaped:
            parts[-1] += letter
            escaped = False
        elif letter == "\\":
            escaped = True
        elif letter == ",":
            parts.append("")
        else:
            parts[-1] += letter
    try:
        relation = program.relation(text[:opening])
    except MemsqlError as error:
        raise DataError(f"node {node}: {error}") from None
    return relation.name, [p.strip() for p in parts], closing == "]"

"""Read ``queries.jsonl``: the form of each query. Whether its relation is there, the rule compiler checks."""

from __future__ import annotations

import re
from datetime import datetime, time
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa

from memsql.errors import DataError, at, did_you_mean, shown
from memsql.model import REFERS_TO, Scenario
from memsql.scenario.events import as_table
from memsql.scenario.ids import check_ids, natural_text
from memsql.scenario.lines import field_problem, read_json_lines, text_problem, texts_problem
from memsql.scenario.times import END_OF_DAY, FORM, parse_times

FILE = "queries.jsonl"
FAMILIES = ("temporal", "semantic", "closure", "rules", "set_quant")
REQUIRED = ("query_id", "relation", "cutoff_at")
OPTIONAL = ("key", "scope", "known_at", "family", "question")
RELATION = re.compile(r"(?:(?P<view>first|current)\((?P<viewed>[^\W\d_]\w*)\))|(?P<plain>[^\W\d_]\w*)")
QUERIES = pa.schema(
    {
        "query_id": pa.string(),
        "relation": pa.string(),
        "key": pa.list_(pa.string()),
        "is_collection": pa.bool_(),
        "cutoff_at": pa.timestamp("us"),
        "known_at": pa.timestamp("us"),
        "family": pa.string(),
        "question": pa.string(),
    }
)
RAW: dict[str, pl.DataType | type[pl.DataType]] = {
    "line": pl.Int64,
    "query_id": pl.String,
    "relation": pl.String,
    "key": pl.List(pl.String),
    "is_collection": pl.Boolean,
    "cutoff_at": pl.String,
    "known_at": pl.String,
    "family": pl.String,
    "question": pl.String,
}


def read_queries(path: Path, has_references: bool = True) -> pa.Table:
    """Return the queries as `Scenario` describes them, in the natural order of their ids.

    A cutoff or known_at that is a bare date means the last microsecond of that day; ``known_at`` is the
    cutoff where none was given. References (``@phrase``) stand in ``key`` as they were written;
    ``has_references``: the domain declares the relation that resolves them. Raises DataError with the line of the
    first query that is not in form, and for an id that stands there twice.
    """
    rows: list[tuple[Any, ...]] = []
    for chunk in read_json_lines(path):
        for line, found in zip(chunk.lines, chunk.objects, strict=True):
            if problem := _problem(found) or (None if has_references else _reference(found)):
                raise DataError(f"{at(path, line)}: {problem}")
            rows.append(_row(line, found))
    queries = pl.DataFrame(rows, schema=RAW, orient="row")
    check_ids(queries, "query_id", path)
    queries = _with_times(queries, path)
    queries = queries.with_columns(natural=natural_text(queries["query_id"])).sort("natural", "query_id")
    return as_table(queries, QUERIES)


def query_place(path: Path, query_id: str) -> str | None:
    """Return ``path:line`` of a query, for a message about it; None where the file is not there, or the query in it."""
    for chunk in read_json_lines(path) if path.is_file() else ():
        for line, found in zip(chunk.lines, chunk.objects, strict=True):
            if found.get("query_id") == query_id:
                return at(path, line)
    return None


def query_named(scenario: Scenario, query_id: str) -> str:
    """Return how a message begins that is about a query: ``path:line: query q1``.

    What a person asks besides the queries of the file (a node, a state at another time) stands in no file; it is
    named by its scenario.
    """
    place = query_place(scenario.folder / FILE, query_id) if scenario.folder != Path() else None
    return f"{place or scenario.scenario_id}: query {query_id}"


def _row(line: int, found: dict[str, Any]) -> tuple[Any, ...]:
    """Return one query as a row of RAW."""
    match = RELATION.fullmatch(found["relation"])
    assert match
    return (
        line,
        found["query_id"],
        match["plain"] or f"{match['view']}_{match['viewed']}",
        found["scope"] if "scope" in found else found["key"],
        "scope" in found,
        found["cutoff_at"],
        found.get("known_at"),
        found.get("family"),
        found.get("question"),
    )


def _problem(found: dict[str, Any]) -> str | None:
    """Return what is wrong with the form of one query, or None."""
    if problem := field_problem(found, REQUIRED, OPTIONAL):
        return problem
    for name in (*REQUIRED, *(n for n in OPTIONAL[2:] if n in found)):
        if problem := text_problem(name, found[name]):
            return problem
    relation = found["relation"]
    if not RELATION.fullmatch(relation) or relation != relation.lower():
        return f"relation is {shown(relation)}, no name; write a relation, first(relation) or current(relation)"
    if ("key" in found) == ("scope" in found):
        both = "both key and scope" if "key" in found else "neither key nor scope"
        return f"{both}; write key to ask for one fact, or scope to ask for a collection"
    name = "key" if "key" in found else "scope"
    if problem := texts_problem(name, found[name]):
        return problem
    if found.get("key") == []:
        return "key is empty; write the key of the fact, or ask for a collection with scope"
    if "@" in found[name]:
        return f"@ without a phrase in {name}; write @phrase for a reference, @@ for the sign itself"
    family = found.get("family")
    if family is not None and family not in FAMILIES:
        return f"unknown family {shown(family)}; {did_you_mean(family, FAMILIES)}"
    return None


def _reference(found: dict[str, Any]) -> str | None:
    """Return what is wrong with a reference where nothing resolves one, or None."""
    for value in found.get("key") or found.get("scope") or ():
        if value.startswith("@") and not value.startswith("@@"):
            advice = f"declare {REFERS_TO} (phrase text, entity text, primary key (phrase)), or write @@ for the sign"
            return f"the reference {shown(value)}, which nothing resolves; {advice}"
    return None


def _with_times(queries: pl.DataFrame, path: Path) -> pl.DataFrame:
    """Return the queries with timestamps, known_at filled in and not after the cutoff."""
    for name in ("cutoff_at", "known_at"):
        times = parse_times(queries[name])
        bad = queries.filter(times.at.is_null() & pl.col(name).is_not_null())
        if bad.height:
            line, text = bad["line"][0], shown(bad[name][0])
            raise DataError(f"{at(path, line)}: {name} is {text}, no time; {FORM}")
        queries = queries.with_columns(times.at.alias(name), times.is_date.alias("is_date"))
        queries = queries.with_columns(
            pl.when("is_date").then(pl.col(name) + END_OF_DAY).otherwise(pl.col(name)).alias(name)
        )
    queries = queries.with_columns(pl.coalesce("known_at", "cutoff_at").alias("known_at"))
    bad = queries.filter(pl.col("known_at") > pl.col("cutoff_at"))
    if bad.height:
        query = bad.row(0, named=True)
        known, cutoff = (_shown(query[name]) for name in ("known_at", "cutoff_at"))
        found = f"known_at {known} is after cutoff_at {cutoff}"
        raise DataError(f"{at(path, query['line'])}: {found}; ask for an earlier one, or leave it out")
    return queries


def _shown(at: datetime) -> str:
    """A cutoff as the file has it: the date alone where it is the end of that day."""
    return at.date().isoformat() if at.time() == time.max else at.isoformat()

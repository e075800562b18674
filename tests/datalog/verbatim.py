"""The rule files of a translated program evaluated as plain views, without memsql's compiler and engine.

This checks the translator by itself: where a row is wrong here, the translation is, not the engine.
"""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa

from memsql.db import Database
from memsql.scenario import load_schema

from .translate import DB, Written


def evaluate(written: Written) -> dict[str, set[tuple[str, ...]]]:
    """Return the rows of every relation, all values as text, without the first column."""
    keys = _asserted_keys(written.folder / "events.jsonl")
    declarations = [d for d in load_schema([written.folder / "schema"]) if not d.is_completeness]
    database = Database()
    try:
        for declaration in declarations:
            texts = pa.table(
                {
                    column.name: pa.array([key[i] for key in keys.get(declaration.name, [])], pa.string())
                    for i, column in enumerate(declaration.columns)
                }
            )
            columns = ", ".join(f"cast({c.name} as {c.type}) as {c.name}" for c in declaration.columns)
            database.load("main", declaration.name, texts, columns)
        for relation in written.order:
            text = (written.folder / "rules" / f"{relation}.sql").read_text()
            database.run(f"create view {relation} as\n{text}")
        return {name: _rows(database, name) for name in (*(d.name for d in declarations), *written.order)}
    finally:
        database.close()


def _asserted_keys(path: Path) -> dict[str, list[list[str]]]:
    """Return the keys of the asserted facts by relation."""
    keys: dict[str, list[list[str]]] = {}
    for line in path.read_text().splitlines():
        for action in json.loads(line)["actions"]:
            if action["verb"] == "assert":
                keys.setdefault(action["predicate"], []).append(action["key"])
    return keys


def _rows(database: Database, relation: str) -> set[tuple[str, ...]]:
    """Return the rows of a table or view."""
    found = database.rows(f"select * from {relation}")
    assert all(row[0] == DB for row in found), f"{relation} has a row outside {DB}"
    assert len(found) == len(set(found)), f"{relation} has a row twice"
    return {tuple(str(v) for v in row[1:]) for row in found}

"""Alternative (a): the author's views as they stand, over facts `as of` a cutoff, one SELECT per query.

Answers only: no labels, no lineage. What such a view does not find is 0, false or no value. The tables and
views are ready before the clock starts: loading and choosing versions costs this alternative nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pyarrow as pa

from memsql.bench.facts import Answer, Asked, Fact, member_columns, number_text
from memsql.db import Database
from memsql.rules.program import Program, view_text
from memsql.rules.relation import Asked as Parameter
from memsql.rules.relation import Ground, Relation

HISTORY = "history"
NUMBERS = (int, Decimal)


class PlainViews:
    """A connection with a table of facts and a view per relation."""

    def __init__(self, program: Program, facts: Sequence[Fact]) -> None:
        self._program = program
        self._db = Database()
        self._db.run(f"create schema {HISTORY}")
        for name in ("scenario", "seen"):
            self._db.run(f"set variable {name} = 0")
        by_relation: dict[str, list[Fact]] = {}
        for fact in facts:
            by_relation.setdefault(fact.relation, []).append(fact)
        for relation in program.named.values():
            if isinstance(relation.body, Ground) and not relation.body.is_first:
                self._ground(relation, by_relation.get(relation.name, []))
            elif not isinstance(relation.body, Ground | Parameter):
                text = view_text(program.rules[relation.name])
                self._db.run(f'create view "{relation.name}" as {text}')

    def _ground(self, relation: Relation, facts: Sequence[Fact]) -> None:
        """The facts of one relation with their columns typed, and the view of those that hold."""
        columns = relation.signature.columns
        table = pa.table(
            {
                "_scenario": pa.array([f.scenario for f in facts], pa.int32()),
                "_first": pa.array([f.first for f in facts], pa.int32()),
                "_until": pa.array([f.until for f in facts], pa.int32()),
                **{c: pa.array([f.texts[i] for f in facts], pa.string()) for i, c in enumerate(columns)},
            }
        )
        typed = ", ".join(f'cast("{c}" as {relation.types[c]}) as "{c}"' for c in columns)
        self._db.load(HISTORY, relation.name, table, f"_scenario, _first, _until, {typed}")
        names = ", ".join(f'"{c}"' for c in columns)
        self._db.run(
            f'create view "{relation.name}" as select {names} from {HISTORY}."{relation.name}" '
            "where _scenario = getvariable('scenario') "
            "and _first <= getvariable('seen') and _until > getvariable('seen')"
        )

    def answer(self, asked: Asked) -> Answer:
        """The answer to one query, by one SELECT from the view of its relation."""
        relation = self._program.relation(asked.relation)
        signature = relation.signature
        bound = signature.scope if asked.is_collection else signature.key
        assert bound is not None
        self._db.run(f"set variable scenario = {asked.scenario}")
        self._db.run(f"set variable seen = {asked.position}")
        shown = member_columns(relation) if asked.is_collection else signature.value
        names = ", ".join(f'"{c}"' for c in shown) or "1"
        places = " and ".join(f'"{c}" = ${c}' for c in bound)
        rows = self._db.rows(
            f'select {names} from "{asked.relation}" where {places}', dict(zip(bound, asked.key, strict=True))
        )
        if asked.is_collection:
            return frozenset(_member(row) for row in rows)
        if not shown:
            return "true" if rows else "false"
        if signature.is_total and not rows:
            return "0"
        return _shown(rows[0][0]) if rows else None

    def close(self) -> None:
        """Close the connection."""
        self._db.close()


def _shown(value: object) -> str:
    """The text of one value."""
    if isinstance(value, NUMBERS) and not isinstance(value, bool):
        return number_text(value)
    return _text(value)


def _member(row: tuple[object, ...]) -> str:
    """The text of a member of a set: its one free column, or a JSON array of them."""
    if len(row) == 1:
        return _text(row[0])
    return json.dumps([_text(v) for v in row], separators=(",", ":"))


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)

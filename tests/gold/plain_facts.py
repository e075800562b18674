"""Current facts of a history, worked out in plain Python, and the authors' own views over them.

Nothing here knows of truth values, worlds or lineage: a set holds what was asserted last and not cancelled, and
a view is the text of the rule file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

import pyarrow as pa

from memsql.db import Database
from memsql.model import Scenario
from memsql.rules.program import Program, view_text
from memsql.rules.relation import Asked, Ground, Relation

Rows = set[tuple[Any, ...]]
Slot = tuple[str, tuple[str, ...]]


def current(scenario: Scenario, known_at: int) -> dict[Slot, tuple[str, ...]]:
    """Predicate and key to the value that was asserted last; cancelled ones are left out."""
    found: dict[Slot, tuple[str, ...]] = {}
    for action in scenario.actions.to_pylist():
        if action["position"] > known_at:
            break
        slot = (action["predicate"], tuple(action["key"]))
        if action["verb"] == "cancel":
            found.pop(slot, None)
        else:
            found[slot] = tuple(action["value"])
    return found


def first(scenario: Scenario, known_at: int) -> dict[Slot, tuple[str, ...]]:
    """Predicate and key to the value that was asserted first."""
    found: dict[Slot, tuple[str, ...]] = {}
    for action in scenario.actions.to_pylist():
        if action["position"] <= known_at and action["verb"] != "cancel":
            found.setdefault((action["predicate"], tuple(action["key"])), tuple(action["value"]))
    return found


def in_force(program: Program, facts: dict[Slot, tuple[str, ...]], day: date | None) -> dict[Slot, tuple[str, ...]]:
    """The row of ``current(relation)`` for every key without valid_from: the latest that began by the day."""
    found: dict[Slot, tuple[str, tuple[str, ...]]] = {}
    for (name, key), value in facts.items():
        place = (
            program.declarations[name].key.index("valid_from") if program.declarations[name].has_valid_time else None
        )
        if place is None or day is None or key[place] > day.isoformat():
            continue
        slot = (f"current_{name}", key[:place] + key[place + 1 :])
        found[slot] = max(found.get(slot, ("", ())), (key[place], value))
    return {slot: value for slot, (_, value) in found.items()}


class Moment(NamedTuple):
    """A world of gold: a scenario up to an event, and the day, where something in force on a day is read."""

    scenario: Scenario
    known_at: int
    day: date | None


def parameters(
    program: Program, moment: Moment, facts: dict[Slot, tuple[str, ...]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Rows that the queries of a world put down: every query on a relation that reads a parameter."""
    times = moment.scenario.events["observed_at"].to_pylist()
    for query in moment.scenario.queries.to_pylist():
        relation = program.relation(query["relation"])
        day = query["known_at"].date() if program.is_dated(relation.name) else None
        if (sum(t <= query["known_at"] for t in times), day) != (moment.known_at, moment.day):
            continue
        columns = relation.signature.scope if query["is_collection"] else relation.signature.key
        given = dict(zip(columns or (), (_resolved(v, facts) for v in query["key"]), strict=True))
        for name in program.reaches(relation.name):
            body = program.by_name[name].body
            if isinstance(body, Asked):
                row = tuple(given.get(c) for c in body.declaration.key)
                if None not in row and None not in given.values():
                    yield name, tuple(str(v) for v in row)


def _resolved(text: str, facts: dict[Slot, tuple[str, ...]]) -> str | None:
    if text.startswith("@@"):
        return text[1:]
    if text.startswith("@"):
        return facts.get(("refers_to", (text[1:],)), (None,))[0]
    return text


class PlainViews:
    """A connection with the facts of many cutoffs and a view per rule; it shows one cutoff at a time."""

    def __init__(self, program: Program, moments: Sequence[Moment]) -> None:
        self._program = program
        self._db = Database()
        self._db.run("create schema history")
        self.show(0)
        held: dict[str, set[tuple[int | str, ...]]] = {}
        for number, moment in enumerate(moments):
            facts, firsts = current(moment.scenario, moment.known_at), first(moment.scenario, moment.known_at)
            named = [*facts.items(), *((("first_" + p, k), v) for (p, k), v in firsts.items())]
            for (name, key), value in [*named, *in_force(program, facts, moment.day).items()]:
                held.setdefault(name, set()).add((number, *key, *value))
            for name, row in parameters(program, moment, facts):
                held.setdefault(name, set()).add((number, *row))
        for relation in program.named.values():
            if isinstance(relation.body, Asked | Ground):
                self._table(relation, held.get(relation.name, set()))
            else:
                text = view_text(program.rules[relation.name])
                self._db.run(f'create view "{relation.name}" as {text}')

    def _table(self, relation: Relation, rows: Iterable[tuple[int | str, ...]]) -> None:
        """All facts of a predicate, and the view of those of the cutoff that is shown."""
        name, order = relation.name, ["_moment", *relation.signature.key, *relation.signature.value]
        ordered = sorted(rows)
        table = pa.table(
            {c: pa.array([r[i] for r in ordered], pa.string() if i else pa.int32()) for i, c in enumerate(order)}
        )
        select = ", ".join(f'cast("{c}" as {relation.types[c]}) as "{c}"' for c in order[1:])
        self._db.load("history", name, table, f"_moment, {select}")
        columns = ", ".join(f'"{c}"' for c in order[1:])
        shown = f"select {columns} from history.\"{name}\" where _moment = getvariable('moment')"
        self._db.run(f'create view "{name}" as {shown}')

    def show(self, number: int) -> None:
        """Show another cutoff."""
        self._db.run(f"set variable moment = {number}")

    def rows(self, name: str) -> Rows:
        """The rows of a relation."""
        columns = ", ".join(f'"{c}"' for c in self._program.by_name[name].signature.columns)
        return set(self._db.rows(f'select {columns} from "{name}"'))

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

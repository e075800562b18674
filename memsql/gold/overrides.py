"""Overrides of literal worlds: what a state is taken to be, whatever the history says (ENGINE: "World").

An override row replaces the derived row of its key before anything above is evaluated, on a recursion after its
fixpoint; one that is not determined opens its collection. A collection override says what all members of a
scope are. Overrides belong to literal worlds: a resolved world on an overridden base is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from memsql.db import Database
from memsql.errors import DataError
from memsql.gold.worlds import Worlds
from memsql.rules import build as b
from memsql.rules.program import Program
from memsql.rules.relation import Kind, Relation, Signature

ROWS, SCOPES = "override", "override_scope"


@dataclass(frozen=True, slots=True)
class Override:
    """A state of one world. ``truth`` None: not determined. ``value``: text per value column where true."""

    world: int
    relation: str
    key: tuple[str, ...]
    truth: bool | None
    value: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CollectionOverride:
    """All members of one scope in one world: each is the key and value columns outside the scope."""

    world: int
    relation: str
    scope: tuple[str, ...]
    members: tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class Overrides:
    """Overrides of an evaluation, and the SQL that puts them in place."""

    rows: list[Override] = field(default_factory=list)
    collections: list[CollectionOverride] = field(default_factory=list)

    def relations(self) -> set[str]:
        """Names of the relations that have an override."""
        return {o.relation for o in self.rows} | {o.relation for o in self.collections}

    def load(self, db: Database, program: Program, worlds: Worlds) -> None:
        """Write the tables ``override.R`` and ``override_scope.R``. Raises DataError for what cannot be one."""
        db.reset((ROWS, SCOPES))
        if worlds.has_resolved:
            raise DataError("overrides: a resolved world is among the worlds; use literal worlds only")
        for name in sorted(self.relations()):
            relation = program.relation(name)
            if relation.signature.has_until or relation.signature.kind is Kind.ASKED:
                what = "has valid time" if relation.signature.has_until else "holds parameters"
                raise DataError(f"override of {name}: it {what}; override a relation that reads it")
            self._load_rows(db, relation)
            if relation.signature.scope is not None:
                self._load_scopes(db, relation)

    def _load_rows(self, db: Database, relation: Relation) -> None:
        signature, types = relation.signature, relation.types
        columns = [*signature.key, *signature.value]
        found: list[tuple[int, bool | None, list[str | None]]] = []
        for row in self.rows:
            if row.relation != relation.name:
                continue
            value: Sequence[str | None] = row.value if row.truth else [None] * len(signature.value)
            self._check(relation, "key", row.key, signature.key)
            self._check(relation, "value", value, signature.value)
            found.append((row.world, row.truth, [*row.key, *value]))
        for item in self.collections:
            if item.relation == relation.name:
                found += [(item.world, True, self._member(relation, item, m)) for m in item.members]
        texts = {c: [values[i] for _, _, values in found] for i, c in enumerate(columns)}
        arrays = {c: pa.array(v, pa.string()) for c, v in texts.items()}
        arrays[b.WORLD] = pa.array([w for w, _, _ in found], pa.int32())
        arrays[b.OK] = pa.array([t for _, t, _ in found], pa.bool_())
        select = ", ".join(f'cast("{c}" as {types[c]}) as "{c}"' for c in columns)
        db.load(ROWS, relation.name, pa.table(arrays), f"{select}, {b.WORLD}, {b.OK}")

    @staticmethod
    def _check(relation: Relation, what: str, given: Sequence[object], wanted: Sequence[str]) -> None:
        if len(given) != len(wanted):
            shown = ", ".join(wanted) or "nothing"
            raise DataError(f"override of {relation.name}: {what} of {len(given)} values; give {shown}")

    def _member(self, relation: Relation, item: CollectionOverride, member: tuple[str, ...]) -> list[str | None]:
        """Key and value of a member of an overridden collection."""
        signature = relation.signature
        scope = signature.scope or ()
        self._check(relation, "scope", item.scope, scope)
        free = [c for c in (*signature.key, *signature.value) if c not in scope]
        self._check(relation, "member", member, free)
        known = dict(zip((*scope, *free), (*item.scope, *member), strict=True))
        return [known[c] for c in (*signature.key, *signature.value)]

    def _load_scopes(self, db: Database, relation: Relation) -> None:
        scope = relation.signature.scope or ()
        items = [i for i in self.collections if i.relation == relation.name]
        arrays = {c: pa.array([i.scope[n] for i in items], pa.string()) for n, c in enumerate(scope)}
        arrays[b.WORLD] = pa.array([i.world for i in items], pa.int32())
        select = ", ".join(f'cast("{c}" as {relation.types[c]}) as "{c}"' for c in scope)
        db.load(SCOPES, relation.name, pa.table(arrays), f"{select}, {b.WORLD}")

    def on_rows(self, signature: Signature) -> list[str]:
        """SQL that puts rows in place, to run before the relation's scopes are closed."""
        name = signature.name
        if name not in self.relations():
            return []
        found = [_delete(signature, ROWS, signature.key)]
        if signature.scope is not None:
            found.append(_delete(signature, SCOPES, signature.scope))
        columns = _list((b.WORLD, *signature.key, *signature.value, b.OK))
        return [*found, f'insert into "state"."{name}" by name select {columns} from "{ROWS}"."{name}"']

    def on_refuted(self, signature: Signature) -> list[str]:
        """SQL that leaves keys of overridden collections to what the override says of them."""
        if signature.name not in self.relations() or signature.scope is None:
            return []
        return [_delete(signature, SCOPES, signature.scope, "refuted")]

    def on_scopes(self, signature: Signature) -> list[str]:
        """SQL that closes overridden collections and opens those with an undecided override.

        Where the scope is the whole key, an override that is determined is its whole collection.
        """
        name = signature.name
        if name not in self.relations() or signature.scope is None:
            return []
        scope = (b.WORLD, *signature.scope)
        said = f'select {_list(scope)} from "{SCOPES}"."{name}"'
        if set(signature.scope) == set(signature.key):
            said += f' union select {_list(scope)} from "{ROWS}"."{name}" where "{b.OK}" is not null'
        found = []
        for schema in dict.fromkeys(("closed", signature.absence[0])):
            new = f'({said}) except select {_list(scope)} from "{schema}"."{name}"'
            found.append(f'insert into "{schema}"."{name}" by name {new}')
        opened = f'select 1 from "{ROWS}"."{name}" as o where {_on("o", "k", scope)} and o."{b.OK}" is null'
        found.append(f'delete from "closed"."{name}" as k where exists ({opened})')
        return found


def _list(columns: Sequence[str]) -> str:
    return ", ".join(f'"{c}"' for c in columns)


def _on(left: str, right: str, columns: Sequence[str]) -> str:
    return " and ".join(f'{left}."{c}" = {right}."{c}"' for c in columns)


def _delete(signature: Signature, source: str, columns: Sequence[str], schema: str = "state") -> str:
    """Remove the rows that the overrides of ``source`` stand for."""
    name = signature.name
    on = _on("o", "r", (b.WORLD, *columns))
    return f'delete from "{schema}"."{name}" as r where exists (select 1 from "{source}"."{name}" as o where {on})'

"""Ground facts in a world: what the current versions say, what is closed, what is not known.

ENGINE ("Ground state"): versions by (observed_at, event, ordinal); a cancellation ends one, and what is cancelled
is known not to be; a set is closed by ``<set>_complete``, a function without a value by ``<function>_complete``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product

from tests.oracle.three_valued.values import (
    ANY,
    FALSE,
    FRESH,
    TRUE,
    UNKNOWN,
    Anonymous,
    Domain,
    Row,
    Table,
    Value,
    read,
)

Texts = tuple[str, ...]
Said = tuple[str, str, Texts, Texts]
"""Verb, predicate (of a ``complete``: the ``_complete`` one), key, value."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A ground relation: its columns with their types, key first."""

    name: str
    key: Texts
    value: Texts
    types: Mapping[str, str]

    @property
    def columns(self) -> Texts:
        """Key and value."""
        return (*self.key, *self.value)

    def row(self, columns: Texts, texts: Sequence[str]) -> Row:
        """Typed values of some columns."""
        return tuple(read(text, self.types[column]) for column, text in zip(columns, texts, strict=True))


def declarations(schema: str) -> dict[str, Declaration]:
    """The ``create table`` statements of a text."""
    found = {}
    for name, body in re.findall(r"create table (\w+)\s*\((.*?)\);", schema, re.DOTALL):
        columns, key = re.fullmatch(r"(.*),\s*primary key\s*\(([^)]*)\)\s*", body, re.DOTALL).groups()  # type: ignore[union-attr]
        types = dict(re.findall(r"(\w+)\s+(\w+(?:\([\d\s,]+\))?)", columns))
        keys = tuple(k.strip() for k in key.split(","))
        found[name] = Declaration(name, keys, tuple(c for c in types if c not in keys), types)
    return found


class Facts:
    """The ground relations of one world."""

    def __init__(
        self,
        declared: Mapping[str, Declaration],
        actions: Sequence[Said],
        day: date | None,
        domain: Domain,
    ) -> None:
        self.declared, self.day, self.domain = declared, day, domain
        self.current: dict[str, dict[Row, Row | None]] = {name: {} for name in declared}
        self.first: dict[str, dict[Row, Row | None]] = {name: {} for name in declared}
        for verb, predicate, key_texts, value_texts in actions:
            of = declared[predicate]
            key = of.row(of.key, key_texts)
            if verb != "cancel":
                self.current[predicate][key] = value = of.row(of.value, value_texts)
                self.first[predicate].setdefault(key, value)
            elif key in self.current[predicate]:  # cancelling what was never asserted does nothing
                self.current[predicate][key] = None

    def source(self, name: str) -> tuple[str, Declaration] | None:
        """How a relation stands on the store, and which predicate it shows."""
        for prefix in ("first_", "current_"):
            if name not in self.declared and name.removeprefix(prefix) in self.declared:
                return prefix, self.declared[name.removeprefix(prefix)]
        if name in self.declared:
            return ("asked_" if name.startswith("asked_") else "", self.declared[name])
        return None

    def columns(self, name: str) -> Texts:
        """The columns of a relation of the store; the row in force on a day does not show since when."""
        prefix, of = self.source(name) or (None, None)
        assert of is not None
        return tuple(c for c in of.columns if c != "valid_from") if prefix == "current_" else of.columns

    def rows(self, name: str, bound: Mapping[str, Value], wanted: Texts) -> Table:
        """Rows that are not false, of these columns."""
        prefix, of = self.source(name) or ("", self.declared[name])
        if prefix == "current_":
            assert self.day is not None
            return self.in_force(of, bound, self.day, wanted)
        found: Table = {}
        versions = (self.first if prefix == "first_" else self.current)[of.name]
        for key in self._keys(of, bound):
            row: Mapping[str, Value] = dict(zip(of.key, key, strict=True))
            if key in versions:
                value = versions[key]
                if value is not None:
                    whole = {**row, **dict(zip(of.value, value, strict=True))}
                    _add(
                        found,
                        whole,
                        wanted,
                        min(self.domain.bound(whole[c], v) for c, v in bound.items()) if bound else TRUE,
                    )
            elif prefix == "asked_":  # a question puts its row down, whatever it asks of
                _add(found, row, wanted, TRUE)
            elif prefix == "first_" or not self._closed(of, row):
                for values in self._values(of, bound, wanted):
                    _add(found, {**row, **values}, wanted, UNKNOWN)
        return found

    def in_force(self, of: Declaration, bound: Mapping[str, Value], day: Value, wanted: Texts) -> Table:
        """The row with the greatest ``valid_from`` up to a day among those that stand."""
        found: Table = {}
        rest = tuple(c for c in of.key if c != "valid_from")
        for key in self._keys(of, {**bound, "valid_from": FRESH}):
            row = {c: v for c, v in zip(of.key, key, strict=True) if c in rest}
            stands = [
                {**dict(zip(of.key, k, strict=True)), **dict(zip(of.value, value, strict=True))}
                for k, value in self.current[of.name].items()
                if value is not None and all(row[c] == v for c, v in zip(of.key, k, strict=True) if c in rest)
            ]
            if not isinstance(day, Anonymous):
                since = [s for s in stands if s["valid_from"] <= day]  # type: ignore[operator]
                if since:
                    whole = max(since, key=lambda s: s["valid_from"])  # type: ignore[arg-type,return-value]
                    matches = [self.domain.bound(whole[c], v) for c, v in bound.items()]
                    _add(found, whole, wanted, min([TRUE, *matches]))
                    continue
            if (stands and isinstance(day, Anonymous)) or not self._closed(of, row):
                for values in self._values(of, bound, wanted):
                    _add(found, {**row, **values, "valid_from": bound.get("valid_from", ANY)}, wanted, UNKNOWN)
        return found

    def _keys(self, of: Declaration, bound: Mapping[str, Value]) -> Iterator[Row]:
        yield from product(*([bound[c]] if c in bound else self.domain.every(of.types[c]) for c in of.key))

    def _values(self, of: Declaration, bound: Mapping[str, Value], wanted: Texts) -> Iterator[dict[str, Value]]:
        """What the value may be; where nobody looks at a column it is not spelt out."""
        choices = [
            [bound[c]] if c in bound else self.domain.every(of.types[c]) if c in wanted else [ANY] for c in of.value
        ]
        for values in product(*choices):
            yield dict(zip(of.value, values, strict=True))

    def _closed(self, of: Declaration, row: Mapping[str, Value]) -> bool:
        closing = self.declared.get(f"{of.name}_complete")
        return closing is not None and self.current[closing.name].get(tuple(row[c] for c in closing.key)) is not None


def _add(found: Table, row: Mapping[str, Value], wanted: Texts, truth: int) -> None:
    """A row, true where one of those that look alike is."""
    if truth != FALSE:
        shown = tuple(row[c] for c in wanted)
        found[shown] = max(truth, found.get(shown, FALSE))

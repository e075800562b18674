"""A family: a mechanism of use validity, read from ``families/<family>.toml``.

Payloads of its events, its governing relations and the rules that decide them, what each side licenses. Where the
paper is silent (labels, ranges, wording) the choice is ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memsql.errors import DataError, did_you_mean
from memsql.scivalidity.reading import NAME, Table, toml

EVENT_TYPES = ("plan", "run", "observe", "access", "write", "retrieve", "decide")
FIELDS = ("step", "amount", "subject")
RELATIONS = ("Selected_From", "Stopped_After", "Sealed_Until", "Comparable_With", "Absent_Because", "Relevant_To")
PAIRS = ("flip", "invariant")
SIDES = ("true", "false")
VARIANTS = ("original", "counterfactual")
SCALES = (1, 10, 100, 1000)
RELATION = re.compile(r"[A-Z][A-Za-z]*(?:_[A-Z][A-Za-z]*)*")


@dataclass(frozen=True, slots=True)
class Relation:
    """A governing relation: the rule file that decides it, its endpoints (event types), a status for each side."""

    rule: str
    name: str
    source: str
    target: str
    status: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Family:
    """A mechanism: payloads of its events, its relations (the first governs), what each side licenses."""

    name: str
    title: str
    module: str
    pair: str
    request: str
    choice: Mapping[str, str]
    relations: tuple[Relation, ...]
    events: tuple[Mapping[str, Any], ...]


def read_family(path: Path) -> Family:
    """Read and check one family. Raises DataError in one line."""
    found = toml(path)
    names = ("title", "module", "pair", "request", "choice", "relation", "event")
    found.need(*names)
    found.allow(*names)
    if found.found["pair"] not in PAIRS:
        raise DataError(f"{path}: pair is {found.found['pair']!r}; write {' or '.join(PAIRS)}")
    return Family(
        path.stem,
        found.text("title"),
        found.text("module", NAME),
        found.text("pair"),
        found.template("request", "observe"),
        _sides(found.table("choice")),
        tuple(_relation(row) for row in found.rows("relation")),
        _events(found),
    )


def _sides(found: Table) -> dict[str, str]:
    """What each side says."""
    found.need(*SIDES)
    return {side: found.text(side) for side in SIDES}


def _relation(row: Table) -> Relation:
    row.need("rule", "name", "source", "target", *SIDES)
    row.allow("rule", "name", "source", "target", "declares", *SIDES)
    name = row.text("name", RELATION)
    if name not in RELATIONS and row.found.get("declares") is not True:
        advice = f"{did_you_mean(name, RELATIONS)} A new one says declares = true".replace("? A", "? a")
        raise DataError(f"{row.where}: relation {name}; {advice}")
    status = _sides(row)
    if status["true"] == status["false"]:
        raise DataError(f"{row.where}: both sides are {status['true']!r}; give each a status of its own")
    return Relation(row.text("rule", NAME), name, row.text("source"), row.text("target"), status)


def _events(found: Table) -> tuple[Mapping[str, Any], ...]:
    """The events, one of a type at most, a plan and an observation among them."""
    events = found.rows("event")
    types: list[str] = []
    seen: dict[str, int] = {}
    for event in events:
        event.need("type")
        name = event.text("type")
        if name not in EVENT_TYPES:
            raise DataError(f"{found.where}: event type {name}; {did_you_mean(name, EVENT_TYPES)}")
        if name in types:
            raise DataError(f"{found.where}: two events of type {name}; a family has one of a type at most")
        types.append(name)
        event.allow("type", "node", *FIELDS)
        if "node" in event.found:
            event.text("node", NAME)
        for field in FIELDS:
            if field in event.found:
                place = f"{name}.{field}"
                column = Table(event.table(field).found, f"{found.where}: {place}")
                _check_column(column, field, str(found.found["pair"]))
                seen[place] = _scale(column, seen)
    for name in ("plan", "observe"):
        if name not in types:
            raise DataError(f"{found.where}: no event of type {name}; every family has a plan and an observe")
    return tuple(event.found for event in events)


def _check_column(column: Table, field: str, pair: str) -> None:
    """A field of an event: how its value is drawn, in both worlds or on each side."""
    column.need("label")
    column.text("label")
    by = next((names for names in (SIDES, VARIANTS) if set(names) & set(column.found)), ())
    if by == VARIANTS and pair == "flip":
        raise DataError(f"{column.where} differs by variant; only invariant pairs may")
    column.need(*by)
    drawn = [column.table(name) for name in by] or [column]
    if field == "subject":
        column.allow("label", "pool", "words", "pick", *by)
        if ("pool" in column.found) == ("words" in column.found):
            raise DataError(f"{column.where}: a pool or words; give one of them")
        if "words" in column.found:
            column.texts("words")
        else:
            column.text("pool")
        for part in drawn:
            part.number("pick", 0)
        return
    column.allow("label", "from", "to", "of", "scale", *by)
    for part in drawn:
        low = part.number("from")
        part.number("to", low)


def _scale(column: Table, seen: Mapping[str, int]) -> int:
    """Parts of one that a number counts; ``of`` names a field that is drawn before, with the same scale."""
    scale = column.found.get("scale", 1)
    if scale not in SCALES or isinstance(scale, bool):
        raise DataError(f"{column.where}: scale is {scale!r}; write one of {', '.join(map(str, SCALES))}")
    if "of" in column.found:
        of = str(column.found["of"])
        if of not in seen:
            raise DataError(f"{column.where} refers to {of}; {did_you_mean(of, sorted(seen))}")
        if seen[of] != scale:
            raise DataError(f"{column.where} has scale {scale} and {of} has {seen[of]}; give both the same")
    return int(scale)

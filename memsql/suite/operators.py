"""Operators: what can be asked in a domain, how the question is put, and how a state is probed.

Read from ``data/domains/<domain>/operators.toml``. An operator names a relation, the columns of the key or scope
that a question fills, a query for candidate keys over everything that the history ever said, and paraphrases.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from memsql.errors import DataError, at
from memsql.resources import data_root
from memsql.suite.forms import SLOT
from memsql.suite.writing import Style, write

ASKS = ("value", "truth", "members")
KNOWN_AT = "known_at"
ARTICLE, WITH_ARTICLE = "the ", ("household",)
"""How phrases begin, and kinds of names that a question writes so too ("the Orlem Household")."""


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator. ``key``: column to slot type, in the order of the relation's key or scope; ``asks``: value,
    truth or members; ``can_refer``: columns that a phrase may stand for; ``weight``: candidates against others;
    ``is_late``: asked at the last cutoffs alone.
    """

    name: str
    family: str
    relation: str
    asks: str
    key: Mapping[str, str]
    candidates: str
    questions: tuple[str, ...]
    weight: float
    is_known_at: bool
    can_refer: tuple[str, ...]
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Probe:
    """The fixed question for a state of a relation; ``key``: column to slot type, of the key or the scope."""

    relation: str
    asks: str
    key: Mapping[str, str]
    question: str


@dataclass(frozen=True, slots=True)
class Operators:
    """What can be asked in one domain, and the probe of each relation by (relation, whether its members)."""

    operators: tuple[Operator, ...]
    probes: Mapping[tuple[str, bool], Probe]


def question(template: str, key: Mapping[str, str], values: Mapping[str, str], style: Style, cutoff: str = "") -> str:
    """Fill a question; ``values`` are the key's texts (a reference: its phrase), ``cutoff`` a day as it is written.

    The template begins in lower case: it is capitalised, or follows the cutoff.
    """

    def one(slot: str) -> str:
        value, kind = values[slot], key.get(slot, "date")
        if value.startswith(ARTICLE):
            return value
        return (ARTICLE if kind in WITH_ARTICLE else "") + write(kind, value, {}, style)

    text = SLOT.sub(lambda m: one(m[2]), template)
    return asked_at(cutoff) + text if cutoff else text[0].upper() + text[1:]


def asked_at(cutoff: str) -> str:
    """How a question with a cutoff begins."""
    return f"As of {cutoff}, "


@cache
def load_operators(domain: str) -> Operators:
    """Read and check the operators of a domain. Raises DataError with one line for what cannot be used."""
    path = data_root() / "domains" / domain / "operators.toml"
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    operators = tuple(_operator(path, t) for t in given.get("operator", ()))
    probes: dict[tuple[str, bool], Probe] = {}
    for table in [*given.get("operator", ()), *given.get("probe", ())]:
        found = _probe(path, table)
        probes.setdefault((found.relation, found.asks == "members"), found)
    return Operators(operators, probes)


def _operator(path: Path, table: Mapping[str, Any]) -> Operator:
    name = table.get("name", "?")
    for field in ("family", "relation", "asks", "key", "candidates", "questions"):
        if field not in table:
            raise DataError(f"{at(path)}: operator {name!r} has no {field}; add it")
    if table["asks"] not in ASKS:
        raise DataError(f"{at(path)}: operator {name!r} asks {table['asks']!r}; write one of {', '.join(ASKS)}")
    if len(table["questions"]) < 4:
        raise DataError(f"{at(path)}: operator {name!r} has {len(table['questions'])} questions; write four or more")
    slots = {*table["key"], *([KNOWN_AT] if table.get(KNOWN_AT) else [])}
    for text in table["questions"]:
        found = {m[2] for m in SLOT.finditer(text)}
        if found != slots:
            wrong = ", ".join(sorted(found ^ slots))
            raise DataError(f"{at(path)}: operator {name!r}: {text!r} and the key differ in {wrong}; name each once")
    return Operator(
        name=name,
        family=table["family"],
        relation=table["relation"],
        asks=table["asks"],
        key=table["key"],
        candidates=table["candidates"],
        questions=tuple(table["questions"]),
        weight=table.get("weight", 1),
        is_known_at=table.get(KNOWN_AT, False),
        can_refer=tuple(table.get("can_refer", ())),
        is_late=table.get("late", False),
    )


def _probe(path: Path, table: Mapping[str, Any]) -> Probe:
    text = table.get("probe", table.get("question", ""))
    if not text:
        raise DataError(f"{at(path)}: {table.get('relation')!r} has no probe; write the question that asks its state")
    return Probe(table["relation"].replace("first(", "first_").rstrip(")"), table["asks"], table["key"], text)

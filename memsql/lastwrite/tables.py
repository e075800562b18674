"""The tables that the audit stands on: patterns, forms, cues, preferences, the paper's figures."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memsql.errors import DataError
from memsql.lastwrite.words import normal, unquoted, words
from memsql.resources import data_root

SUBJECT, OBJECT = "{S}", "{O}"
OWN_KEY = "prime_minister"
"""Relation of the Prime Minister's form where the sensitivity gives it a key of its own."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a statement, ``prefix S middle O``. Only a pattern makes tuples; the others name what is left out."""

    relation: str
    prefix: str
    middle: str
    is_pattern: bool
    is_second: bool
    """Whether an earlier pattern has the same relation (the Prime Minister's)."""


def folder() -> Path:
    """Where the tables are."""
    return data_root() / "lastwrite"


def rows(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """Rows of a CSV table with exactly these columns. Raises DataError."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            found = tuple(reader.fieldnames or ())
            if found != columns:
                raise DataError(f"{path}:1: columns {', '.join(found)}; {', '.join(columns)} are needed")
            made = list(reader)
    except OSError as error:
        raise DataError(f"{path}: not read ({error.strerror}); put the table there") from None
    for line, row in enumerate(made, start=2):
        if None in row or None in row.values():
            raise DataError(f"{path}:{line}: not {len(columns)} cells; quote a comma")
    return made


@cache
def forms() -> tuple[Form, ...]:
    """The patterns, then the forms of what they leave out."""
    made: list[Form] = []
    for name, is_pattern in (("pattern", True), ("unparsed_form", False)):
        path = folder() / f"{name}.csv"
        seen: set[str] = set()
        for line, row in enumerate(rows(path, ("relation", "property", "form")), start=2):
            head, subject, rest = row["form"].partition(SUBJECT)
            middle, thing, tail = rest.partition(OBJECT)
            if not subject or not thing or not middle or tail:
                raise DataError(f"{path}:{line}: {row['form']!r}; a form is words, {SUBJECT}, words, {OBJECT}")
            made.append(Form(row["relation"], unquoted(head), unquoted(middle), is_pattern, row["relation"] in seen))
            seen.add(row["relation"])
    return tuple(made)


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that speak for a relation, wherever they stand or at the opening; ``birth*`` is any word that begins so.

    ``hop`` and ``index`` name the question of the development list that gave it; None where the relation's own
    pattern did.
    """

    relation: str
    words: tuple[str, ...]
    hop: str | None
    index: int | None


@cache
def cues() -> tuple[Cue, ...]:
    """The table of cues, and each relation's own words: those of its patterns that are not plain."""
    given = _cues("cue.csv", "cue")
    known = {(c.relation, c.words) for c in given}
    plain = plain_words() - {w for c in given if len(c.words) == 1 for w in c.words}
    own = dict.fromkeys(
        (f.relation, (w.text,))
        for f in forms()
        if f.is_pattern
        for w in words(normal(f"{f.prefix} {f.middle}"))
        if w.text not in plain
    )
    return (*given, *(Cue(*key, None, None) for key in own if key not in known))


@cache
def preferences() -> tuple[Cue, ...]:
    """Openings of a question, and the relations that may end a path which answers it."""
    return _cues("preference.csv", "opening")


def _cues(name: str, column: str) -> tuple[Cue, ...]:
    path = folder() / name
    known = {f.relation for f in forms() if f.is_pattern}
    made = []
    for line, row in enumerate(rows(path, ("relation", column, "hop", "index")), start=2):
        if row["relation"] not in known:
            raise DataError(f"{path}:{line}: relation {row['relation']!r} has no pattern; use one of pattern.csv")
        if row["hop"] not in ("single", "multi") or not row["index"].isdecimal():
            raise DataError(f"{path}:{line}: no question; name the one that gave the {column} by hop and index")
        made.append(Cue(row["relation"], tuple(row[column].split()), row["hop"], int(row["index"])))
    return tuple(made)


@cache
def plain_words() -> frozenset[str]:
    """Words that say nothing about which relation is asked for."""
    return frozenset(r["word"] for r in rows(folder() / "plain_word.csv", ("word", "kind", "hop", "index")))


@cache
def weights() -> dict[str, int]:
    """What each part of a path's score is worth."""
    path = folder() / "weight.csv"
    found = {r["name"]: r["value"] for r in rows(path, ("name", "value", "meaning"))}
    try:
        return {name: int(value) for name, value in found.items()}
    except ValueError as error:
        raise DataError(f"{path}: {error}; weights are whole numbers") from None

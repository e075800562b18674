"""The tables that the audit stands on: patterns, forms, cues, preferences, the paper's figures."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memsql.errors import DataError
from memsql.lastwrite.words import unquoted
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

"""Expected relations and answers of sets, brought to one form: a set of rows of texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .program import Row

AnswersOf = Callable[[Path], dict[str, tuple[str, Any]]]
"""The fixture ``answers_of``: scenario folder -> query_id -> (label, value)."""

VERDICT = "datalog"
"""Name of the property under which a test records (way, what, note) for the summary."""


def as_rows(rows: Iterable[Row]) -> set[tuple[str, ...]]:
    """Return expected rows as texts."""
    return {tuple(str(v) for v in row) for row in rows}


def members(value: frozenset[str], arity: int) -> set[tuple[str, ...]]:
    """Return the members of a set answer as rows: plain text for one column, a JSON array for several."""
    return {(text,) if arity == 1 else tuple(str(v) for v in json.loads(text)) for text in value}

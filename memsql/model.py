"""What the rooms of the house hand to each other: declarations, scenarios, labels."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

VALID_FROM = "valid_from"
COMPLETE = "_complete"
ASKED = "asked_"
REFERS_TO = "refers_to"
WHOLE_DIGITS, MAX_SCALE = 32, 6
"""Digits before and after the point that an answer, a DECIMAL(38,6), holds."""


class Label(StrEnum):
    """Answerability of a query (paper section 2.2)."""

    ANSWERABLE = "answerable"
    JUSTIFIED_ZERO = "justified-zero"
    UNKNOWN = "unknown"


class View(StrEnum):
    """A view of the store over a declared relation, read as ``first(dest)`` or ``current(program)``.

    FIRST: the first version of every key. CURRENT: of a relation with valid time the row in force on the day of
    the world's known_at, per key without valid_from.
    """

    FIRST = "first"
    CURRENT = "current"

    @property
    def prefix(self) -> str:
        """What stands before the relation in the view's own name: ``first_dest``."""
        return f"{self.value}_"

    def reads(self, declaration: Declaration) -> bool:
        """Whether there is such a view of the declared relation."""
        is_fact = not declaration.is_asked and not declaration.is_completeness
        return is_fact and (self is View.FIRST or declaration.has_valid_time)


def viewed(name: str) -> str:
    """The relation that a view of the store is named after; the name itself where it is no such name."""
    found = next((v for v in View if name.startswith(v.prefix)), None)
    return name.removeprefix(found.prefix) if found is not None else name


class Verb(StrEnum):
    """What an action does to the version history of its key."""

    ASSERT = "assert"
    CANCEL = "cancel"
    COMPLETE = "complete"
    DECLARE = "declare"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a relation: its name and its DuckDB type in upper case (``DECIMAL(12,2)``)."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Declaration:
    """One ``create table`` of ``schema/``: the meaning of a predicate (ENGINE: "Ground state").

    ``key`` is the primary key in its declared order; the other columns are the value. A relation whose key
    is all of its columns is a set. ``scope`` holds the columns of ``<name>_complete``, in the order in which
    that table declares them, or is None where nothing closes the relation.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    scope: tuple[str, ...] | None
    path: Path
    line: int

    @property
    def value(self) -> tuple[str, ...]:
        """Names of the value columns, in declaration order."""
        return tuple(c.name for c in self.columns if c.name not in self.key)

    @property
    def types(self) -> dict[str, str]:
        """Column name to DuckDB type."""
        return {c.name: c.type for c in self.columns}

    @property
    def has_valid_time(self) -> bool:
        """Whether the key holds ``valid_from``."""
        return VALID_FROM in self.key

    @property
    def is_asked(self) -> bool:
        """Whether rows are put down by queries instead of events."""
        return self.name.startswith(ASKED)

    @property
    def is_completeness(self) -> bool:
        """Whether the relation says that another one is complete."""
        return self.name.endswith(COMPLETE)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One history with its schema, rules and queries, read and validated.

    events: event_id text, observed_at timestamp, record text, position int32 (1.. in the total order).
    actions: event_id text, position int32, ordinal int32 (1..), verb text, predicate text (for ``complete``
    the ``<predicate>_complete`` relation), key list<text>, value list<text>.
    queries: query_id text, relation text (``first(dest)`` is written ``first_dest``, ``current(program)``
    ``current_program``), key list<text>,
    is_collection bool, cutoff_at timestamp (end of the day for a date), known_at timestamp (the cutoff where
    none was given), family text or null, question text or null.
    All three are sorted: events by position, actions by (position, ordinal), queries by natural query id.
    folder: where it was read from, for messages that name a file of it.
    """

    scenario_id: str
    title: str
    domain: str
    declarations: tuple[Declaration, ...]
    rule_paths: tuple[Path, ...]
    events: pa.Table
    actions: pa.Table
    queries: pa.Table
    origin: str = field(default="")
    licence: str = field(default="")
    folder: Path = field(default=Path(), compare=False)

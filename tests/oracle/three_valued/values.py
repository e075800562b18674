"""Truth and values of the naive evaluator: three truths, typed values, two that nobody has named.

``FRESH`` stands for whatever value the history, the rules and the questions do not name; ``ANY`` for a value that
may be every one, as the sum of what is not known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

FALSE, UNKNOWN, TRUE = 0, 1, 2
"""Truths in Kleene's order: a conjunction is the least, a disjunction the greatest."""


@dataclass(frozen=True, slots=True, eq=False)
class Anonymous:
    """A value without a name."""

    name: str

    def __repr__(self) -> str:
        return self.name


FRESH, ANY = Anonymous("FRESH"), Anonymous("ANY")

Value = str | int | Decimal | date | bool | Anonymous | None
"""None: no value, as the columns of a left join that found nothing."""
Row = tuple[Value, ...]
Table = dict[Row, int]
"""Rows that are true or unknown; every other row is false."""


def negated(truth: int) -> int:
    """Not."""
    return TRUE - truth


def kind_of(value: object) -> str:
    """Values of different kinds are never compared; integers and decimals are of one."""
    match value:
        case bool():
            return "boolean"
        case int() | Decimal():
            return "number"
        case date():
            return "date"
    return "text"


def read(text: str, sql_type: str) -> Value:
    """A value from its text, by the declared type."""
    if sql_type in {"integer", "int", "bigint"}:
        return int(text)
    if sql_type.startswith("decimal"):
        scale = int(sql_type.rstrip(")").split(",")[1])
        return Decimal(text).quantize(Decimal(1).scaleb(-scale))
    if sql_type == "date":
        return date.fromisoformat(text)
    return text == "true" if sql_type == "boolean" else text


def write(value: Value) -> str:
    """The text of a value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)


class Domain:
    """The values that are named, by kind; ``every`` adds one that is not."""

    def __init__(self, named: Iterable[Value]) -> None:
        self.named: dict[str, dict[Value, None]] = {"boolean": {False: None, True: None}}
        for value in named:
            self.named.setdefault(kind_of(value), {})[value] = None

    def every(self, sql_type: str) -> tuple[Value, ...]:
        """All values that a column of a type may hold."""
        if sql_type == "boolean":
            return (False, True)
        kind = sql_type if sql_type in {"date", "text"} else "number"
        return (*self.named.get(kind, ()), FRESH)

    def same(self, left: Value, right: Value) -> int:
        """Whether two values are one; two that nobody named may be."""
        if left is None or right is None:
            raise ValueError("a column of a left join stands outside coalesce")
        if left is ANY or right is ANY or (left is FRESH and right is FRESH):
            return UNKNOWN
        if left is FRESH or right is FRESH:
            other = right if left is FRESH else left
            return FALSE if other in self.named.get(kind_of(other), ()) else UNKNOWN
        return TRUE if left == right else FALSE

    def bound(self, cell: Value, to: Value) -> int:
        """Whether a row with this cell is one of those sought; of a value without a name there is one row for all."""
        return TRUE if cell is FRESH and to is FRESH else self.same(cell, to)

"""Relations of a domain as the oracle sees them: columns, their types, and values as clingo terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

import clingo


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its type in clingo, and for decimals the digits after the point."""

    name: str
    type: str = "text"
    scale: int = 0

    def term(self, text: str) -> str:
        """The value as a term: dates are day numbers, decimals scaled integers."""
        match self.type:
            case "integer":
                return str(int(text))
            case "date":
                return str(date.fromisoformat(text).toordinal())
            case "decimal":
                scaled = Decimal(text).scaleb(self.scale)
                assert scaled == int(scaled), f"{text} has more than {self.scale} decimals"
                return str(int(scaled))
            case "boolean":
                assert text in {"true", "false"}, text
                return text
            case _:
                return quoted(text)

    def value(self, symbol: clingo.Symbol) -> Decimal | date | bool | str:
        """The value that a term stands for."""
        match self.type:
            case "integer" | "decimal":
                return Decimal(symbol.number).scaleb(-self.scale)
            case "date":
                return date.fromordinal(symbol.number)
            case "boolean":
                return bool(symbol.name == "true")
            case _:
                return str(symbol.string)

    def text(self, symbol: clingo.Symbol) -> str:
        """The value as canonical text: dates ISO, decimals with the declared scale."""
        value = self.value(symbol)
        return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Relation:
    """A predicate of the history, or a relation that a program derives from it."""

    name: str
    key: tuple[Column, ...]
    values: tuple[Column, ...]


def declared(path: Path) -> Relation:
    """A predicate from its ``create table``: key columns in the order of the key, then the other columns."""
    text = " ".join(re.sub(r"--[^\n]*", "", path.read_text()).lower().split())
    key = re.search(r"primary key \(([^)]*)\)", text)
    assert key, f"{path}: no primary key"
    columns = {
        name: Column(name, "integer" if kind == "bigint" else kind, int(scale or 0))
        for name, kind, scale in re.findall(
            r"(\w+) (text|integer|bigint|date|boolean|decimal)\b(?: ?\( ?\d+ ?, ?(\d+) ?\))?", text
        )
    }
    first = tuple(columns.pop(name.strip()) for name in key.group(1).split(","))
    return Relation(path.stem, first, tuple(columns.values()))


def derived(program: str, ground: Iterable[Relation] = (), *, word: str = "derived") -> Iterator[Relation]:
    """Relations that a program names in ``derived(relation, key, values)``, or in facts of another word.

    Columns have the type that ``typed(column, type)`` in the program says, else that of the declared column of
    the same name, else text.
    """
    types = {column.name: column for relation in ground for column in relation.key + relation.values}
    for line in re.findall(r"^(typed\(.*\))\.$", program, re.MULTILINE):
        name, kind = clingo.parse_term(line).arguments
        scale = kind.arguments[0].number if kind.arguments else 0
        types[name.name] = Column(name.name, kind.name, scale)
    for line in re.findall(rf"^({word}\(.*\))\.$", program, re.MULTILINE):
        relation, *sides = clingo.parse_term(line).arguments
        key, values = (
            tuple(types.get(column.name, Column(column.name)) for column in side.arguments) for side in sides[:2]
        )
        yield Relation(relation.name, key, values)


def quoted(text: str) -> str:
    """A text as a term."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def atom(name: str, arguments: Iterable[str]) -> str:
    """An atom; without arguments its name alone."""
    inside = ",".join(arguments)
    return f"{name}({inside})" if inside else name


def tuple_of(arguments: Iterable[str]) -> str:
    """A tuple term; the comma at the end makes a tuple of one."""
    return f"({''.join(f'{argument},' for argument in arguments)})"

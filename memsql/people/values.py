"""Values of ad-hoc SQL as every reader can take them: text, whole numbers, decimals, floats, true and false, lists.

Python has no month, no infinite date and no union, and the client turns them into something else without a word;
DuckDB's own text of such a value is right, so that is what is read.
"""

from __future__ import annotations

import re
from decimal import Decimal

from memsql.db import Database, Rows

AS_THEY_ARE = re.compile(
    r"BOOLEAN|U?(?:TINY|SMALL|BIG)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(\d+,\d+\)|VARCHAR|\"NULL\"|ENUM\(.*\)"
)
WIDE = ("HUGEINT", "UHUGEINT", "BIGNUM")
"""Whole numbers that are read as text and made numbers again: the client cannot take the outermost ones."""
LIST = re.compile(r"(.*?)((?:\[\d*\])*)", re.DOTALL)
ODD = re.compile(r"DATE|TIME|INTERVAL|UNION|BLOB|BIT|UUID|VARIANT|BIGNUM|GEOMETRY|HUGEINT")


def number_text(value: Decimal) -> str:
    """An exact number without zeros at its end; ``Decimal.normalize`` would round it to 28 digits."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def readable(db: Database, text: str) -> Rows:
    """Return the rows of a query, columns of other types as DuckDB writes them."""
    names, types = db.shape(text)
    casts = [cast_of(type_) for type_ in types]
    if not any(casts):
        return db.result(text)
    columns = [f"c{i}" for i in range(len(names))]
    read = [f"cast({c} as {to})" if to else c for c, to in zip(columns, casts, strict=True)]
    found = db.result(text, f"select {', '.join(read)} from _given as given({', '.join(columns)})")
    wide = [type_ in WIDE for type_ in types]
    rows = [tuple(_whole(v) if w else v for v, w in zip(row, wide, strict=True)) for row in found.rows]
    return Rows(names, types, rows)


def cast_of(type_: str) -> str | None:
    """Return the type to which a column is cast to be read; None where its values come as they are."""
    found = LIST.fullmatch(type_)
    element, brackets = found.groups() if found else (type_, "")
    if AS_THEY_ARE.fullmatch(element):
        return None
    if element.startswith(("STRUCT(", "MAP(")):
        return "varchar" if ODD.search(element) else None
    return f"varchar{brackets}"


def _whole(value: object) -> object:
    return int(value) if isinstance(value, str) else value

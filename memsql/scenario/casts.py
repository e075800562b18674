"""Cast texts of actions and queries to the types of their columns, and spell them in one way.

A canonical text is what DuckDB prints for the value: ``7`` for ``007``, ``12.50`` for ``12.5`` in a
``DECIMAL(12,2)``. Ids of facts and runs of equal values can then be told from the text alone. Nothing is
rounded: what does not fit is refused.
"""

from __future__ import annotations

import re

import polars as pl

from memsql.scenario.times import DATE

WIDTHS = {"INTEGER": pl.Int32, "BIGINT": pl.Int64, "HUGEINT": pl.Int128}
WHOLE = r"^-?[0-9]+$"
DECIMAL = re.compile(r"DECIMAL\(([0-9]+),([0-9]+)\)")
FRACTION = re.compile(r"-?[0-9]+\.([0-9]+)")


def canonical(texts: pl.Series, type_: str) -> pl.Series:
    """Return the canonical texts of a column of ``type_``; null where a text is no value of it."""
    frame = pl.DataFrame({"text": texts})
    return frame.select(_canonical(pl.col("text"), type_)).to_series()


def _canonical(text: pl.Expr, type_: str) -> pl.Expr:
    if type_ in WIDTHS:
        whole = pl.when(text.str.contains(WHOLE)).then(text)
        return whole.cast(WIDTHS[type_], strict=False).cast(pl.String)
    if type_ == "DATE":
        iso = pl.when(text.str.contains(f"^{DATE}$") & ~text.str.starts_with("0000")).then(text)
        return iso.str.to_date("%Y-%m-%d", strict=False).cast(pl.String)
    if type_ == "BOOLEAN":
        return pl.when(text.is_in(["true", "false"])).then(text)
    digits, scale = sizes(type_)
    fraction = rf"(\.[0-9]{{1,{scale}}})?" if scale else ""
    exact = pl.when(text.str.contains(rf"^-?[0-9]+{fraction}$")).then(text)
    return exact.cast(pl.Decimal(digits, scale), strict=False).cast(pl.String)


def sizes(type_: str) -> tuple[int, int]:
    """Return p and s of ``DECIMAL(p,s)``."""
    match = DECIMAL.fullmatch(type_)
    assert match, type_
    return int(match[1]), int(match[2])


def reason(text: str, type_: str) -> tuple[str, str]:
    """Return why a text is no value of ``type_``, and what to write, as the two halves of a message."""
    if type_ == "DATE":
        return "no date", "write a day of the calendar as YYYY-MM-DD"
    if type_ == "BOOLEAN":
        return "no boolean", "write true or false"
    if type_ in WIDTHS:
        if re.fullmatch(WHOLE, text):
            return f"too large for {type_.lower()}", "correct it, or declare a wider type"
        return "no whole number", "write digits only"
    scale = sizes(type_)[1]
    fraction = FRACTION.fullmatch(text)
    if fraction and len(fraction[1]) > scale:
        found = f"{len(fraction[1])} digits after the point where {type_.lower()} takes {scale}"
        return found, "round it yourself, or declare a larger scale"
    if fraction or re.fullmatch(WHOLE, text):
        return f"too large for {type_.lower()}", "correct it, or declare a wider type"
    return "no decimal number", "write digits, with a point where there is a fraction"

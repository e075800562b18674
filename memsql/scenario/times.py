"""Times of events and queries: an ISO date, or ``YYYY-MM-DDTHH:MM[:SS[.ffffff]]``, never with a zone."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

import polars as pl

DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
CLOCK = r"T[0-9]{2}:[0-9]{2}(:[0-5][0-9](\.[0-9]{1,6})?)?"  # :60 would pass for the next minute
TIME = pl.Datetime("us")
FORM = "write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, without a zone"
END_OF_DAY = pl.duration(days=1) - pl.duration(microseconds=1)


class Times(NamedTuple):
    """A column of times. ``at`` is null where the text is none; ``is_date`` tells a bare date."""

    at: pl.Series
    is_date: pl.Series


def parse_times(texts: pl.Series) -> Times:
    """Read a column of texts; a bare date is the midnight with which it begins."""
    frame = pl.DataFrame({"text": texts}).with_columns(
        is_date=pl.col("text").str.contains(f"^{DATE}$"),
        is_time=pl.col("text").str.contains(f"^{DATE}({CLOCK})?$") & ~pl.col("text").str.starts_with("0000"),
        length=pl.col("text").str.len_bytes(),
    )
    rest = (
        pl.when(pl.col("length") == 10).then(pl.lit("T00:00:00"))
        .when(pl.col("length") == 16).then(pl.lit(":00"))
        .otherwise(pl.lit(""))
    )  # fmt: skip
    whole = pl.when("is_time").then(pl.concat_str("text", rest))
    at = frame.select(whole.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f", strict=False, time_unit="us"))
    return Times(at.to_series().alias("at"), frame["is_date"])


def parse_time(found: object) -> datetime | None:
    """Read a text as `parse_times` does, or a date or zoneless datetime of TOML; None if it is neither."""
    if isinstance(found, datetime):
        return found if found.tzinfo is None else None
    if isinstance(found, date):
        return datetime(found.year, found.month, found.day)
    if not isinstance(found, str):
        return None
    at: datetime | None = parse_times(pl.Series([found], dtype=pl.String)).at[0]
    return at


def shown_time(at: datetime) -> str:
    """Return a time as a person writes it: the bare date where it is a midnight."""
    return at.date().isoformat() if at == datetime(at.year, at.month, at.day) else at.isoformat()

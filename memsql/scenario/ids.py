"""Ids: their natural order (``e9`` before ``e10``), and that each stands once.

An id is split into runs of digits and runs of other signs; digits compare as integers, the rest sign by sign.
Ids that differ only in leading zeros compare as text. Source: ours (ENGINE: events are ordered by
observed_at, event_id and ordinal, and ids are never compared as text).
"""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

from memsql.errors import STEERING, DataError, at, shown, steering

RUNS = re.compile(r"([0-9]+)")


def natural_key(text: str) -> tuple[list[str | int], str]:
    """Return a key for ``sorted`` that puts ids into natural order."""
    runs: list[str | int] = [int(r) if i % 2 else r for i, r in enumerate(RUNS.split(text))]
    return runs, text


def natural_text(ids: pl.Series) -> pl.Series:
    """Return texts whose order, sign by sign, is the natural order of ``ids`` (ties to be broken by the id).

    Every digit run is padded to the longest of the column, and a zero sign before it lets an id that goes on
    with digits come before one that goes on with anything else, as the runs of `natural_key` do.
    """
    runs = ids.rename("run").str.extract_all(r"[0-9]+|[^0-9]+")
    digits = ids.str.extract_all(r"[0-9]+").explode(empty_as_null=False).drop_nulls()
    width = max(int(digits.str.len_bytes().max() or 0), 1)  # type: ignore[arg-type]
    run = pl.element()
    padded = pl.concat_str(pl.lit("\x00"), run.str.zfill(width), pl.lit("\x00"))
    spelt = pl.when(run.str.contains(r"^[0-9]")).then(padded).otherwise(run)
    return runs.list.eval(spelt).list.join("").rename(ids.name)


def check_ids(frame: pl.DataFrame, name: str, path: Path) -> None:
    """Raise DataError for an id in column ``name`` that is empty, ends in a blank, has a control sign, or stands twice.

    ``frame`` has the column ``line`` and is in the order of the file.
    """
    what = name.removesuffix("_id")
    bad = frame.filter(pl.col(name) == "")
    if bad.height:
        raise DataError(f"{at(path, bad['line'][0])}: {name} is empty; give each {what} an id of its own")
    bad = frame.filter(pl.col(name).str.strip_chars() != pl.col(name))
    if bad.height:
        found = f"{name} {shown(bad[name][0])} begins or ends with a blank"
        raise DataError(f"{at(path, bad['line'][0])}: {found}; write it without")
    bad = frame.filter(pl.col(name).str.contains(f"[{STEERING}]"))
    if bad.height:
        check_sign(bad[name][0], name, at(path, bad["line"][0]))
    if frame[name].n_unique() == frame.height:
        return
    first = pl.col("line").min().over(name)
    again = frame.with_columns(first=first).filter(pl.col("line") != pl.col("first")).row(0, named=True)
    found = f"{what} {shown(again[name])} stands on line {again['first']} too"
    raise DataError(f"{at(path, again['line'])}: {found}; give each {what} an id of its own")


def check_sign(name: str, what: str, where: str) -> None:
    """Raise DataError for a name in which a sign steers a terminal, or ends a line: nobody could cite it."""
    if sign := steering(name):
        raise DataError(f"{where}: {what} {shown(name)} has the control sign {sign}; write it without")

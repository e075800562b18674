"""Published rows that a user gives, beside the resolver (paper appendix F)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from memsql.errors import DataError
from memsql.lastwrite.outcome import ALL
from memsql.lastwrite.records import cell, read


def published(path: Path, made: dict[str, Any]) -> pl.DataFrame:
    """Columns system, list, hop, percent, resolver: the resolver's accuracy on the same questions.

    The file has system, list, hop (single, multi, all) and percent. Raises DataError for a list that the audit lacks.
    """
    intervals = made["interval"]
    rows = []
    for where, row in read(path):
        system, name = cell(row, where, "system"), str(row.get("list") or ALL)
        hop = str(row.get("hop") or ALL)
        key = hop if name == ALL else name if hop == ALL else f"{name}.{hop}"
        if key not in intervals:
            raise DataError(f"{where}: no list {name} with hop {hop} was audited; correct it, or leave the row out")
        try:
            percent = float(str(row.get("percent")))
        except ValueError:
            raise DataError(f"{where}: percent is {row.get('percent')!r}; a number is needed") from None
        rows.append((system, name, hop, percent, intervals[key]["accuracy"]))
    if not rows:
        raise DataError(f"{path}: no row; give system, list, hop, percent")
    return pl.DataFrame(rows, schema=("system", "list", "hop", "percent", "resolver"), orient="row")

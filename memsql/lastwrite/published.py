"""Published rows that a user gives, beside the resolver (paper appendix F)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from memsql.errors import DataError, shown
from memsql.lastwrite.outcome import ALL
from memsql.lastwrite.records import cell, read

MOST = 100


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
            said = f"no list {shown(name, 40)} with hop {shown(hop, 40)} was audited"
            raise DataError(f"{where}: {said}; correct it, or leave the row out")
        try:
            percent = float(str(row.get("percent")))
        except ValueError:
            percent = -1.0
        if not 0 <= percent <= MOST:
            raise DataError(f"{where}: percent is {shown(row.get('percent'), 40)}; a number from 0 to 100 is needed")
        rows.append((system, name, hop, percent, intervals[key]["accuracy"]))
    if not rows:
        raise DataError(f"{path}: no row; give system, list, hop, percent")
    return pl.DataFrame(rows, schema=("system", "list", "hop", "percent", "resolver"), orient="row")

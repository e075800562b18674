"""Published rows that a user gives, beside the resolver (paper appendix F)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from memsql.errors import DataError, shown
from memsql.lastwrite.outcome import ALL
from memsql.lastwrite.records import cell, read
from memsql.lastwrite.source import HOPS

MOST = 100


def published(path: Path, made: dict[str, Any]) -> pl.DataFrame:
    """Columns system, list, hop, percent, resolver: the resolver's accuracy on the same questions.

    The file has system, list (or all, held_out), hop (single, multi, all) and percent. Raises DataError for a list
    that the audit lacks, and for a cell that a system has twice.
    """
    intervals = made["interval"]
    rows = []
    seen: dict[tuple[str, str], str] = {}
    for where, row in read(path):
        system, name = cell(row, where, "system"), str(row.get("list") or ALL)
        hop = str(row.get("hop") or ALL)
        # A cell's name in place of a list's would get a label that it is not.
        is_list = name not in HOPS.values() and "." not in name
        key = hop if name == ALL else name if hop == ALL else f"{name}.{hop}"
        if not is_list or hop not in (ALL, *HOPS.values()) or key not in intervals:
            said = f"no list {shown(name, 40)} with hop {shown(hop, 40)} was audited"
            raise DataError(f"{where}: {said}; correct it, or leave the row out")
        if (system, key) in seen:
            said = f"{shown(system)} has a percent for this list and hop at {seen[system, key]}"
            raise DataError(f"{where}: {said}; keep one of them")
        seen[system, key] = where
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

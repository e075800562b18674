"""Checks over exported gold: each file of ``sql/checks/`` is a SELECT that must return no rows."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from memsql.db import Database
from memsql.errors import GoldError
from memsql.resources import sql_root


def violations(tables: Mapping[str, pa.Table]) -> list[str]:
    """Run every check on exported tables; return the names of the checks that ran.

    Raises GoldError with the first violation: the check's name, its title and the first row.
    """
    db = Database()
    ran: list[str] = []
    try:
        for name, table in tables.items():
            db.load("main", name, table)
        for path in sorted((sql_root() / "checks").glob("*.sql")):
            text = path.read_text(encoding="utf-8")
            rows = db.rows(f"from ({text}) limit 1")
            if rows:
                title = text.splitlines()[0].removeprefix("-- title:").strip()
                raise GoldError(f"check {path.stem}: {title}: found {rows[0]}; gold is not consistent")
            ran.append(path.stem)
    finally:
        db.close()
    return ran

"""Find the SQL files that ship with the package: in a checkout beside it, in a wheel inside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent


@cache
def sql_root() -> Path:
    """The folder that holds ``engine/``, ``schema/``, ``rules/`` and ``checks/``."""
    inside = HERE / "_sql"
    return inside if inside.is_dir() else HERE.parent / "sql"


@cache
def data_root() -> Path:
    """The folder with the scenarios that ship with the package."""
    inside = HERE / "_data"
    return inside if inside.is_dir() else HERE.parent / "data"


@cache
def sql_text(name: str) -> str:
    """The text of ``sql/<name>.sql``."""
    return (sql_root() / f"{name}.sql").read_text(encoding="utf-8")

"""Find the SQL and other files that ship with the package: in a checkout beside it, in a wheel inside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def sql_root() -> Path:
    """The folder that holds ``engine/``, ``schema/``, ``rules/``, ``checks/`` and ``reports/``."""
    return _root("sql")


def data_root() -> Path:
    """The folder with the scenarios that ship with the package."""
    return _root("data")


def _root(name: str) -> Path:
    inside = PACKAGE / f"_{name}"
    return inside if inside.is_dir() else PACKAGE.parent / name


@cache
def sql_text(name: str) -> str:
    """The text of ``sql/<name>.sql``."""
    return (sql_root() / f"{name}.sql").read_text(encoding="utf-8")


@cache
def style(own: Path) -> str:
    """The style sheet of a page: what all pages have in common (``base.css``), then the page's own."""
    return "".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "base.css", own))

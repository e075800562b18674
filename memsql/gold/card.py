"""The data set card that stands beside the Parquet files, and the list of tables in ``data/README.md``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from memsql.errors import printable
from memsql.gold.tables import TABLES

PLAIN = re.compile(r"[\w .-]*\w")
"""Texts that YAML reads as they stand."""


def tables_text() -> str:
    """Return every table, column, type and meaning as Markdown."""
    lines: list[str] = []
    for name, table in TABLES.items():
        lines += [f"### {name}", "", f"{table.meaning} One row per ({table.grain}).", ""]
        lines += ["| column | type | null | meaning |", "|---|---|---|---|"]
        for field in table.fields:
            null = "yes" if field.is_optional else "no"
            meaning = field.meaning.replace("|", "\\|")
            lines.append(f"| {field.name} | {type_text(field.type)} | {null} | {meaning} |")
        lines.append("")
    return "\n".join(lines)


def type_text(type_: pa.DataType) -> str:
    """Return the type in SQL's words."""
    if pa.types.is_decimal(type_):
        return f"DECIMAL({type_.precision},{type_.scale})"
    if pa.types.is_list(type_):
        return "VARCHAR[]"
    names = {
        "string": "VARCHAR",
        "int32": "INTEGER",
        "int64": "BIGINT",
        "bool": "BOOLEAN",
        "date32[day]": "DATE",
        "timestamp[us]": "TIMESTAMP",
    }
    return names[str(type_)]


def card_text(
    name: str, manifest: Mapping[str, Any], scenarios: Sequence[Mapping[str, str]], labels: Mapping[str, int]
) -> str:
    """Return the card of one suite: front matter that data set viewers read, origin, sizes, labels, tables."""
    licences = sorted({s["licence"] for s in scenarios if s["licence"]})
    lines = ["---", f"pretty_name: {_yaml(f'memsql {name}')}", "configs:"]
    for table in TABLES:
        lines += [f"- config_name: {table}", f"  data_files: {table}.parquet"]
    lines += ["---", "", f"# {_markdown(name)}", ""]
    lines += ["Gold answers, derivations and witnesses, computed by memsql from events by SQL rules.", ""]
    lines += ["| scenario | domain | title | origin | licence |", "|---|---|---|---|---|"]
    columns = ("scenario_id", "domain", "title", "origin", "licence")
    lines += ["| " + " | ".join(_markdown(s[c]) for c in columns) + " |" for s in scenarios]
    lines += ["", "| table | rows | sha256 |", "|---|---|---|"]
    for table in TABLES:
        entry = manifest["tables"][table]
        lines.append(f"| {table} | {entry['rows']:,} | {entry['sha256'][:16]} |")
    shown = ", ".join(f"{labels.get(k, 0)} {k}" for k in ("answerable", "justified-zero", "unknown"))
    lines += ["", f"Labels: {shown}. Licences: {_markdown(', '.join(licences)) or 'not stated'}.", ""]
    lines += ["## Tables", "", tables_text()]
    return "\n".join(lines)


def _markdown(text: str) -> str:
    """A text of a scenario as one cell of a table: no line ends in it, and no bar divides it."""
    return printable(text).replace("|", "\\|")


def _yaml(text: str) -> str:
    """A text as YAML holds it; in quotes where it would read a sign of it as its own."""
    return text if PLAIN.fullmatch(text) else json.dumps(text)

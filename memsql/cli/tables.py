"""``memsql tables``: the exported tables, their columns, types and meaning."""

from __future__ import annotations

from typing import Annotated

import typer

from memsql.cli.output import echo_text, print_json
from memsql.gold.card import tables_text, type_text
from memsql.gold.tables import TABLES


def tables_command(is_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False) -> None:
    """List the exported tables with every column, type and meaning, as Markdown."""
    if not is_json:
        echo_text(tables_text())
        return
    print_json(
        {
            name: {
                "grain": table.grain,
                "meaning": table.meaning,
                "columns": [
                    {"name": f.name, "type": type_text(f.type), "null": f.is_optional, "meaning": f.meaning}
                    for f in table.fields
                ],
            }
            for name, table in TABLES.items()
        }
    )

"""What would settle an unknown answer: the missing facts at the leaves of its derivation, in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsql.gold.suite import program_of
from memsql.model import COMPLETE

if TYPE_CHECKING:
    import polars as pl

    from memsql.model import Scenario as Model


def settling(part: Model, nodes: pl.DataFrame) -> pl.DataFrame:
    """Return (node_id, advice) of the missing leaves; advice names the event that would be needed."""
    import polars as pl

    program = program_of(part)
    rows: list[tuple[str, str]] = []
    for node_id, kind, relation, key in nodes.select("node_id", "kind", "relation", "key").iter_rows():
        if kind != "missing":
            continue
        values = ", ".join(json.loads(key))
        declaration = program.declarations[relation.removeprefix("first_")]
        if declaration.is_completeness:
            closed = relation.removesuffix(COMPLETE)
            rows.append((node_id, f"an event that completes {closed} for {values}"))
        elif declaration.value:
            rows.append((node_id, f"an event that asserts {', '.join(declaration.value)} of {relation}({values})"))
        else:
            closable = f", or that completes {relation}" if declaration.scope is not None else ""
            rows.append((node_id, f"an event that asserts {relation}({values}){closable}"))
    return pl.DataFrame(rows, schema={"node_id": pl.String, "advice": pl.String}, orient="row")

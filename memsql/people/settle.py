"""What would settle an unknown answer: what is missing at the leaves of its derivation, in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsql.gold.suite import program_of
from memsql.model import COMPLETE, VALID_FROM, Declaration, Label
from memsql.people.describe import declaration_of, visible

if TYPE_CHECKING:
    import polars as pl

    from memsql.model import Scenario as Model


def settling(part: Model, nodes: pl.DataFrame, label: str) -> pl.DataFrame:
    """Return (node_id, advice) for an unknown answer, nothing for another; advice names the event to look for.

    Missing facts, and completenesses and references that were cancelled and have not come back.
    """
    import polars as pl

    program = program_of(part)
    rows: list[tuple[str, str]] = []
    for node_id, kind, relation, key, is_true in nodes.select(
        "node_id", "kind", "relation", "key", "is_true"
    ).iter_rows():
        if label != Label.UNKNOWN or kind != "missing":
            continue
        declaration = declaration_of(program, relation)
        if declaration is None:
            rows.append((node_id, f"events from which {relation}({', '.join(map(visible, json.loads(key)))}) follows"))
            continue
        is_cancelled = is_true is False
        found = advice(declaration, json.loads(key), relation != declaration.name)
        rows.append((node_id, found + (", again" if is_cancelled else "")))
    return pl.DataFrame(rows, schema={"node_id": pl.String, "advice": pl.String}, orient="row")


def advice(declaration: Declaration, key: list[str], is_view: bool = False) -> str:
    """Return the event that would make a fact known, as the object of a sentence.

    ``is_view``: the fact is one of first(..) or of current(..), of which what is missing is a row.
    """
    columns = declaration.key if len(key) == len(declaration.key) else [c for c in declaration.key if c != VALID_FROM]
    values = dict(zip(columns, key, strict=True))
    if declaration.is_completeness:
        return f"an event that completes {declaration.name.removesuffix(COMPLETE)} for {', '.join(map(visible, key))}"
    named = ", ".join(visible(v) for c, v in values.items() if c != VALID_FROM)
    text = f"an event that asserts {declaration.name}({named})"
    if declaration.value:
        text = f"an event that asserts {', '.join(declaration.value)} of {declaration.name}({named})"
    if VALID_FROM in values:
        text += f", valid from {values[VALID_FROM]} or before"
    elif declaration.has_valid_time:
        text += ", valid from the day of the cutoff or before"
    if declaration.scope is not None and not is_view:
        text += (
            f", or one that completes {declaration.name} for {', '.join(visible(values[c]) for c in declaration.scope)}"
        )
    return text

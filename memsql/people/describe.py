"""What an answer, a node and an event say, in words: values, sentences of rules, places of files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memsql.gold.suite import program_of
from memsql.model import Declaration, Label, viewed
from memsql.people.values import number_text
from memsql.rules.parse import SLOT
from memsql.rules.program import Program

if TYPE_CHECKING:
    import polars as pl

    from memsql.model import Scenario as Model

VALUES = ("value_number", "value_boolean", "value_entity", "value_date", "value_set")


def shown_answer(row: dict[str, Any]) -> str:
    """One answer as text: its value, ``none`` where it is known that there is none, or ``unknown``."""
    for column in VALUES:
        value = row[column]
        if value is None:
            continue
        if column == "value_number":
            return number_text(value)
        if column == "value_set":
            parts = ", ".join(map(visible, value))
            return f"({parts})" if row["answer_type"] == "tuple" else f"{{{parts}}}"
        return str(value).lower() if isinstance(value, bool) else visible(str(value))
    return "none" if row["label"] == Label.JUSTIFIED_ZERO else str(row["label"])


def described(part: Model, nodes: pl.DataFrame, root: str, answer: str) -> pl.DataFrame:
    """Add where each node is defined, what it says and holds: file, line, text, state."""
    import polars as pl

    program = program_of(part)
    records = dict(zip(part.events["event_id"].to_pylist(), part.events["record"].to_pylist(), strict=True))
    rows: list[tuple[str | None, int | None, str | None, str | None]] = []
    for node in nodes.iter_rows(named=True):
        if node["kind"] == "event":
            rows.append((None, None, records[node["node_id"].removeprefix("event:")], None))
            continue
        state = answer if node["node_id"] == root else _state(program, node)
        rows.append((*_place(program, node["relation"]), _sentence(program, node), state))
    schema = {"file": pl.String, "line": pl.Int32, "text": pl.String, "state": pl.String}
    return nodes.hstack(pl.DataFrame(rows, schema=schema, orient="row"))


def declaration_of(program: Program, relation: str) -> Declaration | None:
    """The declaration of a ground relation, also of a view of the store; None for a rule."""
    found = program.declarations.get(relation)
    return found or program.declarations.get(viewed(relation))


def _place(program: Program, relation: str | None) -> tuple[str | None, int | None]:
    """File, from its folder ``rules`` or ``schema`` on, and line of what defines a relation."""
    rule = program.rules.get(relation or "")
    if rule is not None:
        return _short(rule.path), first_line(rule.text)
    declaration = declaration_of(program, relation or "")
    return (_short(declaration.path), declaration.line) if declaration is not None else (None, None)


def _short(path: Path) -> str:
    parts = path.parts
    starts = [i for i, part in enumerate(parts) if part in ("rules", "schema")]
    return "/".join(parts[starts[-1] :]) if starts else path.name


def first_line(text: str) -> int:
    """Line of the file on which the statement starts, after its header."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("--"):
            return number
    return 1


def _sentence(program: Program, node: dict[str, Any]) -> str | None:
    """What the rule of a node reads as, with the values of its key in the slots."""
    rule = program.rules.get(node["relation"] or "")
    text = rule.header.get("reads as") if rule is not None else None
    if text is None:
        return None
    signature = program.by_name[node["relation"]].signature
    columns = (signature.scope or ()) if node["kind"] == "collection" else signature.key
    values: dict[str, str] = dict(zip(columns, json.loads(node["key"]), strict=False))
    return SLOT.sub(lambda slot: values.get(slot[1], slot[1]), text)


def _state(program: Program, node: dict[str, Any]) -> str:
    """Value or truth of a state that is not the root."""
    if node["is_true"] is None:
        return "unknown"
    if not node["is_true"]:
        return "none" if program.by_name[node["relation"]].signature.value else "false"
    return ", ".join(visible(str(v)) for v in json.loads(node["value"])) if node["value"] else "true"


def visible(value: str) -> str:
    """A value; the empty text, which nobody would see, in quotes."""
    return value or '""'


def mentioned_events(part: Model, nodes: pl.DataFrame, obsolete: pl.DataFrame) -> pl.DataFrame:
    """Return event_id, observed_at, record of the events of a derivation and of those it excludes."""
    import polars as pl

    events = pl.from_arrow(part.events)
    assert isinstance(events, pl.DataFrame)
    leaves = nodes.filter(pl.col("kind") == "event")["node_id"].str.strip_prefix("event:")
    wanted = pl.concat([leaves, obsolete["event_id"]]).unique()
    found = events.filter(pl.col("event_id").is_in(wanted.implode())).sort("position")
    return found.select("event_id", "observed_at", "record")

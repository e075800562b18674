"""Ground state: actions become versions with observation intervals, and typed rows per declared relation."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from memsql.db import Database
from memsql.model import VALID_FROM, Declaration, Scenario, Verb
from memsql.resources import sql_text
from memsql.rules import build as b
from memsql.rules.program import Program

RAW = pa.schema(
    [
        ("scenario", pa.int32()),
        ("payload", pa.int32()),
        ("event", pa.int32()),
        ("ordinal", pa.int32()),
        ("relation", pa.string()),
        ("key", pa.list_(pa.string())),
        ("value", pa.list_(pa.string())),
        ("is_ok", pa.bool_()),
        ("is_declared", pa.bool_()),
    ]
)


def load_ground(
    db: Database, program: Program, scenarios: Sequence[Scenario], replacements: pa.Table | None = None
) -> None:
    """Fill schemas ``ground`` (versions) and ``store`` (typed rows) for the scenarios, numbered from 0.

    ``replacements``: actions of replacement payloads, columns as RAW, payload from 1.
    """
    db.reset(("ground", "store"))
    raw = pa.concat_tables([_raw(i, s) for i, s in enumerate(scenarios)])
    if replacements is not None:
        raw = pa.concat_tables([raw, replacements.cast(RAW)])
    declared = [d for d in program.declarations.values() if not d.is_asked]
    db.load("ground", "raw", raw.append_column("valid_place", _valid_place(raw["relation"], declared)))
    db.run(f"create view ground.action as {sql_text('engine/action')}")
    for name in ("slot", "change", "version"):
        db.run(f"create table ground.{name} as {sql_text(f'engine/{name}')}")
    sources = ("version",) if replacements is None else ("version", "replacement")
    if replacements is not None:
        db.run(f"create table ground.replacement as {sql_text('engine/replacement')}")
    for declaration in declared:
        db.run(_typed(declaration, sources))


def _raw(index: int, scenario: Scenario) -> pa.Table:
    """The scenario's actions with its number."""
    actions = scenario.actions
    verb = actions["verb"]
    count = actions.num_rows
    return pa.table(
        {
            "scenario": pa.repeat(pa.scalar(index, pa.int32()), count),
            "payload": pa.repeat(pa.scalar(0, pa.int32()), count),
            "event": actions["position"],
            "ordinal": actions["ordinal"],
            "relation": actions["predicate"],
            "key": actions["key"],
            "value": actions["value"],
            "is_ok": pc.not_equal(verb, Verb.CANCEL.value),
            "is_declared": pc.equal(verb, Verb.DECLARE.value),
        }
    ).cast(RAW)


def _valid_place(relations: pa.ChunkedArray, declared: Sequence[Declaration]) -> pa.ChunkedArray:
    """Where valid_from stands in the key of each relation, from 1; null where it has none."""
    places = {d.name: d.key.index(VALID_FROM) + 1 for d in declared if d.has_valid_time}
    index = pc.index_in(relations, pa.array(places, pa.string()))
    return pc.take(pa.array(places.values(), pa.int32()), index)


def _typed(declaration: Declaration, sources: Sequence[str]) -> str:
    """The statement for the typed rows of one predicate: row_id, columns, _ok; a cancellation has no value.

    With the interval in which a cutoff sees the version: ``_scenario``, ``_event``, ``_superseded``, and ``_begins`` on
    one row of it.
    """
    fields = (("key", declaration.key), ("value", declaration.value))
    place = {name: f"v.{field}[{i}]" for field, names in fields for i, name in enumerate(names, 1)}
    read = ", ".join(f'cast({place[c.name]} as {c.type}) as "{c.name}"' for c in declaration.columns)
    interval = ", ".join(f"v.{c} as _{c}" for c in ("scenario", "event", "superseded", "begins"))
    columns = f"v.row_id, {read}, v.is_ok as {b.OK}, {interval}"
    rows = f"where v.relation = '{declaration.name}'"
    parts = [f"select {columns} from ground.{source} as v {rows}" for source in sources]
    return f'create table store."{declaration.name}" as {" union all ".join(parts)}'

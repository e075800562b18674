"""Gold that is derived for many queries, kept aside, and taken up for some of them under their own ids.

The generator derives thousands of candidates and keeps a quarter of them: what was derived for those is not derived
again. Their witnesses are proved when they are taken up, not before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from memsql.db import ESCAPED
from memsql.gold.batch import Batch
from memsql.gold.solve import Solved
from memsql.gold.suite import Tables, program_of, run_batch
from memsql.gold.tables import GENERATED, TABLES, conform
from memsql.gold.witness import Witnesses
from memsql.model import Label, Scenario

QUERY_ID = "query_id"
KEPT = tuple(
    name
    for name, table in TABLES.items()
    if name not in (*GENERATED, "query") and any(f.name == QUERY_ID for f in table.fields)
)
"""Tables whose rows belong to one query."""
NODES = ("node_id", "head", "body")
"""Columns that may hold the node of a query itself."""


class Kept(NamedTuple):
    """Where gold of a scenario's candidates is kept, None where it is not, and the ids of the queries to take up, in
    their order, by those under which they were derived.
    """

    folder: Path | None
    names: Mapping[str, str]


def derive(scenarios: Sequence[Scenario], folder: Path) -> tuple[Tables, bool]:
    """Return the gold of a batch, nothing checked, and whether it was kept in ``folder``.

    Where data goes in circles it is not: which edges are left out then depends on all queries of a world.
    """
    batch = Batch(program_of(scenarios[0]), scenarios)
    try:
        tables = batch.gold(is_checked=False)
        is_kept = not batch.db.rows("select 1 from graph.dropped limit 1")
    finally:
        batch.db.close()
    if is_kept:
        folder.mkdir(parents=True)
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        for name in KEPT:
            with pa.ipc.new_file(folder / name, tables[name].schema, options=options) as file:
                file.write_table(tables[name])
    return tables, is_kept


def take_up(scenarios: Sequence[Scenario], kept: Sequence[Kept]) -> Tables:
    """Return the gold of a batch with every witness checked, as :func:`memsql.gold.suite.run_batch` does.

    ``kept``: one a scenario. Derived again where a scenario has no folder, or where a cap cut off witnesses: what is
    left then could depend on the order of nodes.
    """
    tables = {name: _taken(name, kept) for name in KEPT} if all(k.folder for k in kept) else {}
    if not tables or pc.any(tables["measure"]["is_truncated"]).as_py():
        return run_batch(scenarios)[0]
    batch = Batch(program_of(scenarios[0]), scenarios)
    try:
        return batch.proved(tables, lambda: _solved(batch, tables))
    finally:
        batch.db.close()


def _taken(name: str, kept: Sequence[Kept]) -> pa.Table:
    """The rows of the queries to take up, in their order, under their new ids."""
    ids = [new for one in kept for new in one.names.values()]
    found = []
    for folder in dict.fromkeys(one.folder for one in kept if one.folder is not None):
        names = {old: new for one in kept if one.folder == folder for old, new in one.names.items()}
        with pa.OSFile(str(folder / name)) as source:
            found.append(_renamed(pa.ipc.open_file(source).read_all(), names))
    table = pa.concat_tables(found)
    order = pc.sort_indices(pc.index_in(table[QUERY_ID], pa.array(ids, pa.string())))
    return conform(name, table.take(order).combine_chunks())


def _renamed(table: pa.Table, names: Mapping[str, str]) -> pa.Table:
    """The rows of the queries in ``names``, under their new ids."""
    place = pc.index_in(table[QUERY_ID], pa.array(list(names), pa.string()))
    table = table.append_column("place", place).filter(pc.is_valid(place))
    old, new = table[QUERY_ID], pa.array(list(names.values()), pa.string()).take(table["place"])
    table = table.drop_columns("place").set_column(table.schema.get_field_index(QUERY_ID), QUERY_ID, new)
    for column in NODES:
        if column in table.column_names:
            renamed = pc.if_else(pc.equal(table[column], _node(old)), _node(new), table[column])
            table = table.set_column(table.schema.get_field_index(column), column, renamed)
    return table


def _node(ids: pa.ChunkedArray | pa.Array) -> pa.ChunkedArray | pa.Array:
    """The nodes of queries: their ids, escaped as the macro ``_esc`` does."""
    escaped = pc.replace_substring_regex(ids, f"({ESCAPED})", r"\\\1")
    return pc.binary_join_element_wise("query(", escaped, ")", "")


def _solved(batch: Batch, kept: Tables) -> list[Solved]:
    """The witnesses of the queries, out of their tables."""
    assert batch.queries is not None
    world_of = batch.queries["_w"].to_pylist()
    place_of = [{e: i for i, e in enumerate(s.events["event_id"].to_pylist(), 1)} for s in batch.scenarios]
    sets: dict[str, dict[tuple[int, int], int]] = {}
    query_of = {q: i for i, q in enumerate(kept["answer"][QUERY_ID].to_pylist())}
    columns = (QUERY_ID, "component", "choice", "event_id")
    for query_id, component, choice, event_id in zip(
        *(kept["witness_part"][c].to_pylist() for c in columns), strict=True
    ):
        own = sets.setdefault(query_id, {})
        event = place_of[batch.worlds.scenario[world_of[query_of[query_id]]]][event_id]
        own[component, choice] = own.get((component, choice), 0) | 1 << event
    labels = kept["answer"]["label"].to_pylist()
    return [
        Solved(query, world_of[query], None if labels[query] == Label.UNKNOWN else _witnesses(sets.get(query_id, {})))
        for query_id, query in query_of.items()
    ]


def _witnesses(sets: Mapping[tuple[int, int], int]) -> Witnesses:
    """Witnesses from the sets of their components; 0 is the core."""
    components: dict[int, list[int]] = {}
    for (component, _), events in sets.items():
        components.setdefault(component, []).append(events)
    (core,) = components.pop(0, [0])
    return Witnesses(core, tuple(map(tuple, components.values())), is_truncated=False)

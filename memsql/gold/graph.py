"""The derivation graph of an evaluation: numbered nodes, edges, the acyclic contracted DAG, measures of shape.

Everything here is per world or per query at once, in SQL; only the search for cycles walks in Python, and only
in worlds whose data has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

import pyarrow as pa

from memsql.db import Database
from memsql.gold.cycles import acyclic_edges, evaluation_order
from memsql.resources import sql_text
from memsql.rules.program import Program
from memsql.rules.relation import Asked, Ground, Relation
from memsql.rules.states import node_states, node_versions

UNDECIDED = "u"
STATE = (
    "_w integer, node varchar, relation varchar, kind varchar, is_collection boolean, is_internal boolean, "
    "key varchar, truth boolean, value varchar"
)


@dataclass(slots=True)
class WorldGraph:
    """The hypergraph of one world: per head its alternatives (label, bodies), and its event leaves.

    ``order``: all heads, every one after the heads among its bodies; None where there is a cycle.
    """

    alternatives: dict[int, list[tuple[str, tuple[int, ...]]]] = field(default_factory=dict)
    events: dict[int, int] = field(default_factory=dict)
    roots: list[tuple[int, int]] = field(default_factory=list)
    order: list[int] | None = None

    def derivations(self) -> dict[int, list[tuple[int, ...]]]:
        """Alternatives that derive their head; what explains an undecided one is none."""
        return {
            head: [bodies for label, bodies in found if label != UNDECIDED] for head, found in self.alternatives.items()
        }


def build_graph(db: Database, program: Program, needed: Sequence[Relation]) -> dict[int, WorldGraph]:
    """Fill schema ``graph`` from ``lineage.edge`` and ``ground.root``; return the graph of every world.

    Tables: node (vertex, node, kind, ...), edge (head, alternative, body), contracted (head, body), reach and
    dag (query, vertex, depth), shape (query, height, width, node_count), node_version.
    """
    db.reset(("graph",))
    for name in ("clean_edge", "vertex", "edge", "root"):
        _create(db, name)
    db.run(f"create table graph.state ({STATE})")
    db.run(
        "create table graph.node_version (_w integer, node varchar, event integer, version integer, is_current boolean)"
    )
    for relation in needed:
        if isinstance(relation.body, Asked):
            continue
        for sql in program.sql(("states", relation.name), lambda: node_states(relation)):  # noqa: B023
            db.run(sql)
        if isinstance(relation.body, Ground) and not relation.body.is_first:
            for sql in program.sql(("versions", relation.name), lambda: [node_versions(relation)]):  # noqa: B023
                db.run(sql)
    db.run(f"insert into graph.state by name {sql_text('engine/graph/inner_row')}")
    _create(db, "node")
    worlds = _read(db)
    _drop_cycles(db, worlds)
    for name in ("contracted", "reach", "dag", "shape"):
        _create(db, name)
    return worlds


def _create(db: Database, name: str) -> None:
    db.run(f"create table graph.{name} as {sql_text(f'engine/graph/{name}')}")


def _read(db: Database) -> dict[int, WorldGraph]:
    """Fetch the hypergraph of every world; edges come sorted by (head, alternative, body)."""
    worlds: dict[int, WorldGraph] = {}
    edges = db.arrow("select _w, head, alternative, body from graph.edge order by _w, head, alternative, body")
    rows = zip(*(c.to_pylist() for c in edges.columns), strict=True)
    for (world, head, label), same in groupby(rows, itemgetter(0, 1, 2)):
        graph = worlds.get(world)
        if graph is None:
            graph = worlds[world] = WorldGraph()
        bodies = tuple([row[3] for row in same])
        if head in graph.alternatives:
            graph.alternatives[head].append((label, bodies))
        else:
            graph.alternatives[head] = [(label, bodies)]
    for world, vertex, event in _integers(db, "select _w, vertex, event from graph.node where event is not null"):
        if world not in worlds:
            worlds[world] = WorldGraph()
        worlds[world].events[vertex] = event
    for world, vertex in _integers(db, "select _w, vertex from graph.node where kind = 'given'"):
        worlds[world].alternatives[vertex] = [("t0", ())]
    for world, query, vertex in _integers(db, "select _w, query, vertex from graph.root order by all"):
        worlds.setdefault(world, WorldGraph()).roots.append((query, vertex))
    return worlds


def _integers(db: Database, sql: str) -> Iterator[tuple[int, ...]]:
    """Yield the rows of a query whose columns are all integers."""
    yield from zip(*(c.to_pylist() for c in db.arrow(sql).columns), strict=True)


def _drop_cycles(db: Database, worlds: dict[int, WorldGraph]) -> None:
    """Fill ``graph.dropped`` with the edges that the exported DAG leaves out."""
    heads: list[int] = []
    labels: list[str] = []
    bodies: list[int] = []
    for world in sorted(worlds):
        graph = worlds[world]
        plain = {h: [b for _, b in found] for h, found in graph.alternatives.items()}
        graph.order = evaluation_order(plain)
        if graph.order is not None:
            continue
        kept = acyclic_edges(plain, [v for _, v in graph.roots], leaves=graph.events) or set()
        for head, found in graph.alternatives.items():
            for number, (label, inputs) in enumerate(found):
                for body in inputs:
                    if (head, number, body) not in kept:
                        heads.append(head)
                        labels.append(label)
                        bodies.append(body)
    db.load(
        "graph",
        "dropped",
        pa.table(
            {
                "head": pa.array(heads, pa.int32()),
                "alternative": pa.array(labels, pa.string()),
                "body": pa.array(bodies, pa.int32()),
            }
        ),
    )

"""Interventions on the compiled state of original worlds: corruption, exact repair, matched repair (appendix F.1)."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from memsql.scivalidity.compile import Compiled
from memsql.scivalidity.corrupt import INTACT, OPERATORS, Edge, Graph, Node, Target
from memsql.scivalidity.family import SIDES, VARIANTS
from memsql.scivalidity.generate import World
from memsql.scivalidity.overridden import State, conditions, derive

SHOWN = ("flat", "typed")
"""Views in which interventions are shown."""


def interventions(compiled: Compiled, *, is_compatible: bool = False) -> pl.DataFrame:
    """Every operator on every original, all derived in one pass of the engine.

    world_id, operator (empty for the intact state), condition, is_compatible (whether the operator has a meaning for
    the TaskSpec), state_sha256 (canonical hash), flat, typed. ``is_compatible``: only operators that have one.
    """
    originals = {w.world_id: w for w in compiled.worlds if w.variant == VARIANTS[0]}
    intact = graphs(compiled, originals)
    states = []
    for name, world in originals.items():
        states.append(State(name, INTACT, ""))
        for operator in world.taskspec.operators if is_compatible else OPERATORS:
            states += conditions(name, intact[name], target_of(world, intact[name]), operator)
    found = derive(intact, states)
    made = pl.DataFrame(
        {
            "world_id": [s.world_id for s in states],
            "operator": [s.operator for s in states],
            "condition": [s.condition for s in states],
            "is_compatible": [s.operator in ("", *originals[s.world_id].taskspec.operators) for s in states],
            "state_sha256": [g.sha256 for g in found.graphs()],
            **{view: found.texts(view) for view in SHOWN},
        }
    )
    found.db.close()
    return made


def target_of(world: World, graph: Graph) -> Target:
    """The governing edge of a world, and the status of the other side."""
    status = world.taskspec.family.relations[0].status
    edge = next(e for e in graph.edges if e.edge_id == "r1")
    return Target(edge, status[SIDES[1] if edge.status == status[SIDES[0]] else SIDES[0]])


def graphs(compiled: Compiled, names: Iterable[str]) -> dict[str, Graph]:
    """The compiled state of worlds, as rows."""
    wanted = set(names)
    nodes: dict[str, set[Node]] = {name: set() for name in wanted}
    edges: dict[str, set[Edge]] = {name: set() for name in wanted}
    db = compiled.db
    columns = "world_id, node_id, type, attribute, value, because, ordinal"
    for name, *row in db.frame(f"select {columns} from sv.shown_node where coding = 'plain'").iter_rows():
        if name in wanted:
            nodes[name].add(Node(*row))
    columns = "world_id, place, edge_id, relation, source, target, status, because"
    for name, *row in db.frame(f"select {columns} from sv.shown_edge where coding = 'plain'").iter_rows():
        if name in wanted:
            edges[name].add(Edge(*row))
    return {name: Graph(frozenset(nodes[name]), frozenset(edges[name])) for name in sorted(wanted)}

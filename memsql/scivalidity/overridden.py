"""Corruptions and repairs as worlds with overrides (ENGINE: "World"): all of them in one evaluation.

The compiled state of a world is a history of one event, a corrupted or repaired state is that history with rows
overridden. Nothing is kept of a state but what the engine then holds of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import NamedTuple

import pyarrow as pa

from memsql.db import Database
from memsql.gold.evaluate import QUERIES, Evaluation
from memsql.gold.overrides import Override, Overrides
from memsql.gold.store import load_ground
from memsql.gold.suite import program_of
from memsql.gold.worlds import Worlds
from memsql.model import Declaration, Scenario, Verb
from memsql.resources import sql_root, sql_text
from memsql.scenario.schema import load_schema
from memsql.scivalidity import corrupt
from memsql.scivalidity.corrupt import CORRUPTED, MATCHED, REPAIRED, Edge, Graph, Node, Patch, Target
from memsql.scivalidity.engine import STARTS_AT

DOMAIN = "scivalidity_state"
NODE, EDGE = "state_node", "state_edge"
Key = tuple[str, tuple[str, ...]]
"""Relation, and the key of a row of it."""


class State(NamedTuple):
    """A world to derive: of ``world_id``, with patches applied one after another; none is the intact state."""

    world_id: str
    condition: str
    operator: str
    patches: tuple[Patch, ...] = ()


def conditions(world_id: str, graph: Graph, target: Target, operator: str) -> list[State]:
    """The corrupted state of one operator, its exact repair, and the edit-matched repair that leaves the damage."""
    patch = corrupt.OPERATORS[operator](graph, target)
    other = corrupt.matched(patch.apply(graph), patch.inverse)
    chains = {CORRUPTED: (patch,), REPAIRED: (patch, patch.inverse), MATCHED: (patch, other)}
    return [State(world_id, condition, operator, chain) for condition, chain in chains.items()]


def row(found: Node | Edge) -> tuple[Key, tuple[str, ...]]:
    """Key and value of a row, as the schema declares them."""
    if isinstance(found, Node):
        return (NODE, (found.node_id, found.type, found.attribute)), (found.value, found.because, str(found.ordinal))
    place, edge_id, *rest = astuple(found)
    return (EDGE, (edge_id,)), (str(place), *rest)


def overrides(state: State, number: int) -> list[Override]:
    """What a state overrides in the world of this number: of each row what the last patch says of it."""
    said: dict[Key, tuple[str, ...] | None] = {}
    for patch in state.patches:
        said |= dict.fromkeys(row(r)[0] for r in patch.out_rows)
        said |= dict(row(r) for r in patch.in_rows)
    return [
        Override(number, relation, key, value is not None, value or ())
        for (relation, key), value in sorted(said.items())
    ]


@dataclass(slots=True)
class Derived:
    """States as the engine holds them, in the order in which they were asked for. ``db`` has them in schema ``sv``."""

    states: Sequence[State]
    db: Database

    def graphs(self) -> list[Graph]:
        """Every state, as rows."""
        nodes: list[set[Node]] = [set() for _ in self.states]
        edges: list[set[Edge]] = [set() for _ in self.states]
        for name, _, *values in self.db.frame("from sv.shown_node").iter_rows():
            nodes[int(name)].add(Node(*values))
        for name, _, *values in self.db.frame("from sv.shown_edge").iter_rows():
            edges[int(name)].add(Edge(*values))
        return [Graph(frozenset(n), frozenset(e)) for n, e in zip(nodes, edges, strict=True)]

    def texts(self, view: str) -> list[str]:
        """The view of every state, by the SELECT that renders the worlds."""
        rows = self.db.rows(f"select world_id, text from ({sql_text(f'scivalidity/view_{view}')})")
        found = {str(name): str(text) for name, text in rows}
        return [found[str(number)] for number in range(len(self.states))]


def derive(intact: Mapping[str, Graph], states: Sequence[State]) -> Derived:
    """Derive states in one pass. Raises DataError for an exact repair that does not restore the canonical hash."""
    places = {name: number for number, name in enumerate(intact)}
    declarations = load_schema([sql_root() / "schema" / DOMAIN])
    scenarios = [_scenario(name, graph, declarations) for name, graph in intact.items()]
    worlds, changes = Worlds(), Overrides()
    for state in states:
        number = worlds.cutoff(places[state.world_id], 1)
        changes.rows += overrides(state, number)
    db, program = Database(), program_of(scenarios[0])
    load_ground(db, program, scenarios)
    Evaluation(db, program, worlds, QUERIES.empty_table(), overrides=changes, also=(NODE, EDGE)).run()
    db.reset(("sv",))
    for name in ("node", "edge"):
        db.run(f"create table sv.shown_{name} as {sql_text(f'scivalidity/overridden_{name}')}")
    found = Derived(states, db)
    for state, graph in zip(states, found.graphs(), strict=True):
        if state.condition == REPAIRED:
            corrupt.check_repair(intact[state.world_id], graph, f"{state.world_id}, {state.operator}")
    return found


def _scenario(name: str, graph: Graph, declarations: tuple[Declaration, ...]) -> Scenario:
    """A history whose only event asserts every row of a compiled state."""
    rows = [*map(row, sorted(graph.nodes)), *map(row, sorted(graph.edges))]
    count = len(rows)
    texts = pa.list_(pa.string())
    events = pa.table(
        {
            "event_id": pa.array([name], pa.string()),
            "observed_at": pa.array([STARTS_AT], pa.timestamp("us")),
            "record": pa.array([""], pa.string()),
            "position": pa.array([1], pa.int32()),
        }
    )
    actions = pa.table(
        {
            "event_id": pa.array([name] * count, pa.string()),
            "position": pa.array([1] * count, pa.int32()),
            "ordinal": pa.array(range(1, count + 1), pa.int32()),
            "verb": pa.array([Verb.ASSERT.value] * count, pa.string()),
            "predicate": pa.array([relation for (relation, _), _ in rows], pa.string()),
            "key": pa.array([list(key) for (_, key), _ in rows], texts),
            "value": pa.array([list(value) for _, value in rows], texts),
        }
    )
    return Scenario(name, name, DOMAIN, declarations, (), events, actions, pa.table({}))

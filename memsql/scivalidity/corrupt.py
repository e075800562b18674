"""Corruptions of the compiled state, exact repair, and an edit-matched repair elsewhere (paper appendix F.1).

A patch is rows taken out and rows put in; its inverse is the exact repair. Operators are defined by what they do to
the governing relation; the paper's table 20 was not at hand, so the definitions are ours.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace

from memsql.errors import DataError
from memsql.scivalidity.family import RELATIONS

STRUCTURAL = "Recorded_Under"
NOWHERE = "-"
CONDITIONS = INTACT, CORRUPTED, REPAIRED, MATCHED = "intact", "corrupted", "repaired", "matched"


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """An attribute of an object."""

    node_id: str
    type: str
    attribute: str
    value: str
    because: str
    ordinal: int


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """A relation with its status."""

    place: int
    edge_id: str
    relation: str
    source: str
    target: str
    status: str
    because: str


@dataclass(frozen=True, slots=True)
class Graph:
    """The compiled state of a world: rows in no order."""

    nodes: frozenset[Node]
    edges: frozenset[Edge]

    @property
    def sha256(self) -> str:
        """Canonical hash: sorted rows as JSON."""
        rows = [[astuple(n) for n in sorted(self.nodes)], [astuple(e) for e in sorted(self.edges)]]
        return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Patch:
    """Rows taken out of a graph and rows put in."""

    out_nodes: frozenset[Node] = frozenset()
    in_nodes: frozenset[Node] = frozenset()
    out_edges: frozenset[Edge] = frozenset()
    in_edges: frozenset[Edge] = frozenset()

    @property
    def inverse(self) -> Patch:
        """The patch that takes this one back."""
        return Patch(self.in_nodes, self.out_nodes, self.in_edges, self.out_edges)

    @property
    def out_rows(self) -> tuple[Node | Edge, ...]:
        """Every row that it takes out."""
        return (*self.out_nodes, *self.out_edges)

    @property
    def in_rows(self) -> tuple[Node | Edge, ...]:
        """Every row that it puts in."""
        return (*self.in_nodes, *self.in_edges)

    @property
    def signature(self) -> tuple[int, int, int, int]:
        """How many rows of each kind it takes out and puts in."""
        return len(self.out_nodes), len(self.in_nodes), len(self.out_edges), len(self.in_edges)

    def apply(self, graph: Graph) -> Graph:
        """The graph after the patch. Raises DataError where a row that it takes out is not there."""
        if not (self.out_nodes <= graph.nodes and self.out_edges <= graph.edges):
            raise DataError(
                "patch: takes out a row that the graph does not have; apply it to the graph it was made for"
            )
        return Graph((graph.nodes - self.out_nodes) | self.in_nodes, (graph.edges - self.out_edges) | self.in_edges)


@dataclass(frozen=True, slots=True)
class Target:
    """What an operator works on: the governing edge, and the status of the other side."""

    edge: Edge
    contrary: str


def omit(_: Graph, target: Target) -> Patch:
    """The governing relation is gone."""
    return Patch(out_edges=frozenset({target.edge}))


def unlink(_: Graph, target: Target) -> Patch:
    """It no longer says what it rests on."""
    return _instead(target.edge, replace(target.edge, target=NOWHERE))


def relabel(_: Graph, target: Target) -> Patch:
    """It stands under the name of another relation."""
    own = target.edge.relation
    name = RELATIONS[(RELATIONS.index(own) + 1) % len(RELATIONS)] if own in RELATIONS else RELATIONS[0]
    return _instead(target.edge, replace(target.edge, relation=name))


def merge(graph: Graph, target: Target) -> Patch:
    """Its two ends are one object."""
    lost = frozenset(n for n in graph.nodes if n.node_id == target.edge.target)
    kept = frozenset(replace(n, node_id=target.edge.source) for n in lost)
    return Patch(lost, kept, frozenset({target.edge}), frozenset({replace(target.edge, target=target.edge.source)}))


def duplicate(_: Graph, target: Target) -> Patch:
    """A second copy says the contrary."""
    copy = replace(
        target.edge, edge_id=f"{target.edge.edge_id}x", place=target.edge.place + 100, status=target.contrary
    )
    return Patch(in_edges=frozenset({copy}))


def inject(_: Graph, target: Target) -> Patch:
    """A relation that no event supports says the contrary, between the decision and the relation's target."""
    made = replace(
        target.edge,
        edge_id="injected",
        place=200,
        source="pending-decision",
        status=target.contrary,
        because="nothing",
    )
    return Patch(in_edges=frozenset({made}))


OPERATORS: dict[str, Callable[[Graph, Target], Patch]] = {
    "omit": omit,
    "unlink": unlink,
    "relabel": relabel,
    "merge": merge,
    "duplicate": duplicate,
    "inject": inject,
}


def _instead(old: Edge, new: Edge) -> Patch:
    return Patch(out_edges=frozenset({old}), in_edges=frozenset({new}))


def matched(corrupted: Graph, repair: Patch) -> Patch:
    """A patch with the signature of the exact repair that leaves the damage: it works on structural rows only."""
    idle = sorted(e for e in corrupted.edges if e.relation == STRUCTURAL)
    out_nodes, _, out_edges, in_edges = repair.signature
    taken = idle[:out_edges]
    if out_edges and in_edges:
        put = [replace(e, status="filed") for e in taken]
    else:
        put = [replace(idle[0], edge_id="filed", place=300, source="pending-decision")] if in_edges else []
    rows = sorted(corrupted.nodes, key=lambda n: (-n.ordinal, n))[:out_nodes]
    noted = [replace(n, attribute=f"{n.attribute} as noted") for n in rows]
    return Patch(frozenset(rows), frozenset(noted), frozenset(taken), frozenset(put))


def check_repair(intact: Graph, repaired: Graph, name: str) -> None:
    """Refuse a repair that does not restore the canonical hash of its target. Raises DataError."""
    if intact.sha256 != repaired.sha256:
        found = f"the repair has hash {repaired.sha256[:12]}, the state {intact.sha256[:12]}"
        raise DataError(f"{name}: {found}; repair by the inverse of the patch")

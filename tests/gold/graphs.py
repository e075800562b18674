"""Random AND/OR graphs, and what forward chaining over every subset of their events says about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from hypothesis import strategies as st

MISSING = 900
"""A node that is neither a head nor an event."""


@dataclass(frozen=True)
class Graph:
    """``alternatives`` and ``events`` as ``Derivations`` takes them."""

    alternatives: dict[int, list[tuple[int, ...]]]
    events: dict[int, int]


@st.composite
def graphs(draw: st.DrawFn, cyclic: bool, events_max: int = 10) -> Graph:
    """A graph of few heads, so that they share what is below them; acyclic: bodies have larger numbers."""
    heads = draw(st.integers(1, 10))
    indices = draw(st.lists(st.integers(0, 300), min_size=1, max_size=events_max, unique=True))
    events = {100 + node: index for node, index in enumerate(indices)}
    leaves = st.sampled_from([*events, *events, MISSING])
    alternatives = {}
    for head in range(heads):
        above = 0 if cyclic else head + 1
        node = st.one_of(leaves, st.integers(above, heads - 1)) if above < heads else leaves
        body = st.lists(node, min_size=draw(st.sampled_from([0, 1, 1, 1, 1])), max_size=3).map(tuple)
        alternatives[head] = draw(st.lists(body, max_size=4))
    return Graph(alternatives, events)


def shuffled(draw: st.DrawFn, graph: Graph) -> Graph:
    """The same graph with heads, alternatives and bodies in another order."""
    order = draw(st.permutations(list(graph.alternatives)))
    return Graph(
        {
            head: [
                tuple(draw(st.permutations(bodies)))
                for bodies in draw(st.permutations(graph.alternatives[head]))
            ]
            for head in order
        },
        {node: graph.events[node] for node in draw(st.permutations(list(graph.events)))},
    )


def witnesses_of(graph: Graph) -> dict[int, list[int]]:
    """Per node, by brute force, the minimal event sets that derive it, by (size, sorted events).

    A table is an integer whose bit s says whether subset s of the events derives the node: forward chaining runs
    over all subsets at once.
    """
    indices = sorted(set(graph.events.values()))
    subsets = range(1 << len(indices))
    tables = {
        node: sum(1 << s for s in subsets if s >> indices.index(index) & 1)
        for node, index in graph.events.items()
    }
    everything = (1 << len(subsets)) - 1
    is_settled = False
    while not is_settled:
        is_settled = True
        for head, choices in graph.alternatives.items():
            derived = [
                reduce(and_, (tables.get(body, 0) for body in bodies), everything) for bodies in choices
            ]
            table = reduce(or_, derived, 0)
            if table != tables.get(head, 0):
                tables[head] = table
                is_settled = False
    return {
        node: in_order(
            sum(1 << index for i, index in enumerate(indices) if s >> i & 1)
            for s in subsets
            if table >> s & 1
            and not any(s >> i & 1 and table >> (s ^ 1 << i) & 1 for i in range(len(indices)))
        )
        for node, table in tables.items()
    }


def elements(bits: int) -> list[int]:
    """Elements of a set, ascending."""
    return [at for at in range(bits.bit_length()) if bits >> at & 1]


def in_order(sets: Iterable[int]) -> list[int]:
    """Sets by (size, sorted elements)."""
    return sorted(sets, key=lambda one: (one.bit_count(), elements(one)))

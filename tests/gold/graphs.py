"""Random AND/OR graphs, and what forward chaining over every subset of their events says about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from hypothesis import strategies as st

MISSING = 900
"""A node that is neither a head nor an event."""


Alternatives = dict[int, list[tuple[int, ...]]]


@dataclass(frozen=True)
class Graph:
    """``alternatives`` and ``events`` as ``Derivations`` takes them."""

    alternatives: Alternatives
    events: dict[int, int]


@st.composite
def graphs(draw: st.DrawFn, cyclic: bool) -> Graph:
    """A graph of few heads, so that they share what is below them; acyclic: bodies have larger numbers."""
    heads = draw(st.integers(1, 9))
    count = draw(st.sampled_from([1, 3, 6, 8, 10, 10]))
    indices = draw(st.lists(st.integers(0, 300), min_size=count, max_size=count, unique=True))
    events = {100 + node: index for node, index in enumerate(indices)}
    alternatives: Alternatives = {}
    for head in range(heads):
        below = list(range(0 if cyclic else head + 1, heads))
        node = st.sampled_from([*below, *below, *events, *events, MISSING])
        sizes = draw(st.lists(st.sampled_from([2, 1, 3, 2, 1, 3, 2, 0]), max_size=4))
        alternatives[head] = [tuple(draw(node) for _ in range(size)) for size in sizes]
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

    A table is an integer whose bit s says whether subset s of the events derives the node: forward chaining
    runs over all subsets at once.
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

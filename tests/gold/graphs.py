"""Random AND/OR graphs, and what forward chaining over every subset of their events says about them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import cycle
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


# Numbers of bodies of the alternatives of a head, and how often the upper and the lower heads have them.
ALTERNATIVES: list[list[int]] = [[2], [3], [1, 1], [1, 1, 1], [2, 1], [2, 2], [1, 2, 3], [0, 1], []]
UPPER, LOWER = (9, 9, 2, 1, 3, 3, 2, 0.3, 0.3), (5, 2, 10, 4, 3, 2, 2, 0.3, 0.3)


@st.composite
def graphs(draw: st.DrawFn, cyclic: bool) -> Graph:
    """A graph of few nodes, so that heads share what is below them; acyclic: bodies have larger numbers.

    Only the size and a seed are drawn: graphs that hypothesis draws edge by edge seldom have two witnesses.
    """
    heads = draw(st.integers(1, 10))
    count = draw(st.integers(1, 10))
    source = random.Random(draw(st.integers(0, 2**32)))
    events = {100 + node: index for node, index in enumerate(source.sample(range(300), count))}
    in_turn = cycle(events)

    def body(below: range) -> int:
        kind = source.choices(["next event", "any event", "head", "missing"], [10, 1, 12, 0.4])[0]
        if kind == "missing":
            return MISSING
        if kind == "head" and below:
            return source.choice(below)
        return source.choice([*events]) if kind == "any event" else next(in_turn)

    alternatives: Alternatives = {}
    for head in range(heads):
        below = range(0 if cyclic else head + 1, heads)
        sizes = source.choices(ALTERNATIVES, UPPER if head < heads // 3 else LOWER)[0]
        alternatives[head] = [tuple(body(below) for _ in range(size)) for size in sizes]
    return Graph(alternatives, events)


def shuffled(data: st.DataObject, graph: Graph) -> Graph:
    """The same graph with heads, alternatives and bodies in another order."""
    draw = data.draw
    order = draw(st.permutations(list(graph.alternatives)))
    return Graph(
        {
            head: [tuple(draw(st.permutations(bodies))) for bodies in draw(st.permutations(graph.alternatives[head]))]
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
        node: sum(1 << s for s in subsets if s >> indices.index(index) & 1) for node, index in graph.events.items()
    }
    everything = (1 << len(subsets)) - 1
    is_settled = False
    while not is_settled:
        is_settled = True
        for head, choices in graph.alternatives.items():
            derived = [reduce(and_, (tables.get(body, 0) for body in bodies), everything) for bodies in choices]
            table = reduce(or_, derived, 0)
            if table != tables.get(head, 0):
                tables[head] = table
                is_settled = False
    return {
        node: in_order(
            sum(1 << index for i, index in enumerate(indices) if s >> i & 1)
            for s in subsets
            if table >> s & 1 and not any(s >> i & 1 and table >> (s ^ 1 << i) & 1 for i in range(len(indices)))
        )
        for node, table in tables.items()
    }


def elements(bits: int) -> list[int]:
    """Elements of a set, ascending."""
    return [at for at in range(bits.bit_length()) if bits >> at & 1]


def in_order(sets: Iterable[int]) -> list[int]:
    """Sets by (size, sorted elements)."""
    return sorted(sets, key=lambda one: (one.bit_count(), elements(one)))

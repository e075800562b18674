"""What the exported derivation graph keeps of a graph with cycles."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from memsql.gold.cycles import Edge, acyclic_edges, evaluation_order, stages, strong_components
from tests.gold.graphs import Alternatives, Graph, graphs, shuffled

LONG = 50_000


def reached(alternatives: Alternatives, start: int) -> set[int]:
    """Nodes below a node; itself only where it is on a cycle."""
    found: set[int] = set()
    walk = [start]
    while walk:
        for bodies in alternatives.get(walk.pop(), ()):
            walk += set(bodies) - found
            found |= set(bodies)
    return found


def all_edges(alternatives: Alternatives) -> set[Edge]:
    return {
        (head, n, body) for head, choices in alternatives.items() for n, bodies in enumerate(choices) for body in bodies
    }


def chained(alternatives: Alternatives, leaves: set[int]) -> dict[int, int]:
    """Stages by rounds of forward chaining."""
    stage = dict.fromkeys(leaves, 0)
    for number in range(1, len(alternatives) + 1):
        fresh = [
            head
            for head, choices in alternatives.items()
            if head not in stage and any(all(body in stage for body in bodies) for bodies in choices)
        ]
        stage |= dict.fromkeys(fresh, number)
    return stage


def whole_alternatives(alternatives: Alternatives, kept: set[Edge]) -> Alternatives:
    """The alternatives of which every edge is kept."""
    return {
        head: [bodies for n, bodies in enumerate(choices) if all((head, n, body) in kept for body in bodies)]
        for head, choices in alternatives.items()
    }


@settings(deadline=None)
@given(graph=st.one_of(graphs(cyclic=False), graphs(cyclic=True)), roots=st.lists(st.integers(0, 9)))
def test_what_is_kept(graph: Graph, roots: list[int]) -> None:
    alternatives, events = graph.alternatives, set(graph.events)
    kept = acyclic_edges(alternatives, roots, events)
    below = {head: reached(alternatives, head) for head in alternatives}
    if kept is None:
        assert not any(head in below[head] for head in alternatives)
        return
    assert any(head in below[head] for head in alternatives)
    stage = chained(alternatives, events)
    whole = whole_alternatives(alternatives, kept)

    # No cycle is left, and what was derivable is, at the same stage.
    remaining: Alternatives = {head: [tuple(b for h, _, b in kept if h == head)] for head in alternatives}
    assert not any(head in reached(remaining, head) for head in alternatives)
    assert chained(whole, events) == stage

    for head, number, body in all_edges(alternatives):
        if body in alternatives and head in below[body]:
            if head in stage and (head, number, body) in kept:
                assert stage[body] < stage[head]
        elif head not in stage:
            # Only edges on a cycle are lost, and a derivable head loses whole alternatives.
            assert (head, number, body) in kept
    for head in stage.keys() & alternatives.keys():
        for number, bodies in enumerate(alternatives[head]):
            inside = [body for body in bodies if body in alternatives and head in below[body]]
            goes_down = all(body in stage and stage[body] < stage[head] for body in inside)
            assert [(head, number, body) in kept for body in bodies] == [goes_down] * len(bodies)


@settings(deadline=None)
@given(graph=graphs(cyclic=True))
def test_a_root_still_reaches_everything_that_explains_an_unknown(graph: Graph) -> None:
    """Nothing is an event, so only heads with an empty alternative are derivable."""
    alternatives = {head: [bodies for bodies in choices if bodies] for head, choices in graph.alternatives.items()}
    kept = acyclic_edges(alternatives, [0], leaves=())
    if kept is not None:
        remaining: Alternatives = {head: [tuple(b for h, _, b in kept if h == head)] for head in alternatives}
        assert reached(remaining, 0) | {0} == reached(alternatives, 0) | {0}


@settings(deadline=None)
@given(data=st.data())
def test_the_order_of_the_heads_does_not_matter(data: st.DataObject) -> None:
    graph = data.draw(graphs(cyclic=True))
    other = {head: graph.alternatives[head] for head in data.draw(st.permutations(list(graph.alternatives)))}
    roots = data.draw(st.lists(st.integers(0, 9)))
    assert acyclic_edges(graph.alternatives, roots) == acyclic_edges(other, reversed(roots))
    assert strong_components(graph.alternatives) == strong_components(other)


@settings(deadline=None)
@given(data=st.data(), cyclic=st.booleans())
def test_bodies_come_before_heads(data: st.DataObject, cyclic: bool) -> None:
    graph = shuffled(data, data.draw(graphs(cyclic=cyclic)))
    components = strong_components(graph.alternatives)
    assert sorted(head for group in components for head in group) == sorted(graph.alternatives)
    place = {head: at for at, group in enumerate(components) for head in group}
    for head in graph.alternatives:
        for body in reached(graph.alternatives, head) & graph.alternatives.keys():
            assert place[body] <= place[head]
            assert (place[body] == place[head]) == (body == head or head in reached(graph.alternatives, body))
    order = evaluation_order(graph.alternatives)
    if order is not None:
        assert sorted(order) == sorted(graph.alternatives)
        at = {head: number for number, head in enumerate(order)}
        assert all(at[body] < at[head] for head, _, body in all_edges(graph.alternatives) if body in at)


@settings(deadline=None)
@given(graph=graphs(cyclic=True))
def test_stages_are_rounds_of_forward_chaining(graph: Graph) -> None:
    used = {body for _, _, body in all_edges(graph.alternatives)}
    expected = chained(graph.alternatives, used & set(graph.events))
    assert stages(graph.alternatives, graph.events.keys()) == expected
    everything_there = chained(graph.alternatives, used - graph.alternatives.keys())
    assert stages(graph.alternatives) == everything_there


def test_an_unknown_loses_the_edge_back_and_keeps_the_others() -> None:
    """0 looks for 1 and a missing 7; 1 looks for 0 and a missing 8."""
    alternatives = {0: [(1, 7)], 1: [(0, 8)]}
    assert acyclic_edges(alternatives, [0], leaves=()) == {(0, 0, 1), (0, 0, 7), (1, 0, 8)}
    assert acyclic_edges(alternatives, [1], leaves=()) == {(0, 0, 7), (1, 0, 0), (1, 0, 8)}


def test_a_way_around_a_cycle_stays_and_the_cycle_goes() -> None:
    """1 and 2 reach each other; 1 has an event, and a longer way around outside the cycle."""
    alternatives: Alternatives = {0: [(1, 2)], 1: [(2, 90), (91,), (3,)], 2: [(1, 92)], 3: [(4,)], 4: [(93,)]}
    kept = acyclic_edges(alternatives, [0])
    assert kept == all_edges(alternatives) - {(1, 0, 2), (1, 0, 90)}


def test_fifty_thousand_nodes_in_a_row_and_in_a_ring() -> None:
    alternatives: Alternatives = {head: [(head + 1,)] for head in range(LONG)}
    assert acyclic_edges(alternatives, [0]) is None
    alternatives[LONG - 1] = [(0,), (LONG,)]
    kept = acyclic_edges(alternatives, [0])
    assert kept == all_edges(alternatives) - {(LONG - 1, 0, 0)}
    assert acyclic_edges({head: [((head + 1) % LONG,)] for head in range(LONG)}, [5]) == {
        (head, 0, (head + 1) % LONG) for head in range(LONG) if head != 4
    }

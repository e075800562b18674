"""Witnesses against brute force over all subsets of the events, and shapes that are too large for that."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import and_, or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsql.gold import antichain
from memsql.gold.witness import CAP, Derivations, Witnesses
from tests.gold.graphs import MISSING, Alternatives, Graph, elements, graphs, in_order, shuffled, witnesses_of

LONG = 50_000


def ratio(cited: int, witness: int) -> Fraction:
    return Fraction((cited & witness).bit_count(), witness.bit_count())


def best_ratio(cited: int, witnesses: list[int]) -> Fraction | None:
    """None for the empty witness, which is the only one where it is one."""
    return max(ratio(cited, one) for one in witnesses) if all(witnesses) else None


def check_shape(found: Witnesses) -> None:
    """What holds of every result: components of two sets or more, in order, minimal, no event in two."""
    taken = found.core
    for sets in found.components:
        assert 2 <= len(sets) <= CAP
        assert list(sets) == in_order(sets)
        assert not any(one & other == one for one in sets for other in sets if one != other)
        assert not taken & reduce(or_, sets)
        taken |= reduce(or_, sets)
    assert list(found.components) == sorted(found.components, key=lambda sets: elements(reduce(or_, sets))[0])


def check_exact(found: Witnesses | None, expected: list[int], cited: int) -> None:
    """Every figure of a result that is not truncated equals the one of the list of all witnesses."""
    if found is None:
        assert expected == []
        return
    check_shape(found)
    assert not found.is_truncated
    assert found.enumerate(len(expected) + 1) == expected
    assert found.enumerate(len(expected) // 2) == expected[: len(expected) // 2]
    assert found.count == len(expected)
    assert found.core == reduce(and_, expected)
    assert found.support == reduce(or_, expected)
    assert found.size_min == expected[0].bit_count()
    assert found.size_max == expected[-1].bit_count()
    assert found.smallest() == expected[0]
    assert found.recall(cited) == best_ratio(cited, expected)
    cover = found.cover()
    assert set(cover) <= set(expected)
    assert len(cover) == len(set(cover)) == max(map(len, found.components), default=1)
    assert all(any(one & row == one for row in cover) for sets in found.components for one in sets)


@settings(deadline=None)
@given(graph=graphs(cyclic=False), cited=st.integers(0, 2**301))
def test_witnesses_of_acyclic_graphs_are_those_of_brute_force(graph: Graph, cited: int) -> None:
    derivations = Derivations(graph.alternatives, graph.events)
    expected = witnesses_of(graph)
    for node in [*graph.alternatives, *graph.events, MISSING]:
        check_exact(derivations.witnesses(node), expected.get(node, []), cited)


@settings(deadline=None)
@given(graph=graphs(cyclic=True), cited=st.integers(0, 2**301))
def test_witnesses_of_cyclic_graphs_are_those_of_brute_force(graph: Graph, cited: int) -> None:
    derivations = Derivations(graph.alternatives, graph.events)
    expected = witnesses_of(graph)
    for node in graph.alternatives:
        check_exact(derivations.witnesses(node), expected.get(node, []), cited)


@settings(deadline=None)
@given(graph=st.one_of(graphs(cyclic=False), graphs(cyclic=True)), cap=st.integers(1, 6))
def test_under_a_cap_every_listed_set_is_a_witness_and_silence_means_all(graph: Graph, cap: int) -> None:
    derivations = Derivations(graph.alternatives, graph.events, cap)
    for node, expected in witnesses_of(graph).items():
        found = derivations.witnesses(node)
        if found is None:
            assert expected == []
            continue
        check_shape(found)
        listed = found.enumerate(len(expected) + 1)
        assert set(listed) <= set(expected)
        assert found.core == reduce(and_, expected)
        assert all(len(sets) <= max(cap, 2) for sets in found.components)
        if not found.is_truncated:
            assert listed == expected


@settings(deadline=None)
@given(data=st.data(), cyclic=st.booleans())
def test_the_order_of_the_input_and_of_the_questions_does_not_matter(data: st.DataObject, cyclic: bool) -> None:
    graph = data.draw(graphs(cyclic=cyclic))
    other = shuffled(data, graph)
    cap = CAP if cyclic else data.draw(st.integers(1, 6))
    first = Derivations(graph.alternatives, graph.events, cap)
    second = Derivations(other.alternatives, other.events, cap)
    assert {n: first.witnesses(n) for n in graph.alternatives} == {n: second.witnesses(n) for n in other.alternatives}


@st.composite
def families(draw: st.DrawFn) -> Witnesses:
    """A core and up to four components over their own events, which alternate in the total order."""
    kinds = draw(st.integers(0, 4))
    core = sum(1 << 5 * at + 4 for at in draw(st.sets(st.integers(0, 6))))
    components = []
    for kind in range(kinds):
        sizes = draw(st.sets(st.integers(1, 31), min_size=2, max_size=6))
        sets = {sum(1 << 5 * at + kind for at in elements(one)) for one in sizes}
        components.append(tuple(in_order(sets)))
    return Witnesses(core, tuple(components), is_truncated=False)


@settings(deadline=None)
@given(found=families(), limit=st.integers(0, 1300), cited=st.integers(0, 2**35))
def test_enumeration_and_recall_agree_with_the_full_product(found: Witnesses, limit: int, cited: int) -> None:
    everything = in_order(reduce(or_, choice, found.core) for choice in product(*found.components))
    assert found.enumerate(limit) == everything[:limit]
    assert found.count == len(everything)
    assert found.recall(cited) == best_ratio(cited, everything)


def facts(count: int, assertions: int) -> Graph:
    """A root that needs ``count`` facts, each asserted by as many events of its own."""
    events = {1000 + at: at for at in range(count * assertions)}
    alternatives: Alternatives = {
        1 + at: [(1000 + at * assertions + by,) for by in range(assertions)] for at in range(count)
    }
    return Graph({0: [tuple(range(1, count + 1))], **alternatives}, events)


def test_two_to_the_forty_witnesses_are_exact() -> None:
    graph = facts(40, 2)
    found = Derivations(graph.alternatives, graph.events).witnesses(0)
    assert found is not None
    assert (found.count, found.is_truncated, found.core) == (2**40, False, 0)
    assert (found.size_min, found.size_max, found.support) == (40, 40, 2**80 - 1)
    first = found.enumerate(1000)
    assert len(first) == len(set(first)) == 1000
    assert first == in_order(first)
    assert first[0] == found.smallest() == sum(1 << 2 * at for at in range(40))
    assert found.cover() == [first[0], first[0] << 1]
    # Ten facts through their second event, ten through either, twenty not at all.
    assert found.recall(sum(2 << 2 * at for at in range(10)) + sum(3 << 2 * at for at in range(10, 20))) == Fraction(
        1, 2
    )


def test_what_is_multiplied_out_stays_exact_where_the_core_satisfies_it() -> None:
    """Forty facts with two assertions each; the root needs one assertion of thirty-nine of them anyway."""
    graph = facts(40, 2)
    graph.alternatives[0] = [(*graph.alternatives[0][0], *(1000 + 2 * at for at in range(39)))]
    found = Derivations(graph.alternatives, graph.events).witnesses(0)
    assert found == Witnesses(sum(1 << 2 * at for at in range(39)), ((1 << 78, 1 << 79),), is_truncated=False)


def test_a_component_beyond_the_cap_is_truncated_and_the_others_are_not() -> None:
    """Ten facts with two assertions each as one of two ways: 1,025 minimal sets in one component."""
    graph = facts(10, 2)
    graph.alternatives[50] = [(0,), (2000,)]
    graph.alternatives[60] = [(50, 70)]
    graph.alternatives[70] = [(2001,), (2002,)]
    events = graph.events | {2000: 500, 2001: 501, 2002: 502}
    found = Derivations(graph.alternatives, events).witnesses(60)
    assert found is not None
    assert found.is_truncated
    assert [len(sets) for sets in found.components] == [CAP, 2]
    assert found.smallest() == 1 << 500 | 1 << 501
    assert found.size_max == 11
    check_shape(found)
    alone = Derivations(graph.alternatives, events).witnesses(0)
    assert alone is not None
    assert not alone.is_truncated


def test_a_set_cover_beyond_the_cap_lists_minimal_covers_whatever_the_order_of_the_facts() -> None:
    source = random.Random(7)
    alternatives: Alternatives = {fact: [(1000 + e,) for e in source.sample(range(40), 5)] for fact in range(1, 31)}
    needed = [*alternatives]
    alternatives[0] = [tuple(needed)]
    events = {1000 + event: event for event in range(40)}
    found = Derivations(alternatives, events).witnesses(0)
    assert found is not None
    assert found.is_truncated
    check_shape(found)

    def covers(chosen: int) -> bool:
        return all(any(chosen >> node - 1000 & 1 for node, *_ in alternatives[fact]) for fact in needed)

    for one in found.enumerate(CAP):
        assert covers(one)
        assert not any(covers(one & ~(1 << event)) for event in elements(one))
    for _ in range(3):
        source.shuffle(needed)
        other = {head: alternatives[head] for head in needed} | {0: [tuple(needed)]}
        assert Derivations(other, events).witnesses(0) == found


def complete_digraph(points: int) -> Graph:
    """Head t is "t can be reached from 0"; event ``points * s + t`` is the edge from s to t."""
    edges = {(s, t): 100 + points * s + t for s in range(points) for t in range(points) if s != t}
    alternatives: Alternatives = {t: [(s, edges[s, t]) for s in range(points) if s != t] for t in range(points)}
    alternatives[0].append(())
    return Graph(alternatives, {node: node - 100 for node in edges.values()})


def test_paths_beyond_the_cap_inside_a_cycle_are_paths() -> None:
    """Between two of eight points there are 1,957 simple paths."""
    graph = complete_digraph(8)
    graph.alternatives[50] = [(7, 200)]
    derivations = Derivations(graph.alternatives, graph.events | {200: 100})
    found = derivations.witnesses(7)
    assert found is not None
    assert found.is_truncated
    check_shape(found)
    assert found.core == 0
    assert found.smallest() == 1 << 7
    for one in found.enumerate(CAP):
        here, steps = 0, dict(divmod(event, 8) for event in elements(one))
        while here != 7:
            here = steps.pop(here)
        assert steps == {}
    # What stands on the cycle inherits what the cap took.
    assert derivations.witnesses(50) == Witnesses(1 << 100, found.components, is_truncated=True)


def test_paths_within_the_cap_inside_a_cycle_are_all_paths() -> None:
    """Between two of six points there are 65 simple paths."""
    graph = complete_digraph(6)
    found = Derivations(graph.alternatives, graph.events).witnesses(5)
    assert found is not None
    assert (found.count, found.is_truncated, found.size_min, found.size_max) == (65, False, 1, 5)


def test_two_bodies_inside_a_cycle_are_multiplied_under_the_cap() -> None:
    """Twenty ways each, in a graph where both could also go through the root: 400 pairs."""
    ways = [[(100 + at,) for at in range(20)], [(200 + at,) for at in range(20)]]
    alternatives: Alternatives = {0: [(1, 2)], 1: [*ways[0], (0,)], 2: [*ways[1], (0,)]}
    found = Derivations(alternatives, {100 + at: at for at in range(200)}).witnesses(0)
    assert found is not None
    assert (found.count, found.is_truncated, found.size_max) == (CAP, True, 2)


def test_a_product_beyond_the_cap_keeps_its_smallest_sets() -> None:
    left, right = [0b100, 0b011], [0b10_000, 0b01_000, 0b11_100_000]
    assert antichain.product(left, right, 6) == (
        [0b10_100, 0b01_100, 0b11_100_100, 0b10_011, 0b01_011, 0b11_100_011],
        False,
    )
    assert antichain.product(left, right, 3) == ([0b10_100, 0b01_100, 0b10_011], True)


@pytest.mark.parametrize("closes", [False, True], ids=["chain", "ring"])
def test_a_chain_of_fifty_thousand_nodes(closes: bool) -> None:
    alternatives: Alternatives = {head: [(head + 1,)] for head in range(LONG)}
    if closes:
        alternatives[LONG // 2].append((0,))
    assert Derivations(alternatives, {LONG: 3}).witnesses(0) == Witnesses(8, (), is_truncated=False)


def test_a_long_chain_in_which_every_link_has_two_assertions() -> None:
    length = 2000
    alternatives: Alternatives = {head: [(head + 1, LONG + head)] for head in range(length)}
    alternatives |= {LONG + at: [(2 * LONG + 2 * at,), (2 * LONG + 2 * at + 1,)] for at in range(length)}
    events = {2 * LONG + at: at for at in range(2 * length)} | {length: 2 * length}
    found = Derivations(alternatives, events).witnesses(0)
    assert found is not None
    assert (found.count, found.core, found.size_min) == (2**length, 1 << 2 * length, length + 1)


def test_events_keep_their_indices_however_large() -> None:
    alternatives: Alternatives = {0: [(1, 10)], 1: [(11,), (12,)]}
    found = Derivations(alternatives, {10: 49_999, 11: 40_000, 12: 7}).witnesses(0)
    assert found == Witnesses(1 << 49_999, ((1 << 7, 1 << 40_000),), is_truncated=False)
    assert found.enumerate(9) == [1 << 49_999 | 1 << 7, 1 << 49_999 | 1 << 40_000]


def test_a_node_that_supports_itself_needs_the_other_way() -> None:
    assert Derivations({0: [(0, 9), (8,)]}, {8: 0, 9: 1}).witnesses(0) == Witnesses(1, (), is_truncated=False)


def test_an_empty_alternative_needs_nothing() -> None:
    found = Derivations({0: [(1,), ()], 1: [(9,)]}, {9: 0}).witnesses(0)
    assert found == Witnesses(0, (), is_truncated=False)
    assert (found.count, found.size_min, found.size_max, found.enumerate(5), found.cover()) == (
        1,
        0,
        0,
        [0],
        [0],
    )
    assert found.recall(0) is None


@pytest.mark.parametrize(
    "alternatives",
    [
        {},
        {0: []},
        {0: [(5, 9)]},
        {0: [(0,)]},
        {0: [(1, 9)], 1: [(0,)]},
        {0: [(1, 9)], 1: [(0,), (5,)], 2: [(0,)]},
    ],
    ids=["no head", "no alternative", "a body is missing", "itself only", "a circle", "a circle and a gap"],
)
def test_what_is_not_derivable_has_no_witnesses(alternatives: Alternatives) -> None:
    assert Derivations(alternatives, {9: 0}).witnesses(0) is None


def test_an_event_is_its_own_witness() -> None:
    assert Derivations({}, {9: 4}).witnesses(9) == Witnesses(16, (), is_truncated=False)


def test_a_node_cannot_be_a_head_and_an_event() -> None:
    with pytest.raises(ValueError, match=r"nodes \[9\]: head and event at once"):
        Derivations({9: [()]}, {9: 0})

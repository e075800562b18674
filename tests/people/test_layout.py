"""Layout: rows by depth, lines from box to box, few crossings; and texts cut to fit."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from memsql.people.layers import Cell, layered
from memsql.people.layout import BAND_WIDTH, GAP, Layout, arranged, banded
from memsql.people.letters import ELLIPSIS, clipped, plain, width, wrapped

Graph = tuple[list[Cell], list[int], list[tuple[int, int]]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Boxes at depths that are the lengths of the longest paths from box 0."""
    count = draw(st.integers(1, 40))
    edges = {(draw(st.integers(0, body - 1)), body) for body in range(1, count)}
    if count > 2:
        pairs = st.tuples(st.integers(0, count - 2), st.integers(1, count - 1)).filter(lambda p: p[0] < p[1])
        edges |= set(draw(st.lists(pairs, max_size=60)))
    depths = [0] * count
    for body in range(1, count):
        depths[body] = 1 + max(depths[h] for h, b in edges if b == body)
    cells = []
    for _ in range(count):
        half, more = draw(st.floats(20, 400)), draw(st.sampled_from([0.0, 0.0, 120.0]))
        height = draw(st.floats(20, 100))
        cells.append(Cell(half, half + more, height + draw(st.sampled_from([0.0, 15.0])), height))
    return cells, depths, sorted(edges)


def check(graph: Graph, layout: Layout) -> None:
    """No box on another, rows by depth within a band, every line from its head down to its body."""
    cells, depths, edges = graph
    found = [(p.x - c.left, p.top, p.x + c.right, p.top + c.height) for p, c in zip(layout.places, cells, strict=True)]
    for number, (left, top, right, bottom) in enumerate(found):
        assert left >= -0.01
        assert right <= layout.width + 0.01
        assert bottom <= layout.height + 0.01
        for other in found[number + 1 :]:
            assert (
                other[0] >= right + GAP - 0.01 or other[2] + GAP - 0.01 <= left or other[1] >= bottom or other[3] <= top
            )
    assert [(r.head, r.body) for r in layout.routes] == edges
    for route in layout.routes:
        start, end = route.points[0], route.points[-1]
        head, body = layout.places[route.head], layout.places[route.body]
        assert abs(start.y - head.top - cells[route.head].foot) < 0.01
        assert abs(end.y - body.top) < 0.01
        assert abs(start.x - head.x) <= cells[route.head].left
        assert abs(end.x - body.x) <= cells[route.body].left
        if not route.is_bus:
            assert all(upper.y <= lower.y + 0.01 for upper, lower in pairwise(route.points))
    if not layout.cuts:
        rows = sorted({(d, p.top) for d, p in zip(depths, layout.places, strict=True)})
        assert len(rows) == len({d for d, _ in rows}), "one row a depth"
        assert [top for _, top in rows] == sorted(top for _, top in rows)


@settings(max_examples=80, deadline=None)
@given(graphs())
def test_any_graph(graph: Graph) -> None:
    layout = arranged(*graph)
    check(graph, layout)
    assert arranged(*graph) == layout, "the same on every run"


@settings(max_examples=40, deadline=None)
@given(graphs())
def test_any_graph_in_bands(graph: Graph) -> None:
    cells, depths, edges = graph
    widths = [c.left + c.right + GAP for c in cells]
    bands = banded(widths, depths, edges)
    assert sorted(i for band in bands for i in band) == list(range(len(cells)))
    for band in bands:
        for depth in {depths[i] for i in band}:
            row = [widths[i] for i in band if depths[i] == depth]
            assert len(row) == 1 or sum(row) <= BAND_WIDTH + 0.01
    # Boxes so wide that the limit of one row is passed.
    wide = [Cell(c.left * 6, c.right * 6, c.height, c.foot) for c in cells]
    check((wide, depths, edges), arranged(wide, depths, edges))


def test_a_line_past_a_row_does_not_cross_its_boxes() -> None:
    cells = [Cell(50, 50, 60, 60)] * 7
    depths, edges = [0, 1, 1, 1, 2, 2, 3], [(0, 1), (0, 2), (0, 3), (1, 4), (3, 5), (4, 6), (0, 6), (2, 6)]
    layout = arranged(cells, depths, edges)
    for route in layout.routes:
        for number, (upper, lower) in enumerate(pairwise(route.points)):
            if number % 2 == 0 and upper.y < lower.y:
                for item, place in enumerate(layout.places):
                    beside = abs(place.x - upper.x) > 50 or lower.y <= place.top or upper.y >= place.top + 60
                    assert beside or item in (route.head, route.body), (route, item)


def test_crossings_that_can_be_avoided_are() -> None:
    cells = [Cell(10, 10, 10, 10)] * 7
    layers = layered(cells, [[0], [1, 2, 3], [4, 5, 6]], [(0, 1), (0, 2), (0, 3), (1, 6), (2, 4), (3, 5)])
    order = {item: i for row in layers.rows for i, item in enumerate(row)}
    ends = sorted((order[h], order[b]) for h, b in ((1, 6), (2, 4), (3, 5)))
    assert [b for _, b in ends] == [0, 1, 2]


def test_urgent_branches_come_first() -> None:
    cells = [Cell(60, 60, 60, 60)] * 101
    layout = arranged(cells, [0] + [1] * 100, [(0, i) for i in range(1, 101)], urgent={100})
    assert layout.cuts
    assert layout.places[100].top == min(p.top for p in layout.places[1:])


@settings(max_examples=120, deadline=None)
@given(st.text(max_size=80), st.floats(30, 300), st.integers(1, 4), st.booleans())
def test_texts_fit(text: str, room: float, lines: int, is_bold: bool) -> None:
    shown = plain(text)
    assert "\n" not in shown
    assert width(clipped(shown, room, 12, is_bold), 12, is_bold) <= room
    found = wrapped(shown, room, 12, lines, is_bold)
    assert 1 <= len(found) <= lines
    assert all(width(line, 12, is_bold) <= room for line in found)
    if not found[-1].endswith(ELLIPSIS):
        assert "".join(found).replace(" ", "") == shown.replace(" ", "")


def test_texts_are_cut_at_words_and_end_with_an_ellipsis() -> None:
    assert wrapped("Halewick Lodge booked for Trip-Grus.", 100, 12, 3) == ["Halewick Lodge", "booked for", "Trip-Grus."]
    assert wrapped("Halewick Lodge booked for Trip-Grus.", 100, 12, 2)[-1].endswith(ELLIPSIS)
    assert clipped("e\u0301" * 40, 50, 12)[-2:] == f"\u0301{ELLIPSIS}", "an accent stays with its letter"
    assert plain("a  b\n\tc\u0000d\u202e\ud800") == r"a b\n\tc\x00d\u202e\ud800"

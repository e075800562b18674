"""Where the boxes and lines of a drawing go: rows by depth, few crossings, the same on every run.

A graph whose layers are too wide for one row is cut into bands, each a layered drawing of some of its branches;
edges between bands, and those over many rows, run through a gutter on the left. Source: ours.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from memsql.people.layers import Cell, Edge, Layers, layered, needed_width, placed

GAP = 12.0
"""Between two boxes of a row."""
ROW_GAP = 46.0
"""Between two rows: room for the lines."""
BAND_GAP = 30.0
"""Between two bands, besides the gap of rows."""
ROW_LIMIT = 3600.0
"""A graph with a wider layer is cut into bands."""
BAND_WIDTH = 1180.0
"""Width of the rows of a band."""
SPAN = 6
"""An edge over more rows than these runs through the gutter."""
LANES = 5
LANE = 7.0
"""Lines side by side in the gutter, and the room of each."""
PORT = 16.0
"""Greatest distance between the ends of two lines at one side of a box."""


class Point(NamedTuple):
    """A place in the drawing, in px from its top left corner."""

    x: float
    y: float


class Place(NamedTuple):
    """Where a box stands: its middle and its top."""

    x: float
    top: float


class Route(NamedTuple):
    """One edge from the bottom of the head to the top of the body.

    A bus runs straight, with corners at its points. Any other line bends between rows, from an odd point to the
    next, and is straight within a row.
    """

    head: int
    body: int
    points: tuple[Point, ...]
    is_bus: bool


class Layout(NamedTuple):
    """The drawing: places in the order of the cells, routes in that of the edges, heights at which bands part."""

    width: float
    height: float
    places: tuple[Place, ...]
    routes: tuple[Route, ...]
    cuts: tuple[float, ...]


class _Row(NamedTuple):
    """Top and bottom of a row."""

    top: float
    bottom: float


def arranged(
    cells: Sequence[Cell], depths: Sequence[int], edges: Sequence[Edge], urgent: Collection[int] = ()
) -> Layout:
    """Lay out boxes in rows by depth, with edges (head, body) that lead to greater depths.

    ``urgent``: boxes whose branches come first where the drawing is cut into bands.
    """
    widths = [c.left + c.right + GAP for c in cells]
    layer: dict[int, float] = {}
    for wide, depth in zip(widths, depths, strict=True):
        layer[depth] = layer.get(depth, 0.0) + wide
    is_one = max(layer.values(), default=0.0) <= ROW_LIMIT
    bands = [list(range(len(cells)))] if is_one else banded(widths, depths, edges, urgent)
    band_of = {item: number for number, band in enumerate(bands) for item in band}
    inner: list[list[Edge]] = [[] for _ in bands]
    through: list[Edge] = []
    for head, body in edges:
        is_near = band_of[head] == band_of[body] and depths[body] - depths[head] <= SPAN
        (inner[band_of[head]] if is_near else through).append((head, body))
    drawn = [layered(cells, _rows(b, depths), e) for b, e in zip(bands, inner, strict=True)]
    return _Stack(cells, edges, drawn, dict.fromkeys(through)).layout()


def _rows(band: Sequence[int], depths: Sequence[int]) -> list[list[int]]:
    """The items of a band by depth."""
    first, last = min(depths[i] for i in band), max(depths[i] for i in band)
    rows: list[list[int]] = [[] for _ in range(last - first + 1)]
    for item in band:
        rows[depths[item] - first].append(item)
    return rows


def banded(
    widths: Sequence[float], depths: Sequence[int], edges: Sequence[Edge], urgent: Collection[int] = ()
) -> list[list[int]]:
    """Cut a graph into bands whose rows are at most BAND_WIDTH wide (or hold one box).

    Branches, by the first head of each item one layer above it, stay whole where they fit into a band; they are
    taken in the order of the items, those with urgent ones first.
    """
    branch: list[list[int]] = [[] for _ in widths]
    has_parent = [False] * len(widths)
    for head, body in sorted(edges):
        if depths[body] == depths[head] + 1 and not has_parent[body]:
            branch[head].append(body)
            has_parent[body] = True
    need: list[dict[int, float]] = [{} for _ in widths]
    for item in sorted(range(len(widths)), key=lambda i: -depths[i]):
        need[item][depths[item]] = widths[item]
        for part in branch[item]:
            for depth, wide in need[part].items():
                need[item][depth] = need[item].get(depth, 0.0) + wide
    is_urgent = [item in urgent for item in range(len(widths))]
    for item in sorted(range(len(widths)), key=lambda i: -depths[i]):
        is_urgent[item] = is_urgent[item] or any(is_urgent[part] for part in branch[item])
        branch[item].sort(key=lambda part: not is_urgent[part])
    bands: list[list[int]] = [[]]
    used: dict[int, float] = {}
    stack = [i for i in reversed(range(len(widths))) if not has_parent[i]]
    while stack:
        item = stack.pop()
        is_whole = all(wide <= BAND_WIDTH for wide in need[item].values())
        wanted = need[item] if is_whole else {depths[item]: widths[item]}
        if any(used.get(depth, 0.0) + wide > BAND_WIDTH for depth, wide in wanted.items()) and bands[-1]:
            bands.append([])
            used = {}
        for depth, wide in wanted.items():
            used[depth] = used.get(depth, 0.0) + wide
        bands[-1] += _whole(item, branch) if is_whole else [item]
        if not is_whole:
            stack += reversed(branch[item])
    return bands


def _whole(item: int, branch: Sequence[Sequence[int]]) -> list[int]:
    """An item and everything on its branch."""
    found = [item]
    for one in found:
        found += branch[one]
    return found


class _Stack:
    """Bands one below the other."""

    def __init__(
        self, cells: Sequence[Cell], edges: Sequence[Edge], drawn: Sequence[Layers], through: dict[Edge, None]
    ) -> None:
        self._cells = cells
        self._edges = edges
        self._drawn = drawn
        self._through = through
        heads = dict.fromkeys(h for h, _ in through)
        self._lanes = {head: i % LANES for i, head in enumerate(heads)}
        self._gutter = (min(len(heads), LANES) + 1) * LANE if heads else 0.0
        self._room = max((needed_width(d, GAP) for d in drawn), default=0.0)
        self._middles: dict[int, float] = {}
        self._row: dict[int, _Row] = {}
        self._cuts: list[float] = []
        self._height = 0.0

    def layout(self) -> Layout:
        """Place every item, then lead the lines."""
        for number, layers in enumerate(self._drawn):
            if number:
                self._cuts.append(self._height + (ROW_GAP + BAND_GAP) / 2 - 8)
                self._height += ROW_GAP + BAND_GAP
            self._place(layers, number)
        chains = {
            edge: [self._name(item, number) for item in chain]
            for number, layers in enumerate(self._drawn)
            for edge, chain in layers.chains.items()
        }
        ends = self._ports(chains)
        routes = []
        for edge in self._edges:
            points = self._bus(edge, ends) if edge in self._through else self._line(edge, chains[edge], ends)
            routes.append(Route(*edge, tuple(points), edge in self._through))
        places = tuple(Place(self._middles[i], self._row[i].top) for i in range(len(self._cells)))
        return Layout(self._gutter + self._room, self._height, places, tuple(routes), tuple(self._cuts))

    def _place(self, layers: Layers, band: int) -> None:
        """Place the items of a band below what stands already; threads by (band, item) as negative numbers."""
        middles = placed(layers, self._room, GAP)
        is_first = True
        for row in layers.rows:
            if not is_first:
                self._height += ROW_GAP
            is_first = False
            tall = max((layers.cells[i].height for i in row), default=0.0)
            for item in row:
                name = self._name(item, band)
                self._middles[name] = self._gutter + middles[item]
                self._row[name] = _Row(self._height, self._height + tall)
            self._height += tall

    def _name(self, item: int, band: int) -> int:
        """A number for an item that no other band uses: threads are counted anew in each."""
        return item if item < len(self._cells) else item + band * 1_000_000

    def _ports(self, chains: dict[Edge, list[int]]) -> dict[tuple[Edge, bool], float]:
        """Where along the sides of its two boxes every edge ends: (edge, is at the head) to x.

        All lines of a box that run through the gutter share the leftmost place; it stands under (box, box).
        """
        sides: dict[tuple[int, bool], dict[Edge, float]] = {}
        for edge in self._edges:
            for box, next_to, is_head in ((edge[0], 1, True), (edge[1], -2, False)):
                side = sides.setdefault((box, is_head), {})
                if edge in self._through:
                    side[box, box] = -1.0
                else:
                    side[edge] = self._middles[chains[edge][next_to]]
        ends: dict[tuple[Edge, bool], float] = {}
        for (box, is_head), aims in sides.items():
            step = min(PORT, (2 * self._cells[box].left - 24) / len(aims))
            for number, edge in enumerate(sorted(aims, key=lambda e: (aims[e], e))):
                ends[edge, is_head] = self._middles[box] + (number - (len(aims) - 1) / 2) * step
        return ends

    def _line(self, edge: Edge, chain: list[int], ends: dict[tuple[Edge, bool], float]) -> list[Point]:
        """Down the rows: straight within each, bent between."""
        xs = [ends[edge, True], *(self._middles[n] for n in chain[1:-1]), ends[edge, False]]
        points = [Point(xs[0], self._row[chain[0]].top + self._cells[edge[0]].foot)]
        for name, x in zip(chain, xs, strict=True):
            row = self._row[name]
            points += [Point(x, row.top), Point(x, row.bottom)]
        return [points[0], *points[2:-1]]

    def _bus(self, edge: Edge, ends: dict[tuple[Edge, bool], float]) -> list[Point]:
        """From the head into its lane of the gutter, down, and out above the body."""
        head, body = edge
        # Lines that share a stretch lie on each other exactly, on whole pixels: they look like one.
        lane = round(LANE * self._lanes[head]) + 3.5
        leaves = round(self._row[head].bottom + 10 + 2 * self._lanes[head]) + 0.5
        enters = round(self._row[body].top - 17) + 0.5
        start, end = round(ends[(head, head), True]) + 0.5, round(ends[(body, body), False]) + 0.5
        bottom = self._row[head].top + self._cells[head].foot
        corners = [(start, bottom), (start, leaves), (lane, leaves), (lane, enters), (end, enters)]
        return [Point(*c) for c in (*corners, (end, self._row[body].top))]

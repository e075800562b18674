"""Where the boxes and lines of a layered drawing go: rows by depth, few crossings, the same on every run.

The steps are those of Sugiyama, Tagawa and Toda (1981): layers, threads for edges that pass layers, an order within
each layer by barycentres, positions. A graph whose layers are too wide for one row is cut into bands, each a layered
drawing of some branches; edges between bands run down a gutter on the left. Source: ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memsql.people.bands import bands
from memsql.people.positions import Cell, Rows, Thread, positions

GAP = 14.0
"""Between two boxes of a row."""
ROW_GAP = 46.0
"""Between two rows: room for the lines."""
BAND_GAP = 64.0
"""Between two bands."""
ROW_LIMIT = 2000.0
"""A graph with a wider layer is cut into bands."""
BAND_WIDTH = 1180.0
"""Width of the rows of a band."""
SPAN = 6
"""An edge over more layers runs through the gutter."""
LANES = 5
LANE = 7.0
"""Lines in the gutter, and the room of one."""


class Point(NamedTuple):
    """A place in the drawing, in px from its top left corner."""

    x: float
    y: float


class Place(NamedTuple):
    """Where a box stands: its middle, its top."""

    x: float
    top: float


class Route(NamedTuple):
    """One edge. ``points`` lead from the bottom of the head to the top of the body.

    A line alternates between stretches within a row, which are straight, and between rows, which bend; ``is_bus``:
    straight throughout, with corners, through the gutter.
    """

    head: int
    body: int
    points: tuple[Point, ...]
    is_bus: bool


class Layout(NamedTuple):
    """The whole drawing. ``places`` are in the order of the cells; ``cuts``: where one band ends and another begins."""

    width: float
    height: float
    places: tuple[Place, ...]
    routes: tuple[Route, ...]
    cuts: tuple[float, ...]


def arranged(cells: Sequence[Cell], depths: Sequence[int], edges: Sequence[tuple[int, int]]) -> Layout:
    """Lay out boxes at their depths, with edges (head, body) that lead to greater depths."""
    layers: dict[int, float] = {}
    for cell, depth in zip(cells, depths, strict=True):
        layers[depth] = layers.get(depth, -GAP) + cell.left + cell.right + GAP
    widest = max(layers.values(), default=0.0)
    limit = ROW_LIMIT if widest <= ROW_LIMIT else BAND_WIDTH
    found = bands([c.left + c.right + GAP for c in cells], depths, edges, limit)
    band_of = {item: number for number, band in enumerate(found) for item in band}
    inner: list[list[tuple[int, int]]] = [[] for _ in found]
    through: list[tuple[int, int]] = []
    for head, body in edges:
        is_near = band_of[head] == band_of[body] and depths[body] - depths[head] <= SPAN
        (inner[band_of[head]] if is_near else through).append((head, body))
    lanes = {head: i % LANES for i, head in enumerate(dict.fromkeys(h for h, _ in through))}
    gutter = (min(len(lanes), LANES) + 1) * LANE if lanes else 0.0
    drawn = [positions(cells, _rows(band, depths), near, GAP) for band, near in zip(found, inner, strict=True)]
    room = max((p.width for p in drawn), default=0.0)
    return _stacked(cells, drawn, room, gutter, through, lanes)


def _rows(band: Sequence[int], depths: Sequence[int]) -> Rows:
    """The items of a band by depth; a depth between without any is an empty row."""
    first, last = min(depths[i] for i in band), max(depths[i] for i in band)
    rows: Rows = [[] for _ in range(last - first + 1)]
    for item in band:
        rows[depths[item] - first].append(item)
    return rows

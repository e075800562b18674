"""One layered drawing: threads for edges that pass rows, an order within each row, places along the rows.

Source: Sugiyama, Tagawa and Toda (1981); an order is found by barycentre sweeps, places by least squares under the
distances that the boxes need (isotonic regression). Everything is decided by numbers and ties by position, so that
the drawing is the same on every run.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

SWEEPS = 12
ROUNDS = 24
THREAD_WEIGHT = 6.0
"""How much more a thread is kept straight than a box is kept near its neighbours."""

Edge = tuple[int, int]


class Cell(NamedTuple):
    """Room of a box: to the left and to the right of its middle, its height, and where lines leave it, in px."""

    left: float
    right: float
    height: float
    foot: float


THREAD = Cell(4.0, 4.0, 0.0, 0.0)
"""Room of a thread, the place where an edge passes a row."""


class Layers(NamedTuple):
    """Rows of items with their neighbours in the rows above and below. ``chains``: every edge with its threads."""

    cells: dict[int, Cell]
    rows: list[list[int]]
    above: dict[int, list[int]]
    below: dict[int, list[int]]
    chains: dict[Edge, tuple[int, ...]]


def layered(cells: Sequence[Cell], rows: Sequence[Sequence[int]], edges: Sequence[Edge]) -> Layers:
    """Return the rows in an order with few crossings; edges lead from earlier rows to later ones."""
    layers = _threaded(cells, rows, edges)
    best, fewest = [list(r) for r in layers.rows], _crossings(layers)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        _sweep(layers, downwards=sweep % 2 == 0)
        found = _crossings(layers)
        if found < fewest:
            best, fewest = [list(r) for r in layers.rows], found
    return layers._replace(rows=best)


def _threaded(cells: Sequence[Cell], rows: Sequence[Sequence[int]], edges: Sequence[Edge]) -> Layers:
    """Put a thread, numbered from ``len(cells)`` on, into every row that an edge passes."""
    found = [list(row) for row in rows]
    row_of = {item: number for number, row in enumerate(rows) for item in row}
    sizes = {item: cells[item] for item in row_of}
    above: dict[int, list[int]] = {item: [] for item in row_of}
    below: dict[int, list[int]] = {item: [] for item in row_of}
    chains: dict[Edge, tuple[int, ...]] = {}
    thread = len(cells)
    for head, body in edges:
        chain = [head]
        for number in range(row_of[head] + 1, row_of[body]):
            chain.append(thread)
            found[number].append(thread)
            sizes[thread], above[thread], below[thread] = THREAD, [], []
            thread += 1
        chain.append(body)
        for upper, lower in pairwise(chain):
            below[upper].append(lower)
            above[lower].append(upper)
        chains[head, body] = tuple(chain)
    return Layers(sizes, found, above, below, chains)


def _sweep(layers: Layers, downwards: bool) -> None:
    """Sort every row by the mean place of its neighbours in the row before it; one without any stays."""
    neighbours = layers.above if downwards else layers.below
    numbers = range(1, len(layers.rows)) if downwards else range(len(layers.rows) - 2, -1, -1)
    for number in numbers:
        fixed = layers.rows[number - 1 if downwards else number + 1]
        place = {item: float(i) for i, item in enumerate(fixed)}
        scale = max(len(fixed) - 1, 1) / max(len(layers.rows[number]) - 1, 1)
        keys = {
            item: sum(place[n] for n in near) / len(near) if (near := neighbours[item]) else i * scale
            for i, item in enumerate(layers.rows[number])
        }
        layers.rows[number].sort(key=keys.__getitem__)


def _crossings(layers: Layers) -> int:
    """Count pairs of lines that cross between neighbouring rows."""
    count = 0
    for upper, lower in pairwise(layers.rows):
        place = {item: i for i, item in enumerate(lower)}
        seen: list[int] = []
        for item in upper:
            ends = sorted(place[b] for b in layers.below[item])
            count += sum(len(seen) - _rank(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return count


def _rank(seen: list[int], end: int) -> int:
    """How many of the sorted ends are at most ``end``."""
    return bisect_left(seen, end + 1)


def needed_width(layers: Layers, gap: float) -> float:
    """Width of the widest row when its items stand close together."""
    return max(sum(layers.cells[i].left + layers.cells[i].right + gap for i in row) - gap for row in layers.rows if row)


def placed(layers: Layers, room: float, gap: float) -> dict[int, float]:
    """Return the middle of every item along its row, between 0 and ``room``."""
    middles: dict[int, float] = {}
    for row in layers.rows:
        offsets = _offsets(layers, row, gap)
        if row:
            used = offsets[-1] + layers.cells[row[-1]].right + layers.cells[row[0]].left
            start = (room - used) / 2 + layers.cells[row[0]].left
            middles |= {item: start + offset for item, offset in zip(row, offsets, strict=True)}
    numbers = list(range(len(layers.rows)))
    for turn in range(ROUNDS):
        is_last = turn >= ROUNDS // 2
        for number in numbers if turn % 2 == 0 else reversed(numbers):
            row = layers.rows[number]
            if not row:
                continue
            wanted, weights = [], []
            for item in row:
                near = layers.above[item] if turn % 2 == 0 else layers.below[item]
                near = [*layers.above[item], *layers.below[item]] if is_last or not near else near
                wanted.append(sum(middles[n] for n in near) / len(near) if near else middles[item])
                weights.append(THREAD_WEIGHT if layers.cells[item] is THREAD else 1.0)
            offsets = _offsets(layers, row, gap)
            low = layers.cells[row[0]].left
            high = room - layers.cells[row[-1]].right - offsets[-1]
            slots = _settled([w - o for w, o in zip(wanted, offsets, strict=True)], weights)
            for item, slot, offset in zip(row, slots, offsets, strict=True):
                middles[item] = min(max(slot, low), max(high, low)) + offset
    return middles


def _offsets(layers: Layers, row: Sequence[int], gap: float) -> list[float]:
    """Least distance of every item of a row from the first one, middle to middle."""
    found = [0.0] if row else []
    for left, right in pairwise(row):
        found.append(found[-1] + layers.cells[left].right + gap + layers.cells[right].left)
    return found


def _settled(wanted: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The ascending numbers nearest to the wanted ones, by weighted squares (pool adjacent violators)."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(wanted, weights, strict=True):
        pool = (value, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            mean, mass, count = pools.pop()
            total = mass + pool[1]
            pool = ((mean * mass + pool[0] * pool[1]) / total, total, count + pool[2])
        pools.append(pool)
    return [mean for mean, _, count in pools for _ in range(count)]

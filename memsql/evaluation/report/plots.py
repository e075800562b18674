"""Small plots as inline SVG: dots with intervals, stacked bars, lines. Colours come from the page's style.

Every plot is WIDE px wide and its text at least 12 px, so that it fits a narrow screen without being scaled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from memsql.people.letters import clipped, escape, plain, width

WIDE = 336
SIZE = 12.0
LABEL = 134.0
"""Greatest room of the labels at the left."""
COLOURS = 8
"""Colours of the page's style; a ninth system has the first one again, in another shape."""
SHAPES = ("circle", "square", "diamond", "triangle")
RADIUS = 4.0

Rate = Mapping[str, Any]


class Series(NamedTuple):
    """One system in a plot: its name, its number (colour and shape), and a rate for each bin or None."""

    name: str
    number: int
    rates: Sequence[Rate | None]


def marker(number: int, x: float, y: float) -> str:
    """The sign of a system."""
    style = f'class="mark s{number % COLOURS}"'
    shape = SHAPES[(number % COLOURS + number // COLOURS) % len(SHAPES)]
    r = RADIUS
    if shape == "circle":
        return f'<circle {style} cx="{_n(x)}" cy="{_n(y)}" r="{r:g}"/>'
    if shape == "square":
        return (
            f'<rect {style} x="{_n(x - r + 0.5)}" y="{_n(y - r + 0.5)}" width="{2 * r - 1:g}" height="{2 * r - 1:g}"/>'
        )
    points = {
        "diamond": ((0, -r - 1), (r + 1, 0), (0, r + 1), (-r - 1, 0)),
        "triangle": ((0, -r - 0.5), (r + 0.5, r - 0.5), (-r - 0.5, r - 0.5)),
    }[shape]
    listed = " ".join(f"{_n(x + dx)},{_n(y + dy)}" for dx, dy in points)
    return f'<polygon {style} points="{listed}"/>'


def legend(names: Sequence[str]) -> str:
    """What the signs mean, as a list."""
    items = "".join(
        f'<li><svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">{marker(i, 7, 7)}</svg>'
        f"{escape(name)}</li>"
        for i, name in enumerate(names)
    )
    return f'<ul class="legend">{items}</ul>'


def dots(title: str, bins: Sequence[str], series: Sequence[Series]) -> str:
    """A row for each bin: the rate of each system with its interval, from 0 to 100 %; n where all have the same."""
    labels = [clipped(plain(b), LABEL, SIZE) for b in bins]
    counts = [_count([s.rates[i] for s in series]) for i in range(len(bins))]
    left = max(width(t, SIZE) for t in (*labels, *counts)) + 12
    step = max(36.0, 11.0 * len(series) + 8)
    top, right = 8.0, 24.0
    high = top + step * len(bins) + 24
    room = WIDE - left - right
    parts = _axis(left, room, top, high - 24)
    for i, (label, count) in enumerate(zip(labels, counts, strict=True)):
        middle = top + step * (i + 0.5)
        if i:
            parts.append(f'<path class="rule" d="M0 {_n(top + step * i)}H{WIDE}"/>')
        shift = -3.0 if count else 4.0
        parts.append(f'<text class="bin" x="0" y="{_n(middle + shift)}">{escape(label)}</text>')
        if count:
            parts.append(f'<text class="soft" x="0" y="{_n(middle + 13)}">{count}</text>')
        for j, one in enumerate(series):
            y = middle + 11.0 * (j - (len(series) - 1) / 2)
            parts.append(_dot(one, bins[i], one.rates[i], left, room, y))
    return _panel(title, high, parts)


def _dot(one: Series, bin_name: str, rate: Rate | None, left: float, room: float, y: float) -> str:
    if not rate or rate["value"] is None:
        return ""
    said = f"{one.name}, {bin_name}: {100 * rate['value']:.1f} %"
    whisker = ""
    if rate["low"] is not None:
        said += f" [{100 * rate['low']:.1f}, {100 * rate['high']:.1f}]"
        ends = (left + room * rate["low"], left + room * rate["high"])
        whisker = f'<path class="whisker s{one.number % COLOURS}" d="M{_n(ends[0])} {_n(y)}H{_n(ends[1])}"/>'
    sign = marker(one.number, left + room * rate["value"], y)
    return f"<g><title>{escape(said)} n {rate['n']}</title>{whisker}{sign}</g>"


def _count(rates: Sequence[Rate | None]) -> str:
    """``n 422`` where all systems have that denominator, else nothing."""
    counts = {r["n"] for r in rates if r and r["n"]}
    return f"n {counts.pop():,}" if len(counts) == 1 else ""


def _axis(left: float, room: float, top: float, bottom: float) -> list[str]:
    parts = []
    for share in (0, 25, 50, 75, 100):
        x = left + room * share / 100
        parts.append(f'<path class="grid" d="M{_n(x)} {_n(top)}V{_n(bottom)}"/>')
        if share % 50 == 0:
            words = f"{share} %" if share else "0"
            parts.append(f'<text class="tick" x="{_n(x)}" y="{_n(bottom + 16)}">{words}</text>')
    return parts


def bars(title: str, rows: Sequence[tuple[str, Sequence[int]]], names: Sequence[str], most: int) -> str:
    """Stacked bars of counts: a row each, a colour for each name; ``most`` fills the whole room."""
    labels = [clipped(plain(label), LABEL + 10, SIZE) for label, _ in rows]
    left = max((width(t, SIZE) for t in labels), default=0.0) + 10
    room = WIDE - left - 48
    step, top = 26.0, 4.0
    parts = []
    for i, (label, (row, counts)) in enumerate(zip(labels, rows, strict=True)):
        y = top + step * i
        x = left
        parts.append(f'<text class="bin" x="0" y="{_n(y + 15)}">{escape(label)}</text>')
        for k, count in enumerate(counts):
            if count:
                wide = room * count / max(most, 1)
                said = escape(f"{row}, {names[k]}: {count:,}")
                shape = f'x="{_n(x)}" y="{_n(y + 2)}" width="{max(wide, 0.5):.1f}" height="18"'
                parts.append(f'<g><title>{said}</title><rect class="c{k}" {shape}/></g>')
                x += wide
        parts.append(f'<text class="count" x="{_n(x + 6)}" y="{_n(y + 15)}">{sum(counts):,}</text>')
    return _panel(title, top + step * len(rows) + 4, parts)


def grid(title: str, rows: Sequence[tuple[str, Sequence[int]]], columns: Sequence[str]) -> str:
    """A table of counts, each cell as dark as its share of all."""
    left = max(width(label, SIZE) for label, _ in rows) + 8
    wide = (WIDE - left) / len(columns)
    total = sum(sum(counts) for _, counts in rows)
    parts = [
        f'<text class="tick" x="{_n(left + wide * (k + 0.5))}" y="13">{escape(name)}</text>'
        for k, name in enumerate(columns)
    ]
    for i, (label, counts) in enumerate(rows):
        y = 20.0 + 30 * i
        parts.append(f'<text class="bin" x="0" y="{_n(y + 19)}">{escape(label)}</text>')
        for k, count in enumerate(counts):
            share = count / total if total else 0.0
            x = left + wide * k
            said = escape(f"{label}, {columns[k]}: {count:,} of {total:,}")
            parts.append(
                f'<g><title>{said}</title><rect class="cell" x="{_n(x + 1)}" y="{_n(y + 1)}" width="{_n(wide - 2)}" '
                f'height="28" fill-opacity="{0.06 + 0.5 * share:.3f}"/>'
                f'<text class="middle" x="{_n(x + wide / 2)}" y="{_n(y + 19)}">{count:,}</text></g>'
            )
    return _panel(title, 20.0 + 30 * len(rows) + 4, parts)


def lines(title: str, bins: Sequence[str], series: Sequence[Series]) -> str:
    """Rates over checkpoints, joined by lines, with their intervals."""
    left, right, top, bottom = 50.0, 14.0, 10.0, 190.0
    room, high = WIDE - left - right, bottom - top
    slot = room / max(len(bins), 1)
    parts = []
    for share in (0, 25, 50, 75, 100):
        y = bottom - high * share / 100
        parts.append(f'<path class="grid" d="M{_n(left)} {_n(y)}H{_n(left + room)}"/>')
        if share % 50 == 0:
            parts.append(f'<text class="side" x="{_n(left - 8)}" y="{_n(y + 4)}">{f"{share} %" if share else 0}</text>')
    for i, name in enumerate(bins):
        parts.append(
            f'<text class="tick" x="{_n(left + slot * (i + 0.5))}" y="{_n(bottom + 18)}">{escape(name)}</text>'
        )
    for j, one in enumerate(series):
        aside = 5.0 * (j - (len(series) - 1) / 2)
        found = [
            (left + slot * (i + 0.5) + aside, bottom - high * r["value"], r, bins[i])
            for i, r in enumerate(one.rates)
            if r and r["value"] is not None
        ]
        style = f"s{one.number % COLOURS}"
        parts += [
            f'<path class="line {style}" d="M{_n(a[0])} {_n(a[1])}L{_n(b[0])} {_n(b[1])}"/>' for a, b in pairwise(found)
        ]
        for x, y, rate, name in found:
            said = f"{one.name}, checkpoint {name}: {100 * rate['value']:.1f} % n {rate['n']}"
            whisker = ""
            if rate["low"] is not None:
                ends = (bottom - high * rate["low"], bottom - high * rate["high"])
                whisker = f'<path class="whisker {style}" d="M{_n(x)} {_n(ends[0])}V{_n(ends[1])}"/>'
            parts.append(f"<g><title>{escape(said)}</title>{whisker}{marker(one.number, x, y)}</g>")
    return _panel(title, bottom + 28, parts)


def _panel(title: str, high: float, parts: Sequence[str]) -> str:
    name = escape(title)
    size = f'width="{WIDE}" height="{high:.0f}" viewBox="0 0 {WIDE} {high:.0f}"'
    svg = f'<svg class="plot" {size} role="img" aria-label="{name}">{"".join(parts)}</svg>'
    return f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>"


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")

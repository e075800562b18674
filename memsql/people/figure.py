"""The drawing of a derivation as SVG: the answer at the top, what it needs below, the events at the bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from memsql.people.cards import (
    BAND,
    BETWEEN,
    KINDS,
    LINE,
    PAD,
    PILL,
    Card,
    Ghost,
    Kind,
    Text,
    cards,
    heading,
    shown_cutoff,
)
from memsql.people.describe import shown_answer
from memsql.people.layers import Cell
from memsql.people.layout import Layout, Route, arranged
from memsql.people.letters import clipped, plain, width, wrapped

if TYPE_CHECKING:
    from memsql.people.explain import Explanation

MARGIN = 18.0
LEAST_WIDTH = 350.0
"""Fits a narrow screen; the legend needs no more in three rows."""
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
CORNER = 6.0
"""Radius of the corners of a line in the gutter."""

STYLE = """
.derivation text { font-size: 12px; fill: #334155; }
.derivation .name { font-size: 13px; font-weight: 600; fill: #0f172a; }
.derivation .id { font-weight: 600; fill: #0f172a; }
.derivation .day { fill: #526072; }
.derivation .advice { fill: #b91c1c; }
.derivation .sign { font-weight: 600; fill: #ffffff; text-anchor: middle; }
.derivation .value text { font-weight: 600; fill: #0f172a; }
.derivation .value rect { fill: #dbe4f0; }
.derivation .true text { font-weight: 600; fill: #14632f; }
.derivation .true rect { fill: #d6f5df; }
.derivation .false text { font-weight: 600; fill: #7c3306; }
.derivation .false rect { fill: #fde6cf; }
.derivation .unknown text { font-weight: 600; fill: #991b1b; }
.derivation .unknown rect { fill: #fddcdc; }
.derivation .ghost text { fill: #64748b; text-decoration: line-through; }
.derivation .ghost rect { fill: #f8fafc; stroke: #94a3b8; stroke-dasharray: 4 3; }
.derivation .ghost path { fill: none; stroke: #94a3b8; stroke-dasharray: 3 3; }
.derivation .edge { fill: none; stroke: #9aa8bb; stroke-width: 1.2; }
.derivation .bus { stroke-width: 1; }
.derivation .lacking { stroke: #dc6b6b; }
.derivation .cut { stroke: #e2e8f0; }
.derivation .question { font-size: 15px; font-weight: 600; fill: #0f172a; }
.derivation .answer { font-size: 22px; font-weight: 700; fill: #0f172a; }
"""


class Figure(NamedTuple):
    """An SVG element, its size, and where along it the answer's box stands, in px."""

    svg: str
    width: float
    height: float
    root_x: float


def figure(found: Explanation, *, is_page: bool = False) -> Figure:
    """Draw a derivation.

    ``is_page``: for a page that has the question, the answer and the legend itself; boxes are links to the rows
    ``#row-<number>`` of its table.
    """
    made = cards(found)
    number = {card.node_id: i for i, card in enumerate(made)}
    edges = [(number[h], number[b]) for h, b in found.edges.iter_rows()]
    urgent = {number[node_id] for node_id in found.missing["node_id"]}
    layout = arranged([_cell(card) for card in made], found.nodes["depth"].to_list(), edges, urgent)
    wide = max(layout.width, LEAST_WIDTH - 2 * MARGIN)
    head, head_height = ("", 0.0) if is_page else _head(found, wide)
    left = MARGIN + (wide - layout.width) / 2
    name = f"d{crc32((found.query_id + found.root).encode()):x}"
    size = (round(wide + 2 * MARGIN), round(head_height + layout.height + 2 * MARGIN))
    label = plain(f"Derivation of {found.root}: {shown_answer(found.answer)}, {found.answer['label']}")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="derivation" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {size[0]} {size[1]}" font-family={quoteattr(FONT)} role="group" aria-label={quoteattr(label)}>'
    )
    marker = (
        f'<defs><marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8.5" markerHeight="8.5" '
        'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.8 L7.5 4 L0 7.2 z" fill="#8594a9"/></marker></defs>'
    )
    edge = "none" if is_page else "#d7dee8"
    frame = f'width="{size[0] - 1}" height="{size[1] - 1}" rx="10" fill="#ffffff" stroke="{edge}"'
    parts = [
        svg,
        f"<title>{escape(label)}</title>",
        f"<style>{STYLE}</style>",
        marker,
        f'<rect x="0.5" y="0.5" {frame}/>',
        head,
        f'<g transform="translate({left:g} {MARGIN + head_height:g})">',
        *_lines(layout, made, name),
        *(_box(card, i, *layout.places[i], is_page) for i, card in enumerate(made)),
        "</g></svg>",
    ]
    root_x = left + layout.places[number[found.root]].x
    return Figure("\n".join(part for part in parts if part), size[0], size[1], root_x)


def _cell(card: Card) -> Cell:
    """The room of a card with its obsolete versions; its middle is that of the box."""
    half = card.width / 2
    ghost = card.ghost
    if ghost is None:
        return Cell(half, half, card.height, card.height)
    return Cell(half, half + BETWEEN + ghost.width, max(card.height, ghost.height), card.height)


def _lines(layout: Layout, made: list[Card], marker: str) -> list[str]:
    """Edges, under the boxes, and the lines at which bands part."""
    found = [f'<path class="cut" d="M0 {_n(y)}H{_n(layout.width)}"/>' for y in layout.cuts]
    for route in layout.routes:
        # Lines of a bus lie on each other: a colour of one would seem to be that of all.
        lacking = " lacking" if made[route.body].kind.name == "missing" and not route.is_bus else ""
        shape, style = traced(route), "edge bus" if route.is_bus else f"edge{lacking}"
        found.append(
            f'<path class="{style}" data-head="{route.head}" data-body="{route.body}" d="{shape}" '
            f'marker-end="url(#{marker})"/>'
        )
    return found


def traced(route: Route) -> str:
    """The line of an edge, as a path has it."""
    return _bus(route) if route.is_bus else _bent(route)


def _n(value: float) -> str:
    """A length with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def _bent(route: Route) -> str:
    """Straight within rows, a curve with upright ends between them."""
    first, *rest = route.points
    parts = [f"M{_n(first.x)} {_n(first.y)}"]
    before = first
    for number, point in enumerate(rest):
        if number % 2 and point.x != before.x:
            middle = _n((before.y + point.y) / 2)
            parts.append(f"C{_n(before.x)} {middle} {_n(point.x)} {middle} {_n(point.x)} {_n(point.y)}")
        elif point.y != before.y:
            parts.append(f"V{_n(point.y)}")
        before = point
    return "".join(parts)


def _bus(route: Route) -> str:
    """Straight with round corners."""
    points = route.points
    parts = [f"M{_n(points[0].x)} {_n(points[0].y)}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        near = [_towards(corner, other) for other in (before, after)]
        parts.append(
            f"L{_n(near[0][0])} {_n(near[0][1])}Q{_n(corner.x)} {_n(corner.y)} {_n(near[1][0])} {_n(near[1][1])}"
        )
    return "".join(parts) + f"V{_n(points[-1].y)}"


def _towards(corner: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """The place at most CORNER px away from a corner, towards another point straight beside or below it."""
    (x, y), (to_x, to_y) = corner, other
    reach = [min(max(d / 2, -CORNER), CORNER) for d in (to_x - x, to_y - y)]
    return x + reach[0], y + reach[1]


def _box(card: Card, number: int, middle: float, top: float, is_link: bool) -> str:
    """One node, with the obsolete versions beside it."""
    left = middle - card.width / 2
    kind = card.kind
    radius = 2 if kind.name == "event" else 7
    shape = f'width="{_n(card.width)}" height="{_n(card.height)}" rx="{radius}"'
    parts = [
        f'<g class="node" data-node="{number}" role="img" transform="translate({_n(left)} {_n(top)})">',
        f"<title>{escape(card.title)}</title>",
        f'<rect class="box" {shape} fill="{kind.tint}" stroke="{kind.colour}"/>',
        f'<path d="{_band(card.height, radius)}" fill="{kind.colour}"/>',
        f'<text class="sign" x="{_n(BAND / 2)}" y="{_n(PAD + 12)}">{kind.sign}</text>',
        *_written(card.lines, BAND + PAD, with_pill=card.pill),
        "</g>",
    ]
    drawn = "".join(parts)
    if is_link:
        drawn = f'<a id="box-{number}" href="#row-{number}">{drawn}</a>'
    return drawn + (_ghost(card.ghost, number, middle + card.width / 2, top) if card.ghost else "")


def _band(height: float, radius: float) -> str:
    """The coloured left edge of a box, round at its outer corners."""
    r, h = _n(radius), _n(height)
    return f"M{_n(BAND)} 0V{h}H{r}Q0 {h} 0 {_n(height - radius)}V{r}Q0 0 {r} 0z"


def _written(lines: tuple[Text, ...], x: float, with_pill: Text | None) -> list[str]:
    """Lines of text; the state stands below the key, above any advice."""
    parts: list[str] = []
    y = PAD + 12
    rest = list(lines)
    while rest and rest[0].style != "advice":
        line = rest.pop(0)
        parts.append(f'<text class="{line.style}" x="{_n(x)}" y="{_n(y)}">{escape(line.words)}</text>')
        y += LINE
    if with_pill is not None:
        shape = f'width="{_n(width(with_pill.words, 12, True) + 12)}" height="{_n(PILL - 2)}" rx="4"'
        parts += [
            f'<g class="{with_pill.style}"><rect x="{_n(x)}" y="{_n(y - 11)}" {shape}/>',
            f'<text x="{_n(x + 6)}" y="{_n(y + 1.5)}">{escape(with_pill.words)}</text></g>',
        ]
        y += PILL + 1
    for line in rest:
        parts.append(f'<text class="{line.style}" x="{_n(x)}" y="{_n(y)}">{escape(line.words)}</text>')
        y += LINE
    return parts


def _ghost(ghost: Ghost, number: int, edge: float, top: float) -> str:
    """The dashed box of obsolete versions, to the right of its fact."""
    place = f'data-node="{number}" transform="translate({_n(edge)} {_n(top)})"'
    parts = [
        f'<g class="ghost" role="img" {place}><title>{escape(ghost.title)}</title>',
        f'<path d="M0 {_n(PAD + 8)}h{_n(BETWEEN)}"/>',
        f'<rect x="{_n(BETWEEN)}" width="{_n(ghost.width)}" height="{_n(ghost.height)}" rx="2"/>',
        *_written(ghost.lines, BETWEEN + PAD, with_pill=None),
        "</g>",
    ]
    return "".join(parts)


def _head(found: Explanation, wide: float) -> tuple[str, float]:
    """Question, answer and legend; and their height."""
    parts: list[str] = ['<g class="head">']
    y = MARGIN + 12
    for line in wrapped(heading(found), wide, 15, 3, is_bold=True):
        parts.append(f'<text class="question" x="{_n(MARGIN)}" y="{_n(y)}">{escape(line)}</text>')
        y += 20
    y += 8
    answer, label = plain(shown_answer(found.answer)), str(found.answer["label"])
    shown = clipped(answer, wide - (130 if answer != label else 0), 22, True)
    parts.append(f'<text class="answer" x="{_n(MARGIN)}" y="{_n(y)}">{escape(shown)}</text>')
    if answer != label:
        style = "true" if label == "answerable" else "false"
        x, room = MARGIN + width(shown, 22, True) + 10, width(label, 12, True) + 12
        parts.append(
            f'<g class="{style}"><rect x="{_n(x)}" y="{_n(y - 14)}" width="{_n(room)}" height="18" rx="9"/>'
            f'<text x="{_n(x + 6)}" y="{_n(y - 1)}">{label}</text></g>'
        )
    y += 20
    line = clipped(f"{found.root} at {shown_cutoff(found.known_at)}", wide, 12)
    parts.append(f'<text x="{_n(MARGIN)}" y="{_n(y)}">{escape(plain(line))}</text>')
    legend, y = _legend(y + 12, wide)
    return "".join([*parts, *legend, "</g>"]), y + 14 - MARGIN


def _legend(y: float, wide: float) -> tuple[list[str], float]:
    """What the colours mean, in as many rows as it needs; and where it ends."""
    parts: list[str] = []
    x = MARGIN
    entries: list[Kind | None] = [*KINDS.values(), None]
    for kind in entries:
        name = kind.name if kind else "obsolete, excluded"
        room = 22 + width(name, 12) + 14
        if x + room - 14 > MARGIN + wide:
            x, y = MARGIN, y + 22
        if kind:
            parts.append(
                f'<rect x="{_n(x)}" y="{_n(y)}" width="16" height="16" rx="3" fill="{kind.colour}"/>'
                f'<text class="sign" x="{_n(x + 8)}" y="{_n(y + 12.5)}">{kind.sign}</text>'
            )
        else:
            parts.append(
                f'<g class="ghost"><rect x="{_n(x + 0.5)}" y="{_n(y + 0.5)}" width="15" height="15" rx="2"/></g>'
            )
        parts.append(f'<text x="{_n(x + 22)}" y="{_n(y + 12.5)}">{name}</text>')
        x += room
    return parts, y + 16

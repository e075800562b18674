"""The drawing of a failing derivation after the paper's Figure 5: the query at the top, what it needs below."""

from __future__ import annotations

from typing import NamedTuple

from memsql.evaluation.report.failure import Failure, Given, Node
from memsql.people.figure import traced
from memsql.people.layers import Cell
from memsql.people.layout import arranged
from memsql.people.letters import clipped, escape, plain, width, wrapped

SIZE, NAME_SIZE = 12.0, 13.0
"""Font sizes in px; none is under 12."""
ROOM, PAD, LINE, TAG = 188.0, 9.0, 17.0, 19.0
"""Greatest width of a box's text, the room around it, heights of a line and of a tag."""
MARGIN = 10.0
SELF, GOLD = "➊", "➋"
"""The paper's marks of self-evidence and of gold-evidence recovery."""


class Line(NamedTuple):
    """A line of a box: its words and its class."""

    words: str
    style: str


class Box(NamedTuple):
    """What stands in a box, and how large it is."""

    style: str
    lines: tuple[Line, ...]
    tags: tuple[Line, ...]
    width: float
    height: float
    title: str


def drawing(failure: Failure) -> str:
    """Return one SVG element, coloured by the classes of the page's style; every text of the suite is escaped."""
    boxes = [_box(failure, number) for number in range(len(failure.nodes))]
    cells = [Cell(b.width / 2, b.width / 2, b.height, b.height) for b in boxes]
    layout = arranged(cells, [n.depth for n in failure.nodes], list(failure.edges))
    wide, high = round(layout.width + 2 * MARGIN), round(layout.height + 2 * MARGIN)
    label = escape(plain(f"Failing derivation of {failure.query_id}"))
    head = (
        f'<svg class="failing" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="group" '
        f'aria-label="{label}"><g transform="translate({MARGIN:g} {MARGIN:g})">'
    )
    edges = ((_edge(failure, route.head, route.body), traced(route)) for route in layout.routes)
    parts = [
        head,
        *(f'<path class="edge {style}" d="{shape}"/>' for style, shape in edges),
        *(_drawn(box, place.x, place.top) for box, place in zip(boxes, layout.places, strict=True)),
        "</g></svg>",
    ]
    return "".join(parts)


def _edge(failure: Failure, head: int, body: int) -> str:
    """Inherited correctness belongs to an edge: a child may be right in one parent's context and not in another's."""
    given = failure.nodes[body].inherited.get(failure.nodes[head].node_id)
    return "" if given is None else "right" if given.is_right else "wrong"


def _box(failure: Failure, number: int) -> Box:
    node = failure.nodes[number]
    verdicts = {g.is_right for g in node.inherited.values()}
    colour = "mixed" if len(verdicts) > 1 else "right" if verdicts == {True} else "wrong"
    lines = [Line(clipped(plain(node.name), ROOM, NAME_SIZE, True), "name")]
    lines += [Line(words, "key") for words in wrapped(plain(node.key), ROOM, SIZE, 2) if words]
    lines.append(_line("gold", node.gold, "gold"))
    lines += _answers(failure, node)
    if node.failure:
        lines.append(Line(f"{node.failure[0]} · {node.failure[1]}", "class"))
    tags = [_tag(mark, given) for mark, given in ((SELF, node.self_state), (GOLD, node.gold_state)) if given]
    room = max(
        *(width(x.words, NAME_SIZE if x.style == "name" else SIZE, x.style in ("name", "class")) for x in lines),
        *(width(x.words, SIZE) + 14 for x in tags),
        90.0,
    )
    high = 2 * PAD + LINE * len(lines) + TAG * len(tags) - 4
    style = f"{colour} {'frontier' if node.failure else ''}".strip()
    return Box(style, tuple(lines), tuple(tags), room + 2 * PAD, high, _title(node))


def _answers(failure: Failure, node: Node) -> list[Line]:
    """What the system answers: in the parents' contexts, once where it is the same, and when the node is asked."""
    if node.targeted is None:
        own = node.inherited[""]
        return [_line("answer", own.text, _style(own))]
    given = list(dict.fromkeys(node.inherited.values()))
    if len(given) == 1:
        lines = [_line("inherited", given[0].text, _style(given[0]))]
    else:
        names = {n.node_id: n.name for n in failure.nodes}
        lines = [_line(f"under {names[p]}", g.text, _style(g)) for p, g in node.inherited.items()]
    return [*lines, _line("targeted", node.targeted.text, _style(node.targeted))]


def _line(name: str, text: str, style: str) -> Line:
    return Line(clipped(plain(f"{name}: {text}"), ROOM, SIZE), style)


def _tag(mark: str, given: Given) -> Line:
    return Line(clipped(plain(f"{mark} {given.text}"), ROOM - 14, SIZE), f"tag {_style(given)}")


def _style(given: Given) -> str:
    return "right" if given.is_right else "wrong"


def _title(node: Node) -> str:
    """Everything in full, for a pointer that rests on the box and for a reader of the screen."""
    said = [f"{node.name}({node.key})", node.question, f"gold: {node.gold}"]
    said += [f"in the context of {parent or 'the query'}: {g.text}" for parent, g in node.inherited.items()]
    if node.targeted:
        said.append(f"asked itself: {node.targeted.text}")
    if node.failure:
        said.append(f"failure frontier: {node.failure[0]}, {node.failure[1]}")
    return plain(" | ".join(said))


def _drawn(box: Box, middle: float, top: float) -> str:
    place = f"translate({middle - box.width / 2:.1f} {top:.1f})"
    parts = [
        f'<g class="box {box.style}" role="img" transform="{place}"><title>{escape(box.title)}</title>',
        f'<rect class="frame" width="{box.width:.1f}" height="{box.height:.1f}" rx="7"/>',
    ]
    y = PAD + 11
    for line in box.lines:
        parts.append(f'<text class="{line.style}" x="{PAD:g}" y="{y:.1f}">{escape(line.words)}</text>')
        y += LINE
    for tag in box.tags:
        room = width(tag.words, SIZE) + 12
        parts.append(
            f'<g class="{tag.style}"><rect x="{PAD:g}" y="{y - 12:.1f}" width="{room:.1f}" height="16" rx="8"/>'
            f'<text x="{PAD + 6:g}" y="{y:.1f}">{escape(tag.words)}</text></g>'
        )
        y += TAG
    parts.append("</g>")
    return "".join(parts)

"""What stands in each box of a drawing: a node in readable words, and the obsolete versions beside a fact."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, time
from typing import TYPE_CHECKING, Any, NamedTuple

from memsql.people.describe import visible
from memsql.people.letters import clipped, plain, running, width, wrapped

if TYPE_CHECKING:
    from memsql.people.explain import Explanation

NAME_SIZE, TEXT_SIZE = 13.0, 12.0
"""Font sizes in px; none is under 12."""
BAND, PAD = 17.0, 7.0
"""Coloured band at the left of a box, and the room around its text."""
LINE, PILL = 16.0, 19.0
"""Height of a line of text, and of the state."""
STATE_ROOM, EVENT_ROOM, LIST_ROOM = 168.0, 94.0, 130.0
"""Greatest width of the text in a box."""
BETWEEN = 10.0
"""From a fact to its obsolete versions."""
LISTED = 4
"""Obsolete versions that one box lists."""


class Kind(NamedTuple):
    """How a kind of node is drawn: the sign in its band, its colour, the tint of its box."""

    name: str
    sign: str
    colour: str
    tint: str


KINDS = {
    "derived": Kind("derived", "D", "#1d4ed8", "#f4f7ff"),
    "fact": Kind("fact", "F", "#0f766e", "#f1fbf9"),
    "rule": Kind("rule", "R", "#a34a07", "#fff8ec"),
    "completeness": Kind("completeness", "C", "#7e22ce", "#faf5ff"),
    "event": Kind("event", "E", "#475569", "#ffffff"),
    "missing": Kind("missing", "?", "#b91c1c", "#fff1f1"),
}
"""The legend. Collections and queries stand at the root only and are drawn as derived."""


class Text(NamedTuple):
    """One line of a box: its words and its class (name, key, id, day, record, advice)."""

    words: str
    style: str


class Ghost(NamedTuple):
    """The box of obsolete versions beside a fact. ``title`` lists them all."""

    lines: tuple[Text, ...]
    width: float
    height: float
    title: str


class Card(NamedTuple):
    """A box. ``pill``: the state as text and class (value, true, false, unknown), or None for events."""

    node_id: str
    kind: Kind
    lines: tuple[Text, ...]
    pill: Text | None
    width: float
    height: float
    title: str
    ghost: Ghost | None


def cards(found: Explanation) -> list[Card]:
    """One card a node, in the order of ``found.nodes``."""
    days = {e: (shown_day(t), running(r)) for e, t, r in found.events.iter_rows()}
    advice = dict(found.missing.iter_rows())
    obsolete: dict[str, list[str]] = {}
    for node_id, event_id in found.obsolete.iter_rows():
        obsolete.setdefault(node_id, []).append(event_id)
    made = []
    for node in found.nodes.iter_rows(named=True):
        if node["kind"] == "event":
            made.append(_event(node, *days[node["node_id"].removeprefix("event:")]))
        else:
            ghost = _ghost(node["node_id"], [(e, *days[e]) for e in obsolete.get(node["node_id"], ())])
            made.append(_state(node, found, advice.get(node["node_id"]), ghost))
    return made


def shown_day(at: datetime) -> str:
    """When an event was observed: the date alone where that is a midnight."""
    return at.date().isoformat() if at.time() == time.min else at.isoformat(sep=" ").removesuffix(":00")


def shown_cutoff(at: datetime) -> str:
    """A cutoff: the date alone where it is the end of that day."""
    return at.date().isoformat() if at.time() == time.max else at.isoformat(sep=" ").removesuffix(":00")


def heading(found: Explanation) -> str:
    """What is asked: the question, else what the rule of the state reads as, else its id."""
    said = found.nodes["text"][found.nodes["node_id"].to_list().index(found.root)]
    return plain(found.question or said or found.root)


def words(node: dict[str, Any], found: Explanation) -> tuple[str, str]:
    """Name and key of a state in readable words: ``outside``, ``vera, grus``."""
    if node["relation"] is None:
        return "query", plain(found.query_id)
    key = ", ".join(map(visible, json.loads(node["key"])))
    return plain(node["relation"].replace("_", " ")), plain(f"all of {key}" if node["kind"] == "collection" else key)


def _state(node: dict[str, Any], found: Explanation, advice: str | None, ghost: Ghost | None) -> Card:
    """The card of anything but an event."""
    name, key = words(node, found)
    state = plain(node["state"])
    lines = [Text(line, "name") for line in wrapped(name, STATE_ROOM, NAME_SIZE, 2, is_bold=True)]
    lines += [Text(line, "key") for line in wrapped(key, STATE_ROOM, TEXT_SIZE, 2)]
    pill = Text(clipped(state, STATE_ROOM - 14, TEXT_SIZE, True), state_style(node))
    if advice is not None:
        lead = "Would settle it" if found.missing.height == 1 else "Look for"
        advised = wrapped(f"{lead}: {plain(advice)}", STATE_ROOM, TEXT_SIZE, 4)
        lines += [Text(line, "advice") for line in advised]
    room = max([*map(_measured, lines), width(pill.words, TEXT_SIZE, True) + 14])
    height = 2 * PAD + LINE * len(lines) + PILL
    place = f"{node['file']}:{node['line']}" if node["file"] else ""
    rest = [node["kind"], place, node["text"] or "", advice or ""]
    title = plain(f"{node['node_id']}: {node['state']}. {'. '.join(part for part in rest if part)}")
    kind = KINDS.get(node["kind"], KINDS["derived"])
    return Card(node["node_id"], kind, tuple(lines), pill, BAND + 2 * PAD + room, height, title, ghost)


def state_style(node: dict[str, Any]) -> str:
    """Class of a state: unknown, false, true or value."""
    if node["kind"] in ("collection", "query"):
        return "unknown" if node["state"] == "unknown" else "value"
    if node["is_true"] is None:
        return "unknown"
    return "false" if not node["is_true"] else "value" if node["value"] else "true"


def _event(node: dict[str, Any], day: str, record: str) -> Card:
    event_id = node["node_id"].removeprefix("event:")
    lines = [
        Text(clipped(plain(event_id), EVENT_ROOM, TEXT_SIZE, True), "id"),
        Text(clipped(day, EVENT_ROOM, TEXT_SIZE), "day"),
        *(Text(line, "record") for line in wrapped(plain(record), EVENT_ROOM, TEXT_SIZE, 3)),
    ]
    title = plain(f"event {event_id}, {day}: {record}")
    height = 2 * PAD + LINE * len(lines)
    return Card(node["node_id"], KINDS["event"], tuple(lines), None, BAND + 2 * PAD + EVENT_ROOM, height, title, None)


def _ghost(node_id: str, versions: Sequence[tuple[str, str, str]]) -> Ghost | None:
    """The obsolete versions of one fact: (event id, day, record) of each."""
    if not versions:
        return None
    if len(versions) == 1:
        event_id, day, record = versions[0]
        lines = [
            Text(clipped(plain(event_id), EVENT_ROOM, TEXT_SIZE, True), "id"),
            Text(clipped(day, EVENT_ROOM, TEXT_SIZE), "day"),
            *(Text(line, "record") for line in wrapped(plain(record), EVENT_ROOM, TEXT_SIZE, 2)),
        ]
    else:
        shown = versions if len(versions) <= LISTED else versions[: LISTED - 1]
        lines = [Text(clipped(plain(f"{e} {day}"), LIST_ROOM, TEXT_SIZE, True), "id") for e, day, _ in shown]
        if len(shown) < len(versions):
            lines.append(Text(f"and {len(versions) - len(shown)} more", "day"))
    each = "; ".join(f"{e}, {day}: {record}" for e, day, record in versions)
    title = plain(f"obsolete versions of {node_id}, excluded: {each}")
    room = max(map(_measured, lines))
    return Ghost(tuple(lines), 2 * PAD + room, 2 * PAD + LINE * len(lines), title)


def _measured(line: Text) -> float:
    """Width of a line in its own font."""
    size = NAME_SIZE if line.style == "name" else TEXT_SIZE
    return width(line.words, size, line.style in ("name", "id"))

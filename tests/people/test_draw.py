"""Drawings: every node once, nothing on top of anything else, nothing that a name could break."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import polars as pl
import pytest

from memsql import Explanation, Scenario, explain
from memsql.people.cards import BAND, KINDS, PAD, cards
from memsql.people.draw import html, mermaid, svg
from memsql.people.letters import plain, width
from tests.people.histories import renamed

Explained = Callable[[str], Explanation]
SVG = "{http://www.w3.org/2000/svg}"
ODD = "ve,r(a)[x]\\ <b> & \"q\" 'r' ]]> --> `t` | # ; @ 日本 e\u0301 \u0007"
SCRIPT = '</title></svg></script><script>alert("1")</script>'
VOID = {"meta", "link", "br", "img", "input", "hr"}
PLACE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")


class Box(NamedTuple):
    """A drawn rectangle."""

    left: float
    top: float
    right: float
    bottom: float


def root_of(text: str) -> ET.Element:
    """Parse a drawing. The parser is the one that ships with Python; the text is our own."""
    return ET.fromstring(text)  # noqa: S314


def groups(drawing: ET.Element, style: str) -> list[ET.Element]:
    return [g for g in drawing.iter(f"{SVG}g") if g.get("class") == style]


def box_of(group: ET.Element) -> Box:
    """The rectangle of a node or of obsolete versions, moved to its place."""
    place = PLACE.match(group.get("transform", ""))
    rect = group.find(f"{SVG}rect")
    assert place is not None
    assert rect is not None
    left, top = float(place[1]) + float(rect.get("x", 0)), float(place[2]) + float(rect.get("y", 0))
    return Box(left, top, left + float(rect.get("width", 0)), top + float(rect.get("height", 0)))


def boxes(drawing: ET.Element) -> list[Box]:
    return [box_of(g) for style in ("node", "ghost") for g in groups(drawing, style) if g.get("transform")]


def overlaps(found: list[Box]) -> Iterator[tuple[Box, Box]]:
    """Pairs of boxes that touch, found row by row."""
    by_top = sorted(found, key=lambda b: (b.top, b.left))
    for number, one in enumerate(by_top):
        for other in by_top[number + 1 :]:
            if other.top >= one.bottom:
                break
            if other.left < one.right and one.left < other.right:
                yield one, other


def check_drawing(found: Explanation) -> ET.Element:
    """Well-formed, every node drawn once with its title, no overlap, everything inside."""
    drawing = root_of(svg(found))
    nodes = groups(drawing, "node")
    titles = [g.findtext(f"{SVG}title", "") for g in nodes]
    assert titles == [card.title for card in cards(found)]
    for title, node_id in zip(titles, found.nodes["node_id"], strict=True):
        assert title.startswith((plain(node_id), plain(node_id.replace("event:", "event "))))
    assert (
        len([p for p in drawing.iter(f"{SVG}path") if (p.get("class") or "").startswith("edge")]) == found.edges.height
    )
    drawn = boxes(drawing)
    assert not list(overlaps(drawn)), found.query_id
    assert all(b.left >= 0 and b.right <= float(drawing.get("width", 0)) - 2 * 17 for b in drawn), found.query_id
    return drawing


def chained(heads: list[int | None], kinds: list[str] | None = None) -> Explanation:
    """An explanation whose node i is below ``heads[i]``; records and names are made up."""
    from datetime import datetime

    depths = [0] * len(heads)
    for number, head in enumerate(heads):
        depths[number] = 0 if head is None else depths[head] + 1
    kinds = kinds or ["derived"] * len(heads)
    ids = [f"event:e{i}" if kind == "event" else f"state({i})" for i, kind in enumerate(kinds)]
    order = sorted(range(len(heads)), key=lambda i: (depths[i], i))
    nodes = pl.DataFrame(
        {
            "node_id": [ids[i] for i in order],
            "kind": [kinds[i] for i in order],
            "relation": [None if kinds[i] == "event" else "state" for i in order],
            "depth": [depths[i] for i in order],
            "key": [None if kinds[i] == "event" else f'["{i}"]' for i in order],
            "is_true": [True for _ in order],
            "value": [None for _ in order],
            "file": ["rules/state.sql" for _ in order],
            "line": [5 for _ in order],
            "text": ["a record with some words in it" for _ in order],
            "state": [None if kinds[i] == "event" else "true" for i in order],
        }
    )
    edges = [(ids[h], ids[i]) for i, h in enumerate(heads) if h is not None]
    events = [
        (f"e{i}", datetime(2026, 1, 5), "a record with some words in it") for i, k in enumerate(kinds) if k == "event"
    ]
    at = datetime(2026, 8, 31, 23, 59, 59, 999999)
    answer = dict.fromkeys(("value_number", "value_entity", "value_date", "value_set")) | {"value_boolean": True}
    return Explanation(
        "q1", ids[0], "Is it so?", answer | {"label": "answerable", "answer_type": "boolean"}, nodes,
        pl.DataFrame(edges, schema=["head", "body"], orient="row"), pl.DataFrame(),
        pl.DataFrame(schema={"witness_id": pl.Int32, "event_id": pl.String}),
        pl.DataFrame(schema={"node_id": pl.String, "event_id": pl.String}),
        pl.DataFrame(schema={"node_id": pl.String, "advice": pl.String}),
        pl.DataFrame(events, schema=["event_id", "observed_at", "record"], orient="row"), at, at, "made",
    )  # fmt: skip


def test_the_worked_example_is_drawn_as_in_figure_3(explained: Explained) -> None:
    drawing = check_drawing(explained("q1"))
    places = {g.findtext(f"{SVG}title", "").split(":")[0]: box_of(g) for g in groups(drawing, "node")}
    layers = [
        places["outside_count(vera)"], places["outside(vera,grus)"], places["country(vera,grus)"],
        places["dest(vera,grus)"], places["event e10, 2026-07-03"],
    ]  # fmt: skip
    assert all(upper.bottom < lower.top for upper, lower in pairwise(layers))
    texts = [t.text for t in drawing.iter(f"{SVG}text")]
    for name in ("outside count", "vera", "2", "answerable", "trip complete", "false", "corvia", "e9", *KINDS):
        assert name in texts, name


def test_event_7_stands_struck_out_beside_its_fact(explained: Explained) -> None:
    drawing = root_of(svg(explained("q1")))
    (ghost,) = [g for g in groups(drawing, "ghost") if g.get("transform")]
    (fact,) = [g for g in groups(drawing, "node") if g.findtext(f"{SVG}title", "").startswith("dest(vera,grus)")]
    assert ghost.get("data-node") == fact.get("data-node")
    assert ghost.findtext(f"{SVG}text") == "e7"
    assert "Halewick Lodge booked for Trip-Grus." in ghost.findtext(f"{SVG}title", "")
    beside, own = box_of(ghost), box_of(fact)
    assert 0 < beside.left - own.right < 20
    assert beside.top == own.top
    style = drawing.findtext(f"{SVG}style", "")
    assert re.search(r"\.ghost text \{[^}]*line-through", style)
    assert re.search(r"\.ghost rect \{[^}]*stroke-dasharray", style)


def test_a_missing_leaf_says_what_would_settle_it(explained: Explained) -> None:
    drawing = check_drawing(explained("q2"))
    leaf = groups(drawing, "node")[1]
    rect = leaf.find(f"{SVG}rect")
    assert rect is not None
    assert rect.get("stroke") == KINDS["missing"].colour
    advice = " ".join(t.text or "" for t in leaf.iter(f"{SVG}text") if t.get("class") == "advice")
    assert advice == "Would settle it: an event that completes trip for vera"


def test_every_construct_can_be_drawn(all_constructs: list[Explanation]) -> None:
    for found in all_constructs:
        check_drawing(found)


def test_text_stays_in_its_box(all_constructs: list[Explanation]) -> None:
    for card in (card for found in all_constructs for card in cards(found)):
        room = card.width - BAND - PAD
        for line in card.lines:
            assert width(line.words, 13 if line.style == "name" else 12, line.style in ("name", "id")) <= room, card
        assert card.pill is None or width(card.pill.words, 12, True) + 12 <= room, card


def test_no_text_is_under_12_px(explained: Explained) -> None:
    for text in (svg(explained("q1")), html(explained("q1"))):
        sizes = re.findall(r"font(?:-size)?:\s*(?:\d+ )?([\d.]+)px", text)
        assert sizes
        assert min(map(float, sizes)) >= 12


def test_the_same_explanation_gives_the_same_bytes(worked: Scenario, explained: Explained) -> None:
    again = explain(Scenario.load("worked_example"), "q1")
    for draw in (svg, html, mermaid):
        assert draw(explained("q1")) == draw(explained("q1")) == draw(again)
    assert svg(explain(worked, "q9")) != svg(again), "another question, another identity"


class Tags(HTMLParser):
    """Opened and closed tags in their order; fails on one that is closed twice or never."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.data: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.data.setdefault(self.open[-1] if self.open else "", []).append(data)


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    tags.close()
    assert tags.open == []
    return tags


def test_the_page_is_whole_and_loads_nothing(explained: Explained) -> None:
    for query_id in ("q1", "q2", "q10"):
        tags = parsed(html(explained(query_id)))
        links = [value for name, value in tags.attributes if name in ("href", "src", "xlink:href", "action")]
        ids = {value for name, value in tags.attributes if name == "id"}
        assert all(link.startswith("#") and link[1:] in ids for link in links)
        assert not re.search(r"@import|url\((?!#)|https?://(?!www\.w3\.org/2000/svg)", html(explained(query_id)))


def test_the_page_says_everything(explained: Explained) -> None:
    found = explained("q1")
    page = html(found)
    said = parsed(page).data
    assert said["h1"] == ["How many of Vera's 2026 business trips go outside her home country?"]
    assert said["strong"] == ["2"]
    assert "answerable" in said["span"]
    assert page.count("<tr id=") == found.nodes.height
    assert "rules/worked_example/outside.sql:5" in said["code"]
    assert "Halewick reservation for Trip-Grus canceled. Corby Overlook Hotel booked instead." in said["td"]
    assert said["s"] == ["e7, 2026-03-10: Halewick Lodge booked for Trip-Grus."]
    assert [a for a in said["a"] if re.fullmatch(r"e\d+", a)] == found.witnesses["event_id"].to_list()
    unknown = parsed(html(explained("q2"))).data
    assert "What would settle it" in unknown["h2"]
    assert "an event that completes trip for vera (" in unknown["li"]
    assert "An unknown answer has none." in unknown["p"]


def test_names_and_records_cannot_break_a_drawing(tmp_path: Path) -> None:
    names = {"vera": ODD, "grus": SCRIPT, "corby": "x" * 300, "lunmar": "שלום עולם"}
    found = explain(Scenario.load(renamed(tmp_path / "odd", names, f"{SCRIPT} {'long ' * 400}")), "q1")
    assert found.answer["value_number"] == 2
    drawing = root_of(svg(found))
    assert len(groups(drawing, "node")) == 29
    assert not list(overlaps(boxes(drawing)))
    assert max(b.right - b.left for b in boxes(drawing)) < 220
    page = html(found)
    assert parsed(page).data["h1"][0].startswith(SCRIPT), "shown, not run"
    assert page.count("<script>") == 1
    assert "\u0007" not in page
    chart = mermaid(found)
    assert all(
        re.fullmatch(r'  [no]\d+\["[^"<>&#`|]*(?:(?:<br/>|#\d+;)[^"<>&#`|]*)*"\]:::\w+', line)
        for line in chart.splitlines()
        if "[" in line
    )


def test_a_line_break_of_a_record_is_a_blank(tmp_path: Path) -> None:
    folder = renamed(tmp_path / "broken", {}, "Trips:\n- Grus,\r\n- Ibex.")
    found = explain(Scenario.load(folder), "q1")
    (card,) = (c for c in cards(found) if c.node_id == "event:e6")
    assert card.title.endswith("Trips: - Grus, - Ibex.")
    assert [line.words for line in card.lines if line.style == "record"] == ["Trips: - Grus, -", "Ibex."]
    assert card.title in [g.findtext(f"{SVG}title") for g in groups(root_of(svg(found)), "node")]
    assert "<td>Trips: - Grus, - Ibex.</td>" in html(found)


def test_mermaid_has_the_same_boxes_and_lines(explained: Explained) -> None:
    found = explained("q1")
    lines = mermaid(found).splitlines()
    assert lines[0] == "flowchart TD"
    assert '  n0["outside count<br/>vera<br/>2"]:::derived' in lines
    assert sum(" --> " in line for line in lines) == found.edges.height
    assert sum(re.match(r"  n\d+\[", line) is not None for line in lines) == found.nodes.height
    (obsolete,) = [line for line in lines if line.endswith(":::obsolete")]
    assert obsolete.startswith('  o18["e7<br/>2026#45;03#45;10')
    assert "  n18 -.- o18" in lines


@pytest.mark.parametrize(
    ("name", "heads"),
    [
        ("one", [None]),
        ("chain", [None, *range(300)]),
        ("fan", [None] + [0] * 2000),
        ("tree", [None] + [(i - 1) // 4 for i in range(1, 2000)]),
        ("pairs", [None] + [0 if i % 2 else i - 1 for i in range(1, 2001)]),
    ],
)
def test_very_large_graphs(name: str, heads: list[int | None]) -> None:
    kinds = ["event" if i and i not in heads else "derived" for i in range(len(heads))]
    found = chained(heads, kinds)
    started = time.process_time()
    text = svg(found)
    assert time.process_time() - started < 2, name
    drawing = root_of(text)
    assert len(groups(drawing, "node")) == len(heads)
    assert not list(overlaps(boxes(drawing))), name
    assert float(drawing.get("width", 0)) < 1300, "wide layers are cut into bands"


def test_many_obsolete_versions_share_a_box(explained: Explained) -> None:
    found = explained("q1")
    events = [f"e{n}" for n in range(1, 10)]
    rows = pl.DataFrame({"node_id": ["dest(vera,grus)"] * 9, "event_id": events})
    said = found.events.head(1)
    more = pl.concat([said.with_columns(pl.lit(e).alias("event_id")) for e in [*events, "e10"]])
    drawing = root_of(svg(replace(found, obsolete=rows, events=more)))
    (ghost,) = [g for g in groups(drawing, "ghost") if g.get("transform")]
    assert [t.text for t in ghost.iter(f"{SVG}text")] == [
        "e1 2026-01-05",
        "e2 2026-01-05",
        "e3 2026-01-05",
        "and 6 more",
    ]
    assert "e9, 2026-01-05" in ghost.findtext(f"{SVG}title", "")
    assert not list(overlaps(boxes(drawing)))

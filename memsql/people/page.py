"""One HTML page for one answer: question, answer, drawing, witnesses, what is obsolete or missing, every node."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from memsql.people.cards import KINDS, heading, shown_cutoff, shown_day, state_style
from memsql.people.describe import shown_answer
from memsql.people.figure import figure
from memsql.people.letters import escape, plain, running
from memsql.resources import style

if TYPE_CHECKING:
    from memsql.people.explain import Explanation

HERE = Path(__file__).resolve().parent
LONG = 24
"""Signs of an answer from which on it is set smaller."""
WITNESSES, OPEN_EVENTS = 12, 60
"""Witnesses that the page lists, and how many events one may have to be shown at once."""


def page(found: Explanation) -> str:
    """Return the page: it loads nothing, and every text of the scenario stands escaped in it."""
    row = {node_id: i for i, node_id in enumerate(found.nodes["node_id"])}
    drawn = figure(found, is_page=True)
    answer, label = plain(shown_answer(found.answer)), str(found.answer["label"])
    question = _text(heading(found))
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(answer)}: {question}</title>",
        f"<style>\n{style(HERE / 'page.css')}</style>\n</head>\n<body>",
        _header(found, question, answer, label),
        "<main>",
        _drawing(drawn.svg, drawn.root_x),
        _missing(found, row),
        _witnesses(found, row, label),
        _obsolete(found, row),
        _nodes(found),
        f"</main>\n<script>\n{_file('page.js')}</script>\n</body>\n</html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _text(text: str) -> str:
    """A text of the scenario, as HTML holds it."""
    return escape(plain(text))


def _node(node_id: str, row: dict[str, int], text: str | None = None) -> str:
    """A node, as a link to its row where it has one."""
    shown = _text(text if text is not None else node_id)
    return f'<a href="#row-{row[node_id]}">{shown}</a>' if node_id in row else shown


def _header(found: Explanation, question: str, answer: str, label: str) -> str:
    known = "" if found.known_at == found.cutoff_at else f", as known at {shown_cutoff(found.known_at)}"
    asked = found.query_id if found.query_id != found.root else "state"
    pill = f'<span class="pill {label}">{label}</span>'
    shown = f'<strong class="{"long" if len(answer) > LONG else "short"}">{_text(answer)}</strong> '
    counted = {
        "node": found.nodes.height,
        "layer": found.nodes["depth"].n_unique(),
        "event": found.nodes.filter(found.nodes["kind"] == "event").height,
        "witness": found.witnesses["witness_id"].n_unique(),
        "obsolete version": found.obsolete.height,
        "missing fact": found.missing.height,
    }
    listed = "".join(f"<div><dt>{_plural(name, n)}</dt><dd>{n:,}</dd></div>" for name, n in counted.items() if n)
    return (
        f'<header>\n<p class="soft">{_text(asked)} · <code>{_text(found.root)}</code> · '
        f"at {shown_cutoff(found.cutoff_at)}{known}</p>\n<h1>{question}</h1>\n"
        f'<p class="result">{shown if answer != label else ""}{pill}</p>\n<dl>{listed}</dl>\n</header>'
    )


def _plural(name: str, count: int) -> str:
    return name if count == 1 else f"{name}es" if name.endswith("s") else f"{name}s"


def _drawing(svg: str, root_x: float) -> str:
    legend = "".join(
        f'<li><span class="sign" style="background:{kind.colour}">{kind.sign}</span>{kind.name}</li>'
        for kind in KINDS.values()
    )
    return (
        '<section aria-label="Derivation">\n<h2>Derivation</h2>\n<div class="bar"><ul class="legend">'
        f'{legend}<li><span class="sign gone"></span>obsolete, excluded</li></ul><div class="zoom">'
        '<button type="button" data-zoom="0.8" aria-label="smaller">−</button>'
        '<button type="button" data-zoom="1.25" aria-label="larger">+</button>'
        '<button type="button" data-zoom="fit">fit</button>'
        '<button type="button" data-zoom="full">1:1</button></div></div>\n'
        f'<div class="drawing" tabindex="0" role="region" aria-label="Drawing" data-root="{root_x:g}">\n{svg}\n</div>\n'
        "</section>"
    )


def _missing(found: Explanation, row: dict[str, int]) -> str:
    if not found.missing.height:
        return ""
    items = "".join(
        f"<li>{_text(advice)} (<code>{_node(node_id, row)}</code>)</li>"
        for node_id, advice in found.missing.iter_rows()
    )
    several = "<p>One of them alone may not settle it.</p>\n" if found.missing.height > 1 else ""
    title = "What is missing" if several else "What would settle it"
    return f'<section class="settle">\n<h2>{title}</h2>\n{several}<ul>{items}</ul>\n</section>'


def _witnesses(found: Explanation, row: dict[str, int], label: str) -> str:
    """The minimal sets of events, each folded where it is large."""
    if label == "unknown":
        return '<section>\n<h2>Witnesses</h2>\n<p class="soft">An unknown answer has none.</p>\n</section>'
    parts = []
    grouped = found.witnesses.group_by("witness_id", maintain_order=True).agg("event_id")
    for number, events in grouped.head(WITNESSES).iter_rows():
        links = " ".join(_node(f"event:{event}", row, event) for event in events)
        state = " open" if len(events) <= OPEN_EVENTS else ""
        count = f"{len(events):,} {_plural('event', len(events))}"
        parts.append(f'<details{state}><summary>{number}: {count}</summary><p class="events">{links}</p></details>')
    if grouped.height > WITNESSES:
        parts.append(f'<p class="soft">{grouped.height - WITNESSES:,} more are not listed here.</p>')
    why = "Minimal sets of events from which this answer, with its label, follows."
    return f'<section>\n<h2>Witnesses</h2>\n<p class="soft">{why}</p>\n{"".join(parts)}\n</section>'


def _obsolete(found: Explanation, row: dict[str, int]) -> str:
    if not found.obsolete.height:
        return ""
    said = {event: (shown_day(at), running(record)) for event, at, record in found.events.iter_rows()}
    items = "".join(
        f"<li><s>{_text(f'{event}, {said[event][0]}: {said[event][1]}')}</s> (<code>{_node(node_id, row)}</code>)</li>"
        for node_id, event in found.obsolete.iter_rows()
    )
    return f"<section>\n<h2>Obsolete versions, excluded</h2>\n<ul>{items}</ul>\n</section>"


def _nodes(found: Explanation) -> str:
    days = {event: shown_day(at) for event, at, _ in found.events.iter_rows()}
    rows = "\n".join(_row(i, node, days) for i, node in enumerate(found.nodes.iter_rows(named=True)))
    heads = "".join(f"<th>{name}</th>" for name in ("node", "kind", "state", "where", "says"))
    return (
        '<section>\n<h2>Nodes</h2>\n<div class="table"><table>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>\n</section>"
    )


def _row(number: int, node: dict[str, Any], days: dict[str, str]) -> str:
    """One node: id, kind, state, file and line (of an event: its day), text."""
    kind = KINDS.get(node["kind"], KINDS["derived"])
    said = node["text"] or ""
    if node["kind"] == "event":
        state, where, said = "", days[node["node_id"].removeprefix("event:")], running(said)
    else:
        state = f'<span class="pill {state_style(node)}">{_text(node["state"])}</span>'
        where = f"<code>{_text(node['file'])}:{node['line']}</code>" if node["file"] else ""
    sign = f'<span class="sign" style="background:{kind.colour}">{kind.sign}</span>'
    cells = (
        f'<code><a href="#box-{number}">{_text(node["node_id"])}</a></code>',
        f'<span class="kind">{sign}{node["kind"]}</span>',
        state,
        where,
        _text(said),
    )
    return f'<tr id="row-{number}">' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

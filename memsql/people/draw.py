"""Drawings of a derivation: Mermaid for a document, SVG for a notebook or a slide, HTML to explore it."""

from __future__ import annotations

from memsql.people.cards import KINDS, cards
from memsql.people.explain import Explanation
from memsql.people.figure import figure
from memsql.people.page import page

PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ,_/=()'’…")
"""Signs that mean nothing to Mermaid inside a quoted label; others below U+0080 are written by their number."""

OBSOLETE = "fill:#f8fafc,stroke:#94a3b8,color:#64748b,stroke-dasharray:4 3,text-decoration:line-through"


def svg(found: Explanation) -> str:
    """Return one SVG element: question, answer and legend, then layers by depth with the answer at the top.

    Obsolete versions stand dashed and struck out beside their fact; a missing leaf says what would settle it. Boxes
    carry a <title>. The same explanation gives the same bytes.
    """
    return figure(found).svg


def html(found: Explanation) -> str:
    """Return a page that loads nothing: answer, drawing, what is missing, witnesses, obsolete versions, all nodes."""
    return page(found)


def mermaid(found: Explanation) -> str:
    """Return a Mermaid flowchart of the same boxes; GitHub draws those of up to 500 edges."""
    made = cards(found)
    number = {card.node_id: i for i, card in enumerate(made)}
    lines = ["flowchart TD"]
    for i, card in enumerate(made):
        named = [line.words for line in card.lines if line.style != "advice"]
        advised = [line.words for line in card.lines if line.style == "advice"]
        words = [*named, *([card.pill.words] if card.pill else []), *advised]
        lines.append(f'  n{i}["{_label(words)}"]:::{card.kind.name}')
        if card.ghost is not None:
            lines.append(f'  o{i}["{_label([line.words for line in card.ghost.lines])}"]:::obsolete')
    lines += [f"  n{number[head]} --> n{number[body]}" for head, body in found.edges.iter_rows()]
    lines += [f"  n{i} -.- o{i}" for i, card in enumerate(made) if card.ghost is not None]
    for kind in KINDS.values():
        lines.append(f"  classDef {kind.name} fill:{kind.tint},stroke:{kind.colour},color:#0f172a")
    lines.append(f"  classDef obsolete {OBSOLETE}")
    return "\n".join(lines) + "\n"


def _label(words: list[str]) -> str:
    """Lines of a label, with what Mermaid would read as its own written as entities."""
    return "<br/>".join("".join(s if s in PLAIN or ord(s) > 0x7F else f"#{ord(s)};" for s in line) for line in words)

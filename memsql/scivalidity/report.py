"""One HTML page for whatever was run: the paper's tables, and its figures with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from memsql.people.letters import escape
from memsql.resources import style
from memsql.scivalidity.summary import summary

STYLE = Path(__file__).resolve().parent / "report.css"
TITLES = {
    "valid_actions": ("Valid actions", "Share of valid actions in the original worlds (paper tables 3 and 12)."),
    "prompt_tokens": ("Length of prompts", "Median tokens under words-and-signs, an offline tokenizer (table 10)."),
    "contrast": (
        "Contrast of two views",
        "Effect with its 95% interval, and its range when one unit is left out (figure 3A, tables 13, 16, 17, 26).",
    ),
    "contrast_by_module": ("Contrast by module", "TaskSpecs weighted equally in a cell (figure 4A, table 27)."),
    "contrast_by_domain": ("Contrast by domain", "TaskSpecs weighted equally in a cell (table 15)."),
    "contrast_by_block": ("Contrast by block of seeds", "Independently generated blocks (figure 3B, table 24)."),
    "valid_by_module": ("Valid actions by module", "By reader, module and view (table 14)."),
    "source_contrasts": (
        "Source and serialization",
        "Contrasts over families, with 95% intervals of family resamples (tables 4 and 23; which five is ours).",
    ),
    "pairs": ("Counterfactual pairs", "Relation accuracy, and validity in both worlds (figure 4B, table 18)."),
    "pairs_by_module": ("Pairs by module", "The same by module (table 19)."),
    "repair": (
        "Corruption and repair",
        "Rates by condition; specificity is repaired minus matched (figure 4C, table 21).",
    ),
    "repair_by_module": ("Repair by module", "The same by module (table 21)."),
    "repair_by_operator": ("Repair by operator", "The same by operator (table 20 names them)."),
    "fingerprints": ("Fingerprints", "Mean cosine of domain vectors to their centroid; stable from 0.5 on (table 22)."),
    "failure_patterns": ("Failure patterns", "Four ways to fail, as shares (section 3.5)."),
}
DRAWN = {
    "contrast": (["reader", "weighting"], "effect"),
    "contrast_by_module": (["reader", "module"], "effect"),
    "contrast_by_block": (["reader", "block"], "effect"),
    "source_contrasts": (["reader", "first", "second"], "effect"),
    "pairs": (["reader", "view"], "relation"),
    "repair": (["reader"], "specificity"),
}
"""Tables with a figure: columns that label a row of it, and the value."""
CAVEAT = "Readers called first, random, surface and state are fixed rules, not models."
WIDTH, ROW, EDGE = 340, 38, 16
"""Pixels. A drawing keeps its size, which a phone has room for: one that shrinks has letters that nobody can read."""


def report(decisions: pl.DataFrame, first: str = "", second: str = "") -> str:
    """The page for the decisions of a run. It loads nothing from elsewhere; every text stands escaped in it."""
    made = summary(decisions, first, second)
    plans = escape(", ".join(sorted(set(decisions["plan"]))))
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Scientific use validity: {plans}</title>",
        f"<style>\n{style(STYLE)}</style>\n</head>\n<body>",
        f"<h1>Scientific use validity: {plans}</h1>",
        f"<p>{decisions.height:,} decisions of {decisions['reader'].n_unique()} readers. {CAVEAT}</p>",
    ]
    for name, frame in made.items():
        title, said = TITLES[name]
        figure = chart(frame, *DRAWN[name], title) if name in DRAWN else ""
        shown = f'<div class="table" tabindex="0">{table(frame)}</div>'
        parts.append(f"<section>\n<h2>{escape(title)}</h2>\n<p>{escape(said)}</p>\n{figure}{shown}\n</section>")
    parts.append("</body>\n</html>\n")
    return "\n".join(parts)


def table(frame: pl.DataFrame) -> str:
    """A frame as a table; shares have three digits, what was not run stays empty."""

    def cell(value: object) -> str:
        if value is None:
            return "<td></td>"
        if isinstance(value, bool):
            return f"<td>{'yes' if value else 'no'}</td>"
        if isinstance(value, float):
            return f'<td class="number">{value:.3f}</td>'
        kind = ' class="number"' if isinstance(value, int) else ""
        return f"<td{kind}>{escape(str(value))}</td>"

    numbers = {c for c, kind in frame.schema.items() if kind.is_numeric()}
    heads = {c: ' class="number"' if c in numbers else "" for c in frame.columns}
    head = "".join(f"<th{kind}>{escape(c.replace('_', ' '))}</th>" for c, kind in heads.items())
    rows = "\n".join("<tr>" + "".join(map(cell, row)) + "</tr>" for row in frame.iter_rows())
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def chart(frame: pl.DataFrame, labels: Sequence[str], value: str, title: str) -> str:
    """Values as dots from -1 to 1, with their intervals where there are some, as SVG."""
    height = ROW * frame.height + 24

    def x(number: float) -> float:
        return EDGE + (number + 1) / 2 * (WIDTH - 2 * EDGE)

    lines = [f'<line class="zero" x1="{x(0):.1f}" y1="0" x2="{x(0):.1f}" y2="{height - 24}"/>']
    ticks = (-1, -0.5, 0, 0.5, 1)
    lines += [f'<text x="{x(t):.1f}" y="{height - 6}" text-anchor="middle">{t:g}</text>' for t in ticks]
    for number, row in enumerate(frame.iter_rows(named=True)):
        y = ROW * number + ROW * 0.7
        name = ", ".join(str(row[c]).replace("_", " ") for c in labels)
        lines.append(f'<text x="0" y="{ROW * number + 13}">{escape(name)}</text>')
        if "low" in row:
            lines.append(
                f'<line class="interval" x1="{x(row["low"]):.1f}" y1="{y:.1f}" x2="{x(row["high"]):.1f}" y2="{y:.1f}"/>'
            )
        if row[value] is not None:
            lines.append(f'<circle cx="{x(row[value]):.1f}" cy="{y:.1f}" r="4"/>')
    size = f'width="{WIDTH}" height="{height}"'
    head = f'<div class="table"><svg {size} role="img" aria-label="{escape(title)}">\n'
    return head + "\n".join(lines) + "\n</svg></div>\n"

"""One HTML page for whatever was run: the paper's tables, and contrasts as a figure with their intervals."""

from __future__ import annotations

from html import escape
from pathlib import Path

import polars as pl

from memsql.resources import style
from memsql.scivalidity.summary import summary

STYLE = Path(__file__).resolve().parent / "report.css"
TITLES = {
    "valid_actions": ("Valid actions", "Share of valid actions in the original worlds (paper tables 3 and 12)."),
    "pairs": ("Counterfactual pairs", "Relation accuracy, and validity in both worlds (table 18)."),
    "pairs_by_module": ("Pairs by module", "The same by module (table 19)."),
    "repair": ("Corruption and repair", "Rates by condition; specificity is repaired minus matched (table 21)."),
    "repair_by_module": ("Repair by module", "The same by module (table 21)."),
    "fingerprints": ("Fingerprints", "Mean cosine of domain vectors to their centroid, by operator (table 22)."),
    "failure_patterns": ("Failure patterns", "Four ways to fail, as shares (section 3.5)."),
}
CAVEAT = "Readers called first, random, surface and state are fixed rules, not models."
WIDTH, ROW, LEFT = 720, 26, 220


def report(decisions: pl.DataFrame, first: str, second: str) -> str:
    """The page for the decisions of a run. It loads nothing from elsewhere; every text stands escaped in it."""
    made = summary(decisions, first, second)
    plans = ", ".join(sorted(set(decisions["plan"])))
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Scientific use validity: {escape(plans)}</title>",
        f"<style>\n{style(STYLE)}</style>\n</head>\n<body>",
        f"<h1>Scientific use validity: {escape(plans)}</h1>",
        f"<p>{decisions.height:,} decisions of {decisions['reader'].n_unique()} readers. {CAVEAT}</p>",
    ]
    for name, frame in made.items():
        title, said = TITLES.get(name, (f"{first} minus {second}", "Contrast of two views, 95% intervals (table 13)."))
        figure = "" if name in TITLES else chart(frame)
        parts.append(f"<section>\n<h2>{escape(title)}</h2>\n<p>{escape(said)}</p>\n{figure}{table(frame)}\n</section>")
    parts.append("</body>\n</html>\n")
    return "\n".join(parts)


def table(frame: pl.DataFrame) -> str:
    """A frame as a table; shares have three digits, what was not run stays empty."""

    def cell(value: object) -> str:
        if value is None:
            return "<td></td>"
        if isinstance(value, float):
            return f'<td class="number">{value:.3f}</td>'
        kind = ' class="number"' if isinstance(value, int) else ""
        return f"<td{kind}>{escape(str(value))}</td>"

    head = "".join(f"<th>{escape(c.replace('_', ' '))}</th>" for c in frame.columns)
    rows = "\n".join("<tr>" + "".join(map(cell, row)) + "</tr>" for row in frame.iter_rows())
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def chart(frame: pl.DataFrame) -> str:
    """Effects as dots on their intervals, from -1 to 1, as SVG."""
    height = ROW * (frame.height + 1)

    def x(value: float) -> float:
        return LEFT + (value + 1) / 2 * (WIDTH - LEFT - 20)

    lines = [f'<line class="zero" x1="{x(0):.1f}" y1="0" x2="{x(0):.1f}" y2="{height - ROW}"/>']
    ticks = (-1, -0.5, 0, 0.5, 1)
    lines += [f'<text x="{x(t):.1f}" y="{height - 6}" text-anchor="middle">{t:g}</text>' for t in ticks]
    for i, (reader, weighting, effect, low, high) in enumerate(frame.iter_rows()):
        y = ROW * i + ROW / 2
        lines.append(f'<text x="0" y="{y + 4:.1f}">{escape(reader)}, {escape(weighting)}</text>')
        lines.append(f'<line class="interval" x1="{x(low):.1f}" y1="{y}" x2="{x(high):.1f}" y2="{y}"/>')
        lines.append(f'<circle cx="{x(effect):.1f}" cy="{y}" r="4"/>')
    label = "Contrasts with their 95% intervals"
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">\n' + "\n".join(lines) + "\n</svg>\n"

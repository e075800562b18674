"""The figures of the benchmark beside what the issue promises."""

from __future__ import annotations

from typing import Any

LIMITS = {"to witnesses": 5.0, "check": 10.0}
GROWTH, GIGABYTES = 11.0, 2.0


def figures_of(report: dict[str, Any]) -> str:
    """Seconds, growth, memory and ratios in one line; a missed promise is marked, and fails nothing."""
    runs = {run["scale"]: run for run in report["gold"]}
    checks = {s["stage"]: s["seconds"] for s in runs[1]["stages"]}
    parts = [
        marked(
            f"{runs[1]['seconds_to_witnesses']:.1f} s to witnesses",
            runs[1]["seconds_to_witnesses"],
            LIMITS["to witnesses"],
        ),
        marked(f"{checks['check']:.1f} s checks", checks["check"], LIMITS["check"]),
        marked(f"100x / 10x {report['growth_10x_to_100x']:.1f}", report["growth_10x_to_100x"], GROWTH),
    ]
    peak = max(run["peak_bytes"] for run in report["gold"]) / 1e9
    parts.append(marked(f"{peak:.2f} GB", peak, GIGABYTES))
    for found in report["alternatives"]:
        name = f"{found['name']} {found['scale']}x: {found['ratio']:.1f}"
        parts.append(name if found["ratio"] > 1 else f"{name} MISSED 1")
    return ", ".join(parts)


def marked(text: str, value: float, limit: float) -> str:
    """The text, with the limit where it is missed."""
    return text if value <= limit else f"{text} MISSED {limit:g}"

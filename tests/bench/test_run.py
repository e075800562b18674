"""The table and the JSON of the benchmark, on figures made by hand."""

from __future__ import annotations

import json
from io import StringIO

from rich.console import Console

from memsql.bench.measure import Run
from memsql.bench.run import Comparison, Report, as_json, as_table, summary


def run(name: str, scale: int, **seconds: float) -> Run:
    made = Run(name, scale, query_count=1_000 * scale, world_count=10, relation_count=48, peak_bytes=10**8)
    for stage, spent in seconds.items():
        made.stage(stage).add(spent, rows=5)
    return made


def report() -> Report:
    ours = run("answers only", 1, answers=0.5)
    golds = (
        run("gold", 1, load=1.0, witnesses=1.0, check=2.0),
        run("gold", 10, load=10.0, witnesses=10.0, check=20.0),
        run("gold", 100, load=100.0, witnesses=100.0, check=220.0),
    )
    return Report(7, golds, (ours,), (Comparison(run("clingo", 1, answers=1.5), ours, 900),))


def test_the_table_has_a_line_for_each_stage_and_for_each_alternative() -> None:
    console = Console(width=100, record=True, file=StringIO())
    console.print(as_table(report()))
    lines = [line.split() for line in console.export_text().splitlines()]
    assert ["1x", "load", "1.00", "5", "1.00"] in lines
    assert ["1x", "load", "to", "witnesses", "2.00", "2.00"] in lines
    assert ["100x", "all", "stages", "420.00", "4.20", "100", "10.5", "to", "10x"] in lines
    assert ["1x", "clingo", "1.50", "1,000", "1.50", "100", "3.0"] in lines


def test_json_has_the_same_figures() -> None:
    found = json.loads(as_json(report()))
    assert found["growth_10x_to_100x"] == 10.5
    assert found["gold"][0]["seconds_to_witnesses"] == 2.0
    assert found["alternatives"][0]["ratio"] == 3.0
    assert found["relation_count"] == 48


def test_the_summary_says_what_was_compared() -> None:
    assert any("clingo 900" in line for line in summary(report()))

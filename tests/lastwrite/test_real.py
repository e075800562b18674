"""The figures of the specification, exactly, on the benchmark's real file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from memsql.lastwrite import freeze
from memsql.lastwrite.audit import ITEM_COLUMNS, Audit, Class
from memsql.lastwrite.source import load
from memsql.lastwrite.summary import summary
from memsql.lastwrite.tables import Cue, cues, folder, preferences, rows
from memsql.lastwrite.words import normal, words
from memsql.lastwrite.workbench import workbench


@pytest.fixture(scope="module")
def figures(real: Audit) -> dict[str, Any]:
    return summary(real)


def test_the_file_is_the_one_the_figures_are_for(figures: dict[str, Any]) -> None:
    assert figures["sha256"].startswith("d5168e94")


def test_statements_and_what_no_pattern_reads(figures: dict[str, Any]) -> None:
    assert figures["statements"] == {"6k": 455, "32k": 2310, "64k": 4580, "262k": 18332, "held_out": 25222}
    assert figures["statements_union"] == 18336
    assert figures["unparsed"] == {"6k": 0, "32k": 29, "64k": 60, "262k": 262, "held_out": 351}
    assert figures["unparsed_form"] == {"head_coach": 166, "original_language": 69, "titled_office": 116}


def test_golds_that_the_rule_cannot_reach(figures: dict[str, Any], real: Audit) -> None:
    found = figures["unreachable"]
    assert (found["all"], found["multi"], found["single"], found["262k.multi"]) == (67, 60, 7, 34)
    assert [figures["unreachable_overwritten"][kind]["all"] for kind in ("gold", "intermediate_only")] == [50, 17]
    assert figures["unreachable_also_unparsed"]["all"] == 3
    assert figures["needs_unparsed"]["all"] == 13
    assert figures["ceiling"]["all"] == 720
    lost = real.items.filter(~pl.col("is_reached_last") & (pl.col("class") != Class.PARSE_SCOPE.value))
    assert lost.height == 67
    assert lost["is_reached_all"].all(), "re-admitted, overwritten tuples reach every one of them"


def test_medians_of_the_reachable_graphs(figures: dict[str, Any]) -> None:
    found = figures["graph_median"]
    assert (found["last_write"], found["readmitted"], found["readmitted.262k"]) == (8, 47, 87)
    assert "mention itself counts only where another" in figures["graph_counting_rule"]


def test_how_the_lists_are_nested(figures: dict[str, Any]) -> None:
    shared = {(n["list"], n["in"]): (n["shared"], n["statements"]) for n in figures["nesting"]}
    assert shared["6k", "32k"] == shared["6k", "262k"] == (455, 455)
    assert shared["6k", "64k"] == (454, 455)
    assert round(100 * shared["32k", "64k"][0] / 2310, 1) == 97.1
    assert round(100 * shared["64k", "262k"][0] / 4580, 1) == 99.9
    assert figures["repeated_questions"] == 40
    assert "40 question texts repeat" in figures["caveat"]


# Developed on the 6K list alone, then frozen. What first write keeps is one question whose first-write answer,
# American English, holds the gold, English; by strict equality it loses every multi-hop solve.
def test_the_resolver(figures: dict[str, Any], real: Audit) -> None:
    assert figures["solved"]["all"] > 673
    assert figures["solved"]["6k"] >= 195
    assert figures["solved_both_writes"]["multi"] == 1
    kept = real.items.filter(pl.col("is_solved") & pl.col("is_solved_first_write") & (pl.col("hop") == "multi"))
    assert kept.select("gold", "first_prediction").rows() == [("English", "American English")]
    assert figures["lost_under_first_write_strict"]["multi"] == figures["solved_strict"]["multi"]
    assert figures["solved"] == figures["solved_strict"]
    assert real.frozen == freeze.check().sha256


def test_every_failure_has_a_class_and_a_row(figures: dict[str, Any], real: Audit) -> None:
    counted = {kind: cells["all"] for kind, cells in figures["class"].items()}
    assert counted["unreachable"] == 67
    assert counted["parse_scope"] == 13
    assert counted["reachable_miss"] == 720 - figures["solved"]["all"]
    assert counted["beyond_last_write"] == counted["normalisation"] == counted["unclassifiable"] == 0
    bench = workbench(real)
    assert bench.height == 800 - figures["solved"]["all"]
    assert bench["gold_paths"].list.len().min() == 1, "every gold is reached in some graph"
    lost = bench.filter(pl.col("class") == "unreachable")
    for paths in lost["gold_paths"]:
        for path in paths:
            assert any(step["winner"] is not None for step in path), path


def test_the_example_of_the_abstract(real: Audit) -> None:
    asked = workbench(real).filter(pl.col("question").str.contains("Rogério Ceni") & (pl.col("list") == "6k"))
    last = asked["gold_paths"][0][0][-1]
    assert last["statement"] == "The capital of India is New Delhi"
    assert last["winner"] == "The capital of India is Grosseto"


def test_items_are_a_row_a_question(real: Audit) -> None:
    found = real.items.select(ITEM_COLUMNS)
    assert found.height == 800
    assert found.select("list", "hop", "index").is_unique().all()
    assert found.group_by("list", "hop").len()["len"].to_list() == [100] * 8


def stands_in(cue: Cue, text: str, at_start: bool) -> bool:
    """Whether a cue's words stand in a text one after the other, at its start where that is asked."""
    said = [w.text for w in words(normal(text))]
    size = len(cue.words)
    return any(
        all(
            word.startswith(wanted.removesuffix("*")) if wanted.endswith("*") else word == wanted
            for word, wanted in zip(said[place : place + size], cue.words, strict=True)
        )
        for place in range(1 if at_start else len(said) - size + 1)
        if place + size <= len(said)
    )


@pytest.mark.parametrize("at_start", [False, True], ids=["cues", "openings"])
def test_every_cue_stands_in_the_question_that_gave_it(real_path: Path, at_start: bool) -> None:
    asked = {(q.hop, q.index): q.text for q in load(real_path).questions if q.list == freeze.DEVELOPMENT}
    given = preferences() if at_start else tuple(c for c in cues() if c.hop is not None)
    assert len(given) > 60
    missing = [c for c in given if not stands_in(c, asked[c.hop or "", c.index or 0], at_start)]
    assert not missing


def test_every_plain_word_of_a_question_stands_there(real_path: Path) -> None:
    asked = {(q.hop, str(q.index)): q.text for q in load(real_path).questions if q.list == freeze.DEVELOPMENT}
    table = rows(folder() / "plain_word.csv", ("word", "kind", "hop", "index"))
    given = [r for r in table if r["kind"] == "question"]
    assert given
    for r in given:
        assert r["word"] in {w.text for w in words(normal(asked[r["hop"], r["index"]]))}, r

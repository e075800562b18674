"""Why a node of the frontier fails, on the paper's worked example: figure 5, and each dimension by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest

from memsql import Scenario
from memsql.evaluation.diagnose import diagnose, stopping_nodes
from memsql.evaluation.scorer import NEEDED, Frames, Run, scored
from memsql.evaluation.tables import OUTCOMES
from memsql.resources import data_root
from tests.evaluation.scores.frames import NONE, answer, given, run_tables, suite

ROOT = "outside_count(vera)"
COUNTRY, DEST, CITY, HOME = "country(vera,grus)", "dest(vera,grus)", "city_in(corby)", "home(vera)"
PROBES: dict[str, tuple[str, object]] = {
    "outside(vera,anser)": ("derived", True),
    "outside(vera,grus)": ("derived", False),
    "outside(vera,ibex)": ("derived", True),
    COUNTRY: ("derived", "corvia"),
    HOME: ("derived", "corvia"),
    DEST: ("fact", "corby"),
    CITY: ("fact", "corvia"),
}
GRUS = "outside(vera,grus)"
DEPTHS = {GRUS: 1, COUNTRY: 2, DEST: 3}
ALL = [f"e{i}" for i in range(1, 12)]


@pytest.fixture(scope="module")
def gold() -> Frames:
    """The worked example's q1 with the probes of figure 5; what only a generator fills is empty."""
    tables = Scenario.load(data_root() / "worked_example").gold(is_checked=False)
    made = suite()
    for name in NEEDED:
        if not made[name].height or name == "scenario":
            table = tables.table(name)
            made[name] = table.filter(query_id="q1") if "query_id" in table.columns else table
    probes = [
        {"probe_id": f"p:{n}", "query_id": "q1", "node_id": n, "kind": kind, **answer(value=value)}
        for n, (kind, value) in PROBES.items()
    ]
    return {**made, "probe": suite(probe=probes)["probe"]}


def tables_of(
    gold: Frames,
    wrong: Mapping[tuple[str, str], tuple[str, object]],
    targeted: Mapping[str, tuple[str, object]],
    contexts: Mapping[str, list[str] | None],
    text: str = "x",
) -> Frames:
    """A run that answers q1 with 3, every probe right but those named, out of contexts by the node asked."""
    probes: list[dict[str, Any]] = []
    for head, body in gold["dag_edge"].select("head", "body").iter_rows():
        if body not in PROBES or head not in (ROOT, *PROBES):
            continue
        said = wrong.get((head, body), ("answerable", PROBES[body][1]))
        probes.append({"probe_id": f"p:{body}", "context": "inherited", "parent": head, **given(*said)})
    for node, (_, value) in PROBES.items():
        said = targeted.get(node, ("answerable", value))
        probes.append({"probe_id": f"p:{node}", "context": "targeted", **given(*said)})
    asked = [("query", "q1", ROOT), *(("probe", f"p:{n}", n) for n in PROBES)]
    context = [
        {"ask_id": i, "kind": kind, "outcome": "ok", "event_ids": contexts.get(n, ALL), "text": text}
        for kind, i, n in asked
    ]
    response = [{"query_id": "q1", **given(value=3)}]
    return run_tables(response=response, probe_response=probes, context=context)


Node = tuple[str, str, int]
"""Class, dimension, depth."""


def frontiers(gold: Frames, runs: Mapping[str, Frames]) -> dict[str, dict[str, Node]]:
    """Frontiers of several runs by one call, by the run's name."""
    found = scored(gold, [Run(name, "", tables) for name, tables in runs.items()], ["frontier"])["frontier"]
    made: dict[str, dict[str, Node]] = {name: {} for name in runs}
    for name, node, *rest in found.select("run_id", "node_id", "class", "dimension", "depth").iter_rows():
        made[name][node] = (rest[0], rest[1], rest[2])
    return made


def frontier(gold: Frames, run: Frames) -> dict[str, Node]:
    return frontiers(gold, {"r": run})["r"]


def test_figure_5(gold: Frames) -> None:
    """Halewick from the obsolete e7, also when asked directly; Corby's country missing from its parent's context."""
    run = tables_of(
        gold,
        wrong={
            (ROOT, GRUS): ("answerable", True),
            (GRUS, COUNTRY): ("answerable", "drossel"),
            (COUNTRY, DEST): ("answerable", "halewick"),
            (COUNTRY, CITY): ("unknown", None),
        },
        targeted={GRUS: ("answerable", True), COUNTRY: ("answerable", "drossel"), DEST: ("answerable", "halewick")},
        contexts={COUNTRY: ["e4", "e7", "e8"]},
    )
    assert frontier(gold, run) == {DEST: ("unretrievable", "evolution", 3), CITY: ("ungathered", "access", 3)}
    states = stopping_nodes(gold, run["response"], run["probe_response"])
    shown = {(e, n): v for e, n, v in states.select("evidence", "node_id", "value_entity").iter_rows() if v}
    # Recovery 1 keeps Halewick beside Corby's country; recovery 2 replaces it with Corby, and nothing else.
    assert shown == {
        ("self", DEST): "halewick",
        ("self", CITY): "corvia",
        ("self", HOME): "corvia",
        ("gold", DEST): "corby",
        ("gold", CITY): "corvia",
        ("gold", HOME): "corvia",
    }
    answers = [{"query_id": "q1", "evidence": e, **given(value=v)} for e, v in (("self", 3), ("gold", 2))]
    found = diagnose(gold, Run("r", "", {**run, **run_tables(recovery_response=answers)}))
    assert list(found.recovery.iter_rows()) == [("q1", False, True, True)]


UNKNOWN, OTHER = ("unknown", None), ("answerable", "lunmar")


CASES: dict[str, tuple[tuple[str, object], list[str] | None, str]] = {
    "what an obsolete version says": (("answerable", "halewick"), ALL, "evolution"),
    "the obsolete version without the current one": (UNKNOWN, ["e7", "e8"], "evolution"),
    "both versions": (UNKNOWN, ["e7", "e10"], "composition"),
    "the event that says it": (OTHER, ["e10"], "composition"),
    "another trip": (OTHER, ["e8"], "access"),
    "nothing": (UNKNOWN, [], "access"),
    "no value where there is one": (NONE, ["e8"], "access"),
    "events that nobody names": (OTHER, None, "other"),
}


def test_dimensions_of_a_fact(gold: Frames) -> None:
    """The destination, asked in the context of the country; e10 says it, e7 is what it was before."""
    runs = {
        name: tables_of(
            gold,
            {(ROOT, GRUS): UNKNOWN, (GRUS, COUNTRY): UNKNOWN, (COUNTRY, DEST): said},
            {DEST: OTHER},
            {COUNTRY: context},
        )
        for name, (said, context, _) in CASES.items()
    }
    expected = {name: {DEST: ("unretrievable", dimension, 3)} for name, (_, _, dimension) in CASES.items()}
    assert frontiers(gold, runs) == expected


def test_events_are_read_from_the_text_where_a_system_names_none(gold: Frames) -> None:
    wrong = {(ROOT, GRUS): UNKNOWN, (GRUS, COUNTRY): UNKNOWN, (COUNTRY, DEST): OTHER}
    texts = {
        "[e10] 2026-07-02T00:00:00 Corby": "composition",
        "[e8] 2026-05-02 Ibex": "access",
        "[e99] 2026-05-02 no such event": "other",
        "[e10] Corby, without its time": "other",
    }
    runs = {text: tables_of(gold, wrong, {}, {COUNTRY: None}, text) for text in texts}
    assert frontiers(gold, runs) == {t: {DEST: ("ungathered", d, 3)} for t, d in texts.items()}
    assert frontier(gold, tables_of(gold, wrong, {}, {COUNTRY: None}, "")) == {DEST: ("ungathered", "access", 3)}


def test_a_derived_state_over_an_obsolete_version(gold: Frames) -> None:
    """Of the country only the context can tell that e7 is at work; Drossel is no value of the destination."""
    wrong = {(ROOT, GRUS): UNKNOWN, (GRUS, COUNTRY): ("answerable", "drossel")}
    contexts = {"evolution": ["e2", "e4", "e7"], "composition": ["e2", "e10"], "access": ["e2"]}
    runs = {d: tables_of(gold, wrong, {COUNTRY: OTHER}, {GRUS: events}) for d, events in contexts.items()}
    assert frontiers(gold, runs) == {d: {COUNTRY: ("misderived", d, 2)} for d in contexts}


def test_a_derived_state_that_passes_an_obsolete_value_on(gold: Frames) -> None:
    """Were the country named like the city, its wrong answer Halewick would be the obsolete destination."""
    is_country = pl.col("node_id") == COUNTRY
    value = pl.when(is_country).then(pl.lit("corby")).otherwise(pl.col("value_entity"))
    passed = {**gold, "probe": gold["probe"].with_columns(value_entity=value)}
    wrong = {(ROOT, GRUS): UNKNOWN, (GRUS, COUNTRY): ("answerable", "halewick")}
    assert frontier(passed, tables_of(passed, wrong, {COUNTRY: OTHER}, {})) == {COUNTRY: ("misderived", "evolution", 2)}


def test_a_root_over_right_children_is_misderived(gold: Frames) -> None:
    run = tables_of(gold, {}, {}, {ROOT: ALL})
    assert frontier(gold, run) == {ROOT: ("misderived", "composition", 0)}
    run = tables_of(gold, {}, {}, {ROOT: ["e1", "e2", "e10"]})
    assert frontier(gold, run) == {ROOT: ("misderived", "access", 0)}


def test_an_answer_that_failed_is_no_wrong_state(gold: Frames) -> None:
    """A query that failed is not diagnosed; a path ends at a node that failed, and it has no class of the paper's."""
    wrong = {(ROOT, GRUS): UNKNOWN, (GRUS, COUNTRY): UNKNOWN, (COUNTRY, DEST): OTHER}
    run = tables_of(gold, wrong, {DEST: OTHER}, {COUNTRY: ["e8"]})
    runs = {}
    expected: dict[str, dict[str, Node]] = {}
    for outcome in (o for o in OUTCOMES if o != "ok"):
        failed = run_tables(response=[{"query_id": "q1", "outcome": outcome}])
        runs[f"{outcome}, query"], expected[f"{outcome}, query"] = {**run, **failed}, {}
        for context, node in (("inherited", COUNTRY), ("inherited", GRUS), ("targeted", DEST)):
            is_it = (pl.col("probe_id") == f"p:{node}") & (pl.col("context") == context)
            said = pl.when(is_it).then(pl.lit(outcome)).otherwise("outcome")
            answers = run["probe_response"].with_columns(outcome=said)
            assert answers.filter(pl.col("outcome") == outcome).height == 1
            name = f"{outcome}, {context} {node}"
            runs[name] = {**run, "probe_response": answers}
            expected[name] = {node: ("unanswered", "access" if node == DEST else "other", DEPTHS[node])}
    assert frontiers(gold, runs) == expected


def test_a_whole_witness_is_what_derives_the_state(gold: Frames) -> None:
    """The one witness of q1 is enough; without any one of its events nothing derives the count."""
    witness = ["e1", "e2", "e3", "e4", "e5", "e6", "e8", "e9", "e10"]
    runs = {
        left_out: tables_of(gold, {}, {}, {ROOT: [e for e in witness if e != left_out]})
        for left_out in ("none", *witness)
    }
    found = {left_out: nodes[ROOT][1] for left_out, nodes in frontiers(gold, runs).items()}
    assert found == {"none": "composition", **dict.fromkeys(witness, "access")}

"""Algorithm 1 and the stopping nodes against the paper's definitions, on random DAGs with random answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from memsql.errors import DataError
from memsql.evaluation.diagnose import diagnose, diagnostic_dag, stopping_nodes
from memsql.evaluation.scorer import Run, scored
from tests.evaluation.scores.dags import Case, gold_of, random_case, run_of
from tests.evaluation.scores.frames import given, run_tables


@settings(max_examples=6, deadline=None)
@drawn(st.integers(0, 2**32))
def test_frontier_and_stopping_nodes_are_those_of_the_paper(seed: int) -> None:
    """Two systems over sixty queries by the same statements; every wrong, probed answer has a frontier."""
    random = Random(seed)
    cases = [random_case(f"q{i}", random) for i in range(60)]
    others = [answered_anew(c, random) for c in cases]
    gold, runs = gold_of(cases), [Run("one", "", run_of(cases)), Run("other", "", run_of(others))]
    found = scored(gold, runs, ["frontier", "stopping_node"])
    for run, own in zip(runs, (cases, others), strict=True):
        expected = {(c.query_id, n, kind) for c in own for n, kind in c.frontier().items()}
        frontier = found["frontier"].filter(run_id=run.name)
        assert set(frontier.select("query_id", "node_id", "class").iter_rows()) == expected
        assert frontier.height == len(expected)
        assert {q for q, _, _ in expected} == {c.query_id for c in own if c.probed and c.is_correct is False}
        stops = {(c.query_id, n) for c in own if c.probed and c.is_correct is False for n in c.stops(c.root)}
        stopping = found["stopping_node"].filter(run_id=run.name)
        assert set(stopping.select("query_id", "node_id").iter_rows()) == stops
        assert stopping.height == len(stops)


def answered_anew(case: Case, random: Random) -> Case:
    """The same query, probed as it was, with the answers of another system."""
    other = random_case(case.query_id, random)
    made = Case(case.query_id, case.nodes, case.edges, case.kinds, case.probed, other.is_correct)
    made.targeted = {n: random.random() < 0.5 for n in case.probed}
    edges = [(n, c) for n in (case.root, *case.probed) for c in case.children(n)]
    made.inherited = {edge: random.random() < 0.4 for edge in edges}
    return made


DIAMOND = Case(
    "q",
    ["root", "left", "right", "leaf", "aside"],
    [("root", "left"), ("root", "right"), ("left", "leaf"), ("right", "leaf"), ("leaf", "aside")],
    {"root": "derived", "left": "derived", "right": "derived", "leaf": "fact", "aside": "fact"},
    ["left", "right", "leaf"],
    is_correct=False,
)


def test_correctness_belongs_to_an_edge() -> None:
    """The leaf is gathered by one parent and not by the other: the one fails by itself, the other through it."""
    targeted = {"left": False, "right": False, "leaf": True}
    inherited = {
        ("root", "left"): False,
        ("root", "right"): False,
        ("left", "leaf"): True,
        ("right", "leaf"): False,
    }
    case = replace(DIAMOND, targeted=targeted, inherited=inherited)
    found = diagnose(gold_of([case]), Run("r", "", run_of([case])))
    classes = dict(found.frontier.select("node_id", "class").iter_rows())
    assert classes == {"left": "misderived", "leaf": "ungathered"} == case.frontier()
    assert found.probe_score.height == 7


def test_a_run_without_probe_answers_is_not_diagnosed() -> None:
    tables = run_of([DIAMOND])
    found = diagnose(gold_of([DIAMOND]), Run("r", "", {"response": tables["response"]}))
    assert [t.height for t in found] == [0, 0, 0]
    assert found.frontier.columns == ["query_id", "node_id", "class", "dimension", "depth"]


def test_a_right_answer_has_no_frontier() -> None:
    right = replace(DIAMOND, is_correct=True, targeted={"left": False})
    assert diagnose(gold_of([right]), Run("r", "", run_of([right]))).frontier.height == 0


def test_states_at_the_stopping_nodes() -> None:
    """Right: wrong inside, right leaf below. A failed answer is an unknown state; gold replaces wrong leaves alone."""
    edges = [e for e in DIAMOND.edges if e != ("right", "leaf")]
    case = replace(DIAMOND, edges=edges, targeted={"left": False, "leaf": True})
    tables = run_of([case])
    failed = run_tables(probe_response=[{"probe_id": "right_p", "context": "targeted", "outcome": "timeout"}])
    probes = tables["probe_response"].vstack(failed["probe_response"])
    found = stopping_nodes(gold_of([case]), tables["response"], probes)
    columns = ("evidence", "node_id", "is_correct", "origin", "label", "value_boolean")
    assert list(found.select(columns).iter_rows()) == [
        ("self", "leaf", True, "self", "answerable", True),
        ("self", "right", False, "self", "unknown", None),
        ("gold", "leaf", True, "self", "answerable", True),
        ("gold", "right", False, "gold", "answerable", True),
    ]


@pytest.mark.parametrize(
    ("own", "gold", "expected"),
    [(True, True, (True, True, False)), (False, True, (False, True, True)), (False, None, (False, False, False))],
)
def test_load_bearing_is_what_gold_repairs_alone(own: bool, gold: bool | None, expected: tuple[bool, ...]) -> None:
    tables = run_of([replace(DIAMOND, targeted={"leaf": True})])
    rows = [("self", own), ("gold", gold)]
    said = [{"query_id": "q", "evidence": e, **given(value=right)} for e, right in rows if right is not None]
    run = Run("r", "", {**tables, **run_tables(recovery_response=said)})
    assert list(diagnose(gold_of([DIAMOND]), run).recovery.iter_rows()) == [("q", *expected)]


def test_the_diagnostic_dag_is_the_dag_between_root_and_probes() -> None:
    nodes, edges = diagnostic_dag(gold_of([DIAMOND]))
    assert nodes["node_id"].to_list() == ["root", "left", "right", "leaf"]
    assert nodes["probe_id"].to_list() == [None, "left_p", "right_p", "leaf_p"]
    assert set(edges.select("head", "body").iter_rows()) == set(DIAMOND.edges[:4])


def test_answers_to_probes_that_the_suite_does_not_have_are_refused() -> None:
    stray = run_tables(response=[], probe_response=[{"probe_id": "stray", "context": "targeted", **given(value=True)}])
    with pytest.raises(DataError, match='the suite has no probe "stray"'):
        diagnose(gold_of([DIAMOND]), Run("r", "", stray))

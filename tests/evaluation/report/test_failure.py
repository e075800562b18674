"""A failing derivation: its nodes, verdicts and recoveries are those of the scored tables."""

from __future__ import annotations

import re

import pytest

from memsql.errors import DataError
from memsql.evaluation.diagnose import diagnostic_dag, stopping_nodes
from memsql.evaluation.exam import Exam
from memsql.evaluation.journal import as_frame
from memsql.evaluation.report.drawing import drawing
from memsql.evaluation.report.failure import LARGEST, Failures, tree
from memsql.evaluation.results import RunFolder
from memsql.evaluation.scorer import suite_tables


@pytest.fixture(scope="module")
def failures(found: list[RunFolder], exam: Exam) -> Failures:
    return Failures(found[0], exam)


def test_nodes_and_edges_are_the_diagnostic_dag(failures: Failures, exam: Exam) -> None:
    nodes, edges = diagnostic_dag(suite_tables(exam))
    for query_id in dict.fromkeys(edges["query_id"]):
        one = failures.of(query_id)
        assert {n.node_id for n in one.nodes} == {
            n for q, n in nodes["query_id", "node_id"].iter_rows() if q == query_id
        }
        drawn = {(one.nodes[h].node_id, one.nodes[b].node_id) for h, b in one.edges}
        assert drawn == {(h, b) for q, h, b in edges["query_id", "head", "body"].iter_rows() if q == query_id}
        assert all(one.nodes[h].depth < one.nodes[b].depth for h, b in one.edges)


def test_verdicts_and_frontier_are_those_of_the_scores(failures: Failures, found: list[RunFolder]) -> None:
    scores = {(r["probe_id"], r["context"], r["parent"]): r["is_correct"] for r in found[0].table("probe_score")}
    probe_of = {(r["query_id"], r["node_id"]): r["probe_id"] for r in failures.exam.table("probe").to_dicts()}
    frontier = {(r["query_id"], r["node_id"]): (r["class"], r["dimension"]) for r in found[0].table("frontier")}
    seen = set()
    for query_id in {q for q, _ in frontier}:
        one = failures.of(query_id)
        seen |= {(query_id, n.node_id) for n in one.nodes if n.failure}
        assert all(n.failure == frontier.get((query_id, n.node_id)) for n in one.nodes)
        for node in one.nodes[1:]:
            probe = probe_of[query_id, node.node_id]
            assert node.targeted and node.targeted.is_right == scores[probe, "targeted", ""]
            for parent, given in node.inherited.items():
                assert given.is_right == scores[probe, "inherited", parent]
    assert seen == set(frontier)


def test_recoveries_start_where_the_scorer_says(failures: Failures, found: list[RunFolder], exam: Exam) -> None:
    given = (as_frame(name, found[0].table(name)) for name in ("response", "probe_response"))
    rows = stopping_nodes(suite_tables(exam), *given)
    expected: dict[str, dict[str, bool]] = {}
    for query_id, node, is_right in rows.select("query_id", "node_id", "is_correct").iter_rows():
        expected.setdefault(query_id, {})[node] = is_right
    assert len(expected) > 20
    for query_id, placed in expected.items():
        one = failures.of(query_id)
        assert {n.node_id: n.self_state.is_right for n in one.nodes[1:] if n.self_state} == placed
        for node in one.nodes[1:]:
            if node.gold_state:
                assert node.gold_state.is_right
                assert placed[node.node_id] or node.gold_state.text == node.gold
        recovery = next(r for r in found[0].table("recovery") if r["query_id"] == query_id)
        assert one.root.self_state and one.root.self_state.is_right == recovery["is_self_correct"]
        assert one.root.gold_state and one.root.gold_state.is_right == recovery["is_gold_correct"]
        assert one.is_load_bearing == recovery["is_load_bearing"]


def test_the_richest_frontier_is_drawn(failures: Failures, found: list[RunFolder]) -> None:
    chosen = failures.chosen()
    assert chosen is not None
    kinds: dict[str, set[str]] = {}
    for row in found[0].table("frontier"):
        kinds.setdefault(row["query_id"], set()).add(row["class"])
    sizes = {q: len(failures.of(q).nodes) for q in kinds}
    assert len(kinds[chosen]) == max(len(c) for q, c in kinds.items() if sizes[q] <= LARGEST)
    one = failures.of(chosen)
    svg = drawing(one)
    assert len(re.findall(r'class="box [^"]*frontier', svg)) == sum(n.failure is not None for n in one.nodes)
    assert len(re.findall(r'class="tag', svg)) == sum(n.self_state is not None for n in one.nodes) * 2
    for style in ("right", "wrong"):
        verdicts = [{g.is_right for g in n.inherited.values()} == {style == "right"} for n in one.nodes]
        assert len(re.findall(rf'class="box {style}[ "]', svg)) == sum(verdicts)


def test_a_tree_says_the_same_in_words(failures: Failures) -> None:
    chosen = failures.chosen()
    assert chosen is not None
    one = failures.of(chosen)
    lines = tree(one)
    assert lines[0] == f"{chosen}: {one.root.question}"
    assert sum("FRONTIER" in line for line in lines) == sum(n.failure is not None for n in one.nodes)
    assert sum("; inherited" in line for line in lines) == len(one.edges)
    assert lines[-1].startswith("gold-evidence recovery: ")


def test_a_system_without_failures_has_none_to_draw(found: list[RunFolder], exam: Exam) -> None:
    assert Failures(found[2], exam).chosen() is None


def test_an_unknown_query_and_one_without_probes_are_refused(failures: Failures, exam: Exam) -> None:
    with pytest.raises(DataError, match=r'no query "nope" in it; known are: .*, \.\.\. \(\d+ in all\)') as refused:
        failures.of("nope")
    assert str(refused.value).count(", ") == 5, "a few of them, not all"
    known = exam.table("query")["query_id"][0]
    with pytest.raises(DataError, match=f"did you mean {known}"):
        failures.of(known.replace("_", "-"))
    probed = set(exam.table("probe")["query_id"])
    other = next(q for q in exam.table("query")["query_id"] if q not in probed)
    with pytest.raises(DataError, match=f"{other}: not probed"):
        failures.of(other)

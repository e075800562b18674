"""A failing derivation, as the paper's Figure 5 has it: D(q) of one query with what a system answered at each node."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import polars as pl

from memsql.errors import DataError, did_you_mean, shown
from memsql.evaluation.exam import Exam
from memsql.evaluation.journal import as_frame
from memsql.evaluation.people import UNANSWERED
from memsql.evaluation.results import RunFolder
from memsql.people.describe import shown_answer

OK = "ok"
LARGEST = 14
"""Nodes of a derivation that the report draws by itself; a larger one is printed by ``memsql diagnose --query``."""
RULE = (
    "Chosen by rule: among wrong and probed queries whose diagnostic DAG has at most "
    f"{LARGEST} nodes, the one whose frontier shows most classes and most workload dimensions, then one that gold "
    "evidence repairs and self evidence does not, then one with the most right states beside the wrong ones; ties go "
    "to the first of the suite."
)


class Given(NamedTuple):
    """What was answered, in words, and whether it is right."""

    text: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Node:
    """A node of D(q), the query itself first.

    ``inherited``: the answer in the context of each parent, by its node_id (for the query, its own answer, by the
    empty text); ``targeted``: the answer when it is asked itself, None for the query. ``failure``: class and workload
    dimension of a node of the frontier. ``self_state``, ``gold_state``: what the two recoveries put here, or for the
    query compute; None where they do neither.
    """

    node_id: str
    name: str
    key: str
    kind: str
    depth: int
    question: str
    gold: str
    inherited: Mapping[str, Given]
    targeted: Given | None
    failure: tuple[str, str] | None
    self_state: Given | None
    gold_state: Given | None


@dataclass(frozen=True, slots=True)
class Failure:
    """One query of one run. ``edges``: parent and child by their numbers in ``nodes``."""

    query_id: str
    nodes: tuple[Node, ...]
    edges: tuple[tuple[int, int], ...]
    is_load_bearing: bool | None

    @property
    def root(self) -> Node:
        """The query."""
        return self.nodes[0]


@dataclass(frozen=True)
class Failures:
    """The failing derivations of one run over its suite."""

    run: RunFolder
    exam: Exam

    def of(self, query_id: str) -> Failure:
        """Return D(q) of a probed query, right or wrong. Raises DataError for one that is unknown or not probed."""
        if query_id not in self._answers:
            advice = did_you_mean(query_id, list(self._answers))
            raise DataError(f"{self.run.folder}: no query {shown(query_id)} in it; {advice}")
        if query_id not in self._edges:
            raise DataError(
                f"{query_id}: not probed, so nothing is known below it; the suite's table probe lists which"
            )
        edges = self._edges[query_id]
        depth = _depths([(parent, child) for parent, child, _ in edges])
        probe_of = {child: probe for _, child, probe in edges}
        order = sorted(depth, key=lambda n: (depth[n], n))
        number = {node: i for i, node in enumerate(order)}
        placed = self._placed(query_id, edges)
        rows = {r["node_id"]: r for r in self._dag.filter(pl.col("query_id") == query_id).to_dicts()}
        nodes = tuple(self._node(query_id, rows[n], depth[n], probe_of.get(n), placed) for n in order)
        lines = tuple(dict.fromkeys((number[parent], number[child]) for parent, child, _ in edges))
        recovery = self._recovery.get(query_id)
        return Failure(query_id, nodes, lines, recovery["is_load_bearing"] if recovery else None)

    def chosen(self) -> str | None:
        """Return the query to draw, by RULE; None where no such query failed."""
        wrong = [q for q, nodes in self._frontier.items() if nodes and self._size(q) <= LARGEST]
        order = {q: i for i, q in enumerate(self._answers)}

        def richness(query_id: str) -> tuple[int, int, bool, int, int]:
            frontier = self._frontier[query_id].values()
            recovery = self._recovery.get(query_id)
            return (
                len({c for c, _ in frontier} - {UNANSWERED}),
                len({d for _, d in frontier}),
                bool(recovery and recovery["is_load_bearing"]),
                self._right_states.get(query_id, 0),
                -order[query_id],
            )

        return max(wrong, key=richness, default=None)

    def _size(self, query_id: str) -> int:
        return len({n for parent, child, _ in self._edges[query_id] for n in (parent, child)})

    def _node(
        self, query_id: str, row: Mapping[str, Any], depth: int, probe: str | None, placed: Mapping[str, bool]
    ) -> Node:
        node = str(row["node_id"])
        key = ", ".join(map(str, json.loads(row["key"]))) if row["key"] else ""
        name = "query" if row["relation"] is None else row["relation"].replace("_", " ")
        collected = "all of " if node.endswith("]") else ""
        head = (node, name, f"{collected}{key}", row["kind"], depth)
        failure = self._frontier.get(query_id, {}).get(node)
        if probe is None:
            own = Given(said(self._answers[query_id]), self._is_right[query_id])
            asked = (self._questions[query_id], shown_answer(self._gold[query_id]))
            recovered = (self._recovered(query_id, evidence) for evidence in ("self", "gold"))
            return Node(*head, *asked, {"": own}, None, failure, *recovered)
        gold = shown_answer(self._probes[probe])
        given = self._given(query_id, probe)
        targeted = given.pop("targeted", Given("not asked", False))
        states: tuple[Given | None, Given | None] = (None, None)
        if node in placed:
            states = targeted, targeted if placed[node] else Given(gold, True)
        return Node(*head, self._probes[probe]["question"], gold, given, targeted, failure, *states)

    def _placed(self, query_id: str, edges: list[tuple[str, str, str]]) -> dict[str, bool]:
        """Stopping nodes of the recoveries, and whether the targeted answer is right (section 4.2.4).

        Every branch is followed to a node that is right when it is asked itself, or to a leaf.
        """
        if query_id not in self._recovery:
            return {}
        below: dict[str, list[tuple[str, str]]] = {}
        for parent, child, probe in edges:
            below.setdefault(parent, []).append((child, probe))
        (root,) = {parent for parent, _, _ in edges} - {child for _, child, _ in edges}
        found: dict[str, bool] = {}
        seen, left = {root}, [root]
        while left:
            for child, probe in below[left.pop()]:
                if child in seen:
                    continue
                seen.add(child)
                is_right = self._scores.get((query_id, "targeted", probe, ""), False)
                if is_right or child not in below:
                    found[child] = is_right
                else:
                    left.append(child)
        return found

    def _given(self, query_id: str, probe: str) -> dict[str, Given]:
        """Answers to a probe: ``targeted``, and by parent those in the contexts of its parents."""
        found = {}
        for row in self._probe_answers.get(probe, ()):
            where = "targeted" if row["context"] == "targeted" else row["parent"]
            is_right = self._scores.get((query_id, row["context"], probe, row["parent"]), False)
            found[where] = Given(said(row), is_right)
        return found

    def _recovered(self, query_id: str, evidence: str) -> Given | None:
        row = self._recovery_answers.get((query_id, evidence))
        recovery = self._recovery.get(query_id)
        return Given(said(row), recovery[f"is_{evidence}_correct"]) if row and recovery else None

    def _rows(self, name: str) -> list[dict[str, Any]]:
        return as_frame(name, self.run.table(name)).to_dicts()

    @cached_property
    def _edges(self) -> dict[str, list[tuple[str, str, str]]]:
        """By query: parent, child, and the child's probe."""
        found: dict[str, list[tuple[str, str, str]]] = {}
        for query_id, parent, _, child, probe in self.exam.diagnostic_edges.iter_rows():
            found.setdefault(query_id, []).append((parent, child, probe))
        return found

    @cached_property
    def _dag(self) -> pl.DataFrame:
        return self.exam.table("dag_node").select("query_id", "node_id", "relation", "key", "kind")

    @cached_property
    def _answers(self) -> dict[str, dict[str, Any]]:
        """By query, in the suite's order."""
        given = {row["query_id"]: row for row in self._rows("response")}
        return {q: given[q] for q in self.exam.table("query")["query_id"] if q in given}

    @cached_property
    def _questions(self) -> dict[str, str]:
        return dict(self.exam.table("query").select("query_id", "question").iter_rows())

    @cached_property
    def _gold(self) -> dict[str, dict[str, Any]]:
        return {row["query_id"]: row for row in self.exam.table("answer").to_dicts()}

    @cached_property
    def _probes(self) -> dict[str, dict[str, Any]]:
        return {row["probe_id"]: row for row in self.exam.table("probe").to_dicts()}

    @cached_property
    def _is_right(self) -> dict[str, bool]:
        return {row["query_id"]: row["is_correct"] for row in self._rows("score")}

    @cached_property
    def _probe_answers(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        for row in self._rows("probe_response"):
            found.setdefault(row["probe_id"], []).append(row)
        return found

    @cached_property
    def _scores(self) -> dict[tuple[str, str, str, str], bool]:
        rows = self._rows("probe_score")
        return {(r["query_id"], r["context"], r["probe_id"], r["parent"]): r["is_correct"] for r in rows}

    @cached_property
    def _right_states(self) -> Counter[str]:
        """By query, how many answers in inherited contexts are right."""
        return Counter(
            q for (q, context, _, _), is_right in self._scores.items() if is_right and context == "inherited"
        )

    @cached_property
    def _frontier(self) -> dict[str, dict[str, tuple[str, str]]]:
        """By query and node: class and dimension."""
        found: dict[str, dict[str, tuple[str, str]]] = {}
        for row in self._rows("frontier"):
            found.setdefault(row["query_id"], {})[row["node_id"]] = (row["class"], row["dimension"])
        return found

    @cached_property
    def _recovery(self) -> dict[str, dict[str, Any]]:
        return {row["query_id"]: row for row in self._rows("recovery")}

    @cached_property
    def _recovery_answers(self) -> dict[tuple[str, str], dict[str, Any]]:
        return {(row["query_id"], row["evidence"]): row for row in self._rows("recovery_response")}


def said(row: Mapping[str, Any]) -> str:
    """An answer in words, or the outcome where there is none."""
    if row["outcome"] != OK:
        return str(row["outcome"]).replace("_", " ")
    return shown_answer(dict(row))


def _depths(edges: list[tuple[str, str]]) -> dict[str, int]:
    """The longest way from the root to each node, so that every edge leads downwards."""
    depth = {node: 0 for edge in edges for node in edge}
    for _ in depth:
        before = dict(depth)
        for parent, child in edges:
            depth[child] = max(depth[child], depth[parent] + 1)
        if before == depth:
            break
    return depth


def tree(failure: Failure) -> list[str]:
    """D(q) as lines of text: each node below its parents, a second time only by its name."""
    root = failure.root
    own = root.inherited[""]
    lines = [
        f"{failure.query_id}: {root.question}",
        f"gold {root.gold}; answered {own.text} ({_verdict(own)})",
        "",
        _title(root),
        *(f"    {_frontier(failure)}" for failure in (root.failure,) if failure),
    ]
    below: dict[int, list[int]] = {}
    for parent, child in failure.edges:
        below.setdefault(parent, []).append(child)
    seen: set[int] = set()

    def visit(number: int, indent: str) -> None:
        for child in below.get(number, ()):
            node = failure.nodes[child]
            lines.append(f"{indent}- {_title(node)}")
            inner = f"{indent}  "
            inherited = node.inherited.get(failure.nodes[number].node_id, Given("not asked", False))
            lines.append(f"{inner}  gold {node.gold}; inherited {inherited.text} ({_verdict(inherited)})")
            if child in seen:
                lines.append(f"{inner}  the rest as above")
                continue
            seen.add(child)
            lines.extend(f"{inner}  {line}" for line in _details(node))
            visit(child, inner)

    visit(0, "")
    if root.self_state and root.gold_state:
        mark = "; its wrong evidence is load-bearing" if failure.is_load_bearing else ""
        lines += [
            "",
            f"self-evidence recovery: {root.self_state.text} ({_verdict(root.self_state)})",
            f"gold-evidence recovery: {root.gold_state.text} ({_verdict(root.gold_state)}){mark}",
        ]
    return lines


def _details(node: Node) -> Iterator[str]:
    if node.targeted:
        yield f"targeted {node.targeted.text} ({_verdict(node.targeted)})"
    if node.failure:
        yield _frontier(node.failure)
    if node.self_state and node.gold_state:
        yield f"recovered from: self {node.self_state.text}; gold {node.gold_state.text}"


def _frontier(found: tuple[str, str]) -> str:
    return f"FRONTIER: {found[0]}, {found[1]}"


def _title(node: Node) -> str:
    return f"{node.name}({node.key}) [{node.kind}]"


def _verdict(given: Given) -> str:
    return "right" if given.is_right else "wrong"

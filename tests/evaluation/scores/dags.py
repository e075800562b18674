"""Random diagnostic DAGs with random probe answers, and Algorithm 1 as the paper defines it, path by path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import polars as pl

from tests.evaluation.scores.frames import answer, given, run_tables, suite

KINDS = ("fact", "rule", "derived")
RIGHT, WRONG = given(value=True), given(value=False)


@dataclass
class Case:
    """One query: the nodes of its DAG in an order that edges follow, those probed, and what a system answers."""

    query_id: str
    nodes: list[str]
    edges: list[tuple[str, str]]
    kinds: dict[str, str]
    probed: list[str]
    is_correct: bool | None
    """None, here and below: the answer failed."""
    targeted: dict[str, bool] = field(default_factory=dict)
    inherited: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Answers that were given; one that is missing failed."""
    is_told: bool = False
    """Whether answers that failed have rows that say how."""

    @property
    def root(self) -> str:
        return self.nodes[0]

    def children(self, node: str) -> list[str]:
        """Children in D(q)."""
        return [b for h, b in self.edges if h == node and b in self.probed and (h == self.root or h in self.probed)]

    def paths(self, path: Sequence[str] = ()) -> Iterator[tuple[str, ...]]:
        """Every path of D(q) from the root."""
        here = tuple(path) or (self.root,)
        yield here
        for child in self.children(here[-1]):
            yield from self.paths((*here, child))

    def i(self, child: str, parent: str) -> bool | None:
        return self.inherited.get((parent, child))

    def is_failing(self, path: Sequence[str]) -> bool:
        """Whether every answer on a path is wrong; one that failed is not."""
        return self.is_correct is False and all(self.i(path[j], path[j - 1]) is False for j in range(1, len(path)))

    def frontier(self) -> dict[str, str]:
        """Section 4.2.3 word by word: node to class; and where an answer failed (ours)."""
        found = {}
        failing = {path[-1] for path in self.paths() if self.is_failing(path)}
        for path in self.paths():
            v = path[-1]
            if self.is_failing(path) and all(self.i(u, v) for u in self.children(v)):
                # The targeted context of the root is that of the query, and its answer is wrong.
                if self.targeted.get(v, False) and v != self.root:
                    found[v] = "ungathered"
                elif self.targeted.get(v) is None and v != self.root:
                    found[v] = "unanswered"
                else:
                    found[v] = "unretrievable" if self.kinds[v] in ("fact", "rule") else "misderived"
            if len(path) > 1 and self.is_failing(path[:-1]) and self.i(v, path[-2]) is None and v not in failing:
                found[v] = "unanswered"
        return found if self.probed else {}

    def stops(self, node: str) -> set[str]:
        """Section 4.2.4: where each branch below a node ends."""
        found = set()
        for child in self.children(node):
            is_stop = self.targeted.get(child, False) or not self.children(child)
            found |= {child} if is_stop else self.stops(child)
        return found


def random_case(query_id: str, random: Random) -> Case:
    """Up to eight nodes; children are shared, a node can have several parents, some nodes are not probed."""
    nodes = [f"{query_id}_n{i}" for i in range(random.randint(1, 8))]
    density = random.choice((0.2, 0.4, 0.7))
    edges = [(h, b) for i, h in enumerate(nodes) for b in nodes[i + 1 :] if random.random() < density]
    probed = [n for n in nodes[1:] if random.random() < 0.8]
    is_correct = random.choice((True, False, False, False, False, None))
    case = Case(query_id, nodes, edges, {n: random.choice(KINDS) for n in nodes}, probed, is_correct)
    right, missing = random.choice((0.2, 0.5, 0.8)), random.choice((0, 0, 0.2))
    case.is_told = random.random() < 0.5
    case.targeted = {n: random.random() < right for n in probed if random.random() >= missing}
    case.inherited = {
        (n, c): random.random() < right
        for n in (case.root, *probed)
        for c in case.children(n)
        if random.random() >= missing
    }
    return case


def gold_of(cases: Sequence[Case]) -> dict[str, pl.DataFrame]:
    """The cases as a suite: every state is true."""
    nodes = [
        {"query_id": c.query_id, "node_id": n, "kind": c.kinds[n], "depth": i, "relation": "r", "key": "[]"}
        for c in cases
        for i, n in enumerate(c.nodes)
    ]
    return suite(
        query=[{"query_id": c.query_id, "scenario_id": "s"} for c in cases],
        answer=[{"query_id": c.query_id, **answer(value=True)} for c in cases],
        dag_node=nodes,
        node=nodes,
        dag_edge=[{"query_id": c.query_id, "head": h, "body": b} for c in cases for h, b in c.edges],
        probe=[
            {"probe_id": f"{n}_p", "query_id": c.query_id, "node_id": n, "kind": c.kinds[n], **answer(value=True)}
            for c in cases
            for n in c.probed
        ],
    )


def said(is_right: bool | None) -> dict[str, Any]:
    """An answer as a row has it."""
    return {"outcome": "timeout"} if is_right is None else RIGHT if is_right else WRONG


def run_of(cases: Sequence[Case]) -> dict[str, pl.DataFrame]:
    """What the system answers; an answer that failed has a row that says how, or none."""
    probes: list[dict[str, Any]] = []
    for c in cases:
        probes += [
            {"probe_id": f"{n}_p", "context": "targeted", **said(c.targeted.get(n))}
            for n in c.probed
            if n in c.targeted or c.is_told
        ]
        for h in (c.root, *c.probed):
            for b in c.children(h):
                if (h, b) in c.inherited or c.is_told:
                    inherited = {"context": "inherited", "parent": h, **said(c.i(b, h))}
                    probes.append({"probe_id": f"{b}_p", **inherited})
    answers = [{"query_id": c.query_id, **said(c.is_correct)} for c in cases]
    return run_tables(response=answers, probe_response=probes)

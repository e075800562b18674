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
    is_correct: bool
    targeted: dict[str, bool] = field(default_factory=dict)
    inherited: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Answers that were given; one that is missing counts as wrong."""

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

    def i(self, child: str, parent: str) -> bool:
        return self.inherited.get((parent, child), False)

    def frontier(self) -> dict[str, str]:
        """Section 4.2.3 word by word: node to class."""
        found = {}
        for path in self.paths():
            v = path[-1]
            is_failing = not self.is_correct and all(not self.i(path[j], path[j - 1]) for j in range(1, len(path)))
            if is_failing and all(self.i(u, v) for u in self.children(v)):
                # The targeted context of the root is that of the query, and its answer is wrong.
                if self.targeted.get(v, False) and v != self.root:
                    found[v] = "ungathered"
                else:
                    found[v] = "unretrievable" if self.kinds[v] in ("fact", "rule") else "misderived"
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
    case = Case(query_id, nodes, edges, {n: random.choice(KINDS) for n in nodes}, probed, random.random() < 0.2)
    right, missing = random.choice((0.2, 0.5, 0.8)), random.choice((0, 0, 0.2))
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


def run_of(cases: Sequence[Case]) -> dict[str, pl.DataFrame]:
    """What the system answers."""
    probes: list[dict[str, Any]] = []
    for c in cases:
        for n, is_right in c.targeted.items():
            probes.append({"probe_id": f"{n}_p", "context": "targeted", **(RIGHT if is_right else WRONG)})
        for (h, b), is_right in c.inherited.items():
            said = RIGHT if is_right else WRONG
            probes.append({"probe_id": f"{b}_p", "context": "inherited", "parent": h, **said})
    answers = [{"query_id": c.query_id, **(RIGHT if c.is_correct else WRONG)} for c in cases]
    return run_tables(response=answers, probe_response=probes)

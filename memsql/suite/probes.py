"""State probes: which nodes of each derivation are asked about, and in which words (paper section 4.2.2).

D(q) is a cut of the DAG: from the root, a node's probed children are all its children that can be asked (facts,
rules, derived states) or none, breadth first, until the query's share of the suite's probes is spent.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl

from memsql.errors import GoldError
from memsql.suite.operators import Operators, question
from memsql.suite.writing import Style

ASKED = ("fact", "rule", "derived")
READ: Mapping[str, Callable[[str], object]] = {
    "number": Decimal,
    "boolean": lambda text: text == "true",
    "date": date.fromisoformat,
    "entity": str,
}


@dataclass(frozen=True, slots=True)
class Cut:
    """How a query may be probed: node ids breadth first, and the numbers of nodes at which a cut is whole."""

    query_id: str
    nodes: tuple[str, ...]
    sizes: tuple[int, ...]


def cuts_of(tables: Mapping[str, pl.DataFrame], is_askable: Mapping[tuple[str, str], bool]) -> list[Cut]:
    """Return the cuts of every query that has one; ``is_askable`` by (query id, node id)."""
    children: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for query_id, head, body in tables["dag_edge"].select("query_id", "head", "body").iter_rows():
        if is_askable.get((query_id, body), False):
            children[query_id][head].append(body)
    roots = tables["dag_node"].filter(pl.col("depth") == 0).select("query_id", "node_id")
    found = []
    for query_id, root in roots.iter_rows():
        nodes, sizes = _cut(root, children[query_id])
        if sizes:
            found.append(Cut(query_id, tuple(nodes), tuple(sizes)))
    return found


def _cut(root: str, children: Mapping[str, Sequence[str]]) -> tuple[list[str], list[int]]:
    seen, queue, nodes, sizes = {root}, [root], [], []
    for head in queue:
        new = [b for b in sorted(children.get(head, ())) if b not in seen]
        if new:
            seen.update(new)
            queue += new
            nodes += new
            sizes.append(len(nodes))
    return nodes, sizes


def share_out(cuts: Sequence[Cut], queries: int, probes: int) -> dict[str, int]:
    """Return query id to number of probes: so many queries, so many probes in all.

    Queries with small first cuts are taken, each with its first; then cuts grow, one level a query at a time in
    turn, as long as they fit; the last gap is closed by the growth that fits it exactly.
    """
    order = sorted(cuts, key=lambda c: (c.sizes[0], c.query_id))
    if len(order) < queries:
        raise GoldError(f"{len(order)} queries can be probed, {queries} are asked for; lower probe.queries")
    # The cheapest first cuts would leave out all wide derivations: skip evenly while the total allows it.
    chosen = _chosen(order, queries, probes)
    level = dict.fromkeys((c.query_id for c in chosen), 0)
    left = probes - sum(c.sizes[0] for c in chosen)
    grows = True
    while left > 0 and grows:
        grows = False
        for cut in sorted(chosen, key=lambda c: c.query_id):
            now = level[cut.query_id]
            if now + 1 < len(cut.sizes) and 0 < cut.sizes[now + 1] - cut.sizes[now] <= left:
                level[cut.query_id] = now + 1
                left -= cut.sizes[now + 1] - cut.sizes[now]
                grows = True
    if left:
        raise GoldError(f"{probes - left} of {probes} probes can be placed; lower probe.probes")
    return {c.query_id: c.sizes[level[c.query_id]] for c in chosen}


def _chosen(order: Sequence[Cut], queries: int, probes: int) -> list[Cut]:
    """The queries to probe: as wide a spread of first cuts as the number of probes allows."""
    chosen, rest = list(order[:queries]), list(order[queries:])
    total = sum(c.sizes[0] for c in chosen)
    if total > probes:
        raise GoldError(f"the smallest cuts of {queries} queries have {total} probes, {probes} are asked for")
    spare = (probes - total) // 2
    place = 0
    for cut in rest:
        gain = cut.sizes[0] - chosen[place].sizes[0]
        if gain > spare or place >= queries // 4:
            break
        chosen[place], spare, place = cut, spare - gain, place + 1
    return chosen


def probe_rows(
    counts: Mapping[str, int],
    cuts: Sequence[Cut],
    nodes: Mapping[tuple[str, str], Mapping[str, Any]],
    styles: Mapping[str, Style],
    operators: Mapping[str, Operators],
    domains: Mapping[str, str],
    types: Mapping[str, Mapping[str, Sequence[str]]],
) -> list[dict[str, Any]]:
    """Return the rows of the table ``probe``.

    ``nodes``: (query id, node id) to its row of dag_node; ``styles``, ``domains`` by query id; ``types``: domain
    to relation to the types of its value columns.
    """
    rows = []
    for cut in cuts:
        for position, node_id in enumerate(cut.nodes[: counts.get(cut.query_id, 0)], 1):
            node = nodes[cut.query_id, node_id]
            domain = domains[cut.query_id]
            probe = operators[domain].probes[node["relation"], False]
            values = dict(zip(probe.key, json.loads(node["key"]), strict=True))
            rows.append(
                {
                    "probe_id": f"{cut.query_id}_p{position}",
                    "query_id": cut.query_id,
                    "node_id": node_id,
                    "position": position,
                    "kind": node["kind"],
                    "question": question(probe.question, probe.key, values, styles[cut.query_id]),
                    **state(node, types[domain][node["relation"]]),
                }
            )
    return rows


def state(node: Mapping[str, Any], types: Sequence[str]) -> dict[str, Any]:
    """The state of a node as answer columns: its value, or, where its relation has none, its truth."""
    empty: dict[str, Any] = dict.fromkeys(
        ("value_number", "value_boolean", "value_entity", "value_date", "value_set"), None
    )
    kind = _type(types)
    if node["is_true"] is None:
        return {"label": "unknown", "answer_type": kind, **empty}
    if not types:
        return {"label": "answerable", "answer_type": kind, **empty, "value_boolean": node["is_true"]}
    if not node["is_true"]:
        return {"label": "justified-zero", "answer_type": kind, **empty}
    values = json.loads(node["value"])
    if kind == "tuple":
        return {"label": "answerable", "answer_type": kind, **empty, "value_set": values}
    value = READ[kind](values[0])
    label = "justified-zero" if kind == "number" and value == 0 else "answerable"
    return {"label": label, "answer_type": kind, **empty, f"value_{kind}": value}


def _type(types: Sequence[str]) -> str:
    if not types:
        return "boolean"
    if len(types) > 1:
        return "tuple"
    if types[0] == "DATE":
        return "date"
    if types[0] == "BOOLEAN":
        return "boolean"
    return "number" if types[0].startswith(("DECIMAL", "INTEGER", "BIGINT", "HUGEINT")) else "entity"

"""Why: the derivation of a query or of any node, as frames (ENGINE: "For people")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from memsql.gold.evaluate import Evaluation
from memsql.gold.graph import build_graph
from memsql.gold.suite import Gold, gold_of, program_of
from memsql.people.describe import described, mentioned_events, shown_answer
from memsql.people.scenario import Moment, Scenario, asked, is_text_of, literal, moment, parse_node, query_row
from memsql.people.settle import settling
from memsql.resources import sql_text
from memsql.scenario.ids import natural_key

if TYPE_CHECKING:
    import polars as pl

    from memsql.model import Scenario as Model


@dataclass(frozen=True, slots=True)
class Explanation:
    """The derivation of one answer.

    ``answer``: label, answer_type and values. ``nodes``: node_id, kind, relation, depth, key, is_true, value,
    file, line, text (the sentence of the rule with the node's key in it, or the record of the event), state (the
    value, true, false, none or unknown; null for events), in the order of the DAG. ``edges``: head, body of the
    DAG. ``full``: head, alternative, body of the whole graph. ``witnesses``: witness_id, event_id. ``obsolete``:
    node_id, event_id. ``missing``: for an unknown answer, what would settle it: node_id, advice. ``events``:
    event_id, observed_at, record of the leaves and of the obsolete versions, in the order of the history.
    ``cutoff_at`` and ``known_at`` are those of the query, ``scenario_id`` is its scenario.
    """

    query_id: str
    root: str
    question: str | None
    answer: dict[str, Any]
    nodes: pl.DataFrame
    edges: pl.DataFrame
    full: pl.DataFrame
    witnesses: pl.DataFrame
    obsolete: pl.DataFrame
    missing: pl.DataFrame
    events: pl.DataFrame
    cutoff_at: datetime
    known_at: datetime
    scenario_id: str


def explain(scenario: Scenario, query_id: str) -> Explanation:
    """Explain a query of the scenario. Raises DataError for an unknown query."""
    part, query = scenario.part_of(query_id)
    return _explained(part, query)


def why(scenario: Scenario, node: str, at: Moment, *, scenario_id: str | None = None) -> Explanation:
    """Explain any state at any time: ``why(s, "outside(vera,grus)", at="2026-08-01")``.

    Works on every relation, declared or derived, and on collections. A value is taken literally: a leading ``@``
    is no reference here. ``scenario_id`` names the scenario of a suite that has several. Raises DataError for
    what is no node and for an unknown scenario.
    """
    part = scenario.part(scenario_id)
    return _explained(part, _row(part, node, moment(at)))


def states_of(part: Model, nodes: Sequence[str], at: datetime) -> dict[str, list[dict[str, Any]]]:
    """Return, for each of these nodes, the states and events of its whole derivation, collections included.

    Columns depth (shortest distance), node_id, kind, is_true, value, in the order of depth and natural order of ids.
    Raises DataError as :func:`why` does.
    """
    rows = [_row(part, node, at) for node in nodes]
    batch = asked(part, rows)
    db = batch.db
    try:
        assert batch.queries is not None
        build_graph(db, batch.program, Evaluation(db, batch.program, batch.worlds, batch.queries, True).run())
        db.reset(("export",))
        db.run(f"create table export.node_text as {sql_text('engine/export/node_text')}")
        found = db.arrow(sql_text("engine/export/node")).to_pylist()
    finally:
        db.close()
    found.sort(key=lambda row: (row["depth"], natural_key(row["node_id"])))
    return {node: [r for r in found if r["query_id"] == node] for node in nodes}


def _row(part: Model, node: str, at: datetime) -> dict[str, Any]:
    """Return the query that asks for a node at a time."""
    relation, key, is_collection = parse_node(program_of(part), node, partial(is_text_of, part))
    return query_row(node, relation, literal(key), is_collection, at)


def _explained(part: Model, query: dict[str, Any]) -> Explanation:
    """Derive one query and gather its frames."""
    return gathered(part, query, derive(part, [query]))


def gathered(part: Model, query: dict[str, Any], gold: Gold) -> Explanation:
    """Return the explanation of one query of a scenario from gold that has it."""
    import polars as pl

    def of_query(name: str) -> pl.DataFrame:
        return gold.table(name).filter(pl.col("query_id") == query["query_id"]).drop("query_id")

    nodes, obsolete = _in_order(of_query("dag_node")), of_query("obsolete")
    answer = of_query("answer").row(0, named=True)
    root = str(nodes.row(by_predicate=pl.col("depth") == 0, named=True)["node_id"])
    return Explanation(
        query_id=str(query["query_id"]),
        root=root,
        question=query["question"],
        answer=answer,
        nodes=described(part, nodes, root, shown_answer(answer)),
        edges=of_query("dag_edge"),
        full=of_query("edge"),
        witnesses=of_query("witness_event"),
        obsolete=obsolete,
        missing=settling(part, nodes, str(answer["label"])),
        events=mentioned_events(part, nodes, obsolete),
        cutoff_at=query["cutoff_at"],
        known_at=query["known_at"],
        scenario_id=part.scenario_id,
    )


def _in_order(nodes: pl.DataFrame) -> pl.DataFrame:
    """Nodes by depth, and within one depth in the natural order of their ids."""
    import polars as pl

    ids = zip(nodes["depth"], map(natural_key, nodes["node_id"]), range(nodes.height), strict=True)
    return nodes[pl.Series([number for _, _, number in sorted(ids)], dtype=pl.UInt32)]


def derive(part: Model, queries: list[dict[str, Any]]) -> Gold:
    """Gold of a scenario for these queries only, unchecked."""
    from dataclasses import replace

    import pyarrow as pa

    columns = {n: [q[n] for q in queries] for n in part.queries.schema.names}
    table = pa.table(columns, schema=part.queries.schema)
    return gold_of([replace(part, queries=table)], part.scenario_id, is_checked=False)

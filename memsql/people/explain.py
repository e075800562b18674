"""Why: the derivation of a query or of any node, as frames (ENGINE: "For people")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memsql.errors import DataError
from memsql.gold.suite import Gold, gold_of
from memsql.people.scenario import Moment, Scenario, moment, parse_node, query_row
from memsql.people.settle import settling

if TYPE_CHECKING:
    import polars as pl

    from memsql.model import Scenario as Model


@dataclass(frozen=True, slots=True)
class Explanation:
    """The derivation of one answer.

    ``answer``: label, answer_type and values. ``nodes``: node_id, kind, relation, depth, key, is_true, value,
    file, line, text (the sentence of the rule or the record of the event), in the order of the DAG.
    ``edges``: head, body of the DAG. ``full``: head, alternative, body of the whole graph. ``witnesses``:
    witness_id, event_id. ``obsolete``: node_id, event_id. ``missing``: for an unknown answer, what would settle
    it: node_id, advice.
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


def explain(scenario: Scenario, query_id: str) -> Explanation:
    """Explain a query of the scenario. Raises DataError for an unknown query."""
    part, query = scenario.part_of(query_id)
    return _explained(part, query)


def why(scenario: Scenario, node: str, at: Moment) -> Explanation:
    """Explain any state at any time: ``why(s, "outside(vera,grus)", at="2026-08-01")``.

    Works on every relation, declared or derived, and on collections. Raises DataError for what is no node.
    """
    part = scenario.parts[0]
    relation, key, is_collection = parse_node(scenario.program, node)
    return _explained(part, query_row(node, relation, key, is_collection, moment(at)))


def _explained(part: Model, query: dict[str, Any]) -> Explanation:
    """Derive one query and gather its frames."""
    gold = derive(part, [query])
    nodes = gold.table("dag_node")
    if nodes.height == 0:
        raise DataError(f"query {query['query_id']}: nothing to explain")
    witness = gold.table("witness_event")
    return Explanation(
        query_id=str(query["query_id"]),
        root=str(nodes.filter(nodes["depth"] == 0)["node_id"][0]),
        question=query["question"],
        answer=gold.table("answer").drop("query_id").row(0, named=True),
        nodes=described(part, nodes.drop("query_id")),
        edges=gold.table("dag_edge").drop("query_id"),
        full=gold.table("edge").drop("query_id"),
        witnesses=witness.drop("query_id"),
        obsolete=gold.table("obsolete").drop("query_id"),
        missing=settling(part, nodes),
    )


def derive(part: Model, queries: list[dict[str, Any]]) -> Gold:
    """Gold of a scenario for these queries only, unchecked."""
    from dataclasses import replace

    import pyarrow as pa

    columns = {n: [q[n] for q in queries] for n in part.queries.schema.names}
    table = pa.table(columns, schema=part.queries.schema)
    return gold_of([replace(part, queries=table)], part.scenario_id, is_checked=False)


def described(part: Model, nodes: pl.DataFrame) -> pl.DataFrame:
    """Add where each node is defined and what it says: file, line, text."""
    import polars as pl

    from memsql.gold.suite import program_of

    program = program_of(part)
    records = dict(zip(part.events["event_id"].to_pylist(), part.events["record"].to_pylist(), strict=True))
    files: list[str | None] = []
    lines: list[int | None] = []
    texts: list[str | None] = []
    for node_id, relation in zip(nodes["node_id"], nodes["relation"], strict=True):
        rule = program.rules.get(str(relation))
        declaration = program.declarations.get(str(relation).removeprefix("first_"))
        if rule is not None:
            files.append(rule.path.name)
            lines.append(first_line(rule.text))
            texts.append(rule.header.get("reads as"))
        elif declaration is not None:
            files.append(declaration.path.name)
            lines.append(declaration.line)
            texts.append(None)
        else:
            files.append(None)
            lines.append(None)
            texts.append(records.get(str(node_id).removeprefix("event:")))
    return nodes.with_columns(
        pl.Series("file", files, pl.String), pl.Series("line", lines, pl.Int32), pl.Series("text", texts, pl.String)
    )


def first_line(text: str) -> int:
    """Line of the file on which the statement starts, after its header."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("--"):
            return number
    return 1

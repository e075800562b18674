"""Q2: where a wrong answer arises, and why (MemDerive section 4.2).

D(q) is the suite's DAG between the root and the probed nodes. All that is known of a system are its answers: the
frontier is one recursive query over them, for all queries and all runs at once (``sql/evaluation/wrong_node.sql``).
An answer that failed is no wrong state: a query whose answer failed is not diagnosed, and a path that comes to one ends
there, in a node of class unanswered. A run without any probe answer is not diagnosed at all.
The workload dimension of a frontier node is ours (``sql/evaluation/frontier.sql``).
"""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from memsql.evaluation.scorer import Frames, Run, scored, typed

STATE = (
    *("query_id", "evidence", "node_id", "probe_id", "kind", "relation", "key", "is_correct", "origin", "label"),
    *("answer_type", "value_number", "value_boolean", "value_entity", "value_date", "value_set"),
)


class Diagnosis(NamedTuple):
    """RUN_TABLES["probe_score"], ["frontier"] and ["recovery"] of one run."""

    probe_score: pl.DataFrame
    frontier: pl.DataFrame
    recovery: pl.DataFrame


def diagnose(suite: Frames, run: Run) -> Diagnosis:
    """Return probe scores, failure frontiers and recoveries of a run.

    Reads its tables response, probe_response, context (for the dimension) and recovery_response (may be missing).
    """
    found = scored(suite, [run], Diagnosis._fields)
    return Diagnosis(*(typed(name, found[name]) for name in Diagnosis._fields))


def stopping_nodes(suite: Frames, response: pl.DataFrame, probe_response: pl.DataFrame) -> pl.DataFrame:
    """Return what a recovery starts from: the states at the stopping nodes of every wrongly answered, probed query.

    A row per (query_id, evidence, node_id), evidence self and gold; with probe_id, kind, relation and key (JSON) of
    the node, is_correct (the targeted answer), origin (self: the system's targeted answer; gold: gold in the place
    of a wrong one), and the state as answer columns. A targeted answer that failed is the state ``unknown``.
    """
    tables = {"response": response, "probe_response": probe_response}
    found = scored(suite, [Run("run", "", tables)], ["stopping_state"])["stopping_state"]
    return found.select(STATE).sort("query_id", pl.col("evidence") == "gold", "node_id")


def diagnostic_dag(suite: Frames) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return nodes (query_id, node_id, probe_id, kind, depth) and edges (query_id, head, body, probe_id) of all D(q).

    The root has no probe_id; an edge's probe_id is that of its body.
    """
    found = scored(suite, [], ["diagnostic_node", "diagnostic_edge"])
    nodes = found["diagnostic_node"].select("query_id", "node_id", "probe_id", "kind", "depth")
    edges = found["diagnostic_edge"].select("query_id", "head", "body", "probe_id")
    return nodes.sort("query_id", "depth", "node_id"), edges.sort("query_id", "head", "body")

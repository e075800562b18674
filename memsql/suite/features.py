"""What the engine derives for the candidates, as one row each: the columns by which queries are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from memsql.suite.candidates import Candidate
from memsql.suite.history import History
from memsql.suite.probes import ASKED
from memsql.suite.words import Records, content_words, key_terms

Frames = Mapping[str, pl.DataFrame]


@dataclass(frozen=True, slots=True)
class Feature:
    """One candidate as it was derived.

    ``answer``: label and answer as text; ``shape``: number, boolean, entity, date, set, unknown; ``size``: events
    of the smallest witness, 0 where unknown; ``has_obsolete``: whether a superseded version is excluded;
    ``is_leaked``: one record gives it away; ``is_gapped``: the question's terms stand in no record of the
    witness, yet in a distractor; ``children``: states right below the root that a probe can ask.
    """

    label: str
    answer: str
    shape: str
    size: int
    has_obsolete: bool
    height: int
    width: int
    degree: int
    overlap: float
    is_leaked: bool
    is_gapped: bool
    children: int


def features_of(history: History, candidates: Sequence[Candidate], ids: Sequence[str], tables: Frames) -> list[Feature]:
    """Return the features of a scenario's candidates, in their order; ``tables``: gold of them and perhaps others,
    ``ids`` their query ids.
    """
    wanted = pl.DataFrame({"query_id": ids}, schema={"query_id": pl.String})
    own = {name: tables[name].join(wanted, on="query_id", how="semi") for name in ("answer", "measure", "dag_node")}
    rows = _rows(own)
    children = _children(own["dag_node"], tables["dag_edge"].join(wanted, on="query_id", how="semi"))
    events = _witness_events({"witness_event": tables["witness_event"].join(wanted, on="query_id", how="semi")})
    said, style = Records(history.scenario.events["record"].to_pylist(), history.style), history.style
    found = []
    for query_id, candidate in zip(ids, candidates, strict=True):
        row = rows[query_id]
        witness = frozenset(int(e[1:]) - 1 for e in events.get(query_id, ()))
        read: frozenset[str] = frozenset().union(*(said.words[i] for i in witness))
        asked = content_words(candidate.question)
        terms = key_terms(candidate.question, candidate.names, style)
        values = _values(row)
        is_base = not row["is_derived"] or (row["witness_size_min"] or 0) < 2
        found.append(
            Feature(
                label=row["label"],
                answer=f"{row['label']} {' | '.join(values)}",
                shape="unknown" if row["label"] == "unknown" else row["answer_type"],
                size=row["witness_size_min"] or 0,
                has_obsolete=row["obsolete_event_count"] > 0,
                height=row["height"],
                width=row["width"],
                degree=row["composition_degree"],
                overlap=len(asked & read) / len(asked) if asked else 0.0,
                is_leaked=not is_base and said.give_away(candidate.names, _stated(row)),
                children=children.get(query_id, 0),
                is_gapped=bool(witness and terms) and not terms & read and _in_distractor(terms, said, witness),
            )
        )
    return found


def _in_distractor(terms: frozenset[str], said: Records, witness: frozenset[int]) -> bool:
    """Whether every term stands in some record outside the witness."""
    return all(said.where.get(t, set()) - witness for t in terms)


def _rows(tables: Frames) -> dict[str, dict[str, Any]]:
    derived = tables["dag_node"].group_by("query_id").agg(is_derived=(pl.col("kind") == "derived").any())
    frame = tables["answer"].join(tables["measure"], on="query_id").join(derived, on="query_id", how="left")
    flag = pl.col("is_derived").fill_null(value=False)
    return {row["query_id"]: row for row in frame.with_columns(flag).iter_rows(named=True)}


def _children(nodes: pl.DataFrame, edges: pl.DataFrame) -> dict[str, int]:
    """Query id to the number of states right below its root that a probe can ask."""
    roots = nodes.filter(pl.col("depth") == 0).select("query_id", head="node_id")
    askable = nodes.filter(pl.col("kind").is_in(ASKED)).select("query_id", body="node_id")
    found = edges.join(roots, on=["query_id", "head"], how="semi").join(askable, on=["query_id", "body"], how="semi")
    return dict(found.group_by("query_id").len().iter_rows())


def _witness_events(tables: Frames) -> dict[str, list[str]]:
    first = tables["witness_event"].filter(pl.col("witness_id") == 1)
    return dict(first.group_by("query_id", maintain_order=True).agg("event_id").iter_rows())


def _values(row: Mapping[str, Any]) -> list[str]:
    """The parts of the answer as text."""
    if row["value_set"] is not None:
        return [str(v) for v in row["value_set"]]
    for name in ("value_number", "value_boolean", "value_entity", "value_date"):
        if row[name] is not None:
            value = row[name]
            return [f"{value:f}".rstrip("0").rstrip(".") if name == "value_number" else str(value)]
    return []


def _stated(row: Mapping[str, Any]) -> list[str]:
    """What of the answer a record could state: a truth has no words of its own."""
    return [] if row["value_boolean"] is not None or row["label"] == "unknown" else _values(row)

"""The tables and columns of a batch that only a generated suite has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import pyarrow as pa

from memsql.gold.suite import Tables
from memsql.gold.tables import arrow_schema
from memsql.suite.candidates import Candidate
from memsql.suite.features import Feature
from memsql.suite.history import History
from memsql.suite.neutral import Distractor
from memsql.suite.operators import load_operators
from memsql.suite.tracked import Checkpoint, Tracked, key_text

Row = dict[str, Any]


def suite_tables(
    tables: Tables,
    seed: int,
    histories: Sequence[History],
    checkpoints: Sequence[Sequence[Checkpoint]],
    tracked: Sequence[Sequence[Tracked]],
    picked: Mapping[str, tuple[Candidate, Feature]],
    distractors: Iterable[Distractor],
    probes: Iterable[Row],
) -> Tables:
    """Return the batch's tables with those of the generator; the sequences run over its scenarios."""
    rows: dict[str, list[Row]] = {
        "reference": [row for h in histories for row in _references(h)],
        "distractor": [d._asdict() for d in distractors],
        "probe": list(probes),
        "checkpoint": [],
        "tracked": [],
        "tracked_answer": [],
        "transition": [],
    }
    for history, points, own in zip(histories, checkpoints, tracked, strict=True):
        scenario_id = history.config.id
        rows["checkpoint"] += [
            {"scenario_id": scenario_id, "checkpoint": c.number, "cutoff_at": c.cutoff_at, "event_count": c.event_count}
            for c in points
        ]
        for number, target in enumerate(own, 1):
            tracked_id = f"{scenario_id}_t{number}"
            rows["tracked"].append(_target(tracked_id, scenario_id, target))
            rows["tracked_answer"] += [
                {"tracked_id": tracked_id, "checkpoint": c.number, **answer}
                for c, answer in zip(points, target.answers, strict=True)
            ]
            rows["transition"] += [
                {
                    "tracked_id": tracked_id,
                    "checkpoint": change.checkpoint,
                    "is_changed": change.is_changed,
                    "is_explicit": change.is_explicit,
                    "change_depth": change.depth,
                }
                for change in target.changes
            ]
    made = {name: pa.Table.from_pylist(found, schema=arrow_schema(name)) for name, found in rows.items()}
    return tables | made | _with_columns(tables, seed, picked)


def _references(history: History) -> list[Row]:
    found = []
    for event_id, predicate, key, value in zip(
        *(history.scenario.actions[c].to_pylist() for c in ("event_id", "predicate", "key", "value")), strict=True
    ):
        if predicate == "refers_to":
            row = {"scenario_id": history.config.id, "phrase": key[0], "entity": value[0], "event_id": event_id}
            found.append(row)
    return found


def _target(tracked_id: str, scenario_id: str, target: Tracked) -> Row:
    candidate = target.candidate
    return {
        "tracked_id": tracked_id,
        "scenario_id": scenario_id,
        "relation": candidate.operator.relation.replace("first(", "first_").rstrip(")"),
        "key": key_text(candidate.key),
        "is_collection": candidate.operator.asks == "members",
        "family": candidate.operator.family,
        "operator": candidate.operator.name,
        "question": candidate.question,
    }


def _with_columns(tables: Tables, seed: int, picked: Mapping[str, tuple[Candidate, Feature]]) -> Tables:
    """Operators, families and overlap of the queries; the seed of the scenarios."""
    ids = tables["query"]["query_id"].to_pylist()
    families = families_of(tables)
    columns = {
        ("query", "operator"): [picked[q][0].operator.name for q in ids],
        ("query", "families"): [sorted({picked[q][0].operator.family, *families.get(q, ())}) for q in ids],
        ("measure", "vocabulary_overlap"): [Decimal(f"{picked[q][1].overlap:.4f}") for q in ids],
        ("measure", "has_lexical_gap"): [picked[q][1].is_gapped for q in ids],
        ("scenario", "seed"): [seed] * tables["scenario"].num_rows,
    }
    found: Tables = {}
    for (name, column), values in columns.items():
        table = found.get(name, tables[name])
        field = table.schema.field(column)
        found[name] = table.set_column(table.schema.get_field_index(column), field, pa.array(values, field.type))
    return found


def families_of(tables: Tables) -> dict[str, set[str]]:
    """Query id to the families of the operators whose relations stand in its derivation."""
    domain_of = dict(zip(*(tables["scenario"][c].to_pylist() for c in ("scenario_id", "domain")), strict=True))
    scenario_of = dict(zip(*(tables["query"][c].to_pylist() for c in ("query_id", "scenario_id")), strict=True))
    known: dict[str, dict[str, str]] = {}
    for domain in sorted(set(domain_of.values())):
        known[domain] = {}
        for operator in load_operators(domain).operators:
            known[domain].setdefault(operator.relation, operator.family)
    found: dict[str, set[str]] = {}
    nodes = tables["dag_node"]
    for query_id, relation in zip(*(nodes[c].to_pylist() for c in ("query_id", "relation")), strict=True):
        family = known[domain_of[scenario_of[query_id]]].get(relation or "")
        if family is not None:
            found.setdefault(query_id, set()).add(family)
    return found

"""The exported tables: columns, types, units and meaning. ``data/README.md`` shows this list."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

SCHEMA_VERSION = 1
TEXT, INT, BIG, BOOL = pa.string(), pa.int32(), pa.int64(), pa.bool_()
TIME, DAY = pa.timestamp("us"), pa.date32()
NUMBER, COUNT, MEAN = pa.decimal128(38, 6), pa.decimal128(38, 0), pa.decimal128(18, 4)
TEXTS = pa.list_(pa.field("element", TEXT))


class Field(NamedTuple):
    """One column: its Arrow type and what it means; ``is_optional`` columns may be null."""

    name: str
    type: pa.DataType
    meaning: str
    is_optional: bool = False


class Table(NamedTuple):
    """One exported table."""

    grain: str
    meaning: str
    fields: tuple[Field, ...]


QUERY_ID = Field("query_id", TEXT, "the query")
SCENARIO_ID = Field("scenario_id", TEXT, "the scenario")
EVENT_ID = Field("event_id", TEXT, "the event, by the identifier that a system cites")
NODE_ID = Field(
    "node_id", TEXT, "`relation(key)`, `relation[scope]` for a collection, `event:<id>`; \\ , ( ) [ ] escaped"
)
NODE_FIELDS = (
    Field("key", TEXT, "key or scope as a JSON array of text; null for events and queries", True),
    Field(
        "is_true",
        BOOL,
        "truth of the state; null: not determined (an open collection too)",
        True,
    ),
    Field(
        "value",
        TEXT,
        "value columns as a JSON array of text; null where none, or the state is not true",
        True,
    ),
)
ANSWER_FIELDS = (
    Field("label", TEXT, "answerable, justified-zero, unknown"),
    Field("answer_type", TEXT, "number, boolean, entity, date, set, tuple"),
    Field("value_number", NUMBER, "the number", True),
    Field("value_boolean", BOOL, "the truth", True),
    Field("value_entity", TEXT, "the entity", True),
    Field("value_date", DAY, "the day", True),
    Field(
        "value_set",
        TEXTS,
        "sorted members (several free columns: a JSON array each), or a tuple's values",
        True,
    ),
)
KINDS = "event, fact, rule (a fact that an event declares), completeness, derived, collection, missing, query"

TABLES: dict[str, Table] = {
    "scenario": Table(
        "scenario_id",
        "Scenarios of the suite.",
        (
            SCENARIO_ID,
            Field("domain", TEXT, "name of its schema and rules"),
            Field("title", TEXT, "what it is"),
            Field("seed", BIG, "seed of a generated scenario", True),
            Field("origin", TEXT, "where the history comes from"),
            Field("licence", TEXT, "its licence"),
        ),
    ),
    "event": Table(
        "scenario_id, event_id",
        "Events with the records that a system reads (paper section 2.1).",
        (
            SCENARIO_ID,
            EVENT_ID,
            Field("observed_at", TIME, "observation time, without zone"),
            Field("record", TEXT, "natural-language record"),
            Field("is_chatter", BOOL, "whether it records no action"),
        ),
    ),
    "action": Table(
        "scenario_id, event_id, ordinal",
        "Symbolic actions of the events; gold depends on these alone.",
        (
            SCENARIO_ID,
            EVENT_ID,
            Field("ordinal", INT, "position in the event, from 1"),
            Field("verb", TEXT, "assert, cancel, complete, declare"),
            Field("predicate", TEXT, "the relation; for complete, the one that becomes complete"),
            Field("key", TEXT, "JSON array of text in the order of the declaration; for complete, the scope"),
            Field("value", TEXT, "JSON array of text in the order of the declaration; [] where there is none"),
        ),
    ),
    "fact_version": Table(
        "scenario_id, relation, key, version, event_id",
        "Versions of every fact as intervals of observation time; one row per event that asserts one.",
        (
            SCENARIO_ID,
            Field("relation", TEXT, "the predicate"),
            Field("key", TEXT, "JSON array of text"),
            Field("version", INT, "number of the version of the key, from 1"),
            Field("value", TEXT, "JSON array of text; null for a cancellation", True),
            Field("valid_from", DAY, "first day on which the fact applies, for facts with valid time", True),
            Field("is_cancelled", BOOL, "whether the version says that there is no value"),
            Field("is_declared", BOOL, "whether an event declares it as a rule"),
            EVENT_ID,
            Field("observed_at", TIME, "when this event was observed"),
            Field("superseded_at", TIME, "when the next version was observed; null for the newest", True),
            Field("superseded_by", TEXT, "the event that asserts the next version", True),
        ),
    ),
    "query": Table(
        "query_id",
        "Queries: a target and a cutoff (paper section 2.2).",
        (
            QUERY_ID,
            SCENARIO_ID,
            Field("relation", TEXT, "the relation that is asked"),
            Field("key", TEXT, "JSON array of text in the order of the relation's key, or of its scope"),
            Field("is_collection", BOOL, "whether all members of the scope are asked for"),
            Field("cutoff_at", TIME, "observation cutoff, inclusive; a date means its end"),
            Field("known_at", TIME, "what the record said then decides; the cutoff where none was given"),
            Field("family", TEXT, "temporal, semantic, closure, rules, set_quant", True),
            Field("question", TEXT, "the question in words", True),
            Field("operator", TEXT, "operator of a generated query, by the name of its domain's table", True),
            Field("families", TEXTS, "families of the operators whose states a generated query derives from", True),
        ),
    ),
    "answer": Table(
        "query_id",
        "Gold answers z(q) (paper section 2.2).",
        (
            QUERY_ID,
            *ANSWER_FIELDS,
        ),
    ),
    "node": Table(
        "query_id, node_id",
        "Nodes of the full derivation graph.",
        (
            QUERY_ID,
            NODE_ID,
            Field("kind", TEXT, KINDS),
            Field("relation", TEXT, "its relation; null for events and queries", True),
            Field("is_collection", BOOL, "whether it is a whole collection"),
            Field("is_internal", BOOL, "whether the compiler, not an author, named it"),
            Field("depth", INT, "shortest distance from the root, in edges"),
            *NODE_FIELDS,
        ),
    ),
    "edge": Table(
        "query_id, head, alternative, body",
        "Edges of the full derivation graph.",
        (
            QUERY_ID,
            Field("head", TEXT, "the node that is derived"),
            Field(
                "alternative",
                INT,
                "one way to derive it, from 0: all its bodies; -1: what an undecided head looked for",
            ),
            Field("body", TEXT, "an input"),
        ),
    ),
    "dag_node": Table(
        "query_id, node_id",
        "Nodes of the derivation DAG G(q): collections are folded into their readers.",
        (
            QUERY_ID,
            NODE_ID,
            Field("kind", TEXT, KINDS),
            Field("relation", TEXT, "its relation; null for events and queries", True),
            Field("depth", INT, "length of the longest path from the root, in edges"),
            *NODE_FIELDS,
        ),
    ),
    "dag_edge": Table(
        "query_id, head, body",
        "Edges of the derivation DAG.",
        (
            QUERY_ID,
            Field("head", TEXT, "the node that needs"),
            Field("body", TEXT, "the node that it needs"),
        ),
    ),
    "support": Table("query_id, event_id", "Events at the leaves of the derivations, S(q).", (QUERY_ID, EVENT_ID)),
    "witness": Table(
        "query_id, witness_id",
        "Witnesses W(q), the 64 smallest at most.",
        (
            QUERY_ID,
            Field("witness_id", INT, "number, from 1, smaller witnesses first"),
            Field("size", INT, "number of events"),
        ),
    ),
    "witness_event": Table(
        "query_id, witness_id, event_id",
        "Events of the listed witnesses.",
        (
            QUERY_ID,
            Field("witness_id", INT, "the witness"),
            EVENT_ID,
        ),
    ),
    "witness_part": Table(
        "query_id, component, choice, event_id",
        "All witnesses, factorised: the core and one choice of each component.",
        (
            QUERY_ID,
            Field("component", INT, "0: the core; from 1: independent components"),
            Field("choice", INT, "one of the component's minimal sets, from 0"),
            EVENT_ID,
        ),
    ),
    "obsolete": Table(
        "query_id, node_id, event_id",
        "Superseded versions, visible at the cutoff, of facts that are read.",
        (
            QUERY_ID,
            NODE_ID,
            EVENT_ID,
        ),
    ),
    "measure": Table(
        "query_id",
        "Workload dimensions (paper section 2.4).",
        (
            QUERY_ID,
            Field("height", INT, "edges of the longest path of the DAG"),
            Field("width", INT, "most nodes of the DAG at one depth"),
            Field("node_count", INT, "nodes of the DAG"),
            Field("support_size", INT, "events of the support"),
            Field(
                "witness_size_min",
                INT,
                "events of a smallest witness; null where unknown, 0 where rules and key alone decide",
                True,
            ),
            Field("witness_size_max", INT, "events of a largest witness; null where unknown", True),
            Field("witness_count", COUNT, "number of witnesses, exact up to 10^38 - 1; null where unknown", True),
            Field("witness_listed_count", INT, "witnesses in the table witness; null where unknown", True),
            Field("is_truncated", BOOL, "whether a component was capped: counts and recalls are then lower bounds"),
            Field(
                "is_literal_sufficient",
                BOOL,
                "whether each checked witness, read alone, gives the answer; null: unknown, or not checked",
                True,
            ),
            Field("witness_age_days", INT, "days from the oldest event of the first witness to known_at", True),
            Field("witness_span_days", INT, "days from the oldest to the newest event of the first witness", True),
            Field("fact_count", INT, "facts that the derivation reads and that have a version"),
            Field("version_count_mean", MEAN, "visible versions per such fact", True),
            Field("obsolete_event_count", INT, "superseded versions of them, counted by event"),
            Field(
                "composition_degree",
                INT,
                "how many of version resolution, rule application and completeness the derivation combines, at least 1",
            ),
            Field(
                "vocabulary_overlap",
                MEAN,
                "share of a generated question's content words that the records of its first witness hold",
                True,
            ),
            Field(
                "has_lexical_gap",
                BOOL,
                "whether a generated question's own terms stand in no record of its first witness, yet in distractors",
                True,
            ),
        ),
    ),
    "reference": Table(
        "scenario_id, phrase",
        "Phrases by which generated questions ask for an entity (paper section 3.3).",
        (
            SCENARIO_ID,
            Field("phrase", TEXT, "the phrase; a key holds it as @phrase"),
            Field("entity", TEXT, "what it stands for, at the end of the history"),
            EVENT_ID,
        ),
    ),
    "distractor": Table(
        "query_id, event_id",
        "Events outside the support that resemble what a generated query needs (paper section 2.3).",
        (
            QUERY_ID,
            EVENT_ID,
            Field("kind", TEXT, "chatter: no action; near-miss: an action on another entity, day or version"),
        ),
    ),
    "probe": Table(
        "probe_id",
        "State probes: the diagnostic DAG D(q) is dag_edge between the root and these nodes (paper section 4.2).",
        (
            Field("probe_id", TEXT, "the probe"),
            QUERY_ID,
            NODE_ID,
            Field("position", INT, "order in which every system is asked, from 1, breadth first"),
            Field("kind", TEXT, "fact, rule or derived"),
            Field("question", TEXT, "the question for the state, from a fixed template"),
            *ANSWER_FIELDS,
        ),
    ),
    "checkpoint": Table(
        "scenario_id, checkpoint",
        "Checkpoints of the maintenance study (paper section 4.3), at equal numbers of events.",
        (
            SCENARIO_ID,
            Field("checkpoint", INT, "number, from 1"),
            Field("cutoff_at", TIME, "observation cutoff, inclusive"),
            Field("event_count", INT, "events up to it"),
        ),
    ),
    "tracked": Table(
        "tracked_id",
        "Tracked queries: a target that is asked at every checkpoint (paper section 4.3).",
        (
            Field("tracked_id", TEXT, "the tracked query"),
            SCENARIO_ID,
            Field("relation", TEXT, "the relation that is asked"),
            Field("key", TEXT, "JSON array of text, of the key or of the scope"),
            Field("is_collection", BOOL, "whether all members of the scope are asked for"),
            Field("family", TEXT, "temporal, semantic, closure, rules, set_quant"),
            Field("operator", TEXT, "the operator's name"),
            Field("question", TEXT, "the question, the same at every checkpoint"),
        ),
    ),
    "tracked_answer": Table(
        "tracked_id, checkpoint",
        "Gold trajectories z(q_1) to z(q_m).",
        (
            Field("tracked_id", TEXT, "the tracked query"),
            Field("checkpoint", INT, "the checkpoint"),
            *ANSWER_FIELDS,
        ),
    ),
    "transition": Table(
        "tracked_id, checkpoint",
        "Transitions from the checkpoint before to this one.",
        (
            Field("tracked_id", TEXT, "the tracked query"),
            Field("checkpoint", INT, "the later checkpoint, from 2"),
            Field("is_changed", BOOL, "whether label or answer changed, d_j(q)"),
            Field(
                "is_explicit",
                BOOL,
                "for a change: whether an event between asserts or cancels the target, or a child of the root",
                True,
            ),
            Field("change_depth", INT, "smallest depth in the DAG at which an event between enters", True),
        ),
    ),
}

GENERATED = ("reference", "distractor", "probe", "checkpoint", "tracked", "tracked_answer", "transition")
"""Tables that the generator fills; those of a suite from elsewhere are empty."""


def arrow_schema(name: str) -> pa.Schema:
    """Return the Arrow schema of an exported table."""
    return pa.schema([pa.field(f.name, f.type, nullable=f.is_optional) for f in TABLES[name].fields])


def conform(name: str, table: pa.Table) -> pa.Table:
    """Return the table in its declared types; a column that would lose something fails loudly."""
    return table.select([f.name for f in TABLES[name].fields]).cast(arrow_schema(name))

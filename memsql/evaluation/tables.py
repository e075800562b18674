"""Tables of a run folder: what a run leaves, what scoring adds (EVALUATION: "What a run leaves").

Every table but ``score`` and what follows it is written once, by the run; the others are computed from these and
from the suite, and can be computed again by anyone.
"""

from __future__ import annotations

import pyarrow as pa

from memsql.gold.tables import ANSWER_FIELDS, BOOL, INT, QUERY_ID, SCENARIO_ID, TEXT, TEXTS, TIME, Field, Table

REAL = pa.float64()
OUTCOMES = ("ok", "parse_error", "refused", "timeout", "sut_error")
RESPONSE_FIELDS = (
    Field("outcome", TEXT, f"{', '.join(OUTCOMES)}; every other than ok counts as wrong"),
    *(Field(f.name, f.type, f.meaning + "; null unless the outcome is ok", True) for f in ANSWER_FIELDS),
    Field("cited_event_ids", TEXTS, "events cited for the answer, sorted; empty: none", True),
    Field("answer_author", TEXT, "who authored answer and label: symbolic, the model's name, or the system's"),
    Field("citation_author", TEXT, "who authored the citations"),
    Field("coverage", REAL, "share of the context's lines that the symbolic reader could read; null: another", True),
    Field("raw", TEXT, "the output of a model as it came; null: no model", True),
    Field("detail", TEXT, "why the outcome is not ok; null: it is", True),
    Field("input_tokens", INT, "tokens of the request, as the endpoint counts; null: it does not say", True),
    Field("output_tokens", INT, "tokens of the output, likewise", True),
    Field("request_sha256", TEXT, "the request; rows with the same one share it and its tokens; null: no model", True),
)

RUN_TABLES: dict[str, Table] = {
    "context": Table(
        "ask_id",
        "What the system returned, one row a question that it was asked.",
        (
            Field("ask_id", TEXT, "query_id, probe_id, or tracked_id@checkpoint"),
            Field("kind", TEXT, "query, probe (the targeted context), tracked"),
            SCENARIO_ID,
            Field("as_of", TIME, "cutoff of the question; everything observed up to it was ingested, and no more"),
            Field("outcome", TEXT, "ok, timeout, sut_error"),
            Field("text", TEXT, "the context"),
            Field("event_ids", TEXTS, "records in it as the system says, in its order; null: it cannot tell", True),
            Field("record_count", INT, "records in it as the system says", True),
            Field("token_count", INT, "tokens of the text (words-and-signs)"),
            Field("history_share", REAL, "tokens of the text over tokens of all records ingested so far", True),
            Field("calls", INT, "model calls that the system made for it, as it says", True),
            Field("input_tokens", INT, "tokens that it sent to models", True),
            Field("output_tokens", INT, "tokens that models sent back", True),
        ),
    ),
    "response": Table("query_id", "Answers to the queries.", (QUERY_ID, *RESPONSE_FIELDS)),
    "probe_response": Table(
        "probe_id, context, parent",
        "Answers to the state probes, in the targeted context and in those inherited from each probed parent.",
        (
            Field("probe_id", TEXT, "the probe"),
            QUERY_ID,
            Field("context", TEXT, "targeted: the probe was asked; inherited: the context returned for its parent"),
            Field("parent", TEXT, "node_id of the parent in D(q) for an inherited context, else empty"),
            *RESPONSE_FIELDS,
        ),
    ),
    "tracked_response": Table(
        "tracked_id, checkpoint",
        "Answers to the tracked queries.",
        (Field("tracked_id", TEXT, "the tracked query"), Field("checkpoint", INT, "the checkpoint"), *RESPONSE_FIELDS),
    ),
    "recovery_response": Table(
        "query_id, evidence",
        "Answers of wrongly answered, probed queries when the answer model recomputes from states (section 4.2.4).",
        (
            QUERY_ID,
            Field("evidence", TEXT, "self: the system's targeted answers; gold: gold in place of wrong ones"),
            *RESPONSE_FIELDS,
        ),
    ),
    "ingestion": Table(
        "scenario_id, batch",
        "What ingestion cost, one row a batch of records between two questions.",
        (
            SCENARIO_ID,
            Field("batch", INT, "number of the batch, from 1"),
            Field("record_count", INT, "records of it"),
            Field("token_count", INT, "tokens of them (words-and-signs)"),
            Field("calls", INT, "model calls, as the system says", True),
            Field("input_tokens", INT, "tokens sent to models", True),
            Field("output_tokens", INT, "tokens that models sent back", True),
        ),
    ),
    "timing": Table(
        "scenario_id, phase",
        "Seconds by the clock: the one table that differs from one run to the next.",
        (
            SCENARIO_ID,
            Field("phase", TEXT, "ingest (until ready), context"),
            Field("calls", INT, "calls of the system"),
            Field("seconds", REAL, "seconds that they took"),
        ),
    ),
    "canary": Table(
        "canary",
        "Canaries: whether the run can be believed at all.",
        (
            Field("canary", TEXT, "what was tried"),
            Field("verdict", TEXT, "passed, failed (the run is INVALID), not declared"),
            Field("found", TEXT, "what was seen"),
        ),
    ),
    "score": Table(
        "query_id",
        "Q1: each answer against gold (section 4.1).",
        (
            QUERY_ID,
            Field("is_correct", BOOL, "answer right where one is due; label unknown right where none is"),
            Field("is_label_correct", BOOL, "the label alone"),
            Field("citation_precision", REAL, "p_E = |E and S| / |E|; null where nothing is cited", True),
            Field("citation_recall", REAL, "r_W = largest |E and W| / |W|; null where gold has no witness", True),
        ),
    ),
    "probe_score": Table(
        "probe_id, context, parent",
        "Q2: each probe answer against the node's state (section 4.2.2).",
        (
            Field("probe_id", TEXT, "the probe"),
            QUERY_ID,
            Field("context", TEXT, "targeted or inherited"),
            Field("parent", TEXT, "node_id of the parent, empty for targeted"),
            Field("is_correct", BOOL, "the state is right"),
        ),
    ),
    "frontier": Table(
        "query_id, node_id",
        "Q2: the failure frontier of every wrongly answered, probed query (Algorithm 1); none where its answer failed.",
        (
            QUERY_ID,
            Field("node_id", TEXT, "the node"),
            Field("class", TEXT, "ungathered, unretrievable, misderived, or unanswered: an answer failed (ours)"),
            Field("dimension", TEXT, "access, evolution, composition, or other (ours)"),
            Field("depth", INT, "its depth in the contracted DAG"),
        ),
    ),
    "recovery": Table(
        "query_id",
        "Q2: what recomputing a wrong answer from states gives (section 4.2.4).",
        (
            QUERY_ID,
            Field("is_self_correct", BOOL, "right from the system's own targeted answers"),
            Field("is_gold_correct", BOOL, "right from gold states"),
            Field("is_load_bearing", BOOL, "gold repairs where self does not"),
        ),
    ),
    "maintenance": Table(
        "tracked_id, checkpoint",
        "Q3: tracked answers (section 4.3); the transition columns are null at the first checkpoint.",
        (
            Field("tracked_id", TEXT, "the tracked query"),
            Field("checkpoint", INT, "the checkpoint"),
            Field("is_correct", BOOL, "the answer is right, c_j(q)"),
            Field("is_changed", BOOL, "whether gold changed since the checkpoint before, d_j(q)", True),
            Field("is_explicit", BOOL, "for a change: whether an event says it", True),
            Field("staleness", INT, "for a change: checkpoints until the answer is right; null: never is", True),
        ),
    ),
}


def run_schema(name: str) -> pa.Schema:
    """Return the Arrow schema of a table of a run folder."""
    return pa.schema([pa.field(f.name, f.type, nullable=f.is_optional) for f in RUN_TABLES[name].fields])

"""The scorers' database: tables of a suite and of any number of runs, and the SQL files that score them all at once.

Schemas: ``suite`` (exported tables), ``run`` (tables of run folders, with a run_id), ``evaluation`` (a table for each
file of ``sql/evaluation/``). Another evaluator can load the same Parquet files under these names, execute the same
files in the order of STEPS, and gets the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl
import pyarrow as pa

from memsql.db import Database
from memsql.errors import DataError, shown
from memsql.evaluation.exam import Exam
from memsql.evaluation.tables import OUTCOMES, RUN_TABLES, run_schema
from memsql.gold.tables import TABLES, arrow_schema
from memsql.resources import sql_text

LABELS = ("answerable", "justified-zero", "unknown")
GIVEN = ("context", "response", "probe_response", "tracked_response", "recovery_response", "ingestion", "canary")
"""Tables that a run writes and the scorers read."""
NEEDED = (
    *("scenario", "event", "fact_version", "query", "answer", "node", "edge", "dag_node", "dag_edge", "support"),
    *("witness_part", "obsolete", "measure", "reference", "probe", "tracked", "tracked_answer", "transition"),
)
"""Tables of the suite that the scorers read."""
STEPS = (
    *("bin", "gold_statement", "given_statement", "statement", "spelling", "stated", "match"),
    *("cited", "citation_precision", "citation_recall", "score", "query_bin", "context_bin", "reliability_sum"),
    *("diagnostic_node", "diagnostic_edge", "probe_score", "wrong_node", "failing_node"),
    *("frontier_context", "context_event"),
    *(
        "reach",
        "obsolete_state",
        "numbered_node",
        "alternative",
        "whole_witness",
        "frontier_evolution",
        "frontier",
        "stopping_node",
        "stopping_state",
    ),
    *("recovery", "diagnosis_sum", "maintenance", "maintenance_sum", "outcome_count", "cost"),
)
"""The files of ``sql/evaluation/``, each after those that it reads."""
ITEMS = {
    "response": ("query", "query_id", ("query_id",)),
    "recovery_response": ("query", "query_id", ("query_id", "evidence")),
    "probe_response": ("probe", "probe_id", ("probe_id", "context", "parent")),
    "tracked_response": ("tracked", "tracked_id", ("tracked_id", "checkpoint")),
}
"""Tables of answers: the table of the suite that lists what is asked, its key, and the grain."""

Frames = Mapping[str, pl.DataFrame]


@dataclass(frozen=True, slots=True)
class Run:
    """What a run left: its name, the hash of the suite that it answered, and its tables; a missing table is empty."""

    name: str
    suite_hash: str
    tables: Frames = field(default_factory=dict)


def suite_tables(exam: Exam, scenario_ids: Iterable[str] | None = None) -> dict[str, pl.DataFrame]:
    """Return the tables of a suite that the scorers read, of the exam's scenarios or of some of them.

    Denominators are those of the scenarios given here. Raises DataError for a scenario that the suite does not have.
    """
    wanted = exam.scenario_ids if scenario_ids is None else tuple(scenario_ids)
    for scenario in wanted:
        if scenario not in exam.scenario_ids:
            known = ", ".join(exam.scenario_ids)
            raise DataError(f"{exam.folder}: no scenario {shown(scenario)}; known are: {known}")
    tables = {name: exam.table(name) for name in NEEDED}
    if len(wanted) == tables["scenario"].height:
        return tables
    keys = {
        key: tables[name].filter(pl.col("scenario_id").is_in(wanted)).select(key)
        for name, key in (("query", "query_id"), ("tracked", "tracked_id"), ("scenario", "scenario_id"))
    }
    for name, table in tables.items():
        key = next(k for k in keys if k in table.columns)
        tables[name] = table.join(keys[key], on=key, how="semi", maintain_order="left")
    return tables


def scored(suite: Frames, runs: Sequence[Run], wanted: Sequence[str]) -> dict[str, pl.DataFrame]:
    """Return tables of the schema ``evaluation`` by name, each with a run_id (the run's name) and in the order of keys.

    Executes what the wanted tables need and no more. Raises DataError for an answer to something that the suite does
    not ask, an answer given twice, and columns or values that RUN_TABLES does not know.
    """
    _distinct(runs)
    db = Database()
    try:
        db.reset(("suite", "run", "evaluation"))
        for name in NEEDED:
            db.load("suite", name, _suite_table(name, suite))
        db.load("run", "run", pa.table({"run_id": pa.array([r.name for r in runs], pa.string())}))
        for name in GIVEN:
            db.load("run", name, _run_table(name, runs, suite))
        steps = needed(wanted)
        for name in steps:
            db.run(f"create table evaluation.{name} as {sql_text(f'evaluation/{name}')}")
        return {name: db.frame(f"from evaluation.{name} order by all") for name in wanted}
    finally:
        db.close()


def needed(wanted: Iterable[str]) -> list[str]:
    """Return the steps that lead to the wanted tables, in their order."""
    found = set(wanted)
    for name in reversed(STEPS):
        if name in found:
            text = sql_text(f"evaluation/{name}")
            found |= {other for other in STEPS if f"evaluation.{other} " in text.replace("\n", " ") + " "}
    return [name for name in STEPS if name in found]


def typed(name: str, table: pl.DataFrame) -> pl.DataFrame:
    """Return a scored table with the columns and types of RUN_TABLES, sorted by its grain."""
    schema = run_schema(name)
    arrow = table.select(schema.names).to_arrow().cast(schema)
    found = pl.DataFrame(arrow)
    return found.sort(RUN_TABLES[name].grain.split(", "))


def _distinct(runs: Sequence[Run]) -> None:
    seen = set()
    for run in runs:
        if run.name in seen or not run.name:
            raise DataError(f"run {shown(run.name)}: two runs of one name, or none; name each run once")
        seen.add(run.name)


def _suite_table(name: str, suite: Frames) -> pa.Table:
    schema = arrow_schema(name)
    if name not in suite:
        return schema.empty_table()
    missing = [f.name for f in TABLES[name].fields if f.name not in suite[name].columns]
    if missing:
        raise DataError(f"table {name} of the suite: no column {missing[0]}; make the suite again with memsql gold")
    return suite[name].select(schema.names).to_arrow().cast(schema)


def _run_table(name: str, runs: Sequence[Run], suite: Frames) -> pa.Table:
    """One table of all runs, with the run's name in front."""
    schema = run_schema(name)
    parts = []
    for run in runs:
        table = run.tables.get(name)
        if table is None:
            continue
        where = f"run {run.name}, table {name}"
        for column in schema.names:
            if column not in table.columns:
                raise DataError(f"{where}: no column {column}; write the columns of RUN_TABLES")
        if name == "context":
            # A context can be the whole history: its text is read for ids only where the system names no event.
            is_named = pl.col("event_ids").is_not_null()
            table = table.with_columns(text=pl.when(is_named).then(pl.lit("")).otherwise(pl.col("text")))
        try:
            arrow = table.select(schema.names).to_arrow().cast(schema)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError, ValueError) as error:
            reason = str(error).splitlines()[0]
            raise DataError(f"{where}: does not fit its types ({reason}); write those of RUN_TABLES") from None
        _check(name, where, table, suite)
        parts.append(arrow.add_column(0, "run_id", pa.array([run.name] * arrow.num_rows, pa.string())))
    empty = pa.schema([pa.field("run_id", pa.string()), *schema]).empty_table()
    return pa.concat_tables([empty, *(p.cast(empty.schema) for p in parts)])


def _check(name: str, where: str, table: pl.DataFrame, suite: Frames) -> None:
    """Refuse answers that the suite did not ask for, that stand twice, or that end as nothing is known to end."""
    if name not in ITEMS:
        return
    asked, key, grain = ITEMS[name]
    known = suite[asked].select(key) if asked in suite else pl.DataFrame(schema={key: pl.String})
    stray = table.join(known, on=key, how="anti", maintain_order="left")
    if stray.height:
        found = shown(stray[key][0])
        raise DataError(f"{where}: the suite has no {asked} {found}; score the run against the suite that it answered")
    if name == "tracked_response":
        pairs = ("tracked_id", "checkpoint")
        stray = table.join(suite["tracked_answer"].select(pairs), on=pairs, how="anti", maintain_order="left")
        if stray.height:
            found, checkpoint = stray.select(pairs).row(0)
            raise DataError(
                f"{where}: the suite has no checkpoint {checkpoint} of {found}; score it against its own suite"
            )
    twice = table.filter(table.select(grain).is_duplicated())
    if twice.height:
        found = ", ".join(str(v) for v in twice.select(grain).row(0) if v != "")
        raise DataError(f"{where}: two rows for {found}; keep the one that was given first")
    for column, values in (("outcome", OUTCOMES), ("label", LABELS)):
        odd = table.filter(~pl.col(column).is_in(values))
        if odd.height:
            raise DataError(f"{where}: {column} {shown(odd[column][0])}; it is one of {', '.join(values)}")

"""Planted faults come out as what they are: the class, the dimension or the metric that says so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from memsql.errors import DataError
from memsql.evaluation.answers import answers_of, wanted_of
from memsql.evaluation.collect import collect
from memsql.evaluation.exam import Exam, Kind
from memsql.evaluation.journal import as_frame
from memsql.evaluation.native import Native
from memsql.evaluation.recover import recoveries
from memsql.evaluation.registry import spec
from memsql.evaluation.respond import Report, Row, Symbolic, Wanted
from memsql.evaluation.scorer import Run
from memsql.evaluation.summary import Scored, compare, evaluate
from tests.evaluation import faulty

READ = ("DropsCurrent", "ServesObsolete", "LosesRules", "Lags")
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Replayed:
    """Answers that were given before, in their order: several systems share one call of the reader."""

    answers: Iterator[Row]
    author: str = "symbolic"
    probes: bool = True
    derives: bool = True

    def about(self) -> dict[str, Any]:
        return {}

    def answer(self, wanted: Sequence[Wanted], report: Report | None = None) -> list[Row]:
        del report
        return [next(self.answers) for _ in wanted]


@pytest.fixture(scope="module")
def exam(generated_suite: Path) -> Exam:
    return Exam(generated_suite)


def run_of(exam: Exam, name: str, tables: dict[str, Rows], suite_hash: str = "") -> Run:
    frames = {table: as_frame(table, rows) for table, rows in tables.items()}
    return Run(name, suite_hash or exam.suite_hash, frames)


@pytest.fixture(scope="module")
def runs(exam: Exam) -> dict[str, Run]:
    contexts: dict[str, Rows] = {}
    for name in READ:
        system = spec(f"{faulty.__name__}:{name}", {"folder": str(exam.folder)})
        found = [collect(exam, s, system, f"{name}/{s}") for s in exam.scenario_ids]
        contexts[name] = [dict(row) for one in found for row in one.context]
    wanted = [w for rows in contexts.values() for w in wanted_of(exam, {c["ask_id"]: c for c in rows})]
    reader = Symbolic(exam)
    given = Replayed(iter(reader.answer(wanted)))
    made: dict[str, Run] = {}
    for name, rows in contexts.items():
        tables = {"context": rows, **answers_of(exam, rows, given)}
        if name == "LosesRules":
            tables["recovery_response"] = recoveries(exam, rows, tables, reader)
        made[name] = run_of(exam, name, tables)
    return made


@pytest.fixture(scope="module")
def scored(exam: Exam, runs: dict[str, Run]) -> dict[str, Scored]:
    found = evaluate(exam, list(runs.values()))
    return {name: found[n] for n, name in enumerate(runs)}


@pytest.mark.parametrize("name", ["DropsCurrent", "ServesObsolete"])
def test_what_is_obsolete_is_a_failure_of_evolution(exam: Exam, scored: dict[str, Scored], name: str) -> None:
    found = scored[name]
    frontier = found.tables["frontier"]
    facts = frontier.join(exam.table("probe").filter(pl.col("kind") != "derived"), on=["query_id", "node_id"])
    assert facts.height > 5
    assert set(facts["class"]) == {"unretrievable"}
    evolved = facts.filter(pl.col("dimension") == "evolution").height
    assert evolved > facts.height / 2
    overall = found.summary["q1"]["overall"]["ans_acc"]
    assert 0.2 < overall["value"] < 1, "what never changed is answered right"
    measure = exam.table("measure").select("query_id", "version_count_mean")
    right = found.tables["score"].join(measure, on="query_id")
    single = right.filter(pl.col("version_count_mean") == 1)["is_correct"].mean()
    several = right.filter(pl.col("version_count_mean") > 1)["is_correct"].mean()
    assert isinstance(single, float) and isinstance(several, float) and several < single


def test_lost_rules_are_unretrievable_and_load_bearing(exam: Exam, scored: dict[str, Scored]) -> None:
    found = scored["LosesRules"]
    frontier = found.tables["frontier"].join(exam.table("probe"), on=["query_id", "node_id"])
    rules = frontier.filter(pl.col("kind") == "rule")
    assert rules.height > 5
    assert set(rules["class"]) == {"unretrievable"} and set(rules["dimension"]) == {"access"}
    assert rules.height >= frontier.filter(pl.col("kind") == "fact").height
    recovery = found.tables["recovery"].join(rules.select("query_id").unique(), on="query_id")
    assert recovery["is_load_bearing"].sum() > recovery.height / 2
    assert not recovery["is_self_correct"].any(), "what is lost cannot be had from the system itself"


def test_a_system_that_lags_refreshes_nothing_and_keeps_what_stays(scored: dict[str, Scored]) -> None:
    q3 = scored["Lags"].summary["q3"]
    assert q3["overall"]["refresh"]["value"] == 0 and q3["overall"]["refresh"]["n"] > 5
    assert q3["overall"]["preservation"]["value"] > 0.9
    late = scored["Lags"].tables["maintenance"].filter(pl.col("is_changed") & pl.col("staleness").is_not_null())
    assert late.height > 5 and late["staleness"].min() == 1


def test_who_cites_everything_has_recall_and_no_precision(exam: Exam) -> None:
    contexts = []
    for scenario in exam.scenario_ids:
        seen: list[str] = []
        for batch in exam.schedule(scenario):
            seen += [r.event_id for r in batch.records]
            text = json.dumps({"label": "unknown", "answer": None, "cited_event_ids": seen})
            row = {"scenario_id": scenario, "outcome": "ok", "text": text, "event_ids": None}
            contexts += [{"ask_id": a.ask_id, "kind": str(a.kind), "as_of": a.as_of, **row} for a in batch.asks]
    answers = answers_of(exam, contexts, Native(exam, "cites_everything"))
    assert answers["probe_response"] == []
    (found,) = evaluate(exam, [run_of(exam, "cites", {"context": [], **answers})])
    overall = found.summary["q1"]["overall"]
    assert overall["citation_recall"]["value"] == 1 and overall["citation_precision"]["value"] < 0.1
    assert found.summary["q2"] is None, "the native lane answers no probes"
    unknown = exam.table("answer").filter(pl.col("label") == "unknown").height
    assert overall["ans_acc"]["value"] == pytest.approx(unknown / exam.table("query").height, abs=1e-6)
    assert len(answers["response"]) == sum(a.kind is Kind.QUERY for asks in exam.asks.values() for a in asks)


def test_runs_over_two_suites_are_not_compared(exam: Exam, runs: dict[str, Run]) -> None:
    other = Run("other", "0" * 64, runs["Lags"].tables)
    with pytest.raises(DataError, match=r"different suites .* only runs of one suite can be compared"):
        compare(exam, runs["Lags"], other)
    found = compare(exam, runs["DropsCurrent"], runs["LosesRules"])
    (row,) = [r for r in found if (r["part"], r["metric"], r["dimension"]) == ("q1", "ans_acc", "all")]
    assert row["value"] == pytest.approx(row["first"] - row["second"], abs=1e-5)

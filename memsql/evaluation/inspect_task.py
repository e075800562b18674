"""Q1 as a task of Inspect, the evaluation framework (``pip install 'memsql-gold[inspect]'``).

    inspect eval memsql/evaluation/inspect_task.py --model openai/... -T sut=bm25

Contexts are collected from the system first, as a run collects them; the model is Inspect's, the prompts, the parser
and the scores are those of a run with an answer model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import TaskState, generate

from memsql.evaluation.answering import Asked, Settings
from memsql.evaluation.answering.settings import load_prompts, request_body
from memsql.evaluation.collect import collect
from memsql.evaluation.exam import Exam, Kind
from memsql.evaluation.journal import as_frame
from memsql.evaluation.native import Native
from memsql.evaluation.registry import spec
from memsql.evaluation.respond import Wanted
from memsql.evaluation.score import score
from memsql.evaluation.scorer import suite_tables
from memsql.evaluation.sut import Budget

SUITE = "data/gold/standard"
ANYWHERE = "http://inspect"
"""The body of a request is made for its messages alone: Inspect sends them, wherever its model is."""


@task
def memsql_reliability(
    suite: str = SUITE, sut: str = "bm25", records: int = 10, scenario: str = "", limit: int = 0
) -> Task:
    """Answer every query of a suite from what a system returns for it; scored by AnsAcc, by family.

    ``records``: most of a context. ``scenario``: only this one. ``limit``: only the first so many queries; 0: all.
    """
    exam = Exam(Path(suite), (scenario,) if scenario else ())
    samples = list(_samples(exam, sut, Budget(records=records)))
    dataset = MemoryDataset(samples[: limit or None], name=f"{exam.folder.resolve().name}-{sut}")
    return Task(dataset=dataset, solver=generate(), scorer=reliability(suite, scenario))


def _samples(exam: Exam, sut: str, budget: Budget) -> Iterator[Sample]:
    prompts, settings = load_prompts(), Settings(ANYWHERE, "inspect")
    families = dict(exam.table("query").select("query_id", "family").iter_rows())
    gold = {row["query_id"]: row for row in exam.table("answer").iter_rows(named=True)}
    for scenario in exam.scenario_ids:
        found = collect(exam, scenario, spec(sut), f"inspect/{scenario}", budget)
        for row in found.context:
            if row["kind"] != Kind.QUERY:
                continue
            ask = exam.ask_of[str(row["ask_id"])]
            asked = Asked(ask.ask_id, ask.question, ask.as_of, exam.answer_types[ask.ask_id], str(row["text"]))
            body: dict[str, Any] = request_body(asked, settings, prompts)
            system, user = (message["content"] for message in body["messages"])
            yield Sample(
                id=ask.ask_id,
                input=[ChatMessageSystem(content=system), ChatMessageUser(content=user)],
                target=json.dumps(gold[ask.ask_id], default=str, ensure_ascii=False),
                metadata={"family": families[ask.ask_id], "label": gold[ask.ask_id]["label"], "sut": sut},
            )


@scorer(metrics=[grouped(accuracy(), "family"), stderr()])
def reliability(suite: str, scenario: str) -> Scorer:
    """AnsAcc of one answer, by the statements that score a run; label and citations stand in the metadata."""
    exam = Exam(Path(suite), (scenario,) if scenario else ())
    tables = suite_tables(exam, exam.scenario_ids)

    async def scored(state: TaskState, target: Target) -> Score:
        del target  # gold is read from the suite: its text in the sample is for people
        query_id = str(state.sample_id)
        ask = exam.ask_of[query_id]
        (answer,) = Native(exam, str(state.model)).answer([Wanted(ask, state.output.completion, True)])
        own = {n: t.filter(pl.col("query_id") == query_id) if "query_id" in t.columns else t for n, t in tables.items()}
        (row,) = score(own, as_frame("response", [{"query_id": query_id, **answer}])).to_dicts()
        return Score(
            value=CORRECT if row["is_correct"] else INCORRECT,
            answer=state.output.completion,
            explanation=answer["detail"] or answer["outcome"],
            metadata={k: v for k, v in row.items() if k != "query_id"} | {"outcome": answer["outcome"]},
        )

    return scored

"""The canaries of a whole run: everything that a system returned is looked at, for what makes a run INVALID."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import polars as pl

from memsql.errors import shown
from memsql.evaluation.exam import Exam
from memsql.evaluation.sut import Budget, Capabilities, Record
from memsql.evaluation.suts.kept import fitting

Row = dict[str, str]
PASSED, FAILED, NOT_DECLARED = "passed", "failed", "not declared"
MARK = re.compile(r"\[([^\[\]\s]+)\]")
"""The ``[event id]`` with which the text of a record begins."""
HEADER = re.compile(r"^.*?\[[^\[\]\s]+\] \d{4}-\d\d-\d\dT[\d:.]+ ")
LINE = 24
"""Shorter lines are no evidence of a record."""


def held(canary: str, verdict: str, found: str) -> Row:
    """A row of the table ``canary``."""
    return {"canary": canary, "verdict": verdict, "found": found}


def is_valid(rows: list[Row]) -> bool:
    """Whether no canary failed."""
    return all(r["verdict"] != FAILED for r in rows)


def check_run(exam: Exam, context: pl.DataFrame, capabilities: Capabilities, budget: Budget) -> list[Row]:
    """Look at all contexts of a run (table ``context``); one row for each of the canaries of a whole run."""
    answered = _with_whole_records(exam, context.filter(pl.col("outcome") == "ok"))
    later = "in the whole run: nothing later than the question is returned"
    bounded = "in the whole run: the budget is honoured"
    different = "in the whole run: questions get different contexts"
    wrong = _later(exam, answered)
    rows = [held(later, FAILED if wrong else PASSED, wrong or f"{answered.height} contexts")]
    if capabilities.bounded:
        wrong = _beyond(answered, budget)
        rows.append(held(bounded, FAILED if wrong else PASSED, wrong or f"{answered.height} contexts"))
    else:
        rows.append(held(bounded, NOT_DECLARED, "the system does not say that it is bounded"))
    if capabilities.query_dependent:
        wrong, seen = _same(exam, answered, capabilities.bounded, budget)
        rows.append(held(different, FAILED if wrong else PASSED, wrong or f"{seen} moments at which they could"))
    else:
        rows.append(held(different, NOT_DECLARED, "the system does not say that it is query_dependent"))
    return rows


def _later(exam: Exam, context: pl.DataFrame) -> str:
    """Say which context holds a record later than its question, or an id that no record has; empty: none does.

    A record is known by its id, in ``event_ids`` or in the text, by a line of its text that no earlier one has, and by
    all of its text, on a line of its own or not.
    """
    times = {s: {r.event_id: r.observed_at for r in records} for s, records in exam.records.items()}
    lines = {s: _first_lines(exam, s) for s in exam.scenario_ids}
    marks = {s: _first_marks(exam, s) for s in exam.scenario_ids}
    told = {s: {bare_text(r.text): r.observed_at for r in reversed(exam.records[s])} for s in exam.scenario_ids}
    seen: dict[tuple[str, datetime, str], str] = {}
    for ask_id, scenario, as_of, text, ids, whole in context.select(
        "ask_id", "scenario_id", "as_of", "text", "event_ids", "whole"
    ).iter_rows():
        for event_id in ids or ():
            at = times[scenario].get(event_id)
            if at is None:
                return f"{ask_id}: event id {shown(event_id)} is that of no record"
            if at > as_of:
                return f"{ask_id}: {event_id} was observed at {at.isoformat()}, the question is of {as_of.isoformat()}"
        key = (scenario, as_of, text)
        if key not in seen:
            seen[key] = _later_text(text, as_of, times[scenario], marks[scenario], lines[scenario])
        later = [said for said in whole if told[scenario][said] > as_of]
        if later and not seen[key]:
            first = told[scenario][later[0]].isoformat()
            seen[key] = f"{shown(later[0])} in its text was first observed at {first}"
        if seen[key]:
            return f"{ask_id}: {seen[key]}, the question is of {as_of.isoformat()}"
    return ""


def _later_text(
    text: str, as_of: datetime, times: dict[str, datetime], marks: dict[str, datetime], lines: dict[str, datetime]
) -> str:
    for mark in MARK.findall(text):
        if mark in times and times[mark] > as_of and marks.get(mark, times[mark]) > as_of:
            return f"[{mark}] in its text was observed at {times[mark].isoformat()}"
    for line in text.splitlines():
        bare = HEADER.sub("", line).strip()
        if bare in lines and lines[bare] > as_of:
            return f"{shown(bare)} in its text was first observed at {lines[bare].isoformat()}"
    return ""


def _first_marks(exam: Exam, scenario_id: str) -> dict[str, datetime]:
    """By what stands in brackets within a record, when it first did: where ids are numbers, [3] may be a footnote."""
    found: dict[str, datetime] = {}
    for record in exam.records[scenario_id]:
        for mark in MARK.findall(HEADER.sub("", record.text, count=1)):
            found.setdefault(mark, record.observed_at)
    return found


def _first_lines(exam: Exam, scenario_id: str) -> dict[str, datetime]:
    """By line of the records of a scenario, when it was first observed."""
    found: dict[str, datetime] = {}
    for record in exam.records[scenario_id]:
        for line in record.text.splitlines():
            bare = HEADER.sub("", line).strip()
            if len(bare) >= LINE:
                found.setdefault(bare, record.observed_at)
    return found


def bare_text(record_text: str) -> str:
    """What a record says, without its id and time, all blanks alike."""
    return " ".join(HEADER.sub("", record_text, count=1).split())


def whole_records(records: Sequence[Record], texts: pl.Series) -> pl.Series:
    """The records, by their bare text, that each text holds whole: with or without heads, on their own lines or not.

    A record that says what is part of another's text is left out: nobody can tell whether it is there.
    """
    said = sorted({bare_text(r.text) for r in records})
    together = "\n".join(said)
    told = [s for s in said if len(s) >= LINE and together.count(s) == 1]
    plain = texts.str.replace_all(r"\s+", " ")
    return plain.str.extract_many(told, overlapping=True).list.unique().list.sort()


def _with_whole_records(exam: Exam, context: pl.DataFrame) -> pl.DataFrame:
    """The contexts with a column ``whole``."""
    # Many questions may have one long context: each text is looked at once.
    texts = context.select("scenario_id", "text").unique(maintain_order=True)
    parts = texts.partition_by("scenario_id", as_dict=True, maintain_order=True)
    held = [
        part.with_columns(whole=whole_records(exam.records[str(scenario)], part["text"]))
        for (scenario,), part in parts.items()
    ]
    nothing = texts.with_columns(whole=pl.lit([], pl.List(pl.String)))
    return context.join(pl.concat([nothing.clear(), *held]), on=["scenario_id", "text"], maintain_order="left")


def _beyond(context: pl.DataFrame, budget: Budget) -> str:
    """Say which context holds more than the budget; empty: none does.

    Records are those that the system says, those of its ids, and those that its text holds, whichever are more.
    """
    for name, column, most in (
        ("records", pl.col("record_count"), budget.records),
        ("event ids", pl.col("event_ids").list.n_unique(), budget.records),
        ("records in its text", pl.col("text").str.count_matches(r"(?m)^\[[^\[\]\s]+\] \d{4}-"), budget.records),
        ("whole records in its text", pl.col("whole").list.len(), budget.records),
        ("tokens", pl.col("token_count"), budget.tokens),
    ):
        if most is not None:
            more = context.select("ask_id", count=column).filter(pl.col("count") > most)
            if more.height:
                ask_id, count = more.row(0)
                return f"{ask_id}: {count} {name}, allowed were {most}; so in {more.height} contexts"
    return ""


def _same(exam: Exam, context: pl.DataFrame, is_bounded: bool, budget: Budget) -> tuple[str, int]:
    """Say whether all questions of every moment got the same context; and how many moments could tell.

    A moment tells where several questions were put, unless the budget held the whole history.
    """
    moments = context.group_by("scenario_id", "as_of", maintain_order=True).agg(
        questions=pl.len(), contexts=pl.col("text").n_unique()
    )
    telling = different = 0
    for scenario, as_of, questions, contexts in moments.iter_rows():
        known = [r for r in exam.records[scenario] if r.observed_at <= as_of]
        if questions > 1 and not (is_bounded and len(fitting(known, budget)) == len(known)):
            telling += 1
            different += contexts > 1
    return ("every question of a moment got the same context" if telling and not different else ""), telling

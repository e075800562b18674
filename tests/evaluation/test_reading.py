"""The symbolic reader answers from what a context says, and from nothing else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from memsql.errors import DataError
from memsql.evaluation.answers import wanted_in
from memsql.evaluation.exam import Ask, Exam, Kind
from memsql.evaluation.reading.recover import Reader
from memsql.evaluation.respond import State, Symbolic, Wanted
from memsql.gold.tables import ANSWER_FIELDS
from memsql.suite.forms import load_forms
from memsql.suite.writing import Style

COLUMNS = [f.name for f in ANSWER_FIELDS if f.name != "answer_type"]
Rows = list[dict[str, Any]]
Read = dict[str, list[tuple[Wanted, dict[str, Any]]]]
OTHER = "Quarrowby"


@pytest.fixture(scope="module")
def exam(generated_suite: Path) -> Exam:
    return Exam(generated_suite)


def gold_of(exam: Exam) -> dict[str, dict[str, Any]]:
    """Gold by the id of the question."""
    tracked = exam.table("tracked_answer").with_columns(
        ask_id=pl.concat_str("tracked_id", pl.lit("@"), pl.col("checkpoint").cast(pl.String))
    )
    tables = [(exam.table("answer"), "query_id"), (exam.table("probe"), "probe_id"), (tracked, "ask_id")]
    return {row[name]: row for table, name in tables for row in table.iter_rows(named=True)}


def context(ask_id: str, kind: Kind, text: str) -> dict[str, Any]:
    return {"ask_id": ask_id, "kind": kind.value, "outcome": "ok", "text": text, "event_ids": None}


def whole_history(exam: Exam) -> Rows:
    found = []
    for scenario in exam.scenario_ids:
        seen: list[str] = []
        for batch in exam.schedule(scenario):
            seen += [r.text for r in batch.records]
            found += [context(a.ask_id, a.kind, "\n".join(seen)) for a in batch.asks]
    return found


def is_right(answer: dict[str, Any], gold: dict[str, Any]) -> bool:
    return all(answer[c] == gold[c] for c in COLUMNS)


@pytest.fixture(scope="module")
def supporting(exam: Exam) -> dict[str, dict[str, str]]:
    """By query, the texts of the records of its support, by event id."""
    texts = {r.event_id: r.text for records in exam.records.values() for r in records}
    found: dict[str, dict[str, str]] = {}
    for query_id, event_id in exam.table("support").select("query_id", "event_id").iter_rows():
        found.setdefault(query_id, {})[event_id] = texts[event_id]
    return found


@pytest.fixture(scope="module")
def place_query(exam: Exam, supporting: dict[str, dict[str, str]]) -> tuple[Ask, str, str]:
    """A query that asks for a place named in its only supporting record, the record, and the place."""
    gold = gold_of(exam)
    for ask in exam.asks[exam.scenario_ids[0]]:
        if ask.kind is Kind.QUERY and ask.relation == "dest" and len(supporting.get(ask.query_id, ())) == 1:
            (text,) = supporting[ask.query_id].values()
            city = gold[ask.ask_id]["value_entity"]
            if city and text.count(city) == 1 and "\n" not in text:
                return ask, text, city
    pytest.fail("no query for a destination; take another relation")


@pytest.fixture(scope="module")
def bare_exam(exam: Exam, tmp_path_factory: pytest.TempPathFactory) -> Exam:
    """The exam over a copy of the suite from which gold is deleted: all but what an exam reads before the reader."""
    copy = Exam(Path(shutil.copytree(exam.folder, tmp_path_factory.mktemp("bare") / "suite")))
    assert copy.asks.keys() == exam.asks.keys()
    keep = {"scenario.parquet", "query.parquet", "event.parquet", "manifest.json"}
    for path in copy.folder.glob("*.parquet"):
        if path.name not in keep:
            path.unlink()
    for path in copy.folder.glob("scenarios/*/*"):
        path.unlink()
    return copy


@pytest.fixture(scope="module")
def read(exam: Exam, bare_exam: Exam, supporting: dict[str, dict[str, str]], place_query: tuple[Ask, str, str]) -> Read:
    """What was wanted, by the test that wants it, with its answer: all from one call of the reader, without gold."""
    ask, text, city = place_query
    changed = text.replace(city, OTHER)
    texts = {q: "\n".join(t.values()) for q, t in supporting.items()}
    by_ask = {c["ask_id"]: c for c in whole_history(exam)}
    ids = [a.ask_id for asks in exam.asks.values() for a in asks]
    gold = gold_of(exam)
    edges = exam.diagnostic_edges.filter(pl.col("parent_ask") == pl.col("query_id"))
    children = edges.group_by("query_id", maintain_order=True).agg("probe_id").iter_rows()
    states = [(exam.ask_of[q], tuple(State(exam.ask_of[p], gold[p]) for p in probes)) for q, probes in children]
    wanted = {
        "whole": [wanted_in(exam, by_ask, i, i) for i in ids],
        "place": [Wanted(ask, t, True) for t in (text, changed, f"{changed}\n{text}")],
        "support": [Wanted(exam.ask_of[q], t, True) for q, t in texts.items()],
        "bare": [Wanted(exam.ask_of[q], re.sub(r"(?m)^\[e\d+\] ", "", t), True) for q, t in texts.items()],
        "odd": [Wanted(ask, t, True) for t in (text, f"{text}\nThe sky was green.", f"So:\n{text}", "")],
        "nothing": [Wanted(a, "", False) for a, _ in states],
        "states": [Wanted(a, "", False, states=s) for a, s in states],
    }
    answers = iter(Symbolic(bare_exam).answer([w for found in wanted.values() for w in found]))
    return {name: [(w, next(answers)) for w in found] for name, found in wanted.items()}


def test_the_whole_history_answers_every_question(exam: Exam, read: Read) -> None:
    gold = gold_of(exam)
    assert len(read["whole"]) == len(gold) > 500
    assert not [w.ask.ask_id for w, answer in read["whole"] if not is_right(answer, gold[w.ask.ask_id])]
    assert {answer["coverage"] for _, answer in read["whole"]} == {1.0}


def test_it_cites_a_witness(exam: Exam, read: Read) -> None:
    witnesses = exam.table("witness_event").group_by("query_id", "witness_id").agg("event_id")
    known = {(q, frozenset(e)) for q, _, e in witnesses.iter_rows()}
    cited = {(w.ask.ask_id, frozenset(answer["cited_event_ids"])) for w, answer in read["whole"] if w.is_cited}
    assert {c for c in cited if c[1]} <= known
    assert {q for q, events in cited if events} == {q for q, _ in known}


def test_what_it_cites_of_a_support_falls_short_only_for_want_of_records(
    exam: Exam, supporting: dict[str, dict[str, str]], read: Read
) -> None:
    """Of a support it may cite less than a witness of gold: what took back what is said there is not in it.

    With everything in the context that the history says of the same things, it cites a whole witness.
    """
    witnesses: dict[str, list[set[str]]] = {}
    for query_id, _, events in (
        exam.table("witness_event").group_by("query_id", "witness_id").agg("event_id").iter_rows()
    ):
        witnesses.setdefault(query_id, []).append(set(events))

    def is_short(wanted: Wanted, answer: dict[str, Any]) -> bool:
        own = witnesses.get(wanted.ask.query_id)
        return own is not None and not any(w <= set(answer["cited_event_ids"]) for w in own)

    cited = [(w, answer, set(supporting[w.ask.query_id])) for w, answer in read["support"]]
    assert all(set(answer["cited_event_ids"]) <= support for _, answer, support in cited), "p_E is 1"
    short = [(w, support) for w, answer, support in cited if is_short(w, answer)]
    assert 0 < len(short) < len(cited) / 20
    said = _said(exam)
    whole = []
    for wanted, support in short:
        things = {thing for event_id in support for thing in said[wanted.ask.scenario_id, event_id]}
        texts = [
            r.text
            for r in exam.records[wanted.ask.scenario_id]
            if r.observed_at <= wanted.ask.as_of and things & said.get((wanted.ask.scenario_id, r.event_id), set())
        ]
        whole.append(Wanted(wanted.ask, "\n".join(texts), True))
    assert not [w.ask.ask_id for w, a in zip(whole, Symbolic(exam).answer(whole), strict=True) if is_short(w, a)]


def _said(exam: Exam) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """By scenario and event, what its actions speak of: predicate and one value of the key."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for scenario, event_id, predicate, key in (
        exam.table("action").select("scenario_id", "event_id", "predicate", "key").iter_rows()
    ):
        things = {(predicate.removesuffix("_complete"), part) for part in json.loads(key)}
        found.setdefault((scenario, event_id), set()).update(things)
    return found


def test_a_changed_city_name_changes_the_answer(place_query: tuple[Ask, str, str], read: Read) -> None:
    plain, changed, both = [answer["value_entity"] for _, answer in read["place"]]
    assert (plain, changed) == (place_query[2], OTHER)
    assert both in (plain, changed), "two tellings of one event: one of them"


def test_without_ids_the_answer_stays_and_nothing_is_cited(exam: Exam, read: Read) -> None:
    gold = gold_of(exam)
    assert len(read["support"]) > 200
    assert all(is_right(answer, gold[w.ask.ask_id]) for w, answer in (*read["support"], *read["bare"]))
    assert any(answer["cited_event_ids"] for _, answer in read["support"])
    assert not any(answer["cited_event_ids"] for _, answer in read["bare"])


def test_an_unknown_sentence_lowers_the_coverage(place_query: tuple[Ask, str, str], read: Read) -> None:
    *read_ones, empty = [answer for _, answer in read["odd"]]
    assert [answer["coverage"] for answer in read_ones] == [1.0, 0.5, 0.5]
    assert {answer["value_entity"] for answer in read_ones} == {place_query[2]}
    assert (empty["coverage"], empty["label"]) == (None, "unknown")


def test_states_put_in_place_decide(exam: Exam, read: Read) -> None:
    """With gold states of all probed children in place, an empty context answers what follows from them alone."""
    gold = gold_of(exam)
    right = {
        name: sum(is_right(answer, gold[w.ask.ask_id]) for w, answer in read[name]) for name in ("nothing", "states")
    }
    assert right["states"] > len(read["states"]) / 3 > right["nothing"]


def test_what_is_no_record_is_not_read(exam: Exam) -> None:
    style = json.loads((exam.folder / "scenarios/styles.json").read_text())[exam.scenario_ids[0]]
    reader = Reader(load_forms("tripops"), Style(**style))
    assert reader.read("2025-13-41T10:00:00 Never.").records == frozenset()
    assert reader.read("[e1] 2025-01-08T12:06:00").coverage is None
    assert reader.read("\x00\u2028[e1]\n\n").records == frozenset()


def test_gold_was_gone_while_the_reader_answered(exam: Exam, bare_exam: Exam, read: Read) -> None:
    assert len(read["whole"]) > 500
    left = {p.name for p in bare_exam.folder.rglob("*") if p.is_file()}
    gone = {p.name for p in exam.folder.rglob("*") if p.is_file()} - left
    assert {"answer.parquet", "probe.parquet", "tracked_answer.parquet", "witness_event.parquet"} <= gone


@pytest.mark.parametrize("name", ["answer.parquet", "scenarios", "manifest.json"])
def test_its_process_cannot_open_the_suite(exam: Exam, name: str, tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "from memsql.evaluation.reading.child import close_the_rest\n"
        "close_the_rest()\n"
        "os.listdir(sys.argv[1]) if os.path.isdir(sys.argv[1]) else open(sys.argv[1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(exam.folder / name)], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 1
    assert "the symbolic reader opens no file of a suite" in done.stderr


def test_a_suite_without_templates_is_refused(tmp_path: Path, exam: Exam) -> None:
    shutil.copytree(exam.folder, tmp_path / "suite", ignore=shutil.ignore_patterns("styles.json"))
    bare = Exam(tmp_path / "suite")
    ask = Ask("a", Kind.QUERY, bare.scenario_ids[0], "?", datetime(2025, 1, 1), "dest", ("a", "b"), False, "a")
    with pytest.raises(DataError, match=r"styles\.json: no templates that the symbolic reader could read by; "):
        Symbolic(bare).answer([Wanted(ask, "", True)])

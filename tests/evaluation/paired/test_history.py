"""Readers of a user's file: both forms, and one line for anything else."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from memsql.errors import DataError
from memsql.evaluation.paired.history import load
from tests.evaluation.paired.conftest import PAIRED, Written, changed, example_rows


def longmemeval(question_id: str = "q1") -> dict[str, Any]:
    """One object of LongMemEval's form, the later session first, as its oracle file may have them."""
    return {
        "question_id": question_id,
        "question_type": "multi-session",
        "question": "Which lamp did I buy?",
        "answer": "the green one",
        "question_date": "2031/06/01 (Sun) 10:00",
        "haystack_session_ids": ["s_2", "s_1", "s_1"],
        "haystack_dates": ["2031/05/20 (Tue) 02:21", "2031/05/01 (Thu) 23:05", "2031/05/02 (Fri) 08:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "I bought the green lamp.", "has_answer": True}],
            [{"role": "user", "content": "Lamps?"}, {"role": "assistant", "content": "Red or green."}],
            [{"role": "user", "content": "Nothing."}],
        ],
        "answer_session_ids": ["s_2"],
    }


def test_locomo() -> None:
    found = load(PAIRED / "example.json")
    assert found.form == "locomo"
    assert list(found.conversations) == ["moss-lane", "kiln-yard"]
    moss = found.conversations["moss-lane"]
    assert moss.turns[0].said_at == datetime(2031, 3, 4, 9, 10)
    assert moss.turns[-1].turn_id == "D5:5"
    assert moss.originals[0].answer == "Otterbend"
    assert found.conversations["kiln-yard"].originals[0].answer == "4"
    turn = moss.turn("D5:1")
    assert turn is not None
    assert turn.record.text == (
        "[D5:1] 2031-05-08T12:15:00 Ilka: Look what I found on my lunch break. "
        "[shares a pressed thistle between two sheets of paper]"
    )


def test_sessions_of_locomo_go_by_number(history_file: Written) -> None:
    row = example_rows()[0]
    talk = row["conversation"]
    talk["session_10"], talk["session_10_date_time"] = [], "9:10 am on 4 March, 2032"
    talk["session_40_date_time"] = "9:10 am on 4 March, 2033"
    turn = {"dia_id": "D10:1", "speaker": "Ilka", "text": "Last."}
    talk["session_10"].append(turn)
    found = load(history_file([row]))
    assert [t.turn_id for t in found.conversations["moss-lane"].turns][-2:] == ["D5:5", "D10:1"]


def test_longmemeval(history_file: Written) -> None:
    found = load(history_file([longmemeval(), longmemeval("q2_abs")]))
    assert found.form == "longmemeval"
    one = found.conversations["q1"]
    assert [turn.turn_id for turn in one.turns] == ["s_1:1", "s_1:2", "s_1~2:1", "s_2:1"]
    assert one.turns[0].said_at == datetime(2031, 5, 1, 23, 5)
    assert one.originals[0].evidence == ("s_2:1",)
    assert one.originals[0].answer == "the green one"
    assert found.conversations["q2_abs"].originals[0].answer == ""


LOCOMO, LONG = example_rows()[0], longmemeval()
REFUSED = [
    ({}, "no JSON array of objects"),
    ([], "no JSON array of objects"),
    (["x"], "no JSON array of objects"),
    ([{"a": 1}], "neither form"),
    ([LOCOMO, {"qa": []}], "element 1: no conversation, sample_id"),
    ([LOCOMO, LOCOMO], 'the id "moss-lane" stands twice'),
    ([changed(LOCOMO, "sample_id", to=3)], "sample_id is 3"),
    ([changed(LOCOMO, "conversation", to=[])], "conversation is []"),
    ([changed(LOCOMO, "conversation", to={})], "no turn"),
    ([changed(LOCOMO, "conversation", "session_1", to="x")], 'session_1 is "x"; a list'),
    ([changed(LOCOMO, "conversation", "session_1_date_time", to="noon")], 'session_1: the time is "noon"'),
    ([changed(LOCOMO, "conversation", "session_1", 0, to=None)], "session_1: turn 0: null; an object"),
    ([changed(LOCOMO, "conversation", "session_1", 0, "text", to=None)], "session_1: turn 0: text is null"),
    ([changed(LOCOMO, "conversation", "session_1", 0, "dia_id", to="D1:2")], 'the turn "D1:2" stands twice'),
    ([changed(LOCOMO, "qa", to={})], "qa is {}; a list"),
    ([changed(LOCOMO, "qa", 0, to="q")], 'qa 0: "q"; an object'),
    ([changed(LOCOMO, "qa", 0, "question", to=None)], "qa 0: question is null"),
    ([changed(LONG, "haystack_dates", to=[])], "3 session ids, 0 dates, 3 sessions"),
    ([changed(LONG, "haystack_dates", 0, to="May")], 'session 0: the time is "May"'),
    ([changed(LONG, "haystack_dates", 0, to=None)], "session 0: the time is null"),
    ([changed(LONG, "haystack_sessions", 1, to="x")], 'session 1: "x"; a list of turns'),
    ([changed(LONG, "haystack_sessions", 1, 0, to="x")], 'session 1: turn 1: "x"; an object'),
    ([changed(LONG, "haystack_sessions", 1, 0, "content", to=7)], "session 1: turn 1: content is 7"),
    ([changed(LONG, "question_id", to=None)], "question_id is null"),
    ([changed(LONG, "question", to=None)], "question is null"),
]


@pytest.mark.parametrize(("rows", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_anything_else_is_refused_in_one_line(history_file: Written, rows: object, said: str) -> None:
    with pytest.raises(DataError) as refused:
        load(history_file(rows))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_no_file_and_no_json(history_file: Written) -> None:
    path = history_file([])
    path.write_bytes(b"\xff{")
    with pytest.raises(DataError, match="no JSON"):
        load(path)
    path.write_text('[\n{"a": }]', encoding="utf-8")
    with pytest.raises(DataError, match=r"history\.json:2: no JSON"):
        load(path)
    with pytest.raises(DataError, match="not read"):
        load(path.with_name("absent.json"))

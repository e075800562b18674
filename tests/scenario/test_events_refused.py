"""Every refusal of events.jsonl, with its whole message."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.scenario.folder import Folder, action, event

GOOD = event("e1", action("assert", "dest", ["vera", "grus"], ["corby"]))
FORM = "write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, without a zone"
FIELDS = "write event_id, observed_at, record, actions"
ACTION_FIELDS = "write verb, predicate, key"
KNOWN = "write what is known, or leave the fact out"
TOO_FINE = "3 digits after the point where decimal(12,2) takes 2; round it yourself, or declare a larger scale"
WIDER = "correct it, or declare a wider type"
CAP = ["house", "meal", "2026-01-01"]


def without(name: str) -> dict[str, Any]:
    return {field: value for field, value in GOOD.items() if field != name}


EVENTS = [
    (without("event_id"), f"field event_id is missing; {FIELDS}"),
    (without("observed_at"), f"field observed_at is missing; {FIELDS}"),
    (without("record"), f"field record is missing; {FIELDS}"),
    (without("actions"), f"field actions is missing; {FIELDS}"),
    (GOOD | {"recrod": "x"}, 'field "recrod" is not known; did you mean record?'),
    (event(""), "event_id is empty; give each event an id of its own"),
    (event(10), "event_id is a number (10); write it as text in quotes"),
    (event("x", record=None), f"record is null; {KNOWN}"),
    (event("x", record=["a"]), "record is an array; write it as text in quotes"),
    (event("x", actions=None), "actions is null; write an array of actions, it may be empty"),
    (event("x", actions={}), "actions is an object; write an array of actions, it may be empty"),
    (event("x", observed_at=20260703), "observed_at is a number (20260703); write it as text in quotes"),
    (event("x", observed_at="yesterday"), f'observed_at is "yesterday", no time; {FORM}'),
    (event("x", observed_at="2026-02-30"), f'observed_at is "2026-02-30", no time; {FORM}'),
    (event("x", observed_at="2026-7-3"), f'observed_at is "2026-7-3", no time; {FORM}'),
    (event("x", observed_at="0000-01-01"), f'observed_at is "0000-01-01", no time; {FORM}'),
    (event("x", observed_at="2026-07-03T10:15Z"), f'observed_at is "2026-07-03T10:15Z", no time; {FORM}'),
    (event("x", observed_at="2026-07-03 10:15"), f'observed_at is "2026-07-03 10:15", no time; {FORM}'),
    (event("x", observed_at="2026-07-03T24:00"), f'observed_at is "2026-07-03T24:00", no time; {FORM}'),
    (event("x", observed_at="2026-07-03T10:15:60"), f'observed_at is "2026-07-03T10:15:60", no time; {FORM}'),
    (event("x", observed_at="2026-07-03\n"), f'observed_at is "2026-07-03\\n", no time; {FORM}'),
    (
        event("e1", observed_at="2026-07-04"),
        'event "e1" stands on line 1 too; give each event an id of its own',
    ),
]


@pytest.mark.parametrize(("line", "found"), EVENTS)
def test_an_event_out_of_form_is_refused(folder: Folder, line: object, found: str) -> None:
    folder.write("events.jsonl", [GOOD, line])
    assert folder.refusal() == f"events.jsonl:2: {found}"


ACTIONS: list[tuple[Any, str]] = [
    ("dest", 'a text ("dest"); write an object with verb, predicate, key and value'),
    ({"predicate": "dest", "key": []}, f"field verb is missing; {ACTION_FIELDS}"),
    ({"verb": "assert", "key": []}, f"field predicate is missing; {ACTION_FIELDS}"),
    ({"verb": "assert", "predicate": "dest"}, f"field key is missing; {ACTION_FIELDS}"),
    (
        action("cancel", "dest", ["a", "b"]) | {"vlaue": ["x"]},
        'field "vlaue" is not known; did you mean value?',
    ),
    (action("assert", "dest", "ab", ["x"]), 'key is a text ("ab"); write an array of texts'),
    (action("assert", "dest", ["a", 3], ["x"]), "entry 2 of key is a number (3); write it as text in quotes"),
    (action("assert", "dest", ["a", None], ["x"]), f"entry 2 of key is null; {KNOWN}"),
    (action("assert", "dest", ["a", "b"], [None]), f"entry 1 of value is null; {KNOWN}"),
    (action("assert", "dest", ["a", "b"], None), "value is null; write an array of texts"),
    (action("assert", "dest", ["a", "b"], "xy"), 'value is a text ("xy"); write an array of texts'),
    (
        action("assert", "dest", ["a", "b"], [["x"]]),
        "entry 1 of value is an array; write it as text in quotes",
    ),
    (
        action("assert", "seats", ["a"], ["3", True]),
        "entry 2 of value is a boolean (true); write it as text in quotes",
    ),
    (action(None, "dest", []), f"verb is null; {KNOWN}"),
    (action("asert", "dest", ["a", "b"], ["x"]), 'unknown verb "asert"; did you mean assert?'),
    (action("retract", "dest", []), 'unknown verb "retract"; known are: assert, cancel, complete, declare'),
    (action("assert", "dst", ["a", "b"], ["x"]), 'unknown predicate "dst"; did you mean dest?'),
    (action("cancel", "Dest", ["a", "b"]), 'unknown predicate "Dest"; did you mean dest?'),
    (action("complete", "trp", ["vera"]), 'unknown predicate "trp"; did you mean trip?'),
    (
        action("complete", "dest", ["vera"]),
        "nothing completes dest; declare dest_complete, or remove the action",
    ),
    (
        action("complete", "trip_complete", ["vera"]),
        "nothing completes trip_complete; complete trip, or assert trip_complete",
    ),
    (
        action("assert", "asked_day", ["2026-07-03"]),
        "asked_day holds parameters, which queries put down; remove the action",
    ),
    (
        action("assert", "dest", ["vera"], ["x"]),
        "key of dest has 1 entry instead of 2; write [person, trip]",
    ),
    (
        action("cancel", "dest", []),
        "key of dest has 0 entries instead of 2; write [person, trip]",
    ),
    (
        action("complete", "trip", ["vera", "grus"]),
        "key of trip_complete has 2 entries instead of 1; write [person]",
    ),
    (
        action("assert", "seats", ["corby"], ["3"]),
        "value of seats has 1 entry instead of 2; write [seat_count, is_open]",
    ),
    (
        action("assert", "dest", ["vera", "grus"]),
        "value of dest has 0 entries instead of 1; write [city]",
    ),
    (
        action("assert", "trip", ["vera", "grus"], ["x"]),
        "value of trip has 1 entry instead of 0; leave the value out, trip is a set",
    ),
    (action("cancel", "dest", ["a", "b"], ["x"]), "cancel with a value; leave the value out"),
    (action("complete", "trip", ["a"], ["x"]), "complete with a value; leave the value out"),
    (
        action("assert", "cap", ["a", "b", "2026-02-30"], ["1"]),
        'valid_from of cap is "2026-02-30", no date; write a day of the calendar as YYYY-MM-DD',
    ),
    (
        action("assert", "cap", ["a", "b", "2026-02-28T00:00"], ["1"]),
        'valid_from of cap is "2026-02-28T00:00", no date; write a day of the calendar as YYYY-MM-DD',
    ),
    (
        action("assert", "cap", CAP, ["abc"]),
        'amount of cap is "abc", no decimal number; write digits, with a point where there is a fraction',
    ),
    (
        action("assert", "cap", CAP, ["1e3"]),
        'amount of cap is "1e3", no decimal number; write digits, with a point where there is a fraction',
    ),
    (
        action("assert", "cap", CAP, ["12.345"]),
        f'amount of cap is "12.345", {TOO_FINE}',
    ),
    (
        action("assert", "cap", CAP, ["12.500"]),
        f'amount of cap is "12.500", {TOO_FINE}',
    ),
    (
        action("assert", "cap", CAP, ["10000000000.00"]),
        f'amount of cap is "10000000000.00", too large for decimal(12,2); {WIDER}',
    ),
    (
        action("assert", "cap", CAP, ["9" * 60]),
        f'amount of cap is "{"9" * 60}", too large for decimal(12,2); {WIDER}',
    ),
    (
        action("assert", "seats", ["a"], ["3.0", "true"]),
        'seat_count of seats is "3.0", no whole number; write digits only',
    ),
    (
        action("assert", "seats", ["a"], ["٣", "true"]),
        'seat_count of seats is "٣", no whole number; write digits only',
    ),
    (
        action("assert", "seats", ["a"], ["2147483648", "true"]),
        f'seat_count of seats is "2147483648", too large for integer; {WIDER}',
    ),
    (
        action("assert", "meter", ["a"], ["9223372036854775808"]),
        f'reading of meter is "9223372036854775808", too large for bigint; {WIDER}',
    ),
    (
        action("assert", "seats", ["a"], ["3", "True"]),
        'is_open of seats is "True", no boolean; write true or false',
    ),
]


@pytest.mark.parametrize(("bad", "found"), ACTIONS)
def test_an_action_out_of_form_is_refused(folder: Folder, bad: Any, found: str) -> None:
    good = action("assert", "trip", ["vera", "grus"])
    folder.write("events.jsonl", [GOOD, event("e2"), event("e3", good, bad, good)])
    assert folder.refusal() == f"events.jsonl:3: action 2: {found}"


def test_two_values_for_one_key_in_one_event_are_refused(folder: Folder) -> None:
    dest = action("assert", "dest", ["vera", "grus"], ["corby"])
    other = action("assert", "dest", ["vera", "grus"], ["dale"])
    message = (
        'events.jsonl:2: action {}: dest ["vera", "grus"] has two values in one event, '
        '["corby"] and ["dale"]; keep one, or use two events'
    )
    folder.write("events.jsonl", [GOOD, event("e2", dest, other)])
    assert folder.refusal() == message.format(2)
    folder.write("events.jsonl", [GOOD, event("e2", dest, action("cancel", "dest", ["vera", "grus"]), other)])
    assert folder.refusal() == message.format(3)


def test_two_keys_that_look_alike_are_two_keys(folder: Folder) -> None:
    one = action("assert", "dest", ["a,b", "c"], ["x"])
    other = action("assert", "dest", ["a", "b,c"], ["y"])
    folder.write("events.jsonl", [event("e1", one, other)])
    assert folder.load().actions.num_rows == 2


def test_an_event_before_the_start_is_refused(folder: Folder) -> None:
    folder.write("scenario.toml", "starts_at = 2026-07-03\n")
    folder.write("events.jsonl", [GOOD, event("e2", observed_at="2026-07-02T23:59:59")])
    assert folder.refusal() == (
        'events.jsonl:2: event "e2" is observed at 2026-07-02T23:59:59, before the scenario starts at '
        "2026-07-03; correct observed_at, or starts_at in scenario.toml"
    )


LINES = [
    (
        "{'event_id': 'e2'}",
        "not JSON (Expecting property name enclosed in double quotes at column 2); write one object a line",
    ),
    (
        '{"event_id": "e2",',
        "not JSON (Expecting property name enclosed in double quotes at column 19); write one object a line",
    ),
    ("[]", "an array; write one object a line"),
    ('"e2"', 'a text ("e2"); write one object a line'),
    ("null", "null; write one object a line"),
    ("[" * 100_000, "not JSON (too deeply nested); write one object a line"),
    (f'{{"event_id": {"1" * 5000}}}', "not JSON (a number too long); write one object a line"),
    ('{"event_id": "e2", "event_id": "e3"}', 'field "event_id" stands there twice; keep one'),
    (
        json.dumps(event("e2")) + json.dumps(event("e3")),
        "not JSON (Extra data at column 89); write one object a line",
    ),
    (
        '{"event_id": "e\\ud800", "observed_at": "2026-07-03", "record": "", "actions": []}',
        'event_id is "e\\ud800", half of a surrogate pair in it; write whole characters',
    ),
]


@pytest.mark.parametrize(("line", "found"), LINES, ids=range(len(LINES)))
def test_a_line_that_is_no_object_is_refused(folder: Folder, line: str, found: str) -> None:
    folder.write("events.jsonl", f"{json.dumps(GOOD)}\n\n{line}\n{json.dumps(event('e9'))}\n")
    assert folder.refusal() == f"events.jsonl:3: {found}"


def test_a_file_cut_off_anywhere_in_its_last_line_is_refused(folder: Folder) -> None:
    text = "".join(json.dumps(event(i, record="Zoë"), ensure_ascii=False) + "\n" for i in ("e1", "e2"))
    data = text.encode()
    first, whole = data.index(b"\n") + 1, len(data) - 1
    for end in range(first + 1, whole):
        folder.write("events.jsonl", data[:end])
        message = folder.refusal()
        assert message.startswith("events.jsonl:2: the file ends in the middle of a "), message
        assert message.endswith("; write the whole file again")
    folder.write("events.jsonl", data[:whole])
    assert folder.load().events.num_rows == 2


def test_a_file_cut_off_in_a_line_says_where(folder: Folder) -> None:
    folder.write("events.jsonl", json.dumps(GOOD) + '\n{"event_id": "e2", "obs')
    assert folder.refusal() == (
        "events.jsonl:2: the file ends in the middle of a line (Unterminated string starting at column 20); "
        "write the whole file again"
    )


def test_a_file_that_is_not_utf_8_is_refused(folder: Folder) -> None:
    data = (json.dumps(GOOD) + "\n").encode() + b'{"event_id": "stra\xdfe"}\n'
    folder.write("events.jsonl", data)
    assert folder.refusal() == "events.jsonl:2: byte 0xdf is not UTF-8; save the file as UTF-8"
    folder.write("events.jsonl", json.dumps(GOOD).encode("utf-16"))
    assert folder.refusal() == "events.jsonl:1: byte 0xff is not UTF-8; save the file as UTF-8"


def test_the_line_is_right_in_a_long_file(folder: Folder) -> None:
    lines = [event(f"e{i}", action("assert", "seats", [f"c{i}"], ["1", "true"])) for i in range(1, 3000)]
    bad = event("x", action("assert", "seats", ["c"], ["1", 2]))
    folder.write("events.jsonl", [*lines, bad])
    expected = "events.jsonl:3000: action 1: entry 2 of value is a number (2); write it as text in quotes"
    assert folder.refusal() == expected
    bad = event("x", action("assert", "seats", ["c"], ["1", "yes"]))
    folder.write("events.jsonl", [*lines[:2500], bad, *lines[2500:]])
    expected = 'events.jsonl:2501: action 1: is_open of seats is "yes", no boolean; write true or false'
    assert folder.refusal() == expected

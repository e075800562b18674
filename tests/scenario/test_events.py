"""What a file of events may hold, and the tables that come out of it."""

from __future__ import annotations

import json
import random
from datetime import datetime

import pyarrow as pa

from memsql.scenario.events import ACTIONS, EVENTS
from tests.scenario.folder import Folder, action, event


def test_tables_have_the_columns_and_types_of_the_model(folder: Folder) -> None:
    folder.write("events.jsonl", [event("e1", action("assert", "dest", ["vera", "grus"], ["corby"]))])
    scenario = folder.load()
    assert scenario.events.schema == EVENTS
    assert scenario.actions.schema == ACTIONS
    assert scenario.events.to_pylist() == [
        {"event_id": "e1", "observed_at": datetime(2026, 7, 3), "record": "record of e1", "position": 1}
    ]
    assert scenario.actions.to_pylist() == [
        {
            "event_id": "e1",
            "position": 1,
            "ordinal": 1,
            "verb": "assert",
            "predicate": "dest",
            "key": ["vera", "grus"],
            "value": ["corby"],
        }
    ]


def test_an_event_may_have_several_actions_or_none(folder: Folder) -> None:
    several = [
        action("assert", "trip", ["vera", "grus"]),
        action("complete", "trip", ["vera"]),
        action("cancel", "trip_complete", ["vera"]),
        action("assert", "trip_complete", ["vera"]),
        action("declare", "cap", ["house", "meal", "2026-01-01"], ["40"]),
        action("cancel", "dest", ["vera", "grus"], []),
    ]
    folder.write("events.jsonl", [event("e1"), event("e2", *several)])
    found = folder.load().actions
    assert found["event_id"].to_pylist() == ["e2"] * 6
    assert found["ordinal"].to_pylist() == [1, 2, 3, 4, 5, 6]
    assert found["verb"].to_pylist() == ["assert", "complete", "cancel", "assert", "declare", "cancel"]
    completed = ["trip_complete"] * 3
    assert found["predicate"].to_pylist() == ["trip", *completed, "cap", "dest"]
    assert found["value"].to_pylist() == [[], [], [], [], ["40.00"], []]


def test_a_file_may_have_no_events(folder: Folder) -> None:
    for empty in ("", "\n", "\ufeff", "\r\n\r\n"):
        folder.write("events.jsonl", empty)
        scenario = folder.load()
        assert (scenario.events.num_rows, scenario.actions.num_rows) == (0, 0)
        assert (scenario.events.schema, scenario.actions.schema) == (EVENTS, ACTIONS)


def test_byte_order_mark_windows_line_ends_blank_lines_and_a_last_line_without_end_are_fine(
    folder: Folder,
) -> None:
    lines = [json.dumps(event(f"e{i}")) for i in range(1, 4)]
    folder.write("events.jsonl", "\ufeff" + lines[0] + "\r\n\r\n  \t\n" + lines[1] + " \r\n " + lines[2])
    assert folder.load().events["event_id"].to_pylist() == ["e1", "e2", "e3"]


def test_texts_come_out_as_they_went_in(folder: Folder) -> None:
    odd = [
        "a,b",
        '["x"]',
        'say "hi"',
        "two\nlines",
        "back\\slash",
        "(k)",
        "Zoë 東京 😀",
        "\u2028",
        "",
        "@who",
        "\x1f",
    ]
    actions = [action("assert", "dest", [text, "grus"], [text]) for text in odd]
    folder.write("events.jsonl", [event("Ereignis-ä", *actions, record='a\u2028b\n"c"')])
    scenario = folder.load()
    assert scenario.events["record"].to_pylist() == ['a\u2028b\n"c"']
    assert scenario.events["event_id"].to_pylist() == ["Ereignis-ä"]
    assert scenario.actions["key"].to_pylist() == [[text, "grus"] for text in odd]
    assert scenario.actions["value"].to_pylist() == [[text] for text in odd]


def test_times_are_dates_or_timestamps_with_fractions(folder: Folder) -> None:
    times = {
        "2026-07-03": datetime(2026, 7, 3),
        "2026-07-03T10:15": datetime(2026, 7, 3, 10, 15),
        "2026-07-03T10:15:30": datetime(2026, 7, 3, 10, 15, 30),
        "2026-07-03T10:15:30.25": datetime(2026, 7, 3, 10, 15, 30, 250_000),
        "2026-07-03T23:59:59.999999": datetime(2026, 7, 3, 23, 59, 59, 999_999),
        "0001-01-01": datetime(1, 1, 1),
        "2024-02-29": datetime(2024, 2, 29),
    }
    folder.write("events.jsonl", [event(text, observed_at=text) for text in times])
    found = folder.load().events
    assert dict(zip(*found.select(["event_id", "observed_at"]).to_pydict().values(), strict=True)) == times


def test_events_are_ordered_by_time_and_then_by_the_natural_order_of_their_ids(folder: Folder) -> None:
    ids = ["e10", "e9", "e01", "e1", "f1", "e1b", "e1a", "10", "9", "e"]
    lines = [event(i) for i in ids] + [event("a0", observed_at="2026-07-03T00:00:01")]
    folder.write("events.jsonl", [*lines, event("z1", observed_at="2026-07-02")])
    found = folder.load().events
    ordered = ["z1", "9", "10", "e", "e01", "e1", "e1a", "e1b", "e9", "e10", "f1", "a0"]
    assert found["event_id"].to_pylist() == ordered
    assert found["position"].to_pylist() == list(range(1, 13))


def test_values_are_spelt_in_one_way(folder: Folder) -> None:
    actions = [
        action("assert", "cap", ["a", "b", "2026-01-01"], ["12.5"]),
        action("assert", "cap", ["a", "c", "2026-01-01"], ["-0.00"]),
        action("assert", "cap", ["a", "d", "2026-01-01"], ["0009999999999.99"]),
        action("assert", "seats", ["007"], ["007", "false"]),
        action("assert", "seats", ["8"], ["-2147483648", "true"]),
        action("assert", "meter", ["x"], ["9223372036854775807"]),
    ]
    folder.write("events.jsonl", [event("e1", *actions)])
    found = folder.load().actions
    assert found["value"].to_pylist() == [
        ["12.50"],
        ["0.00"],
        ["9999999999.99"],
        ["7", "false"],
        ["-2147483648", "true"],
        ["9223372036854775807"],
    ]
    assert found["key"].to_pylist()[3] == ["007"]


def test_one_event_may_repeat_a_value_and_cancel_what_it_asserts(folder: Folder) -> None:
    cap = ["house", "meal", "2026-01-01"]
    actions = [
        action("assert", "dest", ["vera", "grus"], ["corby"]),
        action("cancel", "dest", ["vera", "grus"]),
        action("assert", "dest", ["vera", "grus"], ["corby"]),
        action("assert", "cap", cap, ["40"]),
        action("declare", "cap", cap, ["40.00"]),
    ]
    again = event("e2", action("assert", "dest", ["vera", "grus"], ["dale"]))
    folder.write("events.jsonl", [event("e1", *actions), again])
    assert folder.load().actions.num_rows == 6


def test_the_order_of_lines_does_not_matter(folder: Folder) -> None:
    lines = [
        event(
            f"e{i}",
            action("assert", "seats", [f"c{i % 7}"], [str(i), "true"]),
            observed_at=f"2026-07-{1 + i % 9:02}",
        )
        for i in range(200)
    ]
    folder.write("events.jsonl", lines)
    first = folder.load()
    random.Random(7).shuffle(lines)
    folder.write("events.jsonl", lines)
    second = folder.load()
    for one, other in ((first.events, second.events), (first.actions, second.actions)):
        assert serialised(one) == serialised(other)


def serialised(table: pa.Table) -> bytes:
    """The bytes of a table in Arrow's own format."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    made: bytes = sink.getvalue().to_pybytes()
    return made


def test_fifty_thousand_events_load(folder: Folder) -> None:
    line = (
        '{{"event_id": "e{0}", "observed_at": "2026-07-{1:02}", "record": "Vera flies to Grus.", "actions": ['
        '{{"verb": "assert", "predicate": "dest", "key": ["p{2}", "t{0}"], "value": ["corby"]}}, '
        '{{"verb": "assert", "predicate": "cap", "key": ["p{2}", "b", "2026-01-01"], "value": ["{0}.5"]}},'
        '{{"verb": "complete", "predicate": "trip", "key": ["p{2}"]}}]}}\n'
    )
    folder.write("events.jsonl", "".join(line.format(i, 1 + i % 28, i % 100) for i in range(50_000)))
    scenario = folder.load()
    assert (scenario.events.num_rows, scenario.actions.num_rows) == (50_000, 150_000)

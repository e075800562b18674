"""Events in Parquet: the same tables as from JSON lines, and every refusal with its whole message."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.scenario.folder import Folder, action, event

TEXTS = pa.list_(pa.string())
ACTION = {"verb": pa.string(), "predicate": pa.string(), "key": TEXTS, "value": TEXTS}
EVENT = {
    "event_id": pa.string(),
    "observed_at": pa.string(),
    "record": pa.string(),
    "actions": pa.list_(pa.struct(ACTION)),
}
GOOD = [
    event("e10", action("assert", "dest", ["vera", "grus"], ["corby"]), action("complete", "trip", ["vera"])),
    event("e9", action("assert", "cap", ["house", "meal", "2026-01-01"], ["12.5"])),
    event("e11"),
]


@pytest.fixture
def empty(folder: Folder) -> Folder:
    """A folder without events."""
    (folder.path / "events.jsonl").unlink()
    return folder


def write(folder: Folder, rows: list[dict[str, Any]], **types: pa.DataType) -> Path:
    """Write rows as events.parquet; a type given as None leaves the column out."""
    schema = {name: type_ for name, type_ in (EVENT | types).items() if type_ is not None}
    arrays = {name: pa.array([row.get(name) for row in rows], type_) for name, type_ in schema.items()}
    path = folder.path / "events.parquet"
    pq.write_table(pa.table(arrays), path)
    return path


def with_action(**types: Any) -> pa.DataType:
    """The type of actions with other fields; a type given as None leaves the field out."""
    return pa.list_(pa.struct({name: t for name, t in (ACTION | types).items() if t is not None}))


def test_parquet_and_json_lines_give_the_same_tables(empty: Folder) -> None:
    write(empty, GOOD)
    parquet = empty.load()
    (empty.path / "events.parquet").unlink()
    empty.write("events.jsonl", GOOD)
    lines = empty.load()
    assert parquet.events.equals(lines.events)
    assert parquet.actions.equals(lines.actions)
    assert parquet.events["event_id"].to_pylist() == ["e9", "e10", "e11"]


def test_times_may_be_dates_or_timestamps_and_texts_may_be_dictionaries(empty: Folder) -> None:
    for found, type_ in (
        (date(2026, 7, 3), pa.date32()),
        (datetime(2026, 7, 3), pa.timestamp("ns")),
        (datetime(2026, 7, 3), pa.timestamp("ms")),
    ):
        write(
            empty,
            [event("e1", observed_at=found)],
            observed_at=type_,
            record=pa.dictionary(pa.int8(), pa.string()),
        )
        events = empty.load().events
        assert events["observed_at"].to_pylist() == [datetime(2026, 7, 3)]
        assert events["record"].to_pylist() == ["record of e1"]


def test_metadata_of_the_file_may_be_any_bytes(empty: Folder) -> None:
    path = write(empty, GOOD)
    pq.write_table(pq.read_table(path).replace_schema_metadata({b"\xff": b"\xfe"}), path)
    assert empty.load().events.num_rows == 3


def test_a_file_may_have_no_rows(empty: Folder) -> None:
    write(empty, [])
    scenario = empty.load()
    assert (scenario.events.num_rows, scenario.actions.num_rows) == (0, 0)


def test_folders_called_name_equals_value_add_no_columns(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "record=7")
    (folder.path / "events.jsonl").unlink()
    write(folder, GOOD)
    assert folder.load().events["record"].to_pylist()[0] == "record of e9"


def test_a_file_cut_off_in_the_middle_is_refused(empty: Folder) -> None:
    data = write(empty, GOOD).read_bytes()
    empty.write("events.parquet", data[: len(data) // 2])
    assert empty.refusal() == (
        "events.parquet: the file is cut off, or it is not Parquet (its end is not PAR1); write the whole file again"
    )


def test_a_file_cut_off_anywhere_is_refused_in_one_line(empty: Folder) -> None:
    data = write(empty, GOOD).read_bytes()
    for end in range(0, len(data), 97):
        empty.write("events.parquet", data[:end])
        assert empty.refusal().startswith("events.parquet: the file is cut off, or it is not Parquet")


def test_a_damaged_file_is_refused_in_one_line(empty: Folder) -> None:
    data = write(empty, GOOD).read_bytes()
    empty.write("events.parquet", data[:40] + data[60:])
    message = empty.refusal()
    assert message.startswith("events.parquet: damaged (")
    assert message.endswith("); write the whole file again")


def test_text_that_is_not_utf_8_is_refused(empty: Folder) -> None:
    texts = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\4\0\0\0"), pa.py_buffer(b"a\xff\xfeb")]
    )
    path = write(empty, [event("e1")])
    table = pq.read_table(path)
    pq.write_table(table.set_column(2, "record", texts), path)
    message = empty.refusal()
    assert message.startswith("events.parquet: damaged (")
    assert "UTF8" in message


TIMES = "write text, a date or a timestamp without a zone"
WRONG_TYPES = [
    ({"record": None}, "column record is missing; write event_id, observed_at, record, actions"),
    (
        {"source": pa.string()},
        'column "source" is not known; known are: actions, event_id, observed_at, record',
    ),
    ({"line": pa.int64()}, 'column "line" is not known; known are: actions, event_id, observed_at, record'),
    ({"recrd": pa.string()}, 'column "recrd" is not known; did you mean record?'),
    ({"event_id": pa.int64()}, "column event_id is int64; write text"),
    ({"record": TEXTS}, "column record is list(string); write text"),
    (
        {"observed_at": pa.float64()},
        f"column observed_at is float64; {TIMES}",
    ),
    (
        {"observed_at": pa.timestamp("us", "UTC")},
        f"column observed_at is a timestamp with the zone UTC; {TIMES}",
    ),
    ({"actions": pa.string()}, "column actions is string; write a list of structs"),
    ({"actions": with_action(value=None)}, "field value is missing; write verb, predicate, key, value"),
    (
        {"actions": with_action(note=pa.string())},
        'field "note" is not known; known are: key, predicate, value, verb',
    ),
    ({"actions": with_action(verb=pa.int32())}, "column actions.verb is int32; write text"),
    (
        {"actions": with_action(value=pa.list_(pa.float64()))},
        "column actions.value is list(float64); write a list of text",
    ),
    ({"actions": with_action(key=pa.string())}, "column actions.key is string; write a list of text"),
]


@pytest.mark.parametrize(("types", "found"), WRONG_TYPES)
def test_columns_of_other_names_or_types_are_refused(empty: Folder, types: dict[str, Any], found: str) -> None:
    write(empty, [], **types)
    assert empty.refusal() == f"events.parquet: {found}"


ADVICE = "write what is known, or leave the fact out"
NULLS = [
    (event(None), "event_id is null"),
    (event("e2", observed_at=None), "observed_at is null"),
    (event("e2", record=None), "record is null"),
    (event("e2", actions=None), "actions is null"),
    (event("e2", actions=[None]), "an action is null"),
    (event("e2", action(None, "dest", ["a", "b"], ["c"])), "verb is null"),
    (event("e2", action("assert", "dest", None, ["c"])), "key is null"),
    (event("e2", action("assert", "dest", ["a", None], ["c"])), "an entry of key is null"),
    (event("e2", action("assert", "dest", ["a", "b"], [None])), "an entry of value is null"),
]


@pytest.mark.parametrize(("row", "found"), NULLS)
def test_nulls_are_refused_with_their_row(empty: Folder, row: dict[str, Any], found: str) -> None:
    write(empty, [event("e1"), row])
    assert empty.refusal() == f"events.parquet:2: {found}; {ADVICE}"


def test_a_null_value_is_an_empty_one(empty: Folder) -> None:
    write(empty, [event("e1", action("cancel", "dest", ["a", "b"], None))])
    assert empty.load().actions["value"].to_pylist() == [[]]


def test_rows_are_checked_as_lines_are(empty: Folder) -> None:
    write(empty, [*GOOD, event("e9")])
    assert empty.refusal() == 'events.parquet:4: event "e9" stands on line 2 too; give each event an id of its own'
    write(empty, [*GOOD, event("e12", action("assert", "dst", ["a", "b"], ["c"]))])
    assert empty.refusal() == 'events.parquet:4: action 1: unknown predicate "dst"; did you mean dest?'
    write(empty, [event("e1", observed_at="soon")])
    assert empty.refusal() == (
        'events.parquet:1: observed_at is "soon", no time; write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, without a zone'
    )


def test_nanoseconds_are_refused(empty: Folder) -> None:
    midnight = int(datetime(2026, 7, 3, tzinfo=UTC).timestamp()) * 10**9
    write(empty, [event("e1", observed_at=midnight + 1)], observed_at=pa.timestamp("ns"))
    assert empty.refusal() == "events.parquet:1: observed_at has nanoseconds; round it to microseconds"

"""What a create table declares, and what it may not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql.errors import SchemaError
from memsql.model import Column
from memsql.scenario import load_schema
from memsql.scenario.create import CONSTRAINTS
from memsql.scenario.words import RESERVED

CREATE = "write create table name (column type, ..., primary key (column, ...))"
TYPES = "text, integer, bigint, decimal(p,s), date or boolean"


def write(folder: Path, **tables: str) -> Path:
    for name, text in tables.items():
        (folder / f"{name}.sql").write_text(text, encoding="utf-8")
    return folder


def refusal(folder: Path) -> str:
    with pytest.raises(SchemaError) as caught:
        load_schema([folder])
    return str(caught.value).replace(f"{folder}/", "")


def test_a_declaration_has_the_key_in_its_own_order_and_the_rest_as_value(tmp_path: Path) -> None:
    columns = "amount decimal(12, 2), company text, valid_from date, n integer, big bigint, is_on boolean"
    text = f"-- a cap\n\ncreate table cap (\n    {columns},\n    primary key (valid_from, company)\n);\n-- end\n"
    (cap,) = load_schema([write(tmp_path, cap=text)])
    assert cap.name == "cap"
    assert cap.line == 3
    assert cap.path == tmp_path / "cap.sql"
    assert cap.key == ("valid_from", "company")
    assert cap.value == ("amount", "n", "big", "is_on")
    assert cap.columns[:2] == (Column("amount", "DECIMAL(12,2)"), Column("company", "VARCHAR"))
    assert [c.type for c in cap.columns[2:]] == ["DATE", "INTEGER", "BIGINT", "BOOLEAN"]
    assert cap.scope is None
    assert cap.has_valid_time


def test_a_completeness_gives_its_relation_a_scope_in_its_own_order(tmp_path: Path) -> None:
    write(
        tmp_path,
        leg="create table leg (a text, b text, c text, primary key (a, b, c))",
        leg_complete="create table leg_complete (b text, a text, primary key (a, b))",
    )
    leg, complete = load_schema([tmp_path])
    assert (leg.name, leg.scope) == ("leg", ("b", "a"))
    assert (complete.name, complete.scope, complete.is_completeness) == ("leg_complete", None, True)


def test_files_and_folders_may_be_mixed_and_come_out_by_name(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    write(inside, b="create table b (x text, primary key (x))", a="create table a (x text, primary key (x))")
    (inside / ".hidden.sql").write_text("not read")
    write(tmp_path, c="\ufeffcreate table c (x text, primary key (x));\r\n")
    assert [d.name for d in load_schema([tmp_path / "c.sql", str(inside)])] == ["a", "b", "c"]


def test_names_may_be_of_any_script(tmp_path: Path) -> None:
    (stadt,) = load_schema([write(tmp_path, städte="create table städte (größe text, primary key (größe))")])
    assert (stadt.name, stadt.key) == ("städte", ("größe",))


REFUSED = {
    "": f"t.sql:1: no statement; {CREATE}",
    "create table t (a text, primary key (a));\ncreate table u (a text, primary key (a))": (
        "t.sql:2: a second statement; give each table a file of its own"
    ),
    "select 1": f"t.sql:1: not a declaration of columns; {CREATE}",
    "create tabel t (a text)": f"t.sql:1: not a declaration of columns; {CREATE}",
    "create table t as select 1 as a": f"t.sql:1: not a declaration of columns; {CREATE}",
    "create table t": f"t.sql:1: no columns; {CREATE}",
    "create table if not exists t (a text, primary key (a))": (f"t.sql:1: more than a bare create table; {CREATE}"),
    "create table main.t (a text, primary key (a))": f"t.sql:1: more than a bare create table; {CREATE}",
    "create temp table t (a text, primary key (a))": f"t.sql:1: more than a bare create table; {CREATE}",
    "create table t (a text": f't.sql:1: not SQL near "text"; {CREATE}',
    "create table t (\n    a text /* b": "t.sql:2: not SQL (an unclosed quote or comment); close it",
    "create table u (a text, primary key (a))": ("t.sql:1: relation u in a file of another name; call the file u.sql"),
    "create table T (a text, primary key (a))": "t.sql:1: relation T has upper case; write t",
    'create table "t" (a text, primary key (a))': (
        't.sql:1: relation "t" is quoted; choose a name that needs no quotes'
    ),
    "create table t (_a text, primary key (_a))": (
        "t.sql:1: column _a starts with _, which is kept for the engine; rename it"
    ),
    "create table t (\n    a text,\n    order text,\n    primary key (a)\n)": (
        "t.sql:3: column order is a reserved word; rename it"
    ),
    "create table t (a text, values text, primary key (a))": ("t.sql:1: column values is a reserved word; rename it"),
    "create table select (a text, primary key (a))": "t.sql:1: relation select is a reserved word; rename it",
    "create table alter (a text, primary key (a))": "t.sql:1: relation alter is a reserved word; rename it",
    "create table t (a text, b text)": ("t.sql:1: no primary key; write primary key (...) over what a question gives"),
    "create table t (\n    a text,\n    primary key ()\n)": (
        "t.sql:3: the primary key is empty; write primary key (...) over what a question gives"
    ),
    "create table t (a text, primary key (a), primary key (a))": "t.sql:1: a second primary key; keep one",
    "create table t (person text, primary key (persn))": (
        "t.sql:1: unknown column persn in the primary key; did you mean person?"
    ),
    "create table t (a text, primary key (a, a))": ("t.sql:1: column a is twice in the primary key; keep it once"),
    "create table t (a text, a date, primary key (a))": ("t.sql:1: column a stands there twice; rename or remove one"),
    "create table t (a text primary key)": (
        't.sql:1: "primary key" behind column a; write primary key (a) after the columns'
    ),
    "create table t (a text, b text null, primary key (a))": (
        't.sql:1: "null" behind column b; leave it out, no fact has nulls, defaults or checks'
    ),
    "create table t (a text, b integer default 3, primary key (a))": (
        't.sql:1: "default 3" behind column b; leave it out, no fact has nulls, defaults or checks'
    ),
    "create table t (a text, b integer check (b > 2), primary key (a))": (
        't.sql:1: "check (b > 2)" behind column b; leave it out, no fact has nulls, defaults or checks'
    ),
    "create table t (a text, b text, unique (b), primary key (a))": (
        't.sql:1: "unique (b)" is more than columns and a primary key; leave it out'
    ),
    "create table t (a text, check (a > 'b'), primary key (a))": (
        "t.sql:1: \"check (a > 'b')\" is more than columns and a primary key; leave it out"
    ),
    "create table t (a, primary key (a))": f"t.sql:1: column a has no type; write {TYPES} behind it",
    "create table t (a text,\n b double, primary key (a))": (
        "t.sql:2: column b is a binary float, which rounds; write decimal(p,s)"
    ),
    "create table t (a text, b float, primary key (a))": (
        "t.sql:1: column b is a binary float, which rounds; write decimal(p,s)"
    ),
    "create table t (a text, b timestamp, primary key (a))": f"t.sql:1: column b is timestamp; write {TYPES}",
    "create table t (a text[], primary key (a))": f"t.sql:1: column a is text[]; write {TYPES}",
    "create table t (a text, b decimal(20,7), primary key (a))": (
        "t.sql:1: column b is decimal(20,7), and answers hold 32 digits before the point and 6 after it; "
        "declare fewer digits"
    ),
    "create table t (a text, b decimal(38,5), primary key (a))": (
        "t.sql:1: column b is decimal(38,5), and answers hold 32 digits before the point and 6 after it; "
        "declare fewer digits"
    ),
    "create table t (a text, b decimal(39,2), primary key (a))": (
        "t.sql:1: column b is decimal(39,2); write decimal(p,s): p digits in all, 1 to 38, s of them after the point"
    ),
    "create table t (a text, valid_from date, primary key (a))": (
        "t.sql:1: valid_from of t is not a date in the primary key; make it one, or rename it"
    ),
    "create table t (a text, valid_from text, primary key (a, valid_from))": (
        "t.sql:1: valid_from of t is not a date in the primary key; make it one, or rename it"
    ),
    "create table t (a text, valid_from date, primary key (valid_from))": (
        "t.sql:1: the key of t is valid_from alone; add what the fact is about"
    ),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.items(), ids=REFUSED)
def test_a_table_that_declares_no_relation_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(write(tmp_path, t=text)) == message


TRIP = "create table trip (person text, trip text, valid_from date, primary key (person, trip, valid_from))"
MEANINGS = [
    (
        {"trips_complete": "create table trips_complete (person text, primary key (person))", "trip": TRIP},
        "trips_complete.sql:1: trips_complete closes trips, no declared relation; did you mean trip?",
    ),
    (
        {"trip_complete": "create table trip_complete (city text, primary key (city))", "trip": TRIP},
        "trip_complete.sql:1: city of trip_complete is not in the key of trip; known are: person, trip",
    ),
    (
        {"trip_complete": "create table trip_complete (person date, primary key (person))", "trip": TRIP},
        "trip_complete.sql:1: person of trip_complete is date, and varchar in trip; use one type",
    ),
    (
        {
            "trip_complete": "create table trip_complete (person text, valid_from date, primary key "
            "(person, valid_from))",
            "trip": TRIP,
        },
        ("trip_complete.sql:1: trip_complete closes by valid_from; leave it out, a completeness holds for all times"),
    ),
    (
        {
            "trip_complete": "create table trip_complete (person text, n text, primary key (person))",
            "trip": TRIP,
        },
        "trip_complete.sql:1: n of trip_complete outside its primary key; put all its columns into it",
    ),
    (
        {
            "asked_day": "create table asked_day (day date, primary key (day))",
            "asked_day_complete": "create table asked_day_complete (day date, primary key (day))",
            "trip": TRIP,
        },
        ("asked_day_complete.sql:1: asked_day_complete closes asked_day, which events do not list; known are: trip"),
    ),
    (
        {"asked_span": "create table asked_span (a date, b date, primary key (a))"},
        "asked_span.sql:1: b of asked_span outside its primary key; put all its columns into it",
    ),
    (
        {"refers_to": "create table refers_to (phrase text, primary key (phrase))"},
        (
            "refers_to.sql:1: refers_to has other columns; "
            "write refers_to (phrase text, entity text, primary key (phrase))"
        ),
    ),
    (
        {"first_trip": "create table first_trip (a text, primary key (a))", "trip": TRIP},
        "first_trip.sql:1: first_trip is the name of first(trip); rename it",
    ),
    (
        {
            "current_price": "create table current_price (a text, primary key (a))",
            "price": "create table price (item text, valid_from date, primary key (item, valid_from))",
        },
        "current_price.sql:1: current_price is the name of current(price); rename it",
    ),
]


@pytest.mark.parametrize(("tables", "message"), MEANINGS)
def test_a_name_that_means_something_must_mean_it(tmp_path: Path, tables: dict[str, str], message: str) -> None:
    assert refusal(write(tmp_path, **tables)) == message


def test_a_relation_declared_twice_is_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, t="create table t (a text, primary key (a))")
    with pytest.raises(SchemaError) as caught:
        load_schema([tmp_path / "one", tmp_path / "two"])
    message = "two/t.sql:1: relation t is declared in one/t.sql:1 too; keep one"
    assert str(caught.value).replace(f"{tmp_path}/", "") == message


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.sql").write_bytes(b"-- a\ncreate table t (stra\xdfe text, primary key (stra\xdfe))")
    assert refusal(tmp_path) == "t.sql:2: byte 0xdf is not UTF-8; save the file as UTF-8"


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_every_reserved_word_is_refused_as_a_column_by_one_line(tmp_path: Path, word: str) -> None:
    message = refusal(write(tmp_path, t=f"create table t (a text, {word} text, primary key (a))"))
    assert "\n" not in message
    assert message == f"t.sql:1: column {word} is a reserved word; rename it" or word in CONSTRAINTS


def test_sqlglot_prints_nothing_beside_the_refusal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    refusal(write(tmp_path, t="create tabel t (a text)"))
    assert capfd.readouterr() == ("", "")

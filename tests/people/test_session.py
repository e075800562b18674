"""Ad-hoc SQL: what a statement reads is derived, nothing else, and every value can be read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from memsql import Scenario, why
from memsql.errors import MemsqlError
from memsql.gold.tables import TABLES
from memsql.people.session import Session, open_session
from memsql.scenario.words import OF_GOLD, TAKEN
from tests.house import ROOT
from tests.people.histories import suite_of_two

AT = "2026-08-31"


@pytest.fixture
def fresh(worked: Scenario) -> Iterator[Session]:
    found = open_session(worked)
    yield found
    found.db.close()


@pytest.fixture(scope="module")
def session(worked: Scenario) -> Iterator[Session]:
    found = open_session(worked)
    yield found
    found.db.close()


def refusal(session: Session, text: str) -> str:
    with pytest.raises(MemsqlError) as caught:
        session.sql(text)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("select 1", set()),
        ("show tables", set()),
        ("from trip", {"trip"}),
        ("select count(*) from outside_count", {"based_in", "city_in", "dest", "trip"}),
        ("with x as (from home) select count(*) from x", {"based_in", "city_in"}),
        ("from lift.home", {"lift.home"}),
        ("from LIFT.home join home using (person)", {"lift.home", "based_in", "city_in"}),
        ("from event", {"gold.event"}),
        ("select label from answer", {"gold.answer"}),
        ("from current_fact('2026-06-30', '2026-06-30')", set()),
        ("from why('home(vera)')", set()),
        ("select node_id from node", {f"gold.{name}" for name in TABLES}),
        ("from now.edge", {"now"}),
        ("from lift.home as h, why(h._node)", {"now", "lift.home"}),
    ],
)
def test_a_statement_derives_what_it_reads_and_nothing_else(fresh: Session, text: str, filled: set[str]) -> None:
    assert fresh.filled == set(), "nothing is derived before the first statement"
    assert fresh.sql(text).rows
    assert fresh.filled == filled


def test_what_is_filled_once_is_kept(session: Session) -> None:
    first = session.sql("select city from dest order by all").rows
    assert session.sql("from home").rows == [("vera", "corvia")]
    assert session.sql("select _ok from lift.outside order by all").rows == [(False,), (True,), (True,)]
    assert session.sql("select city from dest order by all").rows == first


def test_the_views_stand_at_the_cutoff(worked: Scenario, session: Session) -> None:
    before = open_session(worked, "2026-06-30")
    asked = "select count(*) from outside"
    assert before.sql(asked).rows == [(3,)]
    assert session.sql(asked).rows == [(2,)]
    assert before.sql("select _event from lift.dest where trip = 'grus'").rows == [("e7",)]
    empty = open_session(worked, "2020-01-01")
    assert empty.sql("select count(*) from dest").rows == [(0,)]


@pytest.mark.parametrize(
    "node",
    [
        "outside_count(vera)",
        "outside_count(nobody)",
        "outside(vera,nowhere)",
        "home(nobody)",
        "outside[vera]",
        "trip[nobody]",
        "dest(vera,grus)",
        "first(dest)(vera,grus)",
    ],
)
def test_why_in_sql_says_what_why_says(worked: Scenario, session: Session, node: str) -> None:
    found = session.sql(f"select node_id, is_true, value from why('{node}') order by depth limit 1").rows[0]
    told = why(worked, node, AT)
    root = told.nodes.filter(depth=0).row(0, named=True)
    assert found == (root["node_id"], root["is_true"], root["value"])
    events = session.sql(f"select node_id from why('{node}') where kind = 'event'").rows
    said = told.nodes.filter(kind="event")["node_id"]
    assert {e for (e,) in events} == set(said)


def test_why_of_a_count_without_a_row_is_zero(constructs: Scenario) -> None:
    session = open_session(constructs, "2026-09-30")
    node, of_a_parameter = "kind_cost(oona,bow saw)", "loan_between_count(oona,2025-01-01,2025-12-31)"
    assert session.sql(f"select count(*) from lift.kind_cost where _node = '{node}'").rows == [(0,)]
    asked = f"from why('{node}') union all from why('{of_a_parameter}')"
    assert session.sql(f"select value from ({asked}) where depth = 0").rows == [('["0"]',), ('["0"]',)]


def test_why_of_a_column_walks_the_same_derivations(session: Session) -> None:
    asked = "select o._node, w.node_id from lift.outside as o, why(o._node) as w order by all"
    together = session.sql(asked).rows
    alone = [
        (node, found)
        for (node,) in session.sql("select _node from lift.outside").rows
        for (found,) in session.sql(f"select node_id from why('{node}')").rows
    ]
    assert together == sorted(alone)
    assert session.sql("select count(*) from why('outside' || '(vera,grus)')").rows == [(11,)]


def test_why_of_an_expression_walks_to_the_end_of_a_long_chain_and_round_a_cycle(fresh: Session) -> None:
    assert fresh.sql("select count(*) from now.edge").rows != [(0,)]
    fresh.db.run("insert into now.node select 'n' || i, 'derived', 'n', '[]', true, null from range(200) as t(i)")
    fresh.db.run("insert into now.edge select 'n' || i, 0, 'n' || (i + 1) % 200 from range(200) as t(i)")
    assert fresh.sql("select count(*), max(depth) from why('n' || '0')").rows == [(200, 199)]


def test_events_of_why_are_in_natural_order(session: Session) -> None:
    found = session.sql("select node_id from why('outside(vera,grus)') where kind = 'event'").rows
    assert [e for (e,) in found] == ["event:e1", "event:e2", "event:e5", "event:e10"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("from why('outsid(vera,grus)')", "node outsid(vera,grus): unknown relation outsid; did you mean outside"),
        ("from why('outside(vera)')", "key of 1 values for outside; give person, trip"),
        ("from why('event:e9')", 'node "event:e9": not a node; write relation(key,key)'),
        ("", "sql: no statement; give one SELECT"),
        (" ; -- nothing", "sql: no statement; give one SELECT"),
        ("select 1; select 2", "sql: 2 statements; give one SELECT"),
        ("create table x (a int)", "sql: found CREATE; give one SELECT"),
        ("insert into trip values ('a', 'b')", "sql: found INSERT; give one SELECT"),
        ("drop view outside", "sql: found DROP; give one SELECT"),
        ("set threads = 4", "sql: found SET; give one SELECT"),
        ("copy trip to 'x.csv'", "sql: found COPY; give one SELECT"),
        ("attach 'x.db'", "sql: found ATTACH; give one SELECT"),
        ("select 1 from no_such", "sql: Table with name no_such does not exist!"),
        ("select (", "sql: syntax error at or near"),
        ("from read_csv('x.csv')", "sql: "),
        ("select error('broken')", "sql: broken; correct the statement"),
    ],
)
def test_what_is_no_query_is_refused_in_one_line(session: Session, text: str, message: str) -> None:
    assert message in refusal(session, text)
    assert session.sql("select 1").rows == [(1,)], "the session goes on"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("interval 1 month", "1 month"),
        ("date 'infinity'", "infinity"),
        ("timestamp '-infinity'", "-infinity"),
        ("timestamp '2026-01-02 03:04:05'", "2026-01-02 03:04:05"),
        ("time '10:00'", "10:00:00"),
        ("timestamptz '2026-01-02 03:04:05+00'", "2026-01-02 03:04:05+00"),
        ("'\\x00ab'::blob", "\\x00ab"),
        ("union_value(num := 2)", "2"),
        ("170141183460469231731687303715884105727::hugeint", 2**127 - 1),
        ("-170141183460469231731687303715884105728", -(2**127)),
        ("340282366920938463463374607431768211455::uhugeint", 2**128 - 1),
        ("sum(3)", 3),
        ("1.50::decimal(10,2)", Decimal("1.50")),
        ("[date 'infinity', null]", ["infinity", None]),
        ("{'a': 1, 'b': 'x'}", {"a": 1, "b": "x"}),
        ("{'a': date 'infinity'}", "{'a': infinity}"),
        ("'101'::bit", "101"),
        ("null", None),
        ("true", True),
        ("'a'::enum('a', 'DATE')", "a"),
    ],
)
def test_every_value_is_readable(session: Session, expression: str, value: object) -> None:
    assert session.sql(f"select {expression} as x, 1 as x -- twice").rows == [(value, 1)]


def test_a_closed_session_can_be_stopped(worked: Scenario) -> None:
    closed = open_session(worked)
    closed.db.close()
    closed.db.interrupt()
    with pytest.raises(MemsqlError, match=r"^sql: Connection already closed"):
        closed.sql("select 1")


def test_rows_keep_their_order(session: Session) -> None:
    found = session.sql("select i, interval (i) day from range(50) as t(i) order by i desc").rows
    assert [i for i, _ in found] == list(range(49, -1, -1))


def test_a_suite_of_several_scenarios_asks_for_one(tmp_path: Path) -> None:
    suite = Scenario.load(suite_of_two(tmp_path / "both"))
    with pytest.raises(MemsqlError, match=r"^both: 2 scenarios; .*here, there$"):
        open_session(suite)
    asked = "select city from dest where trip = 'grus'"
    assert open_session(suite, scenario_id="here").sql(asked).rows == [("corby",)]
    assert open_session(suite, scenario_id="there").sql(asked).rows == [("halewick",)]


def test_reserved_names_are_those_that_stand_beside_the_relations(session: Session) -> None:
    relations = {r.name for r in session.program.relations}
    tables = session.db.rows("select table_name from information_schema.tables where table_schema = 'main'")
    macros = "select function_name from duckdb_functions() where function_type = 'table_macro' and not internal"
    exposed = {str(name) for (name,) in [*tables, *session.db.rows(macros)]} - relations
    assert exposed == TAKEN
    assert set(OF_GOLD.split()) == set(TABLES)


def test_a_relation_may_have_any_other_name(tmp_path: Path) -> None:
    """Names that the engine, its queries or DuckDB use for things of their own."""
    names = ("given", "memory", "main", "world", "state", "ground", "lift", "now", "gold", "information_schema")
    folder = tmp_path / "own"
    (folder / "schema").mkdir(parents=True)
    (folder / "rules").mkdir()
    actions = [{"verb": "assert", "predicate": name, "key": [name], "value": ["2"]} for name in names]
    for name in names:
        text = f"create table {name} (a text, b integer, primary key (a));"
        (folder / "schema" / f"{name}.sql").write_text(text)
        (folder / "rules" / f"of_{name}.sql").write_text(f"select {name}.a, {name}.b from {name}")
    event = {"event_id": "e1", "observed_at": "2026-01-01", "record": "All of them.", "actions": actions}
    (folder / "events.jsonl").write_text(json.dumps(event) + "\n")
    (folder / "queries.jsonl").write_text("")
    session = open_session(Scenario.load(folder))
    for name in names:
        # A date is read through a query around the statement.
        assert session.sql(f"select a, b, date '2026-01-01' from {name}").rows == [(name, 2, "2026-01-01")]
        assert session.sql(f"select b from of_{name}").rows == [(2,)]
        assert session.sql(f"select _ok from lift.of_{name}").rows == [(True,)]


def test_the_reserved_names_are_written_down() -> None:
    text = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"would hide the table: (.*?)\. Nor", text)
    assert re.findall(r"`(\w+)`", listed) == sorted(TAKEN)

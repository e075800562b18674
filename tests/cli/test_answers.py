"""What commands say of a scenario of one's own whose history is odd."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.own import EVENT, QUERY, write
from tests.cli.run import memsql as run


def test_a_cancellation_of_nothing_says_nothing_and_is_counted(place: Path) -> None:
    cancels = [
        {"verb": "cancel", "predicate": "home", "key": ["ann"]},
        {"verb": "cancel", "predicate": "home", "key": ["ann"]},
        {"verb": "cancel", "predicate": "home", "key": ["bob"]},
    ]
    later = {"event_id": "e2", "observed_at": "2026-01-02", "record": "Taken back.", "actions": cancels}
    asked = [{**QUERY, "query_id": f"q{i}", "relation": "home", "key": [name]} for i, name in enumerate(("ann", "bob"))]
    write(place, {"events.jsonl": [EVENT, later], "queries.jsonl": asked})
    assert run("check", "own", cwd=place).stdout.splitlines()[-1] == (
        "cancelled although nothing said it, from which nothing follows: 1, first home(bob) in event e2"
    )
    assert json.loads(run("check", "own", "--json", cwd=place).stdout)["idle_cancellations"] == 1
    for name, answer in (("ann", "none  (justified-zero)"), ("bob", "unknown")):
        said = run("why", f"home({name})", "--at", "2026-02-01", "--scenario", "own", cwd=place).stdout
        assert said.startswith(f"home({name}) = {answer}\n")


def test_a_day_before_the_first_row_is_unknown_or_known_to_have_none(place: Path) -> None:
    price = {"predicate": "price", "key": ["nail", "2026-03-01"], "value": ["5"]}
    later = {"verb": "complete", "predicate": "price", "key": ["nail"]}
    first = {**EVENT, "actions": [{"verb": "assert", **price}]}
    second = {**EVENT, "event_id": "e2", "observed_at": "2026-01-05", "actions": [later]}
    tables = {
        "price": "(item text, valid_from date, amount integer, primary key (item, valid_from))",
        "price_complete": "(item text, primary key (item))",
        "asked_price": "(item text, day date, primary key (item, day))",
    }
    on = "p.item = a.item and p.valid_from <= a.day"
    rule = f"select a.item, a.day, p.amount\nfrom asked_price as a\nasof join price as p on {on}\n"
    files = {f"schema/{name}.sql": f"create table {name} {columns};" for name, columns in tables.items()}
    write(place, {**files, "rules/price_on.sql": rule, "events.jsonl": [first, second], "queries.jsonl": []})
    expected = [
        ("price_on(nail,2026-02-01)", "2026-01-02", "unknown"),
        ("price_on(nail,2026-02-01)", "2026-01-06", "none  (justified-zero)"),
        ("price_on(nail,2026-03-01)", "2026-01-06", "5  (answerable)"),
        ("current(price)(nail)", "2026-01-02", "unknown"),
        ("current(price)(nail)", "2026-01-06", "none  (justified-zero)"),
    ]
    for node, at, answer in expected:
        said = run("why", node, "--at", at, "--scenario", "own", cwd=place).stdout
        assert said.splitlines()[0].partition(" = ")[2] == answer, (node, at)


def test_a_long_number_is_printed_to_its_last_digit(place: Path) -> None:
    amount = f"{'9' * 30}.99"
    fee = {"verb": "assert", "predicate": "price", "key": ["a"], "value": [amount]}
    table = "create table price (kind text, amount decimal(34,2), primary key (kind));"
    write(place, {"schema/price.sql": table, "events.jsonl": [{**EVENT, "actions": [fee]}], "queries.jsonl": []})
    command = ("why", "price(a)", "--at", "2026-02-01", "--scenario", "own")
    assert run(*command, cwd=place).stdout.startswith(f"price(a) = {amount}  (answerable)\n")
    assert json.loads(run(*command, "--json", cwd=place).stdout)["answer"]["value_number"] == amount


def test_an_unknown_that_no_fact_settles_says_so(place: Path) -> None:
    """A rule closed row by row says nothing of a row that is known not to be there."""
    rule = "-- scope: person, trip\nselect t.person, t.trip, count(*) as stays\nfrom trip as t\n"
    rule += "inner join stay as s on s.trip = t.trip\ngroup by t.person, t.trip\n"
    tables = {
        "stay": "(trip text, stay text, primary key (trip, stay))",
        "stay_complete": "(trip text, primary key (trip))",
    }
    files = {f"schema/{name}.sql": f"create table {name} {columns};" for name, columns in tables.items()}
    write(place, {**files, "rules/stays.sql": rule, "queries.jsonl": []})
    said = run("why", "stays(ann,t2)", "--at", "2026-02-01", "--scenario", "own", cwd=place).stdout.splitlines()
    assert said[0] == "stays(ann,t2) = unknown"
    assert said[-1] == "missing: no fact; of a row that is not there a rule with the line scope: says nothing"

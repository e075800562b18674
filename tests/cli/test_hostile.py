"""What a hostile newcomer brings: one line says what is wrong, and nothing of it reaches the terminal as it is."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

import memsql.cli
from memsql.errors import GoldError
from memsql.gold.export import locked
from memsql.people.scenario import shipped_scenarios
from tests.cli.own import EVENT, QUERY, write
from tests.cli.run import memsql as run
from tests.cli.run import refusal

STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
NASTY = "a\x00b\nc\x1b[31md\x9be\u202ef"
SHOWN = r"a\x00b\nc\x1b[31md\x9be\u202ef"


def refused_of(place: Path, changed: dict[str, Any]) -> str:
    """Write the scenario and check it, which has to fail."""
    write(place, changed)
    return refusal("check", "own", cwd=place)


def query(**fields: Any) -> list[dict[str, Any]]:
    """Lines of queries.jsonl: a right one, then one that is changed."""
    return [{**QUERY, "query_id": "q0"}, {**QUERY, **fields}]


WITHOUT = "write it without"
BAD: list[tuple[dict[str, Any], str]] = [
    (
        {"events.jsonl": [{**EVENT, "event_id": "e\x001"}]},
        f'own/events.jsonl:1: event_id "e\\u00001" has the control sign U+0000; {WITHOUT}',
    ),
    (
        {"queries.jsonl": query(query_id="q\u202e1")},
        f'own/queries.jsonl:2: query_id "q\\u202e1" has the control sign U+202E; {WITHOUT}',
    ),
    (
        {"scenario.toml": 'title = "a"\nscenario_id = "a\\nb"\n'},
        f'own/scenario.toml:2: scenario_id "a\\nb" has the control sign U+000A; {WITHOUT}',
    ),
    (
        {"events.jsonl": [EVENT, {**EVENT, "event_id": "e1 "}]},
        f'own/events.jsonl:2: event_id "e1 " begins or ends with a blank; {WITHOUT}',
    ),
    (
        {"rules/away.sql": "select t.person\nfrom trip\x00 as t\n"},
        "own/rules/away.sql:2: the control sign U+0000; take it out, and save the file as plain text",
    ),
    (
        {"schema/away.sql": "create table away (\n    a text, -- \u202e\n    primary key (a)\n);\n"},
        "own/schema/away.sql:2: the control sign U+202E; take it out, and save the file as plain text",
    ),
    (
        {"rules/away.sql": "Dear all,\nthis is no rule.\n"},
        'own/rules/away.sql:1: not SQL near ","; write one bare select',
    ),
    (
        {"rules/away.sql": "select t.person\nfrom trip as t\nwhere t.trip = 'a\n"},
        "own/rules/away.sql:3: not SQL (an unclosed quote or comment); close it",
    ),
    (
        {"rules/away.sql": "select t.person\nfrom trip as t\nwhere\n" + "(" * 3000 + "t.trip = 'a'" + ")" * 3000},
        "own/rules/away.sql:4: nested too deeply; name the parts as rules",
    ),
    (
        {"schema/away.sql": "create table away (\n    a text, primary key " + "(" * 3000 + "a" + ")" * 3000 + "\n)"},
        (
            "own/schema/away.sql:2: nested too deeply; write create table name (column type, ..., primary key (column, "
            "...))"
        ),
    ),
    (
        {"rules/Away.SQL": "select t.person from trip as t"},
        "own/rules/Away.SQL: .SQL is not read; call the file Away.sql",
    ),
    (
        {"schema/edge.sql": "create table edge (a text, primary key (a));"},
        (
            "own/schema/edge.sql:1: relation edge is the name of a table of gold, which memsql sql shows under it; "
            "rename it (data/README.md lists the reserved names)"
        ),
    ),
    (
        {"rules/current_fact.sql": "select t.person from trip as t"},
        (
            "own/rules/current_fact.sql: current_fact is the name of a macro of memsql sql; "
            "rename it (data/README.md lists the reserved names)"
        ),
    ),
    (
        {"schema/fact.sql": "create table fact (a text, valid_from date, b text, primary key (a, valid_from));"},
        (
            "own/schema/fact.sql:1: current(fact) would be called current_fact, which is the name of a macro of memsql "
            "sql; rename it (data/README.md lists the reserved names)"
        ),
    ),
    (
        {"rules/more/away.sql": "select t.person from trip as t"},
        (
            "own/rules/more: a folder inside is not read, and away.sql is in it; put its files beside it, each by its "
            "relation's name"
        ),
    ),
    (
        {"events.jsonl": [{**EVENT, "actions": [{"verb": "complete", "predicate": "trip_complete", "key": ["ann"]}]}]},
        "own/events.jsonl:1: action 1: nothing completes trip_complete; complete trip, or assert trip_complete",
    ),
    ({"scenario.toml": "title ="}, 'own/scenario.toml:1: not TOML (Invalid value); write name = "text" lines'),
    (
        {"queries.jsonl": query(relation="trip_cuont")},
        "own/queries.jsonl:2: query q1: unknown relation trip_cuont; did you mean trip_count or trip_complete?",
    ),
    (
        {"queries.jsonl": query(relation="first(hom)")},
        "own/queries.jsonl:2: query q1: unknown relation first_hom; did you mean first(home)?",
    ),
    (
        {"queries.jsonl": query(relation="current(home)")},
        "own/queries.jsonl:2: query q1: unknown relation current(home); did you mean first(home)?",
    ),
    (
        {"queries.jsonl": query(key=["ann", "bob"])},
        "own/queries.jsonl:2: query q1: key of 2 values for trip_count; give person",
    ),
    (
        {"queries.jsonl": [{**QUERY, "relation": "fee"}]},
        "own/queries.jsonl:1: query q1: key of 1 values for fee; give kind, amount",
    ),
    (
        {"queries.jsonl": query(relation="fee", key=["a", "1.999"])},
        (
            'own/queries.jsonl:2: query q1: amount of fee is "1.999", 3 digits after the point where decimal(8,2) '
            "takes 2; round it yourself, or declare a larger scale"
        ),
    ),
    (
        {"queries.jsonl": query(known_at="2026-03-01")},
        (
            "own/queries.jsonl:2: known_at 2026-03-01 is after cutoff_at 2026-02-01; ask for an earlier one, or "
            "leave it out"
        ),
    ),
]


@pytest.mark.parametrize(("changed", "message"), BAD, ids=[m.partition(";")[0] for _, m in BAD])
def test_what_is_wrong_is_said_in_one_line(place: Path, changed: dict[str, Any], message: str) -> None:
    assert refused_of(place, changed) == message


@pytest.mark.parametrize("part", ["schema", "rules", "events.jsonl", "queries.jsonl"])
def test_a_part_that_is_missing_is_named_with_what_it_holds(place: Path, part: str) -> None:
    (place / "own" / part).rename(place / "away")
    holds = {
        "schema": "make this folder, with a create table for each predicate, one a file",
        "rules": "make this folder, with one select a file; it may be empty",
        "events.jsonl": "make this file, with one event a line; or write events.parquet",
        "queries.jsonl": "make this file, with one query a line; it may be empty",
    }
    assert refusal("check", "own", cwd=place) == f"own/{part}: missing; {holds[part]}"


def test_a_folder_whose_name_steers_is_no_scenario_id(place: Path) -> None:
    (place / "own").rename(place / "o\x1bwn")
    assert refusal("check", "o\x1bwn", cwd=place) == (
        'o\\x1bwn: the name of the folder, which is the scenario_id, "o\\u001bwn" has the control sign U+001B; '
        "write it without"
    )
    (place / "o\x1bwn" / "scenario.toml").write_text('scenario_id = "own"')
    assert run("check", "o\x1bwn", cwd=place).stdout.splitlines()[-1].startswith(r"o\x1bwn: 1 events, 1 queries")


def nasty(place: Path) -> None:
    """The scenario with a text that steers a terminal wherever a text is free."""
    event = {
        **EVENT,
        "record": NASTY,
        "actions": [
            {"verb": "assert", "predicate": "trip", "key": ["ann", NASTY]},
            {"verb": "complete", "predicate": "trip", "key": ["ann"]},
            {"verb": "assert", "predicate": "home", "key": ["ann"], "value": [NASTY]},
        ],
    }
    toml = f'title = {json.dumps(NASTY)}\norigin = "a | b"\n'
    write(place, {"events.jsonl": [event], "queries.jsonl": [{**QUERY, "question": NASTY}], "scenario.toml": toml})


COMMANDS = [
    ("explain", "q1", "--scenario", "own"),
    ("explain", "q1", "--scenario", "own", "--json"),
    ("explain", "q1", "--scenario", "own", "--as", "mermaid"),
    ("explain", "q1", "--scenario", "own", "--as", "svg"),
    ("explain", "q1", "--scenario", "own", "--as", "html"),
    ("why", "home(ann)", "--at", "2026-02-01", "--scenario", "own"),
    ("diff", "q1", "--from", "2025-01-01", "--to", "2026-02-01", "--scenario", "own"),
    ("what-if", "q1", "--without", "e1", "--scenario", "own"),
    ("sql", f'select *, 1 as "{NASTY[2:]}" from home, query, event', "--scenario", "own"),
    ("sql", "from trip", "--scenario", "own", "--json"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: " ".join(c[:1] + c[-1:])[:40])
def test_a_text_that_steers_a_terminal_is_printed_by_its_numbers(
    place: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    nasty(place)
    # As on a terminal: elsewhere typer takes colours out by itself.
    monkeypatch.setattr("typer._click.utils.should_strip_ansi", lambda *_: False)
    done = run(*command, cwd=place)
    assert done.returncode == 0, done.stderr
    assert STEERING.search(done.stdout) is None
    if "--json" in command:
        assert json.dumps(NASTY)[1:-1] in json.dumps(json.loads(done.stdout)), "JSON holds the text itself"
    elif command[0] != "what-if" and "mermaid" not in command:
        assert SHOWN.partition("[")[0] in done.stdout


def test_the_card_of_gold_holds_what_a_scenario_says_of_itself(place: Path) -> None:
    nasty(place)
    assert run("gold", "own", "--out", "gold: new", cwd=place).returncode == 0
    card = (place / "gold: new" / "own" / "README.md").read_text()
    assert f"| own |  | {SHOWN} | a \\| b |  |" in card.splitlines()
    (place / "own").rename(place / "our: own")
    assert run("gold", "our: own", "--out", "gold", cwd=place).returncode == 0
    assert 'pretty_name: "memsql our: own"' in (place / "gold" / "our: own" / "README.md").read_text().splitlines()


def test_a_pipe_is_not_waited_for(place: Path) -> None:
    os.mkfifo(place / "own" / "rules" / "away.sql")
    assert refusal("check", "own", cwd=place) == "own/rules/away.sql: no ordinary file; put a file in its place"


def test_an_event_whose_id_has_a_comma_can_be_left_out(place: Path) -> None:
    write(place, {"events.jsonl": [{**EVENT, "event_id": "e1,e2"}]})
    done = run("what-if", "q1", "--without", "e1,e2", "--scenario", "own", cwd=place)
    assert done.stdout.startswith("q1: unknown instead of 1\n")
    assert refusal("what-if", "q1", "--without", "e1, e2", "--scenario", "own", cwd=place) == (
        "own: no event e1; known are: e1,e2"
    )


def test_an_empty_text_is_seen(place: Path) -> None:
    actions = [{"verb": "assert", "predicate": "home", "key": ["ann"], "value": [""]}]
    write(place, {"events.jsonl": [{**EVENT, "actions": actions}], "queries.jsonl": []})
    said = run("why", "home(ann)", "--at", "2026-02-01", "--scenario", "own", cwd=place).stdout
    assert said.startswith('home(ann) = ""  (answerable)\n')
    assert refusal("explain", "", "--scenario", "own", cwd=place) == 'own: no query ""; none is declared'


def test_only_one_module_prints() -> None:
    """What is printed goes through `memsql.cli.output`, which tells signs that steer by their numbers."""
    for path in Path(memsql.cli.__file__).parent.glob("*.py"):
        if path.name != "output.py":
            lines = [
                line for line in path.read_text().splitlines() if re.search(r"typer\.echo|(?<![\w.])print\(", line)
            ]
            assert all("printable(" in line for line in lines), f"{path}: {lines}"


def test_names_that_ship_are_those_of_scenarios() -> None:
    assert shipped_scenarios() == ["constructs", "language_tags", "worked_example"]
    known = "known are: constructs, language_tags, worked_example"
    for name in ("nosuch", "domains", "paired", "suts"):
        assert refusal("check", name) == (
            f"{name}: no such folder, and no scenario of that name ships with memsql; {known}"
        )
    said = refusal("explain", "q1", "--scenario", "standard")
    assert said.endswith("/data/standard, and give data/gold/standard/scenarios")
    assert ": a suite that is generated; run memsql gold " in said


def test_a_place_that_cannot_be_written_is_one_line_whatever_writes(place: Path) -> None:
    (place / "file").write_text("mine")
    found = "not written (file is a file, no folder)"
    kept = "what stood there is unchanged: give another --out, or make room"
    assert refusal("gold", "own", "--out", "file", cwd=place) == f"file: {found}; {kept}"
    assert refusal("gold", "own", "--out", "file/a/b", cwd=place) == f"file/a/b: {found}; {kept}"
    assert (
        refusal("scivalidity", "generate", "--seeds", "1", "--out", "file/a", cwd=place) == f"file/a: {found}; {kept}"
    )
    assert refusal("lastwrite", "generate", "--out", "file/a", cwd=place) == (
        f"file/a: {found}; name a file that can be written"
    )
    with pytest.raises(GoldError) as refused, locked(place / "file", "--runs"):
        pass
    assert str(refused.value).endswith(f" is a file, no folder); {kept.replace('--out', '--runs')}")
    assert (place / "file").read_text() == "mine"

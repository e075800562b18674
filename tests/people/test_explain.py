"""Why an answer is as it is: the worked example of the paper, and questions that cannot be answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from memsql import Explanation, MemsqlError, Scenario, explain, why
from memsql.errors import DataError
from memsql.people.describe import shown_answer
from memsql.people.scenario import literal, moment, parse_node
from memsql.resources import sql_root
from tests.people.histories import renamed, suite_of_two

Explained = Callable[[str], Explanation]
WITNESS = ["e1", "e2", "e3", "e4", "e5", "e6", "e8", "e9", "e10"]
BEFORE_E9 = ["q2", "q3", "q4", "q5", "q6"]


def states(found: Explanation) -> dict[str, str]:
    """Node id to state, without the events."""
    return {n: s for n, s in found.nodes.select("node_id", "state").iter_rows() if s is not None}


def events(found: Explanation) -> set[str]:
    """Events at the leaves."""
    return {n.removeprefix("event:") for n in found.nodes.filter(pl.col("kind") == "event")["node_id"]}


def refusal(scenario: Scenario, ask: Callable[[Scenario], object]) -> str:
    with pytest.raises(MemsqlError) as caught:
        ask(scenario)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_at_the_end_of_august_the_answer_is_two(explained: Explained) -> None:
    found = explained("q1")
    assert (found.answer["label"], found.answer["value_number"]) == ("answerable", 2)
    assert found.root == "outside_count(vera)"
    assert found.question == "How many of Vera's 2026 business trips go outside her home country?"


def test_explaining_one_query_alone_says_the_same(worked: Scenario, explained: Explained) -> None:
    alone, among_all = explain(worked, "q1"), explained("q1")
    for name in ("nodes", "edges", "full", "witnesses", "obsolete", "missing", "events"):
        assert getattr(alone, name).equals(getattr(among_all, name)), name
    assert alone.answer == among_all.answer


def test_its_one_witness_is_events_1_to_6_and_8_to_10(explained: Explained) -> None:
    found = explained("q1")
    assert found.witnesses["witness_id"].unique().to_list() == [1]
    assert found.witnesses["event_id"].to_list() == WITNESS
    assert events(found) == set(WITNESS), "the support is the witness: every fact is asserted once"


def test_figure_3_of_the_paper(explained: Explained) -> None:
    found = explained("q1")
    assert states(found) == {
        "outside_count(vera)": "2",
        "outside(vera,anser)": "true",
        "outside(vera,grus)": "false",
        "outside(vera,ibex)": "true",
        "trip(vera,anser)": "true",
        "trip(vera,grus)": "true",
        "trip(vera,ibex)": "true",
        "trip_complete(vera)": "true",
        "country(vera,anser)": "meleth",
        "country(vera,grus)": "corvia",
        "country(vera,ibex)": "drossel",
        "home(vera)": "corvia",
        "based_in(vera)": "ashfell",
        "city_in(ashfell)": "corvia",
        "city_in(corby)": "corvia",
        "city_in(halewick)": "drossel",
        "city_in(lunmar)": "meleth",
        "dest(vera,anser)": "lunmar",
        "dest(vera,grus)": "corby",
        "dest(vera,ibex)": "halewick",
    }
    assert found.nodes["depth"].max() == 4
    assert ("dest(vera,grus)", "event:e10") in set(found.edges.iter_rows())


def test_the_obsolete_version_stands_beside_the_graph(explained: Explained) -> None:
    found = explained("q1")
    assert found.obsolete.rows() == [("dest(vera,grus)", "e7")]
    assert not {"e7", "e11"} & events(found)
    said = found.events.row(by_predicate=pl.col("event_id") == "e7", named=True)
    assert said["record"] == "Halewick Lodge booked for Trip-Grus."


@pytest.mark.parametrize("query_id", BEFORE_E9)
def test_before_event_9_the_label_is_unknown_and_a_leaf_names_the_completeness(
    explained: Explained, query_id: str
) -> None:
    found = explained(query_id)
    assert found.answer["label"] == "unknown"
    leaf = found.nodes.row(by_predicate=pl.col("kind") == "missing", named=True)
    assert leaf["node_id"] == "trip_complete(vera)"
    assert leaf["node_id"] not in set(found.edges["head"])
    assert found.missing.rows() == [("trip_complete(vera)", "an event that completes trip for vera")]
    assert found.witnesses.height == 0


def test_the_day_of_event_9_settles_it(worked: Scenario) -> None:
    assert why(worked, "outside_count(vera)", "2026-06-14").answer["label"] == "unknown"
    assert why(worked, "outside_count(vera)", "2026-06-15").answer["value_number"] == 3
    assert why(worked, "outside_count(vera)", datetime(2026, 6, 15)).answer["value_number"] == 3
    assert why(worked, "outside_count(vera)", date(2026, 6, 15)).known_at == datetime(2026, 6, 15, 23, 59, 59, 999999)


def test_a_known_answer_has_nothing_missing(all_constructs: list[Explanation]) -> None:
    for found in all_constructs:
        assert bool(found.missing.height) == (found.answer["label"] == "unknown"), found.query_id


def test_what_was_cancelled_is_asked_for_again(all_constructs: list[Explanation]) -> None:
    advice = {found.query_id: found.missing.rows() for found in all_constructs}
    assert advice["q40"] == [("loan_complete(oona)", "an event that completes loan for oona, again")]
    refers = "an event that asserts entity of refers_to(the old hand), again"
    assert advice["q216"] == [("refers_to(the old hand)", refers)]


def test_advice_on_valid_time_names_the_day(constructs: Scenario) -> None:
    found = why(constructs, "late_fee(quay,2026-02-15)", "2026-06-30")
    assert found.missing["advice"].to_list() == [
        "an event that asserts amount of late_fee(quay), valid from 2026-02-15 or before"
    ]


def test_every_place_is_a_line_of_a_file_that_defines_the_node(all_constructs: list[Explanation]) -> None:
    places = pl.concat([f.nodes.select("relation", "file", "line") for f in all_constructs]).unique().drop_nulls()
    assert places.height > 60
    for relation, file, line in places.iter_rows():
        text = (sql_root() / file).read_text().splitlines()[line - 1]
        assert text.startswith(("select", "with", "create table")), (relation, file, line, text)


def test_sentences_have_the_key_in_their_slots(explained: Explained, all_constructs: list[Explanation]) -> None:
    said = dict(explained("q1").nodes.select("node_id", "text").iter_rows())
    assert said["country(vera,grus)"] == "the nation that vera's trip grus goes to"
    assert said["event:e5"] == "HR record: Vera is based in Ashfell."
    for found in all_constructs:
        derived = found.nodes.filter(
            pl.col("kind").is_in(["derived", "collection"]) & pl.col("file").str.starts_with("rules")
        )
        assert not [t for t in derived["text"] if t is None or "{" in t], found.query_id


def test_a_function_without_value_is_none_and_a_set_without_member_false(all_constructs: list[Explanation]) -> None:
    found = {k: v for explanation in all_constructs for k, v in states(explanation).items()}
    assert found["vouched_by(oona)"] == "none"
    assert found["loan(oona,o1)"] == "drill, blue, 2026-02-02"
    assert {v for k, v in found.items() if k.startswith("training(")} == {"true", "false", "unknown"}


@pytest.mark.parametrize(
    ("answer_type", "column", "value", "label", "shown"),
    [
        ("number", "value_number", Decimal("0.000000"), "justified-zero", "0"),
        ("set", "value_set", [], "justified-zero", "{}"),
        ("set", "value_set", ["a", "b"], "answerable", "{a, b}"),
        ("tuple", "value_set", ["a", "b"], "answerable", "(a, b)"),
        ("entity", "value_entity", None, "justified-zero", "none"),
        ("entity", "value_entity", None, "unknown", "unknown"),
        ("boolean", "value_boolean", False, "answerable", "false"),
        ("date", "value_date", date(2026, 2, 2), "answerable", "2026-02-02"),
    ],
)
def test_answers_as_text(answer_type: str, column: str, value: object, label: str, shown: str) -> None:
    columns = ("value_number", "value_boolean", "value_entity", "value_date", "value_set")
    row: dict[str, object] = dict.fromkeys(columns) | {"label": label, "answer_type": answer_type, column: value}
    assert shown_answer(row) == shown


def test_every_node_id_can_be_asked_about(constructs: Scenario, all_constructs: list[Explanation]) -> None:
    asked = pl.concat([f.nodes.select("node_id", "kind", "relation", "key") for f in all_constructs]).unique()
    asked = asked.filter(pl.col("relation").is_not_null())
    assert asked.filter(pl.col("node_id").str.contains(r"\\")).height > 10
    for node_id, kind, relation, key in asked.iter_rows():
        parsed = parse_node(constructs.program, node_id)
        assert parsed == (relation, json.loads(key), kind == "collection")


@pytest.mark.parametrize(
    ("node", "state"),
    [
        (r"tool_kind(saw \[bow\])", "bow saw"),
        (r"tool_branch(drill\, blue)", None),
        (r"vouch_longest(@nib)", None),
        (r"vouch_above[@nib]", None),
        (r"hold[drill\, blue]", None),
        (r"first(tool_branch)(saw \[bow\])", "hill"),
        (r"tool_runs(drill\, blue,2,mill)", None),
    ],
)
def test_names_with_signs_of_the_node_ids(constructs: Scenario, node: str, state: str | None) -> None:
    found = why(constructs, node, "2026-06-30")
    assert found.root == node.replace("first(tool_branch)", "first_tool_branch")
    assert found.answer["label"] != "unknown"
    assert state in (None, shown_answer(found.answer))


def test_spaces_around_values_do_not_count_unless_escaped(worked: Scenario) -> None:
    assert parse_node(worked.program, " outside( vera , grus ) ") == ("outside", ["vera", "grus"], False)
    assert parse_node(worked.program, r"home(\ vera \ )") == ("home", [" vera  "], False)
    assert parse_node(worked.program, r"home(a\\b\)\(c)") == ("home", [r"a\b)(c"], False)
    assert parse_node(worked.program, r"home( \ vera \  )") == ("home", [" vera  "], False)
    assert parse_node(worked.program, "home( )") == parse_node(worked.program, "home()") == ("home", [], False)
    assert literal(["@nib", "nib", ""]) == ["@@nib", "nib", ""]


def test_a_suite_of_several_scenarios(tmp_path: Path) -> None:
    suite = Scenario.load(suite_of_two(tmp_path / "both"))
    assert explain(suite, "q1").answer["value_number"] == 2
    assert explain(suite, "tq1").answer["value_number"] == 3
    assert why(suite, "dest(vera,grus)", "2026-08-31", scenario_id="here").answer["value_entity"] == "corby"
    assert why(suite, "dest(vera,grus)", "2026-08-31", scenario_id="there").answer["value_entity"] == "halewick"
    assert refusal(suite, lambda s: why(s, "home(vera)", "2026-08-31")) == (
        f"both: 2 scenarios; give the folder of one (--scenario {tmp_path}/both/here) or its scenario_id, "
        "known are: here, there"
    )
    assert refusal(suite, lambda s: why(s, "home(vera)", "2026-08-31", scenario_id="nowhere else")) == (
        "both: no scenario nowhere else; known are: here, there"
    )


def test_a_name_with_every_odd_sign(tmp_path: Path) -> None:
    odd = "ve,r(a)[x]\\ <b> \"&' @"
    scenario = Scenario.load(renamed(tmp_path / "odd", {"vera": odd}, "A record."))
    found = explain(scenario, "q1")
    assert found.answer["value_number"] == 2
    assert why(scenario, found.root, "2026-08-31").answer == found.answer


def test_a_key_with_blanks_at_its_ends_is_read_as_it_is_printed(tmp_path: Path) -> None:
    scenario = Scenario.load(renamed(tmp_path / "blank", {"vera": " vera", "grus": "grus "}, "A record."))
    for query_id in ("q1", "q12", "q13"):
        found = explain(scenario, query_id)
        again = why(scenario, found.root, found.cutoff_at)
        assert (again.root, again.answer["label"]) == (found.root, "answerable")
    assert found.root == "country( vera,grus )"
    # What the history does not hold is not meant: blanks after a comma are for the eye.
    assert why(scenario, "country( vera, grus )", "2026-08-31").root == "country( vera,grus )"
    assert why(scenario, "country(vera,grus)", "2026-08-31").answer["label"] == "unknown"


def test_nothing_between_the_brackets_is_a_value_where_the_history_has_it(tmp_path: Path) -> None:
    scenario = Scenario.load(renamed(tmp_path / "empty", {"vera": ""}, "A record."))
    assert explain(scenario, "q1").root == "outside_count()"
    assert why(scenario, "outside_count()", "2026-08-31").answer["value_number"] == 2


def test_events_of_one_depth_are_in_natural_order(explained: Explained) -> None:
    nodes = explained("q1").nodes
    leaves = nodes.filter(kind="event", depth=nodes["depth"].max())["node_id"].to_list()
    assert leaves == [f"event:e{i}" for i in (1, 2, 3, 4, 5, 6, 8, 10)]


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ("outside()", "key of 0 values for outside; give person, trip"),
        ("home()", "key of 0 values for home; give person"),
        ("outsid(vera,grus)", "node outsid(vera,grus): unknown relation outsid; did you mean outside"),
        ("outside(vera)", "key of 1 values for outside; give person, trip"),
        ("home[vera]", "home has no closing scope to ask for; ask for a key (person)"),
        ("event:e9", 'node "event:e9": not a node; write relation(key,key), or relation[scope] for a collection'),
        ("outside", "not a node"),
        ("(vera)", "not a node"),
        ("outside(vera,grus", "not a node"),
        (r"outside(vera,grus\)", r"; before a sign of , ( ) [ ] \ in a key stands a backslash"),
        ("outside(vera,grus) and more", "not a node"),
        ("outside(vera)(grus)", "not a node"),
        ("", "not a node"),
    ],
)
def test_what_is_no_node(worked: Scenario, node: str, message: str) -> None:
    assert message in refusal(worked, lambda s: why(s, node, "2026-08-31"))


def test_a_view_of_the_store_says_what_would_settle_it(tmp_path: Path) -> None:
    """No completeness closes first(..), and current(..) has no day in its key; it is closed with its rows."""
    folder = tmp_path / "own"
    tables = {
        "price": "(item text, valid_from date, amount integer, primary key (item, valid_from))",
        "price_complete": "(item text, primary key (item))",
        "rate": "(item text, valid_from date, amount integer, primary key (item, valid_from))",
        "desk": "(person text, room text, primary key (person))",
        "desk_complete": "(person text, primary key (person))",
    }
    (folder / "schema").mkdir(parents=True)
    (folder / "rules").mkdir()
    for name, columns in tables.items():
        (folder / "schema" / f"{name}.sql").write_text(f"create table {name} {columns};")
    (folder / "events.jsonl").write_text("")
    (folder / "queries.jsonl").write_text("")
    scenario = Scenario.load(folder)
    price = "an event that asserts amount of price(nail)"
    settling = {
        "current(price)(nail)": "an event that completes price for nail",
        "current(rate)(nail)": "an event that asserts amount of rate(nail), valid from the day of the cutoff or before",
        "first(price)(nail,2026-01-01)": f"{price}, valid from 2026-01-01 or before",
        "first(desk)(ann)": "an event that asserts room of desk(ann)",
    }
    for node, advice in settling.items():
        assert why(scenario, node, "2026-02-01").missing["advice"].to_list() == [advice]


def test_what_queries_ask_is_no_state(constructs: Scenario) -> None:
    message = refusal(constructs, lambda s: why(s, "asked_late_fee_on(quay,2026-02-15)", "2026-06-30"))
    assert message.endswith("holds what queries ask, no state; name a relation that reads it")


@pytest.mark.parametrize(
    ("time", "message"),
    [
        ("August", 'time "August": not a time; write 2026-08-31 or 2026-08-31T12:00'),
        ("2026-02-30", 'time "2026-02-30": not a time; write 2026-08-31 or 2026-08-31T12:00'),
        (
            "2026-08-31T12:00+02:00",
            "time 2026-08-31T12:00+02:00: has a zone; write it without one, as the events have it",
        ),
        ("", 'time "": not a time; write 2026-08-31 or 2026-08-31T12:00'),
    ],
)
def test_what_is_no_time(worked: Scenario, time: str, message: str) -> None:
    assert refusal(worked, lambda s: why(s, "home(vera)", time)) == message


def test_a_date_is_the_end_of_its_day() -> None:
    assert moment("2026-08-31") == moment(date(2026, 8, 31)) == datetime(2026, 8, 31, 23, 59, 59, 999999)
    assert moment("2026-08-31T12:00") == datetime(2026, 8, 31, 12)


def test_unknown_queries_say_which_there_are(worked: Scenario) -> None:
    assert refusal(worked, lambda s: explain(s, "q")).startswith("worked_example: no query q; did you mean q")
    assert refusal(worked, lambda s: explain(s, "august")) == (
        "worked_example: no query august; known are: q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, ... (18 in all)"
    )


def test_unknown_scenarios_say_which_there_are() -> None:
    with pytest.raises(DataError, match=r"^worked_exampl: no such folder, .*; did you mean worked_example\?$"):
        Scenario.load("worked_exampl")

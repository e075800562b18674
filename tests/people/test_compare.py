"""What changed between two times, and what would be otherwise: the worked example, references, cancellations."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from memsql import MemsqlError, Scenario, diff, what_if
from memsql.people.describe import shown_answer
from tests.rules.golden import Golden, Question, write

JUNE, AUGUST = "2026-06-30", "2026-08-31"
FROM_FACT_TO_COUNT = [
    ("dest(vera,grus)", 3, "halewick", "corby"),
    ("country(vera,grus)", 2, "drossel", "corvia"),
    ("outside(vera,grus)", 1, "true", "false"),
    ("outside_count(vera)", 0, "3", "2"),
]


def refusal(scenario: Scenario, query_id: str, **given: object) -> str:
    with pytest.raises(MemsqlError) as caught:
        what_if(scenario, query_id, **given)  # type: ignore[arg-type]
    return str(caught.value)


def test_diff_names_every_changed_node_and_event_10_as_the_cause(worked: Scenario) -> None:
    found = diff(worked, "q1", JUNE, AUGUST)
    assert found.changed.rows() == FROM_FACT_TO_COUNT
    assert found.causes.select("event_id", "node_id").rows() == [("e10", "dest(vera,grus)")]
    assert found.causes["observed_at"].to_list() == [datetime(2026, 7, 3)]
    assert (found.before["value_number"], found.after["value_number"]) == (Decimal(3), Decimal(2))
    assert set(found.before) == {
        "label", "answer_type", "value_number", "value_boolean", "value_entity", "value_date", "value_set"
    }  # fmt: skip


def test_diff_backwards_is_the_same_change_seen_from_its_end(worked: Scenario) -> None:
    found = diff(worked, "q1", AUGUST, JUNE)
    assert found.changed.rows() == [(node, depth, after, before) for node, depth, before, after in FROM_FACT_TO_COUNT]
    assert found.causes["event_id"].to_list() == ["e10"]
    assert (shown_answer(found.before), shown_answer(found.after)) == ("2", "3")


@pytest.mark.parametrize(("start", "end"), [("2026-07-03", AUGUST), (AUGUST, AUGUST), ("2026-01-10", "2026-01-31")])
def test_diff_where_nothing_changed(worked: Scenario, start: str, end: str) -> None:
    found = diff(worked, "q1", start, end)
    assert found.before == found.after
    assert (found.changed.height, found.causes.height) == (0, 0)
    assert found.changed.columns == ["node_id", "depth", "before", "after"]


def test_diff_takes_dates_and_times(worked: Scenario) -> None:
    assert diff(worked, "q1", "2026-07-02T23:59:59", datetime(2026, 7, 3)).causes["event_id"].to_list() == ["e10"]
    assert diff(worked, "q1", date(2026, 7, 2), date(2026, 7, 3)).changed.height == 4


def test_diff_from_unknown_to_known(worked: Scenario) -> None:
    found = diff(worked, "q1", "2026-06-14", "2026-06-15")
    assert (found.before["label"], found.after["label"]) == ("unknown", "answerable")
    assert found.changed.row(-1) == ("outside_count(vera)", 0, "unknown", "3")
    assert ("trip_complete(vera)", 1, "unknown", "true") in found.changed.rows()
    assert found.changed["depth"].to_list() == sorted(found.changed["depth"], reverse=True)
    assert set(found.causes["event_id"]) == {"e9"}


def test_diff_of_a_first_version(worked: Scenario) -> None:
    found = diff(worked, "q18", "2026-03-09", AUGUST)
    assert found.changed.rows() == [("first_dest(vera,grus)", 0, "unknown", "halewick")]
    assert found.causes["event_id"].to_list() == ["e7"], "the first version, not the one that stands"


def test_diff_of_the_row_in_force(tmp_path: Path) -> None:
    """The day alone can change it; a row that takes its place, or gives it back, is the cause."""
    schema = {
        "price": "create table price (item text, valid_from date, amount integer, primary key (item, valid_from))"
    }
    golden = Golden(tmp_path / "prices", schema=schema)
    said = (
        ("2026-01-01", {"verb": "assert", "key": ["nail", "2026-01-01"], "value": ["3"]}),
        ("2026-01-02", {"verb": "assert", "key": ["nail", "2026-03-01"], "value": ["4"]}),
        ("2026-04-01", {"verb": "assert", "key": ["nail", "2026-01-01"], "value": ["5"]}),
        ("2026-05-01", {"verb": "cancel", "key": ["nail", "2026-03-01"]}),
    )
    for number, (day, action) in enumerate(said, 1):
        actions = [{"predicate": "price", **action}]
        golden.events.append({"event_id": f"e{number}", "observed_at": day, "record": "", "actions": actions})
    question = Question(0, "current(price)", ("nail",), False, "2026-06-01", None, None, "", {})
    prices = Scenario.load(write(golden, tmp_path / "prices", {}, [("q1", question)]))
    found = diff(prices, "q1", "2026-02-28", "2026-03-01")
    assert found.changed.rows() == [("current_price(nail)", 0, "3", "4")]
    assert found.causes.is_empty()
    assert diff(prices, "q1", "2026-03-31", "2026-04-01").changed.is_empty()
    found = diff(prices, "q1", "2026-04-01", "2026-05-01")
    assert found.changed.rows() == [("current_price(nail)", 0, "4", "5")]
    assert found.causes["event_id"].to_list() == ["e4"]
    assert what_if(prices, "q1", without=["e4"]).after["value_number"] == 4


@pytest.mark.parametrize(
    ("query_id", "start", "end", "changed", "causes"),
    [
        # A reference that comes to mean another person: the query itself is the root.
        ("q213", "2026-03-31", "2026-09-30", ["refers_to(the boat builder)", "query(q213)"], ["e76"]),
        # A reference that means nobody any more.
        ("q216", "2026-08-14", "2026-08-15", ["refers_to(the old hand)", "query(q216)"], ["e90"]),
        # A completeness that is cancelled.
        ("q40", "2026-05-31", "2026-06-30", ["loan_complete(oona)", "loan[oona]"], ["e75"]),
        # A member of a set that is cancelled, on a cyclic graph.
        (
            "q188",
            "2026-03-31",
            "2026-09-30",
            ["van_run(quay,hill)", "branch_reach(mill,hill)", "branch_reach(mill,mill)", "branch_round_trip(mill)"],
            ["e94"],
        ),
        # A declared rule that is withdrawn; a name with brackets on the way.
        (
            "q89",
            "2026-05-31",
            "2026-09-30",
            [
                "loan_days(hand tool)",
                r"period_search(saw \[bow\],tool)",
                r"loan_period(saw \[bow\])",
                "loan_due(håkon,h2)",
                "late_days(håkon,h2)",
                "late_fine(håkon,h2)",
            ],
            ["e78"],
        ),
    ],
)
def test_diff_of_references_and_cancellations(
    constructs: Scenario, query_id: str, start: str, end: str, changed: list[str], causes: list[str]
) -> None:
    found = diff(constructs, query_id, start, end)
    assert found.changed["node_id"].to_list() == changed
    assert found.causes["event_id"].unique().to_list() == causes


def test_diff_of_an_unknown_query_or_time(worked: Scenario) -> None:
    with pytest.raises(MemsqlError, match=r"^worked_example: no query q99; did you mean "):
        diff(worked, "q99", JUNE, AUGUST)
    with pytest.raises(MemsqlError, match=r'^time "June": not a time; write '):
        diff(worked, "q1", "June", AUGUST)


def test_without_event_10_the_answer_is_three(worked: Scenario) -> None:
    found = what_if(worked, "q1", without=["e10"])
    assert (shown_answer(found.before), shown_answer(found.after)) == ("2", "3")
    assert found.changed.select("query_id", "before", "after").rows() == [
        ("q8", "2", "3"),
        ("q9", "2", "3"),
        ("q10", "{anser, ibex}", "{anser, grus, ibex}"),
        ("q12", "false", "true"),
        ("q13", "corvia", "drossel"),
        ("q16", "corby", "halewick"),
    ]


def test_a_reader_of_events_1_to_9_says_three_and_not_unknown(worked: Scenario) -> None:
    found = what_if(worked, "q1", only=[f"e{n}" for n in range(1, 10)])
    assert (found.after["label"], found.after["value_number"]) == ("answerable", 3), "stale context fools it"


def test_the_witness_alone_says_two_and_each_event_of_it_is_needed(worked: Scenario) -> None:
    witness = ["e1", "e2", "e3", "e4", "e5", "e6", "e8", "e9", "e10"]
    assert what_if(worked, "q1", only=reversed(witness)).after["value_number"] == 2
    for event in witness:
        assert what_if(worked, "q1", only=[e for e in witness if e != event]).after["value_number"] != 2, event


def test_a_distractor_and_an_obsolete_version_change_nothing(worked: Scenario) -> None:
    found = what_if(worked, "q1", without=["e11"])
    assert (found.before, found.changed.height) == (found.after, 0)
    assert what_if(worked, "q1", without=["e7"]).after["value_number"] == 2


def test_without_the_completeness_the_answer_is_unknown(worked: Scenario) -> None:
    assert what_if(worked, "q1", without="e9").after["label"] == "unknown", "one id may be given as a text"


def test_another_cutoff(worked: Scenario) -> None:
    found = what_if(worked, "q1", without=["e10"], at=JUNE)
    assert found.before == found.after
    assert what_if(worked, "q1", without=["e9"], at=JUNE).after["label"] == "unknown"


def test_a_reader_knows_nothing_from_after_the_cutoff(worked: Scenario) -> None:
    everything = [f"e{n}" for n in range(1, 12)]
    found = what_if(worked, "q7", only=everything)
    assert found.before == found.after
    assert what_if(worked, "q2", only=["e9", "e10"]).after["label"] == "unknown"


def test_what_if_with_unknown_events(worked: Scenario) -> None:
    message = refusal(worked, "q1", without=["e10", "e100"])
    assert message.startswith("worked_example: no event e100; did you mean e10")
    assert refusal(worked, "q1", only=["hotel"]).startswith("worked_example: no event hotel; known are: e1, e2, e3,")


def test_what_if_with_both_or_nothing(worked: Scenario) -> None:
    assert refusal(worked, "q1") == "what-if q1: no event given; name some in without or only"
    assert refusal(worked, "q1", without=["e1"], only=["e2"]) == (
        "what-if q1: without and only at once; give one of them"
    )
    assert refusal(worked, "q0", without=["e1"]).startswith("worked_example: no query q0; did you mean q")


def test_what_if_of_a_reference(constructs: Scenario) -> None:
    found = what_if(constructs, "q214", without=["e76"])
    assert shown_answer(found.before) == "2"
    assert shown_answer(found.after) == "1", "the boat builder is Håkon still"
    changed = {query_id: (before, after) for query_id, _, before, after in found.changed.iter_rows()}
    assert changed["q215"] == ("2026-02-02", "unknown"), "nobody has said yet who the old hand is"
    assert "q216" not in changed, "unknown before and after"


def test_a_message_stays_short_on_a_long_history() -> None:
    registry = Scenario.load("language_tags")
    assert len(refusal(registry, "q1", without=["zzz"])) < 200
    assert refusal(registry, "q1", without=["zzz"]).endswith(", ... (4,706 in all)")

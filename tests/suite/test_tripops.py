"""TripOps histories: every record reads as what it records and as nothing else, and the story is consistent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

import pyarrow as pa
import pytest

from memsql.gold.suite import gold_of, program_of
from memsql.scenario.queries import QUERIES
from memsql.suite.forms import SLOT, Draft, load_forms
from memsql.suite.history import _scenario, record_of
from memsql.suite.operators import load_operators
from memsql.suite.story import Story
from memsql.suite.tripops.house import House
from tests.conftest import FULL
from tests.house import ROOT
from tests.suite.told import SEED, scenarios_of, told

SCENARIOS = scenarios_of("tripops")
EVERY = pytest.mark.parametrize("number", range(len(SCENARIOS)))


@cache
def story(number: int) -> Story:
    return told(SCENARIOS[number])


def drafts(number: int) -> Iterator[tuple[datetime, Draft]]:
    """Paragraphs in the order in which they are observed."""
    for event in sorted(story(number).events, key=lambda e: e.at):
        for draft in event.drafts:
            yield event.at, draft


@EVERY
def test_every_template_of_a_draft_is_read_back(number: int) -> None:
    own = story(number)
    seen: Counter[str] = Counter()
    for _, draft in drafts(number):
        seen[draft.form] += 1
        if seen[draft.form] > 3:
            continue
        actions = own.forms.actions((draft,))
        for template in range(len(own.forms.forms[draft.form].part.templates)):
            text = own.forms.render(draft, own.style, template)
            if actions:
                assert own.forms.read(text, own.style) == {actions}, text
            else:
                assert own.forms.read(text, own.style) <= {()}, text


def test_every_form_is_used() -> None:
    used = {d.form for number in range(len(SCENARIOS)) for _, d in drafts(number)}
    assert used == set(load_forms("tripops").forms)


@EVERY
def test_a_story_leaves_room_for_chatter(number: int) -> None:
    events = sum(bool(story(number).forms.actions(e.drafts)) for e in story(number).events)
    assert 0.8 * SCENARIOS[number].events <= events <= 0.95 * SCENARIOS[number].events


@EVERY
def test_one_seed_tells_one_story(number: int) -> None:
    first, second = (told(SCENARIOS[number], chatter=0) for _ in range(2))
    assert first.events == second.events


@EVERY
def test_no_place_lies_in_itself_and_nobody_is_their_own_superior(number: int) -> None:
    """Whatever was observed, a place lies in one of a higher level, and a manager is of a higher rank."""
    house: House = story(number).memory["house"]
    level = {place: i for i, places in enumerate(house.levels) for place in places}
    for _, draft in drafts(number):
        for action in story(number).forms.actions((draft,)):
            if action.predicate == "place_in" and action.value:
                assert level[action.key[0]] < level[action.value[0]]
            if action.predicate == "reports_to" and action.value:
                assert house.rank[action.value[0]] < house.rank[action.key[0]]
            if action.predicate == "nation":
                assert action.key[0] in house.nations


@EVERY
def test_a_rebooking_leaves_from_where_the_trip_went(number: int) -> None:
    goes: dict[str, str] = {}
    for _, draft in drafts(number):
        if draft.form == "rebooking":
            assert goes[str(draft.values["trip"])] == draft.values["old"] != draft.values["city"]
        for action in story(number).forms.actions((draft,)):
            if action.predicate == "dest":
                goes[action.key[1]] = action.value[0]


@EVERY
def test_nobody_hands_in_bills_for_a_trip_that_never_was(number: int) -> None:
    registered: set[str] = set()
    called_off: set[str] = set()
    for _, draft in drafts(number):
        for action in story(number).forms.actions((draft,)):
            if action.predicate == "trip" and len(action.key) == 2:
                (called_off if action.verb == "cancel" else registered).add(action.key[1])
                called_off -= {action.key[1]} if action.verb == "assert" else set()
    actions = (a for _, draft in drafts(number) for a in story(number).forms.actions((draft,)))
    billed = {a.key[1] for a in actions if a.predicate == "expense" and a.value}
    assert billed <= registered
    assert not billed & called_off


@EVERY
def test_measured_answers_rest_on_as_many_events_as_configured(number: int) -> None:
    own, config = story(number), SCENARIOS[number]
    house: House = own.memory["house"]
    events = sorted(own.events, key=lambda e: e.at)
    scenario = _scenario(config, SEED, own, events, [own.forms.actions(e.drafts) for e in events])
    last = events[-1].at
    asked: list[tuple[Any, ...]] = [
        ("abroad", "trips_abroad", [house.people[-2]], False, last, last, "set_quant", "?"),
        ("spending", "spending_on_kind", [house.people[-1], house.kinds[0]], False, last, last, "set_quant", "?"),
    ]
    wanted = [q for q in asked if q[0] in config.story]
    queries = pa.table(dict(zip(QUERIES.names, zip(*wanted, strict=True), strict=True)), schema=QUERIES)
    found = gold_of([replace(scenario, queries=queries)], "measured", is_checked=False).table("measure")
    sizes = dict(zip(found["query_id"], found["witness_size_min"], strict=True))
    assert sizes == {q[0]: config.story[q[0]] for q in wanted}


def test_options_that_are_ten_times_as_large_give_about_ten_times_the_events() -> None:
    """The rules of a larger house change as much more often; that a few are there once from the start stays."""
    for config in SCENARIOS if FULL else SCENARIOS[:1]:
        options = {k: v * 10 if k in ("people", "trips", "vendors", "cities") else v for k, v in config.story.items()}
        large = told(replace(config, story=options), chatter=0)
        once = [len(told(config, seed, chatter=0).events) for seed in (1, 2, 3, SEED)]
        assert 8.5 <= len(large.events) * len(once) / sum(once) <= 11


@EVERY
def test_a_record_reads_well(number: int) -> None:
    for event in story(number).events:
        text = record_of(story(number), event)
        assert "{" not in text
        assert "  " not in text
        assert not any(line.endswith((" ", ".:", "..")) for line in text.split("\n"))


def test_every_relation_can_be_probed() -> None:
    files = [p for part in ("schema", "rules") for p in (ROOT / "sql" / part / "tripops").glob("*.sql")]
    probed = {name for name, is_set in load_operators("tripops").probes if not is_set}
    assert not {p.stem for p in files if not p.stem.startswith("asked_")} - probed


def test_a_probe_names_the_whole_key_of_its_relation() -> None:
    own = story(0)
    scenario = _scenario(SCENARIOS[0], SEED, own, own.events, [own.forms.actions(e.drafts) for e in own.events])
    keys = {r.name: r.signature.key for r in program_of(scenario).by_name.values()}
    for (name, is_set), probe in load_operators("tripops").probes.items():
        assert is_set or tuple(probe.key) == keys[name], name
        assert {m[2] for m in SLOT.finditer(probe.question)} == set(probe.key), probe.question

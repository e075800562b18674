"""EduOps histories: every record reads as what it records, in every template, and as nothing else."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from memsql.suite.forms import Draft, load_forms
from memsql.suite.history import record_of
from memsql.suite.story import Story
from tests.suite.told import scenarios_of, told

SCENARIOS = scenarios_of("eduops")


@cache
def story(number: int, seed: int = 7) -> Story:
    """A simulated history, with some chatter."""
    return told(SCENARIOS[number], seed)


def drafts(number: int) -> list[Draft]:
    return [d for event in story(number).events for d in event.drafts]


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_every_template_of_a_draft_is_read_back(number: int) -> None:
    told = story(number)
    seen: Counter[str] = Counter()
    for draft in drafts(number):
        seen[draft.form] += 1
        if seen[draft.form] > 4:
            continue
        for template in range(len(told.forms.forms[draft.form].part.templates)):
            text = told.forms.render(draft, told.style, template)
            assert told.forms.read(text, told.style) in ({told.forms.actions((draft,))}, set()), text
            if told.forms.actions((draft,)):
                assert told.forms.read(text, told.style), text


def test_every_form_is_used() -> None:
    told = [story(number, seed) for number in range(len(SCENARIOS)) for seed in (7, 8)]
    used = {d.form for found in told for event in found.events for d in event.drafts}
    assert used == set(load_forms("eduops").forms)


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_a_story_leaves_room_for_chatter(number: int) -> None:
    events = sum(bool(story(number).forms.actions(e.drafts)) for e in story(number).events)
    assert 0.75 * SCENARIOS[number].events <= events <= 0.95 * SCENARIOS[number].events


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_no_course_comes_before_itself(number: int) -> None:
    """Courses build on courses that stand before them in the book, whatever was observed."""
    order = story(number).memory["college"].courses
    for draft in drafts(number):
        for action in story(number).forms.actions((draft,)):
            if action.predicate == "prereq" and len(action.key) > 1:
                assert order.index(action.key[1]) < order.index(action.key[0])


def test_a_record_reads_well() -> None:
    for event in story(0).events:
        text = record_of(story(0), event)
        assert "{" not in text
        assert " 1 units" not in text
        assert not any(line.endswith(" ") for line in text.split("\n"))

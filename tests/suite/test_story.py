"""A history under construction: the templates of a form take turns, over the histories of a suite too."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from random import Random

import pytest

from memsql.suite.forms import Draft, load_forms
from memsql.suite.names import Names
from memsql.suite.story import MANY_RECORDS, TEMPLATE_SHARE, Story
from memsql.suite.writing import Style

CHIEF = Draft("top", {"person": "Vera Halwick"})
STYLE = Style("3 March 2026", "1,234.50 dral", "Orlem")


def taken(number: int, written: dict[str, Counter[int]], records: int) -> list[int]:
    """The templates of so many records of one form in one history."""
    random = Random(number)
    forms = load_forms("tripops")
    story = Story(str(number), random, Names(1, random), forms, STYLE, date(2026, 1, 5), 300, {}, written=written)
    for _ in range(records):
        story.add(story.day(3), CHIEF)
    return [t % len(forms.forms[CHIEF.form].part.templates) for event in story.events for t in event.templates]


def test_templates_take_turns_in_a_history() -> None:
    found = Counter(taken(1, defaultdict(Counter), 60))
    assert max(found.values()) - min(found.values()) == 0


@pytest.mark.parametrize("records", [1, 2])
def test_no_template_has_more_than_its_share_of_many_histories(records: int) -> None:
    """A record or two in each history: the place where a history begins would leave the shares to chance."""
    seen: Counter[int] = Counter()
    written: dict[str, Counter[int]] = defaultdict(Counter)
    for number in range(200):
        # The same draws would begin at the same template each time.
        seen.update(taken(number % 3, written, records))
        if seen.total() >= MANY_RECORDS:
            assert max(seen.values()) <= TEMPLATE_SHARE * seen.total()
    alone = Counter(t for number in range(200) for t in taken(number % 3, defaultdict(Counter), records))
    assert max(alone.values()) > TEMPLATE_SHARE * alone.total()

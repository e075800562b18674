"""Questions of tracked queries: asked at every checkpoint, so that none carries a day, and none is cut."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple, cast

import pytest

from memsql.suite.candidates import Candidate
from memsql.suite.operators import asked_at, question
from memsql.suite.tracked import without_cutoff
from memsql.suite.writing import DATE_STYLES, Style, write

DAYS = (datetime(2025, 5, 9, 23, 59), datetime(2025, 12, 19, 23, 59), datetime(2026, 10, 31, 23, 59))
TEMPLATES = ("which journeys of {person}, 2026 apart, go abroad?", "2026, is it over?", "as of when is it known?")


class Asked(NamedTuple):
    """As much of a candidate as its question needs."""

    cutoff_at: datetime
    question: str


@pytest.mark.parametrize("dates", DATE_STYLES)
def test_a_question_loses_its_day_and_nothing_else(dates: str) -> None:
    style = Style(dates, "plain", "Zevar")
    key, values = {"person": "name"}, {"person": "Vera Lint"}
    for template in TEMPLATES:
        bare = question(template, key, values, style)
        for at in DAYS:
            text = question(template, key, values, style, write("date", at.date(), {}, style))
            assert text.startswith("As of ") and text != bare
            assert without_cutoff(cast("Candidate", Asked(at, text)), style) == bare


def test_a_day_that_is_not_there_is_an_error() -> None:
    style = Style(DATE_STYLES[0], "plain", "Zevar")
    with pytest.raises(ValueError, match="does not begin with its day"):
        without_cutoff(cast("Candidate", Asked(DAYS[0], asked_at("2024-01-01") + "is it so?")), style)

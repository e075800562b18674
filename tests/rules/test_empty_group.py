"""What expressions over counts and sums are worth where nothing is counted."""

from __future__ import annotations

from decimal import Decimal

import pytest
from sqlglot import parse_one

from memsql.rules.empty_group import VARIES, Worth, worth_of_nothing

WORTHS: dict[str, Worth] = {
    "count(*)": Decimal(0),
    "round(sum(t.cents) * 0.01, 2)": Decimal(0),
    "cast(sum(t.a * t.b) as decimal(12, 2)) - count(*)": Decimal(0),
    "-(count(*))": Decimal(0),
    "count(*) * t.rate": Decimal(0),
    "least(count(*), 3)": Decimal(0),
    "greatest(count(*), 3)": Decimal(3),
    "5 - count(*)": Decimal(5),
    "count(*) * 2 + 1": Decimal(1),
    "-(1 - sum(t.a))": Decimal(-1),
    "mean_half_up(sum(t.a), count(*))": None,
    "mean_half_up(sum(t.a), count(*)) * 0.01": None,
    "mean_half_up(sum(t.a), 2)": VARIES,
    "count(*) + t.rate": VARIES,
    "least(count(*), t.rate)": VARIES,
    "count(*) > 1": VARIES,
}


@pytest.mark.parametrize(("text", "worth"), WORTHS.items(), ids=WORTHS)
def test_worth_of_nothing(text: str, worth: Worth) -> None:
    assert worth_of_nothing(parse_one(text, read="duckdb")) == worth

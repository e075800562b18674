"""Laws of the natural order, of canonical texts and of times, on made-up input."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from memsql.scenario import natural_key
from memsql.scenario.casts import canonical
from memsql.scenario.ids import natural_text
from memsql.scenario.times import parse_time

IDS = st.lists(st.text(st.sampled_from("ab0129-_ é٣"), max_size=7), unique=True, max_size=30)


def test_digits_compare_as_integers() -> None:
    ids = ["e10", "e9", "e", "e1-2", "e1-10", "e1", "10", "9"]
    assert sorted(ids, key=natural_key) == ["9", "10", "e", "e1", "e1-2", "e1-10", "e9", "e10"]


@given(IDS)
def test_the_column_and_the_single_key_give_one_order(ids: list[str]) -> None:
    frame = pl.DataFrame({"id": ids}, schema={"id": pl.String})
    ordered = frame.with_columns(natural=natural_text(frame["id"])).sort("natural", "id")
    assert ordered["id"].to_list() == sorted(ids, key=natural_key)


@given(st.text(st.sampled_from("0123456789.-+e"), max_size=9), st.integers(1, 9), st.integers(0, 3))
def test_a_canonical_decimal_is_the_same_number_and_has_its_scale(text: str, digits: int, scale: int) -> None:
    type_ = f"DECIMAL({max(digits, scale)},{scale})"
    found = canonical(pl.Series([text], dtype=pl.String), type_)[0]
    if found is not None:
        assert Decimal(found) == Decimal(text)
        assert len(found.partition(".")[2]) == scale
        assert found == canonical(pl.Series([found]), type_)[0]
        return
    plain = re.fullmatch(r"-?0*([0-9]+)(?:\.([0-9]+))?", text, re.ASCII)
    if plain:
        whole, fraction = plain[1].lstrip("0"), plain[2] or ""
        assert len(whole) > max(digits, scale) - scale or len(fraction) > scale


@given(st.dates(), st.dates())
def test_canonical_dates_are_ordered_as_dates(one: date, other: date) -> None:
    texts = canonical(pl.Series([one.isoformat(), other.isoformat()]), "DATE").to_list()
    assert (texts[0] < texts[1]) == (one < other)


@given(st.datetimes())
def test_a_time_is_read_as_python_writes_it(at: datetime) -> None:
    assert parse_time(at.isoformat()) == at

"""A configuration that cannot be used is refused in one line, before anything is generated."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql.errors import DataError
from memsql.suite.config import load_config, multiplied
from tests.house import ROOT

TEXT = """
title = "one"
[domain.eduops]
answerable = 200
justified_zero = 5
unknown = 10

[[scenario]]
id = "one"
domain = "eduops"
title = "one"
events = 400
starts_on = 2025-01-13
days = 400
dates = "2026-03-03"
money = "1,234.50 dral"
"""


def load(folder: Path, text: str) -> None:
    (folder / "suite.toml").write_text(text)
    load_config(folder)


def test_the_standard_suite_and_a_small_one_are_read(tmp_path: Path) -> None:
    assert len(load_config(ROOT / "data" / "standard").scenarios) == 10
    load(tmp_path, TEXT)


def test_ten_times_the_scenarios_have_ten_times_the_queries_and_the_same_sizes() -> None:
    one = load_config(ROOT / "data" / "standard")
    ten = multiplied(one, 10)
    assert ten.name == "standard_x10"
    ids = [s.id for s in ten.scenarios]
    assert len(set(ids)) == 100
    assert ids[:10] == [f"{s.id}_1" for s in one.scenarios]
    assert {s.id.removesuffix("_10") for s in ten.scenarios[90:]} == {s.id for s in one.scenarios}
    assert sum(s.events for s in ten.scenarios) == 46_920
    assert sum(d.queries for d in ten.domains.values()) == sum(f.queries for f in ten.families.values()) == 15_030
    assert (ten.probes, ten.probed_queries) == (28_180, 10_290)
    for name, domain in ten.domains.items():
        own = one.domains[name]
        assert domain.answerable == 10 * own.answerable
        assert (domain.witness_max, domain.witness_median) == (own.witness_max, own.witness_median)
        assert domain.contains == own.contains, "a size, not a count"
    assert {n: f.witness for n, f in ten.families.items()} == {n: f.witness for n, f in one.families.items()}
    assert (ten.height, ten.width, ten.tracked) == (one.height, one.width, one.tracked)
    assert multiplied(one, 1) is one


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('id = "one"', 'id = "../../evil"', "write a name of small letters, digits and _"),
        ('id = "one"', "id = 7", "write a name of small letters"),
        ("events = 400", 'events = "many"', 'events is "many"; write a number of events'),
        ("days = 400", "days = -3", "write a number of days from 30 to 3650"),
        ("starts_on = 2025-01-13", "starts_on = 2025-01-13T10:00:00", "write a date without quotes"),
        ("starts_on = 2025-01-13", "starts_on = 9999-12-01", "write a year from 1900 to 2200"),
        ('dates = "2026-03-03"', 'dates = "soon"', 'dates is "soon"; write one of 3 March 2026'),
        ("answerable = 200", 'answerable = "200"', "write a number, 0 or more"),
        ("answerable = 200\n", "", "lacks 'answerable'; add it"),
        ('title = "one"\n[domain', "cutoffs = 0\n[domain", "cutoffs is 0; write a whole number above 0"),
        ('title = "one"\n[domain', "candidates = -1\n[domain", "candidates is -1; write a whole number above 0"),
        ('title = "one"\n[domain', "[band]\nheight = 3.0\n[domain", "write the two ends, as in [3.3, 3.7]"),
        ('title = "one"\n[domain', "[band]\nheight = [9.0, 2.0]\n[domain", "write the two ends"),
        ('title = "one"\n[domain', "[band]\nheigth = [1, 2]\n[domain", "did you mean height"),
        ('title = "one"\n[domain', "[checkpoint]\ncuont = 4\n[domain", "did you mean count"),
        ('title = "one"\n[domain', '[checkpoint]\ncount = "2"\n[domain', "write a whole number above 0"),
        ('title = "one"\n[domain', "[family]\ntemporal = 5\n[domain", "write a table [family.temporal]"),
    ],
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, old: str, new: str, found: str) -> None:
    with pytest.raises(DataError) as refused:
        load(tmp_path, TEXT.replace(old, new, 1))
    assert found in str(refused.value)
    assert "\n" not in str(refused.value)

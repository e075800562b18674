"""Intervals against figures that are known."""

from __future__ import annotations

from fractions import Fraction

import pytest

from memsql.lastwrite.interval import bootstrap, clopper_pearson


@pytest.mark.parametrize(
    ("right", "count", "low", "high"),
    [
        (0, 100, 0.0, 3.62),
        (100, 100, 96.38, 100.0),
        (36, 100, 26.64, 46.21),
        (88, 100, 79.98, 93.64),
        (5, 10, 18.71, 81.29),
    ],
)
def test_exact_intervals(right: int, count: int, low: float, high: float) -> None:
    assert clopper_pearson(right, count) == (low, high)


# Two lists: the means are 0, 1/2, 1/2, 1, and the middle 95% spans all of them.
def test_resamples_are_enumerated() -> None:
    assert bootstrap([Fraction(0), Fraction(1)]) == (0.0, 100.0)


# Of 256 means the seventh and the two hundred and fiftieth: 4 zeros in 4 have weight 1, 3 zeros and a one 4, ...
def test_four_lists_have_256_resamples() -> None:
    zero, one = Fraction(0), Fraction(1)
    assert bootstrap([zero, zero, zero, one]) == (0.0, 75.0)
    assert bootstrap([one] * 4) == (100.0, 100.0)


def test_no_width_over_one_list_or_too_many() -> None:
    assert bootstrap([Fraction(1)]) is None
    assert bootstrap([Fraction(1)] * 7) is None

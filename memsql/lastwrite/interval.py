"""Intervals of an accuracy: exact ones of one cell, and the width over lists."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil
from typing import NamedTuple

CONFIDENCE = 0.95
MOST_LISTS = 6
"""n lists have n^n resamples: 46,656 at six."""


class Interval(NamedTuple):
    """Both ends, in percent."""

    low: float
    high: float


def clopper_pearson(right: int, count: int) -> Interval:
    """The exact 95% interval of ``right`` out of ``count``, conditional on the lists (paper section 2)."""
    from scipy.stats import binomtest

    found = binomtest(right, count).proportion_ci(confidence_level=CONFIDENCE, method="exact")
    return Interval(round(100 * float(found.low), 2), round(100 * float(found.high), 2))


def bootstrap(accuracies: Sequence[Fraction]) -> Interval | None:
    """The middle 95% of the means of all resamples of the lists, in percent; None for one list or more than six.

    Enumerated, not drawn: four lists have 256 equally likely resamples. A width only, never a precision: four
    nested lists are not four independent ones (paper appendix D).
    """
    if not 1 < len(accuracies) <= MOST_LISTS:
        return None
    means = sorted(sum(chosen, Fraction()) / len(chosen) for chosen in product(accuracies, repeat=len(accuracies)))
    tail = Fraction(5, 200)
    low = means[ceil(tail * len(means)) - 1]
    high = means[ceil((1 - tail) * len(means)) - 1]
    return Interval(round(100 * float(low), 2), round(100 * float(high), 2))

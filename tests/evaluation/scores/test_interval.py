"""Intervals clustered by scenario: widths that are known, ends that cannot be known, pairing."""

from __future__ import annotations

from math import sqrt

import numpy as np
import polars as pl
import pytest
from scipy.stats import norm, t

from memsql.evaluation.interval import RESAMPLES, differences, rates, tail, weights

Counts = dict[str, tuple[float, int]]


def sums(counts: Counts, metric: str = "ans_acc") -> pl.DataFrame:
    rows = [(metric, "all", "all", s, total, count) for s, (total, count) in counts.items()]
    columns = ["metric", "dimension", "bin", "scenario_id", "total", "count"]
    return pl.DataFrame(rows, schema=columns, orient="row").with_columns(pl.col("total").cast(pl.Float64))


def only(frame: pl.DataFrame) -> dict[str, object]:
    assert frame.height == 1
    return frame.row(0, named=True)


def test_the_tail_is_that_of_student_and_of_few_clusters() -> None:
    for clusters in (2, 3, 10, 50):
        point = t.ppf(0.975, clusters - 1) * sqrt(clusters / (clusters - 1))
        assert tail(clusters) == pytest.approx(norm.cdf(-point))
    assert tail(10) < 0.025 < tail(1000) + 0.001


def test_weights_draw_as_many_clusters_as_there_are_and_are_the_same_again() -> None:
    drawn = weights(10)
    assert drawn.shape == (RESAMPLES, 10)
    assert (drawn.sum(axis=1) == 10).all()
    weights.cache_clear()
    assert np.array_equal(drawn, weights(10))


def test_an_interval_is_as_wide_as_scenarios_differ() -> None:
    """Ten scenarios of which five are all right and five all wrong: the mean of ten coins, not of a thousand."""
    found = only(rates(sums({f"s{i}": (100.0 * (i % 2), 100) for i in range(10)})))
    assert (found["value"], found["n"], found["clusters"], found["method"]) == (0.5, 1000, 10, "bootstrap")
    # A binomial of ten: none right is 0.1%, at most one is 1.1%, and tail(10) lies between them.
    assert (found["low"], found["high"]) == (0.1, 0.9)
    same = only(rates(sums({f"s{i}": (50.0, 100) for i in range(10)})))
    assert (same["value"], same["low"], same["high"], same["method"]) == (0.5, None, None, "none")


def test_of_ten_scenarios_about_95_percent_of_intervals_hold_the_rate() -> None:
    """400 suites whose scenarios differ around one half; quantiles at 2.5% and 97.5% would hold it in 90%."""
    random = np.random.default_rng(1)
    rows = []
    for cell in range(400):
        for scenario, share in enumerate(random.beta(8, 8, 10)):
            count = int(random.integers(120, 180))
            rows.append(("ans_acc", "all", str(cell), str(scenario), float(random.binomial(count, share)), count))
    columns = ["metric", "dimension", "bin", "scenario_id", "total", "count"]
    found = rates(pl.DataFrame(rows, schema=columns, orient="row"))
    held = ((found["low"] <= 0.5) & (found["high"] >= 0.5)).mean()
    assert isinstance(held, float)
    assert 0.93 <= held <= 0.97


def test_scenarios_count_by_their_rows() -> None:
    found = only(rates(sums({"a": (10.0, 10), "b": (0.0, 90)})))
    assert (found["value"], found["low"], found["high"]) == (0.1, 0.0, 1.0)


def test_scenarios_without_rows_are_no_clusters() -> None:
    found = only(rates(sums({"a": (3.0, 4), "b": (1.0, 4), "c": (0.0, 0)})))
    assert (found["value"], found["clusters"], found["low"], found["high"]) == (0.5, 2, 0.25, 0.75)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"a": (0.0, 0)}, (None, 0, None, None, 0, "none")),
        ({"a": (3.0, 4)}, (0.75, 4, None, None, 1, "none")),
        ({"a": (2.0, 2), "b": (8.0, 8)}, (1.0, 10, 0.691503, 1.0, 2, "exact")),
        ({"a": (0.0, 10)}, (0.0, 10, 0.0, 0.308497, 1, "exact")),
    ],
)
def test_cells_in_which_resampling_shows_nothing(counts: Counts, expected: tuple[object, ...]) -> None:
    assert tuple(only(rates(sums(counts))).values())[3:] == expected


def test_a_mean_of_counts_has_no_exact_interval() -> None:
    found = only(rates(sums({"a": (0.0, 5), "b": (0.0, 5)}, "staleness")))
    assert (found["value"], found["low"], found["method"]) == (0.0, None, "none")


def test_differences_are_paired() -> None:
    """Scenarios differ much, the two runs by the same in each: the difference is known far better than either."""
    first = {f"s{i}": (10.0 * i, 100) for i in range(1, 10)}
    second = {s: (total - 5.0 - (s == "s1"), n) for s, (total, n) in first.items()}
    ends = ("value", "low", "high")
    value, low, high = differences(sums(first), sums(second)).select(ends).row(0)
    assert value == pytest.approx(0.051111, abs=1e-6)
    assert 0.0499 < low < high < 0.06
    assert differences(sums(second), sums(first)).select(ends).row(0) == (-value, -high, -low)


def test_differences_without_a_difference_or_without_rows() -> None:
    one, nothing = sums({"a": (1.0, 2), "b": (2.0, 2)}), sums({"a": (0.0, 0), "b": (0.0, 0)})
    assert tuple(only(differences(one, one)).values())[3:] == (0.0, 4, None, None, 2, "none")
    assert tuple(only(differences(one, nothing)).values())[3:] == (None, 0, None, None, 2, "none")
    # One run cites in one scenario only: resamples without it say nothing of that run, and are left out.
    half = sums({"a": (1.0, 2), "b": (0.0, 0)})
    assert only(differences(one, half))["value"] == 0.25
    other = sums({"a": (1.0, 2), "b": (2.0, 2)}, "ansbl_acc")
    assert differences(one, other).height == 0

"""The witnesses of gold are the smallest subsets of the support from which a logic program gives the same answer.

The domain is the one that uses every construct, the histories are random and small. What the engine says of these
worlds is not looked at: gold on one side, on the other the program and the events. `python -m tests.gold.heavy
program` does the same with more of them.
"""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import FULL
from tests.gold.brute import Report
from tests.oracle.witnesses import compare

FOUND = Report()
"""What the examples below came to."""


# hypothesis shrinks the history of a mismatch; the profile is fixed, so that a run does not depend on the last one.
@settings(
    max_examples=10 if FULL else 2,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
@given(st.randoms(use_true_random=False))
def test_histories_that_hypothesis_chooses(random: Random) -> None:
    found = compare("constructs", [random], questions=30, largest=7, sampled=2)
    assert found.wrong == []
    FOUND.add(found)


# Histories of which nothing is known would agree for no reason.
def test_enough_was_compared() -> None:
    assert FOUND.subset_queries > 5
    assert FOUND.worlds > 50

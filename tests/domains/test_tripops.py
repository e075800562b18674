"""What the operators of TripOps mean: one small history per ruling that concerns them."""

from __future__ import annotations

import pytest

from tests.domains.rulings import disagreements
from tests.domains.tripops_general import GENERAL
from tests.domains.tripops_own import OWN


def test_rulings() -> None:
    if found := list(disagreements("tripops", GENERAL | OWN)):
        pytest.fail("\n".join(found), pytrace=False)

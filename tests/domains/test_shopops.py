"""What the operators of ShopOps mean: one small history per ruling that concerns them."""

from __future__ import annotations

import pytest

from tests.domains.rulings import disagreements
from tests.domains.shopops_general import GENERAL
from tests.domains.shopops_money import MONEY
from tests.domains.shopops_own import OWN


def test_rulings() -> None:
    if found := list(disagreements("shopops", GENERAL | OWN | MONEY)):
        pytest.fail("\n".join(found), pytrace=False)

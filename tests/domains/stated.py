"""All rulings, by domain; tests/rules/test_golden.py derives them together with the golden files of their domain."""

from __future__ import annotations

from collections.abc import Mapping

from tests.domains import (
    eduops_general,
    eduops_own,
    shopops_general,
    shopops_money,
    shopops_own,
    tripops_general,
    tripops_own,
)
from tests.domains.rulings import Ruling

RULINGS: dict[str, Mapping[str, Ruling]] = {
    "eduops": eduops_general.GENERAL | eduops_own.OWN,
    "shopops": shopops_general.GENERAL | shopops_own.OWN | shopops_money.MONEY,
    "tripops": tripops_general.GENERAL | tripops_own.OWN,
}

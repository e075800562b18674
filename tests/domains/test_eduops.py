"""What the operators of EduOps mean: one small history per ruling that concerns them."""

from __future__ import annotations

import pytest

from tests.domains.eduops_general import GENERAL
from tests.domains.eduops_own import OWN
from tests.domains.rulings import disagreements


def test_rulings() -> None:
    if found := list(disagreements("eduops", GENERAL | OWN)):
        pytest.fail("\n".join(found), pytrace=False)

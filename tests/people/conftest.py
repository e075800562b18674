"""What the tests of this room share: loaded scenarios, and explanations that are derived once a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from memsql import Explanation, Scenario
from memsql.people.explain import gathered


@pytest.fixture(scope="session")
def worked() -> Scenario:
    return Scenario.load("worked_example")


@pytest.fixture(scope="session")
def constructs() -> Scenario:
    return Scenario.load("constructs")


@pytest.fixture(scope="session")
def explained(worked: Scenario) -> Callable[[str], Explanation]:
    """The explanation of a query of the worked example, out of one derivation of all of them."""
    gold = worked.gold(is_checked=False)
    return cache(lambda query_id: gathered(*worked.part_of(query_id), gold))


@pytest.fixture(scope="session")
def all_constructs(constructs: Scenario) -> list[Explanation]:
    """The explanations of all queries of the scenario that uses every construct."""
    gold = constructs.gold(is_checked=False)
    return [gathered(constructs.parts[0], query, gold) for query in constructs.parts[0].queries.to_pylist()]

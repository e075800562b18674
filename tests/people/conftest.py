"""What the tests of this room share: loaded scenarios, and explanations that are derived once a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from memsql import Explanation, Scenario, explain
from memsql.people.explain import gathered


@pytest.fixture(scope="session")
def worked() -> Scenario:
    return Scenario.load("worked_example")


@pytest.fixture(scope="session")
def constructs() -> Scenario:
    return Scenario.load("constructs")


@pytest.fixture(scope="session")
def explained(worked: Scenario) -> Callable[[str], Explanation]:
    """The explanation of a query of the worked example."""
    return cache(lambda query_id: explain(worked, query_id))


@pytest.fixture(scope="session")
def all_constructs(constructs: Scenario) -> list[Explanation]:
    """The explanations of all queries of the scenario that uses every construct."""
    gold = constructs.gold(is_checked=False)
    return [gathered(constructs.parts[0], query, gold) for query in constructs.parts[0].queries.to_pylist()]

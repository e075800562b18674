"""memsql: exact answers, labels, derivations and witnesses for the memory of long-running agents.

>>> from memsql import Scenario, gold, explain
>>> scenario = Scenario.load("worked_example")
>>> gold(scenario).table("answer")
>>> explain(scenario, "q1").nodes
"""

from __future__ import annotations

from memsql.errors import MemsqlError
from memsql.gold.suite import Gold
from memsql.people.compare import Diff, WhatIf, diff, what_if
from memsql.people.explain import Explanation, explain, why
from memsql.people.scenario import Scenario


def gold(scenario: Scenario, *, is_checked: bool = True, workers: int = 1) -> Gold:
    """Derive gold for every query of a scenario or suite: answers, labels, derivations, witnesses, measures.

    ``is_checked``: re-derive every witness, and once more without each of its events; a failure raises
    GoldError. ``workers``: processes; the result does not depend on it.
    """
    return scenario.gold(is_checked=is_checked, workers=workers)


__all__ = [
    "Diff",
    "Explanation",
    "Gold",
    "MemsqlError",
    "Scenario",
    "WhatIf",
    "diff",
    "explain",
    "gold",
    "what_if",
    "why",
]

"""Choose the tracked queries: so many a scenario, every family among them, and enough changes of each kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from memsql.errors import GoldError
from memsql.suite.choose import INFINITY, Conditions, solve
from memsql.suite.config import SuiteConfig
from memsql.suite.tracked import Tracked

PER_FAMILY = 3
KNOWN_MIN = 2
IMPLICIT = 0.62
"""Share of changes that are implicit; 60% are asked for."""
CHANGES = 21
"""Changes of each kind in each of the families below; 20 are asked for."""
STANDARD = 10
"""Scenarios from which on the numbers of changes are asked."""
DERIVED = ("semantic", "closure", "rules", "set_quant")


def choose_tracked(config: SuiteConfig, offered: Sequence[Sequence[Tracked]], seed: int) -> list[list[Tracked]]:
    """Return the tracked queries of each scenario. Raises GoldError where no choice meets the figures.

    The numbers of changes are asked of a suite of the standard's size; a smaller one has what it has.
    """
    flat = [(s, t) for s, tracked in enumerate(offered) for t in tracked if t.known >= KNOWN_MIN]
    conditions = Conditions(len(flat))
    by_scenario: dict[int, list[int]] = defaultdict(list)
    by_family: dict[tuple[int, str], list[int]] = defaultdict(list)
    for index, (scenario, tracked) in enumerate(flat):
        by_scenario[scenario].append(index)
        by_family[scenario, tracked.candidate.operator.family].append(index)
    for indices in by_scenario.values():
        count = min(config.tracked, len(indices))
        conditions.add(dict.fromkeys(indices, 1.0), count, count)
    for indices in by_family.values():
        conditions.add(dict.fromkeys(indices, 1.0), min(PER_FAMILY, len(indices)))
    changes = {i: _changes(t) for i, (_, t) in enumerate(flat)}
    if len(config.scenarios) >= STANDARD:
        terms = {i: implicit - IMPLICIT * (implicit + explicit) for i, (explicit, implicit) in changes.items()}
        conditions.add(terms, 0)
        for family in DERIVED:
            own = [i for i, (_, t) in enumerate(flat) if t.candidate.operator.family == family]
            for kind in (0, 1):
                conditions.add({i: float(changes[i][kind]) for i in own}, CHANGES if own else 0, INFINITY)
    random = Random(f"{seed}:tracked")  # noqa: S311 (a suite from a seed, no secret)
    # Targets that change are worth more than those that stay.
    costs = [random.random() - 0.5 * sum(changes[i]) for i in range(len(flat))]
    chosen = solve(conditions, costs)
    if chosen is None:
        raise GoldError(f"{config.name}: no choice of tracked queries has enough changes of each kind; raise tracked")
    return [[flat[i][1] for i in chosen if flat[i][0] == s] for s in range(len(offered))]


def _changes(tracked: Tracked) -> tuple[int, int]:
    """Explicit and implicit changes of a trajectory."""
    explicit = sum(bool(c.is_explicit) for c in tracked.changes)
    return explicit, sum(c.is_changed for c in tracked.changes) - explicit

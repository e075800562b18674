"""Choose the tracked queries: so many a scenario, every family among them, and enough changes of each kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from memsql.errors import GoldError
from memsql.suite.conditions import Conditions, shortfalls, solve
from memsql.suite.config import SuiteConfig
from memsql.suite.tracked import Tracked

PER_FAMILY = 3
KNOWN_MIN = 2
IMPLICIT = 0.62
"""Share of changes that are implicit; 60% are asked for."""
CHANGES = 21
"""Changes of each kind in each of the families below; 20 are asked for."""
OF_DOMAIN = 3
"""Changes of each kind in each of these families of every domain, where so many are offered."""
STANDARD = 10
"""Scenarios from which on the numbers of changes are asked."""
NAMED = 2
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
    for scenario, indices in by_scenario.items():
        count = min(config.tracked, len(indices))
        what = f"{count} tracked queries in {config.scenarios[scenario].id}"
        conditions.add(what, dict.fromkeys(indices, 1.0), count, count)
    for (scenario, family), indices in by_family.items():
        count = min(PER_FAMILY, len(indices))
        what = f"{count} tracked {family} queries in {config.scenarios[scenario].id}"
        conditions.add(what, dict.fromkeys(indices, 1.0), count)
    changes = {i: _changes(t) for i, (_, t) in enumerate(flat)}
    if len(config.scenarios) >= STANDARD:
        terms = {i: implicit - IMPLICIT * (implicit + explicit) for i, (explicit, implicit) in changes.items()}
        conditions.add(f"{IMPLICIT:.0%} of its changes implicit", terms, 0)
        for family in DERIVED:
            own = [i for i, (_, t) in enumerate(flat) if t.candidate.operator.family == family]
            for kind, name in enumerate(("explicit", "implicit")):
                what = f"{CHANGES} {name} changes in {family}"
                terms = {i: float(changes[i][kind]) for i in own}
                conditions.add(what, terms, CHANGES if own else 0)
                for domain in config.domains:
                    part = {i: v for i, v in terms.items() if config.scenarios[flat[i][0]].domain == domain}
                    least = min(OF_DOMAIN, sum(part.values()))
                    conditions.add(f"{least:.0f} {name} changes in {family} of {domain}", part, least)
    random = Random(f"{seed}:tracked")  # noqa: S311 (a suite from a seed, no secret)
    # Targets that change are worth more than those that stay.
    costs = [random.random() - 0.5 * sum(changes[i]) for i in range(len(flat))]
    chosen = solve(conditions, costs)
    if chosen is None:
        found = " and ".join(shortfalls(conditions)[:NAMED]) or "enough changes of each kind"
        raise GoldError(f"{config.name}: no choice of tracked queries has {found}; raise tracked, or days")
    return [[flat[i][1] for i in chosen if flat[i][0] == s] for s in range(len(offered))]


def _changes(tracked: Tracked) -> tuple[int, int]:
    """Explicit and implicit changes of a trajectory."""
    explicit = sum(bool(c.is_explicit) for c in tracked.changes)
    return explicit, sum(c.is_changed for c in tracked.changes) - explicit

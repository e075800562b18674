"""The checks of `tests/gold` at full size: ``python -m tests.gold.heavy [CHECK ...]`` prints a figure for each.

Seeds are fixed, so a figure is the same on every run. Ends with 1 and the first contradictions where there are any.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import reduce
from multiprocessing import get_context
from random import Random

from memsql.gold.suite import program_of
from memsql.scenario import load_scenario
from tests.gold import worlds_check
from tests.gold.brute import Report, compare
from tests.gold.counts import Compared, Counts
from tests.gold.laws import Kept, broken_laws, sound_history
from tests.gold.other_witnesses import Whole, others
from tests.gold.overridden import COLLECTIONS, Moved, of_agreed, of_collections, of_rows
from tests.gold.random_rules import random_domain
from tests.gold.random_scenarios import NAMES, domain, random_scenarios, scenario_of
from tests.gold.verbatim import Agreement, agreement
from tests.house import ROOT
from tests.oracle import witnesses

BATCH = 40
"""Scenarios of one comparison: bounds its memory."""
SUITES = ("worked_example", "constructs", "language_tags")
STANDARD = tuple(
    f"gold/standard/scenarios/{p.parent.name}"
    for p in sorted((ROOT / "data").glob("gold/standard/scenarios/*/scenario.toml"))
)
"""The scenarios of the standard suite, where `make gold` has written them."""


def subsets(name: str, seed: int) -> Report:
    """All subsets of the supports of at most 11 events, and random larger sets, over every construct."""
    of = domain(name)
    return compare(of.program, random_scenarios(of, 500 + seed, BATCH, 3), 11, sampled=3, seed=seed)


def program(name: str, seed: int) -> Report:
    """Gold of random histories of a shipped domain against all subset worlds of its logic program."""
    return witnesses.compare(name, [Random(f"{seed} {i}") for i in range(10)], 100, 8, 3)


def random_rules(_: str, seed: int) -> Report:
    """The same over eight random rules, whatever the compiler accepts."""
    of, text = random_domain(Random(seed), 8)
    found = compare(of.program, random_scenarios(of, seed, 6), 10, sampled=2, seed=seed)
    found.wrong = [f"{wrong}\n{text}" for wrong in found.wrong]
    return found


def verbatim_views(name: str, seed: int) -> Agreement:
    """The author's text over plain facts: equal where all is known, never contradicted anywhere."""
    if name in SUITES:
        scenario = load_scenario(ROOT / "data" / name)
        return agreement(program_of(scenario), [scenario])
    of = domain(name)
    found = agreement(of.program, random_scenarios(of, 700 + seed, 20, 1, is_complete=True), lambda _: True)
    found.wrong += [f"{name}: {n} of the view's rows of {rule} not true" for rule, n in (+found.missing).items()]
    return found.add(agreement(of.program, random_scenarios(of, 800 + seed, 15, 1)))


def other_witnesses(name: str, _: int) -> Whole:
    """Everything but what hits all witnesses of a query leaves its answer unknown, in the suites as they ship."""
    scenario = load_scenario(ROOT / "data" / name)
    return others(program_of(scenario), [scenario])


def laws(name: str, seed: int) -> Kept:
    """Laws of histories: empty events, corroboration, later questions, prefixes, known_at, other questions."""
    return Kept(broken_laws(domain(name), 900 + seed, 2), histories=1)


def worlds(name: str, seed: int) -> Compared:
    """Worlds against edited histories, resolved worlds by hand, all kinds in one pass."""
    of, random = domain(name), Random(f"{name} {seed}")
    found = worlds_check.edited_histories(of, random, 20, 12)
    return found.add(worlds_check.resolved_by_hand(of, random, 25, 4)).add(worlds_check.one_pass(of, random, 20))


def overrides(name: str, seed: int) -> Moved:
    """Overrides that change nothing and undecided ones; derived relations as tables instead."""
    of = domain(name)
    scenarios = [scenario_of(of, f"s{i}", sound_history(of, 61 + 2 * seed + i)) for i in range(2)]
    found = of_rows(of, scenarios, Random(61), 8)
    if name == "lookups":
        found.add(of_agreed(Random(seed)))
    for other, relation, declaration in COLLECTIONS:
        if other == name:
            found.add(of_collections(other, relation, declaration, Random(seed)))
    return found


@dataclass(frozen=True, slots=True)
class Check:
    """Work on every name with every seed from 0."""

    work: Callable[[str, int], Counts]
    names: Sequence[str]
    seeds: int

    def figure(self) -> str:
        """What was found, in two processes."""
        parts = [(name, seed) for seed in range(self.seeds) for name in self.names]
        # A fresh process: a fork of one that has threads may wait for ever.
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            found = reduce(lambda all_, part: all_.add(part), pool.map(self.work, *zip(*parts, strict=True)))
        if found.wrong:
            raise SystemExit("\n".join([str(found), *found.wrong[:3]]))
        return str(found)


CHECKS = {
    "subsets": Check(subsets, NAMES, 1),
    "program": Check(program, ("constructs",), 2),
    "random_rules": Check(random_rules, ("random",), 12),
    "verbatim_views": Check(verbatim_views, (*NAMES, *SUITES), 1),
    "other_witnesses": Check(other_witnesses, ("worked_example", "constructs", *STANDARD), 1),
    "laws": Check(laws, NAMES, 2),
    "worlds": Check(worlds, NAMES, 2),
    "overrides": Check(overrides, NAMES, 1),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or CHECKS:
        print(f"{name}: {CHECKS[name].figure()}", flush=True)

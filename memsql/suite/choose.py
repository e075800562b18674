"""Choose the queries of a suite among candidates: an integer program over counts, means, shares and quotas.

Every figure of DOMAINS ("Figures of the suite") that the choice decides is a linear condition on which candidates
are in: exact ones as equations, means and shares as bands. Where no choice meets them all the error says so;
a single solve on one thread gives the same choice for the same candidates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from memsql.errors import GoldError
from memsql.suite.candidates import Candidate
from memsql.suite.config import SuiteConfig
from memsql.suite.features import Feature

OPERATOR_MIN, ANSWERS_MIN, TRUTHS_MIN = 8, 4, 2
MOST_FREQUENT = 0.6
TYPE_SHARES = {
    "number": (0.15, 0.4),
    "boolean": (0.15, 0.4),
    "entity": (0.15, 0.4),
    "set": (0.15, 0.4),
    "date": (0.02, 1),
}
REFERRED, GAPPED = 0.25, 0.10
FIRST_CUTS = {1: 0.25, 2: 0.75, 4: 1.0}
"""States right below the root to the share of the probed queries that have no more: together 2.3 probes a query."""
MARGIN = 0.8
"""Share of a band that the choice may use: a figure at its very edge would be missed after rounding."""
WITNESS_BAND, OBSOLETE_BAND, SCENARIO_BAND = 0.10, 0.03, 0.25
INFINITY = np.inf


@dataclass(slots=True)
class Conditions:
    """Linear conditions under construction: rows of coefficients by column, with bounds."""

    columns: int
    rows: list[tuple[dict[int, float], float, float]] = field(default_factory=list)
    extra: int = 0

    def add(self, terms: dict[int, float], low: float, high: float = INFINITY) -> None:
        """Bound a weighted sum of columns."""
        self.rows.append((terms, low, high))

    def flag(self) -> int:
        """A further yes-or-no column."""
        self.extra += 1
        return self.columns + self.extra - 1

    def matrix(self) -> LinearConstraint:
        """All conditions as one constraint."""
        entries = [(i, j, v) for i, (terms, _, _) in enumerate(self.rows) for j, v in terms.items()]
        rows, columns, values = zip(*entries, strict=True)
        shape = (len(self.rows), self.columns + self.extra)
        lows, highs = [r[1] for r in self.rows], [r[2] for r in self.rows]
        return LinearConstraint(coo_array((values, (rows, columns)), shape=shape).tocsr(), lows, highs)


def choose(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], seed: int) -> list[int]:
    """Return the positions of the chosen candidates, ascending.

    Raises GoldError where no choice meets the figures, naming the first group of conditions that cannot be met
    with those before it.
    """
    usable = _usable(config, candidates, features)
    groups = (_counts, _operators, _types, _sizes, _means, _shares, _probed, _spread)
    conditions = Conditions(len(usable))
    for group in groups:
        group(config, [candidates[i] for i in usable], [features[i] for i in usable], conditions)
    chosen = _solved(conditions, seed)
    if chosen is not None:
        return [usable[i] for i in chosen]
    partial = Conditions(len(usable))
    for group in groups:
        group(config, [candidates[i] for i in usable], [features[i] for i in usable], partial)
        if _solved(partial, seed) is None:
            what = (group.__doc__ or "").split(".", maxsplit=1)[0]
            raise GoldError(
                f"{config.name}: no choice of queries meets this: {what.lower()}; raise candidates, or cutoffs"
            )
    raise GoldError(f"{config.name}: no choice of queries was found in time; raise candidates, or cutoffs")


def _usable(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature]) -> list[int]:
    """Candidates that no record gives away, no larger than their domain allows, one per question text."""
    seen: set[str] = set()
    found = []
    for index, (candidate, feature) in enumerate(zip(candidates, features, strict=True)):
        largest = config.domains[domain_of(config, candidate)].witness_max
        if feature.is_leaked or (largest is not None and feature.size > largest) or candidate.question in seen:
            continue
        seen.add(candidate.question)
        found.append(index)
    return found


def domain_of(config: SuiteConfig, candidate: Candidate) -> str:
    """The domain of a candidate's scenario."""
    return config.scenarios[candidate.scenario].domain


def _solved(conditions: Conditions, seed: int) -> list[int] | None:
    """A choice that meets the conditions; random costs decide between many."""
    random = Random(f"{seed}:choice")  # noqa: S311 (a suite from a seed, no secret)
    return solve(conditions, [random.random() for _ in range(conditions.columns)])


def solve(conditions: Conditions, costs: Sequence[float]) -> list[int] | None:
    """Return the columns of a cheap choice that meets the conditions, or None."""
    found = milp(
        np.array([*costs, *([0.0] * conditions.extra)]),
        integrality=np.ones(len(costs) + conditions.extra),
        bounds=Bounds(0, 1),
        constraints=conditions.matrix(),
        options={"mip_rel_gap": 0.3, "time_limit": 120.0},
    )
    if found.x is None:
        return None
    return [i for i in range(conditions.columns) if found.x[i] > 0.5]


Group = Callable[[SuiteConfig, Sequence[Candidate], Sequence[Feature], Conditions], None]


def _ones(indices: Iterable[int], value: float = 1.0) -> dict[int, float]:
    return dict.fromkeys(indices, value)


def _by(keys: Iterable[object]) -> dict[object, list[int]]:
    found: dict[object, list[int]] = defaultdict(list)
    for index, key in enumerate(keys):
        found[key].append(index)
    return found


def _counts(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Queries per domain and label, and per family."""
    keys = [(domain_of(config, c), f.label) for c, f in zip(candidates, features, strict=True)]
    by = _by(keys)
    for domain, target in config.domains.items():
        for label in ("answerable", "justified-zero", "unknown"):
            to.add(_ones(by.get((domain, label), ())) or {0: 0.0}, target.of(label), target.of(label))
    for family, indices in _by(c.operator.family for c in candidates).items():
        if family in config.families:
            count = config.families[str(family)].queries
            to.add(_ones(indices), count, count)


def _operators(
    config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions
) -> None:
    """Queries per operator, and how often one answer may repeat."""
    for indices in _by((domain_of(config, c), c.operator.name) for c in candidates).values():
        to.add(_ones(indices), OPERATOR_MIN)
        flags: dict[int, float] = {}
        for same in _by(features[i].answer for i in indices).values():
            members = [indices[i] for i in same]
            # sum(same) <= share * sum(all)
            to.add(_ones(indices, -MOST_FREQUENT) | _ones(members, 1 - MOST_FREQUENT), -INFINITY, 0)
            flag = to.flag()
            flags[flag] = 1.0
            to.add(_ones(members) | {flag: -1.0}, 0)
        is_truth = all(candidates[i].operator.asks == "truth" for i in indices)
        to.add(flags, min(TRUTHS_MIN if is_truth else ANSWERS_MIN, len(flags)))


def _types(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Shares of answer types among known answers."""
    known = [i for i, f in enumerate(features) if f.shape != "unknown"]
    if len({domain_of(config, c) for c in candidates}) < len(config.domains) or len(config.domains) < 3:
        return
    for shape, (low, high) in TYPE_SHARES.items():
        members = {i for i in known if features[i].shape == shape}
        to.add({i: (i in members) - low * 1.02 for i in known}, 0)
        to.add({i: (i in members) - high * 0.98 for i in known}, -INFINITY, 0)


def _sizes(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """The largest and the median witness of each domain, and the sizes that it is to contain."""
    for domain, target in config.domains.items():
        known = [
            i for i, f in enumerate(features) if f.shape != "unknown" and domain_of(config, candidates[i]) == domain
        ]
        for operator, size in target.contains.items():
            own = (i for i in known if candidates[i].operator.name == operator and features[i].size == size)
            to.add(_ones(own) or {0: 0.0}, 1)
        if target.witness_max is not None:
            to.add(_ones(i for i in known if features[i].size == target.witness_max) or {0: 0.0}, 1)
        if target.witness_median is not None:
            count = target.answerable + target.justified_zero
            below = [i for i in known if features[i].size < target.witness_median]
            up_to = [i for i in known if features[i].size <= target.witness_median]
            to.add(_ones(below) or {0: 0.0}, 0, (count - 1) // 2)
            to.add(_ones(up_to) or {0: 0.0}, count // 2 + 1)


def _means(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Mean witness sizes and obsolete shares of the families, height and width of the suite."""
    for family, indices in _by(c.operator.family for c in candidates).items():
        target = config.families.get(str(family))
        if target is None:
            continue
        if target.witness is not None:
            known = [i for i in indices if features[i].shape != "unknown"]
            for sign in (-1, 1):
                edge = target.witness * (1 + sign * WITNESS_BAND * MARGIN)
                to.add({i: sign * (features[i].size - edge) for i in known}, -INFINITY, 0)
        if target.obsolete is not None:
            for sign in (-1, 1):
                edge = target.obsolete + sign * OBSOLETE_BAND * MARGIN
                to.add({i: sign * (features[i].has_obsolete - edge) for i in indices}, -INFINITY, 0)
    total = sum(t.queries for t in config.domains.values())
    for name, band in (("height", config.height), ("width", config.width)):
        if band is not None:
            slack = (band[1] - band[0]) * (1 - MARGIN) / 2
            values = {i: float(getattr(f, name)) for i, f in enumerate(features)}
            to.add(values, (band[0] + slack) * total, (band[1] - slack) * total)


def _shares(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Shares of queries that ask by a phrase, and of those whose terms stand only in distractors."""
    total = sum(t.queries for t in config.domains.values())
    to.add(_ones(i for i, c in enumerate(candidates) if c.is_referred), REFERRED * total)
    to.add(_ones(i for i, f in enumerate(features) if f.is_gapped), GAPPED * total)


def _probed(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Derivations whose first states are few enough for the suite's number of probes."""
    assert len(candidates) == len(features)
    if config.probes:
        for most, share in FIRST_CUTS.items():
            few = [i for i, f in enumerate(features) if 1 <= f.children <= most]
            to.add(_ones(few) or {0: 0.0}, share * config.probed_queries)


def _spread(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """The scenarios of a domain have about as many queries each."""
    assert len(candidates) == len(features)
    for scenario, indices in _by(c.scenario for c in candidates).items():
        domain = config.scenarios[int(str(scenario))].domain
        equal = config.domains[domain].queries / sum(s.domain == domain for s in config.scenarios)
        to.add(_ones(indices), equal * (1 - SCENARIO_BAND), equal * (1 + SCENARIO_BAND))

"""Choose the queries of a suite among candidates: an integer program over counts, means, shares and quotas.

Every figure of DOMAINS ("Figures of the suite") that the choice decides is a linear condition on which candidates
are in: exact ones as equations, means and shares as bands. Where no choice meets them all the error says so;
a single solve on one thread gives the same choice for the same candidates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from memsql.errors import GoldError
from memsql.suite.candidates import Candidate
from memsql.suite.conditions import INFINITY, Conditions, shortfalls, solve
from memsql.suite.config import SuiteConfig
from memsql.suite.features import Feature

OPERATOR_MIN, ANSWERS_MIN, TRUTHS_MIN = 8, 4, 2
MOST_FREQUENT = 0.6
COUNTED = 16
"""Answers of an operator, the most frequent ones, among which the different ones are counted."""
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
NAMED = 2
"""Figures that a message names of those that cannot be met."""


def choose(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], seed: int) -> list[int]:
    """Return the positions of the chosen candidates, ascending.

    Raises GoldError where no choice meets the figures, naming those that give way for the least, or where a domain
    has too few queries for its operators.
    """
    usable = _usable(config, candidates, features)
    offered, derived = [candidates[i] for i in usable], [features[i] for i in usable]
    _check_room(config, offered)
    conditions = Conditions(len(usable))
    for group in (_counts, _operators, _types, _sizes, _means, _shares, _probed, _spread):
        group(config, offered, derived, conditions)
    random = Random(f"{seed}:choice")  # noqa: S311 (a suite from a seed, no secret)
    # Random costs decide between many choices.
    chosen = solve(conditions, [random.random() for _ in range(conditions.columns)])
    if chosen is not None:
        return [usable[i] for i in chosen]
    missed = shortfalls(conditions)
    advice = "raise candidates or cutoffs, or ask for less"
    if not missed:
        raise GoldError(f"{config.name}: no choice of queries was found in time; {advice}")
    more = f" (and {len(missed) - NAMED} more)" if len(missed) > NAMED else ""
    raise GoldError(f"{config.name}: no choice of queries has {' and '.join(missed[:NAMED])}{more}; {advice}")


def _check_room(config: SuiteConfig, candidates: Sequence[Candidate]) -> None:
    """Refuse a domain with fewer queries than its operators need at least."""
    for domain, names in _by(domain_of(config, c) for c in candidates).items():
        operators = len({candidates[i].operator.name for i in names})
        target, least = config.domains[str(domain)], operators * OPERATOR_MIN
        if target.queries < least:
            found = f"[domain.{domain}] has {target.queries} queries, and {operators} operators of {OPERATOR_MIN} each"
            raise GoldError(
                f"{config.name}: {found} are {least}; raise answerable, justified_zero and unknown to {least} together"
            )


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
            count = target.of(label)
            to.add(f"{count} {label} queries in {domain}", _ones(by.get((domain, label), ())), count, count)
    for family, indices in _by(c.operator.family for c in candidates).items():
        if family in config.families:
            count = config.families[str(family)].queries
            to.add(f"{count} {family} queries", _ones(indices), count, count)


def _operators(
    config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions
) -> None:
    """Queries per operator, and how often one answer may repeat."""
    for (domain, name), indices in _by_operator(config, candidates).items():
        where = f"of {name!r} in {domain}"
        to.add(f"{OPERATOR_MIN} queries {where}", _ones(indices), OPERATOR_MIN)
        flags: dict[int, float] = {}
        answers = sorted(_by(features[i].answer for i in indices).values(), key=len, reverse=True)
        for number, same in enumerate(answers):
            members = [indices[i] for i in same]
            if len(members) > MOST_FREQUENT * OPERATOR_MIN:  # of fewer not even all would be too many
                # sum(same) <= share * sum(all)
                weights = _ones(indices, -MOST_FREQUENT) | _ones(members, 1 - MOST_FREQUENT)
                to.add(f"one answer to at most {MOST_FREQUENT:.0%} {where}", weights, -INFINITY, 0)
            if number < COUNTED:
                flag = to.flag()
                flags[flag] = 1.0
                to.add(f"different answers {where}", _ones(members) | {flag: -1.0}, 0)
        is_truth = all(candidates[i].operator.asks == "truth" for i in indices)
        least = min(TRUTHS_MIN if is_truth else ANSWERS_MIN, len(flags))
        to.add(f"{least} different answers {where}", flags, least)


def _by_operator(config: SuiteConfig, candidates: Sequence[Candidate]) -> dict[tuple[str, str], list[int]]:
    """Domain and name of an operator to its candidates."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, candidate in enumerate(candidates):
        found[domain_of(config, candidate), candidate.operator.name].append(index)
    return found


def _types(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Shares of answer types among known answers."""
    known = [i for i, f in enumerate(features) if f.shape != "unknown"]
    if len({domain_of(config, c) for c in candidates}) < len(config.domains) or len(config.domains) < 3:
        return
    for shape, (low, high) in TYPE_SHARES.items():
        members = {i for i in known if features[i].shape == shape}
        what = f"of its known answers of type {shape}"
        to.add(f"at least {low:.0%} {what}", {i: (i in members) - low * 1.02 for i in known}, 0)
        to.add(f"at most {high:.0%} {what}", {i: (i in members) - high * 0.98 for i in known}, -INFINITY, 0)


def _sizes(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """The largest and the median witness of each domain, and the sizes that it is to contain."""
    for domain, target in config.domains.items():
        known = [
            i for i, f in enumerate(features) if f.shape != "unknown" and domain_of(config, candidates[i]) == domain
        ]
        for operator, size in target.contains.items():
            own = (i for i in known if candidates[i].operator.name == operator and features[i].size == size)
            to.add(f"a smallest witness of {size} events for {operator!r} in {domain}", _ones(own), 1)
        if (largest := target.witness_max) is not None:
            own = (i for i in known if features[i].size == largest)
            to.add(f"a smallest witness of {largest} events in {domain}", _ones(own), 1)
        if (middle := target.witness_median) is not None:
            count, what = target.answerable + target.justified_zero, f"a median witness of {middle} events in {domain}"
            to.add(what, _ones(i for i in known if features[i].size < middle), 0, (count - 1) // 2)
            to.add(what, _ones(i for i in known if features[i].size <= middle), count // 2 + 1)


def _means(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Mean witness sizes and obsolete shares of the families, height and width of the suite."""
    for family, indices in _by(c.operator.family for c in candidates).items():
        target = config.families.get(str(family))
        if target is None:
            continue
        if target.witness is not None:
            known = [i for i in indices if features[i].shape != "unknown"]
            what = f"a mean witness of {target.witness} events among {family} queries"
            for sign in (-1, 1):
                edge = target.witness * (1 + sign * WITNESS_BAND * MARGIN)
                to.add(what, {i: sign * (features[i].size - edge) for i in known}, -INFINITY, 0)
        if target.obsolete is not None:
            what = f"an obsolete version behind {target.obsolete:.0%} of the {family} queries"
            for sign in (-1, 1):
                edge = target.obsolete + sign * OBSOLETE_BAND * MARGIN
                to.add(what, {i: sign * (features[i].has_obsolete - edge) for i in indices}, -INFINITY, 0)
    total = _total(config)
    for name, band in (("height", config.height), ("width", config.width)):
        if band is not None:
            slack = (band[1] - band[0]) * (1 - MARGIN) / 2
            values = {i: float(getattr(f, name)) for i, f in enumerate(features)}
            what = f"a mean {name} from {band[0]} to {band[1]}"
            to.add(what, values, (band[0] + slack) * total, (band[1] - slack) * total)


def _total(config: SuiteConfig) -> int:
    """Queries of the suite."""
    return sum(t.queries for t in config.domains.values())


def _shares(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Shares of queries that ask by a phrase, and of those whose terms stand only in distractors."""
    total = _total(config)
    asked = _ones(i for i, c in enumerate(candidates) if c.is_referred)
    to.add(f"a phrase in {REFERRED:.0%} of its questions", asked, REFERRED * total)
    gapped = _ones(i for i, f in enumerate(features) if f.is_gapped)
    to.add(f"the terms of {GAPPED:.0%} of its questions in distractors alone", gapped, GAPPED * total)


def _probed(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """Derivations whose first states are few enough for the suite's number of probes."""
    assert len(candidates) == len(features)
    if config.probes:
        for most, share in FIRST_CUTS.items():
            few = _ones(i for i, f in enumerate(features) if 1 <= f.children <= most)
            count = share * config.probed_queries
            to.add(f"{count:.0f} queries with at most {most} states below the root", few, count)


def _spread(config: SuiteConfig, candidates: Sequence[Candidate], features: Sequence[Feature], to: Conditions) -> None:
    """The scenarios of a domain have about as many queries each."""
    assert len(candidates) == len(features)
    for scenario, indices in _by(c.scenario for c in candidates).items():
        own = config.scenarios[int(str(scenario))]
        equal = config.domains[own.domain].queries / sum(s.domain == own.domain for s in config.scenarios)
        low, high = equal * (1 - SCENARIO_BAND), equal * (1 + SCENARIO_BAND)
        to.add(f"{low:.0f} to {high:.0f} queries in {own.id}", _ones(indices), low, high)

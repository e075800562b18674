"""The choice of queries: every figure is met, or the group that cannot be is named."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, datetime
from random import Random
from statistics import median

import pytest

from memsql.errors import GoldError
from memsql.suite.candidates import Candidate
from memsql.suite.choose import MOST_FREQUENT, choose
from memsql.suite.config import DomainTarget, FamilyTarget, ScenarioConfig, SuiteConfig
from memsql.suite.features import Feature
from memsql.suite.operators import Operator

FAMILIES = ("temporal", "rules")


def operator(number: int) -> Operator:
    family = FAMILIES[number % 2]
    asks = "truth" if family == "rules" else "value"
    return Operator(f"operator {number}", family, f"r{number}", asks, {}, "", ("?",), 1, False, ())


def offered(count: int, seed: int = 1) -> tuple[list[Candidate], list[Feature]]:
    random = Random(seed)
    at = datetime(2026, 1, 1)
    candidates, features = [], []
    for number in range(count):
        asked = operator(number % 6)
        label = random.choice(["answerable", "answerable", "justified-zero", "unknown"])
        candidates.append(
            Candidate(number % 2, asked, (str(number),), at, at, f"q{number}?", (), random.random() < 0.5)
        )
        shape = "unknown" if label == "unknown" else "boolean" if asked.asks == "truth" else "entity"
        features.append(
            Feature(
                label=label,
                answer=f"{label} {random.randrange(5)}",
                shape=shape,
                size=0 if label == "unknown" else random.choice([1, 1, 2, 3, 3, 4, 9, 12, 20]),
                has_obsolete=random.random() < 0.5,
                height=random.randint(1, 6),
                width=random.randint(1, 30),
                degree=1,
                overlap=0.5,
                is_leaked=random.random() < 0.1,
                is_gapped=random.random() < 0.4,
                children=random.randint(0, 6),
            )
        )
    return candidates, features


def config() -> SuiteConfig:
    scenarios = tuple(
        ScenarioConfig(f"s{i}", "tripops", "", 100, date(2026, 1, 1), 100, "2026-03-03", "1,234.50 dral")
        for i in (1, 2)
    )
    return SuiteConfig(
        name="made",
        title="",
        seed=1,
        scenarios=scenarios,
        domains={"tripops": DomainTarget(60, 20, 20, witness_median=3, witness_max=12, contains={"operator 2": 9})},
        families={"temporal": FamilyTarget(45, 3.0, 0.4), "rules": FamilyTarget(55, 5.0, 0.6)},
        height=(3.0, 4.0),
        width=(12.0, 16.0),
        probes=0,
        probed_queries=0,
        checkpoints=5,
        tracked=12,
        cutoffs=10,
        candidates=10,
    )


def test_every_figure_is_met() -> None:
    candidates, features = offered(1500)
    chosen = choose(config(), candidates, features, 1)
    own = [(candidates[i], features[i]) for i in chosen]
    assert Counter(f.label for _, f in own) == {"answerable": 60, "justified-zero": 20, "unknown": 20}
    assert Counter(c.operator.family for c, _ in own) == {"temporal": 45, "rules": 55}
    sizes = [f.size for _, f in own if f.shape != "unknown"]
    assert max(sizes) == 12
    assert any(c.operator.name == "operator 2" and f.size == 9 for c, f in own)
    assert median(sizes) == 3
    for family, mean, share in (("temporal", 3.0, 0.4), ("rules", 5.0, 0.6)):
        found = [f for c, f in own if c.operator.family == family]
        known = [f.size for f in found if f.shape != "unknown"]
        assert abs(sum(known) / len(known) - mean) <= 0.1 * mean
        assert abs(sum(f.has_obsolete for f in found) / len(found) - share) <= 0.03
    assert 3.0 <= sum(f.height for _, f in own) / 100 <= 4.0
    assert 12.0 <= sum(f.width for _, f in own) / 100 <= 16.0
    assert sum(c.is_referred for c, _ in own) >= 25
    assert sum(f.is_gapped for _, f in own) >= 10
    assert not any(f.is_leaked for _, f in own)
    for number in range(6):
        answers = Counter(f.answer for c, f in own if c.operator.name == f"operator {number}")
        assert answers.total() >= 8
        assert max(answers.values()) <= MOST_FREQUENT * answers.total()
        assert len(answers) >= (2 if number % 2 else 4)


def test_the_choice_depends_on_the_candidates_and_the_seed_alone() -> None:
    candidates, features = offered(1500)
    assert choose(config(), candidates, features, 1) == choose(config(), candidates, features, 1)
    assert choose(config(), candidates, features, 1) != choose(config(), candidates, features, 2)


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"domains": {"tripops": DomainTarget(600, 20, 20)}}, "600 answerable queries in tripops"),
        (
            {"domains": {"tripops": DomainTarget(60, 20, 20, witness_max=11)}},
            "a smallest witness of 11 events in tripops",
        ),
        (
            {"domains": {"tripops": DomainTarget(60, 20, 20, contains={"operator 2": 5})}},
            "a smallest witness of 5 events for 'operator 2' in tripops",
        ),
        ({"height": (7.0, 8.0)}, "a mean height from 7.0 to 8.0"),
    ],
)
def test_what_cannot_be_met_is_named(changed: dict[str, object], found: str) -> None:
    candidates, features = offered(600)
    with pytest.raises(GoldError, match=f"^made: no choice of queries has .*{found}.*; raise candidates or cutoffs"):
        choose(replace(config(), **changed), candidates, features, 1)  # type: ignore[arg-type]


def test_an_operator_with_too_few_candidates_is_named() -> None:
    candidates, features = offered(1500)
    rare = [i for i, c in enumerate(candidates) if c.operator.name != "operator 2" or i < 36]
    with pytest.raises(GoldError, match="has 8 queries of 'operator 2' in tripops; raise candidates"):
        choose(
            replace(config(), domains={"tripops": DomainTarget(60, 20, 20)}),
            [candidates[i] for i in rare],
            [features[i] for i in rare],
            1,
        )


def test_a_domain_with_fewer_queries_than_its_operators_need_is_refused() -> None:
    candidates, features = offered(1500)
    few = replace(config(), domains={"tripops": DomainTarget(30, 8, 9)})
    found = r"^made: \[domain.tripops\] has 47 queries, and 6 operators of 8 each are 48; raise answerable, "
    with pytest.raises(GoldError, match=found):
        choose(few, candidates, features, 1)

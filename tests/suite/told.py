"""Simulated histories of the standard suite's scenarios, for the tests of the domains."""

from __future__ import annotations

import tomllib
from functools import cache
from random import Random

from memsql.suite.config import ScenarioConfig, load_config
from memsql.suite.domain import domain_of
from memsql.suite.forms import load_forms
from memsql.suite.history import History, write_histories
from memsql.suite.names import Names
from memsql.suite.story import Story
from memsql.suite.writing import Style
from tests.house import ROOT

SEED = 7


@cache
def histories() -> tuple[History, ...]:
    """The histories of the standard suite."""
    config = load_config(ROOT / "data" / "standard")
    return tuple(write_histories(config, config.seed))


def scenarios_of(domain: str) -> list[ScenarioConfig]:
    """The scenarios of a domain in the standard suite."""
    tables = tomllib.loads((ROOT / "data" / "standard" / f"{domain}.toml").read_text())
    return [ScenarioConfig(**table) for table in tables["scenario"]]


def told(config: ScenarioConfig, seed: int = SEED, chatter: int = 40) -> Story:
    """A simulated history, with some chatter."""
    random = Random(seed)
    names = Names(seed, random)
    style = Style(config.dates, config.money, names.make("currency"))
    forms = load_forms(config.domain)
    found = Story(config.id, random, names, forms, style, config.starts_on, config.days, config.story)
    domain = domain_of(config.domain)
    domain.simulate(found)
    for _ in range(chatter):
        found.add(found.day(random.uniform(0, config.days)), domain.chatter(found))
    return found

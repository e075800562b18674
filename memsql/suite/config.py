"""The configuration of a suite: its scenarios, and the figures that its queries are chosen to meet.

A file ``suite.toml``; ``data/standard/suite.toml`` is the standard suite and names every field. Scenarios follow
DOMAINS' table of figures, which follows Tables 2 and 3 of the paper; targets are optional: without them queries
are chosen by the counts and the quotas alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from pathlib import Path
from typing import Any

from memsql.errors import DataError, at, did_you_mean, shown
from memsql.model import Label
from memsql.scenario.folder import SUITE
from memsql.scenario.queries import FAMILIES
from memsql.suite.domain import DOMAINS
from memsql.suite.writing import DATE_STYLES, MONEY_STYLES


@dataclass(frozen=True, slots=True)
class ScenarioConfig:
    """One scenario: ``events`` in all (chatter fills up what its domain leaves), ``days`` from ``starts_on``;
    ``story`` goes to the domain; ``dates`` and ``money`` choose how it writes (memsql.suite.writing).
    """

    id: str
    domain: str
    title: str
    events: int
    starts_on: date
    days: int
    dates: str
    money: str
    story: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DomainTarget:
    """Queries of a domain per label, and its witness sizes in events (the paper's Table 3).

    ``contains``: operator to a size; at least one query of the operator has a smallest witness of this size.
    """

    answerable: int
    justified_zero: int
    unknown: int
    witness_median: int | None = None
    witness_max: int | None = None
    contains: Mapping[str, int] = field(default_factory=dict)

    @property
    def queries(self) -> int:
        """Queries of the domain."""
        return self.answerable + self.justified_zero + self.unknown

    def of(self, label: str) -> int:
        """Queries with this label."""
        return {
            Label.ANSWERABLE: self.answerable,
            Label.JUSTIFIED_ZERO: self.justified_zero,
            Label.UNKNOWN: self.unknown,
        }[Label(label)]


@dataclass(frozen=True, slots=True)
class FamilyTarget:
    """Queries of a family over the suite; means and shares of the paper's Table 2, to be met within a band."""

    queries: int
    witness: float | None = None
    obsolete: float | None = None
    height: float | None = None
    width: float | None = None


@dataclass(frozen=True, slots=True)
class SuiteConfig:
    """A suite. ``known`` is the mean number of probes of a query that is probed; shares are between 0 and 1."""

    name: str
    title: str
    seed: int
    scenarios: tuple[ScenarioConfig, ...]
    domains: Mapping[str, DomainTarget]
    families: Mapping[str, FamilyTarget]
    height: tuple[float, float] | None
    width: tuple[float, float] | None
    probes: int
    probed_queries: int
    checkpoints: int
    tracked: int
    cutoffs: int
    candidates: int


TOP = {
    "title": str,
    "seed": int,
    "cutoffs": int,
    "candidates": int,
    "scenario": list,
    "scenario_files": list,
    "domain": dict,
    "family": dict,
    "band": dict,
    "probe": dict,
    "checkpoint": dict,
}


def load_config(path: Path) -> SuiteConfig:
    """Read and check a configuration. Raises DataError with one line for the first thing that cannot be used."""
    place = path / SUITE if path.is_dir() else path
    given = _toml(place)
    _check_names(place, "", given, tuple(TOP))
    for name, kind in TOP.items():
        if not isinstance(given.get(name, kind()), kind):
            raise DataError(f"{at(place)}: {name} is {shown(given[name])}; write {kind.__name__} there")
    scenarios = tuple(_scenario(place, i, t) for i, t in enumerate(given.get("scenario", ()), 1))
    for name in given.get("scenario_files", ()):
        own = place.parent / str(name)
        table = _toml(own)
        _check_names(own, "", table, ("scenario",))
        scenarios += tuple(_scenario(own, i, t) for i, t in enumerate(table.get("scenario", ()), 1))
    if not scenarios:
        raise DataError(f"{at(place)}: no scenario; write a [[scenario]] table for each")
    domains = {n: _target(place, f"domain.{n}", DomainTarget, t) for n, t in given.get("domain", {}).items()}
    _check_names(place, "domain", domains, DOMAINS)
    families = {n: _target(place, f"family.{n}", FamilyTarget, t) for n, t in given.get("family", {}).items()}
    _check_names(place, "family", families, FAMILIES)
    for domain in {s.domain for s in scenarios} - set(domains):
        raise DataError(f"{at(place)}: no [domain.{domain}]; say how many queries of each label it has")
    band = given.get("band", {})
    _check_names(place, "band", band, ("height", "width"))
    probe = _counts(place, "[probe]", given.get("probe", {}), {"probes": 0, "queries": 0})
    checkpoint = _counts(place, "[checkpoint]", given.get("checkpoint", {}), {"count": 5, "tracked": 15})
    sizes: dict[str, Any] = {name: given[name] for name in ("cutoffs", "candidates") if name in given}
    size = _counts(place, "", sizes, {"cutoffs": 40, "candidates": 30})
    return SuiteConfig(
        name=place.resolve().parent.name,
        title=given.get("title", ""),
        seed=given.get("seed", 1),
        scenarios=scenarios,
        domains=domains,
        families=families,
        height=_band(place, "height", band.get("height")),
        width=_band(place, "width", band.get("width")),
        probes=probe["probes"],
        probed_queries=probe["queries"],
        checkpoints=checkpoint["count"],
        tracked=checkpoint["tracked"],
        cutoffs=size["cutoffs"],
        candidates=size["candidates"],
    )


def multiplied(config: SuiteConfig, times: int) -> SuiteConfig:
    """Return the suite with so many histories of each scenario, under its id with a number (``trip_audit_3``), and
    so many times the queries and probes; its name says it too (``standard_x10``).

    Sizes of witnesses, means and shares, and what a scenario has, stay as they are. ``times`` 1: the suite itself.
    """
    if times == 1:
        return config
    counts = ("answerable", "justified_zero", "unknown")
    numbers = range(1, times + 1)
    return replace(
        config,
        name=f"{config.name}_x{times}",
        scenarios=tuple(replace(s, id=f"{s.id}_{number}") for number in numbers for s in config.scenarios),
        domains={n: replace(d, **{c: getattr(d, c) * times for c in counts}) for n, d in config.domains.items()},
        families={n: replace(f, queries=f.queries * times) for n, f in config.families.items()},
        probes=config.probes * times,
        probed_queries=config.probed_queries * times,
    )


def _toml(place: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(place.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{at(place)}: cannot be read ({error.strerror}); give the {SUITE} of a suite") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{at(place)}: not UTF-8 (byte {error.start}); save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{at(place)}: not TOML ({error}); write name = value lines") from None


def _check_scenario(place: Path, where: str, table: Mapping[str, Any]) -> None:
    """Refuse a field of a type or value that the generator cannot use."""
    rules: tuple[tuple[str, bool, str], ...] = (
        ("id", bool(re.fullmatch("[a-z][a-z0-9_]*", str(table["id"]))), "write a name of small letters, digits and _"),
        ("title", isinstance(table["title"], str), "write a text in quotes"),
        ("events", _is_count(table["events"]), "write a number of events"),
        ("days", _is_count(table["days"]) and 30 <= table["days"] <= 3650, "write a number of days from 30 to 3650"),
        ("starts_on", type(table["starts_on"]) is date, "write a date without quotes"),
        ("dates", table["dates"] in DATE_STYLES, f"write one of {', '.join(DATE_STYLES)}"),
        ("money", table["money"] in MONEY_STYLES, f"write one of {'; '.join(MONEY_STYLES)}"),
        ("story", isinstance(table.get("story", {}), dict), "write a table [scenario.story]"),
    )
    for name, is_right, advice in rules:
        if not is_right:
            raise DataError(f"{at(place)}: {where}: {name} is {shown(table.get(name))}; {advice}")
    if not 1900 <= table["starts_on"].year <= 2200:
        raise DataError(f"{at(place)}: {where}: starts_on is {table['starts_on']}; write a year from 1900 to 2200")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _scenario(place: Path, number: int, table: Mapping[str, Any]) -> ScenarioConfig:
    where = f"scenario {number}"
    names = tuple(f.name for f in fields(ScenarioConfig))
    _check_names(place, where, table, names)
    for name in names:
        if name not in table and name != "story":
            raise DataError(f"{at(place)}: {where} has no {name}; add it")
    _check_names(place, f"{where}: domain", {table["domain"]: 0}, DOMAINS)
    _check_scenario(place, where, table)
    return ScenarioConfig(**table)


def _target(place: Path, where: str, kind: type[Any], table: Mapping[str, Any]) -> Any:
    if not isinstance(table, dict):
        raise DataError(f"{at(place)}: {where} is {shown(table)}; write a table [{where}]")
    _check_names(place, where, table, tuple(f.name for f in fields(kind)))
    for name, value in table.items():
        if name != "contains" and (isinstance(value, bool) or not isinstance(value, int | float) or value < 0):
            raise DataError(f"{at(place)}: [{where}] {name} is {shown(value)}; write a number, 0 or more")
    try:
        return kind(**table)
    except TypeError as error:
        missing = str(error).rsplit(": ", 1)[-1]
        raise DataError(f"{at(place)}: [{where}] lacks {missing}; add it") from None


def _band(place: Path, name: str, values: object) -> tuple[float, float] | None:
    if values is None:
        return None
    if isinstance(values, list) and len(values) == 2 and all(isinstance(v, int | float) for v in values):
        low, high = float(values[0]), float(values[1])
        if low <= high:
            return low, high
    raise DataError(f"{at(place)}: [band] {name} is {shown(values)}; write the two ends, as in [3.3, 3.7]")


def _counts(place: Path, where: str, table: Mapping[str, Any], defaults: Mapping[str, int]) -> dict[str, int]:
    """The counts of a table, with defaults; 0 only where the default is 0."""
    _check_names(place, where, table, tuple(defaults))
    found = {**defaults, **table}
    for name, value in found.items():
        if not (_is_count(value) or (value == 0 == defaults[name] and not isinstance(value, bool))):
            raise DataError(f"{at(place)}: {where} {name} is {shown(value)}; write a whole number above 0")
    return found


def _check_names(place: Path, where: str, found: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in found:
        if name not in known:
            inside = f"{where}: " if where else ""
            raise DataError(f"{at(place)}: {inside}{shown(name)} is not known; {did_you_mean(name, known)}")

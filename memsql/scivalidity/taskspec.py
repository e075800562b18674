"""The TaskSpec contract: domains and families crossed, read from ``data/scivalidity/`` or a folder like it.

A domain is data (objects, pools of names, sentences), a family is a rule file and a table of payloads; a TaskSpec
crosses one with the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from memsql.errors import DataError, did_you_mean, shown
from memsql.resources import data_root, sql_root
from memsql.scivalidity.corrupt import OPERATORS
from memsql.scivalidity.domain import Domain, read_domain
from memsql.scivalidity.family import FIELDS, SIDES, VARIANTS, Family, read_family
from memsql.scivalidity.reading import NAME, rows

SCHEMA_VERSION = "1"
COLUMNS = ("taskspec_id", "family", "domain", "governing", "split")


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """A family in a domain. ``governing`` fixes the side of every world, or is ``both``: the seeds alternate.

    ``rule_paths``: the rule files of its catalogue. ``operators``: corruptions that have a meaning for it.
    """

    taskspec_id: str
    family: Family
    domain: Domain
    governing: str
    split: str
    number: int
    rule_paths: tuple[Path, ...]
    operators: tuple[str, ...] = ()


def folder() -> Path:
    """Where the catalogue that ships stands."""
    return data_root() / "scivalidity"


def load(root: Path | None = None, rules: Path | None = None) -> tuple[TaskSpec, ...]:
    """Read and check a catalogue: ``taskspec.csv`` with ``domains/*.toml``, ``families/*.toml``, ``rules/*.sql``.

    Domains, families and rules of a folder of one's own stand beside those that ship; one of the same name takes
    its place. Operators are those of ``corruption.csv``, or of the one that ships. ``rules``: another folder of
    rules than the catalogue's. Raises DataError.
    """
    root = root or folder()
    if rules is not None and not rules.is_dir():
        raise DataError(f"{rules}: no such folder; name one with rule files")
    domains = {p.stem: read_domain(p) for p in _files(root, "domains", "toml")}
    families = {p.stem: read_family(p) for p in _files(root, "families", "toml")}
    shipped = sql_root() / "rules" / "scivalidity"
    own = rules or root / "rules"
    paths = {p.stem: p for place in (shipped, own) for p in _inside(place, "sql")}
    rule_paths = tuple(paths[stem] for stem in sorted(paths))
    path = root / "taskspec.csv"
    made: dict[str, TaskSpec] = {}
    for line, row in rows(path, COLUMNS):
        where = f"{path}:{line}"
        name, family, domain = (row[c] for c in COLUMNS[:3])
        for column in ("taskspec_id", "split"):
            if not NAME.fullmatch(row[column]):
                raise DataError(f"{where}: {column} is {shown(row[column])}; write letters, digits, _ and -")
        if family not in families:
            raise DataError(f"{where}: no family {shown(family)}; {did_you_mean(family, list(families))}")
        if domain not in domains:
            raise DataError(f"{where}: no domain {shown(domain)}; {did_you_mean(domain, list(domains))}")
        if name in made:
            raise DataError(f"{where}: {name} stands there twice; give each spec an id of its own")
        for relation in families[family].relations:
            if relation.rule not in paths:
                place = own if own.is_dir() else shipped
                raise DataError(f"{where}: {name}: no rule {relation.rule}.sql in {place}; write it there")
        parts = families[family], domains[domain]
        made[name] = TaskSpec(name, *parts, row["governing"], row["split"], len(made), rule_paths)
        check(made[name], where)
    if not made:
        raise DataError(f"{path}: no row; write one a TaskSpec")
    operators = _operators(root)
    return tuple(replace(spec, operators=operators.get(name, ())) for name, spec in made.items())


def _operators(root: Path) -> dict[str, tuple[str, ...]]:
    """taskspec_id to its operators, each with what it means there; rows of TaskSpecs that are not there are let be."""
    own = root / "corruption.csv"
    path = own if own.is_file() else folder() / own.name
    found: dict[str, tuple[str, ...]] = {}
    for line, row in rows(path, ("taskspec_id", "operator", "meaning")):
        name, operator = row["taskspec_id"], row["operator"]
        where = f"{path}:{line}"
        if operator not in OPERATORS:
            raise DataError(f"{where}: operator {shown(operator)}; {did_you_mean(operator, list(OPERATORS))}")
        if operator in found.get(name, ()) or not row["meaning"].strip():
            raise DataError(
                f"{where}: {name}, {operator} stands there twice or means nothing; write it once, with words"
            )
        found[name] = (*found.get(name, ()), operator)
    return found


def _files(root: Path, name: str, ending: str) -> list[Path]:
    """Files of a folder of the catalogue beside those that ship; a file of one's own takes the place of its name."""
    found = {p.stem: p for place in (folder(), root) for p in _inside(place / name, ending)}
    return [found[stem] for stem in sorted(found)]


def _inside(place: Path, ending: str) -> list[Path]:
    """The visible files of a folder, none where it is not there."""
    return sorted(p for p in place.glob(f"*.{ending}") if not p.name.startswith("."))


def check(spec: TaskSpec, where: str) -> None:
    """Refuse a spec whose parts do not fit, or with a choice that no world reaches. Raises DataError."""
    family, domain = spec.family, spec.domain
    types = [str(e["type"]) for e in family.events]
    for relation in family.relations:
        for end in (relation.source, relation.target):
            if end not in types:
                raise DataError(f"{where}: {relation.name} names a {end} that no event makes; add it to the family")
    for event in family.events:
        for field in FIELDS:
            column = event.get(field, {})
            pool = column.get("pool")
            if pool is not None and pool not in domain.pools:
                raise DataError(f"{where}: domain {domain.name} has no pool {pool}; add it to its file")
            size = len(domain.pools[pool] if pool is not None else column.get("words", ()))
            picks = [
                part["pick"] for part in (column, *(column.get(n, {}) for n in (*SIDES, *VARIANTS))) if "pick" in part
            ]
            if picks and max(picks) >= size:
                name = f"{domain.name} has {size} names of {pool}" if pool else f"there are {size} words"
                raise DataError(f"{where}: {event['type']}.{field} picks number {max(picks)} and {name}; count from 0")
    if spec.governing not in (*SIDES, "both"):
        raise DataError(f"{where}: governing is {spec.governing!r}; write true, false or both")
    if family.pair == "flip" and spec.governing != "both":
        lost = family.choice["false" if spec.governing == "true" else "true"]
        raise DataError(f"{where}: choice {lost!r} is unreachable; write governing both, since its pairs flip")
    if family.choice["true"] == family.choice["false"]:
        raise DataError(f"{where}: both sides license {family.choice['true']!r}, the other choice is unreachable")

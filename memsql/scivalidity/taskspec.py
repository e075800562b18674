"""The TaskSpec contract: domains, families and their crossing, read from ``data/scivalidity/`` and validated.

A domain is data (objects, pools of names, sentences), a family is a rule file and a table of payloads; a TaskSpec
crosses one with the other. Where the paper is silent (labels, ranges, wording) the choice is ours.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memsql.errors import DataError, did_you_mean
from memsql.resources import data_root

SCHEMA_VERSION = "1"
EVENT_TYPES = ("plan", "run", "observe", "access", "write", "retrieve", "decide")
FIELDS = ("step", "amount", "subject")
RELATIONS = ("Selected_From", "Stopped_After", "Sealed_Until", "Comparable_With", "Absent_Because", "Relevant_To")
PAIRS = ("flip", "invariant")
COLUMNS = ["taskspec_id", "family", "domain", "governing", "split"]
SIDES = ("true", "false")
VARIANTS = ("original", "counterfactual")


@dataclass(frozen=True, slots=True)
class Domain:
    """Objects, pools and sentences of a scientific setting; nothing in it names a family."""

    name: str
    title: str
    actor: str
    objects: Mapping[str, str]
    pools: Mapping[str, tuple[str, ...]]
    sentences: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Relation:
    """A governing relation: the rule file that decides it, its endpoints (event types), a status for each side."""

    rule: str
    name: str
    source: str
    target: str
    status: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Family:
    """A mechanism: payloads of its events, its relations (the first governs), what each side licenses."""

    name: str
    title: str
    module: str
    pair: str
    request: str
    choice: Mapping[str, str]
    relations: tuple[Relation, ...]
    events: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """A family in a domain. ``governing`` fixes the side of every world, or is ``both``: the seeds alternate."""

    taskspec_id: str
    family: Family
    domain: Domain
    governing: str
    split: str
    number: int


def folder() -> Path:
    """Where the catalogue that ships stands."""
    return data_root() / "scivalidity"


def load(root: Path | None = None) -> tuple[TaskSpec, ...]:
    """Read and check a catalogue: ``taskspec.csv``, ``domains/*.toml``, ``families/*.toml``. Raises DataError.

    A catalogue without ``families/`` takes those that ship.
    """
    root = root or folder()
    own = root / "families"
    domains = {p.stem: _domain(p) for p in sorted((root / "domains").glob("*.toml"))}
    families = {p.stem: _family(p) for p in sorted((own if own.is_dir() else folder() / "families").glob("*.toml"))}
    path = root / "taskspec.csv"
    made: list[TaskSpec] = []
    for line, row in _rows(path):
        where = f"{path}:{line}"
        if row["family"] not in families:
            raise DataError(f"{where}: no family {row['family']}; {did_you_mean(row['family'], list(families))}")
        if row["domain"] not in domains:
            raise DataError(f"{where}: no domain {row['domain']}; {did_you_mean(row['domain'], list(domains))}")
        if any(spec.taskspec_id == row["taskspec_id"] for spec in made):
            raise DataError(f"{where}: {row['taskspec_id']} stands there twice; give each spec an id of its own")
        family, domain = families[row["family"]], domains[row["domain"]]
        spec = TaskSpec(row["taskspec_id"], family, domain, row["governing"], row["split"], len(made))
        check(spec, where)
        made.append(spec)
    if not made:
        raise DataError(f"{path}: no row; write one a TaskSpec")
    return tuple(made)


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
            pool = event.get(field, {}).get("pool")
            if pool is not None and pool not in domain.pools:
                raise DataError(f"{where}: domain {domain.name} has no pool {pool}; add it to its file")
    if spec.governing not in (*SIDES, "both"):
        raise DataError(f"{where}: governing is {spec.governing!r}; write true, false or both")
    if family.pair == "flip" and spec.governing != "both":
        lost = family.choice["false" if spec.governing == "true" else "true"]
        raise DataError(f"{where}: choice {lost!r} is unreachable; write governing both, since its pairs flip")
    if family.choice["true"] == family.choice["false"]:
        raise DataError(f"{where}: both sides license {family.choice['true']!r}, the other choice is unreachable")


def _rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != COLUMNS:
                raise DataError(f"{path}:1: columns {reader.fieldnames}; {', '.join(COLUMNS)} are needed")
            return [(line, row) for line, row in enumerate(reader, start=2)]
    except OSError as error:
        raise DataError(f"{path}: not read ({error.strerror}); name the folder of a catalogue") from None


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: no TOML ({error}); correct it") from None


def _need(found: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
    for name in names:
        if name not in found:
            raise DataError(f"{where}: no {name}; {', '.join(names)} are needed")


def _domain(path: Path) -> Domain:
    found = _toml(path)
    _need(found, ("title", "actor", "object", "pool", "sentence"), str(path))
    for part in ("object", "sentence"):
        _need(found[part], EVENT_TYPES, f"{path}: {part}")
    pools = {name: tuple(words) for name, words in found["pool"].items()}
    return Domain(path.stem, found["title"], found["actor"], found["object"], pools, found["sentence"])


def _family(path: Path) -> Family:
    found = _toml(path)
    _need(found, ("title", "module", "pair", "request", "choice", "relation", "event"), str(path))
    _need(found["choice"], SIDES, f"{path}: choice")
    if found["pair"] not in PAIRS:
        raise DataError(f"{path}: pair is {found['pair']!r}; write {' or '.join(PAIRS)}")
    relations = []
    for row in found["relation"]:
        _need(row, ("rule", "name", "source", "target", *SIDES), f"{path}: relation")
        if row["name"] not in RELATIONS:
            raise DataError(f"{path}: relation {row['name']}; {did_you_mean(row['name'], RELATIONS)}")
        status = {side: row[side] for side in SIDES}
        relations.append(Relation(row["rule"], row["name"], row["source"], row["target"], status))
    for event in found["event"]:
        _check_event(event, found["pair"], str(path))
    _check_references(found["event"], str(path))
    return Family(
        path.stem,
        found["title"],
        found["module"],
        found["pair"],
        found["request"],
        found["choice"],
        tuple(relations),
        tuple(found["event"]),
    )


def _check_event(event: Mapping[str, Any], pair: str, where: str) -> None:
    _need(event, ("type",), f"{where}: event")
    if event["type"] not in EVENT_TYPES:
        raise DataError(f"{where}: event type {event['type']}; {did_you_mean(event['type'], EVENT_TYPES)}")
    for field, column in event.items():
        if field in ("type", "node"):
            continue
        if field not in FIELDS:
            raise DataError(f"{where}: {event['type']}.{field}; {did_you_mean(field, FIELDS)}")
        _need(column, ("label",), f"{where}: {event['type']}.{field}")
        if re.search(r"[;:|\n]", column["label"]):
            raise DataError(f"{where}: label {column['label']!r}; write it without ; : and |, which views use")
        if "original" in column and pair == "flip":
            raise DataError(f"{where}: {event['type']}.{field} differs by variant; only invariant pairs may")


def _check_references(events: list[dict[str, Any]], where: str) -> None:
    """``of`` names a field of an event of the family that is drawn before."""
    seen: set[str] = set()
    for event in events:
        for field in FIELDS:
            of = event.get(field, {}).get("of")
            if of is not None and of not in seen:
                known = sorted(seen)
                raise DataError(f"{where}: {event['type']}.{field} refers to {of}; {did_you_mean(of, known)}")
            if field in event:
                seen.add(f"{event['type']}.{field}")

"""Find the files of a scenario and read it: ``scenario.toml``, schema, rules, events, queries.

The schema and rules of built-in domains lie under ``sql/``: in a checkout beside ``memsql/``, in an installed
wheel inside it, as ``memsql/_sql``.
"""

from __future__ import annotations

import re
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from memsql.errors import DataError, at, did_you_mean, shown
from memsql.model import REFERS_TO, Declaration, Scenario
from memsql.resources import sql_root
from memsql.scenario.events import read_events
from memsql.scenario.ids import check_sign
from memsql.scenario.lines import read_text
from memsql.scenario.queries import FILE as QUERIES
from memsql.scenario.queries import query_place, read_queries
from memsql.scenario.schema import load_schema, schema_files
from memsql.scenario.times import FORM, parse_time

CONFIGURATION = "scenario.toml"
EVENTS = ("events.jsonl", "events.parquet")
SUITE = "suite.toml"
"""Configures a suite that is generated (memsql/suite/)."""
SCENARIOS = "scenarios"
"""Folder beside the tables of a generated suite, with its scenarios."""
MARKS = (CONFIGURATION, QUERIES, *EVENTS, "schema")
FIELDS = ("scenario_id", "title", "domain", "starts_at", "origin", "licence")


class Configuration(NamedTuple):
    """What ``scenario.toml`` says, with defaults; ``domain`` is empty where the folder has its own files."""

    scenario_id: str
    title: str
    domain: str
    starts_at: datetime | None
    origin: str
    licence: str


def load_scenario(path: Path | str) -> Scenario:
    """Read and check one scenario folder.

    The result does not depend on the order of lines in its files. Raises SchemaError or DataError with one
    line (``path:line: what was found; what to do``) for the first thing that cannot be used as it is.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise DataError(f"{at(folder)}: no such folder; give the folder of a scenario")
    return _load(folder, {})


def _load(folder: Path, schemas: dict[Path, tuple[Declaration, ...]]) -> Scenario:
    """Read a scenario; ``schemas`` keeps those of a suite, whose scenarios share a few domains."""
    configuration = _configuration(folder)
    schema, rules = _sql_folders(folder, configuration.domain)
    if schema not in schemas:
        check_there(schema, "folder", "a create table for each predicate, one a file")
        if not schema_files([schema]):
            raise DataError(f"{at(schema)}: no .sql file in it; write a create table for each predicate, one a file")
        schemas[schema] = load_schema([schema])
    declarations = schemas[schema]
    events, actions = read_events(_events_file(folder), declarations, configuration.starts_at)
    queries = folder / QUERIES
    check_there(queries, "file", "one query a line; it may be empty")
    return Scenario(
        scenario_id=configuration.scenario_id,
        title=configuration.title,
        domain=configuration.domain,
        declarations=declarations,
        rule_paths=schema_files([rules]) if rules.is_dir() else (),
        events=events,
        actions=actions,
        queries=read_queries(queries, any(d.name == REFERS_TO for d in declarations)),
        origin=configuration.origin,
        licence=configuration.licence,
        folder=folder,
    )


def load_suite(path: Path | str) -> tuple[Scenario, ...]:
    """Read one scenario folder, or all scenario folders directly inside a folder, sorted by folder name.

    Raises DataError where there is none, and where two scenarios share an id or a query id: gold names a
    query by its id alone.
    """
    schemas: dict[Path, tuple[Declaration, ...]] = {}
    suite = tuple(_load(folder, schemas) for folder in scenario_folders(path))
    _check_suite(suite)
    return suite


def scenario_folders(path: Path | str) -> tuple[Path, ...]:
    """Return the folder itself if it is a scenario, else the scenario folders directly inside it, by name.

    Raises DataError where there is none.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise DataError(f"{at(folder)}: no such folder; give the folder of a scenario, or of several")
    if is_scenario(folder):
        return (folder,)
    inside = (p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
    folders = sorted((p for p in inside if is_scenario(p)), key=lambda p: p.name)
    if not folders:
        raise DataError(f"{at(folder)}: {_no_scenario(folder)}")
    return tuple(folders)


def _no_scenario(folder: Path) -> str:
    """Say what a folder without scenarios is, and what to give instead."""
    inside = folder / SCENARIOS
    if inside.is_dir():
        return f"the gold of a suite; give {inside}, where its scenarios are"
    if (folder / SUITE).is_file():
        gold = f"data/gold/{folder.resolve().name}/{SCENARIOS}"
        return f"a suite that is generated; run memsql gold {folder}, and give {gold}"
    parts = f"{EVENTS[0]}, {QUERIES}, schema/ and rules/"
    return f"no scenario in it; give a folder with {parts}, or one whose subfolders have them"


def is_scenario(folder: Path) -> bool:
    """Whether the folder holds any of the files that make a scenario."""
    return any((folder / name).exists() for name in MARKS)


def _check_suite(suite: tuple[Scenario, ...]) -> None:
    """Check that ids name one scenario and one query."""
    scenarios: dict[str, Scenario] = {}
    queries: dict[str, Scenario] = {}
    for scenario in suite:
        other = scenarios.setdefault(scenario.scenario_id, scenario)
        if other is not scenario:
            found = f"scenario_id {shown(scenario.scenario_id)} is that of {at(other.folder)} too"
            raise DataError(f"{at(scenario.folder / CONFIGURATION)}: {found}; give each its own")
        for query_id in scenario.queries["query_id"].to_pylist():
            other = queries.setdefault(query_id, scenario)
            if other is not scenario:
                where = query_place(scenario.folder / QUERIES, query_id)
                there = query_place(other.folder / QUERIES, query_id)
                found = f"query {shown(query_id)} stands in {there} too"
                raise DataError(f"{where}: {found}; give each query of the suite an id of its own")


def _sql_folders(folder: Path, domain: str) -> tuple[Path, Path]:
    """Return the folders of the schema and of the rules: the domain's, or the scenario's own."""
    own = folder / "schema", folder / "rules"
    if not domain:
        return own
    root = sql_root()
    schema, rules = root / "schema", root / "rules"
    domains = sorted(p.name for p in schema.iterdir() if p.is_dir()) if schema.is_dir() else []
    if domain not in domains:
        where = at(folder / CONFIGURATION, _line_of(folder / CONFIGURATION, "domain"))
        raise DataError(f"{where}: unknown domain {shown(domain)}; {did_you_mean(domain, domains)}")
    for mine in own:
        if mine.exists():
            found = f"a folder beside the built-in domain {domain}"
            raise DataError(f"{at(mine)}: {found}; remove it, or remove domain from {CONFIGURATION}")
    return schema / domain, rules / domain


def check_there(path: Path, what: str, holds: str) -> None:
    """Raise DataError where a part of a scenario (``what``: file or folder) is missing, or is the other of the two."""
    if path.is_dir() if what == "folder" else path.is_file():
        return
    found = f"missing; make this {what}" if not path.exists() else f"no {what}; put a {what} in its place"
    if path.is_symlink() and not path.exists():
        found = f"a link that leads nowhere; make this {what}"
    raise DataError(f"{at(path)}: {found}, with {holds}")


def _events_file(folder: Path) -> Path:
    """Return the one file of events."""
    there = [folder / name for name in EVENTS if (folder / name).exists()] or [folder / EVENTS[0]]
    check_there(there[0], "file", f"one event a line; or write {EVENTS[1]}")
    if len(there) > 1:
        raise DataError(f"{at(there[1])}: events stand in {EVENTS[0]} too; keep one of the two files")
    return there[0]


def _configuration(folder: Path) -> Configuration:
    """Read ``scenario.toml``, which may be missing."""
    path = folder / CONFIGURATION
    name = folder.resolve().name
    found = _toml(path) if path.exists() else {}
    for field, value in found.items():
        where = at(path, _line_of(path, field))
        if field not in FIELDS:
            raise DataError(f"{where}: field {shown(field)} is not known; {did_you_mean(field, FIELDS)}")
        if field == "starts_at":
            if parse_time(value) is None:
                raise DataError(f"{where}: starts_at is {shown(value)}, no time; {FORM}")
        elif not isinstance(value, str) or not (value or field not in ("scenario_id", "domain")):
            raise DataError(f"{where}: {field} is {shown(value)}; write a text in quotes, or leave it out")
    scenario_id = found.get("scenario_id", name)
    if "scenario_id" in found:
        check_sign(scenario_id, "scenario_id", at(path, _line_of(path, "scenario_id")))
    else:
        check_sign(scenario_id, "the name of the folder, which is the scenario_id,", at(folder))
    return Configuration(
        scenario_id=scenario_id,
        title=found.get("title", scenario_id),
        domain=found.get("domain", ""),
        starts_at=parse_time(found.get("starts_at")),
        origin=found.get("origin", ""),
        licence=found.get("licence", ""),
    )


def _toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file, naming the line where it is none."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as problem:
        message = str(problem)
        line = re.search(r"at line (\d+)", message)
        found = re.sub(r" \(at .*\)$", "", message)
        number = int(line[1]) if line else read_text(path).rstrip().count("\n") + 1
        raise DataError(f'{at(path, number)}: not TOML ({found}); write name = "text" lines') from None


def _line_of(path: Path, field: str) -> int | None:
    """Return the line on which a field of a TOML file is set."""
    for number, text in enumerate(read_text(path).split("\n"), start=1):
        if re.match(rf"\s*[\"'\[]*{re.escape(field)}\b", text):
            return number
    return None

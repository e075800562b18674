"""A scenario in a person's hands: loaded once, asked many things (ENGINE: "For people")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from memsql.errors import DataError, MemsqlError, did_you_mean, shown
from memsql.gold.batch import Batch
from memsql.gold.suite import Gold, answers_of, gold_of, program_of
from memsql.model import ASKED, View
from memsql.model import Scenario as Model
from memsql.resources import data_root
from memsql.rules.program import Program
from memsql.scenario import load_suite, scenario_folders
from memsql.scenario.folder import SUITE, check_there
from memsql.scenario.ids import natural_key

if TYPE_CHECKING:
    import polars as pl

Moment = str | date | datetime

VIEW_OPENING = re.compile(rf"({'|'.join(View)})\(")
SHOWN_IDS = 12
"""Ids that a message lists before it says how many there are."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario, or a suite of several, with its compiled programs.

    ``name`` is the suite's name (the folder's). Made by :meth:`load`.
    """

    name: str
    parts: tuple[Model, ...]

    @classmethod
    def load(cls, path: Path | str) -> Scenario:
        """Read a scenario folder, a folder of scenario folders, or a scenario that ships with memsql by name.

        ``suite/part`` is one scenario of a suite. Raises DataError, SchemaError or RuleError with one line for what
        cannot be used.
        """
        try:
            folder = _folder(str(path))
            parts = tuple(load_suite(folder))
            for part in parts:
                _check_rules(part)
                program_of(part)
            return cls(folder.resolve().name, parts)
        except OSError as error:
            where = error.filename or path
            raise DataError(f"{where}: cannot be read ({error.strerror}); check the folder") from None

    @property
    def program(self) -> Program:
        """The compiled program of the first scenario."""
        return program_of(self.parts[0])

    def queries(self) -> pl.DataFrame:
        """Queries of all scenarios: scenario_id, query_id, relation, key, is_collection, cutoff_at, ..."""
        import polars as pl

        frames = [
            pl.from_arrow(p.queries.append_column("scenario_id", pa.array([p.scenario_id] * p.queries.num_rows)))
            for p in self.parts
        ]
        return pl.concat([f for f in frames if isinstance(f, pl.DataFrame)])

    def part_of(self, query_id: str) -> tuple[Model, dict[str, Any]]:
        """Return the scenario that has the query, and the query. Raises DataError for an unknown id."""
        known: list[str] = []
        for part in self.parts:
            ids = part.queries["query_id"].to_pylist()
            if query_id in ids:
                return part, part.queries.slice(ids.index(query_id), 1).to_pylist()[0]
            known += ids
        raise DataError(f"{self.name}: no query {query_id or shown('')}; {nearest(query_id, known)}")

    def part(self, scenario_id: str | None = None) -> Model:
        """Return a scenario of the suite by its id; without one, the only scenario.

        Raises DataError for an unknown id, and where the suite has several and none is named.
        """
        ids = [p.scenario_id for p in self.parts]
        if scenario_id is None and len(ids) > 1:
            advice = f"give the folder of one (--scenario {self.parts[0].folder}) or its scenario_id"
            raise DataError(f"{self.name}: {len(ids)} scenarios; {advice}, {nearest('', ids)}")
        if scenario_id is not None and scenario_id not in ids:
            raise DataError(f"{self.name}: no scenario {scenario_id}; {nearest(scenario_id, ids)}")
        return self.parts[ids.index(scenario_id) if scenario_id is not None else 0]

    def answers(self) -> pl.DataFrame:
        """Return answers and labels alone (the table ``answer``): several times faster than :meth:`gold`."""
        import polars as pl

        found = pl.from_arrow(answers_of(self.parts, self.name))
        assert isinstance(found, pl.DataFrame)
        return found

    def gold(self, *, is_checked: bool = True, workers: int = 1) -> Gold:
        """Derive gold for every query; see :func:`memsql.gold.suite.gold_of`."""
        return gold_of(self.parts, self.name, is_checked=is_checked, workers=workers)


def _folder(path: str) -> Path:
    """The folder that a path names, or the name of a scenario that ships. Raises DataError for neither."""
    if not path:
        known = nearest("", shipped_scenarios())
        raise DataError(f"scenario: an empty name; give a folder (. is this one), or a name, {known}")
    folder, own = Path(path), data_root() / path
    if folder.exists():
        try:
            scenario_folders(folder)
        except DataError as error:
            if path not in shipped_scenarios():
                raise
            raise DataError(f"{error}; it hides the {path} that ships, so go to another folder for that") from None
        return folder
    shipped = shipped_scenarios()
    is_suite = ".." not in folder.parts and (own / SUITE).is_file()
    if is_suite or (folder.parts[0] in shipped and ".." not in folder.parts and own.is_dir()):
        return own
    if folder.name == path:
        found = f"{path}: no such folder, and no scenario of that name ships with memsql"
        raise DataError(f"{found}; {nearest(path, shipped)}")
    return folder


def shipped_scenarios() -> list[str]:
    """Names of the scenarios, and suites of scenarios, that ship; other folders of ``data/`` are none."""
    found = []
    for folder in sorted(data_root().iterdir()):
        with suppress(DataError):
            if folder.is_dir() and folder.name != "gold" and scenario_folders(folder):
                found.append(folder.name)
    return found


def _check_rules(part: Model) -> None:
    """Refuse a scenario without a folder of rules: a folder of another name would be passed over without a word."""
    if not part.rule_paths and not part.domain:
        check_there(part.folder / "rules", "folder", "one select a file; it may be empty")


def nearest(name: str, ids: list[str]) -> str:
    """Return advice for an unknown id: the ids it may have meant, or the first ones of all that there are."""
    if not ids or get_close_matches(name, ids, n=1, cutoff=0.6):
        return did_you_mean(name, ids)
    first = ", ".join(sorted(ids, key=natural_key)[:SHOWN_IDS])
    return f"known are: {first}" + (f", ... ({len(ids):,} in all)" if len(ids) > SHOWN_IDS else "")


def moment(value: Moment) -> datetime:
    """Return a cutoff as a time; a date means the end of that day.

    Raises DataError for another text, and for a time with a zone: times of a history have none.
    """
    found = value
    if isinstance(value, str):
        try:
            found = datetime.fromisoformat(value) if re.search(r"[T ]", value.strip()) else date.fromisoformat(value)
        except ValueError:
            raise DataError(f"time {shown(value)}: not a time; write 2026-08-31 or 2026-08-31T12:00") from None
    if not isinstance(found, datetime):
        assert isinstance(found, date)
        return datetime.combine(found, time(23, 59, 59, 999999))
    if found.tzinfo is not None:
        raise DataError(f"time {value}: has a zone; write it without one, as the events have it")
    return found


def literal(values: Iterable[str]) -> list[str]:
    """Return values as a query writes them where none is a reference: a leading @ is doubled."""
    return [f"@{v}" if v.startswith("@") else v for v in values]


def query_row(query_id: str, relation: str, key: Sequence[str], is_collection: bool, at: datetime) -> dict[str, Any]:
    """Return one query as the columns of ``Scenario.queries``."""
    return {
        "query_id": query_id,
        "relation": relation,
        "key": list(key),
        "is_collection": is_collection,
        "cutoff_at": at,
        "known_at": at,
        "family": None,
        "question": None,
    }


def asked(part: Model, rows: Iterable[dict[str, Any]]) -> Batch:
    """Return a loaded batch of one scenario with these queries in the place of its own."""
    columns = {name: [r[name] for r in rows_] for rows_ in [list(rows)] for name in part.queries.schema.names}
    queries = pa.table(columns, schema=part.queries.schema)
    batch = Batch(program_of(part), [replace(part, queries=queries)])
    batch.load()
    return batch


def is_text_of(part: Model, value: str) -> bool:
    """Whether some action of the history has this value in its key or its value."""
    columns = (pc.list_flatten(part.actions[name]) for name in ("key", "value"))
    return any(pc.any(pc.equal(column, value)).as_py() for column in columns)


def parse_node(
    program: Program, node: str, is_text: Callable[[str], bool] = lambda _: False
) -> tuple[str, list[str], bool]:
    """Return (relation, key or scope, is_collection) of a node id such as ``outside(vera,grus)``.

    ``first(dest)(vera,grus)`` is the first version, ``current(program)(ann)`` the row in force. A backslash escapes
    ``, ( ) [ ]``, itself, and a space at an end of a value. Spaces there do not count otherwise, except where the
    value with them ``is_text`` of the history; nothing between the brackets is no value, with the same exception.
    Raises DataError for what is no node.
    """
    text = node.strip()
    start = text.find(")") + 1 if VIEW_OPENING.match(text) else 0
    opening = min((i for i in (text.find("(", start), text.find("[", start)) if i >= 0), default=-1)
    closing = {"(": ")", "[": "]"}.get(text[opening] if opening >= 0 else "", "")
    parts = split_key(text[opening + 1 :], closing) if opening >= 1 else None
    if parts is None:
        advice = "write relation(key,key), or relation[scope] for a collection"
        if any(sign in text for sign in "\\,()[]"):
            advice += "; before a sign of , ( ) [ ] \\ in a key stands a backslash"
        raise DataError(f"node {shown(node)}: not a node; {advice}")
    try:
        relation = program.relation(text[:opening].strip())
    except MemsqlError as error:
        raise DataError(f"node {node}: {error}") from None
    if relation.name.startswith(ASKED):
        raise DataError(f"node {node}: {relation.name} holds what queries ask, no state; name a relation that reads it")
    values = [next((v for v in found[:-1] if v != found[-1] and is_text(v)), found[-1]) for found in parts]
    return relation.name, [] if values == [""] and not is_text("") else values, closing == "]"


def split_key(text: str, closing: str) -> list[tuple[str, ...]] | None:
    """Return the values of ``a,b)``, up to the closing bracket that must be its last sign; None where it is not.

    Each as it stands, and without the spaces before it, after it, and both, that are not escaped.
    """
    parts: list[tuple[str, ...]] = []
    signs: list[str] = []
    start, kept = 0, 0
    escaped = False
    for number, sign in enumerate(text):
        if not escaped and sign in (",", closing):
            value = "".join(signs)
            short = value[:kept] + value[kept:].rstrip()
            parts.append((value, value[start:], short, short[start:]))
            signs, start, kept = [], 0, 0
            if sign == closing:
                return parts if number == len(text) - 1 else None
            continue
        if not escaped and sign == "\\":
            escaped = True
            continue
        signs.append(sign)
        if escaped:
            kept = len(signs)
        elif sign.isspace() and start == len(signs) - 1:
            start = len(signs)
        escaped = False
    return None

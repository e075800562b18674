"""A scenario folder that a test fills, loads, and whose refusal it reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memsql.errors import MemsqlError
from memsql.model import Scenario
from memsql.scenario import load_scenario

SCHEMA = {
    "dest": "create table dest (person text, trip text, city text, primary key (person, trip));\n",
    "trip": "create table trip (person text, trip text, primary key (person, trip));\n",
    "trip_complete": "create table trip_complete (person text, primary key (person));\n",
    "cap": (
        "create table cap (\n    company text, kind text, valid_from date, amount decimal(12,2),\n"
        "    primary key (company, kind, valid_from)\n);\n"
    ),
    "seats": "create table seats (city text, seat_count integer, is_open boolean, primary key (city));\n",
    "meter": "create table meter (city text, reading bigint, primary key (city));\n",
    "asked_day": "create table asked_day (day date, primary key (day));\n",
}


class Folder:
    """A folder with a schema and no events or queries."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for relation, text in SCHEMA.items():
            self.write(f"schema/{relation}.sql", text)
        self.write("events.jsonl", "")
        self.write("queries.jsonl", "")

    def write(self, name: str, content: str | bytes | list[Any]) -> Path:
        """Write a file: text, bytes, or objects one a line."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in content)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def load(self) -> Scenario:
        """Load the folder as a scenario."""
        return load_scenario(self.path)

    def refusal(self) -> str:
        """Load the folder, which must be refused; the message with paths as seen from inside the folder."""
        with pytest.raises(MemsqlError) as caught:
            self.load()
        message = str(caught.value)
        assert "\n" not in message
        return message.replace(f"{self.path}/", "")


def event(event_id: Any, *actions: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """One line of events.jsonl."""
    made = {"event_id": event_id, "observed_at": "2026-07-03", "record": f"record of {event_id}"}
    return made | {"actions": list(actions)} | fields


def action(verb: Any, predicate: str, key: Any, value: Any = ()) -> dict[str, Any]:
    """One action; without a value the field is left out."""
    made = {"verb": verb, "predicate": predicate, "key": key}
    return made if value == () else made | {"value": value}


def query(query_id: Any, **fields: Any) -> dict[str, Any]:
    """One line of queries.jsonl; a field given as None is left out."""
    made = {"query_id": query_id, "relation": "outside_count", "key": ["vera"], "cutoff_at": "2026-08-31"}
    return {name: value for name, value in (made | fields).items() if value is not None}

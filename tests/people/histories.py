"""Histories that a test writes: the worked example under other ids, or with other names in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.house import ROOT

WORKED = ROOT / "data" / "worked_example"


def worked_lines(name: str) -> list[dict[str, Any]]:
    """Lines of events.jsonl or queries.jsonl of the worked example."""
    return [json.loads(line) for line in (WORKED / name).read_text().splitlines()]


def write(folder: Path, events: list[dict[str, Any]], queries: list[dict[str, Any]]) -> Path:
    """A scenario folder on the schema and rules of the worked example."""
    folder.mkdir(parents=True)
    (folder / "scenario.toml").write_text(f'scenario_id = "{folder.name}"\ndomain = "worked_example"\n')
    for name, rows in (("events.jsonl", events), ("queries.jsonl", queries)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def suite_of_two(folder: Path) -> Path:
    """The worked example as scenario ``here``, and as ``there``, whose query ids begin with t."""
    events, queries = worked_lines("events.jsonl"), worked_lines("queries.jsonl")
    write(folder / "here", events, queries)
    write(folder / "there", events[:9], [{**q, "query_id": f"t{q['query_id']}"} for q in queries])
    return folder


def renamed(folder: Path, names: dict[str, str], record: str) -> Path:
    """The worked example with other names of persons, trips and cities, and ``record`` in the place of e6's."""

    def swap(values: list[str]) -> list[str]:
        return [names.get(v, v) for v in values]

    events = worked_lines("events.jsonl")
    for event in events:
        event["record"] = record if event["event_id"] == "e6" else event["record"]
        for action in event["actions"]:
            for part in ("key", "value"):
                if part in action:
                    action[part] = swap(action[part])
    queries = worked_lines("queries.jsonl")
    for query in queries:
        for part in ("key", "scope"):
            if part in query:
                query[part] = swap(query[part])
        query["question"] = f"{record} {query['question']}"
    return write(folder, events, queries)

"""A small scenario ``own`` in a folder of the test, of which files are changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

EVENT: dict[str, Any] = {
    "event_id": "e1",
    "observed_at": "2026-01-01",
    "record": "Ann goes away.",
    "actions": [
        {"verb": "assert", "predicate": "trip", "key": ["ann", "t1"]},
        {"verb": "complete", "predicate": "trip", "key": ["ann"]},
        {"verb": "assert", "predicate": "home", "key": ["ann"], "value": ["rome"]},
    ],
}
QUERY: dict[str, Any] = {"query_id": "q1", "relation": "trip_count", "key": ["ann"], "cutoff_at": "2026-02-01"}
FILES: dict[str, Any] = {
    "schema/trip.sql": "create table trip (person text, trip text, primary key (person, trip));\n",
    "schema/trip_complete.sql": "create table trip_complete (person text, primary key (person));\n",
    "schema/home.sql": "create table home (person text, city text, primary key (person));\n",
    "schema/fee.sql": "create table fee (kind text, amount decimal(8,2), primary key (kind, amount));\n",
    "rules/trip_count.sql": "select t.person, count(*) as trips\nfrom trip as t\ngroup by t.person\n",
    "events.jsonl": [EVENT],
    "queries.jsonl": [QUERY],
}


def write(place: Path, changed: dict[str, Any]) -> None:
    """Write the scenario ``own`` with some files changed; None takes one away."""
    for name, content in (FILES | changed).items():
        path = place / "own" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink(missing_ok=True)
        else:
            text = content if isinstance(content, str) else "".join(json.dumps(row) + "\n" for row in content)
            path.write_text(text)

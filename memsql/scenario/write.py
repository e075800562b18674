"""Write a scenario as the folder that a user would bring."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from memsql.model import COMPLETE, Scenario, Verb


def write_folder(scenario: Scenario, folder: Path) -> Path:
    """Write ``folder/<scenario_id>/`` and return it; reading it back gives an equal scenario."""
    place = folder / scenario.scenario_id
    place.mkdir(parents=True)
    heads = ("scenario_id", "title", "domain", "origin", "licence")
    texts = {
        "scenario.toml": "".join(f"{h} = {json.dumps(getattr(scenario, h))}\n" for h in heads),
        "events.jsonl": "".join(_lines(_events(scenario))),
        "queries.jsonl": "".join(_lines(_queries(scenario))),
    }
    for name, text in texts.items():
        (place / name).write_text(text, encoding="utf-8")
    return place


def _lines(rows: Iterator[dict[str, object]]) -> Iterator[str]:
    return (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _events(scenario: Scenario) -> Iterator[dict[str, object]]:
    actions: dict[int, list[dict[str, object]]] = {}
    for row in scenario.actions.to_pylist():
        action = {"verb": row["verb"], "predicate": row["predicate"], "key": row["key"]}
        if row["verb"] == Verb.COMPLETE:
            action["predicate"] = row["predicate"].removesuffix(COMPLETE)
        if row["value"]:
            action["value"] = row["value"]
        actions.setdefault(row["position"], []).append(action)
    for event in scenario.events.to_pylist():
        yield {
            "event_id": event["event_id"],
            "observed_at": event["observed_at"].isoformat(),
            "record": event["record"],
            "actions": actions.get(event["position"], []),
        }


def _queries(scenario: Scenario) -> Iterator[dict[str, object]]:
    for query in scenario.queries.to_pylist():
        row = {
            "query_id": query["query_id"],
            "relation": query["relation"],
            "scope" if query["is_collection"] else "key": query["key"],
            "cutoff_at": query["cutoff_at"].isoformat(),
            "known_at": query["known_at"].isoformat(),
            "family": query["family"],
            "question": query["question"],
        }
        if query["known_at"] == query["cutoff_at"]:
            del row["known_at"]
        yield {name: value for name, value in row.items() if value is not None}

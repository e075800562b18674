"""Write a made-up scenario as the folder that a user would bring."""

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
    lines = [f"{h} = {json.dumps(getattr(scenario, h))}" for h in heads]
    (place / "scenario.toml").write_text("\n".join(lines) + "\n")
    (place / "events.jsonl").write_text("".join(_lines(_events(scenario))))
    (place / "queries.jsonl").write_text("".join(_lines(_queries(scenario))))
    return place


def _lines(rows: Iterator[dict[str, object]]) -> Iterator[str]:
    return (json.dumps(row) + "\n" for row in rows)


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
        yield {
            "query_id": query["query_id"],
            "relation": query["relation"],
            "scope" if query["is_collection"] else "key": query["key"],
            "cutoff_at": query["cutoff_at"].isoformat(),
            "family": query["family"],
        }

"""Histories and questions that nobody wrote: a suite with actions left out and others thrown in, by a seed.

Random keys meet each other (circles of vouchers, a loan returned before it was lent), and random completeness
makes many of the answers known.
"""

from __future__ import annotations

import json
import random
import shutil
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.oracle.oracle import Domain, read_lines
from tests.oracle.relation import Column, Relation

ROOT = Path(__file__).parents[2]

# Columns whose values are of one sort; the texts of the second are drawn for the first too, and back.
SORTS = [("voucher", "person"), ("other", "person"), ("parent", "kind"), ("other_branch", "branch")]

Line = dict[str, Any]


class Dice:
    """A seeded source of keys and values of a domain."""

    def __init__(self, domain: Domain, events: list[Line], seed: int) -> None:
        self.random = random.Random(seed)
        self.days: list[str] = sorted({event["observed_at"][:10] for event in events})
        texts: dict[str, set[str]] = defaultdict(set)
        for action in (action for event in events for action in event["actions"]):
            relation = domain.ground[action["predicate"]]
            for column, text in zip(relation.key, action["key"], strict=False):
                texts[column.name].add(text)
            for column, text in zip(relation.values, action.get("value") or (), strict=False):
                texts[column.name].add(text)
        for first, second in SORTS:
            texts[first] |= texts[second]
            texts[second] |= texts[first]
        self.texts = {name: [*sorted(found), f"another {name}"] for name, found in texts.items()}

    def text(self, column: Column) -> str:
        """A text that a column can hold."""
        match column.type:
            case "integer":
                return str(self.random.randrange(5))
            case "decimal":
                cents = self.random.choice([0, 1, 33, 499, 500, 750, 1500, 10**4])
                return f"{cents // 100}.{cents % 100:02d}"
            case "date":
                return self.random.choice(self.days)
            case "boolean":
                return self.random.choice(["true", "false"])
            case _:
                return self.random.choice(self.texts.get(column.name, ["somebody"]))

    def event(self, number: int, relation: Relation) -> Line:
        """An event with one action on a relation."""
        is_cancelled = self.random.random() < 0.2
        action = {
            "verb": "cancel" if is_cancelled else "assert",
            "predicate": relation.name,
            "key": [self.text(column) for column in relation.key],
        }
        if relation.values and not is_cancelled:
            action["value"] = [self.text(column) for column in relation.values]
        observed_at = self.random.choice(self.days)
        return {"event_id": f"x{number}", "observed_at": observed_at, "record": "", "actions": [action]}


def perturbed(suite: str, folder: Path, *, seed: int, added: int, asked: int) -> None:
    """Write a scenario folder: the suite's events without a tenth of their actions, ``added`` random ones, and
    ``asked`` questions about each relation on two days of the later half.
    """
    data = ROOT / "data" / suite
    events, domain = read_lines(data / "events.jsonl"), Domain.load(suite)
    dice = Dice(domain, events, seed)
    ground = [r for r in domain.ground.values() if not r.name.startswith("asked_")]
    for event in events:
        event["actions"] = [action for action in event["actions"] if dice.random.random() < 0.9]
    events += [dice.event(number, dice.random.choice(ground)) for number in range(added)]
    queries: list[Line] = []
    for relation in [*ground, *domain.derived.values()]:
        for cutoff in dice.random.sample(dice.days[len(dice.days) // 2 :], 2):
            for _ in range(asked):
                key = ["@" + text if text[0] == "@" else text for text in map(dice.text, relation.key)]
                queries.append({"relation": relation.name, "key": key, "cutoff_at": cutoff, "question": "?"})
    for number, query in enumerate(queries):
        query["query_id"] = f"q{number}"
    folder.mkdir()
    shutil.copy(data / "scenario.toml", folder)
    for name, lines in (("events", events), ("queries", queries)):
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text)

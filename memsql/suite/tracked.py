"""Tracked queries: targets asked at every checkpoint, their trajectories, and how each change comes about.

A change is explicit where an event between two checkpoints asserts, revises or cancels the target itself, or a
fact, rule or completeness that is a child of the root in the DAG of either checkpoint; else it is implicit
(EVALUATION; the paper's section 4.3 in its words).
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any, NamedTuple

import polars as pl

from memsql.model import VALID_FROM
from memsql.suite.candidates import Candidate
from memsql.suite.history import History
from memsql.suite.operators import asked_at
from memsql.suite.writing import Style, write

VALUES = ("label", "answer_type", "value_number", "value_boolean", "value_entity", "value_date", "value_set")
PER_OPERATOR, PER_FAMILY = 4, 20
"""Targets that each operator offers, and that a family of few operators offers in all."""
SPECIAL, ESCAPED = re.compile(r"([\\,()\[\]])"), r"\\\1"


class Checkpoint(NamedTuple):
    """A cutoff of the maintenance study; ``event_count`` events are visible at it."""

    number: int
    cutoff_at: datetime
    event_count: int


class Change(NamedTuple):
    """A transition to a checkpoint; the last two are None where nothing changed."""

    checkpoint: int
    is_changed: bool
    is_explicit: bool | None
    depth: int | None


@dataclass(frozen=True, slots=True)
class Tracked:
    """A target with its trajectory: ``answers`` by checkpoint (columns VALUES), ``changes`` from the second on."""

    candidate: Candidate
    answers: tuple[dict[str, Any], ...]
    changes: tuple[Change, ...]

    @property
    def known(self) -> int:
        """Checkpoints at which the answer is known."""
        return sum(a["label"] != "unknown" for a in self.answers)


def checkpoints_of(history: History, count: int) -> tuple[Checkpoint, ...]:
    """Return checkpoints at equal numbers of events; events of one moment stay together."""
    times = history.scenario.events["observed_at"].to_pylist()
    found = []
    for number in range(1, count + 1):
        cutoff = times[round(len(times) * number / count) - 1]
        found.append(Checkpoint(number, cutoff, sum(t <= cutoff for t in times)))
    return tuple(found)


def targets_of(history: History, candidates: Sequence[Candidate], seed: int) -> list[Candidate]:
    """Return candidates for tracking: a few of each operator, more where its family has few operators; none asks
    what was known on an earlier day. Their questions carry no cutoff.
    """
    random = Random(f"{seed}:{history.config.id}:tracked")  # noqa: S311 (a suite from a seed, no secret)
    by_operator: dict[tuple[str, str], dict[tuple[str, ...], Candidate]] = defaultdict(dict)
    for candidate in candidates:
        operator = candidate.operator
        if not operator.is_known_at and not candidate.is_referred:
            by_operator[operator.family, operator.name + operator.relation].setdefault(candidate.key, candidate)
    siblings = Counter(family for family, _ in by_operator)
    found = []
    for (family, _), same in by_operator.items():
        count = max(PER_OPERATOR, PER_FAMILY // siblings[family])
        keys = random.sample(sorted(same), min(count, len(same)))
        found += [replace(same[key], question=without_cutoff(same[key], history.style)) for key in keys]
    return found


def without_cutoff(candidate: Candidate, style: Style) -> str:
    """The question as it is asked at every checkpoint. Raises ValueError where it does not begin with its day."""
    day = asked_at(write("date", candidate.cutoff_at.date(), {}, style))
    if not candidate.question.startswith(day):
        raise ValueError(f"{candidate.question}: does not begin with its day ({day})")
    bare = candidate.question.removeprefix(day)
    return bare[0].upper() + bare[1:]


def instances(target: Candidate, checkpoints: Iterable[Checkpoint]) -> list[Candidate]:
    """The target at each checkpoint."""
    return [replace(target, cutoff_at=c.cutoff_at, known_at=c.cutoff_at) for c in checkpoints]


def trajectories(
    history: History,
    checkpoints: Sequence[Checkpoint],
    targets: Sequence[Candidate],
    ids: Mapping[int, Sequence[str]],
    tables: Mapping[str, pl.DataFrame],
) -> list[Tracked]:
    """Return the targets with their trajectories; ``ids``: position of a target to its query ids by checkpoint."""
    wanted = pl.DataFrame({"query_id": [i for found in ids.values() for i in found]}, schema={"query_id": pl.String})
    answers = {r["query_id"]: r for r in tables["answer"].join(wanted, on="query_id").iter_rows(named=True)}
    roots = tables["dag_node"].filter(pl.col("depth") == 0).select("query_id", "node_id")
    root_of = dict(roots.join(wanted, on="query_id").iter_rows())
    bodies: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for query_id, head, body in tables["dag_edge"].join(wanted, on="query_id").iter_rows():
        bodies[query_id][head].append(body)
    news = _news(history, checkpoints)
    found = []
    for position, target in enumerate(targets):
        rows = [{c: answers[i][c] for c in VALUES} for i in ids[position]]
        changes = []
        for j in range(1, len(checkpoints)):
            is_changed = rows[j] != rows[j - 1]
            depth = None
            if is_changed:
                depths = [_depths(root_of.get(i, ""), bodies[i]) for i in ids[position][j - 1 : j + 1]]
                hit = [d for by in depths for node, d in by.items() if node in news[j]]
                depth = min(hit, default=None)
            explicit = depth is not None and depth <= 1 if is_changed else None
            changes.append(Change(checkpoints[j].number, is_changed, explicit, depth))
        found.append(Tracked(target, tuple(rows), tuple(changes)))
    return found


def _depths(root: str, bodies: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Smallest distance from the root, by node."""
    found, level, depth = {root: 0}, [root], 0
    while level:
        depth += 1
        level = [b for head in level for b in bodies.get(head, ()) if b not in found]
        found |= dict.fromkeys(level, depth)
        level = list(dict.fromkeys(level))
    return found


def _news(history: History, checkpoints: Sequence[Checkpoint]) -> list[set[str]]:
    """Node ids of the facts that the events of each interval touch."""
    places = {d.name: d.key.index(VALID_FROM) for d in history.scenario.declarations if d.has_valid_time}
    counts = [0, *(c.event_count for c in checkpoints)]
    found: list[set[str]] = [set() for _ in checkpoints]
    for row in history.scenario.actions.to_pylist():
        interval = next((i for i, n in enumerate(counts[1:]) if row["position"] <= n), None)
        if interval is not None:
            name, key = row["predicate"], row["key"]
            found[interval].add(node_id(name, key))
            if name in places:
                bare = [k for i, k in enumerate(key) if i != places[name]]
                found[interval] |= {node_id(name, bare), node_id(f"current_{name}", bare)}
    return found


def node_id(relation: str, key: Sequence[str]) -> str:
    """The id of a state, as the engine writes it."""
    return f"{relation}({','.join(SPECIAL.sub(ESCAPED, k) for k in key)})"


def key_text(key: Sequence[str]) -> str:
    """A key as the tables hold it: a JSON array of text."""
    return json.dumps(list(key), ensure_ascii=False, separators=(",", ":"))

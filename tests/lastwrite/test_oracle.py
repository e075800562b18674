"""What the SQL finds is what a walk over plain dictionaries finds, on random lists full of edits and cycles."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from memsql.lastwrite.audit import Audit, audit
from memsql.lastwrite.workbench import workbench
from memsql.resources import sql_root
from tests.lastwrite.conftest import row

LISTS, STATEMENTS, NAMES = 12, 45, 14
FORMS = ("The capital of {} is {}", "{} is married to {}", "The author of {} is {}", "{}'s child is {}")
Edge = tuple[str, str, str]
"""Subject, form, object."""


@dataclass
class Oracle:
    """One random list, read without any of our code."""

    name: str
    said: list[Edge]
    asked: list[tuple[str, str]] = field(default_factory=list)

    def edges(self, world: str) -> set[Edge]:
        """The tuples of a world."""
        if world == "all":
            return set(self.said)
        newest: dict[tuple[str, str], str] = {}
        for subject, form, thing in self.said:
            if world == "last":
                newest[subject, form] = thing
            else:
                newest.setdefault((subject, form), thing)
        return {(s, f, o) for (s, f), o in newest.items()}

    def paths(self, world: str, origin: str) -> Iterator[tuple[Edge, ...]]:
        """Every path of 1 to 6 edges that meets no node twice."""
        out: defaultdict[str, list[Edge]] = defaultdict(list)
        for edge in self.edges(world):
            out[edge[0]].append(edge)

        def walk(path: tuple[Edge, ...], seen: frozenset[str]) -> Iterator[tuple[Edge, ...]]:
            here = path[-1][2] if path else origin
            for edge in out[here]:
                if edge[2] not in seen:
                    yield (*path, edge)
                    if len(path) < 5:
                        yield from walk((*path, edge), seen | {edge[2]})

        yield from walk((), frozenset({origin}))

    def is_gold_overwritten(self, origin: str, gold: str) -> bool:
        """Whether some path to the gold ends with an overwritten tuple."""
        newest = self.edges("last")
        return any(p[-1][2] == gold and p[-1] not in newest for p in self.paths("all", origin))


@pytest.fixture(scope="module")
def oracles() -> list[Oracle]:
    random = Random(5)
    made = []
    for number in range(LISTS):
        names = [f"Node{chr(65 + n)}" for n in range(NAMES)]
        said = [(random.choice(names), random.choice(FORMS), random.choice(names)) for _ in range(STATEMENTS)]
        said = list(dict.fromkeys(edge for edge in said if edge[0] != edge[2]))
        spoken = sorted({n for s, _, o in said for n in (s, o)})
        asked = [(random.choice(spoken), random.choice(spoken)) for _ in range(20)]
        made.append(Oracle(f"r{number:02}", said, [(a, b) for a, b in asked if a != b]))
    return made


@pytest.fixture(scope="module")
def found(oracles: list[Oracle], tmp_path_factory: pytest.TempPathFactory) -> Audit:
    rows = [
        row(
            [form.format(subject, thing) for subject, form, thing in each.said],
            [(f"And {origin}?", gold) for origin, gold in each.asked],
            f"factconsolidation_sh_{each.name}",
        )
        for each in oracles
    ]
    path = tmp_path_factory.mktemp("oracle") / "lists.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return audit(path)


def test_paths_are_those_of_a_walk(oracles: list[Oracle], found: Audit) -> None:
    counted = found.db.rows(
        "select q.list, q.index, p.world, count(*) from lw.path as p "
        "inner join lw.question as q on q.question_id = p.question_id group by all"
    )
    ours = {(name, index, world): int(str(count)) for name, index, world, count in counted}
    for each in oracles:
        for index, (origin, _) in enumerate(each.asked):
            for world in ("last", "first"):
                expected = sum(1 for _ in each.paths(world, origin))
                assert ours.get((each.name, index, world), 0) == expected, (each.name, origin, world)
    assert max(ours.values()) > 50, "the lists are dense enough to say something"


def test_reached_nodes_are_those_of_a_walk(oracles: list[Oracle], found: Audit) -> None:
    rows = found.db.rows(
        "select q.list, q.index, r.world, n.text, r.depth from lw.reach as r "
        "inner join lw.question as q on q.question_id = r.question_id "
        "inner join lw.node as n on n.node_id = r.node_id"
    )
    ours: defaultdict[tuple[object, ...], dict[object, object]] = defaultdict(dict)
    for name, index, world, text, depth in rows:
        ours[name, index, world][text] = depth
    for each in oracles:
        for index, (origin, _) in enumerate(each.asked):
            for world in ("last", "first", "all"):
                expected: dict[str, int] = {}
                for path in each.paths(world, origin):
                    expected[path[-1][2]] = min(len(path), expected.get(path[-1][2], 6))
                assert ours[each.name, index, world] == expected, (each.name, origin, world)


def test_classes_are_those_of_a_walk(oracles: list[Oracle], found: Audit) -> None:
    items = {(r["list"], r["index"]): r for r in found.items.iter_rows(named=True)}
    seen = set()
    for each in oracles:
        for index, (origin, gold) in enumerate(each.asked):
            item = items[each.name, index]
            in_last = any(p[-1][2] == gold for p in each.paths("last", origin))
            in_all = any(p[-1][2] == gold for p in each.paths("all", origin))
            assert (item["is_reached_last"], item["is_reached_all"]) == (in_last, in_all), (each.name, origin, gold)
            if in_all and not in_last:
                expected = each.is_gold_overwritten(origin, gold)
                assert item["is_gold_overwritten"] is expected, (each.name, origin, gold)
                seen.add(expected)
            if not item["is_solved"]:
                kind = "reachable_miss" if in_last else "unreachable" if in_all else "beyond_last_write"
                assert item["class"] == kind
    assert seen == {True, False}


GRAIN = re.compile(r"^-- grain: one row per \(([^)]+)\)$", re.MULTILINE)


@pytest.mark.parametrize("path", sorted((sql_root() / "lastwrite").glob("*.sql")), ids=lambda p: p.stem)
def test_every_relation_has_the_grain_that_it_says(found: Audit, generated: Audit, path: Path) -> None:
    columns = GRAIN.findall(path.read_text(encoding="utf-8"))[0]
    for each in (found, generated):
        if path.stem == "ranked":
            workbench(each)
        rows = each.db.rows(f"select count(*), count(distinct ({columns})) from lw.{path.stem}")
        assert rows[0][0] == rows[0][1], path.stem

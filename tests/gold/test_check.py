"""The check of witnesses: what its worlds derive of a recursion, and how many of them are derived at once."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pyarrow as pa
import pytest

from memsql.gold import solve
from memsql.gold.batch import Batch
from memsql.gold.evaluate import Evaluation
from memsql.gold.suite import program_of
from memsql.gold.worlds import Worlds
from memsql.resources import data_root
from memsql.scenario import load_scenario
from tests.conftest import FULL
from tests.rules.evaluate import FILES, golden
from tests.rules.golden import write

RECURSIVE = [p for p in FILES if p.parent.name in ("language", "bench_edu") and "recursive" in p.read_text()]
SCHEMA = {
    "step": "create table step (place text, next text, primary key (place, next));",
    "start": "create table start (person text, place text, primary key (person));",
    "host": "create table host (house text, place text, primary key (house, place));",
    "host_complete": "create table host_complete (house text, primary key (house));",
}
REACH = """-- title: What can be reached
-- grain: one row per (place, next)
-- source: ours
-- reads as: whether {next} can be reached from {place}
with recursive reach(place, next) as (
    select e.place, e.next
    from step as e
    union
    select r.place, e.next
    from reach as r
    inner join step as e on e.place = r.next
)

select place, next
from reach
"""
VISIT = """-- title: Where a person can get to
-- grain: one row per (person, next)
-- source: ours
-- reads as: whether {person} can get to {next}
select s.person, r.next
from start as s
inner join reach as r on r.place = s.place
"""
HOSTED = """-- title: What the places of a house lead to
-- grain: one row per (house, place, next)
-- source: ours
-- reads as: whether {next} can be reached from {place} of {house}
-- scope: house, place
select h.house, h.place, r.next
from host as h
inner join reach as r on r.place = h.place
"""


def chain(folder: Path, length: int, relation: str = "visit", first: tuple[str, ...] = ("ida",)) -> Batch:
    """A chain of edges, one event each, and a question for its whole length: ``relation`` at ``first`` and its end."""
    (folder / "schema").mkdir(parents=True)
    (folder / "rules").mkdir()
    for name, text in SCHEMA.items():
        (folder / "schema" / f"{name}.sql").write_text(text)
    scope = "create table step_complete (place text, primary key (place));"
    (folder / "schema" / "step_complete.sql").write_text(scope)
    (folder / "rules" / "reach.sql").write_text(REACH)
    (folder / "rules" / "visit.sql").write_text(VISIT)
    (folder / "rules" / "hosted.sql").write_text(HOSTED)
    actions = [{"predicate": "step", "key": [f"p{i}", f"p{i + 1}"]} for i in range(length)]
    actions.append({"predicate": "start", "key": ["ida"], "value": ["p0"]})
    actions.append({"predicate": "host", "key": ["mill", "p0"]})
    events = [
        {"event_id": f"e{i}", "observed_at": "2026-01-01", "record": "", "actions": [{"verb": "assert", **a}]}
        for i, a in enumerate(actions, 1)
    ]
    query = {"query_id": "q1", "relation": relation, "key": [*first, f"p{length}"], "cutoff_at": "2026-01-31"}
    (folder / "events.jsonl").write_text("".join(f"{json.dumps(e)}\n" for e in events))
    (folder / "queries.jsonl").write_text(json.dumps({**query, "question": "?"}) + "\n")
    scenario = load_scenario(folder)
    return Batch(program_of(scenario), [scenario])


@pytest.mark.parametrize(("relation", "first"), [("visit", ("ida",)), ("hosted", ("mill", "p0"))])
def test_a_check_world_derives_of_a_recursion_what_its_query_reads(
    tmp_path: Path, relation: str, first: tuple[str, ...]
) -> None:
    batch = chain(tmp_path / "chain", 80, relation, first)
    tables = batch.gold()
    assert tables["measure"]["witness_size_min"].to_pylist() == [81]
    worlds = 2 + 81
    assert batch.checked is not None and batch.checked.world_count == worlds
    (rows,) = batch.db.rows("select count(*) from state.reach")[0]
    batch.db.close()
    assert int(str(rows)) <= worlds * 80


def test_check_worlds_come_in_portions_of_bounded_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    failures = solve._failures

    def counted(*arguments: object) -> list[tuple[int, int]]:
        found = failures(*arguments)  # type: ignore[arg-type]
        sizes.append(len(arguments[2].query))  # type: ignore[attr-defined]
        return found

    monkeypatch.setattr(solve, "_failures", counted)
    whole = chain(tmp_path / "one", 30).gold()
    assert sizes == [33]
    monkeypatch.setattr(solve, "ROWS_AT_ONCE", 10 * 31)
    sizes.clear()
    assert chain(tmp_path / "more" / "one", 30).gold() == whole
    assert sizes == [10, 10, 10, 3]


def answers(batch: Batch, worlds: Worlds, asked: pa.Table, is_bound: bool) -> list[tuple[object, ...]]:
    Evaluation(batch.db, batch.program, worlds, asked, is_bound=is_bound).run()
    return batch.db.rows("select * from ground.answer order by all")


@pytest.mark.parametrize(
    "place", [*RECURSIVE, *([data_root() / "constructs"] if FULL else [])], ids=lambda p: str(p.stem)
)
def test_what_no_query_reads_changes_no_answer(place: Path, tmp_path: Path) -> None:
    """Every query in worlds of its own, with the recursions bound by it and with all of them."""
    if place.suffix:
        found = golden(place)
        place = write(found, tmp_path / found.name, found.rules, list(found.questions()))
    scenario = load_scenario(place)
    batch = Batch(program_of(scenario), [scenario])
    batch.load()
    assert batch.queries is not None
    dice, worlds, rows = random.Random(place.stem), Worlds(), []
    for row in batch.queries.to_pylist():
        known_at = batch.worlds.known_at[row["_w"]]
        base = worlds.cutoff(0, known_at)
        rows.append({**row, "_w": base})
        for share in (0.5, 0.9):
            seen = [e for e in range(1, known_at + 1) if dice.random() < share]
            rows.append({**row, "_w": worlds.resolved(base, seen, row["relation"])})
            rows.append({**row, "_w": worlds.only(base, seen)})
    asked = pa.Table.from_pylist(rows, schema=batch.queries.schema)
    whole = answers(batch, worlds, asked, is_bound=False)
    assert answers(batch, worlds, asked, is_bound=True) == whole
    batch.db.close()

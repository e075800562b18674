"""Derive the answers of tasks, each in the literal world of the records that its context holds.

All contexts of a domain are evaluated at once. Records recovered from them are the events of a history made for
the purpose: a record that two contexts hold alike is one event, one that they tell differently is two, and a
world sees those of its own context alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

import polars as pl
import pyarrow as pa

from memsql.evaluation.reading.recover import Reader, Reading, Recovered
from memsql.evaluation.reading.tasks import Answer, Part
from memsql.gold.batch import Batch
from memsql.gold.evaluate import QUERIES, Evaluation
from memsql.gold.graph import build_graph
from memsql.gold.overrides import Override, Overrides
from memsql.gold.solve import members, solve
from memsql.gold.suite import program_of
from memsql.gold.tables import conform
from memsql.gold.worlds import Worlds
from memsql.model import Declaration, Scenario
from memsql.resources import sql_root, sql_text
from memsql.rules.relation import Relation
from memsql.scenario.casts import canonical
from memsql.scenario.events import ACTIONS, EVENTS
from memsql.scenario.ids import natural_key
from memsql.scenario.queries import QUERIES as ASKED
from memsql.scenario.schema import load_schema, schema_files
from memsql.suite.forms import Action, load_forms
from memsql.suite.history import relation_of
from memsql.suite.writing import Style

TEXT = "VARCHAR"


@dataclass(slots=True)
class _History:
    """The recovered events of a part, in their total order, and the positions that each context holds."""

    part: Part
    readings: list[Reading]
    scenario: Scenario
    event_ids: list[str] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)
    positions: list[list[int]] = field(default_factory=list)


def answers_of(parts: Sequence[Part]) -> list[list[Answer]]:
    """Return the answers of every part's tasks, in their order. All parts are of one domain."""
    root = sql_root()
    domain = parts[0].domain
    declarations = load_schema([root / "schema" / domain])
    rule_paths = schema_files([root / "rules" / domain])
    histories = [_history(p, declarations, rule_paths) for p in parts]
    batch = Batch(program_of(histories[0].scenario), [h.scenario for h in histories])
    try:
        batch.load()
        return _evaluated(batch, histories)
    finally:
        batch.db.close()


def _history(part: Part, declarations: tuple[Declaration, ...], rule_paths: tuple[Path, ...]) -> _History:
    reader = Reader(load_forms(part.domain), Style(**part.style))
    readings = [reader.read(c) for c in part.contexts]
    fitting = _fitting({r for found in readings for r in found.records}, declarations)
    ordered = sorted(fitting, key=_order)
    place = {record: number for number, record in enumerate(ordered, 1)}
    rows = [
        (f"r{number}", number, ordinal, str(a.verb), relation_of(a), list(a.key), list(a.value))
        for number, record in enumerate(ordered, 1)
        for ordinal, a in enumerate(fitting[record], 1)
    ]
    event_ids, times = [r.event_id for r in ordered], [r.observed_at for r in ordered]
    numbers = list(place.values())
    events = {
        "event_id": [f"r{number}" for number in numbers],
        "observed_at": times,
        "record": event_ids,
        "position": numbers,
    }
    columns = zip(*rows, strict=True) if rows else ([] for _ in ACTIONS.names)
    scenario = Scenario(
        scenario_id=part.scenario_id,
        title=part.scenario_id,
        domain=part.domain,
        declarations=declarations,
        rule_paths=rule_paths,
        events=pa.table(events, schema=EVENTS),
        actions=pa.table(dict(zip(ACTIONS.names, columns, strict=True)), schema=ACTIONS),
        queries=_asked(part),
    )
    positions = [sorted(place[r] for r in found.records if r in place) for found in readings]
    return _History(part, readings, scenario, event_ids, times, positions)


def _order(record: Recovered) -> tuple[datetime, list[object], tuple[Action, ...]]:
    """The order of the history: by time, then by the number in the id."""
    return record.observed_at, list(natural_key(record.event_id)), record.actions


def _fitting(records: set[Recovered], declarations: Sequence[Declaration]) -> dict[Recovered, list[Action]]:
    """The records whose every value fits its column, with their values as the engine spells them."""
    types = {d.name: [d.types[c] for c in (*d.key, *d.value)] for d in declarations}
    texts: dict[str, set[str]] = {}
    for record in records:
        for action in record.actions:
            for text, type_ in zip((*action.key, *action.value), types[relation_of(action)], strict=False):
                texts.setdefault(type_, set()).add(text)
    spelt: dict[tuple[str, str], str | None] = {}
    for type_, given in texts.items():
        ordered = sorted(given)
        found = ordered if type_ == TEXT else canonical(pl.Series(ordered, dtype=pl.String), type_).to_list()
        spelt.update(((type_, text), value) for text, value in zip(ordered, found, strict=True))
    fitting = {}
    for record in records:
        actions = [_spelt(a, types[relation_of(a)], spelt) for a in record.actions]
        if None not in actions:
            fitting[record] = [a for a in actions if a is not None]
    return fitting


def _spelt(action: Action, types: Sequence[str], spelt: Mapping[tuple[str, str], str | None]) -> Action | None:
    texts = [spelt[type_, text] for text, type_ in zip((*action.key, *action.value), types, strict=False)]
    if any(t is None for t in texts):
        return None
    known = tuple(t for t in texts if t is not None)
    width = len(action.key)
    return action._replace(key=known[:width], value=known[width:])


def _asked(part: Part) -> pa.Table:
    count = len(part.tasks)
    columns = {
        "query_id": [f"{part.scenario_id} {n}" for n in range(count)],
        "relation": [t.relation for t in part.tasks],
        "key": [list(t.key) for t in part.tasks],
        "is_collection": [t.is_collection for t in part.tasks],
        "cutoff_at": [t.as_of for t in part.tasks],
        "known_at": [t.as_of for t in part.tasks],
        "family": [None] * count,
        "question": [None] * count,
    }
    return pa.table({n: columns[n] for n in ASKED.names}, schema=ASKED)


def _evaluated(batch: Batch, histories: Sequence[_History]) -> list[list[Answer]]:
    assert batch.queries is not None
    worlds, overrides = Worlds(), Overrides()
    placed = _placed(batch, histories, worlds, overrides)
    rows = batch.queries.set_column(1, "_w", pa.array(placed, pa.int32()))
    tasks = [t for h in histories for t in h.part.tasks]
    cited: dict[int, tuple[str, ...]] = {}
    tables = []
    for is_cited in (True, False):
        asked = rows.filter(pa.array([t.is_cited is is_cited for t in tasks]))
        if asked.num_rows == 0:
            continue
        evaluation = Evaluation(batch.db, batch.program, worlds, asked.cast(QUERIES), is_cited, overrides)
        needed = evaluation.run()
        if is_cited:
            cited = _cited(batch, needed, worlds, histories)
        numbers = batch.db.arrow("select query from ground.answer order by query")
        answer = conform("answer", batch.db.arrow(sql_text("engine/export/answer")))
        tables.append(answer.append_column("query", numbers["query"]))
    found = {r["query"]: r for table in tables for r in table.to_pylist()}
    coverages = [h.readings[t.context].coverage for h in histories for t in h.part.tasks]
    all_answers = [_answer(found[n], cited.get(n, ()), coverages[n]) for n in range(len(tasks))]
    given = iter(all_answers)
    return [[next(given) for _ in h.part.tasks] for h in histories]


def _placed(batch: Batch, histories: Sequence[_History], worlds: Worlds, overrides: Overrides) -> list[int]:
    """The world of every task; tasks with one context share it, unless the day or a state put in place differs."""
    known: dict[tuple[int, tuple[int, ...], date | None], int] = {}
    found = []
    for index, history in enumerate(histories):
        for task in history.part.tasks:
            relation = batch.program.relation(task.relation).name
            day = task.as_of.date() if batch.program.is_dated(relation) else None
            states = [s for s in task.stated if not batch.program.relation(s.relation).signature.has_until]
            added = [s.record for s in task.stated if s not in states and s.record is not None]
            held = {p for context in (task.context, *added) for p in history.positions[context]}
            seen = tuple(sorted(p for p in held if history.times[p - 1] <= task.as_of))
            if states or (index, seen, day) not in known:
                world = worlds.alone(index, seen, day)
                overrides.rows += [Override(world, s.relation, s.key, s.truth, s.value) for s in states]
                if not states:
                    known[index, seen, day] = world
            else:
                world = known[index, seen, day]
            found.append(world)
    return found


def _cited(
    batch: Batch, needed: Sequence[Relation], worlds: Worlds, histories: Sequence[_History]
) -> dict[int, tuple[str, ...]]:
    """By query, the events of the first smallest witness, as far as the context names them."""
    found = {}
    for item in solve(build_graph(batch.db, batch.program, needed)):
        if item.witnesses is None:
            continue
        bits = item.witnesses.core
        for component in item.witnesses.components:
            bits |= component[0]
        ids = histories[worlds.scenario[item.world]].event_ids
        named = {ids[position - 1] for position in members(bits)} - {""}
        found[item.query] = tuple(sorted(named, key=natural_key))
    return found


def _answer(row: Mapping[str, object], cited: tuple[str, ...], coverage: float | None) -> Answer:
    names = ("label", "answer_type", "value_number", "value_boolean", "value_entity", "value_date")
    members_ = row["value_set"]
    given = {n: row[n] for n in names}
    value_set = tuple(members_) if isinstance(members_, list) else None
    return Answer(**given, value_set=value_set, cited_event_ids=cited, coverage=coverage)  # type: ignore[arg-type]


def by_domain(parts: Sequence[Part]) -> Iterator[tuple[str, list[Part]]]:
    """Yield the parts of each domain, by name."""
    for domain in sorted({p.domain for p in parts}):
        yield domain, [p for p in parts if p.domain == domain]

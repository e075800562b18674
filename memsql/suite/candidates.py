"""Candidate queries: keys from what a history ever said, cutoffs over its time, a phrase for some entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from random import Random

import pyarrow as pa

from memsql.db import Database, DatabaseError, first_line
from memsql.errors import DataError
from memsql.gold.store import load_ground
from memsql.gold.suite import program_of
from memsql.scenario.queries import QUERIES
from memsql.suite.history import History, end_of
from memsql.suite.operators import KNOWN_AT, Operator, load_operators, question
from memsql.suite.writing import text_of, write

REFERRED = 0.45
"""Share of candidates that ask by a phrase, of those that can."""
LATE = 0.2
"""Share of the cutoffs, the last ones, at which late operators are asked."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A query that may be chosen. ``names``: the entities that its question names; ``is_referred``: whether it
    asks by a phrase.
    """

    scenario: int
    operator: Operator
    key: tuple[str, ...]
    cutoff_at: datetime
    known_at: datetime
    question: str
    names: tuple[str, ...]
    is_referred: bool


def candidates_of(history: History, scenario: int, seed: int, cutoffs: int, count: int) -> list[Candidate]:
    """Return candidates for every operator of the scenario's domain: about ``count`` each, times its weight.

    Cutoffs are ends of days that have an event, denser towards the end.
    """
    random = Random(f"{seed}:{history.config.id}:candidates")  # noqa: S311 (a suite from a seed, no secret)
    days = _cutoff_days(history, random, cutoffs)
    db = _facts(history, days)
    found: dict[tuple[object, ...], Candidate] = {}
    try:
        for operator in load_operators(history.config.domain).operators:
            keys = _keys(db, history, operator)
            for candidate in _drawn(history, scenario, operator, keys, days, random, round(count * operator.weight)):
                same = (operator.relation, operator.asks, candidate.key, candidate.cutoff_at, candidate.known_at)
                found.setdefault(same, candidate)
    finally:
        db.close()
    return list(found.values())


def _drawn(
    history: History,
    scenario: int,
    operator: Operator,
    keys: Sequence[tuple[str, ...]],
    days: Sequence[datetime],
    random: Random,
    count: int,
) -> Iterator[Candidate]:
    """Yield ``count`` draws: every key once before any comes again."""
    order: list[tuple[str, ...]] = []
    for _ in range(count if keys else 0):
        if not order:
            order = random.sample(keys, len(keys))
        key = order.pop()
        cutoff = random.choice(days[-max(1, round(len(days) * LATE)) :] if operator.is_late else days)
        known_at = cutoff
        if operator.is_known_at:
            known_at = random.choice([d for d in days if d < cutoff] or [cutoff])
            if known_at == cutoff:
                continue
        yield _candidate(history, scenario, operator, key, cutoff, known_at, random)


def _candidate(
    history: History,
    scenario: int,
    operator: Operator,
    key: tuple[str, ...],
    cutoff: datetime,
    known_at: datetime,
    random: Random,
) -> Candidate:
    shown = dict(zip(operator.key, key, strict=True))
    asked = list(key)
    # A phrase is the asker's, read at the cutoff: it never meets known_at in one query (RULINGS, 23).
    phrases = {r.entity: r.phrase for r in history.references}
    possible = [c for c in operator.can_refer if shown[c] in phrases and not operator.is_known_at]
    is_referred = bool(possible) and random.random() < REFERRED
    if is_referred:
        column = random.choice(possible)
        phrase = phrases[shown[column]]
        asked[list(operator.key).index(column)] = f"@{phrase}"
        shown[column] = phrase
    named = tuple(v for c, v in shown.items() if v[:1].isupper() and operator.key[c] not in ("date", "month", "number"))
    template = random.choice(operator.questions)
    if operator.is_known_at:
        shown[KNOWN_AT] = known_at.date().isoformat()
    day = write("date", cutoff.date(), {}, history.style)
    text = question(template, operator.key, shown, history.style, day)
    return Candidate(scenario, operator, tuple(asked), cutoff, known_at, text, named, is_referred)


def queries_of(candidates: Sequence[Candidate], ids: Sequence[str]) -> pa.Table:
    """The candidates of one scenario as the queries of a Scenario."""
    rows = [
        (
            query_id,
            c.operator.relation.replace("first(", "first_").rstrip(")"),
            list(c.key),
            c.operator.asks == "members",
            c.cutoff_at,
            c.known_at,
            c.operator.family,
            c.question,
        )
        for query_id, c in zip(ids, candidates, strict=True)
    ]
    if not rows:
        return QUERIES.empty_table()
    return pa.table(dict(zip(QUERIES.names, zip(*rows, strict=True), strict=True)), schema=QUERIES)


def _cutoff_days(history: History, random: Random, count: int) -> list[datetime]:
    """Ends of days with an event: sampled without repetition, denser towards the end, the last one among them."""
    times = history.scenario.events["observed_at"].to_pylist()
    first = len(times) // 5
    days = sorted({end_of(t) for t in times[first:]})
    chosen = {days[-1]}
    while len(chosen) < min(count, len(days)):
        chosen.add(days[int(len(days) * random.random() ** 0.6)])
    return sorted(chosen)


def _facts(history: History, days: Sequence[datetime]) -> Database:
    """A database with a table per predicate of everything ever asserted, and sampled days and months."""
    db = Database()
    load_ground(db, program_of(history.scenario), [history.scenario])
    for declaration in history.scenario.declarations:
        if not declaration.is_asked:
            columns = ", ".join(c.name for c in declaration.columns)
            db.run(
                f"create table {declaration.name} as select distinct {columns} from store.{declaration.name} where _ok"
            )
    sampled = sorted({d.date() for d in days})
    db.load("main", "day", pa.table({"day": pa.array(sampled, pa.date32())}))
    db.load("main", "month", pa.table({"month": pa.array(sorted({_month(d) for d in sampled}), pa.date32())}))
    return db


def _month(day: date) -> date:
    return day.replace(day=1)


def _keys(db: Database, history: History, operator: Operator) -> list[tuple[str, ...]]:
    columns = ", ".join(operator.key)
    statement = f"select distinct {columns} from ({operator.candidates}) as c order by all"
    try:
        rows = db.rows(statement)
    except DatabaseError as error:
        where = f"{history.config.domain}/operators.toml: operator {operator.name!r}"
        raise DataError(f"{where}: candidates: {first_line(error)}; name the columns {columns}") from None
    return [tuple(text_of(v) for v in row) for row in rows if None not in row]  # type: ignore[arg-type]

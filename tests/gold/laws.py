"""Histories that must have the same gold, or a gold that differs in one known way only.

A law makes a variant of a history; both are derived in one batch, and the exported tables of the variant's
queries are compared with those of the original's, query by query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

import polars as pl

from memsql.errors import GoldError
from memsql.gold.batch import Batch
from memsql.rules.program import Program
from tests.gold.counts import Counts
from tests.gold.history import Event, History
from tests.gold.random_scenarios import Domain, random_history, scenario_of

ANSWER = ("answer",)
DERIVED = (
    "answer", "node", "edge", "dag_node", "dag_edge", "support", "witness", "witness_event", "witness_part",
    "obsolete", "measure",
)  # fmt: skip
LATER = datetime(2099, 1, 1)

Tables = dict[str, dict[int, list[tuple[Any, ...]]]]
"""Table to query number to its rows."""


def gold_tables(of: Domain, histories: Sequence[History], is_checked: bool = False) -> list[Tables]:
    """The exported tables of each history, by query number."""
    scenarios = [scenario_of(of, f"s{i}", history) for i, history in enumerate(histories)]
    batch = Batch(of.program, scenarios)
    try:
        tables = batch.gold(is_checked)
    finally:
        batch.db.close()
    found: list[Tables] = [{name: {} for name in DERIVED} for _ in histories]
    for name in DERIVED:
        frame = pl.from_arrow(tables[name])
        assert isinstance(frame, pl.DataFrame)
        for query_id, *row in frame.iter_rows():
            index, number = query_id.removeprefix("s").split("_q")
            found[int(index)][name].setdefault(int(number), []).append(_row(row, query_id))
    return found


def _row(row: Iterable[Any], query_id: str) -> tuple[Any, ...]:
    """A row without what names the query itself."""
    number = query_id.split("_")[1]
    texts = (v.replace(f"query({query_id})", f"query({number})") if isinstance(v, str) else v for v in row)
    return tuple(tuple(v) if isinstance(v, list) else v for v in texts)


def differences(left: Tables, right: Tables, names: Sequence[str], queries: Iterable[int]) -> list[str]:
    """Tables and queries in which two golds differ."""
    return [
        f"{name} of q{number}: {left[name].get(number)} is now {right[name].get(number)}"
        for number in queries
        for name in names
        if left[name].get(number) != right[name].get(number)
    ]


def is_sound(program: Program, of: Domain, history: History) -> bool:
    """Whether gold accepts the history: no declared key has two values, no counter runs against its bound."""
    batch = Batch(program, [scenario_of(of, "s0", history)])
    try:
        batch.answers()
    except GoldError:
        return False
    finally:
        batch.db.close()
    return True


def sound_history(of: Domain, seed: int, per_relation: int = 1) -> History:
    """The first random history from a seed on that gold accepts."""
    while True:
        history = random_history(of, Random(seed), per_relation)
        if is_sound(of.program, of, history):
            return history
        seed += 1_000_003


# ---- variants


def with_empty_events(history: History, random: Random) -> History:
    """Three events without actions put in."""
    events = list(history.events)
    for number in range(3):
        place = random.randrange(len(events) + 1)
        at = events[min(place, len(events) - 1)].observed_at
        events.insert(place, Event(f"x{number}", at, ()))
    return history._replace(events=tuple(events))


def corroborated(history: History, random: Random) -> History:
    """Some events told twice, one right after the other."""
    events: list[Event] = []
    for event in history.events:
        events.append(event)
        if random.random() < 0.4:
            events.append(event._replace(event_id=f"{event.event_id}again"))
    return history._replace(events=tuple(events))


def asked_later(history: History, _: Random) -> History:
    """What is asked at the end is asked much later."""
    last = history.events[-1].observed_at
    questions = [q._replace(cutoff_at=LATER, known_at=LATER) if q.known_at == last else q for q in history.questions]
    return history._replace(questions=tuple(questions))


def cut_off(history: History, moment: datetime) -> History:
    """The history up to a moment."""
    return history._replace(events=tuple(e for e in history.events if e.observed_at <= moment))


def known_only(history: History, _: Random) -> History:
    """Every question with a ``known_at`` is asked then."""
    return history._replace(questions=tuple(q._replace(cutoff_at=q.known_at) for q in history.questions))


def with_more_questions(history: History, _: Random) -> History:
    """Every question once more at every later time: it must not matter what else is asked."""
    times = sorted({q.known_at for q in history.questions})
    more = [q._replace(cutoff_at=t, known_at=t) for q in history.questions for t in times]
    return history._replace(questions=(*history.questions, *more))


ASKED_LATER = "asked later, without news, the answer is the same, unless it is about the day"
LAWS: dict[str, tuple[Callable[[History, Random], History], Sequence[str]]] = {
    "an event without actions changes nothing": (with_empty_events, DERIVED),
    ASKED_LATER: (asked_later, tuple(n for n in DERIVED if n != "measure")),
    "known_at asks as one would have asked then": (known_only, DERIVED),
    "what else is asked changes nothing": (with_more_questions, DERIVED),
    "an event told twice changes no answer": (corroborated, ANSWER),
}


@dataclass
class Kept(Counts):
    """Histories on which all laws were tried."""

    histories: int = 0

    def __str__(self) -> str:
        return f"{len(LAWS) + 2} laws on {self.histories} histories, {len(self.wrong)} broken"


def broken_laws(of: Domain, seed: int, per_relation: int = 1) -> list[str]:
    """The laws that a random history breaks, all variants in one batch."""
    random = Random(seed)
    history = sound_history(of, seed, per_relation)
    numbers = range(1, len(history.questions) + 1)
    names_of = {n: of.program.relation(q.relation).name for n, q in enumerate(history.questions, 1)}
    undated = [n for n in numbers if not of.program.is_dated(names_of[n])]
    middle = history.questions[random.randrange(len(history.questions))].known_at
    variants = [change(history, random) for change, _ in LAWS.values()]
    original, *golds, prefix = gold_tables(of, [history, *variants, cut_off(history, middle)])
    found = [
        f"{law}: {difference}"
        for (law, (_, names)), gold in zip(LAWS.items(), golds, strict=True)
        for difference in differences(original, gold, names, undated if law == ASKED_LATER else numbers)
    ]
    early = [n for n, q in enumerate(history.questions, 1) if q.known_at <= middle]
    names = [n for n in DERIVED if n != "measure"]
    found += [f"the history up to a cutoff is enough: {d}" for d in differences(original, prefix, names, early)]
    return found + _lost_witnesses(original, golds[list(LAWS).index("an event told twice changes no answer")])


def _lost_witnesses(original: Tables, retold: Tables) -> list[str]:
    """Witnesses that are none any more once some events are told twice."""
    found = []
    for number, rows in original["witness_event"].items():
        before = _sets(rows)
        after = _sets(retold["witness_event"].get(number, []))
        if len(after) < 64 and not before <= after:
            found.append(f"a witness stays one when events are told twice: q{number}: {before - after}")
    return found


def _sets(rows: Iterable[tuple[Any, ...]]) -> set[frozenset[str]]:
    """Witness events by witness."""
    by_witness: dict[int, set[str]] = {}
    for witness, event in rows:
        by_witness.setdefault(witness, set()).add(event)
    return {frozenset(events) for events in by_witness.values()}

"""Random small scenarios over a domain: a text file with a schema, rules, and what facts may say.

A domain file is SQL with sections: ``-- schema``, ``-- rule <relation>``, and before them lines that say what
random histories hold: ``-- values <column>: a b`` (texts of a column, or of ``relation.column``), ``-- rate
<relation>: 0 1 1 2`` (how often a key is asserted), ``-- rising <relation>: <column> <column>`` (in every other
scenario the second is later in its values than the first, so that the data has no cycle).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pyarrow as pa

from memsql.model import Declaration, Scenario
from memsql.rules.program import Program, compile_program
from memsql.rules.relation import Asked, Ground
from memsql.scenario.events import ACTIONS, EVENTS
from memsql.scenario.queries import QUERIES
from memsql.scenario.schema import load_schema, schema_files
from tests.gold.history import Action, Event, Groups, History, Question, Slot, events_of
from tests.house import ROOT

FOLDER = Path(__file__).parent / "domains"
NAMES = tuple(sorted(p.stem for p in FOLDER.glob("*.sql")))
RATE, COMPLETE_RATE, FUNCTION_COMPLETE_RATE = (0, 1, 1, 1, 2), (0, 1, 1, 1, 1), (0, 0, 1)
CANCELLED = 0.12


@dataclass(frozen=True)
class Domain:
    """A domain with what its random histories hold."""

    name: str
    program: Program
    values: dict[str, tuple[str, ...]]
    rates: dict[str, tuple[int, ...]]
    rising: dict[str, tuple[str, str]]

    @property
    def closing(self) -> dict[str, tuple[int, ...]]:
        """Predicate that can be complete to the places of its scope in its key."""
        found = self.program.declarations.values()
        return {d.name: tuple(map(d.key.index, d.scope)) for d in found if d.scope is not None}

    @property
    def declared(self) -> tuple[Declaration, ...]:
        """What events can assert."""
        return tuple(d for d in self.program.declarations.values() if not d.is_asked)

    def reads_times(self, name: str) -> bool:
        """Whether a relation stands on valid time or on a view of the store, as of first versions."""
        reached = (self.program.by_name[n].body for n in self.program.reaches(self.program.relation(name).name))
        return any(isinstance(b, Ground) and (b.view is not None or b.declaration.has_valid_time) for b in reached)

    def texts(self, relation: str, column: str) -> tuple[str, ...]:
        """Texts that a column of a relation may hold: of its own name, or of its first letter."""
        return self.values.get(f"{relation}.{column}") or self.values.get(column) or self.values[column[0]]

    def rate(self, declaration: Declaration) -> tuple[int, ...]:
        """How often a key is asserted, one of these."""
        if declaration.name in self.rates:
            return self.rates[declaration.name]
        if not declaration.is_completeness:
            return RATE
        closed = self.program.declarations[declaration.name.removesuffix("_complete")]
        return FUNCTION_COMPLETE_RATE if closed.value and closed.key == closed.scope else COMPLETE_RATE


def domain_of(name: str, text: str) -> Domain:
    """Compile the text of a domain file; without a schema in it, it is about the shipped domain of that name."""
    head, *sections = re.split(r"^-- (schema|rule [a-z_0-9]+)\n", text, flags=re.MULTILINE)
    folder = Path(mkdtemp(prefix=f"{name}-"))
    for kind in ("schema", "rules"):
        (folder / kind).mkdir()
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        if title == "schema":
            for made in re.findall(r"create table .*?;", body, flags=re.DOTALL):
                relation = re.findall(r"create table (\w+)", made)[0]
                (folder / "schema" / f"{relation}.sql").write_text(made + "\n")
        else:
            (folder / "rules" / f"{title.removeprefix('rule ')}.sql").write_text(body)
    schema, rules = (folder / kind if sections else ROOT / "sql" / kind / name for kind in ("schema", "rules"))
    program = compile_program(load_schema([schema]), schema_files([rules]))
    said = {
        kind: {n: tuple(v.split()) for n, v in re.findall(rf"^-- {kind} ([\w.]+): (.*)$", head, re.MULTILINE)}
        for kind in ("values", "rate", "rising")
    }
    rates = {n: tuple(int(v) for v in found) for n, found in said["rate"].items()}
    rising = {n: (found[0], found[1]) for n, found in said["rising"].items()}
    return Domain(name, program, said["values"], rates, rising)


@cache
def domain(name: str) -> Domain:
    """The domain of a file in ``domains/``."""
    return domain_of(name, (FOLDER / f"{name}.sql").read_text())


@cache
def shipped(name: str) -> Domain:
    """A shipped domain, with the random histories that a file in ``domains/shipped/`` describes."""
    return domain_of(name, (FOLDER / "shipped" / f"{name}.sql").read_text())


# ---- histories


def groups_of(of: Domain, random: Random, is_complete: bool = False) -> Groups:
    """Actions of a random history: corrections, cancellations, corroborations, missing facts.

    ``is_complete``: every function has a value or is known to have none, every collection is complete.
    """
    is_rising = random.random() < 0.5
    found = [[action] for d in of.declared for action in _assertions(of, d, random, is_rising)]
    random.shuffle(found)
    for _ in range(len(found) // 6):
        first, second = random.randrange(len(found)), random.randrange(len(found))
        if first != second and _can_join(found[first], found[second]):
            found[first] = found[first] + found[second]
            found.pop(second)
    if random.random() < 0.3:
        found.insert(random.randrange(len(found) + 1), [])
    if is_complete:
        found += [[action] for action in _missing(of, found, random)]
    return found


def _assertions(of: Domain, declaration: Declaration, random: Random, is_rising: bool) -> Iterable[Action]:
    name = declaration.name
    verb = "complete" if declaration.is_completeness else "assert"
    for key in product(*(of.texts(name, c) for c in declaration.key)):
        for _ in range(random.choice(of.rate(declaration))):
            value = tuple(random.choice(of.texts(name, c)) for c in declaration.value)
            if is_rising and name in of.rising and not _rises(of, declaration, (*key, *value)):
                continue
            if random.random() < CANCELLED:
                yield Action("cancel", name, key)
            else:
                yield Action(
                    verb if random.random() < 0.95 or declaration.is_completeness else "declare", name, key, value
                )


def _missing(of: Domain, groups: Groups, random: Random) -> Iterable[Action]:
    """What a history lacks to say everything."""
    last: dict[Slot, str] = {}
    for action in (a for group in groups for a in group):
        if action.verb != "cancel" or action.slot in last:  # cancelling what was never asserted does nothing
            last[action.slot] = action.verb
    for declaration in of.declared:
        name = declaration.name
        for key in product(*(of.texts(name, c) for c in declaration.key)):
            verb = last.get((name, key))
            if declaration.is_completeness and verb != "complete":
                yield Action("complete", name, key)
            elif (
                declaration.scope is None
                and declaration.value
                and (verb is None or (verb == "cancel" and declaration.has_valid_time))
            ):
                yield Action("assert", name, key, tuple(random.choice(of.texts(name, c)) for c in declaration.value))


def _rises(of: Domain, declaration: Declaration, row: Sequence[str]) -> bool:
    """Whether the second column of ``rising`` comes later in its values than the first."""
    known = dict(zip((*declaration.key, *declaration.value), row, strict=True))
    low, high = of.rising[declaration.name]
    order = of.texts(declaration.name, high)
    return known[low] in order and order.index(known[low]) < order.index(known[high])


def _can_join(first: Sequence[Action], second: Sequence[Action]) -> bool:
    """Whether one event may hold both: no key twice."""
    return not {a.slot for a in first} & {a.slot for a in second}


# ---- queries


def questions_of(
    of: Domain, random: Random, events: Sequence[Event], per_relation: int, is_last: bool
) -> tuple[Question, ...]:
    """Random questions on every relation at the end of the history and, but for ``is_last``, a little before."""
    found: dict[Question, None] = {}
    times = [e.observed_at for e in events]
    for relation in of.program.named.values():
        if isinstance(relation.body, Asked) or relation.name.endswith("_complete"):
            continue
        for is_collection in (False, True):
            columns = relation.signature.scope if is_collection else relation.signature.key
            for _ in range(per_relation if columns is not None else 0):
                at = len(times) - (0 if is_last else random.choice((0, 0, 2, 5)))
                known = at - (0 if is_last else random.choice((0, 0, 0, 0, 3)))
                key = tuple(_asked_value(of, relation.name, c, random) for c in columns or ())
                moments = (times[max(at, 1) - 1], times[max(known, 1) - 1])
                found[Question(relation.name, key, is_collection, *moments)] = None
    return tuple(found)


def _asked_value(of: Domain, relation: str, column: str, random: Random) -> str:
    """A value of a column, or a reference to one."""
    phrases = of.values.get("phrase", ())
    is_text = of.program.relation(relation).types[column] == "VARCHAR"
    if phrases and is_text and random.random() < 0.2:
        return "@" + random.choice(phrases)
    return random.choice(of.texts(relation, column))


# ---- scenarios


def scenario_of(of: Domain, name: str, history: History) -> Scenario:
    """The engine's own structure of a scenario; queries are called ``<name>_q<number>``."""
    events = [(e.event_id, e.observed_at, f"record of {e.event_id}", i) for i, e in enumerate(history.events, 1)]
    actions = [
        (e.event_id, i, ordinal, a.verb, a.predicate, list(a.key), list(a.value))
        for i, e in enumerate(history.events, 1)
        for ordinal, a in enumerate(e.actions, 1)
    ]
    queries = [
        {
            "query_id": f"{name}_q{number}",
            "relation": q.relation,
            "key": list(q.key),
            "is_collection": q.is_collection,
            "cutoff_at": q.cutoff_at,
            "known_at": q.known_at,
        }
        for number, q in enumerate(history.questions, 1)
    ]
    return Scenario(
        scenario_id=name,
        title=name,
        domain=of.name,
        declarations=tuple(of.program.declarations.values()),
        rule_paths=tuple(r.path for r in of.program.rules.values()),
        events=pa.table(_columns(EVENTS.names, events), schema=EVENTS),
        actions=pa.table(_columns(ACTIONS.names, actions), schema=ACTIONS),
        queries=pa.Table.from_pylist(queries, schema=QUERIES),
    )


def _columns(names: Sequence[str], rows: Sequence[Sequence[object]]) -> dict[str, list[object]]:
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def random_history(of: Domain, random: Random, per_relation: int = 2, is_complete: bool = False) -> History:
    """A random history with random questions."""
    events = events_of(groups_of(of, random, is_complete) or [[]])
    return History(events, questions_of(of, random, events, per_relation, is_complete))


def random_scenarios(
    of: Domain, seed: int, count: int, per_relation: int = 2, is_complete: bool = False
) -> list[Scenario]:
    """Scenarios from a seed alone."""
    randoms = [Random(seed * 100_003 + i) for i in range(count)]
    histories = [random_history(of, r, per_relation, is_complete) for r in randoms]
    return [scenario_of(of, f"s{seed}_{i}", history) for i, history in enumerate(histories)]

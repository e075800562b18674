"""Overrides against engines that know nothing of them: a derived relation declared as a table instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from memsql.gold.batch import Batch
from memsql.gold.overrides import CollectionOverride, Override, Overrides
from memsql.model import Scenario
from memsql.rules.relation import Asked
from tests.gold.ask import asked, loaded
from tests.gold.counts import Counts
from tests.gold.history import Action, Event, History
from tests.gold.random_scenarios import FOLDER, Domain, domain, domain_of, random_history, scenario_of

AGREED = """create table agreed (k text, v text, primary key (k));
create table agreed_complete (k text, primary key (k));"""
OPENED = """create table opened (k text, e text, primary key (k, e));
create table opened_complete (k text, primary key (k));"""
KEPT = """create table kept_item (customer text, item text, kind text, primary key (customer, item));
create table kept_item_complete (customer text, primary key (customer));"""
COLLECTIONS = [("lookups", "opened", OPENED), ("groups", "kept_item", KEPT)]
"""Domain, derived relation, and how it is declared as a table."""


@dataclass
class Moved(Counts):
    """Answers compared, and how many of them an override moved."""

    answers: int = 0
    moved: int = 0

    def __str__(self) -> str:
        return f"{self.answers:,} answers, {self.moved:,} moved, {len(self.wrong)} wrong"


def _names(of: Domain) -> tuple[str, ...]:
    return tuple(n for n, r in of.program.named.items() if not isinstance(r.body, Asked))


def _overridable(of: Domain) -> list[str]:
    """Relations that may be overridden."""
    return [n for n in _names(of) if not of.program.named[n].signature.has_until]


def _says_more(of: Domain, name: str) -> bool:
    """Whether a row put in place says more than the row: it is the whole collection where the scope is the whole key,
    while the row of a set leaves its collection to the completeness.
    """
    signature = of.program.named[name].signature
    return set(signature.scope or ()) == set(signature.key) and not signature.closes_itself


def _rows(batch: Batch, name: str) -> list[Override]:
    """Every row of a relation as an override that changes nothing."""
    signature = batch.program.by_name[name].signature
    columns = ", ".join(f'_text("{c}")' for c in (*signature.key, *signature.value))
    found = []
    for world, truth, *texts in batch.db.rows(f'select _w, _ok, {columns} from state."{name}" order by all'):
        if None in texts[: len(signature.key)]:
            continue  # an undecided start of a recursion does not know its place
        key = tuple(str(t) for t in texts[: len(signature.key)])
        value = tuple(str(t) for t in texts[len(signature.key) :]) if truth else ()
        found.append(Override(int(str(world)), name, key, truth if truth is None else bool(truth), value))
    return found


def of_rows(of: Domain, scenarios: Sequence[Scenario], random: Random, relations: int) -> Moved:
    """Overrides that say what is so anyway, and some for which a part of a relation is not determined."""
    found = Moved()
    with loaded(of.program, scenarios) as batch:
        before = asked(batch, also=_names(of))
        rows = {name: _rows(batch, name) for name in _overridable(of)}
        plain = [name for name in rows if not _says_more(of, name)]
        same = Overrides(rows=[row for name in plain for row in rows[name]])
        for given, wanted in zip(asked(batch, same, _names(of)), before, strict=True):
            found.answers += 1
            if given != wanted:
                found.wrong.append(f"identity: {given}, wanted {wanted}")
        for name in random.sample(list(rows), min(relations, len(rows))):
            hidden = [Override(r.world, name, r.key, None) for r in rows[name] if random.random() < 0.4]
            if not hidden:
                continue
            for given, wanted in zip(asked(batch, Overrides(rows=hidden), _names(of)), before, strict=True):
                found.answers += 1
                found.moved += given != wanted
                if given != wanted and not given.is_unknown:
                    found.wrong.append(f"{name} not determined: {given}, without {wanted}")
    return found


def declared_instead(name: str, relation: str, declaration: str) -> Domain:
    """The domain of a file with a derived relation declared as a table in the place of its rule."""
    text = (FOLDER / f"{name}.sql").read_text()
    text = re.sub(rf"^-- rule {relation}\n.*?(?=^-- rule |\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
    return domain_of(f"{name}-declared", text.replace("-- schema\n", f"-- schema\n{declaration}\n"))


def of_keys(of: Domain, base: Domain, relation: str, random: Random) -> Moved:
    """Every key of a derived relation overridden, against a table that says so."""
    history = _asked_in_both(of, base, random_history(of, random, 2))
    signature = of.program.by_name[relation].signature
    keys = [(k,) for k in of.texts(relation, signature.key[0])]
    said = {key: random.choice((True, True, False, None)) for key in keys}
    value = {key: tuple(random.choice(of.texts(relation, c)) for c in signature.value) for key in keys}
    told = [Action("assert", relation, key, value[key]) for key in keys if said[key] is not None]
    taken = [Action("cancel", relation, key) for key in keys if said[key] is False]

    def overrides(worlds: int) -> Overrides:
        return Overrides(
            rows=[
                Override(world, relation, key, truth, value[key] if truth else ())
                for world in range(worlds)
                for key, truth in said.items()
            ]
        )

    return _compared(of, overrides, base, history, [told, taken])


def of_agreed(random: Random) -> Moved:
    """Every key of the derived function ``agreed`` overridden, against a table that says so."""
    return of_keys(domain("lookups"), declared_instead("lookups", "agreed", AGREED), "agreed", random)


def of_collections(name: str, relation: str, declaration: str, random: Random) -> Moved:
    """Every collection of a derived relation overridden, against a complete table in the place of its rule."""
    of, base = domain(name), declared_instead(name, relation, declaration)
    history = _asked_in_both(of, base, random_history(of, random, 2))
    signature = of.program.by_name[relation].signature
    assert signature.scope is not None
    free = [c for c in (*signature.key, *signature.value) if c not in signature.scope]
    members = {
        scope: tuple(
            (e, *(random.choice(of.texts(relation, c)) for c in free[1:]))
            for e in of.texts(relation, free[0])
            if random.random() < 0.5
        )
        for scope in of.texts(relation, signature.scope[0])
    }
    told = [Action("complete", f"{relation}_complete", (scope,)) for scope in members]
    rows = [dict(zip((*signature.scope, *free), (s, *m), strict=True)) for s, found in members.items() for m in found]
    told += [
        Action("assert", relation, tuple(r[c] for c in signature.key), tuple(r[c] for c in signature.value))
        for r in rows
    ]

    def overrides(worlds: int) -> Overrides:
        return Overrides(
            collections=[
                CollectionOverride(world, relation, (scope,), found)
                for world in range(worlds)
                for scope, found in members.items()
            ]
        )

    return _compared(of, overrides, base, history, [told])


def _asked_in_both(of: Domain, base: Domain, history: History) -> History:
    """The history with the questions that mean the same in both domains."""
    kept = []
    for question in history.questions:
        own = of.program.relation(question.relation).signature
        other = base.program.named.get(question.relation)
        if other is not None and (own.key, own.scope) == (other.signature.key, other.signature.scope):
            kept.append(question)
    return history._replace(questions=tuple(kept))


def _compared(
    of: Domain,
    overrides: Callable[[int], Overrides],
    base: Domain,
    history: History,
    told: Sequence[Sequence[Action]],
) -> Moved:
    """Answers with the overrides of so many worlds, against those of the domain in which events say the same."""
    early = tuple(Event(f"a{i}", history.events[0].observed_at, tuple(actions)) for i, actions in enumerate(told))
    plain = history._replace(events=(*early, *history.events))
    with loaded(base.program, [scenario_of(base, "s0", plain)]) as declared:
        wanted = asked(declared)
    with loaded(of.program, [scenario_of(of, "s0", history)]) as batch:
        before, given = asked(batch), asked(batch, overrides(len(batch.worlds)))
    found = Moved()
    for question, old, answer, by_table in zip(history.questions, before, given, wanted, strict=True):
        found.answers += 1
        found.moved += old != answer
        if answer != by_table:
            found.wrong.append(f"{question}: {answer}, wanted {by_table}")
    return found

"""Answers and labels of a suite by clingo, from the domain's words alone.

The programs beside this file were written from the suites' README pages, without sight of the rules in SQL, and
nothing of memsql is imported. Here declarations, events and queries become facts and one rule a query; one
program runs for every moment at which queries read the history (versions: versions.lp).
"""

from __future__ import annotations

import json
import tomllib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from re import findall
from typing import Any

import clingo

from tests.oracle.relation import Column, Relation, atom, declared, derived, quoted, tuple_of

PROGRAMS = Path(__file__).parent
SCHEMA = PROGRAMS.parents[1] / "sql" / "schema"

Answer = tuple[str, object]
"""Label and value: Decimal, bool, date, text, frozenset or tuple of texts, or None."""

UNKNOWN: Answer = ("unknown", None)


@dataclass(frozen=True, slots=True)
class Domain:
    """A program with the relations it speaks of."""

    program: str
    ground: dict[str, Relation]
    derived: dict[str, Relation]

    @classmethod
    def load(cls, name: str) -> Domain:
        """Program and declarations of a domain by its name."""
        program = (PROGRAMS / f"{name}.lp").read_text()
        ground = {path.stem: declared(path) for path in sorted((SCHEMA / name).glob("*.sql"))}
        return cls(program, ground, {r.name: r for r in derived(program, ground.values())})

    def relation(self, name: str) -> Relation:
        """The relation that a query names; ``first(dest)`` is first_dest."""
        if name.startswith("first("):
            inner = self.ground[name[len("first(") : -1]]
            return Relation(f"first_{inner.name}", inner.key, inner.values)
        return self.ground[name] if name in self.ground else self.derived[name]

    def resolved(self) -> Iterator[str]:
        """Rules that make true, false and complete atoms of the ground relations from their versions."""
        for name, relation in self.ground.items():
            key = [f"K{i}" for i in range(len(relation.key))]
            whole = [*key, *(f"V{i}" for i in range(len(relation.values)))]
            pair = f"{name},{tuple_of(key)},{tuple_of(whole[len(key) :])}"
            no = atom(f"no_{name}", key)
            yield f"{atom(name, whole)} :- holds({pair})."
            yield f"{atom(f'first_{name}', whole)} :- earliest({pair})."
            yield f"{no} :- ended({name},{tuple_of(key)})."
            yield f"#defined no_first_{name}/{len(key)}."
            if (closing := self.ground.get(f"{name}_complete")) is None:
                continue
            scope = [key[relation.key.index(column)] for column in closing.key]
            complete = atom(closing.name, scope)
            yield f"{atom(f'known_{name}', scope)} :- {complete}."
            if relation.values and len(scope) == len(key):  # a function closes itself where it has a value, or none
                yield f"{atom(f'known_{name}', scope)} :- {atom(name, whole)}."
                yield f"{atom(f'known_{name}', scope)} :- ended({name},{tuple_of(key)})."
            yield f"{no} :- {complete}, {atom(f'sought_{name}', key)}, not asserted({name},{tuple_of(key)})."
        for relation in [*self.ground.values(), *self.derived.values()]:
            for arity in range(1, len(relation.key) + 1):
                yield f"#defined sought_{relation.name}/{arity}."


def moment(text: str, *, end_of_day: bool = False) -> datetime:
    """A time of the history; a date alone is its first moment, or as a cutoff its last."""
    if "T" in text:
        return datetime.fromisoformat(text)
    return datetime.combine(date.fromisoformat(text), time.max if end_of_day else time.min)


def natural(event_id: str) -> list[tuple[bool, int, str]]:
    """Sort key under which e9 stands before e10."""
    parts = findall(r"\d+|\D+", event_id)
    return [(not p.isdigit(), int(p) if p.isdigit() else 0, p) for p in parts]


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON lines file."""
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def history(domain: Domain, events: list[dict[str, Any]]) -> Iterator[list[str]]:
    """The actions of each event as facts, in the order of the history."""
    sequence = 0
    for event in events:
        facts = []
        for action in event["actions"]:
            sequence += 1
            verb, name = action["verb"], action["predicate"]
            if verb == "complete":
                verb, name = "assert", f"{name}_complete"
            relation = domain.ground[name]
            key = [c.term(t) for c, t in zip(relation.key, action["key"], strict=True)]
            columns = relation.values if verb != "cancel" else ()
            values = [c.term(t) for c, t in zip(columns, action.get("value") or (), strict=True)]
            facts.append(f"action({sequence},{verb},{name},{tuple_of(key)},{tuple_of(values)}).")
        yield facts


def names(domain: Domain, events: list[dict[str, Any]], queries: list[dict[str, Any]]) -> set[str]:
    """``named(column, value)`` for all that the history or a question names: what can be looked up at all."""
    found: list[tuple[Column, str]] = []
    for action in (action for event in events for action in event["actions"]):
        relation = domain.ground[action["predicate"]]
        found += zip(relation.key, action["key"], strict=False)
        found += zip(relation.values, action.get("value") or (), strict=False)
    for query in queries:
        columns = domain.relation(query["relation"]).key
        texts = query.get("key") or query["scope"]
        plain = [t.removeprefix("@") if t.startswith("@@") else t for t in texts]
        found += ((c, p) for c, p, t in zip(columns, plain, texts, strict=False) if p != t or t[:1] != "@")
    return {f"named({column.name},{column.term(text)})." for column, text in found}


def question(domain: Domain, query: dict[str, Any]) -> Iterator[str]:
    """The rules that answer a query: value and none for a key, known and member for a collection."""
    relation, name = domain.relation(query["relation"]), quoted(query["query_id"])
    given = query["scope"] if "scope" in query else query["key"]
    terms, body = [], ["#true"]
    for place, (column, text) in enumerate(zip(relation.key, given, strict=False)):
        if text.startswith("@") and not text.startswith("@@"):
            terms.append(f"R{place}")
            body.append(f"refers_to({quoted(text[1:])},R{place})")
        else:
            terms.append(column.term(text.removeprefix("@") if text.startswith("@@") else text))
    conditions = ", ".join(body)
    yield f"{atom(f'sought_{relation.name}', terms)} :- {conditions}."
    values = [f"V{i}" for i in range(len(relation.values))]
    if "scope" not in query:
        assert len(terms) == len(relation.key), query
        yield f"value({name},{tuple_of(values)}) :- {conditions}, {atom(relation.name, [*terms, *values])}."
        yield f"none({name}) :- {conditions}, {atom(f'no_{relation.name}', terms)}."
        return
    free = [f"F{i}" for i in range(len(relation.key) - len(terms))]
    known = atom(f"known_{relation.name}", terms)
    member = atom(relation.name, [*terms, *free, *values])
    yield f"known({name}) :- {conditions}, {known}."
    yield f"member({name},{tuple_of(free or values)}) :- {conditions}, {known}, {member}."


Shown = dict[str, dict[str, list[clingo.Symbol]]]
"""Shown predicate -> query_id -> the tuples that stand beside it (none beside ``none`` and ``known``)."""


def solve(program: str, functions: object = None) -> Shown:
    """The one model of a stratified program; a predicate that nothing defines fails.

    ``functions`` has the methods that the program calls with ``@``.
    """
    complaints: list[str] = []
    control = clingo.Control(["0"], logger=lambda _, message: complaints.append(message))
    control.add("base", [], program)
    control.ground([("base", [])], context=functions)
    assert not complaints, "\n".join(complaints)
    shown: Shown = {name: defaultdict(list) for name in ("value", "none", "known", "member")}
    models = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            models += 1
            for symbol in model.symbols(shown=True):
                query, *beside = symbol.arguments
                shown[symbol.name][query.string] += beside
    assert models == 1, f"{models} models: the program is not stratified"
    return shown


def answer(relation: Relation, query: dict[str, Any], shown: Shown) -> Answer:
    """Label and value of a query in a model."""
    name = query["query_id"]
    if "scope" in query:
        if name not in shown["known"]:
            return UNKNOWN
        free = relation.key[len(query["scope"]) :] or relation.values  # of a function in its own key: its value
        members = frozenset(text_of(free, row.arguments) for row in shown["member"].get(name, ()))
        return ("answerable" if members else "justified-zero"), members
    rows = shown["value"].get(name, [])
    assert len(rows) <= 1, f"{name}: two values, {rows}"
    assert not (rows and name in shown["none"]), f"{name}: both {rows} and none"
    if not relation.values:
        return ("answerable", bool(rows)) if rows or name in shown["none"] else UNKNOWN
    if not rows:
        return ("justified-zero", None) if name in shown["none"] else UNKNOWN
    if len(relation.values) > 1:
        columns = zip(relation.values, rows[0].arguments, strict=True)
        return "answerable", tuple(column.text(symbol) for column, symbol in columns)
    value = relation.values[0].value(rows[0].arguments[0])
    is_zero = relation.values[0].type in {"integer", "decimal"} and value == 0
    return ("justified-zero" if is_zero else "answerable"), value


def text_of(columns: tuple[Column, ...], symbols: list[clingo.Symbol]) -> str:
    """A member of a collection as text: its one free column, or a JSON array of several."""
    texts = [column.text(symbol) for column, symbol in zip(columns, symbols, strict=True)]
    return texts[0] if len(texts) == 1 else json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def answers(folder: Path) -> dict[str, Answer]:
    """Label and value of every query of a suite in data/."""
    domain = Domain.load(tomllib.loads((folder / "scenario.toml").read_text())["domain"])
    queries = read_lines(folder / "queries.jsonl")
    events = read_lines(folder / "events.jsonl")
    events.sort(key=lambda e: (moment(e["observed_at"]), natural(e["event_id"])))
    observed = [moment(event["observed_at"]) for event in events]
    facts = list(history(domain, events))
    fixed = [(PROGRAMS / "versions.lp").read_text(), domain.program, *domain.resolved()]

    fixed += names(domain, events, queries)
    asked: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for query in queries:
        known_at = query.get("known_at") or query["cutoff_at"]
        asked[bisect_right(observed, moment(known_at, end_of_day=True))].append(query)
    found: dict[str, Answer] = {}
    for visible, those in asked.items():
        lines = [*fixed, *(line for event in facts[:visible] for line in event)]
        lines += (line for query in those for line in question(domain, query))
        shown = solve("\n".join(lines))
        found |= {q["query_id"]: answer(domain.relation(q["relation"]), q, shown) for q in those}
    return found

"""Alternative (b): clingo on the same facts and rules, one program for all worlds; answers only, no lineage.

The rules stand beside this file: ``<domain>.lp`` with the answers under the assumption that everything is on
record, ``<domain>_known.lp`` with what is needed to know which of them the visible history decides.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from memsql.bench.facts import Answer, Asked, member_columns, number_text
from memsql.model import Scenario, Verb
from memsql.rules.program import Program
from memsql.rules.relation import Relation

HERE = Path(__file__).resolve().parent


class Solved(NamedTuple):
    """Answers by query id; ``known`` holds the decided queries, or is None where that was not asked for."""

    answers: dict[str, Answer]
    known: frozenset[str] | None
    atom_count: int


def solve(
    scenarios: Sequence[Scenario], program: Program, queries: Sequence[Asked], with_labels: bool = False
) -> Solved:
    """Ground and solve the program of the scenarios' one domain for all their queries at once."""
    import clingo

    domain = scenarios[0].domain
    control = clingo.Control(["--warn=none"])
    control.load(str(HERE / f"{domain}.lp"))
    if with_labels:
        control.load(str(HERE / f"{domain}_known.lp"))
    control.add("base", [], "\n".join([*_facts(program, scenarios), *_worlds(queries)]))
    control.ground([("base", [])])
    says: dict[int, list[Any]] = {}
    known: list[int] = []
    with control.solve(yield_=True) as models:
        for model in models:
            for symbol in model.symbols(shown=True):
                number = symbol.arguments[0].number
                if symbol.name == "known":
                    known.append(number)
                else:
                    says.setdefault(number, []).append(symbol.arguments[1])
    answers = {q.query_id: _answer(program, q, says.get(i, [])) for i, q in enumerate(queries)}
    decided = frozenset(queries[i].query_id for i in known) if with_labels else None
    return Solved(answers, decided, len(control.symbolic_atoms))


def _facts(program: Program, scenarios: Sequence[Scenario]) -> Iterator[str]:
    """The actions as text."""
    columns = ("position", "verb", "predicate", "key", "value")
    for number, scenario in enumerate(scenarios):
        rows = zip(*(scenario.actions[c].to_pylist() for c in columns), strict=True)
        for position, verb, predicate, key, value in rows:
            relation = program.by_name[predicate]
            term = f"{predicate}({_terms(relation, relation.signature.key, key)})"
            if verb == Verb.CANCEL:
                yield f"stop({number},{term},{position})."
            else:
                # One value stands alone, several or none are a tuple.
                values = _terms(relation, relation.signature.value, value)
                shown = values if len(value) == 1 else f"({values})"
                yield f"act({number},{term},{shown},{position})."


def _terms(relation: Relation, columns: Sequence[str], texts: Sequence[str]) -> str:
    """Terms for the texts of some columns."""
    return ",".join(_term(text, relation.types[c]) for c, text in zip(columns, texts, strict=True))


def _worlds(queries: Sequence[Asked]) -> Iterator[str]:
    """Worlds and queries as text."""
    worlds: dict[tuple[int, int], int] = {}
    for number, asked in enumerate(queries):
        place = asked.scenario, asked.position
        if place not in worlds:
            worlds[place] = len(worlds)
            yield f"world({worlds[place]},{asked.scenario},{asked.position})."
        kind = "all" if asked.is_collection else "ask"
        key = ",".join(_quoted(k) for k in asked.key)
        yield f"{kind}_{asked.relation}({number},{worlds[place]},{key})."


def _term(text: str, type_: str) -> str:
    """A value as a term: money in the smallest unit, a date as a day number, everything else a string."""
    if type_.startswith("DECIMAL"):
        return str(int(Decimal(text).scaleb(_scale(type_))))
    if type_ == "DATE":
        return str(date.fromisoformat(text).toordinal())
    return text if type_ in ("INTEGER", "BIGINT") else _quoted(text)


def _scale(type_: str) -> int:
    """Digits after the point of DECIMAL(p,s)."""
    return int(type_.partition(",")[2].rstrip(") "))


def _quoted(text: str) -> str:
    return json.dumps(text)


def _answer(program: Program, asked: Asked, says: Sequence[Any]) -> Answer:
    """The answer to one query from the terms that the program derived for it."""
    relation = program.relation(asked.relation)
    signature = relation.signature
    if asked.is_collection:
        return frozenset(_member(relation, member_columns(relation), term) for term in says)
    if not signature.value:
        return "true" if says else "false"
    if not says:
        return "0" if signature.is_total else None
    value = _value(relation, signature.value[0], says[0])
    return number_text(value) if isinstance(value, Decimal) else value


def _member(relation: Relation, shown: Sequence[str], term: Any) -> str:
    terms = term.arguments if len(shown) > 1 else [term]
    texts = [str(_value(relation, c, t)) for c, t in zip(shown, terms, strict=True)]
    return texts[0] if len(texts) == 1 else json.dumps(texts, separators=(",", ":"))


def _value(relation: Relation, column: str, term: Any) -> Decimal | str:
    """A term as the value of its column."""
    type_ = relation.types[column]
    if type_.startswith("DECIMAL"):
        return Decimal(term.number).scaleb(-_scale(type_))
    if type_ == "DATE":
        return date.fromordinal(term.number).isoformat()
    return str(term.string) if type_ in ("VARCHAR", "TEXT") else Decimal(term.number)

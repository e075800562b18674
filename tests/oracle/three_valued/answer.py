"""Questions to a world: rule texts, schema text, history and questions in, label and value out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlglot import exp

from tests.oracle.three_valued.evaluate import Evaluator, TwoValuesError
from tests.oracle.three_valued.expression import Expressions
from tests.oracle.three_valued.ground import Declaration, Facts, Said, declarations
from tests.oracle.three_valued.rule import Rule, parse_rules
from tests.oracle.three_valued.values import FALSE, TRUE, Domain, Row, Value, kind_of, read, write

Label = tuple[str, object]
"""Label and value: number, truth, text, date, frozenset or tuple of texts, or None."""

NOT_KNOWN: Label = ("unknown", None)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the columns that are given, those that tell members apart, the value."""

    relation: str
    given: tuple[tuple[str, str, str], ...]
    is_collection: bool
    free: tuple[str, ...]
    value: tuple[str, ...]
    """given: column, SQL type, text; ``@phrase`` is a reference."""


class Oracle:
    """A schema and rule files."""

    def __init__(self, schema: str, rules: Mapping[str, str]) -> None:
        self.declared: Mapping[str, Declaration] = declarations(schema)
        self.rules: Mapping[str, Rule] = parse_rules(rules)

    def domain(self, actions: Iterable[Said], questions: Iterable[Question]) -> Domain:
        """Every value that the history, the rules or the questions name; a phrase of a reference is none."""
        named: list[Value] = []
        for _, predicate, key, value in actions:
            of = self.declared[predicate]
            columns, texts = [*of.key, *of.value], [*key, *value]
            named += (read(t, of.types[c]) for c, t in zip(columns, texts, strict=False) if c != "phrase")
        alone = Expressions(Domain(()), lambda *_: FALSE)
        named += (alone.value(c, {}) for r in self.rules.values() for c in r.constants if _is_constant(c))
        named += (read(text, kind) for q in questions for _, kind, text in q.given if not text.startswith("@"))
        return Domain(named)

    def world(self, actions: Sequence[Said], day: date | None, domain: Domain) -> Evaluator:
        """What is true after these actions, on that day."""
        return Evaluator(self.rules, Facts(self.declared, actions, day, domain), domain)

    def answer(self, world: Evaluator, question: Question) -> Label | None:
        """Label and value; None where a declared key has two values, which gold refuses."""
        bound: dict[str, Value] = {}
        for column, kind, text in question.given:
            phrase = text.removeprefix("@")
            if phrase != text:
                referred = world.facts.current["refers_to"].get((phrase,))
                if referred is None:
                    return NOT_KNOWN
                bound[column] = referred[0]
            else:
                bound[column] = read(text, kind)
        shown = (*question.free, *question.value)
        try:
            found = world.rows(question.relation, bound, shown, is_look_up=not question.is_collection)
        except TwoValuesError:
            return None
        if question.is_collection:
            return _members(question, found)
        return _value(question, found)


def _is_constant(tree: exp.Expression) -> bool:
    return isinstance(tree, exp.Literal) or (isinstance(tree, exp.Cast) and isinstance(tree.this, exp.Literal))


def _members(question: Question, found: Mapping[Row, int]) -> Label:
    """A collection is known where every row is true or false."""
    if any(truth != TRUE for truth in found.values()):
        return NOT_KNOWN
    places = range(len(question.free)) if question.free else range(len(question.value))
    texts = [[write(row[i]) for i in places] or ["true"] for row in found]
    members = frozenset(t[0] if len(t) == 1 else json.dumps(t, separators=(",", ":")) for t in texts)
    return ("answerable" if members else "justified-zero"), members


def _value(question: Question, found: Mapping[Row, int]) -> Label:
    """What a key has."""
    true = [row for row, truth in found.items() if truth == TRUE]
    if not question.value:
        return ("answerable", bool(true)) if true or not found else NOT_KNOWN
    if not found:
        return "justified-zero", None
    if not true:
        return NOT_KNOWN
    assert len(found) == 1, f"{question}: {found}"
    if len(question.value) > 1:
        return "answerable", tuple(write(v) for v in true[0])
    value = true[0][0]
    return ("justified-zero" if kind_of(value) == "number" and value == 0 else "answerable"), value

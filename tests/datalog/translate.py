"""A Datalog program as a memsql scenario: one schema file, rule file or query per predicate.

Every relation gets a first column ``db`` that holds one value, so that every set can be closed by it; the
columns of a predicate are ``c1``, ``c2``; it is called ``p_<name>`` because names such as ``in`` or ``check``
are reserved in SQL. One event per predicate asserts its facts and says that they are all there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .column_types import ColumnTypes, rule_number
from .program import Aggregate, Atom, Comparison, Constant, Operation, Row, Rule, Term, Value, Variable
from .rewrite import Normal, reads_itself

DB = "main"
HOUSE = "database"
"""A set with one row, from which a rule without positive atoms reads its ``db``."""
HEADER = """-- title: {predicate}
-- grain: one row per ({columns})
-- source: ours, written by tests/datalog from a Datalog program
-- reads as: the rows of {predicate} in {{db}}
"""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a predicate: the whole set, or the figure of one group."""

    query_id: str
    predicate: str
    group: Row | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A scenario folder. ``order`` lists the relations with rules, each after those that it reads."""

    folder: Path
    relations: dict[str, str]
    order: tuple[str, ...]


def translate(normal: Normal, questions: Sequence[Question], folder: Path) -> Written:
    """Write the scenario of ``normal`` and ``questions`` into ``folder`` and return what was written."""
    program = normal.program
    for question in questions:
        program.arities.setdefault(question.predicate, 1)
    relations = _relation_names(program.arities)
    types = ColumnTypes(program)
    for part in ("schema", "rules"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    defined = set(normal.order)
    ground = {relations[p]: (p, a) for p, a in program.arities.items() if p not in defined}
    for relation, (predicate, arity) in ground.items():
        columns = [f"c{i + 1} {types.of((predicate, i))}" for i in range(arity)]
        _write_table(folder, relation, columns)
    facts = {relation: program.facts.get(predicate, []) for relation, (predicate, _) in ground.items()}
    if not all(r.positive() for r in program.rules):
        _write_table(folder, HOUSE, ["c1 text"])
        facts[HOUSE] = [(DB,)]
    for predicate in normal.order:
        text = _RuleWriter(normal, types, relations, predicate).text()
        (folder / "rules" / f"{relations[predicate]}.sql").write_text(text)
    _write_lines(folder / "events.jsonl", _events(facts))
    _write_lines(folder / "queries.jsonl", [_query(q, relations) for q in questions])
    return Written(folder, relations, tuple(relations[p] for p in normal.order))


def _relation_names(predicates: Iterable[str]) -> dict[str, str]:
    """Return a lower-case name per predicate; predicates that differ in case alone are numbered."""
    names: dict[str, str] = {}
    for predicate in predicates:
        stem = f"p_{predicate.lower()}"
        taken = set(names.values())
        names[predicate] = next(n for n in (stem, *(f"{stem}_{i}" for i in range(2, 99))) if n not in taken)
    return names


def _write_table(folder: Path, relation: str, columns: list[str]) -> None:
    """Write the declarations of a set and of its completeness by ``db``."""
    names = ", ".join(["db", *(c.split()[0] for c in columns)])
    declared = ", ".join(["db text", *columns, f"primary key ({names})"])
    (folder / "schema" / f"{relation}.sql").write_text(f"create table {relation} ({declared});\n")
    complete = f"{relation}_complete"
    text = f"create table {complete} (db text, primary key (db));\n"
    (folder / "schema" / f"{complete}.sql").write_text(text)


def _events(facts: dict[str, list[Row]]) -> list[dict[str, object]]:
    """Return one event per relation: its distinct facts and its completeness."""
    events: list[dict[str, object]] = []
    for number, (relation, rows) in enumerate(facts.items(), 1):
        actions: list[dict[str, object]] = [
            {"verb": "assert", "predicate": relation, "key": [DB, *(str(v) for v in row)]}
            for row in dict.fromkeys(tuple(r) for r in rows)
        ]
        actions.append({"verb": "complete", "predicate": relation, "key": [DB]})
        record = f"The facts of {relation}, which are all there are."
        events.append({"event_id": f"e{number}", "observed_at": "2026-01-01", "record": record, "actions": actions})
    return events


def _query(question: Question, relations: dict[str, str]) -> dict[str, object]:
    """Return the line of queries.jsonl for a question."""
    group = question.group
    asked = {"scope": [DB]} if group is None else {"key": [DB, *(str(v) for v in group)]}
    return {
        "query_id": question.query_id,
        "relation": relations[question.predicate],
        **asked,
        "cutoff_at": "2026-01-31",
        "question": f"What is {question.predicate}?",
    }


def _write_lines(path: Path, rows: Iterable[dict[str, object]]) -> None:
    """Write one JSON object a line."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


@dataclass(slots=True)
class _Select:
    """The parts of one SELECT."""

    columns: list[str]
    source: str
    joins: list[str] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    group: list[str] = field(default_factory=list)
    can_repeat: bool = False

    def text(self, is_alone: bool = False) -> str:
        """Return the SQL, one clause a line; rows that can repeat are made distinct where it stands alone."""
        distinct = "distinct " if is_alone and self.can_repeat else ""
        lines = [f"select {distinct}{', '.join(self.columns)}"]
        lines += [f"from {self.source}", *self.joins]
        if self.where:
            lines.append("where " + "\n    and ".join(self.where))
        if self.group:
            lines.append(f"group by {', '.join(self.group)}")
        return "\n".join(lines)


class _RuleWriter:
    """Writes the rule file of one predicate."""

    def __init__(self, normal: Normal, types: ColumnTypes, relations: dict[str, str], predicate: str) -> None:
        self.normal, self.types, self.relations, self.predicate = normal, types, relations, predicate
        arity = normal.program.arities[predicate]
        self.columns = ["db", *(f"c{i + 1}" for i in range(arity))]

    def text(self) -> str:
        """Return the whole file."""
        rules = self.normal.rules_of(self.predicate)
        columns = ", ".join(self.columns)
        header = HEADER.format(predicate=self.relations[self.predicate], columns=columns)
        steps = [r for r in rules if reads_itself(r)]
        if not steps or self.predicate in self.normal.verbatim:
            return header + self._union(rules) + "\n"
        base = self._union([r for r in rules if not reads_itself(r)])
        step = "\nunion\n".join(self._block(r, is_step=True).text() for r in steps)
        if len(steps) > 1:
            step = f"(\n{_indented(step)}\n)"
        body = _indented(f"{base}\nunion\n{step}")
        name = self.relations[self.predicate]
        return f"{header}with recursive {name}({columns}) as (\n{body}\n)\nselect {columns}\nfrom {name}\n"

    def _union(self, rules: Sequence[Rule]) -> str:
        """Return the rules as selects under union, which needs no distinct inside."""
        return "\nunion\n".join(self._block(r).text(is_alone=len(rules) == 1) for r in rules)

    def _block(self, rule: Rule, is_step: bool = False) -> _Select:
        """Return the SELECT of one rule; a step reads from the recursion first."""
        number = rule_number(self.normal.program, rule)
        return _Block(rule, number, self.types, self.relations).select(is_step)


def _indented(text: str) -> str:
    """Return ``text`` moved to the right."""
    return "\n".join(f"    {line}" for line in text.splitlines())


class _Block:
    """One rule as a SELECT: where its variables are bound, and the conditions that follow."""

    def __init__(self, rule: Rule, number: int, types: ColumnTypes, relations: dict[str, str]) -> None:
        self.rule, self.number, self.types, self.relations = rule, number, types, relations
        self.bound: dict[Variable, str] = {}
        self.where: list[str] = []

    def select(self, is_step: bool) -> _Select:
        """Return the SELECT."""
        found = _Select([], f"{HOUSE} as d")
        first = "d"
        pending: list[Comparison] = self.rule.comparisons()
        operations: list[tuple[str, Term]] = []
        for position, atom in enumerate(self._ordered(is_step)):
            alias = "r" if is_step and position == 0 else f"t{position + 1}"
            read = f"{self.relations[atom.predicate]} as {alias}"
            on = self._bind(atom, alias, operations)
            if position == 0:
                found.source, first = read, alias
            else:
                found.joins.append(f"inner join {read} on {' and '.join([f'{alias}.db = {first}.db', *on])}")
        self._compare(pending)
        self.where += [f"{column} = {self._sql(term, 'bigint')}" for column, term in operations]
        self.where += [self._absent(atom, f"n{i}", first) for i, atom in enumerate(self.rule.negated(), start=1)]
        found.where = self.where
        self._head(found, first)
        return found

    def _ordered(self, is_step: bool) -> list[Atom]:
        """Return the positive atoms, each joined to what stands before it wherever that can be."""
        waiting = self.rule.positive()
        if is_step:
            waiting.sort(key=lambda a: a.predicate != self.rule.head.predicate)
        ordered: list[Atom] = waiting[:1]
        del waiting[:1]
        while waiting:
            known = {t for a in ordered for t in a.terms if isinstance(t, Variable)}
            joined = next((a for a in waiting if known & set(a.terms)), waiting[0])
            ordered.append(joined)
            waiting.remove(joined)
        return ordered

    def _bind(self, atom: Atom, alias: str, operations: list[tuple[str, Term]]) -> list[str]:
        """Bind the new variables of an atom; return its equalities with what is bound already."""
        on: list[str] = []
        for position, term in enumerate(atom.terms):
            column = f"{alias}.c{position + 1}"
            match term:
                case Variable() if term not in self.bound:
                    self.bound[term] = column
                case Variable() if self.bound[term].startswith(f"{alias}."):
                    self.where.append(f"{column} = {self.bound[term]}")
                case Variable():
                    on.append(f"{column} = {self.bound[term]}")
                case Constant():
                    kind = self.types.of((atom.predicate, position))
                    self.where.append(f"{column} = {self._sql(term, kind)}")
                case _:
                    operations.append((column, term))
        return on

    def _compare(self, pending: list[Comparison]) -> None:
        """Bind variables by equalities with bound terms; write the other comparisons as conditions."""
        progress = True
        while progress:
            progress = False
            for comparison in [c for c in pending if c.operator == "="]:
                for target, source in (
                    (comparison.left, comparison.right),
                    (comparison.right, comparison.left),
                ):
                    is_new = isinstance(target, Variable) and target not in self.bound
                    if isinstance(target, Variable) and is_new and self._is_bound(source):
                        kind = self.types.of_comparison(comparison, self.number)
                        self.bound[target] = self._sql(source, kind)
                        pending.remove(comparison)
                        progress = True
                        break
        for comparison in pending:
            kind = self.types.of_comparison(comparison, self.number)
            left, right = self._sql(comparison.left, kind), self._sql(comparison.right, kind)
            self.where.append(f"{left} {comparison.operator} {right}")

    def _is_bound(self, term: Term) -> bool:
        """Whether every variable of ``term`` is bound."""
        match term:
            case Operation(_, left, right):
                return self._is_bound(left) and self._is_bound(right)
            case Variable():
                return term in self.bound
            case _:
                return True

    def _absent(self, atom: Atom, alias: str, first: str) -> str:
        """Return ``not exists`` over the bound terms of a negated atom."""
        equal = [f"{alias}.db = {first}.db"]
        for position, term in enumerate(atom.terms):
            if self._is_bound(term):
                kind = self.types.of((atom.predicate, position))
                equal.append(f"{alias}.c{position + 1} = {self._sql(term, kind)}")
        relation = self.relations[atom.predicate]
        return f"not exists (select 1 from {relation} as {alias} where {' and '.join(equal)})"

    def _head(self, found: _Select, first: str) -> None:
        """Fill in the columns; rows can repeat unless the head lists the variables of the body."""
        head = self.rule.head
        found.columns.append(f"{first}.db")
        for position, term in enumerate(head.terms):
            kind = self.types.of((head.predicate, position))
            text = self._sql(term, kind)
            if self.rule.is_aggregate() and not isinstance(term, Aggregate):
                found.group.append(text)
            name = f"c{position + 1}"
            found.columns.append(text if text.endswith(f".{name}") else f"{text} as {name}")
        if self.rule.is_aggregate():
            found.group.insert(0, f"{first}.db")
            return
        body = {t for a in self.rule.positive() for t in a.terms if isinstance(t, Variable)}
        found.can_repeat = len(body) < len(head.terms) or body != set(head.terms)

    def _sql(self, term: Term, kind: str) -> str:
        """Return a term as SQL of type ``kind``; a variable that nothing binds stays a bare name."""
        match term:
            case Variable(name):
                return self.bound.get(term, name.lower().replace("_", "unnamed"))
            case Constant(value):
                return _literal(value, kind)
            case Operation(operator, left, right):
                sides = [
                    f"({self._sql(side, kind)})" if isinstance(side, Operation) else self._sql(side, kind)
                    for side in (left, right)
                ]
                return f"{sides[0]} {operator} {sides[1]}"
            case Aggregate("count", _, _):
                return "count(*)"
            case Aggregate(function, inner, _):
                return f"{function}({self._sql(inner, kind)})"


def _literal(value: Value, kind: str) -> str:
    """Return a constant as SQL."""
    if kind == "bigint":
        return str(value)
    return "'" + str(value).replace("'", "''") + "'"

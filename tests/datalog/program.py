"""A Datalog program as data, and the reader of its rule texts.

Names without quotes are variables whatever their case (the suite quotes every constant), ``_`` is a variable
that is used once, and a head term may be an aggregate such as ``sum(X, Y)``: the sum of X over the distinct
tuples (X, Y) of the group that the other head terms make.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

TOKEN = re.compile(r'\s*(?:("[^"]*")|(\d+)|([A-Za-z_][A-Za-z0-9_]*)|(:-|<=|>=|!=|<>|[=<>+\-*(),.]))')
COMPARISONS = {"=": "=", "!=": "<>", "<>": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
AGGREGATES = ("count", "sum", "min", "max")

Value = str | int
Row = tuple[Value, ...]


class OutsideError(Exception):
    """The program is outside what the translation can express; the message is the printed reason."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; the reader numbers anonymous ones ``_1``, ``_2``."""

    name: str

    @property
    def is_anonymous(self) -> bool:
        """Whether the program wrote ``_``."""
        return self.name.startswith("_")


@dataclass(frozen=True, slots=True)
class Constant:
    """A text or an integer."""

    value: Value


@dataclass(frozen=True, slots=True)
class Operation:
    """Arithmetic: ``+``, ``-`` or ``*``."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A figure over the distinct tuples (term, over...) of a group."""

    function: str
    term: Term
    over: tuple[Term, ...] = ()


Term = Variable | Constant | Operation | Aggregate


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate with its terms."""

    predicate: str
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom of a body, negated or not."""

    atom: Atom
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of a body, its operator as SQL writes it."""

    operator: str
    left: Term
    right: Term


Goal = Literal | Comparison


@dataclass(frozen=True, slots=True)
class Rule:
    """A head that holds where every goal of the body does."""

    head: Atom
    body: tuple[Goal, ...]

    def positive(self) -> list[Atom]:
        """Return the atoms of the body that are not negated, in order."""
        return [g.atom for g in self.body if isinstance(g, Literal) and not g.is_negated]

    def negated(self) -> list[Atom]:
        """Return the negated atoms of the body, in order."""
        return [g.atom for g in self.body if isinstance(g, Literal) and g.is_negated]

    def comparisons(self) -> list[Comparison]:
        """Return the comparisons of the body, in order."""
        return [g for g in self.body if isinstance(g, Comparison)]

    def is_aggregate(self) -> bool:
        """Whether a head term is an aggregate."""
        return any(isinstance(t, Aggregate) for t in self.head.terms)


@dataclass(slots=True)
class Program:
    """Facts by predicate, and rules. ``arities`` also knows the predicates that only a body names."""

    facts: dict[str, list[Row]]
    rules: list[Rule]
    arities: dict[str, int] = field(default_factory=dict)


def variables(item: Term | Goal | Atom) -> Iterator[Variable]:
    """Yield the variables of a term, an atom or a goal, in order, repeated ones too."""
    match item:
        case Variable():
            yield item
        case Constant():
            return
        case Operation(_, left, right) | Comparison(_, left, right):
            yield from variables(left)
            yield from variables(right)
        case Aggregate(_, term, over):
            for inner in (term, *over):
                yield from variables(inner)
        case Literal(atom, _):
            yield from variables(atom)
        case Atom(_, terms):
            for inner in terms:
                yield from variables(inner)


def bound_variables(rule: Rule) -> set[Variable]:
    """Return the variables that a positive atom of the body binds, or an equality with a bound term."""
    bound = {t for atom in rule.positive() for t in atom.terms if isinstance(t, Variable)}
    equalities = [c for c in rule.comparisons() if c.operator == "="]
    for _ in equalities:
        for equality in equalities:
            for target, source in ((equality.left, equality.right), (equality.right, equality.left)):
                if isinstance(target, Variable) and set(variables(source)) <= bound:
                    bound.add(target)
    return bound


def is_safe(rule: Rule) -> bool:
    """Whether every variable of the head, of comparisons and of arithmetic is bound (negation apart)."""
    used = set(variables(rule.head))
    for goal in rule.body:
        if isinstance(goal, Comparison):
            used |= set(variables(goal))
        elif not goal.is_negated:
            used |= {v for t in goal.atom.terms if isinstance(t, Operation) for v in variables(t)}
    return used <= bound_variables(rule)


def read_program(facts: dict[str, list[Row]], rules: Iterable[str]) -> Program:
    """Return the program of ``facts`` and rule texts; a rule without body is a fact."""
    program = Program({name: list(rows) for name, rows in facts.items()}, [])
    for text in rules:
        rule = _Reader(text).rule()
        if rule.body:
            program.rules.append(rule)
        else:
            row = tuple(t.value for t in rule.head.terms if isinstance(t, Constant))
            program.facts.setdefault(rule.head.predicate, []).append(row)
    for name, rows in program.facts.items():
        if rows:
            program.arities[name] = len(rows[0])
    for rule in program.rules:
        for atom in (rule.head, *rule.positive(), *rule.negated()):
            program.arities.setdefault(atom.predicate, len(atom.terms))
    return program


class _Reader:
    """Recursive descent over the tokens of one rule."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        self.position = 0
        self.anonymous = 0
        end = 0
        while text[end:].strip():
            match = TOKEN.match(text, end)
            if match is None:
                raise OutsideError(f"syntax near {text[end : end + 20].strip()!r}")
            self.tokens.append(match.group().strip())
            end = match.end()

    def peek(self, ahead: int = 0) -> str:
        """Return a token without taking it; empty at the end."""
        at = self.position + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        """Take the next token, which must be ``wanted`` where that is given."""
        found = self.peek()
        if not found or (wanted and found != wanted):
            raise OutsideError(f"syntax of {self.text!r}: found {found!r} for {wanted or 'a term'!r}")
        self.position += 1
        return found

    def rule(self) -> Rule:
        """Read ``head.`` or ``head :- goal, goal``, the final point being optional."""
        head = self.atom()
        body: list[Goal] = []
        if self.peek() == ":-":
            self.take()
            body.append(self.goal())
            while self.peek() == ",":
                self.take()
                body.append(self.goal())
        if self.peek() == ".":
            self.take()
        if self.peek():
            raise OutsideError(f"syntax of {self.text!r}: {self.peek()!r} after the rule")
        return Rule(head, tuple(body))

    def goal(self) -> Goal:
        """Read a literal or a comparison, the latter with or without parentheses."""
        if self.peek() == "not":
            self.take()
            return Literal(self.atom(), is_negated=True)
        if self.peek(1) == "(" and self.peek()[0].isalpha():
            return Literal(self.atom())
        start = self.position
        is_wrapped = self.peek() == "("
        if is_wrapped:
            self.take()
        left = self.sum()
        if is_wrapped and self.peek() not in COMPARISONS:
            is_wrapped, self.position = False, start
            left = self.sum()
        operator = self.take()
        if operator not in COMPARISONS:
            raise OutsideError(f"syntax of {self.text!r}: {operator!r} is no comparison")
        found = Comparison(COMPARISONS[operator], left, self.sum())
        if is_wrapped:
            self.take(")")
        return found

    def atom(self) -> Atom:
        """Read ``predicate(term, term)``."""
        return Atom(self.take(), self.arguments())

    def arguments(self) -> tuple[Term, ...]:
        """Read the terms between parentheses."""
        self.take("(")
        terms: list[Term] = []
        while self.peek() != ")":
            if terms:
                self.take(",")
            terms.append(self.sum())
        self.take(")")
        return tuple(terms)

    def sum(self) -> Term:
        """Read additions and subtractions, which group to the left."""
        found = self.product()
        while self.peek() in ("+", "-"):
            found = Operation(self.take(), found, self.product())
        return found

    def product(self) -> Term:
        """Read multiplications."""
        found = self.unit()
        while self.peek() == "*":
            found = Operation(self.take(), found, self.unit())
        return found

    def unit(self) -> Term:
        """Read a constant, a variable, an aggregate or a term in parentheses."""
        token = self.take()
        if token == "(":
            found = self.sum()
            self.take(")")
            return found
        if token == "-" and self.peek().isdigit():
            return Constant(-int(self.take()))
        if token.isdigit():
            return Constant(int(token))
        if token.startswith('"'):
            return Constant(token[1:-1])
        if token == "_":
            self.anonymous += 1
            return Variable(f"_{self.anonymous}")
        if self.peek() == "(":
            terms = self.arguments()
            if token not in AGGREGATES or not terms:
                raise OutsideError(f"function symbol {token}")
            return Aggregate(token, terms[0], terms[1:])
        return Variable(token)

"""Datalog to Datalog: the mechanical steps that bring a program into the form of the rule language.

Every step keeps the meaning of every predicate of the program; a step that changes how a recursion is written
says so in ``notes``. Names with two underscores are predicates that a step adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from .program import (
    Aggregate,
    Atom,
    Comparison,
    Goal,
    Literal,
    Operation,
    OutsideError,
    Program,
    Rule,
    Term,
    Variable,
    bound_variables,
    is_safe,
    variables,
)


class Reading(StrEnum):
    """What a named variable means that occurs in a negated atom only; the suite holds both readings."""

    STRICT = "strict"  # an error
    EXISTENTIAL = "existential"  # "there is none": Nemo


@dataclass(slots=True)
class Normal:
    """A program that is ready to be written down.

    ``order`` lists the predicates with rules so that each stands after those that it reads; ``verbatim`` are
    those whose rules are written as they stand because they must be refused: negation or aggregation through
    recursion, or an unbound variable where the recursion is not linear.
    """

    program: Program
    order: list[str] = field(default_factory=list)
    verbatim: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)

    def rules_of(self, predicate: str) -> list[Rule]:
        """Return the rules of ``predicate``, in order."""
        return [r for r in self.program.rules if r.head.predicate == predicate]

    def add(self, rule: Rule) -> None:
        """Add a rule, and the arity of its head if that is new."""
        self.program.rules.append(rule)
        self.program.arities.setdefault(rule.head.predicate, len(rule.head.terms))


def normalise(program: Program, reading: Reading) -> Normal:
    """Return ``program`` with stratified, linear, unmixed predicates; raise OutsideError where that fails."""
    normal = Normal(program)
    _split_facts(normal)
    _name_filters(normal, reading)
    _name_slots(normal)
    for group in _components(normal):
        members = [r for p in group for r in normal.rules_of(p)]
        negative = {a.predicate for r in members for a in r.negated()} & group
        aggregated = {a.predicate for r in members if r.is_aggregate() for a in r.positive()} & group
        if negative or aggregated:
            normal.verbatim |= group
    _unfold_mutual(normal)
    for predicate in sorted({r.head.predicate for r in normal.program.rules} - normal.verbatim):
        _make_linear(normal, predicate)
    normal.order = [p for group in _components(normal) for p in sorted(group)]
    return normal


def own_variables(arity: int) -> tuple[Term, ...]:
    """Return as many distinct variables."""
    return tuple(Variable(f"V{i}") for i in range(1, arity + 1))


def reads_itself(rule: Rule) -> bool:
    """Whether a positive atom of the body is of the head's predicate."""
    return any(a.predicate == rule.head.predicate for a in rule.positive())


def _split_facts(normal: Normal) -> None:
    """Move the facts of a predicate with rules into ``p__fact``, which a rule of p reads."""
    program = normal.program
    for predicate in {r.head.predicate: None for r in program.rules}:
        if predicate in program.facts:
            program.facts[f"{predicate}__fact"] = program.facts.pop(predicate)
            _add_copy(normal, predicate, f"{predicate}__fact")


def _add_copy(normal: Normal, predicate: str, source: str) -> None:
    """Add ``predicate(X..) :- source(X..)``."""
    terms = own_variables(normal.program.arities[predicate])
    normal.program.arities.setdefault(source, len(terms))
    normal.add(Rule(Atom(predicate, terms), (Literal(Atom(source, terms)),)))


def _name_filters(normal: Normal, reading: Reading) -> None:
    """Give a name to the filtered or projected set under a negation.

    The rule language negates a whole key or a whole scope, so ``not s(X, 5, _)`` becomes ``not s__not1(X)``.
    A named variable that nothing binds is left in place under the strict reading.
    """
    for position, rule in enumerate(list(normal.program.rules)):
        bound = bound_variables(rule)
        body: list[Goal] = []
        for goal in rule.body:
            if isinstance(goal, Literal) and goal.is_negated and _needs_filter(goal.atom, bound, reading):
                body.append(Literal(_filter_of(normal, rule, goal.atom, bound), is_negated=True))
            else:
                body.append(goal)
        normal.program.rules[position] = replace(rule, body=tuple(body))


def _needs_filter(atom: Atom, bound: set[Variable], reading: Reading) -> bool:
    """Whether the terms of a negated atom are something else than distinct bound terms."""
    free = {v for v in variables(atom) if v not in bound}
    if reading is Reading.STRICT and any(not v.is_anonymous for v in free):
        return False
    is_key = all(isinstance(t, Variable) for t in atom.terms) and len(set(atom.terms)) == len(atom.terms)
    return bool(free) or not is_key


def _filter_of(normal: Normal, rule: Rule, atom: Atom, bound: set[Variable]) -> Atom:
    """Add the rule of the filtered set and return the atom to negate instead.

    Where no bound variable is left, the set keeps all its columns and the negation asks whether it is empty.
    """
    name = _new_name(normal, f"{rule.head.predicate}__not")
    kept: tuple[Term, ...] = tuple(dict.fromkeys(v for v in variables(atom) if v in bound))
    if any(isinstance(t, Operation) for t in atom.terms):
        raise OutsideError("arithmetic inside a negated atom beside a constant or a repeated variable")
    if kept:
        normal.add(Rule(Atom(name, kept), (Literal(atom),)))
        return Atom(name, kept)
    columns = own_variables(len(atom.terms))
    equalities = tuple(Comparison("=", c, t) for c, t in zip(columns, _renamed(atom.terms, "i"), strict=True))
    normal.add(Rule(Atom(name, columns), (Literal(Atom(atom.predicate, columns)), *equalities)))
    return Atom(name, tuple(Variable(f"_{name}{i}") for i in range(len(columns))))


def _new_name(normal: Normal, stem: str) -> str:
    """Return ``stem`` with the first free number."""
    return next(f"{stem}{i}" for i in range(1, 10_000) if f"{stem}{i}" not in normal.program.arities)


def _name_slots(normal: Normal) -> None:
    """Give a name to the distinct tuples under an aggregate, which then has one atom in its body."""
    heads = [r.head.predicate for r in normal.program.rules]
    for position, rule in enumerate(list(normal.program.rules)):
        if not rule.is_aggregate():
            continue
        predicate = rule.head.predicate
        figures = [t for t in rule.head.terms if isinstance(t, Aggregate)]
        if heads.count(predicate) > 1 or len(figures) > 1:
            raise OutsideError(f"{predicate}: several rules or several figures for one aggregate")
        figure = figures[0]
        group = [t for t in rule.head.terms if t is not figure]
        slots = tuple(dict.fromkeys((*group, figure.term, *figure.over)))
        normal.add(Rule(Atom(f"{predicate}__slot", slots), rule.body))
        columns = dict(zip(slots, own_variables(len(slots)), strict=True))
        terms = (Aggregate(t.function, columns[t.term]) if t is figure else columns[t] for t in rule.head.terms)
        body = (Literal(Atom(f"{predicate}__slot", tuple(columns.values()))),)
        normal.program.rules[position] = Rule(Atom(predicate, tuple(terms)), body)


def _components(normal: Normal) -> list[set[str]]:
    """Return the predicates with rules in groups that read each other, readers after what they read."""
    defined = list(dict.fromkeys(r.head.predicate for r in normal.program.rules))
    direct = {
        p: {a.predicate for r in normal.rules_of(p) for a in (*r.positive(), *r.negated())} & set(defined)
        for p in defined
    }
    reach = {p: set(direct[p]) for p in defined}
    for middle in defined:
        for start in defined:
            if middle in reach[start]:
                reach[start] |= reach[middle]
    groups: list[set[str]] = []
    for predicate in sorted(defined, key=lambda p: (len(reach[p] | {p}), defined.index(p))):
        if not any(predicate in g for g in groups):
            groups.append({predicate} | {p for p in reach[predicate] if predicate in reach[p]})
    return groups


def _unfold_mutual(normal: Normal) -> None:
    """Dissolve mutual recursion: a predicate that does not read itself is put in place of its atoms."""
    while groups := [g for g in _components(normal) if len(g) > 1 and not g & normal.verbatim]:
        group = groups[0]
        plain = [p for p in sorted(group) if not any(reads_itself(r) for r in normal.rules_of(p))]
        if not plain:
            raise OutsideError(f"mutual recursion of {', '.join(sorted(group))}, each of which reads itself too")
        inner = plain[0]
        others = ", ".join(sorted(group - {inner}))
        normal.notes.append(f"mutual recursion: the rules of {inner} are put into those of {others}")
        unfolded: list[Rule] = []
        for rule in normal.program.rules:
            is_outer = rule.head.predicate in group - {inner}
            definitions, mark = normal.rules_of(inner), f"u{len(normal.notes)}"
            unfolded.extend(_unfold(rule, inner, definitions, mark) if is_outer else [rule])
        normal.program.rules[:] = [r for r in unfolded if Literal(r.head) not in r.body]


def _unfold(rule: Rule, inner: str, definitions: list[Rule], mark: str) -> list[Rule]:
    """Return ``rule`` once per way of replacing its atoms of ``inner`` by a body that derives them.

    Variables of that body are renamed with ``mark`` and the place, so that they are new to the rule.
    """
    for position, goal in enumerate(rule.body):
        if isinstance(goal, Literal) and not goal.is_negated and goal.atom.predicate == inner:
            found: list[Rule] = []
            for number, definition in enumerate(definitions):
                body = _body_for(goal.atom, definition, f"{mark}p{position}n{number}")
                whole = (*rule.body[:position], *body, *rule.body[position + 1 :])
                found.extend(_unfold(Rule(rule.head, whole), inner, definitions, mark))
            return found
    return [rule]


def _body_for(atom: Atom, definition: Rule, suffix: str) -> list[Goal]:
    """Return the body of ``definition``, its own variables renamed, as a derivation of ``atom``."""
    head = _renamed(definition.head.terms, suffix)
    mapping: dict[Variable, Term] = {}
    equalities: list[Goal] = []
    for term, given in zip(head, atom.terms, strict=True):
        if isinstance(term, Variable) and term not in mapping:
            mapping[term] = given
        else:
            equalities.append(Comparison("=", given, _substitute(term, mapping)))
    renamed = [_in_goal(g, {v: _rename(v, suffix) for v in variables(g)}) for g in definition.body]
    return [*(_in_goal(g, mapping) for g in renamed), *equalities]


def _rename(variable: Variable, suffix: str) -> Variable:
    """Return the variable under a name of its own."""
    return Variable(f"{variable.name}_{suffix}")


def _renamed(terms: tuple[Term, ...], suffix: str) -> tuple[Term, ...]:
    """Return the terms with renamed variables."""
    return tuple(_substitute(t, {v: _rename(v, suffix) for v in variables(t)}) for t in terms)


def _substitute(term: Term, mapping: Mapping[Variable, Term]) -> Term:
    """Return ``term`` with variables replaced."""
    match term:
        case Variable():
            return mapping.get(term, term)
        case Operation(operator, left, right):
            return Operation(operator, _substitute(left, mapping), _substitute(right, mapping))
        case _:
            return term


def _in_goal(goal: Goal, mapping: Mapping[Variable, Term]) -> Goal:
    """Return ``goal`` with variables replaced."""
    match goal:
        case Literal(atom, is_negated):
            terms = tuple(_substitute(t, mapping) for t in atom.terms)
            return Literal(Atom(atom.predicate, terms), is_negated)
        case Comparison(operator, left, right):
            return Comparison(operator, _substitute(left, mapping), _substitute(right, mapping))


def _make_linear(normal: Normal, predicate: str) -> None:
    """Leave a recursive predicate with one base rule and with steps that read it once."""
    rules = normal.rules_of(predicate)
    steps = [r for r in rules if reads_itself(r)]
    if not steps:
        return
    bases = [r for r in rules if not reads_itself(r)]
    is_linear = all(sum(a.predicate == predicate for a in r.positive()) == 1 for r in steps)
    if not all(is_safe(r) for r in steps) and not is_linear:
        normal.verbatim.add(predicate)
        return
    if not is_linear and not (len(steps) == 1 and _is_composition(steps[0])):
        raise OutsideError(f"recursion of {predicate} that is not linear")
    base = f"{predicate}__base"
    if len(bases) != 1 or not is_linear:
        normal.program.rules[:] = [r for r in normal.program.rules if r not in bases]
        normal.program.arities[base] = normal.program.arities[predicate]
        for rule in bases:
            normal.add(replace(rule, head=Atom(base, rule.head.terms)))
        _add_copy(normal, predicate, base)
    if not is_linear:
        normal.notes.append(f"{predicate} composed with itself is written as the closure of its base")
        x, y, z = (Variable(n) for n in "XYZ")
        step = Rule(Atom(predicate, (x, z)), (Literal(Atom(predicate, (x, y))), Literal(Atom(base, (y, z)))))
        normal.program.rules[normal.program.rules.index(steps[0])] = step


def _is_composition(rule: Rule) -> bool:
    """Whether the rule is ``p(X, Z) :- p(X, Y), p(Y, Z)`` with the atoms in either order."""
    atoms, head = rule.positive(), rule.head
    if len(rule.body) != 2 or len(atoms) != 2 or len(head.terms) != 2:
        return False
    if any(a.predicate != head.predicate for a in atoms):
        return False
    for first, second in (atoms, atoms[::-1]):
        names = {first.terms[0], first.terms[1], second.terms[1]}
        if (
            len(names) == 3
            and all(isinstance(t, Variable) for t in names)
            and first.terms == (head.terms[0], second.terms[0])
            and second.terms[1] == head.terms[1]
        ):
            return True
    return False

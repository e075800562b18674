"""Types of columns by unification: bigint where every value that can meet there is an integer, else text."""

from __future__ import annotations

from .program import Aggregate, Comparison, Constant, Operation, OutsideError, Program, Rule, Term, Variable

Place = tuple[str, int] | tuple[int, str]
"""A column (predicate, position) or a variable (number of its rule, name)."""


class ColumnTypes:
    """The classes of places that share a type, and the types.

    A class in which an integer meets a text is text, and the integer is written in digits: the suite's
    quoted digits beside integer facts come from programs whose columns were all symbols.
    """

    def __init__(self, program: Program) -> None:
        self._parents: dict[Place, Place] = {}
        self._found: dict[Place, set[type]] = {}
        arithmetic: list[Place] = []
        for name, rows in program.facts.items():
            for row in rows:
                for position, value in enumerate(row):
                    self._saw((name, position), value)
        for number, rule in enumerate(program.rules):
            for atom in (rule.head, *rule.positive(), *rule.negated()):
                for position, term in enumerate(atom.terms):
                    self._meet((atom.predicate, position), term, number, arithmetic)
            for comparison in rule.comparisons():
                self._compare(comparison, number, arithmetic)
        for place in arithmetic:
            if self.of(place) == "text" and self._found.get(self._root(place)):
                raise OutsideError("arithmetic on text")
            self._saw(place, 0)

    def of(self, place: Place) -> str:
        """Return ``bigint`` or ``text``."""
        return "bigint" if self._found.get(self._root(place)) == {int} else "text"

    def of_comparison(self, comparison: Comparison, number: int) -> str:
        """Return the type in which the two sides of a comparison of rule ``number`` meet."""
        for side in (comparison.left, comparison.right):
            if isinstance(side, Variable):
                return self.of((number, side.name))
        sides = (comparison.left, comparison.right)
        is_text = any(isinstance(s, Constant) and isinstance(s.value, str) for s in sides)
        return "text" if is_text else "bigint"

    def _root(self, place: Place) -> Place:
        while place in self._parents:
            place = self._parents[place]
        return place

    def _saw(self, place: Place, value: object) -> None:
        if type(value) not in (int, str):
            raise OutsideError(f"a value of type {type(value).__name__}")
        self._found.setdefault(self._root(place), set()).add(type(value))

    def _join(self, left: Place, right: Place) -> None:
        left, right = self._root(left), self._root(right)
        if left != right:
            self._parents[right] = left
            self._found.setdefault(left, set()).update(self._found.pop(right, set()))

    def _meet(self, place: Place, term: Term, number: int, arithmetic: list[Place]) -> None:
        """Unify a place with the term that stands in it."""
        match term:
            case Variable(name):
                self._join(place, (number, name))
            case Constant(value):
                self._saw(place, value)
            case Operation():
                arithmetic.append(place)
                self._operands(term, number, arithmetic)
            case Aggregate("count", _, _):
                self._saw(place, 0)
            case Aggregate(_, inner, _):
                self._meet(place, inner, number, arithmetic)

    def _operands(self, operation: Operation, number: int, arithmetic: list[Place]) -> None:
        """Note that the variables of an operation are numbers."""
        for side in (operation.left, operation.right):
            if isinstance(side, Variable):
                arithmetic.append((number, side.name))
            elif isinstance(side, Operation):
                self._operands(side, number, arithmetic)
            elif isinstance(side, Constant) and isinstance(side.value, str):
                raise OutsideError("arithmetic on text")

    def _compare(self, comparison: Comparison, number: int, arithmetic: list[Place]) -> None:
        """Unify the two sides of a comparison."""
        left, right = comparison.left, comparison.right
        if isinstance(left, Variable):
            self._meet((number, left.name), right, number, arithmetic)
        elif isinstance(right, Variable):
            self._meet((number, right.name), left, number, arithmetic)
        for side in (left, right):
            if isinstance(side, Operation):
                self._operands(side, number, arithmetic)


def rule_number(program: Program, rule: Rule) -> int:
    """Return the number under which ColumnTypes knows the rule (by identity: equal rules may stand twice)."""
    return next(i for i, r in enumerate(program.rules) if r is rule)

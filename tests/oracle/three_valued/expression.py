"""Values and truths of SQL expressions under an assignment, in strong Kleene logic."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sqlglot import exp

from tests.oracle.three_valued.rule import conjuncts, equality, table
from tests.oracle.three_valued.values import ANY, FALSE, TRUE, UNKNOWN, Anonymous, Domain, Value, negated

Assignment = Mapping[str, Value]
"""``alias.column`` to its value; of a group also the text of each aggregate."""
Exists = Callable[[str, Mapping[str, Value]], int]
"""Whether a relation has a row with these values."""

ORDER: dict[type[exp.Expression], Callable[[Any, Any], bool]] = {
    exp.LT: operator.lt,
    exp.LTE: operator.le,
    exp.GT: operator.gt,
    exp.GTE: operator.ge,
}
ARITHMETIC: dict[type[exp.Expression], Callable[[Any, Any], Any]] = {
    exp.Add: operator.add,
    exp.Sub: operator.sub,
    exp.Mul: operator.mul,
}


class Expressions:
    """What expressions say, given what is named and what exists."""

    def __init__(self, domain: Domain, exists: Exists) -> None:
        self.domain, self.exists = domain, exists

    # ---- truth

    def truth(self, tree: exp.Expression, at: Assignment) -> int:
        """True, false or unknown."""
        match tree:
            case exp.And():
                return min(self.truth(tree.this, at), self.truth(tree.expression, at))
            case exp.Or():
                return max(self.truth(tree.this, at), self.truth(tree.expression, at))
            case exp.Not():
                return negated(self.truth(tree.this, at))
            case exp.Paren():
                return self.truth(tree.this, at)
            case exp.Exists():
                return self._exists(tree.this, at)
            case exp.EQ():
                return self.domain.same(self.value(tree.this, at), self.value(tree.expression, at))
            case exp.NEQ():
                return negated(self.domain.same(self.value(tree.this, at), self.value(tree.expression, at)))
            case exp.Between():
                value, low, high = (self.value(tree.args[n], at) for n in ("this", "low", "high"))
                return min(_ordered(operator.ge, value, low), _ordered(operator.le, value, high))
            case exp.In():
                value = self.value(tree.this, at)
                return max(self.domain.same(value, self.value(e, at)) for e in tree.expressions)
        if type(tree) in ORDER:
            return _ordered(ORDER[type(tree)], self.value(tree.this, at), self.value(tree.expression, at))
        value = self.value(tree, at)
        assert value is ANY or isinstance(value, bool), tree.sql()
        return UNKNOWN if value is ANY else TRUE if value else FALSE

    def _exists(self, select: exp.Expression, at: Assignment) -> int:
        alias, relation = table(select.args["from_"].this)
        parts = [equality(p, alias) for p in conjuncts(select.args["where"].this)]
        bound: dict[str, Value] = {}
        possible = TRUE
        for column, tree in parts:
            value = self.value(tree, at)
            if column in bound:
                possible = min(possible, self.domain.bound(bound[column], value))
            else:
                bound[column] = value
        return min(possible, self.exists(relation, bound))

    # ---- values

    def value(self, tree: exp.Expression, at: Assignment) -> Value:
        """The value; what is computed from an unnamed value may be any."""
        match tree:
            case exp.Column():
                return at[f"{tree.table}.{tree.name}" if tree.table else tree.name]
            case exp.AggFunc():
                return at[tree.sql()]
            case exp.Literal():
                return tree.this if tree.is_string else Decimal(tree.this) if "." in tree.this else int(tree.this)
            case exp.Boolean():
                return bool(tree.this)
            case exp.Paren():
                return self.value(tree.this, at)
            case exp.Coalesce():
                values = (self.value(e, at) for e in (tree.this, *tree.expressions))
                return next(v for v in values if v is not None)
        parts: list[Any] = [self.value(e, at) for e in _arguments(tree)]
        if any(isinstance(p, Anonymous) for p in parts):
            return ANY
        return _computed(tree, parts)


def _arguments(tree: exp.Expression) -> list[exp.Expression]:
    """What an operation is applied to."""
    if isinstance(tree, exp.Binary):
        return [tree.this, tree.expression]
    return [tree.this, *tree.expressions] if isinstance(tree, exp.Least | exp.Greatest) else [tree.this]


def _computed(tree: exp.Expression, parts: list[Any]) -> Value:
    """An operation on named values."""
    first = parts[0]
    match tree:
        case exp.Neg():
            return -first  # type: ignore[no-any-return]
        case exp.Least():
            return min(parts)  # type: ignore[no-any-return]
        case exp.Greatest():
            return max(parts)  # type: ignore[no-any-return]
        case exp.Round():
            places = int(tree.args["decimals"].this) if tree.args.get("decimals") else 0
            return Decimal(first).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        case exp.Cast():
            kind = tree.to.sql(dialect="duckdb").lower()
            assert kind == "date" or kind.startswith("decimal"), tree.sql()
            if kind == "date":
                return date.fromisoformat(first) if isinstance(first, str) else first
            places = int(kind.rstrip(")").split(",")[1])
            return Decimal(first).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    if isinstance(first, date):
        parts[1] = timedelta(parts[1])
    return ARITHMETIC[type(tree)](*parts)  # type: ignore[no-any-return]


def _ordered(compare: Callable[[Any, Any], bool], left: Value, right: Value) -> int:
    """An order; what nobody named has no place in it."""
    if isinstance(left, Anonymous) or isinstance(right, Anonymous):
        return UNKNOWN
    return TRUE if compare(left, right) else FALSE

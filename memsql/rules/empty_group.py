"""What an aggregate is worth for a group without rows: a count is 0, a sum is 0, a mean is none.

A closed group without rows has no row in the author's view, and is looked up all the same (ENGINE: "Known,
unknown"): count and sum are 0 there. That must not become the worth of an expression that is another number then.
"""

from __future__ import annotations

from decimal import Decimal

from sqlglot import exp

Worth = Decimal | None | str
"""A number, None where the expression has no value (a division by 0), or VARIES."""
VARIES = "varies"
"""It hangs on more than the rows of the group."""


def worth_of_nothing(expression: exp.Expr) -> Worth:
    """Return the value of an expression over counts and sums where nothing is counted."""
    match expression:
        case exp.Count() | exp.Sum():
            return Decimal(0)
        case exp.Literal() if not expression.is_string:
            return Decimal(expression.name)
        case exp.Paren() | exp.Cast() | exp.Round():
            return worth_of_nothing(expression.this)
        case exp.Neg():
            found = worth_of_nothing(expression.this)
            return -found if isinstance(found, Decimal) else found
        case exp.Add() | exp.Sub() | exp.Mul():
            return _computed(expression, worth_of_nothing(expression.left), worth_of_nothing(expression.right))
        case exp.Least() | exp.Greatest():
            return _extreme(expression, [worth_of_nothing(e) for e in (expression.this, *expression.expressions)])
        case exp.Anonymous():
            # mean_half_up, the one function of the language that is not SQL's
            return None if worth_of_nothing(expression.expressions[-1]) == 0 else VARIES
    return VARIES


def _computed(expression: exp.Binary, left: Worth, right: Worth) -> Worth:
    if left is None or right is None:
        return None
    if isinstance(expression, exp.Mul) and 0 in (left, right):
        return Decimal(0)
    if isinstance(left, str) or isinstance(right, str):
        return VARIES
    if isinstance(expression, exp.Mul):
        return left * right
    return left + right if isinstance(expression, exp.Add) else left - right


def _extreme(expression: exp.Expr, values: list[Worth]) -> Worth:
    numbers = [v for v in values if isinstance(v, Decimal)]
    if len(numbers) < len(values):
        return VARIES
    return min(numbers) if isinstance(expression, exp.Least) else max(numbers)

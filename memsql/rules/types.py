"""Types of a rule's expressions: what is compared, joined or merged is of one family.

DuckDB casts a text to the other side's type by itself and fails on the first row that does not cast, so a rule
that mixes them would work until some event brings such a value. Numbers that make a key, or a column under a
union, have equally many digits after the point: 1 and 1.00 are equal and would name two nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from sqlglot import exp

from memsql.rules.check import refuse
from memsql.rules.parse import RuleFile
from memsql.rules.relation import All, Any, Atom, Block, Condition, Not, Recursion, Relation, Union

TEXT, NUMBER, DATE, BOOLEAN = "a text", "a number", "a date", "a truth value"
FAMILIES = {"VARCHAR": TEXT, "DATE": DATE, "BOOLEAN": BOOLEAN}
COMPARED = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE)
TRUTHS = (*COMPARED, exp.And, exp.Or, exp.Not, exp.Between, exp.In, exp.Boolean)
NUMBERS = (exp.Mul, exp.Neg, exp.Round, exp.Count, exp.Sum, exp.Anonymous)

Types = Mapping[str, Mapping[str, str]]
"""Relation to column to DuckDB type, of all relations below and of the rule itself."""


def check_types(rule: RuleFile, relation: Relation, types: Types) -> None:
    """Refuse comparisons, look-ups and merges of different families, and conditions that are none.

    ``types`` holds the relation itself too: a recursion reads it.
    """
    readers = [_Reader(rule, block, types) for block in _blocks(relation)]
    for reader in readers:
        reader.check_block()
    if isinstance(relation.body, Union | Recursion):
        for column in relation.signature.columns:
            pairs = [(r.outputs[column], r.family(r.outputs[column]), r.digits(r.outputs[column])) for r in readers]
            for (_, first, few), (expression, other, many) in pairwise(pairs):
                if first and other and first != other:
                    found = f"column {column} is {first} in one branch and {other} in the next"
                    raise refuse(rule, expression, found, "cast one of them")
                if few is not None and many is not None and few != many:
                    found = f"column {column} has {few} digits after the point in one branch and {many} in the next"
                    raise refuse(rule, expression, found, "cast one of them")


def family_of(type_: str) -> str:
    """Family of a DuckDB type."""
    return FAMILIES.get(type_, NUMBER)


def digits_of(type_: str) -> int | None:
    """Digits after the point of a DuckDB type; None where it is no number."""
    if family_of(type_.replace("TEXT", "VARCHAR")) is not NUMBER:
        return None
    return int(type_.partition(",")[2].rstrip(") ") or 0)


def _blocks(relation: Relation) -> Iterator[Block]:
    """The blocks of a rule, those of its internal relations too."""
    if isinstance(relation.body, Block):
        yield relation.body
    for inner in relation.inner():
        yield from _blocks(inner)


def _atoms(condition: Condition) -> Iterator[exp.Expr]:
    """The SQL conditions of a block."""
    match condition:
        case All(items) | Any(items):
            for item in items:
                yield from _atoms(item)
        case Not(item):
            yield from _atoms(item)
        case Atom(expression, _):
            yield expression
        case _:
            return


def _shown(expression: exp.Expr) -> str:
    return expression.sql("duckdb").lower()


class _Reader:
    """Families of the expressions of one block; None where it is not known."""

    def __init__(self, rule: RuleFile, block: Block, types: Types) -> None:
        self._rule = rule
        self._block = block
        self._relations = {s.alias: s.signature.name for s in block.sources}
        self._types = types
        self.outputs = block.outputs

    def check_block(self) -> None:
        """Check the outputs, the conditions and the look-ups."""
        for expression in self.outputs.values():
            self._check(expression)
        for expression in _atoms(self._block.condition):
            self._check(expression)
            family = self.family(expression)
            if family not in (BOOLEAN, None):
                found = f"the condition {_shown(expression)}, which is {family}"
                raise refuse(self._rule, expression, found, "write a comparison")
        for source in self._block.sources:
            own = self._types.get(source.signature.name.split("#")[0], {})
            for column, expression in source.bindings.items():
                self._check(expression)
                bound = exp.EQ(this=exp.column(column, source.alias), expression=expression.copy())
                known = family_of(own[column]) if column in own else None
                self._same(bound, [known, self.family(expression)])
                wanted, given = digits_of(own[column]) if column in own else None, self.digits(expression)
                if wanted is not None and given is not None and wanted != given:
                    found = f"{_shown(expression)} with {given} digits after the point looks up {column} with {wanted}"
                    advice = f"write cast({_shown(expression)} as {own[column].lower()})"
                    raise refuse(self._rule, expression, found, advice)

    def digits(self, expression: exp.Expr) -> int | None:
        """Digits after the point of a number; None where it is none, or not known."""
        match expression:
            case exp.Column():
                type_ = self._types.get(self._relations.get(expression.table, ""), {}).get(expression.name)
                return digits_of(type_) if type_ else None
            case exp.Literal():
                return None if expression.is_string else len(expression.name.partition(".")[2])
            case exp.Cast():
                return digits_of(expression.to.sql("duckdb"))
            case exp.Case():
                return self.digits(expression.args["ifs"][0].args["true"])
            case exp.Paren() | exp.Neg() | exp.Min() | exp.Max() | exp.Sum():
                return self.digits(expression.this)
            case exp.Round():
                places = expression.args.get("decimals")
                return int(places.name) if isinstance(places, exp.Literal) else 0
            case exp.Mul():
                both = (self.digits(expression.left), self.digits(expression.right))
                return None if None in both else sum(d for d in both if d is not None)
            case exp.Add() | exp.Sub():
                return self._most(expression.left, expression.right)
            case exp.Coalesce() | exp.Least() | exp.Greatest():
                return self._most(expression.this, *expression.expressions)
        return 0 if isinstance(expression, exp.Count) else None

    def _most(self, *parts: exp.Expr) -> int | None:
        """Most digits after the point of several numbers."""
        found = [self.digits(p) for p in parts]
        return None if None in found else max(d for d in found if d is not None)

    def family(self, expression: exp.Expr) -> str | None:
        """Family of an expression."""
        match expression:
            case exp.Column():
                type_ = self._types.get(self._relations.get(expression.table, ""), {}).get(expression.name)
                return family_of(type_) if type_ else None
            case exp.Literal():
                return TEXT if expression.is_string else NUMBER
            case exp.Cast():
                return family_of(expression.to.sql("duckdb").replace("TEXT", "VARCHAR"))
            case exp.Case():
                return self.family(expression.args["ifs"][0].args["true"])
            case exp.Add() | exp.Sub():
                families = (self.family(expression.left), self.family(expression.right))
                return DATE if families.count(DATE) == 1 else NUMBER
            case exp.Paren() | exp.Coalesce() | exp.Least() | exp.Greatest() | exp.Min() | exp.Max():
                return self.family(expression.this)
        if isinstance(expression, TRUTHS):
            return BOOLEAN
        return NUMBER if isinstance(expression, NUMBERS) else None

    def _check(self, expression: exp.Expr) -> None:
        """Check every comparison and merge inside an expression."""
        for node in expression.walk():
            if isinstance(node, COMPARED):
                self._same(node, [self.family(node.left), self.family(node.right)])
            elif isinstance(node, exp.Between):
                self._same(node, [self.family(node.args[k]) for k in ("this", "low", "high")])
            elif isinstance(node, exp.In | exp.Coalesce | exp.Least | exp.Greatest):
                self._same(node, [self.family(i) for i in (node.this, *node.expressions)])

    def _same(self, node: exp.Expr, families: list[str | None]) -> None:
        """Raise RuleError where the families differ."""
        known = list(dict.fromkeys(f for f in families if f))
        if len(known) > 1:
            advice = "write a day as date '2026-01-31'" if {DATE, TEXT} <= set(known) else "cast one of them"
            raise refuse(self._rule, node, f"{known[0]} beside {known[1]} in {_shown(node)}", advice)

"""Three-valued truth of a block's row, and its minimal supports for "true" and for "false".

A source's membership is true where its row is there, false where the row says so or where the key is absent
and its collection is closed, and null where the visible history does not determine it. SQL's own three-valued
AND, OR and NOT do the rest. ``given``: the row key comes from a head that is asked for, so that driver and
expansion rows can be absent too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.relation import All, Any, Atom, Block, Condition, Kind, Known, Member, Not, Source, Use

LOOKED_UP = (Use.LOOKUP, Use.TEST, Use.OPTIONAL, Use.ASOF)


def absence_alias(source: Source) -> str:
    """Alias of the joined table that says whether the source's absent key is false."""
    return f"_{source.alias}_c"


def can_be_absent(source: Source, given: bool) -> bool:
    """Whether the block joins the closed scopes of the source."""
    if source.signature.scope is None or source.signature.kind is Kind.ASKED:
        return False
    return source.use in LOOKED_UP or given


def is_unsettled(source: Source) -> bool:
    """Whether a part of the source's key is not known (a column that a union hides)."""
    read = [*source.bindings.values(), *([source.asof[1]] if source.asof else [])]
    return any(isinstance(node, exp.Null) for e in read for node in e.walk())


def membership(block: Block, source: Source, given: bool) -> b.Expr:
    """Three-valued membership of the source's row."""
    ok = b.col(source.alias, b.OK)
    if not can_be_absent(source, given):
        return ok
    closed = [b.is_known(b.col(absence_alias(source), b.WORLD))]
    if source.needs or is_unsettled(source):
        # A key whose value is not known looks for nobody knows what: that is not an absent member.
        key = [e for c, e in source.bindings.items() if c not in (source.signature.scope or ())]
        key += [source.asof[1]] if source.asof else []
        closed += [b.is_known(guarded(block, e, given)) for e in key]
    return exp.Case(
        ifs=[
            exp.If(this=b.is_known(b.col(source.alias, b.WORLD)), true=ok),
            exp.If(this=b.both(closed), true=exp.Boolean(this=False)),
        ]
    )


def guarded(block: Block, expression: exp.Expr, given: bool) -> b.Expr:
    """The expression, null while a left join that it reads is undecided: coalesce would hide that."""
    read = {c.table for c in expression.find_all(exp.Column)}
    known = [
        b.is_known(membership(block, s, given)) for s in block.sources if s.use is Use.OPTIONAL and s.alias in read
    ]
    found = expression.copy()
    return b.case(b.both(known), found) if known else found


def reads_of(block: Block, condition: Condition) -> frozenset[int]:
    """Every source that the condition mentions, by position."""
    match condition:
        case All(items) | Any(items):
            return frozenset().union(*(reads_of(block, i) for i in items))
        case Not(item):
            return reads_of(block, item)
        case Member(index) | Known(index):
            return frozenset({index})
        case Atom(expression, _):
            aliases = {c.table for c in expression.find_all(exp.Column)}
            return frozenset(i for i, s in enumerate(block.sources) if s.alias in aliases)


def conditions_before(block: Block, index: int) -> list[Condition]:
    """The conjuncts of the block that are settled before source ``index`` is joined."""
    assert isinstance(block.condition, All)
    return [c for c in block.condition.items if max(reads_of(block, c), default=-1) < index]


def condition_sql(block: Block, condition: Condition, given: bool) -> b.Expr:
    """The condition as SQL: true, false or null."""
    match condition:
        case All(items):
            return b.both([exp.paren(condition_sql(block, i, given)) for i in items])
        case Any(items):
            return exp.paren(b.either([exp.paren(condition_sql(block, i, given)) for i in items]))
        case Not(item):
            return exp.Not(this=exp.paren(condition_sql(block, item, given)))
        case Member(index):
            return membership(block, block.sources[index], given)
        case Known(index):
            return b.case(b.is_known(membership(block, block.sources[index], given)), b.TRUE)
        case Atom(expression, _):
            return exp.Paren(this=guarded(block, expression, given))


def truth_sql(block: Block, given: bool) -> b.Expr:
    """Truth of a row of the block."""
    return condition_sql(block, block.condition, given)


@dataclass(frozen=True, slots=True)
class Support:
    """One way to settle a row: it holds where ``conditions`` are, and reads the sources ``reads``."""

    conditions: tuple[b.Expr, ...]
    reads: frozenset[int]


def supports(block: Block, condition: Condition, truth: bool, given: bool) -> list[Support]:
    """Disjunctive normal form of the minimal supports of ``condition`` being ``truth``.

    A true conjunction needs all its parts, a false one needs one false part; dually for disjunction.
    """
    match condition:
        case All(items) | Any(items):
            parts = [supports(block, i, truth, given) for i in items]
            if isinstance(condition, All) == truth:
                return [
                    Support(sum((s.conditions for s in chosen), ()), frozenset().union(*(s.reads for s in chosen)))
                    for chosen in product(*parts)
                ]
            return [s for part in parts for s in part]
        case Not(item):
            return supports(block, item, not truth, given)
        case Known(index):
            if not truth:
                return []
            known = b.is_known(membership(block, block.sources[index], given))
            return [Support((known,), frozenset({index}) | block.sources[index].needs)]
        case Member(index):
            reads = frozenset({index}) | block.sources[index].needs
        case Atom(_, needs):
            reads = needs
    return [Support((b.is_truth(condition_sql(block, condition, given), truth),), reads)]

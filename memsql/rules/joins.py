"""The FROM clause of a block over lifted relations: every join carries the world, no join loses a row.

With ``head`` the row key comes from that alias (a row of a need or demand table), so that driver and
expansions are looked up too; without it the block enumerates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from memsql.model import VALID_FROM
from memsql.rules import build as b
from memsql.rules.infer import values_read
from memsql.rules.relation import All, Any, Atom, Block, Condition, Not, Signature, Source, Use
from memsql.rules.truth import LOOKED_UP, absence_alias, can_be_absent, guarded


@dataclass(frozen=True, slots=True)
class Override:
    """Read the rows of ``relation`` from a table of the same statement (the working table of a fixpoint)."""

    relation: str
    cte: str


def given_key(block: Block, head: str) -> Block:
    """The block with its row-key columns read from ``head`` instead of from rows that may be missing."""
    return moved_block(block, {(block.sources[k.index].alias, k.column): b.col(head, k.output) for k in block.row_key})


def moved_block(block: Block, place: Mapping[tuple[str, str], b.Expr]) -> Block:
    """The block with the columns (alias, column) of ``place`` replaced, and what is read then said anew."""

    def moved(expression: exp.Expr) -> exp.Expr:
        def swap(node: exp.Expr) -> exp.Expr:
            if isinstance(node, exp.Column) and (node.table, node.name) in place:
                return place[node.table, node.name].copy()
            return node

        return expression.copy().transform(swap)

    sources: list[Source] = []
    for source in block.sources:
        bindings = {c: moved(e) for c, e in source.bindings.items()}
        asof = (source.asof[0], moved(source.asof[1])) if source.asof else None
        needs = values_read(sources, [*bindings.values(), *(asof[1:] if asof else ())])
        sources.append(replace(source, bindings=bindings, asof=asof, needs=needs))

    def moved_condition(condition: Condition) -> Condition:
        match condition:
            case All(items):
                return All(tuple(moved_condition(i) for i in items))
            case Any(items):
                return Any(tuple(moved_condition(i) for i in items))
            case Not(item):
                return Not(moved_condition(item))
            case Atom(expression, _):
                found = moved(expression)
                return Atom(found, values_read(sources, [found]))
            case _:
                return condition

    return replace(
        block,
        sources=tuple(sources),
        outputs={o: moved(e) for o, e in block.outputs.items()},
        condition=moved_condition(block.condition),
    )


def head_columns(block: Block, index: int, head: str) -> dict[str, b.Expr]:
    """Key columns of source ``index`` that the row key of ``head`` gives."""
    return {k.column: b.col(head, k.output) for k in block.row_key if k.index == index}


def looked_up(signature: Signature, alias: str) -> exp.Table:
    """The rows of a relation, with the keys that are false without one."""
    return b.table("lookup" if signature.is_refutable else "state", signature.name, alias)


def rows_of(source: Source, override: Override | None, given: bool) -> exp.Table:
    """The table that holds the source's rows; for a look-up also what is false without one."""
    if override and source.signature.name == override.relation:
        return b.cte(override.cte, source.alias)
    if given or source.use in LOOKED_UP:
        return looked_up(source.signature, source.alias)
    return b.table("state", source.signature.name, source.alias)


def add_joins(
    query: b.Query,
    block: Block,
    world: b.Expr,
    head: str | None = None,
    override: Override | None = None,
    upto: int | None = None,
) -> b.Query:
    """Add the block's sources to ``query``.

    Without ``head`` the query already stands on the driver. ``upto`` stops before that source.
    """
    sources = block.sources if upto is None else block.sources[:upto]
    for index, source in enumerate(sources):
        if index == 0 and head is None:
            continue
        bindings = {c: guarded(block, e, head is not None) for c, e in source.bindings.items()}
        if head is not None:
            bindings |= head_columns(block, index, head)
        on: list[b.Expr] = [b.equal(b.col(source.alias, b.WORLD), world)]
        on += [b.equal(b.col(source.alias, c), e) for c, e in bindings.items()]
        if source.asof:
            on += _asof(source, guarded(block, source.asof[1], head is not None))
        inner = source.use is Use.EXPAND and head is None
        query.join(rows_of(source, override, head is not None), on, "" if inner else "LEFT")
        if can_be_absent(source, head is not None):
            _add_absence(query, source, bindings, world)
    return query


def _asof(source: Source, day: b.Expr) -> list[b.Expr]:
    """The row in force: valid_from <= day < until, among the rows that hold."""
    assert source.asof is not None
    column = source.asof[0]
    until = b.col(source.alias, b.UNTIL)
    return [
        b.col(source.alias, b.OK),
        exp.LTE(this=b.col(source.alias, column), expression=day.copy()),
        exp.paren(b.either([b.is_null(until), exp.LT(this=day.copy(), expression=until)])),
    ]


def _add_absence(query: b.Query, source: Source, bindings: dict[str, b.Expr], world: b.Expr) -> None:
    """Join the scopes in which the source's absent key is false."""
    scope = source.signature.scope
    assert scope is not None
    schema, name = source.signature.absence
    alias = absence_alias(source)
    on = [b.equal(b.col(alias, b.WORLD), world)]
    on += [b.equal(b.col(alias, c), bindings[c]) for c in scope]
    query.join(b.table(schema, name, alias), on, "LEFT")


def key_of(block: Block, index: int, head: str | None) -> list[b.Expr]:
    """The node key of source ``index``, defined also where its row is missing."""
    source = block.sources[index]
    key = {c: guarded(block, e, head is not None) for c, e in source.bindings.items()}
    key |= head_columns(block, index, head) if head is not None else {}
    if source.asof and source.asof[0] not in key:
        day = guarded(block, source.asof[1], head is not None)
        world = b.col(head if head is not None else block.sources[0].alias, b.WORLD)
        column = b.col(source.alias, source.asof[0])
        key[source.asof[0]] = b.call("coalesce", column, _taken_back(source, key, day, world), day)
    return [key.get(c, b.col(source.alias, c)) for c in source.signature.key]


def _taken_back(source: Source, key: Mapping[str, b.Expr], day: b.Expr, world: b.Expr) -> exp.Subquery:
    """The day before every row of ``key``, where one of them has the day that is looked for: it does not hold, and
    is another node than the row in force on that day, of which there is none.
    """
    since = b.col("_s", VALID_FROM)
    before = exp.Sub(this=exp.Min(this=since), expression=b.number(1))
    query = b.select(
        [b.case(b.call("bool_or", b.equal(since, day)), before)], b.table("state", source.signature.name, "_s")
    )
    query.filter(b.equal(b.col("_s", b.WORLD), world), *(b.equal(b.col("_s", c), e) for c, e in key.items()))
    return exp.Subquery(this=query.done())

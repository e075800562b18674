"""Lineage of collections: why a scope is closed, and why the row keys in it are known."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.infer import driver_scope, root_of
from memsql.rules.joins import add_joins, key_of
from memsql.rules.relation import (
    All,
    Any,
    Atom,
    Block,
    Condition,
    DomainRoot,
    Kind,
    Known,
    Member,
    Not,
    Signature,
)
from memsql.rules.truth import condition_sql, conditions_before

NEED = "_n"
GIVEN = "given"


def key_columns(alias: str, columns: Sequence[str]) -> list[b.Expr]:
    """Columns of an alias."""
    return [b.col(alias, c) for c in columns]


def distinct_need(schema: str, name: str, columns: Sequence[str]) -> exp.Subquery:
    """The needed rows of a need table, each once, as ``_n``."""
    wanted = [b.bare(c) for c in (b.WORLD, *columns)]
    return b.derived(b.select(wanted, b.table(schema, name), True).done(), NEED)


def edge_rows(head: b.Expr, alternative: b.Expr, body: b.Expr, world: b.Expr) -> list[b.Expr]:
    """The four columns of an edge."""
    return [
        b.named(world, b.WORLD),
        b.named(head, "head"),
        b.named(alternative, "alternative"),
        b.named(body, "body"),
    ]


def domain_id(root: DomainRoot, scope: Sequence[b.Expr]) -> b.Expr:
    """Node id of a closed collection, or of a rule's domain."""
    name = root.name if root.schema == "closed" else f"{root.name}#domain"
    return b.node_id(name, scope, True)


def collection_edges(signature: Signature, parts: Sequence[exp.Query]) -> b.Statement:
    """Edges of needed collections. ``parts`` have columns _w, scope, body; all are one alternative."""
    assert signature.scope is not None
    return _gathered(signature, parts, "closed", b.node_id(signature.name, key_columns("p", signature.scope), True))


def _gathered(signature: Signature, parts: Sequence[exp.Query], schema: str, head: b.Expr) -> b.Statement:
    """One alternative of all parts: ``s`` where the scope stands in ``schema``, else ``u``."""
    assert signature.scope is not None
    world = b.col("p", b.WORLD)
    alternative = b.case(b.is_known(b.col("c", b.WORLD)), b.text("s"), b.text("u"))
    query = b.select(edge_rows(head, alternative, b.col("p", "body"), world), b.derived(b.union_all(parts), "p"))
    on = b.on_columns("c", "p", signature.scope)
    query.join(b.table(schema, signature.name, "c"), on, "LEFT").filter(b.is_known(b.col("p", "body")))
    return b.insert("lineage", "edge", query.done())


def domain_edges(signature: Signature, block: Block) -> list[b.Statement]:
    """Edges of the needed domains of a join rule."""
    assert signature.scope is not None
    needed = distinct_need("need_domain", signature.name, signature.scope)
    parts, needs = domain_parts(signature, block, needed)
    head = domain_id(DomainRoot("domain", signature.name, signature.scope), key_columns("p", signature.scope))
    return [_gathered(signature, parts, "domain", head), *needs]


def domain_parts(
    signature: Signature, block: Block, needed: exp.Subquery, with_driver: bool = True
) -> tuple[list[exp.Query], list[b.Statement]]:
    """Why the row keys of a block are known in the needed scopes: (edge bodies, needs).

    The driver's collection, and per driver row that may hold every collection that it expands, with the
    sources that led to it; a row that is false before it expands is there with the reason.
    """
    parts: list[exp.Query] = []
    needs: list[b.Statement] = []
    if with_driver:
        part, need = _driver_part(signature, block, needed)
        parts.append(part)
        needs += need
    for index, _ in block.expands():
        more, more_needs = _expansion_parts(signature, block, needed, index)
        parts += more
        needs += more_needs
    return parts, needs


def _driver_part(signature: Signature, block: Block, needed: exp.Subquery) -> tuple[exp.Query, list[b.Statement]]:
    assert signature.scope is not None
    driver = block.sources[0].signature
    scope = key_columns(NEED, signature.scope)
    world = b.col(NEED, b.WORLD)
    if driver.kind is Kind.ASKED:
        return b.select([b.named(world, b.WORLD), *scope, b.named(b.text(GIVEN), "body")], needed.copy()).done(), []
    if driver.scope is not None:
        root = root_of(driver)
        body = domain_id(root, scope)
        target, columns = (f"need_{root.schema}", root.name), root.scope
    else:
        body = b.node_id(driver.name, scope)
        target, columns = ("need", driver.name), driver.key
    part = b.select([b.named(world, b.WORLD), *scope, b.named(body, "body")], needed.copy()).done()
    renamed = [b.named(c, o) for c, o in zip(scope, columns, strict=True)]
    return part, [b.insert(*target, b.select([world, *renamed], needed.copy()).done())]


def _expansion_parts(
    signature: Signature, block: Block, needed: exp.Subquery, index: int
) -> tuple[list[exp.Query], list[b.Statement]]:
    """Bodies and needs of what source ``index`` expands, per driver row of the needed scopes."""
    source = block.sources[index]
    assert source.signature.scope is not None
    scope = [source.bindings[c] for c in source.signature.scope]
    conditions = conditions_before(block, index)
    reached = [b.not_false(condition_sql(block, c, False)) for c in conditions]
    parts: list[exp.Query] = []
    needs: list[b.Statement] = []

    def add(body: b.Expr, where: Sequence[b.Expr], target: tuple[str, str], key: dict[str, b.Expr]) -> None:
        known = [b.is_known(e) for e in key.values()]
        parts.append(_driver_rows(signature, block, needed, index, [b.named(body, "body")], where, True))
        columns = [b.named(e, c) for c, e in key.items()]
        query = _driver_rows(signature, block, needed, index, columns, [*where, *known], False)
        needs.append(b.insert(*target, query))

    add(
        b.node_id(source.signature.name, scope, True),
        reached,
        ("need_closed", source.signature.name),
        dict(zip(source.signature.scope, scope, strict=True)),
    )

    def add_source(earlier: int, where: Sequence[b.Expr]) -> None:
        read = block.sources[earlier].signature
        if read.kind is not Kind.ASKED:
            key = key_of(block, earlier, None)
            add(b.node_id(read.name, key), where, ("need", read.name), dict(zip(read.key, key, strict=True)))

    for earlier in sorted(source.needs):
        add_source(earlier, reached)
    for position, condition in enumerate(conditions):
        false = b.is_truth(condition_sql(block, condition, False), False)
        for earlier in sorted(evidence(block, condition)):
            add_source(earlier, [*reached[:position], false])
    return parts, needs


def evidence(block: Block, condition: Condition) -> frozenset[int]:
    """Sources whose nodes show why the condition is false."""
    match condition:
        case Atom(_, needs):
            return needs
        case Member(index) | Known(index):
            return frozenset({index}) | block.sources[index].needs
        case Not(item):
            return evidence(block, item)
        case All(items) | Any(items):
            return frozenset().union(*(evidence(block, i) for i in items))


def _driver_rows(
    signature: Signature,
    block: Block,
    needed: exp.Subquery,
    upto: int,
    columns: Sequence[b.Expr],
    where: Sequence[b.Expr],
    with_scope: bool,
) -> exp.Select:
    """The block's rows up to a source, for the needed scopes: _w, (scope,) columns."""
    assert signature.scope is not None
    driver = block.sources[0]
    world = b.col(NEED, b.WORLD)
    scope = key_columns(NEED, signature.scope) if with_scope else []
    query = b.select([b.named(world, b.WORLD), *scope, *columns], needed.copy(), distinct=True)
    pairs = zip(driver_scope(driver.signature), signature.scope, strict=True)
    on = [b.equal(b.col(driver.alias, b.WORLD), world)]
    on += [b.equal(b.col(driver.alias, c), b.col(NEED, o)) for c, o in pairs]
    query.join(b.table("state", driver.signature.name, driver.alias), on)
    add_joins(query, block, world, upto=upto)
    return query.filter(*where).done()

"""Lineage of a rule: the edges of the states that queries need, written top-down from what is needed.

An edge row is (_w, head, alternative, body). One alternative is one way to derive the head, its bodies are
the inputs; an undecided head has the one alternative ``u``, what was looked for. Reading ``need.R`` (row keys)
and ``need_closed.R`` (scopes), each relation writes its edges and adds to the needs of what it reads, so that
relations go from the queries down to the ground. The closure is never materialised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.joins import add_joins
from memsql.rules.lineage_block import block_edges
from memsql.rules.lineage_set import (
    NEED,
    collection_edges,
    distinct_need,
    domain_edges,
    domain_parts,
    edge_rows,
    key_columns,
)
from memsql.rules.lineage_union import absent_union_edges
from memsql.rules.relation import Aggregate, Block, Ground, Keyed, Recursion, Relation, Signature, Union
from memsql.rules.truth import truth_sql


def lineage(relation: Relation) -> list[b.Statement]:
    """Statements that write the edges of needed rows and collections of ``relation``.

    Internal relations of unions, aggregates and declared keys have their own turn after it; those of a
    recursion are part of it.
    """
    match relation.body:
        case Ground() as body:
            return _ground(relation.signature, body)
        case Block() as block:
            return _map(relation.signature, block)
        case Union() as body:
            return _union(relation.signature, body)
        case Aggregate() as body:
            return _aggregate(relation.signature, body)
        case Keyed() as body:
            return _keyed(relation.signature, body)
        case Recursion() as body:
            return _recursion(relation.signature, body)
        case _:
            return []


def add_need(schema: str, name: str, query: exp.Query) -> b.Statement:
    """Insert into a need table."""
    return b.insert(schema, name, query)


def absent_rows(signature: Signature) -> exp.Select:
    """Needed keys that no row has."""
    query = b.select(
        [b.col(NEED, b.WORLD), *key_columns(NEED, signature.key)],
        distinct_need("need", signature.name, signature.key),
    )
    rows = b.table("state", signature.name, "r")
    return query.join(rows, b.on_columns("r", NEED, signature.key), "ANTI").done()


def absence_edges(signature: Signature, target: Signature) -> list[b.Statement]:
    """An absent key goes to the collection of ``target`` that does, or does not, have it."""
    assert target.scope is not None
    absent = absent_rows(signature)
    world = b.col("z", b.WORLD)
    query = b.select(
        edge_rows(
            b.node_id(signature.name, key_columns("z", signature.key)),
            b.case(b.is_known(b.col("c", b.WORLD)), b.text("absent"), b.text("u")),
            b.node_id(target.name, key_columns("z", target.scope), True),
            world,
        ),
        b.derived(absent, "z"),
    )
    on = b.on_columns("c", "z", target.scope)
    query.join(b.table("closed", target.name, "c"), on, "LEFT")
    needs = b.select([world, *key_columns("z", target.scope)], b.derived(absent, "z"), True)
    return [b.insert("lineage", "edge", query.done()), add_need("need_closed", target.name, needs.done())]


# ---- ground


def _ground(signature: Signature, body: Ground) -> list[b.Statement]:
    """A fact rests on each event that asserts its current version; an absent one on its collection."""
    found: list[b.Statement] = []
    if signature.scope is not None and body.is_current:
        rows = replace(signature, name=body.declaration.name)
        found += [*absence_edges(signature, rows), *_chosen_collection(signature, rows)]
    elif signature.scope is not None:
        found += absence_edges(signature, signature)
        found += _ground_collection(signature, body)
    event = b.node_event(b.col("a", b.EVENT))
    query = b.select(
        edge_rows(b.node_id(signature.name, key_columns(NEED, signature.key)), event, event, b.col(NEED, b.WORLD)),
        distinct_need("need", signature.name, signature.key),
    )
    query.join(b.table("asserted", signature.name, "a"), b.on_columns("a", NEED, signature.key))
    found.append(b.insert("lineage", "edge", query.done()))
    return found


def _ground_collection(signature: Signature, body: Ground) -> list[b.Statement]:
    """A declared collection: its completeness and every slot; a function with a value closes itself."""
    assert signature.scope is not None and body.completeness is not None
    scope, name, completeness = signature.scope, signature.name, body.completeness
    needed = distinct_need("need_closed", name, scope)
    world = b.col(NEED, b.WORLD)
    declared = b.select(
        [
            b.named(world, b.WORLD),
            *key_columns(NEED, scope),
            b.named(b.node_id(completeness, key_columns(NEED, scope)), "body"),
        ],
        needed.copy(),
    )
    need = b.select([world, *key_columns(NEED, scope)], needed.copy())
    if signature.closes_itself:
        on = [*b.on_columns("r", NEED, scope), b.is_known(b.col("r", b.OK))]
        declared.join(b.table("state", name, "r"), on, "ANTI")
        need.join(b.table("state", name, "r"), on, "ANTI")
    slots = b.select(
        [
            b.named(world, b.WORLD),
            *key_columns(NEED, scope),
            b.named(b.node_id(name, key_columns("r", signature.key)), "body"),
        ],
        needed.copy(),
    ).join(b.table("state", name, "r"), b.on_columns("r", NEED, scope))
    members = b.select([world, *key_columns("r", signature.key)], needed.copy())
    members.join(b.table("state", name, "r"), b.on_columns("r", NEED, scope))
    return [
        collection_edges(signature, [declared.done(), slots.done()]),
        add_need("need", completeness, need.done()),
        add_need("need", name, members.done()),
    ]


# ---- rules


def _map(signature: Signature, block: Block) -> list[b.Statement]:
    """A join rule: its rows, its collections, its domains."""
    found: list[b.Statement] = []
    if signature.scope is not None:
        needed = distinct_need("need_closed", signature.name, signature.scope)
        rows = _members(signature, needed)
        parts, needs = domain_parts(signature, block, needed)
        found.append(collection_edges(signature, [rows[0], *parts]))
        found += [*needs, add_need("need", signature.name, rows[1])]
        if signature.domain_root and signature.domain_root.name == signature.name:
            found += domain_edges(signature, block)
    return [*found, *block_edges(signature, block)]


def _members(signature: Signature, needed: b.Expr, only_true: bool = False) -> tuple[exp.Select, exp.Select]:
    """All rows of the needed scopes: (as edge bodies, as needs)."""
    assert signature.scope is not None and isinstance(needed, exp.Subquery)
    on = b.on_columns("r", NEED, signature.scope)
    if only_true:
        on.append(b.col("r", b.OK))
    head = b.col(NEED, b.WORLD)
    body = b.named(b.node_id(signature.name, key_columns("r", signature.key)), "body")
    edges = b.select([b.named(head, b.WORLD), *key_columns(NEED, signature.scope), body], needed.copy())
    needs = b.select([head, *key_columns("r", signature.key)], needed.copy())
    for query in (edges, needs):
        query.join(b.table("state", signature.name, "r"), on)
    return edges.done(), needs.done()


def _collection_of(inner: Signature, needed: b.Expr, scope: Sequence[str]) -> tuple[exp.Select, b.Statement]:
    """The collection of ``inner`` with the same scope: (as edge body, as need). ``inner.scope`` aligns."""
    assert inner.scope is not None and isinstance(needed, exp.Subquery)
    world = b.col(NEED, b.WORLD)
    body = b.named(b.node_id(inner.name, key_columns(NEED, scope), True), "body")
    edges = b.select([b.named(world, b.WORLD), *key_columns(NEED, scope), body], needed.copy())
    columns = [b.named(b.col(NEED, c), i) for c, i in zip(scope, inner.scope, strict=True)]
    need = b.select([world, *columns], needed.copy())
    return edges.done(), add_need("need_closed", inner.name, need.done())


def row_edges(signature: Signature, inner: Signature) -> list[b.Statement]:
    """A true row rests on each true row of ``inner`` that gives it; one alternative each."""
    body = b.node_id(inner.name, key_columns("r", inner.key))
    return _given_by(signature, inner, b.table("state", inner.name, "r"), body, [b.col("r", b.OK)])


def undecided_row_edges(signature: Signature, inner: Relation) -> list[b.Statement]:
    """An undecided row of a recursion leads to the undecided rows of ``inner`` that would give it.

    An undecided row keeps no value, so its columns are computed again.
    """
    block = inner.body
    assert isinstance(block, Block)
    driver = block.sources[0]
    world = b.col(driver.alias, b.WORLD)
    shown = [b.named(world, b.WORLD), *(b.named(e, o) for o, e in block.outputs.items())]
    rows = add_joins(b.select(shown, b.table("state", driver.signature.name, driver.alias)), block, world)
    rows.filter(b.is_null(truth_sql(block, False)))
    own = b.table("state", signature.name, "o")
    is_open = [*b.on_columns("o", NEED, signature.key), b.is_null(b.col("o", b.OK))]
    return _given_by(signature, inner.signature, b.derived(rows.done(), "r"), b.text("u"), [], (own, is_open))


def _given_by(
    signature: Signature,
    inner: Signature,
    rows: exp.Table | exp.Subquery,
    alternative: b.Expr,
    where: Sequence[b.Expr],
    only: tuple[exp.Table, Sequence[b.Expr]] | None = None,
) -> list[b.Statement]:
    """From needed rows to ``rows`` of ``inner``, as ``r``, with the same columns: edges and needs."""
    needed = distinct_need("need", signature.name, signature.key)
    world, body = b.col(NEED, b.WORLD), b.node_id(inner.name, key_columns("r", inner.key))
    head = b.node_id(signature.name, key_columns(NEED, signature.key))
    edges = b.select(edge_rows(head, alternative, body, world), needed.copy())
    needs = b.select([world, *key_columns("r", inner.key)], needed.copy())
    for query in (edges, needs):
        query.join(rows.copy(), [*b.on_columns("r", NEED, signature.key), *where])
        if only is not None:
            query.join(only[0].copy(), only[1], "SEMI")
    return [b.insert("lineage", "edge", edges.done()), add_need("need", inner.name, needs.done())]


def _union(signature: Signature, body: Union) -> list[b.Statement]:
    found: list[b.Statement] = []
    at_keys = signature.is_refutable or signature.scope is None
    if at_keys:
        found += absent_union_edges(signature, body, absent_rows(signature))
    if signature.scope is not None:
        found += [] if at_keys else absence_edges(signature, signature)
        needed = distinct_need("need_closed", signature.name, signature.scope)
        edges, needs = _members(signature, needed)
        parts = [edges]
        for branch in body.branches:
            part, need = _collection_of(branch.signature, needed, signature.scope)
            parts.append(part)
            found.append(need)
        found.append(collection_edges(signature, parts))
        found.append(add_need("need", signature.name, needs))
    for branch in body.branches:
        found += row_edges(signature, branch.signature)
    return found


def _aggregate(signature: Signature, body: Aggregate) -> list[b.Statement]:
    """Every group, empty or not, rests on the whole collection of its scope."""
    assert signature.scope is not None and body.source.scope is not None
    found: list[b.Statement] = []
    world = b.col(NEED, b.WORLD)
    for schema, columns, is_collection in (
        ("need", signature.key, False),
        ("need_closed", signature.scope, True),
    ):
        needed = distinct_need(schema, signature.name, columns)
        edges = b.select(
            edge_rows(
                b.node_id(signature.name, key_columns(NEED, columns), is_collection),
                b.case(b.is_known(b.col("c", b.WORLD)), b.text("a"), b.text("u")),
                b.node_id(body.source.name, key_columns(NEED, signature.scope), True),
                world,
            ),
            needed,
        )
        edges.join(b.table("closed", signature.name, "c"), b.on_columns("c", NEED, signature.scope), "LEFT")
        found.append(b.insert("lineage", "edge", edges.done()))
        found.append(_collection_of(body.source, needed, signature.scope)[1])
    return found


def _keyed(signature: Signature, body: Keyed) -> list[b.Statement]:
    """A declared key: each true inner row is an alternative, whatever is unknown beside it."""
    inner = body.inner.signature
    found: list[b.Statement] = []
    if signature.scope is not None:
        found += [*absence_edges(signature, inner), *_chosen_collection(signature, inner)]
    return [*found, *row_edges(signature, inner)]


def _chosen_collection(signature: Signature, inner: Signature) -> list[b.Statement]:
    """What is chosen from the rows of ``inner``, at most one a key, rests on their collection; a key that closes
    itself rests on its row alone.
    """
    assert signature.scope is not None
    needed = open_ = distinct_need("need_closed", signature.name, signature.scope)
    edges, needs = _members(signature, needed, only_true=True)
    if signature.closes_itself:
        rest = b.select([b.col(NEED, c) for c in (b.WORLD, *signature.scope)], needed.copy())
        on = [*b.on_columns("r", NEED, signature.scope), b.col("r", b.OK)]
        rest.join(b.table("state", signature.name, "r"), on, "ANTI")
        open_ = b.derived(rest.done(), NEED)
    part, need = _collection_of(inner, open_, signature.scope)
    return [collection_edges(signature, [edges, part]), need, add_need("need", signature.name, needs)]


def _recursion(signature: Signature, body: Recursion) -> list[b.Statement]:
    """One rule application over the finished fixpoint, for all rows of every needed scope at once."""
    assert signature.scope is not None
    scope = signature.scope
    found = absence_edges(signature, signature)
    found.append(_all_rows(signature))
    needed = distinct_need("need_closed", signature.name, scope)
    base_part, base_need = _collection_of(body.base.signature, needed, scope)
    parts: list[exp.Query] = [base_part]
    found.append(base_need)
    for step in body.steps:
        assert isinstance(step.body, Block)
        edges, needs = _members(step.signature, needed)
        opened, opened_needs = domain_parts(step.signature, step.body, needed, with_driver=False)
        parts += [edges, *opened]
        found += [*opened_needs, add_need("need", step.name, needs)]
    found.append(collection_edges(signature, parts))
    for inner in (body.base, *body.steps):
        found += row_edges(signature, inner.signature) + undecided_row_edges(signature, inner)
    for step in body.steps:
        assert isinstance(step.body, Block)
        found += block_edges(step.signature, step.body)
    return found


def _all_rows(signature: Signature) -> b.Statement:
    """Every row of a scope in which something is needed is needed: no recursive need."""
    assert signature.scope is not None
    keys = b.select([b.col("k", c) for c in (b.WORLD, *signature.scope)], b.table("need", signature.name, "k"))
    scopes = b.select([b.col("k", c) for c in (b.WORLD, *signature.scope)], b.table("need_closed", signature.name, "k"))
    needed = b.derived(b.union([keys.done(), scopes.done()]), NEED)
    query = b.select([b.col("r", c) for c in (b.WORLD, *signature.key)], needed)
    query.join(b.table("state", signature.name, "r"), b.on_columns("r", NEED, signature.scope))
    return add_need("need", signature.name, query.done())

"""Lineage of a union at a key that it does not have: why each of its branches is false there, or not decided."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.branch import branch_at_key, closing_scope
from memsql.rules.joins import add_joins
from memsql.rules.lineage_block import (
    TRUTH,
    Alternative,
    alternatives,
    flagged,
    source_bodies,
    source_edges,
    source_keys,
    source_needs,
    undecided_ways,
    why_columns,
)
from memsql.rules.lineage_set import NEED, edge_rows, key_columns
from memsql.rules.relation import Block, Relation, Signature, Union
from memsql.rules.truth import is_unsettled, truth_sql

CLOSED, BY_KEY = "_closed", "_by_key"
ANY = "?"
"""Stands in the id of a leaf for a part of its key that a union hides: any would do."""


def absent_union_edges(signature: Signature, body: Union, absent: exp.Query) -> list[b.Statement]:
    """Edges of the keys of ``absent``: false where every branch is, undecided where one is.

    A branch at a key is a node of its own. It is false by its closed collection or by a conjunct; where it is
    undecided it leads to all that was looked for.
    """
    found: list[b.Statement] = []
    for branch in body.branches:
        found += _branch_edges(signature, branch, absent)
    return [*found, *_head_edges(signature, body, absent)]


def _why(branch: Relation) -> str:
    return f"{branch.name}#at"


def _branch_edges(signature: Signature, branch: Relation, absent: exp.Query) -> list[b.Statement]:
    """The branch at every absent key: table ``why.<branch>#at``, its edges, what it needs, its node."""
    assert isinstance(branch.body, Block)
    given = branch_at_key(branch.body, signature.columns, NEED)
    world = b.col(NEED, b.WORLD)
    refuting = [a for a in alternatives(given) if a.label.startswith("f")]
    keys, why = source_keys(given), _why(branch)
    query = b.select([b.named(world, b.WORLD)], b.derived(absent.copy(), NEED), True)
    query.columns += [b.named(b.col(NEED, c), c) for c in signature.columns]
    query.columns.append(b.named(b.node_id(why, key_columns(NEED, signature.key)), "head"))
    add_joins(query, given, world, NEED)
    truth = truth_sql(given, True)
    scope = closing_scope(signature, branch)
    is_closed: b.Expr = b.FALSE
    if scope is not None:
        query.join(b.table("closed", branch.name, "_b"), b.on_columns("_b", NEED, scope), "LEFT")
        is_closed = b.is_known(b.col("_b", b.WORLD))
    by_key = b.is_truth(truth, False)
    query.columns += [b.named(exp.paren(is_closed), CLOSED), b.named(by_key, BY_KEY)]
    query.columns.append(b.named(b.case(b.either([is_closed, by_key]), b.FALSE), TRUTH))
    is_open: b.Expr = exp.Not(this=exp.paren(is_closed))
    undecided = [Alternative(a.label, b.both([a.holds, is_open]), a.reads) for a in undecided_ways(given)]
    ways = [*refuting, *undecided]
    query.columns += why_columns(keys, ways)
    flags = flagged(ways)
    parts = [source_edges(why, flags, source_bodies(given, keys))]
    needs = source_needs(why, given, keys, flags)
    rows = b.table("why", why, "y")
    is_open = b.is_null(b.col("y", TRUTH))
    hidden = [i for i, s in enumerate(given.sources) if is_unsettled(s)]
    if scope is not None:
        looked_at = b.either([b.col("y", CLOSED), is_open]) if hidden else b.col("y", CLOSED)
        label = b.case(b.col("y", CLOSED), b.text("closed"), b.text("u"))
        collection = b.node_id(branch.name, key_columns("y", scope), True)
        edges = b.select(edge_rows(b.col("y", "head"), label, collection, b.col("y", b.WORLD)), rows.copy())
        parts.append(edges.filter(looked_at).done())
        need = b.select([b.col("y", c) for c in (b.WORLD, *scope)], rows.copy(), True).filter(looked_at)
        needs.append(b.insert("need_closed", branch.name, need.done()))
    elif hidden:
        leaves = [_leaf(given, i) for i in hidden if i == 0]
        for name, leaf, texts in leaves:
            edges = b.select(edge_rows(b.col("y", "head"), b.text("u"), leaf, b.col("y", b.WORLD)), rows.copy())
            parts.append(edges.filter(is_open).done())
            needs.append(_node(rows, leaf, name, "fact", False, b.NULL, texts, is_open))
    node = _node(rows, b.col("y", "head"), signature.name, "derived", True, b.col("y", TRUTH), [], b.TRUE)
    return [
        b.create("why", why, query.done()),
        b.insert("lineage", "edge", b.union_all(parts)),
        *needs,
        node,
    ]


def _leaf(given: Block, index: int) -> tuple[str, b.Expr, list[b.Expr]]:
    """(relation, node, key) of what was looked for with a part of its key hidden."""
    source = given.sources[index]
    shown = {k.column: b.col("y", k.output) for k in given.row_key if k.index == index}
    key: list[b.Expr] = [shown.get(c, b.text(ANY)) for c in source.signature.key]
    return source.signature.name, b.node_id(source.signature.name, key), key


def _node(
    rows: exp.Table,
    node: b.Expr,
    relation: str,
    kind: str,
    is_internal: bool,
    truth: b.Expr,
    key: Sequence[b.Expr],
    where: b.Expr,
) -> b.Statement:
    """Nodes that are no state of a relation."""
    texts = b.call("_text", b.call("to_json", b.call("list_value", *(b.call("_text", e) for e in key))))
    columns = [
        b.col("y", b.WORLD),
        b.named(node, "node"),
        b.named(b.text(relation), "relation"),
        b.named(b.text(kind), "kind"),
        b.named(exp.Boolean(this=is_internal), "is_internal"),
        b.named(texts if key else b.NULL, "key"),
        b.named(truth, "truth"),
    ]
    return b.insert("lineage", "inner_row", b.select(columns, rows.copy(), True).filter(where).done())


def _head_edges(signature: Signature, body: Union, absent: exp.Query) -> list[b.Statement]:
    """From the key of the union to its branches there, or to the collection that does not have it."""
    world = b.col(NEED, b.WORLD)
    head = b.node_id(signature.name, key_columns(NEED, signature.key))
    names = [_why(r) for r in body.branches]
    is_false = b.both([b.is_truth(b.col(n, TRUTH), False) for n in names])

    def joined(columns: Sequence[b.Expr]) -> b.Query:
        query = b.select(columns, b.derived(absent.copy(), NEED), True)
        for name in names:
            query.join(b.table("why", name, name), b.on_columns(name, NEED, signature.key))
        return query

    by_key: list[b.Expr] = [is_false]
    found: list[b.Statement] = []
    if signature.scope is not None:
        on = b.on_columns("_c", NEED, signature.scope)
        closed = b.table("closed", signature.name, "_c")
        collection = b.node_id(signature.name, key_columns(NEED, signature.scope), True)
        edge = edge_rows(head, b.text("absent"), collection, world)
        rows = b.select(edge, b.derived(absent.copy(), NEED), True).join(closed.copy(), on)
        need = b.select([world, *key_columns(NEED, signature.scope)], b.derived(absent.copy(), NEED), True)
        need.join(closed.copy(), on)
        found += [b.insert("lineage", "edge", rows.done()), b.insert("need_closed", signature.name, need.done())]
        # Where the union is closed its collection says it all, but for a branch that is false by the key alone.
        by_key.append(b.either([b.is_null(b.col("_c", b.WORLD)), *(b.col(n, BY_KEY) for n in names)]))
    parts: list[exp.Query] = []
    for name in names:
        node = b.col(name, "head")
        refuted = joined(edge_rows(head, b.text("refuted"), node, world))
        if signature.scope is not None:
            refuted.join(b.table("closed", signature.name, "_c"), b.on_columns("_c", NEED, signature.scope), "LEFT")
        parts.append(refuted.filter(*by_key).done())
        undecided = joined(edge_rows(head, b.text("u"), node, world))
        parts.append(undecided.filter(exp.Not(this=exp.paren(is_false)), b.is_null(b.col(name, TRUTH))).done())
    return [*found, b.insert("lineage", "edge", b.union_all(parts))]

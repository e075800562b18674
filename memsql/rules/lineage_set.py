"""Lineage of collections: why a scope is closed, and why the row keys in it are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.infer import closing_columns, root_of
from memsql.rules.joins import add_joins, key_of
from memsql.rules.relation import All, Block, DomainRoot, Kind, Signature
from memsql.rules.truth import condition_sql, conditions_before, guarded, supports

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
        driver_parts, driver_needs = _driver_parts(signature, block, needed)
        parts += driver_parts
        needs += driver_needs
    for index, _ in block.expands():
        more, more_needs = _expansion_parts(signature, block, needed, index)
        parts += more
        needs += more_needs
    return parts, needs


def _driver_parts(
    signature: Signature, block: Block, needed: exp.Subquery
) -> tuple[list[exp.Query], list[b.Statement]]:
    """The driver's collection, or its one row; where that can be false without a row, what makes the row too."""
    assert signature.scope is not None
    driver = block.sources[0].signature
    scope = key_columns(NEED, signature.scope)
    read: list[tuple[b.Expr, str, str, dict[str, b.Expr]]] = []
    if driver.kind is Kind.ASKED:
        read.append((b.text(GIVEN), "", "", {}))
    elif driver.scope is not None and not block.by_row:
        root = root_of(driver)
        key = dict(zip(root.scope, scope, strict=True))
        read.append((domain_id(root, scope), f"need_{root.schema}", root.name, key))
    else:
        key = dict(zip(driver.key, scope, strict=True))
        read.append((b.node_id(driver.name, scope), "need", driver.name, key))
        if driver.row_root is not None:
            name, columns, own = driver.row_root
            below = {c: key[o] for c, o in zip(columns, own, strict=True)}
            read.append((b.node_id(name, list(below.values())), "need", name, below))
    parts: list[exp.Query] = []
    needs: list[b.Statement] = []
    for body, schema, name, found in read:
        shown = [b.named(b.col(NEED, b.WORLD), b.WORLD), *scope, b.named(body, "body")]
        parts.append(b.select(shown, needed.copy()).done())
        if name:
            renamed = [b.named(e, c) for c, e in found.items()]
            needs.append(b.insert(schema, name, b.select([b.col(NEED, b.WORLD), *renamed], needed.copy()).done()))
    return parts, needs


def _expansion_parts(
    signature: Signature, block: Block, needed: exp.Subquery, index: int
) -> tuple[list[exp.Query], list[b.Statement]]:
    """Bodies and needs of what source ``index`` expands, per row of the sources before it in the needed scopes.

    A row that may hold needs the collection that it expands. For one that is false before, any reason for that
    will do, and so will the collection: it has a node of its own, with these as its alternatives.
    """

    def rows(columns: Sequence[b.Expr], where: Sequence[b.Expr], with_scope: bool = False) -> b.Query:
        return _driver_rows(signature, block, needed, index, columns, where, with_scope)

    conditions = conditions_before(block, index)
    reached = [b.not_false(condition_sql(block, c, False)) for c in conditions]
    failed = b.either([b.is_truth(condition_sql(block, c, False), False) for c in conditions])
    node = b.node_id(f"{signature.name}#row{index}", _row_key(block, index))
    parts: list[exp.Query] = [rows([b.named(node, "body")], [failed], True).done()]
    needs: dict[tuple[str, str], list[exp.Query]] = {}
    edges: list[exp.Query] = []

    def add(alternative: str, reads: Sequence[_Read], where: Sequence[b.Expr], closed: exp.Table | None) -> None:
        """One alternative of the rows that are false before."""
        for read in reads:
            found = [
                rows(edge_rows(node, b.text(alternative), read.body, b.col(NEED, b.WORLD))[1:], where),
                rows(read.columns, [*where, *read.known]),
            ]
            for query in found:
                if closed is not None:
                    query.join(closed.copy(), _on_closed(block, index))
            edges.append(found[0].done())
            if read.name:
                needs.setdefault((read.schema, read.name), []).append(found[1].done())

    opened = _opened_by(block, index)
    for read in opened:
        parts.append(rows([b.named(read.body, "body")], reached, True).done())
        needed_rows = rows(read.columns, [*reached, *read.known]).done()
        needs.setdefault((read.schema, read.name), []).append(needed_rows)
    add("closed", opened, [failed], b.table("closed", block.sources[index].signature.name, "_k"))
    for number, support in enumerate(supports(block, All(tuple(conditions)), False, False)):
        reads = [_row_of(block, i) for i in sorted(support.reads)]
        add(f"f{number}", [r for r in reads if r.name] or [_GIVEN], support.conditions, None)
    edge = b.select(
        [b.col("e", c) for c in (b.WORLD, "head", "alternative", "body")], b.derived(b.union_all(edges), "e")
    )
    edge.filter(b.is_known(b.col("e", "head")), b.is_known(b.col("e", "body")))
    kinds = [b.named(b.text("derived"), "kind"), b.named(b.TRUE, "is_internal"), b.named(b.TRUE, "truth")]
    inner = rows([b.named(node, "node"), b.named(b.text(signature.name), "relation"), *kinds], [failed])
    statements = [b.insert(schema, name, b.union_all(found)) for (schema, name), found in needs.items()]
    return parts, [
        *statements,
        b.insert("lineage", "edge", edge.done()),
        b.insert("lineage", "inner_row", inner.done()),
    ]


@dataclass(frozen=True, slots=True)
class _Read:
    """What a row reads: its node, and the need table with the key columns."""

    body: b.Expr
    schema: str
    name: str
    columns: Sequence[b.Expr]
    known: Sequence[b.Expr]


def _read(schema: str, signature: Signature, names: Sequence[str], key: Sequence[b.Expr]) -> _Read:
    body = b.node_id(signature.name, key, schema == "need_closed")
    columns = [b.named(e, c) for e, c in zip(key, names, strict=True)]
    return _Read(body, schema, signature.name, columns, [b.is_known(e) for e in key])


_GIVEN = _Read(b.text(GIVEN), "", "", [], [])


def _row_of(block: Block, index: int) -> _Read:
    """The row of a source; parameters are no nodes."""
    signature = block.sources[index].signature
    if signature.kind is Kind.ASKED:
        return _GIVEN
    return _read("need", signature, signature.key, key_of(block, index, None))


def _opened_by(block: Block, index: int) -> list[_Read]:
    """The collection that a source expands, and the rows whose values say which one it is."""
    source = block.sources[index]
    assert source.signature.scope is not None
    found = [_read("need_closed", source.signature, source.signature.scope, _scope(block, index))]
    return [*found, *(r for i in sorted(source.needs) if (r := _row_of(block, i)).name)]


def _scope(block: Block, index: int) -> list[b.Expr]:
    """The scope of the collection that a source expands."""
    source = block.sources[index]
    return [guarded(block, source.bindings[c], False) for c in source.signature.scope or ()]


def _on_closed(block: Block, index: int) -> list[b.Expr]:
    """Where the collection that a source expands is closed, as ``_k``."""
    columns = block.sources[index].signature.scope or ()
    on: list[b.Expr] = [b.equal(b.col("_k", b.WORLD), b.col(NEED, b.WORLD))]
    return [*on, *(b.equal(b.col("_k", c), e) for c, e in zip(columns, _scope(block, index), strict=True))]


def _row_key(block: Block, index: int) -> list[b.Expr]:
    """Key of a row of the sources before ``index``."""
    return [b.col(block.sources[k.index].alias, k.column) for k in block.row_key if k.index < index]


def _driver_rows(
    signature: Signature,
    block: Block,
    needed: exp.Subquery,
    upto: int,
    columns: Sequence[b.Expr],
    where: Sequence[b.Expr],
    with_scope: bool,
) -> b.Query:
    """The block's rows up to a source, for the needed scopes: _w, (scope,) columns."""
    assert signature.scope is not None
    driver = block.sources[0]
    world = b.col(NEED, b.WORLD)
    scope = key_columns(NEED, signature.scope) if with_scope else []
    query = b.select([b.named(world, b.WORLD), *scope, *columns], needed.copy(), distinct=True)
    pairs = zip(closing_columns(block), signature.scope, strict=True)
    on = [b.equal(b.col(driver.alias, b.WORLD), world)]
    on += [b.equal(b.col(driver.alias, c), b.col(NEED, o)) for c, o in pairs]
    query.join(b.table("state", driver.signature.name, driver.alias), on)
    add_joins(query, block, world, upto=upto)
    return query.filter(*where)

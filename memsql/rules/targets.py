"""Generated SQL for what queries bring: typed keys, parameter rows, demand, needs and roots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.relation import Asked, Kind, Relation

if TYPE_CHECKING:
    from memsql.rules.program import Program

QUERY = "query"


def target_columns(relation: Relation, is_collection: bool) -> tuple[str, ...]:
    """Columns that a query on the relation binds: its key, or its scope."""
    signature = relation.signature
    return (signature.scope or ()) if is_collection else signature.key


def target(relation: Relation, is_collection: bool, alias: str) -> exp.Subquery:
    """The resolved queries on the relation: query, _w and their typed key, or scope."""
    columns: list[b.Expr] = [b.col("q", QUERY), b.col("q", b.WORLD)]
    for i, name in enumerate(target_columns(relation, is_collection), 1):
        read = b.call("list_extract", b.col("q", "key"), b.number(i))
        columns.append(b.named(b.cast(read, relation.types[name]), name))
    query = b.select(columns, b.table("ground", "resolved_query", "q"))
    flag = b.col("q", "is_collection")
    query.filter(
        b.equal(b.col("q", "relation"), b.text(relation.name)),
        flag if is_collection else exp.Not(this=flag),
        b.col("q", "is_resolved"),
    )
    return b.derived(query.done(), alias)


def asked_rows(program: Program, relation: Relation, queried: Iterable[tuple[str, bool]]) -> b.Statement:
    """``state.asked_x``: the parameters of every query on a relation that reads it, once per world."""
    assert isinstance(relation.body, Asked)
    key = relation.signature.key
    parts: list[exp.Query] = []
    for name, is_collection in sorted(queried):
        if relation.name not in program.reaches(name):
            continue
        reader = program.by_name[name]
        if not set(key) <= set(target_columns(reader, is_collection)):
            continue
        columns = [b.col("t", c) for c in (b.WORLD, *key)]
        parts.append(b.select([*columns, b.named(b.TRUE, b.OK)], target(reader, is_collection, "t")).done())
    if parts:
        return b.create("state", relation.name, b.union(parts) if len(parts) > 1 else _distinct(parts[0]))
    typed = [b.named(b.cast(b.NULL, relation.types[c]), c) for c in key]
    world = b.named(b.cast(b.NULL, "integer"), b.WORLD)
    nothing = b.select([world, *typed, b.named(b.TRUE, b.OK)], b.table("ground", "world", "x"))
    return b.create("state", relation.name, nothing.filter(b.FALSE).done())


def _distinct(query: exp.Query) -> exp.Query:
    found = query.copy()
    found.set("distinct", exp.Distinct())
    return found


def need_tables(relation: Relation) -> list[b.Statement]:
    """Empty ``need.R``, and ``need_closed.R`` and ``need_domain.R`` where the relation can be closed."""
    signature = relation.signature
    wanted: Mapping[str, Sequence[str]] = {"need": signature.key}
    if signature.scope is not None:
        wanted = {**wanted, "need_closed": signature.scope, "need_domain": signature.scope}
    found = []
    for schema, columns in wanted.items():
        query = b.select([b.col("r", c) for c in (b.WORLD, *columns)], b.table("state", relation.name, "r"))
        found.append(b.create(schema, relation.name, query.filter(b.FALSE).done()))
    return found


def seed(relation: Relation, is_collection: bool) -> b.Statement:
    """Needs of the queries on a relation."""
    wanted = [b.col("t", c) for c in (b.WORLD, *target_columns(relation, is_collection))]
    needs = b.select(wanted, target(relation, is_collection, "t"), True).done()
    return b.insert("need_closed" if is_collection else "need", relation.name, needs)


def roots(asked: Iterable[tuple[Relation, bool]]) -> Iterator[b.Statement]:
    """Insert into ``ground.target_root`` the nodes that queries ask for: query, _w, root."""
    parts: list[exp.Query] = []
    for relation, is_collection in asked:
        key = [b.col("t", c) for c in target_columns(relation, is_collection)]
        columns = [b.col("t", QUERY), b.col("t", b.WORLD)]
        root = b.named(b.node_id(relation.name, key, is_collection), "root")
        parts.append(b.select([*columns, root], target(relation, is_collection, "t")).done())
    if parts:
        yield b.insert("ground", "target_root", b.union_all(parts))


def seed_world(relation: Relation, world: int) -> list[b.Statement]:
    """Needs of every row and every closed collection of a relation in one world."""
    signature = relation.signature
    if signature.kind is Kind.ASKED:
        return []
    found = []
    wanted: list[tuple[str, str, Sequence[str]]] = [("need", "state", signature.key)]
    if signature.scope is not None:
        wanted.append(("need_closed", "closed", signature.scope))
    for schema, source, columns in wanted:
        query = b.select([b.col("r", c) for c in (b.WORLD, *columns)], b.table(source, relation.name, "r"), True)
        query.filter(b.equal(b.col("r", b.WORLD), b.number(world)))
        found.append(b.insert(schema, relation.name, query.done()))
    return found

"""Generated SQL for what the nodes of a derivation hold: kind, truth and value of every needed state."""

from __future__ import annotations

from sqlglot import exp

from memsql.model import VALID_FROM
from memsql.rules import build as b
from memsql.rules.joins import looked_up
from memsql.rules.lineage_set import NEED, distinct_need, domain_id, key_columns
from memsql.rules.relation import DomainRoot, Ground, Kind, Relation


def node_states(relation: Relation) -> list[b.Statement]:
    """Insert into ``graph.state``: _w, node, relation, kind, is_collection, is_internal, truth, value, key."""
    signature = relation.signature
    found = [b.insert("graph", "state", _rows(relation))]
    if signature.scope is not None:
        found.append(b.insert("graph", "state", _collections(relation, "closed")))
    if signature.domain_root and signature.domain_root.name == signature.name:
        found.append(b.insert("graph", "state", _collections(relation, "domain")))
    return found


def kind_of(relation: Relation) -> str:
    """fact, completeness or derived."""
    if isinstance(relation.body, Ground):
        return "completeness" if relation.body.declaration.is_completeness else "fact"
    return "derived"


def _columns(relation: Relation, node: b.Expr, is_collection: bool, kind: str) -> list[b.Expr]:
    is_internal = relation.signature.is_internal
    return [
        b.named(b.col(NEED, b.WORLD), b.WORLD),
        b.named(node, "node"),
        b.named(b.text(relation.name), "relation"),
        b.named(b.text(kind), "kind"),
        b.named(exp.Boolean(this=is_collection), "is_collection"),
        b.named(exp.Boolean(this=is_internal), "is_internal"),
    ]


def _texts(alias: str, columns: tuple[str, ...]) -> b.Expr:
    """JSON array of the columns as text."""
    if not columns:
        return b.cast(b.NULL, "varchar")
    return b.call(
        "_text", b.call("to_json", b.call("list_value", *(b.call("_text", b.col(alias, c)) for c in columns)))
    )


def _rows(relation: Relation) -> exp.Select:
    """Needed rows: the truth of an absent key is false where its collection is closed."""
    signature = relation.signature
    ok: b.Expr = b.col("r", b.OK)
    value = b.case(ok, _texts("r", signature.value))
    query = b.select([], distinct_need("need", signature.name, signature.key))
    query.join(looked_up(signature, "r"), b.on_columns("r", NEED, signature.key), "LEFT")
    if signature.scope is not None and signature.kind is not Kind.ASKED:
        schema, name = signature.absence
        query.join(b.table(schema, name, "c"), b.on_columns("c", NEED, signature.scope), "LEFT")
        is_absent = b.both([b.is_null(b.col("r", b.WORLD)), b.is_known(b.col("c", b.WORLD))])
        ok = b.case(is_absent, exp.Boolean(this=signature.is_total), b.col("r", b.OK))
        if signature.is_total:
            zeros = b.call("_text", b.call("to_json", b.call("list_value", *(b.text("0") for _ in signature.value))))
            value = b.case(is_absent, zeros, value)
    node = b.node_id(signature.name, key_columns(NEED, signature.key))
    query.columns = [
        *_columns(relation, node, False, kind_of(relation)),
        b.named(_texts(NEED, signature.key), "key"),
        b.named(ok, "truth"),
        b.named(value, "value"),
    ]
    return query.done()


def _collections(relation: Relation, schema: str) -> exp.Select:
    """Needed collections and domains: true where closed, undecided where open."""
    signature = relation.signature
    assert signature.scope is not None
    query = b.select([], distinct_need(f"need_{schema}", signature.name, signature.scope))
    query.join(b.table(schema, signature.name, "c"), b.on_columns("c", NEED, signature.scope), "LEFT")
    root = DomainRoot(schema, signature.name, signature.scope)
    node = domain_id(root, key_columns(NEED, signature.scope))
    query.columns = [
        *_columns(relation, node, True, "collection"),
        b.named(_texts(NEED, signature.scope), "key"),
        b.named(b.case(b.is_known(b.col("c", b.WORLD)), b.TRUE), "truth"),
        b.named(b.cast(b.NULL, "varchar"), "value"),
    ]
    return query.done()


def node_versions(relation: Relation) -> b.Statement:
    """Insert into ``graph.node_version``: _w, node, event, version, is_current of needed ground keys."""
    signature, body = relation.signature, relation.body
    assert isinstance(body, Ground)
    key = signature.key
    query = b.select([], distinct_need("need", signature.name, key))
    on = [b.equal(b.col("x", b.WORLD), b.col(NEED, b.WORLD))]
    query.join(b.table("ground", "world", "x"), on)
    query.join(b.table("store", body.declaration.name, "f"), [b.equal(b.col("f", c), b.col(NEED, c)) for c in key])
    if body.is_current:
        # Of the row in force and of later ones that were to be in force by the day, not of those that it follows.
        query.join(b.table("state", signature.name, "s"), b.on_columns("s", NEED, key), "LEFT")
        since, day = b.col("f", VALID_FROM), b.col("x", "day")
        query.filter(exp.LTE(this=since, expression=day))
        query.filter(
            b.either([b.is_null(b.col("s", b.SINCE)), exp.GTE(this=since.copy(), expression=b.col("s", b.SINCE))])
        )
    query.join(
        b.table("ground", "version", "v"),
        [
            b.equal(b.col("v", "row_id"), b.col("f", "row_id")),
            b.equal(b.col("v", "scenario"), b.col("x", "scenario")),
            exp.LTE(this=b.col("v", "event"), expression=b.col("x", "known_at")),
        ],
    )
    until = b.col("v", "superseded")
    is_current = b.either([b.is_null(until), exp.GT(this=until, expression=b.col("x", "known_at"))])
    query.columns = [
        b.named(b.col(NEED, b.WORLD), b.WORLD),
        b.named(b.node_id(signature.name, key_columns(NEED, key)), "node"),
        b.named(b.col("v", "event"), "event"),
        b.named(b.col("v", "version"), "version"),
        b.named(exp.Paren(this=is_current), "is_current"),
    ]
    return b.insert("graph", "node_version", query.done())

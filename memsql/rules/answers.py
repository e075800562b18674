"""Generated SQL for answers: label, type and value of every query on a relation (paper section 2.2)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from memsql.model import Label
from memsql.rules import build as b
from memsql.rules.joins import looked_up
from memsql.rules.relation import Relation
from memsql.rules.targets import target

NUMBER = "DECIMAL(38,6)"
VALUES = {
    "value_number": NUMBER,
    "value_boolean": "BOOLEAN",
    "value_entity": "VARCHAR",
    "value_date": "DATE",
    "value_set": "VARCHAR[]",
}
NUMERIC = ("INTEGER", "BIGINT", "HUGEINT", "SMALLINT", "TINYINT", "UBIGINT", "DECIMAL")


def type_of(relation: Relation, column: str) -> str:
    """Answer type of a value column: number, boolean, date or entity."""
    type_ = relation.types[column].upper()
    if type_.startswith(NUMERIC):
        return "number"
    return {"BOOLEAN": "boolean", "DATE": "date"}.get(type_, "entity")


def answer_type(relation: Relation, is_collection: bool) -> str:
    """Answer type of a query on the relation: number, boolean, entity, date, set or tuple."""
    value = relation.signature.value
    if is_collection:
        return "set"
    if not value:
        return "boolean"
    return type_of(relation, value[0]) if len(value) == 1 else "tuple"


def answers(asked: Sequence[tuple[Relation, bool]]) -> list[b.Statement]:
    """Insert into ``ground.answer``: query, _w, label, answer_type and the value columns.

    ``asked``: relations, and whether a whole collection of them is asked.
    """
    keys = [r for r, is_collection in asked if not is_collection]
    collections = [r for r, is_collection in asked if is_collection]
    parts = [make(rs) for make, rs in ((_of_keys, keys), (_of_collections, collections)) if rs]
    return [b.insert("ground", "answer", b.union_all(parts, by_name=True))]


def _labelled(is_unknown: b.Expr, is_zero: b.Expr) -> b.Expr:
    return exp.Case(
        ifs=[
            exp.If(this=is_unknown, true=b.text(Label.UNKNOWN)),
            exp.If(this=is_zero, true=b.text(Label.JUSTIFIED_ZERO)),
        ],
        default=b.text(Label.ANSWERABLE),
    )


def _of_keys(relations: Sequence[Relation]) -> exp.Select:
    """One answer per query that gives a whole key."""
    found = [_of_key(r) for r in relations]
    shown = [c for c in VALUES if any(c in value for _, value in found)]
    label = _labelled(b.is_null(b.col("u", "ok")), b.col("u", "is_zero"))
    columns = [*(b.col("u", c) for c in ("query", b.WORLD)), b.named(label, "label"), b.col("u", "answer_type")]
    rows = b.union_all([query for query, _ in found], by_name=True)
    return b.select([*columns, *(b.col("u", c) for c in shown)], b.derived(rows, "u")).done()


def _of_key(relation: Relation) -> tuple[exp.Select, dict[str, b.Expr]]:
    """Truth, type and value of the queries on the keys of one relation; and the value columns."""
    signature = relation.signature
    ok: b.Expr = b.col("m", b.OK)
    is_absent = b.is_null(b.col("m", b.WORLD))
    if signature.scope is not None:
        closed = b.both([is_absent, b.is_known(b.col("k", b.WORLD))])
        absent = b.TRUE if signature.is_total else b.FALSE
        ok = exp.Case(ifs=[exp.If(this=closed, true=absent.copy())], default=ok)
    type_ = answer_type(relation, False)
    value, is_zero = _value(relation, type_, ok, is_absent)
    columns: list[b.Expr] = [b.col("t", "query"), b.col("t", b.WORLD), b.named(ok, "ok"), b.named(is_zero, "is_zero")]
    columns.append(b.named(b.text(type_), "answer_type"))
    columns += [b.named(b.cast(read, VALUES[column]), column) for column, read in value.items()]
    query = b.select(columns, target(relation, False, "t"))
    query.join(looked_up(signature, "m"), b.on_columns("m", "t", signature.key), "LEFT")
    if signature.scope is not None:
        schema, name = signature.absence
        query.join(b.table(schema, name, "k"), b.on_columns("k", "t", signature.scope), "LEFT")
    return query.done(), value


def _value(relation: Relation, type_: str, ok: b.Expr, is_absent: b.Expr) -> tuple[dict[str, b.Expr], b.Expr]:
    """The value columns, and when the answer is a justified zero."""
    signature = relation.signature
    if type_ == "boolean" and not signature.value:
        return {"value_boolean": exp.paren(ok)}, b.FALSE
    is_none = b.is_truth(ok, False)
    if type_ == "tuple":
        texts: list[b.Expr] = [b.call("_text", b.col("m", c)) for c in signature.value]
        if signature.is_total:
            texts = [b.call("coalesce", t, b.text("0")) for t in texts]
        return {"value_set": b.case(ok, b.call("list_value", *texts))}, is_none
    read: b.Expr = b.col("m", signature.value[0])
    if signature.is_total:
        read = b.case(is_absent, b.number(0), read)
    found: dict[str, b.Expr] = {f"value_{type_}": b.case(ok, read)}
    if type_ != "number":
        return found, is_none
    return found, b.either([is_none, b.equal(read, b.number(0))])


def _of_collections(relations: Sequence[Relation]) -> exp.Select:
    """One answer per query that asks for all members of a scope."""
    world = [b.col("u", "query"), b.col("u", b.WORLD)]
    is_closed = b.call("bool_and", b.col("u", "is_closed"))
    is_member = b.col("u", "is_member")
    members = exp.Filter(this=b.call("list", b.col("u", "member")), expression=exp.Where(this=is_member))
    empty = b.cast(b.call("list_value"), "varchar[]")
    shown = b.call("list_sort", b.call("coalesce", members, empty))
    label = _labelled(exp.Not(this=is_closed), b.equal(b.call("count_if", is_member), b.number(0)))
    value = b.named(b.case(is_closed, shown), "value_set")
    columns = [*world, b.named(label, "label"), b.named(b.text("set"), "answer_type"), value]
    return b.select(columns, b.derived(b.union_all([_of_collection(r) for r in relations]), "u")).by(*world).done()


def _of_collection(relation: Relation) -> exp.Select:
    """The members of the collections of one relation that queries ask for; one row without a member where none is."""
    signature = relation.signature
    scope = signature.scope or ()
    free = [c for c in signature.key if c not in scope]
    columns = [
        b.col("t", "query"),
        b.col("t", b.WORLD),
        b.named(b.is_known(b.col("k", b.WORLD)), "is_closed"),
        b.named(b.is_known(b.col("m", b.WORLD)), "is_member"),
        b.named(_member(free or signature.value), "member"),
    ]
    query = b.select(columns, target(relation, True, "t"))
    query.join(b.table("closed", relation.name, "k"), b.on_columns("k", "t", scope), "LEFT")
    on = [*b.on_columns("m", "t", scope), b.col("m", b.OK)]
    return query.join(b.table("state", relation.name, "m"), on, "LEFT").done()


def _member(columns: Sequence[str]) -> b.Expr:
    """Text of a member: the one free key column (or value, where the scope is the key), or a JSON array of them."""
    texts = [b.call("_text", b.col("m", c)) for c in columns]
    if len(texts) == 1:
        return texts[0]
    if not texts:
        return b.text("true")
    return b.call("_text", b.call("to_json", b.call("list_value", *texts)))

"""Lift declared relations: rows of the versions chosen in each world, and closed collections."""

from __future__ import annotations

from sqlglot import exp

from memsql.model import VALID_FROM
from memsql.rules import build as b
from memsql.rules.relation import Ground, Relation, Signature


def lift_ground(relation: Relation, is_pinned: bool, with_events: bool, at_cutoffs: bool) -> list[b.Statement]:
    """Statements that make ``state.R`` (and ``asserted.R``, ``closed.R``) of a declared relation.

    ``is_pinned``: some world is resolved, so a completeness counts only in worlds that hold every slot of the
    collection in their base world; at face value, dropping a member with its evidence would keep "complete".
    ``with_events``: also write which event supports which row. ``at_cutoffs``: all worlds are cutoffs.
    """
    body = relation.body
    assert isinstance(body, Ground)
    signature = relation.signature
    is_interval = at_cutoffs and not body.is_first and not body.declaration.has_valid_time
    make = _of_intervals if is_interval else _of_chosen
    found = []
    if with_events:
        found.append(b.create("asserted", signature.name, make(signature, body, True)))
    found.append(b.create("state", signature.name, make(signature, body, False)))
    if signature.scope is not None:
        found.append(b.create("closed", signature.name, _closed(relation, is_pinned)))
    return found


def _of_intervals(signature: Signature, body: Ground, with_events: bool) -> exp.Select:
    """Rows of cutoffs, or their events: a cutoff sees a version from its first event until it is superseded."""
    columns: list[b.Expr] = [b.col("c", b.WORLD)]
    columns += [b.col("f", c) for c in (signature.key if with_events else signature.columns)]
    columns.append(b.named(b.col("f", "_event"), b.EVENT) if with_events else b.col("f", b.OK))
    query = b.select(columns, b.table("ground", "world", "c"))
    until, known_at = b.col("f", "_superseded"), b.col("c", "known_at")
    query.join(
        b.table("store", body.declaration.name, "f"),
        [
            b.equal(b.col("f", "_scenario"), b.col("c", "scenario")),
            exp.LTE(this=b.col("f", "_event"), expression=known_at),
            exp.paren(b.either([b.is_null(until), exp.GT(this=until, expression=known_at.copy())]), copy=False),
        ],
    )
    return query.done() if with_events else query.filter(b.col("f", "_begins")).done()


def _of_chosen(signature: Signature, body: Ground, with_events: bool) -> exp.Select:
    """Rows of the versions chosen in each world, or their events."""
    columns: list[b.Expr] = [b.col("c", b.WORLD)]
    columns += [b.col("f", c) for c in (signature.key if with_events else signature.columns)]
    if with_events:
        columns.append(b.named(b.col("c", "event"), b.EVENT))
    else:
        columns.append(b.col("f", b.OK))
        if signature.has_until:
            columns.append(b.named(b.col("c", "until"), b.UNTIL))
        if body.is_current:
            columns.append(b.named(b.col("f", VALID_FROM), b.SINCE))
    chosen = "chosen_first" if body.is_first else "chosen"
    query = b.select(columns, b.table("ground", chosen, "c"), distinct=not with_events)
    on = [b.equal(b.col("f", "row_id"), b.col("c", "row_id"))]
    return _in_force(query.join(b.table("store", body.declaration.name, "f"), on), body).done()


def _in_force(query: b.Query, body: Ground) -> b.Query:
    """Only the row in force on the day of the world, for the view that keeps it: valid_from <= day < until."""
    if not body.is_current:
        return query
    day, until = b.col("x", "day"), b.col("c", "until")
    query.join(b.table("ground", "world", "x"), [b.equal(b.col("x", b.WORLD), b.col("c", b.WORLD))])
    return query.filter(
        b.col("f", b.OK),
        exp.LTE(this=b.col("f", VALID_FROM), expression=day),
        exp.paren(b.either([b.is_null(until), exp.LT(this=day.copy(), expression=until)])),
    )


def _closed(relation: Relation, is_pinned: bool) -> exp.Query:
    """Scopes whose completeness holds, and the keys of functions that have a value or are cancelled."""
    signature, body = relation.signature, relation.body
    assert isinstance(body, Ground) and signature.scope is not None
    if body.is_current:
        rows = b.table("closed", body.declaration.name, "c")
        declared = b.select([b.col("c", s) for s in (b.WORLD, *signature.scope)], rows)
    else:
        declared = _declared(signature, body, is_pinned)
    if not signature.closes_itself:
        return declared.done()
    own_rows = b.select([b.col("r", c) for c in (b.WORLD, *signature.scope)], b.table("state", signature.name, "r"))
    return b.union([own_rows.filter(b.is_known(b.col("r", b.OK))).done(), declared.done()])


def _declared(signature: Signature, body: Ground, is_pinned: bool) -> b.Query:
    """Scopes whose completeness holds."""
    assert body.completeness is not None and signature.scope is not None
    scope = signature.scope
    declared = b.select(
        [b.col("c", b.WORLD), *(b.col("c", s) for s in scope)], b.table("state", body.completeness, "c")
    ).filter(b.col("c", b.OK))
    if is_pinned:
        world = b.table("ground", "world", "x")
        declared.join(world, [b.equal(b.col("x", b.WORLD), b.col("c", b.WORLD))])
        for alias, of in (("m", b.col("c", b.WORLD)), ("o", b.col("x", "base"))):
            on = [b.equal(b.col(alias, b.WORLD), of)]
            on += [b.equal(b.col(alias, s), b.col("c", s)) for s in scope]
            declared.join(b.derived(_slots(signature.name, scope), alias), on, "LEFT")
        zero = b.number(0)
        own, base = (b.call("coalesce", b.col(a, "slots"), zero) for a in ("m", "o"))
        declared.filter(exp.GTE(this=own, expression=base))
    return declared


def _slots(name: str, scope: tuple[str, ...]) -> exp.Select:
    """Number of slots per world and scope, members and non-members."""
    columns = [b.col("r", c) for c in (b.WORLD, *scope)]
    count = b.named(exp.Count(this=exp.Star()), "slots")
    return b.select([*columns, count], b.table("state", name, "r")).by(*columns).done()

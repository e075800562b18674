"""Lift a rule to all worlds at once: rows with their truth, and the scopes in which absence is known.

Per relation R: ``state.R`` (_w, columns, _ok), and where R can be closed ``closed.R`` (_w, scope), the scopes
in which every row is decided and an absent key is false. A join rule also has ``domain.R`` (_w, scope): the
scopes in which its row keys are known, whatever the rows say.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.infer import closing_columns
from memsql.rules.joins import Override, add_joins
from memsql.rules.relation import Aggregate, All, Block, Keyed, Kind, Member, Recursion, Relation, Signature, Union
from memsql.rules.truth import condition_sql, conditions_before, guarded, truth_sql

REC = "_rec"


def lift(relation: Relation, is_bound: bool = False) -> list[b.Statement]:
    """Statements that make the tables of a rule, without those of its internal relations.

    ``is_bound``: derive of a recursion the scopes in ``wanted.R`` alone.
    """
    match relation.body:
        case Block() as block:
            return lift_block(relation.signature, block)
        case Union() as body:
            return _union(relation.signature, body)
        case Aggregate() as body:
            return _aggregate(relation, body)
        case Keyed() as body:
            return _keyed(relation.signature, body)
        case Recursion() as body:
            return _recursion(relation.signature, body, is_bound)
        case _:
            return []


def scope_columns(alias: str, scope: Sequence[str]) -> list[b.Expr]:
    """The world and the scope columns of an alias."""
    return [b.col(alias, c) for c in (b.WORLD, *scope)]


def without_unknown(signature: Signature, closed: exp.Query, rows: Sequence[str]) -> exp.Select:
    """The scopes of ``closed`` in which no row of the ``state`` tables ``rows`` is undecided."""
    scope = signature.scope or ()
    query = b.select(scope_columns("s", scope), b.derived(closed, "s"))
    for name in rows:
        unknown = b.select(scope_columns("u", scope), b.table("state", name, "u"))
        unknown.filter(b.is_null(b.col("u", b.OK)))
        query.join(b.derived(unknown.done(), f"_{name}"), b.on_columns(f"_{name}", "s", scope), "ANTI")
    return query.done()


# ---- joins


def lift_block(signature: Signature, block: Block, driver_closed: tuple[str, str] | None = None) -> list[b.Statement]:
    """A join rule. ``driver_closed``: the closed scopes of the driver, where they are not its own."""
    driver = block.sources[0]
    world = b.col(driver.alias, b.WORLD)
    query = b.select(
        [b.named(world, b.WORLD), *_outputs(block.outputs), b.named(truth_sql(block, False), b.OK)],
        b.table("state", driver.signature.name, driver.alias),
    )
    add_joins(query, block, world)
    # A part of a rule that shows another relation as it is needs no rows of its own.
    make = b.view if signature.is_internal and is_projection(block) else b.create
    found = [make("state", signature.name, _valued(signature, query.done()))]
    if signature.scope is not None:
        found.append(make("domain", signature.name, domain(signature, block, driver_closed)))
        closed = b.select(scope_columns("d", signature.scope), b.table("domain", signature.name, "d")).done()
        if make is b.view and driver.signature.kind is Kind.GROUND:
            found.append(make("closed", signature.name, closed))  # No row of a closed declared collection is unknown.
        else:
            found.append(b.create("closed", signature.name, without_unknown(signature, closed, [signature.name])))
    return found


def is_projection(block: Block) -> bool:
    """Whether the block is columns of one relation, without a condition."""
    is_bare = block.condition in (Member(0), All((Member(0),)))
    return len(block.sources) == 1 and is_bare and all(isinstance(e, exp.Column) for e in block.outputs.values())


def _outputs(outputs: dict[str, exp.Expr]) -> list[b.Expr]:
    return [b.named(e, o) for o, e in outputs.items()]


def _valued(signature: Signature, rows: exp.Select) -> exp.Select:
    """Rows in which a value stands only where the row is true: nothing may be read off an undecided row."""
    if not signature.value:
        return rows
    columns: list[b.Expr] = [b.col("r", b.WORLD)]
    for column in signature.columns:
        read = b.col("r", column)
        if column in signature.value:
            columns.append(b.named(b.case(b.col("r", b.OK), read), column))
        else:
            columns.append(read)
    return b.select([*columns, b.col("r", b.OK)], b.derived(rows, "r")).done()


def domain(signature: Signature, block: Block, driver_closed: tuple[str, str] | None = None) -> exp.Query:
    """The scopes in which the row keys of a block are known.

    The driver is closed, and so is everything that a row which may hold expands.
    """
    assert signature.scope is not None
    driver = block.sources[0]
    columns = closing_columns(block)
    renamed = [b.named(b.col("d", c), o) for c, o in zip(columns, signature.scope, strict=True)]
    if driver.signature.scope is not None and driver.signature.kind is not Kind.ASKED and not block.by_row:
        schema, name = driver_closed or driver.signature.absence
        found: exp.Query = b.select([b.col("d", b.WORLD), *renamed], b.table(schema, name, "d")).done()
    else:
        rows = b.select([b.col("d", b.WORLD), *renamed], b.table("state", driver.signature.name, "d"), True)
        found = rows.filter(b.is_known(b.col("d", b.OK))).done()
    for index, _ in block.expands():
        opened = _opened(signature, block, index)
        query = b.select(scope_columns("s", signature.scope), b.derived(found, "s"))
        query.join(b.derived(opened, "o"), b.on_columns("o", "s", signature.scope), "ANTI")
        found = query.done()
    return found


def _opened(signature: Signature, block: Block, index: int) -> exp.Select:
    """Scopes with a row that may hold and expands, at source ``index``, a collection that is not closed."""
    assert signature.scope is not None
    driver, source = block.sources[0], block.sources[index]
    world = b.col(driver.alias, b.WORLD)
    columns = zip(closing_columns(block), signature.scope, strict=True)
    query = b.select(
        [b.named(world, b.WORLD), *(b.named(b.col(driver.alias, c), o) for c, o in columns)],
        b.table("state", driver.signature.name, driver.alias),
    )
    add_joins(query, block, world, upto=index)
    scope = source.signature.scope or ()
    on = [b.equal(b.col("_k", b.WORLD), world)]
    on += [b.equal(b.col("_k", c), guarded(block, source.bindings[c], False)) for c in scope]
    query.join(b.table("closed", source.signature.name, "_k"), on, "LEFT")
    query.filter(b.is_null(b.col("_k", b.WORLD)))
    for condition in conditions_before(block, index):
        query.filter(b.not_false(condition_sql(block, condition, False)))
    return query.done()


# ---- folds


def _union(signature: Signature, body: Union) -> list[b.Statement]:
    """Keys with a true row in some branch; closed where every branch is."""
    columns = [b.WORLD, *signature.columns]
    branches = []
    for branch in body.branches:
        rows = b.select([b.col("r", c) for c in columns], b.table("state", branch.name, "r"))
        branches.append(rows.filter(b.col("r", b.OK)).done())
    rows = b.select(
        [*(b.col("u", c) for c in columns), b.named(b.TRUE, b.OK)],
        b.derived(b.union_all(branches), "u"),
        distinct=True,
    )
    found = [b.create("state", signature.name, rows.done())]
    if signature.scope is not None:
        first, *others = [br.name for br in body.branches]
        query = b.select(scope_columns("s", signature.scope), b.table("closed", first, "s"))
        for name in others:
            query.join(b.table("closed", name, f"_{name}"), b.on_columns(f"_{name}", "s", signature.scope), "SEMI")
        found.append(b.create("closed", signature.name, query.done()))
    return found


def _aggregate(relation: Relation, body: Aggregate) -> list[b.Statement]:
    """One row per non-empty group of a closed scope; an absent group of a closed scope is zero or absent."""
    signature = relation.signature
    source, scope = body.source, body.source.scope
    assert scope is not None and signature.scope is not None
    columns: list[b.Expr] = [b.col("r", b.WORLD)]
    columns += [b.named(b.col("r", c), o) for o, c in body.group.items()]
    for output, expression in body.values.items():
        type_ = relation.types.get(output, "").replace("HUGEINT", "BIGINT")
        kept: b.Expr = b.cast(expression.copy(), type_) if type_ else expression
        # A group that having leaves out has no value: a left join would read it.
        columns.append(b.named(kept if body.having is None else b.case(body.having, kept), output))
    columns.append(b.named(exp.paren(body.having.copy()) if body.having is not None else b.TRUE, b.OK))
    query = b.select(columns, b.table("state", source.name, "r"))
    query.join(b.table("closed", source.name, "s"), b.on_columns("s", "r", scope), "SEMI")
    query.filter(b.col("r", b.OK)).by(b.col("r", b.WORLD), *(b.col("r", c) for c in body.group.values()))
    outputs = {c: o for o, c in body.group.items()}
    closed = b.select(
        [b.col("s", b.WORLD), *(b.named(b.col("s", c), outputs[c]) for c in scope)],
        b.table("closed", source.name, "s"),
    )
    return [
        b.create("state", signature.name, query.done()),
        b.create("closed", signature.name, closed.done()),
    ]


def _keyed(signature: Signature, body: Keyed) -> list[b.Statement]:
    """The value that all true inner rows agree on; where two differ the row is not determined."""
    inner = body.inner.signature
    key = [b.col("r", c) for c in (b.WORLD, *signature.key)]
    columns: list[b.Expr] = list(key)
    agreed: b.Expr = b.TRUE
    if signature.value:
        row = b.call("row", *(b.col("r", c) for c in signature.value))
        agreed = b.equal(exp.Min(this=row), exp.Max(this=row.copy()))
        columns += [b.named(b.case(agreed, exp.Min(this=b.col("r", c))), c) for c in signature.value]
    columns.append(b.named(b.case(agreed, b.TRUE), b.OK))
    rows = b.select(columns, b.table("state", inner.name, "r")).filter(b.col("r", b.OK)).by(*key)
    found = [b.create("state", signature.name, rows.done())]
    if signature.scope is None:
        return found
    closed = b.select(scope_columns("s", signature.scope), b.table("closed", inner.name, "s")).done()
    query: exp.Query = without_unknown(signature, closed, [signature.name])
    if signature.closes_itself:
        own = b.select(scope_columns("r", signature.scope), b.table("state", signature.name, "r"))
        query = b.union([own.filter(b.col("r", b.OK)).done(), query])
    return [*found, b.create("closed", signature.name, query)]


def _recursion(signature: Signature, body: Recursion, is_bound: bool) -> list[b.Statement]:
    """A fixpoint of true and undecided rows together; then each step once over the finished fixpoint."""
    columns = list(signature.columns)
    start = b.select([b.col("r", c) for c in (b.WORLD, *columns, b.OK)], b.table("state", body.base.name, "r")).filter(
        b.not_false(b.col("r", b.OK))
    )
    if is_bound:
        _only_wanted(start, signature, "r")
    steps = [_step(signature, step) for step in body.steps]
    # DuckDB takes several steps only as one parenthesised member of the union.
    repeated = exp.Subquery(this=b.union_all(steps)) if len(steps) > 1 else steps[0]
    recursive = exp.CTE(
        this=exp.Union(this=start.done(), expression=repeated, distinct=True),
        alias=exp.TableAlias(this=b.name(REC), columns=[b.name(c) for c in (b.WORLD, *columns, b.OK)]),
    )
    some = exp.Anonymous(this="bool_or", expressions=[b.col("r", b.OK)])
    rows = b.select(
        [*(b.col("r", c) for c in (b.WORLD, *columns)), b.named(b.case(some, b.TRUE), b.OK)], b.cte(REC, "r")
    ).by(*(b.col("r", c) for c in (b.WORLD, *columns)))
    query = rows.done()
    query.set("with_", exp.With(expressions=[recursive], recursive=True))
    found = [b.create("state", signature.name, query)]
    for step in body.steps:
        assert isinstance(step.body, Block)
        found += lift_block(step.signature, step.body, driver_closed=("closed", body.base.name))
    closed = _closed_fixpoint(signature, body, is_bound)
    return [*found, b.create("closed", signature.name, closed)]


def _step(signature: Signature, step: Relation) -> exp.Select:
    """One application of a step to the working table."""
    block = step.body
    assert isinstance(block, Block)
    driver = block.sources[0]
    world = b.col(driver.alias, b.WORLD)
    truth = truth_sql(block, False)
    query = b.select(
        [
            b.named(world, b.WORLD),
            *(b.named(block.outputs[c], c) for c in signature.columns),
            b.named(truth, b.OK),
        ],
        b.cte(REC, driver.alias),
    )
    add_joins(query, block, world, override=Override(signature.name, REC))
    query.filter(b.not_false(truth), *(b.is_known(block.outputs[c]) for c in signature.columns))
    return query.done()


def _only_wanted(query: b.Query, signature: Signature, alias: str) -> None:
    """Keep the scopes that some query can read."""
    on = b.on_columns("_d", alias, signature.scope or ())
    query.join(b.table("wanted", signature.name, "_d"), on, "SEMI")


def _closed_fixpoint(signature: Signature, body: Recursion, is_bound: bool) -> exp.Query:
    """Scopes in which base and steps are closed and no row is undecided."""
    assert signature.scope is not None
    query = b.select(scope_columns("s", signature.scope), b.table("closed", body.base.name, "s"))
    if is_bound:
        _only_wanted(query, signature, "s")
    for step in body.steps:
        alias = f"_{step.name}"
        query.join(b.table("closed", step.name, alias), b.on_columns(alias, "s", signature.scope), "SEMI")
    return without_unknown(signature, query.done(), [signature.name])

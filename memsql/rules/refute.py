"""Keys of join rules and unions that no row has and that are false all the same.

A join rule can be false at a key by a conjunct that does not depend on its driver, whether the driver's row is
there or not. The rows that the rule enumerates do not show that. So a key that somebody looks up, a query or a
row of another rule, and that has no row is evaluated from the key alone. It is kept apart from the rows: what a
collection holds must not depend on what was asked. A union is false at such a key where each of its branches is,
by its own collection or from the key alone.

Per such rule R: ``demand.R`` (_w, key), keys that are looked up and have no row; ``refuted.R`` (_w, key, _ok),
their truth, which is false or null (and one such table for each branch of a union); ``lookup.R``, the rows and
the false keys, is what look-ups read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.branch import branch_at_key, closing_scope
from memsql.rules.joins import add_joins, given_key, key_of
from memsql.rules.lift import is_projection
from memsql.rules.relation import Block, Kind, Relation, Signature, Source, Union, Use
from memsql.rules.targets import target
from memsql.rules.truth import LOOKED_UP, truth_sql

HEAD = "_n"


def lookup_tables(relation: Relation, is_queried: bool) -> list[b.Statement]:
    """``demand.R``, first, with the keys that queries ask for; an empty ``refuted.R``, and the view ``lookup.R``."""
    signature = relation.signature
    key = [b.col("r", c) for c in (b.WORLD, *signature.key)]
    if is_queried:
        wanted = b.select([b.col("t", c) for c in (b.WORLD, *signature.key)], target(relation, False, "t"))
        keys = _without_row(relation, wanted).done()
    else:
        keys = b.select(key, b.table("state", signature.name, "r")).filter(b.FALSE).done()
    false = b.select([*key, b.named(b.FALSE, b.OK)], b.table("state", signature.name, "r")).filter(b.FALSE).done()
    rows = b.select([b.col("r", c) for c in (b.WORLD, *signature.columns, b.OK)], b.table("state", signature.name, "r"))
    refuted = b.select([*key, b.col("r", b.OK)], b.table("refuted", signature.name, "r"))
    refuted.filter(b.is_truth(b.col("r", b.OK), False))
    both = b.union_all([rows.done(), refuted.done()], by_name=True)
    return [
        b.create("demand", signature.name, keys),
        *(b.create("refuted", name, false) for name in (signature.name, *_branch_names(relation))),
        b.view("lookup", signature.name, both),
    ]


def _branch_names(relation: Relation) -> list[str]:
    return [r.name for r in relation.body.branches] if isinstance(relation.body, Union) else []


def refutable(block: Block, uses: Sequence[Use] = tuple(Use)) -> list[tuple[int, Source]]:
    """The sources, of these uses, that can be false without a row."""
    return [(i, s) for i, s in enumerate(block.sources) if s.use in uses and s.signature.is_refutable]


def row_keys(block: Block, relations: Mapping[str, Relation]) -> Iterator[b.Statement]:
    """Demand the keys that the rows of a block look up, source by source; ``relations`` by name."""
    driver = block.sources[0]
    for index, _ in refutable(block, LOOKED_UP):
        query = b.select([], b.table("state", driver.signature.name, driver.alias))
        yield _looked_up(query, block, index, b.col(driver.alias, b.WORLD), None, relations)


def at_demanded_key(relation: Relation) -> list[Block]:
    """The block of a join rule, or of each branch of a union, with its row key read from a demanded key."""
    match relation.body:
        case Block() as block:
            return [given_key(block, HEAD)]
        case Union(branches):
            blocks = [r.body for r in branches if isinstance(r.body, Block)]
            return [branch_at_key(block, relation.signature.columns, HEAD) for block in blocks]
        case _:
            return []


def head_keys(signature: Signature, given: Block, relations: Mapping[str, Relation]) -> Iterator[b.Statement]:
    """Demand the keys that demanded keys of a rule look up in turn: of its driver and expansions too."""
    for index, _ in refutable(given):
        query = b.select([], b.derived(_waiting(signature).done(), HEAD))
        yield _looked_up(query, given, index, b.col(HEAD, b.WORLD), HEAD, relations)


def refuted(relation: Relation) -> list[b.Statement]:
    """Evaluate the demanded keys that have not been evaluated."""
    signature, body = relation.signature, relation.body
    given = at_demanded_key(relation)
    if not isinstance(body, Union):
        query, truth = _at_waiting(signature, given[0])
        query.columns.append(b.named(truth, b.OK))
        return [b.insert("refuted", signature.name, query.done())]
    found = []
    for branch, block in zip(body.branches, given, strict=True):
        query, truth = _at_waiting(signature, block)
        scope = closing_scope(signature, branch)
        if scope is not None:
            query.join(b.table("closed", branch.name, "_b"), b.on_columns("_b", HEAD, scope), "LEFT")
            truth = b.case(b.is_known(b.col("_b", b.WORLD)), b.FALSE, truth)
        query.columns.append(b.named(truth, b.OK))
        found.append(b.insert("refuted", branch.name, query.done()))
    names = _branch_names(relation)
    key = [b.col(HEAD, c) for c in (b.WORLD, *signature.key)]
    query = b.select(key, b.derived(_waiting(signature).done(), HEAD), True)
    for name in names:
        query.join(b.table("refuted", name, name), b.on_columns(name, HEAD, signature.key))
    is_false = b.both([b.is_truth(b.col(name, b.OK), False) for name in names])
    query.columns.append(b.named(b.case(is_false, b.FALSE), b.OK))
    return [*found, b.insert("refuted", signature.name, query.done())]


def _at_waiting(signature: Signature, given: Block) -> tuple[b.Query, b.Expr]:
    """A block at the demanded keys that have not been evaluated, and its truth there."""
    world = b.col(HEAD, b.WORLD)
    columns = [b.named(world, b.WORLD), *(b.named(b.col(HEAD, c), c) for c in signature.key)]
    query = b.select(columns, b.derived(_waiting(signature).done(), HEAD), True)
    return add_joins(query, given, world, HEAD), truth_sql(given, True)


def _waiting(signature: Signature) -> b.Query:
    """Demanded keys that have not been evaluated."""
    query = b.select([b.col("d", c) for c in (b.WORLD, *signature.key)], b.table("demand", signature.name, "d"))
    return query.join(b.table("refuted", signature.name, "f"), b.on_columns("f", "d", signature.key), "ANTI")


def _looked_up(
    query: b.Query, block: Block, index: int, world: b.Expr, head: str | None, relations: Mapping[str, Relation]
) -> b.Statement:
    """Demand the keys of source ``index``; ``query`` stands on the driver, or on ``head``."""
    source: Source = block.sources[index]
    key: Sequence[b.Expr] = key_of(block, index, head)
    query.columns = [b.named(world, b.WORLD)]
    query.columns += [b.named(e, c) for e, c in zip(key, source.signature.key, strict=True)]
    add_joins(query, block, world, head, upto=index)
    return _demand(relations[source.signature.name], query.filter(*(b.is_known(e) for e in key)))


def _demand(relation: Relation, wanted: b.Query) -> b.Statement:
    """Add keys to ``demand.R``: those without a row that are not there yet."""
    signature = relation.signature
    query = _without_row(relation, wanted)
    query.join(b.table("demand", signature.name, "d"), b.on_columns("d", "k", signature.key), "ANTI")
    return b.insert("demand", signature.name, query.done())


def _without_row(relation: Relation, wanted: b.Query) -> b.Query:
    """Those of the wanted keys that have no row and may be false: in a closed scope an absent key is, as it stands."""
    signature = relation.signature
    query = b.select([b.col("k", c) for c in (b.WORLD, *signature.key)], b.derived(wanted.done(), "k"), True)
    body, scope = relation.body, signature.scope
    if scope is not None and isinstance(body, Union) and all(_is_declared(signature, r) for r in body.branches):
        taken_back = b.union_all([_false_rows(signature, r) for r in body.branches])
        query.join(b.derived(taken_back, "f"), b.on_columns("f", "k", signature.key), "SEMI")
    query.join(b.table("state", signature.name, "r"), b.on_columns("r", "k", signature.key), "ANTI")
    if scope is not None:
        query.join(b.table(*signature.absence, "c"), b.on_columns("c", "k", scope), "ANTI")
    return query


def _is_declared(signature: Signature, branch: Relation) -> bool:
    """Whether the branch shows rows of a declared relation whole: only one that was taken back is false by its key."""
    block = branch.body
    if not isinstance(block, Block) or not is_projection(block):
        return False
    shown = {part.output for part in block.row_key}
    return block.sources[0].signature.kind is Kind.GROUND and set(signature.columns) <= shown


def _false_rows(signature: Signature, branch: Relation) -> exp.Select:
    """Keys of the union that stand in the branch as rows that do not hold."""
    rows = b.select([b.col("r", c) for c in (b.WORLD, *signature.key)], b.table("state", branch.name, "r"))
    return rows.filter(b.is_truth(b.col("r", b.OK), False)).done()

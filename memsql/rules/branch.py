"""A branch of a union at one key of the union, read from the key alone.

The columns of the branch's row key that the union shows are given; those that it hides are null, that is, not
known: a branch that is false all the same has no row at this key, whatever stands there. A column that the
branch computes must be what the key says: a constant of another branch makes it false alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.joins import moved_block
from memsql.rules.relation import All, Atom, Block, Relation, Signature, Source
from memsql.rules.truth import is_unsettled, supports


def branch_at_key(block: Block, columns: Sequence[str], head: str) -> Block:
    """The block of a branch with its row key read from the union's ``columns`` of alias ``head``."""
    place: dict[tuple[int, str], b.Expr] = {}
    for part in block.row_key:
        shown = part.output in columns
        place[part.index, part.column] = b.col(head, part.output) if shown else b.NULL.copy()
    by_alias = {(block.sources[i].alias, c): e for (i, c), e in place.items()}
    moved = moved_block(block, by_alias)
    sources = tuple(
        replace(s, bindings={**s.bindings, **{c: e.copy() for (i, c), e in place.items() if i == index}})
        for index, s in enumerate(moved.sources)
    )
    shown_key = tuple(part for part in block.row_key if part.output in columns)
    given = {part.output for part in shown_key}
    assert isinstance(moved.condition, All)
    values = tuple(_is_value(sources, moved.outputs[c], b.col(head, c)) for c in columns if c not in given)
    return replace(moved, sources=sources, condition=All((*moved.condition.items, *values)), row_key=shown_key)


def _is_value(sources: Sequence[Source], expression: exp.Expr, wanted: b.Expr) -> Atom:
    """The condition that a column of the branch is what the key says."""
    aliases = {c.table for c in expression.find_all(exp.Column)}
    read = [i for i, s in enumerate(sources) if s.alias in aliases]
    needs = frozenset(read).union(*(sources[i].needs for i in read))
    return Atom(b.equal(expression, wanted), needs)


def closing_scope(signature: Signature, branch: Relation) -> tuple[str, ...] | None:
    """Columns of the union by which the branch is closed, or None."""
    scope = branch.signature.scope
    return scope if scope is not None and set(scope) <= set(signature.columns) else None


def is_refutable_union(columns: Sequence[str], scope: Sequence[str] | None, branches: Sequence[Relation]) -> bool:
    """Whether a union can be false at a key without a row where it is not closed: each of its branches can be,
    by its own collection or by the key alone, and not all by one scope.
    """
    by_key = [_can_be_false(r, columns) for r in branches]
    closable = [r.signature.scope is not None and set(r.signature.scope) <= set(columns) for r in branches]
    each = all(k or c for k, c in zip(by_key, closable, strict=True))
    return each and (scope is None or any(by_key))


def _can_be_false(branch: Relation, columns: Sequence[str]) -> bool:
    """Whether the branch can be false at a key by anything but its own collection."""
    assert isinstance(branch.body, Block)
    block = branch_at_key(branch.body, columns, "_n")
    shown = {part.output for part in block.row_key}
    if any(c not in shown for c in columns):
        return True
    driver = block.sources[0]
    if driver.signature.is_refutable and not is_unsettled(driver):
        return True
    if any(not is_unsettled(s) for _, s in block.expands()):
        return True
    return any(0 not in s.reads for s in supports(block, block.condition, False, True))

"""A branch of a union at one key of the union, read from the key alone.

The columns of the branch's row key that the union shows are given; those that it hides are null, that is, not
known: a branch that is false all the same has no row at this key, whatever stands there. A column that the
branch computes must be what the key says: a constant of another branch makes it false alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.infer import origin
from memsql.rules.joins import moved_block
from memsql.rules.relation import All, Atom, Block, Relation, Signature, Source
from memsql.rules.truth import is_unsettled, supports


def branch_at_key(block: Block, columns: Sequence[str], head: str) -> Block:
    """The block of a branch with its row key, and every value that it shows, read from ``columns`` of ``head``."""
    place: dict[tuple[str, str], b.Expr] = {}
    for part in block.row_key:
        shown = part.output in columns
        place[block.sources[part.index].alias, part.column] = b.col(head, part.output) if shown else b.NULL.copy()
    shown_key = tuple(part for part in block.row_key if part.output in columns)
    given = {part.output for part in shown_key}
    by_key = _at(block, place)
    computed = {c: origin(by_key, by_key.outputs[c]) for c in columns if c not in given}
    # A row of this key has these values, so they are what other sources and conditions read, be their own row known
    # or not: what is false of the value is false of the key.
    values = {(e.table, e.name): b.col(head, c) for c, e in reversed(computed.items()) if isinstance(e, exp.Column)}
    moved = _at(by_key, values)
    assert isinstance(moved.condition, All)
    equalities = tuple(_is_value(moved.sources, e, b.col(head, c)) for c, e in computed.items())
    return replace(moved, condition=All((*moved.condition.items, *equalities)), row_key=shown_key)


def _at(block: Block, place: Mapping[tuple[str, str], b.Expr]) -> Block:
    """The block with the columns (alias, column) of ``place`` replaced, and of those sources bound to it."""

    def bound(source: Source) -> Source:
        key = {c: e.copy() for (alias, c), e in place.items() if alias == source.alias and c in source.signature.key}
        return replace(source, bindings={**source.bindings, **key})

    return moved_block(replace(block, sources=tuple(map(bound, block.sources))), place)


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
    if not is_unsettled(driver):
        return True
    if any(not is_unsettled(s) for _, s in block.expands()):
        return True
    return any(0 not in s.reads for s in supports(block, block.condition, False, True))

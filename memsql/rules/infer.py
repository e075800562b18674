"""Infer keys and closing scopes of a block from what its joins bind.

A look-up keeps the driver's key, an expansion adds the key columns that it leaves free. A block can be closed
by its driver's scope (or, for a driver without one, by the driver's key) if everything that it expands is
bound by its own closing scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.relation import Block, DomainRoot, Kind, RowKey, RowRoot, Signature, Source, Use
from memsql.rules.truth import supports

EQUATED = (Use.LOOKUP, Use.EXPAND, Use.ASOF)


def bound_columns(sources: Iterable[Source]) -> dict[tuple[str, str], exp.Expr]:
    """Alias and column to what an inner join binds it to."""
    return {(s.alias, c): e for s in sources if s.use in EQUATED for c, e in s.bindings.items()}


def read_through(sources: Iterable[Source], expression: exp.Expr) -> exp.Expr:
    """The expression with columns that are bound to columns read from there: a row that is missing has none.

    What is bound to a computed value is read from its row, so that an undecided step of a recursion does not go
    on to ever new values.
    """
    equal = bound_columns(sources)

    def read(node: exp.Expr) -> exp.Expr:
        found = equal.get((node.table, node.name)) if isinstance(node, exp.Column) else None
        return found.copy() if isinstance(found, exp.Column) else node

    return expression.transform(read)


def canonical(block: Block, expression: exp.Expr) -> str:
    """Text of the expression after following bound columns to what they are bound to."""
    return origin(block, expression).sql("duckdb", identify=True)


def origin(block: Block, expression: exp.Expr) -> exp.Expr:
    """The expression after following bound columns to what they are bound to."""
    equal = bound_columns(block.sources)
    seen: set[tuple[str, str]] = set()
    while isinstance(expression, exp.Column):
        place = (expression.table, expression.name)
        if place in seen or place not in equal:
            break
        seen.add(place)
        expression = equal[place]
    return expression


def values_read(sources: Sequence[Source], expressions: Iterable[exp.Expr]) -> frozenset[int]:
    """Positions of the sources whose *values* the expressions read, with what leads to their rows.

    Columns of the row key are given with the row; those of no source, by whoever asks for it.
    """
    found: set[int] = set()
    position = {s.alias: i for i, s in enumerate(sources)}
    for column in (c for e in expressions for c in e.find_all(exp.Column)):
        index = position.get(column.table)
        if index is None:
            continue
        source = sources[index]
        is_row_key = column.name in source.signature.key and (index == 0 or source.use is Use.EXPAND)
        if not is_row_key:
            found |= {index} | source.needs
    return frozenset(found)


def outputs_by_expression(block: Block) -> dict[str, str]:
    """Canonical expression to the first output column that shows it."""
    found: dict[str, str] = {}
    for output, expression in block.outputs.items():
        found.setdefault(canonical(block, expression), output)
    return found


def shown_key(block: Block) -> tuple[RowKey, ...] | None:
    """The row key with its output columns, or None where the select leaves a part of it out."""
    by_expression = outputs_by_expression(block)
    found = []
    for part in block.row_key:
        column = b.col(block.sources[part.index].alias, part.column)
        output = by_expression.get(canonical(block, column))
        if output is None:
            return None
        found.append(replace(part, output=output))
    return tuple(found)


def with_hidden_key(block: Block) -> Block:
    """The block with a hidden output for every part of the row key that the select leaves out."""
    by_expression = outputs_by_expression(block)
    outputs = dict(block.outputs)
    row_key = []
    for part in block.row_key:
        column = b.col(block.sources[part.index].alias, part.column)
        place = canonical(block, column)
        if place not in by_expression:
            hidden = f"_{block.sources[part.index].alias}_{part.column}"
            outputs[hidden] = column
            by_expression[place] = hidden
        row_key.append(replace(part, output=by_expression[place]))
    return replace(block, outputs=outputs, row_key=tuple(row_key))


def driver_scope(signature: Signature) -> tuple[str, ...]:
    """Columns by which the driver's rows are closed: its scope, or its whole key for a single row."""
    return signature.scope if signature.scope is not None else signature.key


def closing_columns(block: Block) -> tuple[str, ...]:
    """Columns of the driver by which the block is closed: its key where the rule declares that as its scope."""
    driver = block.sources[0].signature
    return driver.key if block.by_row else driver_scope(driver)


def inferred_scope(block: Block, single: bool = False) -> tuple[str, ...] | None:
    """Output columns by which the block can be closed, or None.

    ``single``: a driver that nothing closes counts as closed where its row is decided (recursion bases).
    """
    driver = block.sources[0].signature
    expands = [s for _, s in block.expands()]
    single = single or block.by_row
    if driver.scope is None and not expands and driver.kind is not Kind.ASKED and not single:
        return None
    if any(s.signature.scope is None or not set(s.signature.scope) <= set(s.bindings) for s in expands):
        return None
    if driver.kind is Kind.MAP and driver.scope is None and driver.row_root is None:
        return None
    by_expression = outputs_by_expression(block)
    alias = block.sources[0].alias
    found = [by_expression.get(canonical(block, b.col(alias, c))) for c in closing_columns(block)]
    scope = tuple(c for c in found if c is not None)
    return scope if len(scope) == len(found) else None


def map_signature(name: str, block: Block, is_internal: bool, single: bool = False) -> Signature:
    """Signature of a join rule whose row key is shown in its outputs."""
    shown = {part.output for part in block.row_key}
    key = tuple(c for c in block.outputs if c in shown)
    scope = inferred_scope(block, single)
    root = domain_root(name, block, scope)
    return Signature(
        name,
        tuple(block.outputs),
        key,
        scope,
        Kind.MAP,
        is_refutable=not is_internal and can_be_refuted(block),
        is_internal=is_internal,
        domain_root=root,
        row_root=row_root(block) if scope is None else None,
    )


def row_root(block: Block) -> RowRoot | None:
    """What makes a row of a join rule without expansions: the row of its driver, or what makes that."""
    driver = block.sources[0].signature
    if any(True for _ in block.expands()):
        return None
    shown = {part.column: part.output for part in block.row_key}
    if driver.kind is not Kind.MAP:
        return RowRoot(driver.name, driver.key, tuple(shown[c] for c in driver.key))
    if driver.row_root is None:
        return None
    name, key, own = driver.row_root
    return RowRoot(name, key, tuple(shown[c] for c in own))


def can_be_refuted(block: Block) -> bool:
    """Whether a key without a row can be false although its scope is open: by its driver, by what the driver's
    row expands, or by a conjunct that does not read the driver.
    """
    if block.sources[0].signature.is_refutable or any(True for _ in block.expands()):
        return True
    return any(0 not in s.reads for s in supports(block, block.condition, False, True))


def domain_root(name: str, block: Block, scope: tuple[str, ...] | None) -> DomainRoot | None:
    """What proves the row keys known: the driver's collection where nothing else multiplies rows."""
    if scope is None:
        return None
    driver = block.sources[0].signature
    if driver.scope is None or driver.kind is Kind.ASKED or block.by_row or any(True for _ in block.expands()):
        return DomainRoot("domain", name, scope)
    return root_of(driver)


def root_of(signature: Signature) -> DomainRoot:
    """What proves the row keys of a closable relation known."""
    assert signature.scope is not None
    return signature.domain_root or DomainRoot("closed", signature.name, signature.scope)

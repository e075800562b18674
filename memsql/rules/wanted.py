"""Which scopes of the recursions the queries of an evaluation can read.

A closure over a long history is large, and a world that is made for one query reads of it what the query's key
leads to: a scope. Demand goes from the queries down, ``wanted.R`` (_w, and the scope of R, or its key where
nothing closes it), as far as each reader binds it by columns of its own demand and of relations that stand on no
recursion, which are evaluated before. Where a reader takes a scope from anything else the recursion is derived
whole; so it is where a key that has no row may be evaluated from the key alone (see refute), and the scope hangs on
a part of that key that no demand carries. (Magic sets; wanting too much costs time and changes nothing.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.infer import closing_columns, driver_scope
from memsql.rules.relation import Aggregate, Block, Keyed, Recursion, Relation, Signature, Union, Use
from memsql.rules.targets import target
from memsql.rules.truth import LOOKED_UP

WANTED = "_d"


@dataclass(frozen=True, slots=True)
class Wanted:
    """``first``: relations that stand on no recursion; ``statements`` make the tables of schema ``wanted`` once
    these are evaluated. ``bound`` recursions have such a table, ``whole`` ones do not.
    """

    first: frozenset[str]
    statements: tuple[b.Statement, ...]
    bound: frozenset[str]
    whole: frozenset[str]


def wanted(
    needed: Sequence[Relation], reaches: Mapping[str, frozenset[str]], queried: Iterable[tuple[str, bool]]
) -> Wanted:
    """What queries on ``queried`` (relation, whether a collection is asked) want of the recursions in ``needed``.

    ``reaches``: name to all that it stands on. ``needed`` is in order of evaluation: readers come last.
    """
    recursions = {r.name for r in needed if isinstance(r.body, Recursion)}
    first = frozenset(r.name for r in needed if not reaches[r.name] & recursions)
    by_name = {r.name: r for r in needed}
    parts: dict[str, list[exp.Query]] = {}
    for name, is_collection in sorted(queried):
        rows = b.select(
            [b.col(WANTED, c) for c in (b.WORLD, *driver_scope(by_name[name].signature))],
            target(by_name[name], is_collection, WANTED),
            True,
        )
        parts.setdefault(name, []).append(rows.done())
    asked = {name for name, is_collection in queried if not is_collection}
    at_keys = _evaluated_at_keys(needed, {n for n in asked if n in by_name and by_name[n].signature.is_refutable})
    whole: set[str] = set()
    statements: list[b.Statement] = []
    done: set[str] = set()
    for relation in reversed(needed):
        done.add(relation.name)
        if relation.name not in parts or relation.name in first:
            continue
        if relation.name not in whole:
            statements.append(b.create("wanted", relation.name, _once(parts[relation.name])))
        for read, rows_read in _handed(relation, first, relation.name in at_keys):
            if read.name in done or read.name in first:
                continue
            found = parts.setdefault(read.name, [])
            if rows_read is None or relation.name in whole:
                whole.add(read.name)
            else:
                found.append(rows_read)
    bound = recursions & parts.keys() - whole
    return Wanted(first, tuple(statements), frozenset(bound), frozenset(recursions & whole))


def _once(parts: Sequence[exp.Query]) -> exp.Query:
    return b.union(parts) if len(parts) > 1 else parts[0]


def _evaluated_at_keys(needed: Sequence[Relation], asked: Collection[str]) -> set[str]:
    """Rules of which keys without a row may be evaluated: ``asked`` ones, and what is looked up on the way down."""
    found = set(asked)
    for relation in reversed(needed):
        match relation.body:
            case Block(sources=sources):
                uses = tuple(Use) if relation.name in found else LOOKED_UP
                found |= {s.signature.name for s in sources if s.use in uses and s.signature.is_refutable}
            case Union(branches) if relation.name in found:
                found |= {branch.name for branch in branches}
            case Recursion(base, steps, _):
                for part in (base, *steps):
                    assert isinstance(part.body, Block)
                    read = (s for s in part.body.sources if s.use in LOOKED_UP and s.signature.is_refutable)
                    found |= {s.signature.name for s in read}
            case _:
                pass
    return found


def _handed(relation: Relation, first: Collection[str], at_keys: bool) -> Iterator[tuple[Signature, exp.Query | None]]:
    """The relations that one reads, each with the rows that it wants of them, or None where that is all.

    ``at_keys``: keys of it that no row has may be evaluated too.
    """
    signature = relation.signature
    match relation.body:
        case Block() as block:
            yield from _of_block(signature, block, first, at_keys)
        case Union(branches):
            for branch in branches:
                yield branch.signature, _same(signature, branch.signature)
        case Aggregate(source=source):
            columns = zip(source.scope or (), driver_scope(signature), strict=True)
            yield source, _rows(signature.name, {c: b.col(WANTED, o) for c, o in columns}).done()
        case Keyed(inner):
            yield inner.signature, _same(signature, inner.signature)
        case Recursion(base, steps, _):
            for part in (*steps, base):
                yield part.signature, _same(signature, part.signature)


def _rows(name: str, columns: Mapping[str, b.Expr]) -> b.Query:
    """Wanted column to expression, over what is wanted of the reader ``name``."""
    shown = [b.col(WANTED, b.WORLD), *(b.named(e, c) for c, e in columns.items())]
    return b.select(shown, b.table("wanted", name, WANTED), True)


def _same(own: Signature, read: Signature) -> exp.Query | None:
    """Columns of the same names."""
    columns = driver_scope(read)
    if not set(columns) <= set(driver_scope(own)):
        return None
    return _rows(own.name, {c: b.col(WANTED, c) for c in columns}).done()


def _of_block(
    signature: Signature, block: Block, first: Collection[str], at_keys: bool
) -> Iterator[tuple[Signature, exp.Query | None]]:
    driver = block.sources[0]
    if signature.scope is not None:
        pairs = zip(closing_columns(block), signature.scope, strict=True)
        given = {(driver.alias, c): b.col(WANTED, o) for c, o in pairs}
    else:
        given = {(block.sources[k.index].alias, k.column): b.col(WANTED, k.output) for k in block.row_key}
    joins = _Joins(block, given, first, at_keys)
    for index, source in enumerate(block.sources):
        bound = source.bindings if index else {c: b.col(source.alias, c) for c in source.signature.key}
        columns = driver_scope(source.signature)
        if not set(columns) <= bound.keys():
            yield source.signature, None
            continue
        yield source.signature, joins.rows(signature.name, {c: bound[c] for c in columns})


@dataclass(frozen=True, slots=True)
class _Joins:
    """What is known of a block's sources from the wanted columns: ``given`` columns, and rows of ``first``.

    ``at_keys``: of the sources that make rows only the one that is given, since a key may be evaluated without one.
    """

    block: Block
    given: Mapping[tuple[str, str], b.Expr]
    first: Collection[str]
    at_keys: bool

    def rows(self, name: str, columns: Mapping[str, exp.Expr]) -> exp.Query | None:
        """The wanted rows, or None where a column is read from what is not evaluated yet."""
        read: set[int] = set()
        if not all(self._reads(e, read) for e in columns.values()):
            return None
        query = _rows(name, {c: self._moved(e) for c, e in columns.items()})
        for index in sorted(read):
            source = self.block.sources[index]
            on = [b.equal(b.col(source.alias, b.WORLD), b.col(WANTED, b.WORLD))]
            on += [b.equal(b.col(source.alias, c), self._moved(e)) for c, e in self._bindings(index).items()]
            query.join(b.table("state", source.signature.name, source.alias), on, "LEFT")
        return query.done()

    def _bindings(self, index: int) -> Mapping[str, exp.Expr]:
        """What binds a source: its joins, and of the driver what is given."""
        source = self.block.sources[index]
        if index:
            return source.bindings
        return {c: e for (alias, c), e in self.given.items() if alias == source.alias}

    def _reads(self, expression: exp.Expr, read: set[int]) -> bool:
        """Add the sources that the expression reads; whether all of them are evaluated."""
        for column in expression.find_all(exp.Column):
            if column.table == WANTED or (column.table, column.name) in self.given:
                continue
            index = next(i for i, s in enumerate(self.block.sources) if s.alias == column.table)
            source = self.block.sources[index]
            if source.signature.name not in self.first:
                return False
            is_row = source.use in (Use.DRIVER, Use.EXPAND)
            if self.at_keys and is_row and not set(source.signature.key) <= self._bindings(index).keys():
                return False
            if index not in read:
                read.add(index)
                if not all(self._reads(e, read) for e in self._bindings(index).values()):
                    return False
        return True

    def _moved(self, expression: exp.Expr) -> b.Expr:
        """The expression with given columns read from what is wanted."""

        def moved(node: exp.Expr) -> exp.Expr:
            found = self.given.get((node.table, node.name)) if isinstance(node, exp.Column) else None
            return found.copy() if found is not None else node

        return expression.copy().transform(moved)

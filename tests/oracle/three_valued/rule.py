"""The SQL of rule files, cut into blocks: what is read by which equalities, what must hold, what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import sqlglot
from sqlglot import exp

On = tuple[tuple[str, exp.Expression], ...]
"""Columns of what is read, each with what it equals."""


@dataclass(frozen=True, slots=True)
class Source:
    """A relation that a block reads; ``day`` of an asof join; a left join that only conditions look at is lazy."""

    alias: str
    relation: str
    how: str
    on: On = ()
    day: exp.Expression | None = None
    is_lazy: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A select; ``group`` is None where nothing is aggregated."""

    sources: tuple[Source, ...]
    where: exp.Expression | None
    shown: tuple[tuple[str, exp.Expression], ...]
    group: tuple[exp.Expression, ...] | None
    having: exp.Expression | None

    def read(self, shown: Iterable[str]) -> dict[str, set[str]]:
        """The columns of each alias that somebody looks at, where only these outputs are wanted."""
        wanted = set(shown)
        found: dict[str, set[str]] = {s.alias: {c for c, _ in s.on} for s in self.sources}
        for expression in self._expressions(wanted):
            for column in expression.find_all(exp.Column):
                if column.table in found:
                    found[column.table].add(column.name)
        return found

    def _expressions(self, wanted: set[str]) -> Iterator[exp.Expression]:
        yield from (e for n, e in self.shown if n in wanted)
        yield from (e for s in self.sources for _, e in s.on)
        yield from (s.day for s in self.sources if s.day is not None)
        yield from (e for e in (self.where, self.having) if e is not None)


@dataclass(frozen=True, slots=True)
class Rule:
    """A derived relation: a union of blocks, or a recursion from them; ``key`` where the file declares one."""

    name: str
    columns: tuple[str, ...]
    blocks: tuple[Block, ...]
    steps: tuple[Block, ...] = ()
    key: tuple[str, ...] | None = None

    @property
    def constants(self) -> Iterator[exp.Expression]:
        """Every constant of its text."""
        for block in (*self.blocks, *self.steps):
            for expression in block._expressions({n for n, _ in block.shown}):
                yield from expression.find_all(exp.Literal, exp.Cast)


def parse_rules(texts: Mapping[str, str]) -> dict[str, Rule]:
    """Rules by relation from the texts of their files."""
    return {name: parse_rule(name, text) for name, text in texts.items()}


def parse_rule(name: str, text: str) -> Rule:
    """One rule from the text of its file."""
    declared = re.search(r"^-- key: (.*)$", text, re.MULTILINE)
    key = tuple(c.strip() for c in declared[1].split(",")) if declared else None
    tree = sqlglot.parse_one(text, read="duckdb")
    if tree.args.get("with_") is None:
        blocks = tuple(_block(s) for s in _selects(tree))
        return Rule(name, tuple(n for n, _ in blocks[0].shown), blocks, key=key)
    (cte,) = tree.args["with_"].expressions
    columns = tuple(c.name for c in cte.args["alias"].columns)
    assert [e.name for e in tree.expressions] == list(columns), f"{name}: {tree.sql()}"
    blocks = tuple(_named(_block(s), columns) for s in _selects(cte.this))
    steps = tuple(b for b in blocks if any(s.relation == name for s in b.sources))
    return Rule(name, columns, tuple(b for b in blocks if b not in steps), steps, key)


def _selects(tree: exp.Expr) -> Iterator[exp.Select]:
    if isinstance(tree, exp.Select):
        yield tree
    elif isinstance(tree, exp.Union):
        yield from _selects(tree.this)
        yield from _selects(tree.expression)
    else:
        assert isinstance(tree, exp.Subquery | exp.Paren), tree.sql()
        yield from _selects(tree.this)


def _named(block: Block, columns: tuple[str, ...]) -> Block:
    """The block with the columns of the recursive relation."""
    return replace(block, shown=tuple((c, e) for c, (_, e) in zip(columns, block.shown, strict=True)))


def _block(select: exp.Select) -> Block:
    shown = tuple((e.alias_or_name, e.unalias()) for e in select.expressions)
    group = select.args.get("group")
    having = select.args.get("having")
    where = select.args.get("where")
    sources = [Source(*table(select.args["from_"].this), how="from")]
    sources += [_join(j) for j in select.args.get("joins") or ()]
    block = Block(
        tuple(sources),
        where.this if where else None,
        shown,
        tuple(group.expressions) if group else None,
        having.this if having else None,
    )
    outside = [e for _, e in shown] + [e for s in sources for _, e in s.on] + [s.day for s in sources if s.day]
    looked_at = {c.table for e in outside for c in e.find_all(exp.Column)}
    lazy = (replace(s, is_lazy=s.how == "left" and s.alias not in looked_at) for s in sources)
    return replace(block, sources=tuple(lazy))


def table(tree: exp.Expression) -> tuple[str, str]:
    """Alias and relation; ``first(dest)`` is first_dest, ``current(cap)`` is current_cap."""
    match tree.this:
        case exp.First():
            relation = f"first_{tree.this.this.name}"
        case exp.Anonymous():
            relation = f"{tree.this.name}_{tree.this.expressions[0].name}"
        case _:
            relation = tree.name
    return tree.alias or relation, relation


def _join(join: exp.Join) -> Source:
    alias, relation = table(join.this)
    how = "asof" if join.method == "ASOF" else "left" if join.side == "LEFT" else "inner"
    on, day = [], None
    for part in conjuncts(join.args["on"]):
        if isinstance(part, exp.LTE | exp.GTE):
            day = part.expression if isinstance(part, exp.LTE) else part.this
        else:
            on.append(equality(part, alias))
    return Source(alias, relation, how, tuple(on), day)


def conjuncts(tree: exp.Expression) -> Iterator[exp.Expression]:
    """The parts of an ``and``."""
    if isinstance(tree, exp.And):
        yield from conjuncts(tree.this)
        yield from conjuncts(tree.expression)
    else:
        yield tree


def equality(part: exp.Expression, alias: str) -> tuple[str, exp.Expression]:
    """The column of an alias and what it equals."""
    assert isinstance(part, exp.EQ), part.sql()
    left, right = part.this, part.expression
    is_left = isinstance(left, exp.Column) and left.table == alias
    column, other = (left, right) if is_left else (right, left)
    assert isinstance(column, exp.Column) and column.table == alias, part.sql()
    return column.name, other

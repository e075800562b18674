"""Every ground key of every relation of a world: true, false or unknown, by brute enumeration.

A row of a block is a conjunction of what it reads and of its condition; a row of a relation is the disjunction of
all assignments of values to the block's columns that show it. What is not listed is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from sqlglot import exp

from tests.oracle.three_valued.expression import Assignment, Expressions
from tests.oracle.three_valued.ground import Facts
from tests.oracle.three_valued.rule import Block, Rule, Source
from tests.oracle.three_valued.values import ANY, FALSE, TRUE, UNKNOWN, Domain, Row, Table, Value

Bound = Mapping[str, Value]
Columns = tuple[str, ...]


AGGREGATES: dict[type[exp.AggFunc], Callable[[list[Any]], Value]] = {exp.Sum: sum, exp.Min: min, exp.Max: max}


class TwoValuesError(Exception):
    """A declared key has two true rows: gold refuses such a history."""


class Evaluator:
    """The relations of one world."""

    def __init__(self, rules: Mapping[str, Rule], facts: Facts, domain: Domain) -> None:
        self.rules, self.facts, self.domain = rules, facts, domain
        self.said = Expressions(domain, self.exists)
        self.known: dict[object, Table] = {}

    def columns(self, name: str) -> Columns:
        """Columns of a relation."""
        return self.rules[name].columns if name in self.rules else self.facts.columns(name)

    def exists(self, name: str, bound: Bound) -> int:
        """Whether some row has these values."""
        return max(self.rows(name, bound, ()).values(), default=FALSE)

    def rows(self, name: str, bound: Bound, wanted: Columns, is_look_up: bool = False) -> Table:
        """Rows that are not false, of the wanted columns; an empty group that is looked up has a row of zeros."""
        if any(v is ANY for v in bound.values()):
            rest = {c: v for c, v in bound.items() if v is not ANY}
            return dict.fromkeys(self.rows(name, rest, wanted, is_look_up), UNKNOWN)
        place = (name, frozenset(bound.items()), wanted, is_look_up)
        if place not in self.known:
            if name in self.rules:
                self.known[place] = self._derived(self.rules[name], bound, wanted, is_look_up)
            else:
                self.known[place] = self.facts.rows(name, bound, wanted)
        return self.known[place]

    def _derived(self, rule: Rule, bound: Bound, wanted: Columns, is_look_up: bool) -> Table:
        columns = rule.columns
        if rule.steps:
            table = self._fixpoint(rule, bound)
        elif rule.blocks[0].group is not None:
            table = self._groups(rule.blocks[0], bound, is_look_up)
        elif rule.key is not None:
            by_key = {c: v for c, v in bound.items() if c in rule.key}
            table = self._settled(rule, self._union(rule.blocks, by_key, columns))
        else:
            columns = tuple(c for c in columns if c in bound or c in wanted)
            table = self._union(rule.blocks, bound, columns)
        return self._chosen(table, columns, bound, wanted)

    def _chosen(self, table: Table, columns: Columns, bound: Bound, wanted: Columns) -> Table:
        """The rows with these values, of the wanted columns."""
        places = [(columns.index(c), v) for c, v in bound.items()]
        found: Table = {}
        for row, truth in table.items():
            matches = [self.domain.bound(row[i], v) for i, v in places]
            sought = {**dict(zip(columns, row, strict=True)), **bound}  # what may be any value is here the one sought
            _add(found, tuple(sought[c] for c in wanted), min([truth, *matches]))
        return found

    # ---- blocks

    def _union(self, blocks: Iterable[Block], bound: Bound, columns: Columns, given: Table | None = None) -> Table:
        found: Table = {}
        for block in blocks:
            shown = [e for n, e in block.shown if n in columns]
            for at, truth in self._assignments(block, bound, block.read(columns), given):
                _add(found, tuple(self.said.value(e, at) for e in shown), truth)
        return found

    def _assignments(
        self, block: Block, bound: Bound, read: Mapping[str, set[str]], given: Table | None = None
    ) -> Iterator[tuple[Assignment, int]]:
        """Values of all columns that are looked at, with the truth of the conjunction, where it is not false.

        ``given``: the rows of the relation itself, in the step of a recursion.
        """
        fixed = _fixed(block, bound)

        def extended(place: int, at: dict[str, Value], truth: int) -> Iterator[tuple[Assignment, int]]:
            if place == len(block.sources):
                truth = min(truth, self._where(block, read, at))
                if truth != FALSE:
                    yield at, truth
                return
            source = block.sources[place]
            if source.is_lazy:
                yield from extended(place + 1, at, truth)
                return
            for more, its in self._found(source, fixed.get(source.alias, {}), read, at, given if place == 0 else None):
                yield from extended(place + 1, {**at, **more}, min(truth, its))

        yield from extended(0, {}, TRUE)

    def _found(
        self, source: Source, fixed: Bound, read: Mapping[str, set[str]], at: Assignment, given: Table | None
    ) -> Iterator[tuple[Assignment, int]]:
        """What a source may be beside what is assigned before it."""
        bound, truth = dict(fixed), TRUE
        for column, tree in source.on:
            value = self.said.value(tree, at)
            if column in bound:
                truth = min(truth, self.domain.bound(bound[column], value))
            else:
                bound[column] = value
        if truth == FALSE:
            return
        wanted = tuple(sorted(read[source.alias]))
        names = [f"{source.alias}.{c}" for c in wanted]
        for row, its in self._rows_of(source, bound, wanted, at, given).items():
            values: Row = (None,) * len(wanted) if row == () and wanted else row
            yield dict(zip(names, values, strict=True)), min(truth, its)

    def _rows_of(self, source: Source, bound: Bound, wanted: Columns, at: Assignment, given: Table | None) -> Table:
        """Rows of a source; the empty row of a left join is that nothing was found."""
        if given is not None:
            return self._chosen(given, self.columns(source.relation), bound, wanted)
        if source.how == "asof":
            assert source.day is not None
            day = self.said.value(source.day, at)
            place = ("in force", source.relation, frozenset(bound.items()), day, wanted)
            if place not in self.known:
                loose = any(v is ANY for v in bound.values())
                strict = {c: v for c, v in bound.items() if v is not ANY}
                rows = self.facts.in_force(self.facts.declared[source.relation], strict, day, wanted)
                self.known[place] = dict.fromkeys(rows, UNKNOWN) if loose else rows
            return self.known[place]
        # A left join reads as the author's SQL: an empty group has no row, so the default of coalesce is its count.
        found = self.rows(source.relation, bound, wanted)
        if source.how != "left" or TRUE in found.values():
            return found
        return {**found, (): UNKNOWN if found else TRUE}

    def _where(self, block: Block, read: Mapping[str, set[str]], at: Assignment) -> int:
        """The condition; where all that a left join may have found leads to one truth, that is it."""
        if block.where is None:
            return TRUE
        choices = [[more for more, _ in self._found(s, {}, read, at, None)] for s in block.sources if s.is_lazy]
        truths = set()
        for chosen in product(*choices):
            whole = dict(at)
            for more in chosen:
                whole |= more
            truths.add(self.said.truth(block.where, whole))
        return truths.pop() if len(truths) == 1 else UNKNOWN

    # ---- keys, groups, recursion

    def _settled(self, rule: Rule, table: Table) -> Table:
        """A true row of a declared key decides whatever is unknown beside it."""
        assert rule.key is not None
        places = [rule.columns.index(c) for c in rule.key]
        true: dict[Row, Row] = {}
        for row, truth in table.items():
            key = tuple(row[i] for i in places)
            if truth == TRUE and true.setdefault(key, row) != row:
                raise TwoValuesError(f"{rule.name}: {row}, {true[key]}")
        return {r: t for r, t in table.items() if t == TRUE or tuple(r[i] for i in places) not in true}

    def _groups(self, block: Block, bound: Bound, is_look_up: bool) -> Table:
        """Groups with their aggregates; all members must be decided."""
        assert block.group is not None
        grouped = {n: e for n, e in block.shown if e in block.group}
        by_group = {c: v for c, v in bound.items() if c in grouped}
        read = {s.alias: set(self.columns(s.relation)) for s in block.sources}
        members: dict[Row, list[tuple[Assignment, int]]] = {}
        for at, its in self._assignments(block, by_group, read):
            values = {n: self.said.value(e, at) for n, e in grouped.items()}
            truth = min([its, *(self.domain.bound(values[c], v) for c, v in by_group.items())])
            if truth != FALSE:
                members.setdefault(tuple({**values, **by_group}.values()), []).append((at, truth))
        is_open = any(ANY in group for group in members)
        if not members and is_look_up and by_group.keys() == grouped.keys():
            return self._empty_group(block, by_group)
        found: Table = {}
        for group, rows in members.items():
            named = dict(zip(grouped, group, strict=True))
            if is_open or any(truth == UNKNOWN for _, truth in rows):
                _add(found, tuple(named.get(n, ANY) for n, _ in block.shown), UNKNOWN)
                continue
            at = {**rows[0][0], **self._aggregates(block, [at for at, _ in rows])}
            at |= {n: self.said.value(e, at) for n, e in block.shown}
            held = TRUE if block.having is None else self.said.truth(block.having, at)
            _add(found, tuple(named[n] if n in named else at[n] for n, _ in block.shown), held)
        return found

    def _empty_group(self, block: Block, by_group: Bound) -> Table:
        """A closed group without rows has count 0 and sum 0, no extreme; ``having`` holds for none."""
        aggregates = [a for _, e in block.shown for a in e.find_all(exp.AggFunc)]
        if block.having is not None or not all(isinstance(a, exp.Count | exp.Sum) for a in aggregates):
            return {}
        return {tuple(by_group.get(n, 0) for n, _ in block.shown): TRUE}

    def _aggregates(self, block: Block, members: Sequence[Assignment]) -> dict[str, Value]:
        """Every aggregate of a block by its text."""
        trees = [e for _, e in block.shown] + ([block.having] if block.having is not None else [])
        found: dict[str, Value] = {}
        for tree in (a for t in trees for a in t.find_all(exp.AggFunc)):
            if isinstance(tree, exp.Count):
                found[tree.sql()] = len(members)
                continue
            values: list[Any] = [self.said.value(tree.this, at) for at in members]
            found[tree.sql()] = AGGREGATES[type(tree)](values)
        return found

    def _fixpoint(self, rule: Rule, bound: Bound) -> Table:
        """The least rows under the steps; a row becomes true where it was unknown."""
        carried = {
            c
            for i, c in enumerate(rule.columns)
            if all(_is_column(s.shown[i][1], s.sources[0].alias, c) for s in rule.steps)
        }
        table = self._union(rule.blocks, {c: v for c, v in bound.items() if c in carried}, rule.columns)
        fresh = dict(table)
        while fresh:
            found = self._union(rule.steps, {}, rule.columns, fresh)
            fresh = {row: truth for row, truth in found.items() if truth > table.get(row, FALSE)}
            table |= fresh
        return table


def _is_column(tree: exp.Expression, alias: str, column: str) -> bool:
    return isinstance(tree, exp.Column) and (tree.table, tree.name) == (alias, column)


def _fixed(block: Block, bound: Bound) -> dict[str, dict[str, Value]]:
    """Columns of aliases that must have a sought value: those that are shown, and their equals in inner joins."""
    fixed: dict[str, dict[str, Value]] = {}
    optional = {s.alias for s in block.sources if s.how == "left"}
    pending: list[tuple[exp.Expression, Value]] = [(e, bound[n]) for n, e in block.shown if n in bound]
    while pending:
        tree, value = pending.pop()
        if not isinstance(tree, exp.Column) or tree.table in optional or tree.name in fixed.get(tree.table, {}):
            continue
        fixed.setdefault(tree.table, {})[tree.name] = value
        for source in block.sources:
            for column, other in source.on if source.how != "left" else ():
                here = exp.column(column, source.alias)
                if source.alias == tree.table and column == tree.name:
                    pending.append((other, value))
                elif _is_column(other, tree.table, tree.name):
                    pending.append((here, value))
    return fixed


def _add(found: Table, row: Row, truth: int) -> None:
    """A row, true where one of those that look alike is; one that may have any value is not true of one."""
    truth = min(truth, UNKNOWN) if ANY in row else truth
    if truth != FALSE:
        found[row] = max(truth, found.get(row, FALSE))

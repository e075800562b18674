"""Read one SELECT block: which relations it reads, how each is bound, and its condition as a tree.

Joins are classified by what they bind (ENGINE: "Rules"): the whole key is a look-up, less is an expansion,
``asof`` is valid time, ``left join`` is optional, ``exists`` is a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sqlglot import exp

from memsql.errors import RuleError, did_you_mean
from memsql.model import VALID_FROM, View, viewed
from memsql.rules.check import output_name, refuse
from memsql.rules.empty_group import worth_of_nothing
from memsql.rules.infer import read_through, values_read
from memsql.rules.parse import RuleFile, relation_name
from memsql.rules.relation import (
    All,
    Any,
    Atom,
    Block,
    Condition,
    Kind,
    Known,
    Member,
    Not,
    RowKey,
    Signature,
    Source,
    Use,
)
from memsql.scenario.statements import line_of

Bindings = dict[str, exp.Expr]


def conjuncts(expression: exp.Expr) -> list[exp.Expr]:
    """Return the parts of a conjunction, without parentheses."""
    found = expression.unnest()
    if isinstance(found, exp.And):
        return [*conjuncts(found.left), *conjuncts(found.right)]
    return [found]


def null_aware(expression: exp.Expr) -> exp.Expr:
    """``least`` and ``greatest`` that are null where an argument is: DuckDB's own pass over an unknown value."""

    def guard(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Least | exp.Greatest) or isinstance(node.parent, exp.If):
            return node
        known = [
            exp.Not(this=exp.Is(this=exp.Paren(this=a.copy()), expression=exp.Null()))
            for a in (node.this, *node.expressions)
        ]
        return exp.Case(ifs=[exp.If(this=exp.and_(*known, copy=False), true=node.copy())])

    return expression.transform(guard)


def _is_zero(defaults: Sequence[exp.Expr]) -> bool:
    """Whether the one default of a coalesce is the number 0."""
    return len(defaults) == 1 and isinstance(defaults[0], exp.Literal) and worth_of_nothing(defaults[0]) == 0


class BlockReader:
    """Reads the SELECT blocks of one rule file.

    ``signatures`` holds every relation that may be read. ``any_of`` returns the signature of the relation
    "some row of R in this scope", which ``exists`` by scope tests.
    """

    def __init__(
        self, rule: RuleFile, signatures: Mapping[str, Signature], any_of: Callable[[Signature], Signature]
    ) -> None:
        self._rule = rule
        self._signatures = signatures
        self._any_of = any_of
        self._sources: list[Source] = []

    def read(self, select: exp.Select, columns: Sequence[str] = ()) -> Block:
        """Return the block; ``columns`` name its outputs by position, as under a union.

        Raises RuleError for what is not inside the rule language.
        """
        self._sources = []
        first = select.args["from_"].this
        self._sources.append(self._source(first, Use.DRIVER))
        conditions: list[exp.Expr] = []
        for join in select.args.get("joins") or []:
            conditions += self._join(join)
        if select.args.get("where"):
            conditions += conjuncts(select.args["where"].this.copy())
        joined = len(self._sources)
        told = [self._condition(c, False) for c in conditions]
        outputs = self._outputs(select, joined, columns)
        tree = [*self._joined(joined, outputs), *told]
        row_key = [RowKey(c, 0, c) for c in self._sources[0].signature.key]
        for i, source in enumerate(self._sources):
            if source.use is Use.EXPAND:
                free = [c for c in source.signature.key if c not in source.bindings]
                row_key += [RowKey(c, i, c) for c in free]
        return Block(tuple(self._sources), outputs, All(tuple(tree)), tuple(row_key))

    def _joined(self, joined: int, outputs: Mapping[str, exp.Expr]) -> Iterator[Condition]:
        """Yield what the first ``joined`` sources ask of a row.

        A left join has to be decided where the row shows its value; a condition that reads it says so itself.
        """
        shown = {c.table for e in outputs.values() for c in e.find_all(exp.Column)}
        for index, source in enumerate(self._sources[:joined]):
            if source.use is not Use.OPTIONAL:
                yield Member(index)
            elif source.alias in shown:
                yield Known(index)

    def _refuse(self, node: exp.Expr, found: str, advice: str) -> RuleError:
        return refuse(self._rule, node, found, advice)

    def _source(self, table: exp.Expr, use: Use) -> Source:
        """Return the unbound source of a FROM item."""
        assert isinstance(table, exp.Table)
        wanted = relation_name(table)
        alias = table.alias or wanted
        if any(s.alias == alias for s in self._sources):
            raise self._refuse(table, f"alias {alias} twice", "give each source its own alias")
        return Source(alias, self._signatures[wanted], use, {}, line=line_of(table))

    # ---- joins

    def _join(self, join: exp.Join) -> list[exp.Expr]:
        """Add the joined source; return the parts of its ON that are conditions."""
        side, kind, method = (str(join.args.get(k) or "").upper() for k in ("side", "kind", "method"))
        shape = " ".join(p.lower() for p in (method, side, kind) if p)
        if kind not in ("", "INNER") or side not in ("", "LEFT") or (method and (method != "ASOF" or side)):
            raise self._refuse(join, f"{shape or 'this'} join", "use inner join, left join or asof join")
        if join.args.get("on") is None:
            raise self._refuse(join, "a join without on", "bind the key in on: r.k = t.k")
        source = self._source(join.this, Use.EXPAND)
        self._sources.append(source)
        parts = [self._qualified(c) for c in conjuncts(join.args["on"].copy())]
        bindings, rest = self._bind(source, parts)
        self._sources.pop()
        for bound in bindings.values():
            self._check_optional(bound)
        if not bindings:
            advice = f"bind a column of its key ({', '.join(source.signature.key)}) in on"
            raise self._refuse(join, f"a join to {source.signature.name} that binds no key column", advice)
        if method == "ASOF":
            found = self._asof(join, source, bindings, rest)
            rest = []
        else:
            found = self._plain(join, source, bindings, side == "LEFT")
        if found.use is Use.OPTIONAL and rest:
            # In where it leaves rows out; in a left join it takes their partner.
            shown = rest[0].sql("duckdb").lower()
            advice = f"name {source.signature.name} with that condition as a rule, or write it in where"
            raise self._refuse(join, f"left join to {source.signature.name} on the condition {shown}", advice)
        self._sources.append(found)
        return rest

    def _bind(self, source: Source, parts: list[exp.Expr]) -> tuple[Bindings, list[exp.Expr]]:
        """Split ON into key bindings and other conditions."""
        bindings: Bindings = {}
        rest: list[exp.Expr] = []
        for part in parts:
            bound = self._binding(source, part) if isinstance(part, exp.EQ) else None
            if bound and bound[0] not in bindings:
                bindings[bound[0]] = bound[1]
            else:
                rest.append(part)
        return bindings, rest

    @staticmethod
    def _binding(source: Source, part: exp.EQ) -> tuple[str, exp.Expr] | None:
        """Return (key column, expression over other sources) where the equality binds one."""
        for left, right in ((part.left, part.right), (part.right, part.left)):
            if not isinstance(left, exp.Column) or left.table != source.alias:
                continue
            own = any(c.table == source.alias for c in right.find_all(exp.Column))
            if not own and left.name in source.signature.key:
                return left.name, right
        return None

    def _asof(self, join: exp.Join, source: Source, bindings: Bindings, rest: list[exp.Expr]) -> Source:
        """Return the source of ``asof join r on <key> and r.valid_from <= day``."""
        signature = source.signature
        wanted = f"bind {', '.join(c for c in signature.key if c != VALID_FROM)} and valid_from <= a day"
        if not signature.has_until:
            advice = "asof reads a declared relation with a valid_from key column"
            raise self._refuse(join, f"asof join to {signature.name}", advice)
        if len(rest) != 1 or {*bindings, VALID_FROM} != set(signature.key):
            raise self._refuse(join, f"asof join to {signature.name} that is not a look-up", wanted)
        part = rest[0]
        if not isinstance(part, exp.LTE | exp.GTE):
            raise self._refuse(join, f"asof join to {signature.name} on another inequality", wanted)
        left, right = (part.right, part.left) if isinstance(part, exp.GTE) else (part.left, part.right)
        is_column = isinstance(left, exp.Column) and (left.table, left.name) == (source.alias, VALID_FROM)
        if not is_column:
            raise self._refuse(join, f"asof join to {signature.name} on another inequality", wanted)
        needs = values_read(self._sources, [right, *bindings.values()])
        return Source(source.alias, signature, Use.ASOF, bindings, needs, (VALID_FROM, right), source.line)

    def _plain(self, join: exp.Join, source: Source, bindings: Bindings, is_left: bool) -> Source:
        """Return the source of an inner or left join."""
        signature = source.signature
        is_lookup = set(bindings) == set(signature.key)
        if is_left:
            if not is_lookup:
                advice = f"bind its whole key ({', '.join(signature.key)})"
                raise self._refuse(join, f"left join to {signature.name} that is no look-up", advice)
            self._must_close(join, signature, "left join")
        if is_lookup and not is_left and signature.is_total:
            advice = "use left join and coalesce(x, 0): an empty group has no row in SQL, and is 0 here"
            raise self._refuse(join, f"inner join to the count or sum {signature.name}", advice)
        use = Use.OPTIONAL if is_left else Use.LOOKUP if is_lookup else Use.EXPAND
        needs = values_read(self._sources, bindings.values())
        return Source(source.alias, signature, use, bindings, needs, None, source.line)

    def _must_close(self, node: exp.Expr, signature: Signature, where: str) -> None:
        """Refuse a relation whose absence nothing can make known."""
        if signature.scope is not None:
            return
        columns = [c for c in signature.key if c != VALID_FROM]
        wanted = columns[:-1] if signature.kind is Kind.GROUND and not signature.value and columns[1:] else columns
        advice = f"declare {signature.name}_complete({', '.join(wanted)}), so that absence can be known"
        if signature.kind is not Kind.GROUND:
            advice = "close the relations under it (declare their _complete), so that absence can be known"
        elif signature.name.startswith(View.FIRST.prefix):
            advice = "a first version may always turn up to be an earlier one; ask the relation itself"
        elif signature.name.startswith(View.CURRENT.prefix):
            name = viewed(signature.name)
            advice = f"declare {name}_complete({', '.join(columns)}), so that it can be known that nothing is in force"
        raise self._refuse(node, f"{where} on {signature.name}, which nothing can close", advice)

    # ---- conditions

    def _condition(self, expression: exp.Expr, is_negated: bool) -> Condition:
        """Return the condition tree of a boolean expression."""
        found = expression.unnest()
        match found:
            case exp.And():
                return All(tuple(self._condition(c, is_negated) for c in (found.left, found.right)))
            case exp.Or():
                return Any(tuple(self._condition(c, is_negated) for c in (found.left, found.right)))
            case exp.Not():
                return Not(self._condition(found.this, not is_negated))
            case exp.Exists():
                return self._exists(found, is_negated)
        qualified = self._qualified(found)
        if not any(True for _ in qualified.find_all(exp.Column)):
            raise self._refuse(found, f"the constant condition {found.sql('duckdb')}", "leave it out")
        self._check_parameters(found, qualified)
        self._check_optional(qualified)
        return Atom(qualified, values_read(self._sources, [qualified]))

    def _check_parameters(self, node: exp.Expr, qualified: exp.Expr) -> None:
        """Refuse a condition on parameters alone: its witness would be empty."""
        read = {self._by_alias(c.table).signature.kind for c in qualified.find_all(exp.Column)}
        if read == {Kind.ASKED}:
            shown = node.sql("duckdb").lower()
            advice = "a parameter is nobody's fact; compare it with a fact, or ask only for such values"
            raise self._refuse(node, f"the condition {shown} on parameters alone", advice)

    def _exists(self, found: exp.Exists, is_negated: bool) -> Condition:
        """Add the tested source of ``exists (select 1 from r where r.k = ..)``."""
        inner = found.this
        extra = any(inner.args.get(k) for k in ("joins", "group", "having", "with_", "distinct"))
        if not isinstance(inner, exp.Select) or extra:
            raise self._refuse(found, "exists over more than one relation", "name the joined set as a rule")
        source = self._source(inner.args["from_"].this, Use.TEST)
        if not inner.args.get("where"):
            advice = f"bind its key ({', '.join(source.signature.key)}) in where"
            raise self._refuse(found, f"exists on {source.signature.name} that binds nothing", advice)
        self._sources.append(source)
        parts = [self._qualified(c) for c in conjuncts(inner.args["where"].this.copy())]
        bindings, rest = self._bind(source, parts)
        self._sources.pop()
        for bound in bindings.values():
            self._check_optional(bound)
        signature = self._tested(found, source.signature, bindings, rest)
        if is_negated:
            self._must_close(found, signature, "not exists")
        alias = f"_x{len(self._sources)}"
        needs = values_read(self._sources, bindings.values())
        self._sources.append(Source(alias, signature, Use.TEST, bindings, needs, None, source.line))
        return Member(len(self._sources) - 1)

    def _tested(self, node: exp.Expr, signature: Signature, bindings: Bindings, rest: list[exp.Expr]) -> Signature:
        """Return what exists tests: the relation by key, or "some row of it" by scope."""
        bound = set(bindings)
        if rest:
            shown = rest[0].sql("duckdb").lower()
            raise self._refuse(node, f"exists with the condition {shown}", "name the filtered set as a rule")
        if signature.is_total:
            advice = "test the set that it counts, or write having"
            raise self._refuse(node, f"exists on the count or sum {signature.name}", advice)
        if bound == set(signature.key):
            return signature
        if signature.scope is not None and bound == set(signature.scope):
            return self._any_of(signature)
        shown_scope = f" or its closing scope ({', '.join(signature.scope)})" if signature.scope else ""
        advice = f"bind its key ({', '.join(signature.key)}){shown_scope}, or name the filtered set as a rule"
        raise self._refuse(node, f"exists on {signature.name} that binds ({', '.join(bindings)})", advice)

    # ---- columns

    def _by_alias(self, alias: str) -> Source:
        return next(s for s in self._sources if s.alias == alias)

    def _qualified(self, expression: exp.Expr) -> exp.Expr:
        """Return the expression with every column qualified by its source's alias.

        A column that an inner join binds is read from what binds it: a row that is missing has no column.
        """
        for column in list(expression.find_all(exp.Column)):
            self._qualify(column)
        return null_aware(read_through(self._sources, expression))

    def _qualify(self, column: exp.Column) -> None:
        """Find the source of one column, or refuse it."""
        if column.table:
            sources = [s for s in self._sources if s.alias == column.table]
            if not sources:
                known = [s.alias for s in self._sources]
                raise self._refuse(column, f"unknown alias {column.table}", did_you_mean(column.table, known))
        else:
            sources = list(self._sources)
        holders = [s for s in sources if column.name in s.signature.columns]
        if not holders:
            known = sorted({c for s in sources for c in s.signature.columns if not c.startswith("_")})
            where = f" of {sources[0].signature.name}" if column.table else ""
            raise self._refuse(column, f"unknown column {column.name}{where}", did_you_mean(column.name, known))
        if len(holders) > 1:
            advice = "write " + " or ".join(f"{s.alias}.{column.name}" for s in holders)
            raise self._refuse(column, f"column {column.name} of several sources", advice)
        column.set("table", exp.to_identifier(holders[0].alias))

    def _outputs(self, select: exp.Select, joined: int, columns: Sequence[str]) -> dict[str, exp.Expr]:
        """Return output column to expression; only joined sources are in reach."""
        tested = self._sources[joined:]
        del self._sources[joined:]
        found: dict[str, exp.Expr] = {}
        for position, item in enumerate(select.expressions):
            expression = item.this if isinstance(item, exp.Alias) else item
            output = columns[position] if columns else output_name(self._rule, item)
            if output in found:
                raise self._refuse(item, f"column {output} twice", "give each column its own name")
            qualified = self._qualified(expression.copy())
            self._check_optional(qualified)
            found[output] = qualified
        self._sources.extend(tested)
        return found

    def _check_optional(self, qualified: exp.Expr) -> None:
        """Columns of a left join stand inside coalesce, and coalesce is for nothing else."""
        optional = {s.alias for s in self._sources if s.use is Use.OPTIONAL}
        for column in qualified.find_all(exp.Column):
            if column.table not in optional:
                continue
            parent = column.parent
            shown = f"{column.table}.{column.name}"
            if bound := self._by_alias(column.table).bindings.get(column.name):
                # Absence leaves no null here: the key is what the row was looked up by.
                advice = f"read {bound.sql('duckdb').lower()}, to which it is joined"
                raise self._refuse(column, f"the key {shown} of a left join", advice)
            if not (isinstance(parent, exp.Coalesce) and parent.this is column):
                raise self._refuse(column, f"{shown} of a left join", f"write coalesce({shown}, <default>)")
            if self._by_alias(column.table).signature.is_total and not _is_zero(parent.expressions):
                advice = f"write coalesce({shown}, 0): nothing counted or summed is 0, not absent"
                raise self._refuse(column, f"another default than 0 for the count or sum {shown}", advice)
        for found in qualified.find_all(exp.Coalesce):
            if not (isinstance(found.this, exp.Column) and found.this.table in optional):
                advice = "coalesce stands for an absent row of a left join; leave it out elsewhere"
                raise self._refuse(found, f"{found.sql('duckdb').lower()}", advice)

"""From a parsed rule file to a relation: which fold stands over which blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from memsql.errors import RuleError, did_you_mean
from memsql.rules import build as b
from memsql.rules.block import BlockReader
from memsql.rules.branch import is_refutable_union
from memsql.rules.check import SET_FUNCTIONS, output_name, refuse
from memsql.rules.empty_group import worth_of_nothing
from memsql.rules.infer import driver_scope, map_signature, shown_key, with_hidden_key
from memsql.rules.parse import SLOT, RuleFile, relation_name
from memsql.rules.recursion import recursive_parts
from memsql.rules.relation import (
    Aggregate,
    All,
    Block,
    Keyed,
    Kind,
    Member,
    Recursion,
    Relation,
    RowKey,
    Signature,
    Source,
    Union,
    Use,
)


class Assembler:
    """Builds relations over the signatures of those below; ``added`` collects "some row of R" relations."""

    def __init__(self, signatures: dict[str, Signature]) -> None:
        self.signatures = signatures
        self.added: list[Relation] = []

    def relation(self, rule: RuleFile) -> Relation:
        """Return the relation of a rule file. Raises RuleError for what is outside the language."""
        found = self._folded(rule, rule.name, rule.tree, rule.declared_key is not None)
        if rule.maximum and not isinstance(found.body, Recursion):
            raise refuse(rule, rule.tree, f"maximum: {', '.join(rule.maximum)}", "leave it out: nothing counts up")
        if rule.declared_key is not None:
            found = self._keyed(rule, found)
        if rule.declared_scope is not None and set(rule.declared_scope) != set(found.signature.scope or ()):
            shown = ", ".join(rule.declared_scope)
            advice = "name the columns that show the whole key of what from reads, and close what is joined to it"
            raise refuse(rule, rule.tree, f"scope: {shown}, by which nothing here is closed", advice)
        columns = found.signature.columns
        for slot in SLOT.findall(rule.header.get("reads as", "")):
            if slot not in columns:
                what = f"reads as: {{{slot}}}, no column of the select"
                raise refuse(rule, rule.tree, what, did_you_mean(slot, columns))
        return replace(found, path=rule.path)

    def _folded(self, rule: RuleFile, name: str, tree: exp.Query, is_keyed: bool) -> Relation:
        """The relation of a rule's rows; under a declared key a driver that nothing closes is a single row, known
        where it is decided: a function that was cancelled has no value, and so neither has what is read off it.
        """
        if tree.args.get("with_"):
            return self._recursion(rule, name, tree)
        if isinstance(tree, exp.Union):
            return self._union(rule, name, branches_of(tree), is_keyed)
        assert isinstance(tree, exp.Select)
        if tree.args.get("group") or any(i.find(*SET_FUNCTIONS) for i in tree.expressions):
            return self._aggregate(rule, name, tree)
        if tree.args.get("having"):
            raise refuse(rule, tree, "having without group by", "group by the key")
        if tree.args.get("distinct"):
            return self._union(rule, name, [tree], is_keyed)
        block = self._block(rule, tree)
        row_key = shown_key(block)
        if row_key is None:
            return self._union(rule, name, [tree], is_keyed)
        block = replace(block, row_key=row_key)
        return Relation(map_signature(name, block, False, is_keyed), block, rule.path)

    # ---- blocks

    def _block(self, rule: RuleFile, select: exp.Select, columns: Sequence[str] = ()) -> Block:
        block = BlockReader(rule, self.signatures, self.any_of).read(select, columns)
        driver = block.sources[0].signature
        if rule.declared_scope is None or driver.name == rule.name:
            return block
        if set(driver_scope(driver)) == set(driver.key):
            found = f"scope: {', '.join(rule.declared_scope)}"
            raise refuse(rule, select, found, f"{driver.name} is closed by its whole key as it is; leave it out")
        return replace(block, by_row=True)

    def _internal(
        self, rule: RuleFile, name: str, select: exp.Select, columns: Sequence[str] = (), single: bool = False
    ) -> Relation:
        """Return an internal join rule; ``columns`` rename its outputs by position."""
        if columns and len(select.expressions) != len(columns):
            found = f"{len(select.expressions)} columns in the place of {len(columns)}"
            raise refuse(rule, select, found, "give every branch of a union the same columns")
        block = with_hidden_key(self._block(rule, select, columns))
        return Relation(map_signature(name, block, True, single), block, rule.path)

    def any_of(self, signature: Signature) -> Signature:
        """Return the relation "some row of R in this scope" that ``exists`` by scope tests."""
        name = f"{signature.name}#any"
        if name not in self.signatures:
            assert signature.scope is not None
            source = Source("t", signature, Use.DRIVER, {})
            outputs: dict[str, exp.Expr] = {c: b.col("t", c) for c in signature.scope}
            row_key = tuple(RowKey(c, 0, c) for c in signature.key)
            block = with_hidden_key(Block((source,), outputs, All((Member(0),)), row_key))
            branch = Relation(map_signature(f"{name}1", block, True), block)
            found = Signature(name, signature.scope, signature.scope, signature.scope, Kind.UNION, is_internal=True)
            self.signatures[name] = found
            self.added.append(Relation(found, Union((branch,))))
        return self.signatures[name]

    # ---- folds

    def _union(self, rule: RuleFile, name: str, selects: Sequence[exp.Select], is_keyed: bool) -> Relation:
        """A row is there where some branch has it; all columns are the key."""
        columns = tuple(output_name(rule, i) for i in selects[0].expressions)
        for select in selects:
            if select.args.get("group") or any(i.find(*SET_FUNCTIONS) for i in select.expressions):
                raise refuse(rule, select, "an aggregate in a branch", "give the aggregate its own rule file")
        branches = tuple(self._internal(rule, f"{name}#{i}", s, columns, is_keyed) for i, s in enumerate(selects, 1))
        scopes = {r.signature.scope for r in branches}
        scope = scopes.pop() if len(scopes) == 1 else None
        if scope is not None and not set(scope) <= set(columns):
            scope = None
        refutable = is_refutable_union(columns, scope, branches)
        signature = Signature(name, columns, columns, scope, Kind.UNION, is_refutable=refutable)
        return Relation(signature, Union(branches), rule.path)

    def _keyed(self, rule: RuleFile, found: Relation) -> Relation:
        """Put a declared key over the relation of the rule's rows."""
        assert rule.declared_key is not None
        signature, key = found.signature, rule.declared_key
        missing = [c for c in key if c not in signature.columns]
        if missing or len(set(key)) < len(key):
            known = ", ".join(signature.columns)
            raise refuse(rule, rule.tree, f"key: {', '.join(key)}", f"name columns of the select ({known})")
        if not set(key) < set(signature.key):
            shown = ", ".join(signature.key)
            raise refuse(rule, rule.tree, f"key: {', '.join(key)}", f"the inferred key is ({shown}); leave it out")
        inner_name = f"{signature.name}#rows"
        hidden = replace(signature, name=inner_name, is_internal=True, is_refutable=False)
        inner = replace(found, signature=hidden)
        scope = signature.scope if signature.scope is not None and set(signature.scope) <= set(key) else None
        closes_itself = scope is not None and set(scope) == set(key)
        values = tuple(c for c in signature.columns if c not in key and not c.startswith("_"))
        keyed = Signature(signature.name, (*key, *values), key, scope, Kind.KEYED, closes_itself)
        return Relation(keyed, Keyed(inner), rule.path)

    def _aggregate(self, rule: RuleFile, name: str, tree: exp.Select) -> Relation:
        """count, sum, min, max under group by."""
        group, values = self._split(rule, tree)
        having = tree.args["having"].this.copy() if tree.args.get("having") else None
        for column in having.find_all(exp.Column) if having is not None else ():
            if not column.find_ancestor(*SET_FUNCTIONS):
                shown = column.sql("duckdb").lower()
                raise refuse(rule, column, f"having on {shown}", "compare an aggregate there, a column in where")
        body = self._aggregated(rule, name, tree, group, values, having)
        signature, scope = body.source, body.source.scope
        covered = {c: o for o, c in body.group.items()}
        if scope is None:
            advice = f"close it (declare {signature.name}_complete), so that the group can be known"
            if signature.is_internal or signature.kind is not Kind.GROUND:
                read = "it reads" if signature.is_internal else "stand under it (declare their _complete)"
                advice = f"close the relations that {read}, so that the group can be known"
            what = "this join" if signature.is_internal else signature.name
            raise refuse(rule, tree, f"an aggregate over {what}, which nothing can close", advice)
        if not set(scope) <= set(covered):
            shown = ", ".join(group) or "nothing"
            advice = f"group by at least its closing scope ({', '.join(scope)})"
            raise refuse(rule, tree, f"group by {shown}, which does not cover the scope", advice)
        is_absent = self._is_absent(rule, tree, values, having)
        columns = (*group, *values)
        result = Signature(
            name,
            columns,
            tuple(group),
            tuple(covered[c] for c in scope),
            Kind.AGGREGATE,
            is_total=bool(values) and not is_absent and having is None,
        )
        return Relation(result, body, rule.path)

    @staticmethod
    def _split(rule: RuleFile, tree: exp.Select) -> tuple[dict[str, exp.Column], dict[str, exp.Expr]]:
        """Return the select's group columns and its aggregates, by output column."""
        grouped = tree.args["group"].expressions if tree.args.get("group") else []
        if not grouped:
            raise refuse(rule, tree, "an aggregate without group by", "group by the key of the question")
        group: dict[str, exp.Column] = {}
        values: dict[str, exp.Expr] = {}
        for item in tree.expressions:
            expression = item.unalias()
            output = output_name(rule, item)
            if output in group or output in values:
                raise refuse(rule, item, f"column {output} twice", "give each column its own name")
            if expression.find(*SET_FUNCTIONS):
                values[output] = expression
            elif isinstance(expression, exp.Column):
                group[output] = expression
            else:
                shown = expression.sql("duckdb").lower()
                raise refuse(rule, item, f"group column {shown}", "compute it in a rule of its own")
        in_select = {(c.table, c.name) for c in group.values()}
        names = {c.name for c in group.values()}
        for column in grouped:
            is_shown = isinstance(column, exp.Column) and (
                (column.table, column.name) in in_select
                or (not column.table and column.name in names)
                or any(not c.table and c.name == column.name for c in group.values())
            )
            if not is_shown:
                shown = column.sql("duckdb").lower()
                raise refuse(rule, column, f"group by {shown}", "group by columns that the select shows")
        if len(grouped) != len(group):
            raise refuse(rule, tree, "a column that is not grouped", "add it to group by")
        return group, values

    @staticmethod
    def _is_absent(rule: RuleFile, tree: exp.Select, values: dict[str, exp.Expr], having: exp.Expr | None) -> bool:
        """Whether an empty group has no value: min, max and means. Refuse them beside count and sum, and a computed
        value that is not 0 there, where it would be taken for 0.
        """
        extremes = [bool(e.find(exp.Min, exp.Max)) for e in values.values()]
        totals = [bool(e.find(exp.Count, exp.Sum)) for e in values.values()]
        if any(extremes) and any(totals):
            advice = "write two views: an empty group has a count and no maximum"
            raise refuse(rule, tree, "min or max beside count or sum", advice)
        if any(extremes) or having is not None:
            return any(extremes)
        worths = {e: worth_of_nothing(e) for e in values.values()}
        for expression, worth in worths.items():
            if worth is not None and worth != 0:
                advice = "name the count or sum as a rule, and compute with coalesce(x, 0) in another"
                shown = expression.sql("duckdb").lower()
                raise refuse(rule, expression, f"{shown}, which is not 0 for an empty group", advice)
        means = [w is None for w in worths.values()]
        if any(means) and not all(means):
            advice = "write two views, or having count(*) > 0: an empty group has a count and no mean"
            raise refuse(rule, tree, "a mean beside count or sum", advice)
        return any(means)

    def _aggregated(
        self,
        rule: RuleFile,
        name: str,
        tree: exp.Select,
        group: dict[str, exp.Column],
        values: dict[str, exp.Expr],
        having: exp.Expr | None,
    ) -> Aggregate:
        """Return the body: over a relation itself, or over an inner join rule."""
        plain = not tree.args.get("joins") and not tree.args.get("where")
        item = tree.args["from_"].this if tree.args.get("from_") else None
        if plain and item is not None and relation_name(item) in self.signatures:
            signature = self.signatures[relation_name(item)]
            if {c.name for c in tree.find_all(exp.Column)} <= set(signature.columns):
                columns = {o: c.name for o, c in group.items()}
                return Aggregate(signature, None, columns, over(values), over_one(having))
        inner = exp.Select(expressions=[exp.alias_(c.copy(), o) for o, c in group.items()])
        inner.set("from_", tree.args["from_"].copy())
        inner.set("joins", [j.copy() for j in tree.args.get("joins") or []])
        if tree.args.get("where"):
            inner.set("where", tree.args["where"].copy())
        inputs: dict[str, str] = {}
        moved = {o: move_inputs(e, inner, inputs) for o, e in values.items()}
        moved_having = move_inputs(having, inner, inputs) if having is not None else None
        source = self._internal(rule, f"{name}#1", inner)
        return Aggregate(source.signature, source, {o: o for o in group}, over(moved), over_one(moved_having))

    def _recursion(self, rule: RuleFile, name: str, tree: exp.Query) -> Relation:
        """A left-linear fixpoint."""
        parts = recursive_parts(rule, name, tree)
        base = self._internal(rule, f"{name}#base", parts.base, parts.columns, single=True)
        scope = base.signature.scope
        assert isinstance(base.body, Block)
        driver = base.body.sources[0].signature
        # The row of an open set says nothing of the rows beside it; that of a function is all there is.
        is_open = driver.scope is None and not driver.value and driver.kind is not Kind.ASKED
        if scope is None or is_open or not set(scope) <= set(parts.columns):
            advice = "start from a closed set, a function or an asked row, and show its scope"
            raise refuse(rule, parts.base, "a recursion whose base has no closing scope", advice)
        signature = Signature(name, parts.columns, parts.columns, scope, Kind.RECURSION)
        self.signatures[name] = signature
        try:
            steps = tuple(
                self._internal(rule, f"{name}#step{i}", s, parts.columns) for i, s in enumerate(parts.steps, 1)
            )
        finally:
            del self.signatures[name]
        for step, select in zip(steps, parts.steps, strict=True):
            if step.signature.scope != scope:
                advice = f"carry {', '.join(scope)} through: select {name}.{scope[0]} as it is"
                if step.signature.scope is None:
                    advice = f"{advice}, and close what the step expands"
                raise refuse(rule, select, "a step that does not carry its scope through", advice)
        return Relation(signature, Recursion(base, steps, parts.counters), rule.path)


def branches_of(tree: exp.Query) -> list[exp.Select]:
    """The selects under nested unions, in order."""
    found = tree.unnest()
    if isinstance(found, exp.Union):
        return [*branches_of(found.left), *branches_of(found.right)]
    assert isinstance(found, exp.Select)
    return [found]


def over(values: dict[str, exp.Expr]) -> dict[str, exp.Expr]:
    """The aggregate expressions with every column read from the alias ``r``."""
    return {o: _over(e) for o, e in values.items()}


def over_one(having: exp.Expr | None) -> exp.Expr | None:
    """As :func:`over` for one expression."""
    return None if having is None else _over(having)


def _over(expression: exp.Expr) -> exp.Expr:
    found = expression.copy()
    for column in list(found.find_all(exp.Column)):
        column.replace(b.col("r", column.name))
    for star in list(found.find_all(exp.Star)):
        star.replace(b.col("r", b.WORLD))
    return found


def move_inputs(expression: exp.Expr, inner: exp.Select, inputs: dict[str, str]) -> exp.Expr:
    """Move the argument of every aggregate into ``inner`` as a column, and read that column instead."""
    found = expression.copy()
    for function in list(found.find_all(*SET_FUNCTIONS)):
        if isinstance(function.this, exp.Star):
            continue
        shown = function.this.sql("duckdb")
        if shown not in inputs:
            inputs[shown] = f"value_{len(inputs) + 1}"
            inner.append("expressions", exp.alias_(function.this.copy(), inputs[shown]))
        function.set("this", exp.column(inputs[shown]))
    return found


__all__ = ["Assembler", "RuleError", "branches_of"]

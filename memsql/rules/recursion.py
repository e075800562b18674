"""The shape of a recursive rule: base, left-linear steps, counters with a constant bound."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from memsql.errors import RuleError
from memsql.rules.block import conjuncts
from memsql.rules.check import SET_FUNCTIONS, refuse
from memsql.rules.parse import RuleFile, relation_name

FORM = "write: with recursive {0}(..) as (select .. from <base> union select .. from {0} inner join ..)"


@dataclass(frozen=True, slots=True)
class RecursiveParts:
    """``counters``: (column, bound) for every column that a step counts up."""

    columns: tuple[str, ...]
    base: exp.Select
    steps: tuple[exp.Select, ...]
    counters: tuple[tuple[str, int], ...]


def recursive_parts(rule: RuleFile, name: str, tree: exp.Query) -> RecursiveParts:
    """Split ``with recursive``. Raises RuleError with the left-linear text for another shape."""
    form = FORM.format(name)
    with_ = tree.args["with_"]
    if not with_.args.get("recursive") or len(with_.expressions) != 1:
        raise refuse(rule, with_, "a with clause", f"give the inner select a rule file of its own, or {form}")
    cte = with_.expressions[0]
    if cte.alias != name:
        raise refuse(rule, cte, f"a recursion called {cte.alias}", f"call it {name} like its file")
    columns = tuple(c.name for c in cte.args["alias"].columns)
    branches = _branches(rule, cte.this, form)
    columns = columns or tuple(i.alias_or_name for i in branches[0].expressions)
    _check_outer(rule, tree, name, columns)
    bases = [s for s in branches if not reads(s, name)]
    steps = [s for s in branches if reads(s, name)]
    if len(bases) != 1 or not steps:
        advice = f"name the union of the bases as a rule; {form}" if len(bases) > 1 else form
        raise refuse(rule, cte, f"a recursion with {len(bases)} bases and {len(steps)} steps", advice)
    if bases[0].args.get("group") or any(i.find(*SET_FUNCTIONS) for i in bases[0].expressions):
        raise refuse(rule, bases[0], "an aggregate in the base", "give the aggregate its own rule file")
    if isinstance(cte.this, exp.Union) and any(reads(s, name) for s in _branches(rule, cte.this.left, form)):
        advice = "write: <base> union (<step> union <step>)"
        raise refuse(rule, cte, "steps that are not the last member of the union", advice)
    counters: set[tuple[str, int]] = set()
    for step in steps:
        _check_step(rule, step, name, columns)
        counters |= set(_counters(rule, step, name, columns))
    for column in rule.maximum:
        if column not in {c for c, _ in counters}:
            shown = ", ".join(sorted(c for c, _ in counters)) or "there is none; leave the line out"
            raise refuse(rule, cte, f"maximum: {column}", f"name a column that a step counts up ({shown})")
    return RecursiveParts(columns, bases[0], tuple(steps), tuple(sorted(counters)))


def reads(select: exp.Select, name: str) -> bool:
    """Whether the select mentions the recursive relation."""
    return any(relation_name(t) == name for t in select.find_all(exp.Table))


def _branches(rule: RuleFile, tree: exp.Expr, form: str) -> list[exp.Select]:
    found = tree.unnest()
    if isinstance(found, exp.Union):
        return [*_branches(rule, found.left, form), *_branches(rule, found.right, form)]
    if not isinstance(found, exp.Select):
        raise refuse(rule, tree, "a recursion of another form", form)
    return [found]


def _check_outer(rule: RuleFile, tree: exp.Query, name: str, columns: tuple[str, ...]) -> None:
    """The outer select only lists the columns."""
    items = tree.expressions if isinstance(tree, exp.Select) else []
    shown = tuple(i.name for i in (item.unalias() for item in items) if isinstance(i, exp.Column))
    shown = shown if shown == tuple(item.alias_or_name for item in items) else ()
    is_plain = isinstance(tree, exp.Select) and not any(
        tree.args.get(k) for k in ("joins", "where", "group", "distinct", "having")
    )
    if not is_plain or shown != columns or relation_name(tree.args["from_"].this) != name:
        advice = f"end with: select {', '.join(columns)} from {name}; do the rest in a rule that reads {name}"
        raise refuse(rule, tree.args.get("from_") or tree, "a select around the recursion that does more", advice)


def _check_step(rule: RuleFile, step: exp.Select, name: str, columns: tuple[str, ...]) -> None:
    """The step reads FROM the recursive relation, once, and without aggregates or negation of it."""
    mentions = [t for t in step.find_all(exp.Table) if relation_name(t) == name]
    driver = step.args["from_"].this if step.args.get("from_") else None
    if step.find(exp.Count, exp.Sum, exp.Min, exp.Max) or step.args.get("group"):
        raise RuleError(
            str(
                refuse(
                    rule,
                    step,
                    f"aggregation through recursion: {name} -> {name}",
                    "aggregate a finished rule",
                )
            )
        )
    for found in step.find_all(exp.Exists):
        if found.find_ancestor(exp.Not) and any(relation_name(t) == name for t in found.find_all(exp.Table)):
            what = f"negation through recursion: {name} -> {name}"
            raise refuse(rule, found, what, "negate a rule of a lower stratum")
    if len(mentions) > 1:
        raise refuse(rule, step, f"{name} twice in its own step", left_linear(step, name, columns))
    if driver is None or relation_name(driver) != name:
        raise refuse(rule, step, "a step that does not start from the recursion", left_linear(step, name, columns))


def left_linear(step: exp.Select, name: str, columns: tuple[str, ...]) -> str:
    """The left-linear text to write instead, with the step's own other relation."""
    others = [relation_name(t) for t in step.find_all(exp.Table) if relation_name(t) != name]
    other = others[0] if others else "<relation>"
    carried = ", ".join(f"{name}.{c}" for c in columns[:-1])
    return (
        f"write: select {carried}{', ' if carried else ''}x.<next> from {name} "
        f"inner join {other} as x on x.<key> = {name}.{columns[-1]}"
    )


def _counters(rule: RuleFile, step: exp.Select, name: str, columns: tuple[str, ...]) -> list[tuple[str, int]]:
    """Columns that a step counts up, with the bound in its where.

    Any other column computed from the recursion's own columns could go on for ever, and is refused.
    """
    alias = step.args["from_"].this.alias or name
    found: list[tuple[str, int]] = []
    for column, item in zip(columns, step.expressions, strict=False):
        expression = (item.this if isinstance(item, exp.Alias) else item).unnest()
        own = [c for c in expression.find_all(exp.Column) if c.table == alias or (not c.table and c.name in columns)]
        if isinstance(expression, exp.Column) or not own:
            continue
        if not _counts(expression, alias, column):
            shown = item.sql("duckdb").lower()
            advice = f"count up by a constant under a bound: {alias}.{column} + 1 with where {alias}.{column} < 64"
            raise refuse(rule, item, f"{shown} computed from the recursion's own columns", advice)
        bound = _bound(step, alias, column)
        if bound is None:
            advice = f"add a constant bound to the step: where {alias}.{column} < 64"
            raise refuse(rule, item, f"counter {column} without a bound", advice)
        found.append((column, bound))
    return found


def _counts(expression: exp.Expr, alias: str, column: str) -> bool:
    """Whether the expression is ``column + constant`` with a positive integer."""
    if not isinstance(expression, exp.Add):
        return False
    left, right = expression.this, expression.expression
    is_column = isinstance(left, exp.Column) and left.name == column and left.table in ("", alias)
    return is_column and isinstance(right, exp.Literal) and right.name.isdigit() and int(right.name) > 0


def _bound(step: exp.Select, alias: str, column: str) -> int | None:
    """The constant n of ``column < n`` (or <= n - 1) among the conjuncts of the step's where."""
    where = step.args.get("where")
    for part in conjuncts(where.this) if where else []:
        if not isinstance(part, exp.LT | exp.LTE) or not isinstance(part.expression, exp.Literal):
            continue
        if not part.expression.name.isdigit():
            continue
        left = part.this
        if isinstance(left, exp.Column) and left.name == column and left.table in ("", alias):
            return int(part.expression.name) + (1 if isinstance(part, exp.LTE) else 0)
    return None

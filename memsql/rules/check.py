"""What is inside the rule language: a list of SQL that is allowed, and advice for what people try instead."""

from __future__ import annotations

from sqlglot import exp

from memsql.errors import RuleError, at
from memsql.rules.parse import RuleFile, line_of

ALLOWED: tuple[type[exp.Expr], ...] = (
    exp.Select, exp.Union, exp.With, exp.CTE, exp.From, exp.Join, exp.Table, exp.TableAlias, exp.Identifier,
    exp.Column, exp.Alias, exp.Literal, exp.Boolean, exp.Where, exp.Group, exp.Having, exp.Distinct, exp.And,
    exp.Or, exp.Not, exp.Exists, exp.Paren, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Between,
    exp.In, exp.Add, exp.Sub, exp.Mul, exp.Neg, exp.Least, exp.Greatest, exp.Round, exp.Cast, exp.DataType,
    exp.DataTypeParam, exp.Coalesce, exp.Count, exp.Sum, exp.Min, exp.Max, exp.Star, exp.First,
)  # fmt: skip
FUNCTIONS = ("mean_half_up",)
MEAN = "write mean_half_up(sum, count) on integer cents"
ADVICE: dict[type[exp.Expr], str] = {
    exp.Avg: f"avg gives a DOUBLE; {MEAN}",
    exp.Div: f"a division gives a DOUBLE; {MEAN}, a percentage as amount * percent * 0.01 and one round",
    exp.IntDiv: f"a division gives a DOUBLE; {MEAN}, a percentage as amount * percent * 0.01 and one round",
    exp.Subquery: "an anonymous subquery; give it a rule file and a name, so that it can be asked",
    exp.Window: "a window function; versions are chosen by the store, so read the relation itself",
    exp.Order: "an order; a relation has none, so leave it out",
    exp.Limit: "a limit; write the condition that picks the rows",
    exp.Is: "a test for null; a missing fact is unknown by itself, so leave it out",
    exp.Null: "a null; absence is said by completeness, so leave it out",
    exp.Except: "except; write not exists",
    exp.Intersect: "intersect; join on the key",
    exp.TryCast: "try_cast; write cast",
    exp.Case: "a case; write one select a case under union, or least, greatest, coalesce",
    exp.Lateral: "a lateral join; name the inner select as a rule",
    exp.Values: "values; facts come from events, parameters from asked_ relations",
    exp.Qualify: "qualify; join on the maximum",
    exp.CountIf: "count_if; name the filtered set and count it",
    exp.Filter: "a filter; name the filtered set and aggregate it",
}
FLOATS = (exp.DType.DOUBLE, exp.DType.FLOAT)
SET_FUNCTIONS = (exp.Count, exp.Sum, exp.Min, exp.Max)


def refuse(rule: RuleFile, node: exp.Expr, found: str, advice: str) -> RuleError:
    """Return the error ``path:line: found; advice``."""
    return RuleError(f"{at(rule.path, line_of(node))}: {found}; {advice}")


def check_language(rule: RuleFile) -> None:
    """Refuse, with advice, the first thing in the file that is outside the rule language."""
    for node in rule.tree.walk():
        if isinstance(node, exp.Table) and not isinstance(node.this, exp.Identifier | exp.First):
            what = node.this.sql("duckdb").lower()
            raise refuse(rule, node, f"reads {what}", "read declared relations; files come in as events")
        if isinstance(node, exp.Anonymous):
            function = str(node.this).lower()
            if function not in FUNCTIONS:
                raise refuse(rule, node, f"function {function}", "it is not in the rule language")
            continue
        if isinstance(node, exp.Subquery) and isinstance(node.parent, exp.Union) and not node.alias:
            continue
        if type(node) in ADVICE:
            found, _, advice = ADVICE[type(node)].partition("; ")
            raise refuse(rule, node, found, advice)
        if not isinstance(node, ALLOWED):
            what = node.sql("duckdb").lower()
            raise refuse(rule, node, f"{node.key} in {what[:60]}", "it is not in the rule language")
        _check_node(rule, node)


def _check_node(rule: RuleFile, node: exp.Expr) -> None:
    """Refuse the forms of an allowed node that are outside."""
    if isinstance(node, exp.Star) and not isinstance(node.parent, exp.Count):
        if not isinstance(node.parent, exp.Select):
            raise refuse(rule, node, "a star", "name the columns")
        raise refuse(rule, node.parent, "select *", "name the columns")
    if isinstance(node, exp.Identifier) and node.name.startswith("_"):
        raise refuse(rule, node, f"name {node.name}", "names that start with _ are the compiler's own")
    if isinstance(node, exp.DataType) and node.this in FLOATS:
        raise refuse(rule, node.parent or node, "a floating-point type", "use decimal(p, s): money is exact")
    if isinstance(node, exp.Literal) and not node.is_string and "e" in node.name.lower():
        raise refuse(rule, node, f"the DOUBLE {node.name}", "write it as a decimal")
    if isinstance(node, SET_FUNCTIONS) and node.args.get("distinct"):
        raise refuse(rule, node, "an aggregate over distinct", "name the distinct set as a rule")
    if isinstance(node, exp.Count) and isinstance(node.this, exp.Distinct):
        raise refuse(rule, node, "count(distinct ..)", "name the distinct set as a rule and count it")
    if isinstance(node, exp.In) and not _is_constant_list(node):
        raise refuse(rule, node, "in over something else than constants", "join, or write exists")
    if isinstance(node, exp.Union) and not node.args.get("distinct"):
        raise refuse(rule, node, "union all", "a relation is a set: write union")


def _is_constant_list(node: exp.In) -> bool:
    """Whether every item of ``in (..)`` is a constant."""
    items = node.args.get("expressions") or []
    return bool(items) and not any(item.find(exp.Column, exp.Select) for item in items)

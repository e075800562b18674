"""What is inside the rule language: a list of SQL that is allowed, and advice for what people try instead."""

from __future__ import annotations

from datetime import date

from sqlglot import ErrorLevel, exp

from memsql.errors import RuleError, at
from memsql.model import View
from memsql.rules.parse import RuleFile, store_view
from memsql.scenario.statements import line_of

ALLOWED: tuple[type[exp.Expr], ...] = (
    exp.Select, exp.Union, exp.With, exp.CTE, exp.From, exp.Join, exp.Table, exp.TableAlias, exp.Identifier,
    exp.Column, exp.Alias, exp.Literal, exp.Boolean, exp.Where, exp.Group, exp.Having, exp.Distinct, exp.And,
    exp.Or, exp.Not, exp.Exists, exp.Paren, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Between,
    exp.In, exp.Add, exp.Sub, exp.Mul, exp.Neg, exp.Least, exp.Greatest, exp.Round, exp.Cast, exp.DataType,
    exp.DataTypeParam, exp.Coalesce, exp.Count, exp.Sum, exp.Min, exp.Max, exp.Star, exp.First,
    exp.TimestampTrunc, exp.Var,
)  # fmt: skip
FUNCTIONS = ("mean_half_up",)
PERIODS = ("MONTH", "QUARTER", "YEAR")
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
CAST_TYPES = (
    exp.DType.TEXT,
    exp.DType.VARCHAR,
    exp.DType.INT,
    exp.DType.BIGINT,
    exp.DType.DECIMAL,
    exp.DType.DATE,
    exp.DType.BOOLEAN,
    *FLOATS,
)
CONDITIONS = (
    exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Between, exp.In, exp.Exists, exp.Column, exp.Boolean,
)  # fmt: skip
LONG = 160
"""Signs of a text of a rule that a message repeats."""
SET_FUNCTIONS = (exp.Count, exp.Sum, exp.Min, exp.Max)


def refuse(rule: RuleFile, node: exp.Expr, found: str, advice: str) -> RuleError:
    """Return the error ``path:line: found; advice``; what was found is cut where it is long."""
    found = found if len(found) <= LONG else found[: LONG - 3] + "..."
    return RuleError(f"{at(rule.path, line_of(node))}: {found}; {advice}")


def check_language(rule: RuleFile) -> None:
    """Refuse, with advice, the first thing in the file that is outside the rule language."""
    for node in rule.tree.walk():
        if isinstance(node, exp.Anonymous):
            function = str(node.this).lower()
            is_view = function == View.CURRENT and isinstance(node.parent, exp.Table)
            if function not in FUNCTIONS and not is_view:
                raise refuse(rule, node, f"function {function}", "it is not in the rule language")
            continue
        if isinstance(node, exp.Subquery) and isinstance(node.parent, exp.Union) and not node.alias:
            continue
        if type(node) in ADVICE:
            found, _, advice = ADVICE[type(node)].partition("; ")
            raise refuse(rule, node, found, advice)
        if not isinstance(node, ALLOWED):
            what = node.sql("duckdb", unsupported_level=ErrorLevel.IGNORE).lower() or node.key
            raise refuse(rule, node, what[:60], "it is not in the rule language")
        for check in (_check_query, _check_table, _check_condition, _check_exists, _check_aggregate, _check_value):
            check(rule, node)


def _check_query(rule: RuleFile, node: exp.Expr) -> None:
    """Refuse the forms of select and union that are outside."""
    if isinstance(node, exp.Select) and node.args.get("from_") is None:
        raise refuse(rule, node, "a select without from", "read at least one relation")
    if isinstance(node, exp.With) and node.parent is not rule.tree:
        raise refuse(rule, node, "a with clause inside", "give its select a rule file of its own")
    if isinstance(node, exp.Star) and not isinstance(node.parent, exp.Count):
        if not isinstance(node.parent, exp.Select):
            raise refuse(rule, node, "a star", "name the columns")
        raise refuse(rule, node.parent, "select *", "name the columns")
    if isinstance(node, exp.Union) and not node.args.get("distinct"):
        raise refuse(rule, node, "union all", "a relation is a set: write union")
    if isinstance(node, exp.Union) and node.args.get("by_name"):
        raise refuse(rule, node, "union by name", "write union, with the columns of every branch in one order")
    if isinstance(node, exp.Union) and not all(isinstance(q, exp.Query) for q in (node.this, node.expression)):
        raise refuse(rule, node, "a union of something else than selects", "write a select on both sides")
    if isinstance(node, exp.CTE) and node.args.get("key_expressions"):
        raise refuse(rule, node, "using key", "a recursion is a set of rows: leave it out")


def _check_table(rule: RuleFile, node: exp.Expr) -> None:
    """Refuse to read what is not the bare name of a relation, and a first value: a relation has no order."""
    if isinstance(node, exp.First) and not isinstance(node.parent, exp.Table):
        found = node.sql("duckdb").lower()
        raise refuse(rule, node, found, "read the first version in from: from first(<relation>) as f")
    if isinstance(node, exp.From | exp.Join) and isinstance(node.this, exp.Select | exp.SetOperation):
        found, _, advice = ADVICE[exp.Subquery].partition("; ")
        raise refuse(rule, node, found, advice)
    if not isinstance(node, exp.Table):
        return
    what = node.this.sql("duckdb").lower()
    is_file = isinstance(node.this, exp.Identifier) and not node.name.isidentifier()
    if is_file or not (isinstance(node.this, exp.Identifier) or store_view(node)):
        raise refuse(rule, node, f"reads {what}", "read declared relations; files come in as events")
    if node.args.get("db"):
        raise refuse(rule, node, f"reads {node.args['db'].name}.{what}", f"write {what} alone")
    if node.args.get("alias") and node.args["alias"].columns:
        raise refuse(rule, node, f"columns of {what} renamed", "rename them in the select, with as")


def _check_condition(rule: RuleFile, node: exp.Expr) -> None:
    """Refuse a where or having with a part that is no condition."""
    if isinstance(node, exp.Where | exp.Having) and (part := _no_condition(node.this)) is not None:
        raise refuse(rule, part, f"the condition {part.sql('duckdb').lower()}", "write a comparison")


def _no_condition(expression: exp.Expr) -> exp.Expr | None:
    """The first part of a condition that is neither a comparison, nor exists, nor a column by itself."""
    found = expression.unnest()
    if isinstance(found, exp.And | exp.Or):
        return _no_condition(found.left) or _no_condition(found.right)
    if isinstance(found, exp.Not):
        return _no_condition(found.this)
    return None if isinstance(found, CONDITIONS) or type(found) in ADVICE else found


def _check_exists(rule: RuleFile, node: exp.Expr) -> None:
    """Refuse exists anywhere but among the conditions of a where, and over an aggregate."""
    if not isinstance(node, exp.Exists):
        return
    place = node.parent
    while isinstance(place, exp.And | exp.Or | exp.Not | exp.Paren):
        place = place.parent
    if not isinstance(place, exp.Where):
        raise refuse(rule, node, "exists inside an expression", "write it as a condition of its own in where")
    if any(item.find(*SET_FUNCTIONS) for item in node.this.expressions):
        raise refuse(rule, node, "exists over an aggregate, which always has a row", "write exists (select 1 from ..)")


def _check_aggregate(rule: RuleFile, node: exp.Expr) -> None:
    """Refuse an aggregate over distinct values, and one of anything but one argument."""
    if not isinstance(node, SET_FUNCTIONS):
        return
    if node.args.get("distinct") or isinstance(node.this, exp.Distinct):
        advice = f"name the distinct set as a rule, and write {node.key} over it"
        raise refuse(rule, node, f"{node.key}(distinct ..)", advice)
    if node.this is None or node.expressions or node.args.get("count"):
        raise refuse(rule, node, node.sql("duckdb").lower(), "give it one column, or write count(*)")


def _check_value(rule: RuleFile, node: exp.Expr) -> None:
    """Refuse names, constants, types and lists that are outside."""
    if isinstance(node, exp.Identifier) and node.name.startswith("_"):
        raise refuse(rule, node, f"name {node.name}", "names that start with _ are the compiler's own")
    if isinstance(node, exp.DataType) and node.this in FLOATS:
        raise refuse(rule, node.parent or node, "a floating-point type", "use decimal(p, s): money is exact")
    if isinstance(node, exp.Literal) and not node.is_string and "e" in node.name.lower():
        raise refuse(rule, node, f"the DOUBLE {node.name}", "write it as a decimal")
    if isinstance(node, exp.In) and not _is_constant_list(node):
        raise refuse(rule, node, "in over something else than constants", "join, or write exists")
    if isinstance(node, exp.Coalesce) and not node.expressions:
        raise refuse(rule, node, "a coalesce without a default", "write coalesce(x, <default>)")
    if isinstance(node, exp.TimestampTrunc) and not (isinstance(node.unit, exp.Var) and node.unit.name in PERIODS):
        shown = node.sql("duckdb").lower()
        raise refuse(rule, node, shown, "write date_trunc('month', <date>), or 'quarter' or 'year'")
    if isinstance(node, exp.Cast) and isinstance(node.this, exp.Literal) and node.this.is_string:
        _check_constant(rule, node)
    if isinstance(node, exp.Cast) and isinstance(node.this, exp.TimestampTrunc) and node.to.this is not exp.DType.DATE:
        raise refuse(rule, node, f"a cast of {node.this.sql('duckdb').lower()}", "it is a date as it is")
    if isinstance(node, exp.Cast) and node.to.this not in CAST_TYPES:
        found = f"a cast to {node.to.sql('duckdb').lower()}"
        raise refuse(rule, node, found, "cast to text, integer, bigint, decimal(p, s), date or boolean")


def _check_constant(rule: RuleFile, node: exp.Cast) -> None:
    """Refuse a text constant that is cast to anything but a day of the calendar."""
    text = node.this.name
    if node.to.this is not exp.DType.DATE:
        raise refuse(rule, node, f"a cast of the constant '{text}'", "write the constant as it is meant")
    try:
        is_day = len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        is_day = False
    if not is_day:
        raise refuse(rule, node, f"date '{text}', which is no day", "write a day of the calendar as YYYY-MM-DD")


def output_name(rule: RuleFile, item: exp.Expr) -> str:
    """Return the name of a column of a select. Raises RuleError for an expression without one."""
    if isinstance(item, exp.Alias | exp.Column):
        return str(item.alias_or_name)
    shown = item.sql("duckdb").lower()
    raise refuse(rule, item, f"a column without a name ({shown})", f"write {shown} as <name>")


def _is_constant_list(node: exp.In) -> bool:
    """Whether every item of ``in (..)`` is a constant."""
    items = node.args.get("expressions") or []
    return bool(items) and not any(item.find(exp.Column, exp.Select) for item in items)

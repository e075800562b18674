"""Small vocabulary for building SQL as sqlglot expressions: every generated statement goes through here.

Schemas of the evaluator, all keyed by world: ``state`` (rows of a relation with their truth), ``closed``
(scopes in which an absent key is known to be false and every row is decided), ``domain`` (scopes in which the
row keys of a join rule are known), ``demand``, ``refuted`` and ``lookup`` (keys that are looked up and have no
row; see refute), ``asserted`` (which event supports which ground row), ``need``, ``need_closed`` and
``need_domain`` (what the derivations of the queries read).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlglot import Dialect, exp

WORLD = "_w"
OK = "_ok"
UNTIL = "_until"
SINCE = "_since"
EVENT = "_event"

Expr = exp.Expr
DUCKDB = Dialect.get_or_raise("duckdb")


def own(expression: Expr) -> Expr:
    """Return the expression itself where no tree holds it yet, else a copy: a node has one parent."""
    return expression if expression.parent is None else expression.copy()


def name(text: str) -> exp.Identifier:
    """Return a quoted identifier."""
    return exp.to_identifier(text, quoted=True)


def col(alias: str, column: str) -> exp.Column:
    """Return ``alias.column``."""
    return exp.Column(this=name(column), table=name(alias))


def bare(column: str) -> exp.Column:
    """Return an unqualified column."""
    return exp.Column(this=name(column))


def table(schema: str, relation: str, alias: str | None = None) -> exp.Table:
    """Return ``schema.relation as alias``."""
    found = exp.Table(this=name(relation), db=name(schema))
    if alias:
        found.set("alias", exp.TableAlias(this=name(alias)))
    return found


def cte(relation: str, alias: str | None = None) -> exp.Table:
    """Return a table of the same statement (a common table expression)."""
    found = exp.Table(this=name(relation))
    if alias:
        found.set("alias", exp.TableAlias(this=name(alias)))
    return found


def derived(query: exp.Query, alias: str) -> exp.Subquery:
    """Return ``(query) as alias``."""
    return exp.Subquery(this=query, alias=exp.TableAlias(this=name(alias)))


def named(expression: Expr, alias: str) -> exp.Alias:
    """Return ``expression as alias``."""
    return exp.Alias(this=own(expression), alias=name(alias))


def text(value: str) -> Expr:
    """Return a string literal."""
    return exp.Literal.string(value)


def number(value: int) -> Expr:
    """Return an integer literal."""
    return exp.Literal.number(value)


TRUE, FALSE = exp.Boolean(this=True), exp.Boolean(this=False)
NULL = exp.Null()


def both(parts: Iterable[Expr]) -> Expr:
    """Return the conjunction of ``parts``; true where there are none."""
    found = [exp.paren(own(p), copy=False) if isinstance(p, exp.Or) else own(p) for p in parts]
    return exp.and_(*found, copy=False) if found else exp.Boolean(this=True)


def either(parts: Iterable[Expr]) -> Expr:
    """Return the disjunction of ``parts``; false where there are none."""
    found = [own(p) for p in parts]
    return exp.or_(*found, copy=False) if found else exp.Boolean(this=False)


def equal(left: Expr, right: Expr) -> exp.EQ:
    """Return ``left = right``."""
    return exp.EQ(this=own(left), expression=own(right))


def is_null(expression: Expr) -> exp.Is:
    """Return ``expression is null``."""
    return exp.Is(this=exp.Paren(this=own(expression)), expression=exp.Null())


def is_known(expression: Expr) -> exp.Not:
    """Return ``expression is not null``."""
    return exp.Not(this=is_null(expression))


def is_truth(expression: Expr, truth: bool) -> exp.Is:
    """Return ``expression is true`` or ``is false``: two-valued."""
    return exp.Is(this=exp.Paren(this=own(expression)), expression=exp.Boolean(this=truth))


def not_false(expression: Expr) -> Expr:
    """Return ``expression is distinct from false``."""
    return exp.NullSafeNEQ(this=exp.Paren(this=own(expression)), expression=exp.Boolean(this=False))


def case(when: Expr, then: Expr, otherwise: Expr | None = None) -> exp.Case:
    """Return ``case when .. then .. [else ..] end``."""
    found = exp.Case(ifs=[exp.If(this=own(when), true=own(then))])
    if otherwise is not None:
        found.set("default", own(otherwise))
    return found


@lru_cache(maxsize=256)
def _type(text: str) -> exp.DataType:
    return exp.DataType.build(text, dialect="duckdb")


def cast(expression: Expr, type_: str) -> exp.Cast:
    """Return ``cast(expression as type_)``."""
    return exp.Cast(this=own(expression), to=_type(type_).copy())


def call(function: str, *arguments: Expr) -> exp.Anonymous:
    """Return a call of a macro or function by its own name."""
    return exp.Anonymous(this=function, expressions=[own(a) for a in arguments])


def node_id(relation: str, key: Sequence[Expr], is_collection: bool = False) -> Expr:
    """Return the text ``relation(k1,k2)`` or ``relation[scope]``; null where a key value is.

    Ids come from keys and never from rows, so that a look-up that finds nothing still names its node.
    """
    opening, closing = ("[", "]") if is_collection else ("(", ")")
    found: Expr = text(relation + opening)
    for position, expression in enumerate(key):
        if position:
            found = exp.DPipe(this=found, expression=text(","))
        found = exp.DPipe(this=found, expression=call("_esc", expression))
    return exp.DPipe(this=found, expression=text(closing))


def on_columns(left: str, right: str, columns: Iterable[str]) -> list[Expr]:
    """Return ``left.c = right.c`` for the world and every column."""
    return [equal(col(left, c), col(right, c)) for c in (WORLD, *columns)]


def union_all(queries: Sequence[exp.Query], by_name: bool = False) -> exp.Query:
    """Return the queries under ``union all``, in order; ``by_name``: each may leave out columns, which are null."""
    found = queries[0]
    for query in queries[1:]:
        found = exp.Union(this=found, expression=query, distinct=False, by_name=by_name)
    return found


def union(queries: Sequence[exp.Query]) -> exp.Query:
    """Return the queries under ``union``."""
    found = queries[0]
    for query in queries[1:]:
        found = exp.Union(this=found, expression=query, distinct=True)
    return found


@dataclass(slots=True)
class Query:
    """A SELECT under construction; ``done`` returns the sqlglot expression."""

    columns: list[Expr]
    source: exp.Table | exp.Subquery
    joins: list[exp.Join]
    where: list[Expr]
    group: list[Expr]
    is_distinct: bool = False

    def join(self, relation: exp.Table | exp.Subquery, on: Iterable[Expr], side: str = "") -> Query:
        """Add a join; ``side`` is '', 'LEFT', 'SEMI' or 'ANTI'."""
        found = exp.Join(this=relation, on=both(on))
        if side == "LEFT":
            found.set("side", side)
        elif side:
            found.set("kind", side)
        self.joins.append(found)
        return self

    def filter(self, *conditions: Expr) -> Query:
        """Add conditions to WHERE."""
        self.where.extend(own(c) for c in conditions)
        return self

    def by(self, *expressions: Expr) -> Query:
        """Add GROUP BY expressions."""
        self.group.extend(own(e) for e in expressions)
        return self

    def done(self) -> exp.Select:
        """Return the finished expression."""
        found = exp.Select(expressions=[own(c) for c in self.columns])
        found.set("from_", exp.From(this=own(self.source)))
        found.set("joins", [own(j) for j in self.joins])
        if self.where:
            found.set("where", exp.Where(this=both(self.where)))
        if self.group:
            found.set("group", exp.Group(expressions=[own(g) for g in self.group]))
        if self.is_distinct:
            found.set("distinct", exp.Distinct())
        return found


def select(columns: Iterable[Expr], source: exp.Table | exp.Subquery, distinct: bool = False) -> Query:
    """Start a SELECT of ``columns`` from ``source``."""
    return Query([own(c) for c in columns], source, [], [], [], distinct)


@dataclass(frozen=True, slots=True)
class Statement:
    """One generated statement: ``create`` makes table schema.relation from the query, ``view`` a view of that
    name, ``insert`` adds to it.

    An insert names its columns where they are given.
    """

    action: str
    schema: str
    relation: str
    query: exp.Query

    def sql(self, pretty: bool = False) -> str:
        """Return the DuckDB text.

        Without the copy that sqlglot makes first: it changes none of the forms that stand in generated statements,
        and copying takes as long as writing.
        """
        target = f'"{self.schema}"."{self.relation}"'
        body = self.query.sql(dialect=DUCKDB, pretty=pretty, copy=False)
        heads = {"create": f"create table {target} as", "view": f"create view {target} as"}
        head = heads.get(self.action, f"insert into {target} by name")
        return f"{head}\n{body}" if pretty else f"{head} {body}"


def create(schema: str, relation: str, query: exp.Query) -> Statement:
    """Return ``create table schema.relation as query``."""
    return Statement("create", schema, relation, query)


def view(schema: str, relation: str, query: exp.Query) -> Statement:
    """Return ``create view schema.relation as query``."""
    return Statement("view", schema, relation, query)


def insert(schema: str, relation: str, query: exp.Query) -> Statement:
    """Return ``insert into schema.relation by name query``."""
    return Statement("insert", schema, relation, query)


def node_event(event: Expr) -> Expr:
    """Return the text ``event:<position>`` of an event leaf; the export writes the event's own id."""
    return exp.DPipe(this=text("event:"), expression=call("_text", event))

"""Counters of recursions: a row at the bound means a cycle, or a chain longer than the bound allows.

Either would make gold wrong without a word, so gold is refused and the cycle named, unless a rule tests the row
at the bound and so decides what it means, or the rule's header says that the bound is the maximum that it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from memsql.db import Database
from memsql.errors import GoldError
from memsql.model import Scenario
from memsql.rules import build as b
from memsql.rules.joins import add_joins
from memsql.rules.parse import relation_name
from memsql.rules.program import Program
from memsql.rules.relation import All, Atom, Block, Condition, Recursion, Relation
from memsql.rules.truth import truth_sql


def check_counters(db: Database, program: Program, needed: Sequence[Relation], scenarios: Sequence[Scenario]) -> None:
    """Raise GoldError for the first recursion with a row at a bound that no rule tests."""
    for relation in needed:
        if not isinstance(relation.body, Recursion):
            continue
        for column, bound in relation.body.counters:
            is_meant = column in program.rules[relation.name.removesuffix("#rows")].maximum
            if not is_meant and not _is_tested(program, relation.name, column, bound):
                _check(db, relation, column, bound, scenarios)


def _is_tested(program: Program, name: str, column: str, bound: int) -> bool:
    """Whether a rule compares the counter with its bound."""
    for rule in program.rules.values():
        if rule.name == name or not any(relation_name(t) == name for t in rule.tree.find_all(exp.Table)):
            continue
        for found in rule.tree.find_all(exp.EQ, exp.GTE, exp.LT, exp.NEQ):
            sides = (found.left, found.right)
            is_column = any(isinstance(s, exp.Column) and s.name == column for s in sides)
            if is_column and any(isinstance(s, exp.Literal) and s.name == str(bound) for s in sides):
                return True
    return False


def _check(db: Database, relation: Relation, column: str, bound: int, scenarios: Sequence[Scenario]) -> None:
    """Refuse a row at the bound from which a step would go on."""
    body, scope = relation.body, relation.signature.scope or ()
    assert isinstance(body, Recursion)
    for step in body.steps:
        rows = db.rows(_cut_off(relation, step, column, bound).sql("duckdb") + " order by all limit 1")
        if not rows:
            continue
        scenario, world, *values = rows[0]
        assert isinstance(world, int) and isinstance(scenario, int)
        shown = ", ".join(map(str, values))
        where = f"{scenarios[scenario].scenario_id}: {relation.name}[{shown}]"
        cycle = _cycle(_steps(db, relation, column, world, dict(zip(scope, values, strict=True))))
        advice = f"write a rule that tests {column} = {bound}, or say that the bound is meant: -- maximum: {column}"
        if cycle:
            found = f"counter {column} reaches its bound {bound} on the cycle {' -> '.join(cycle)}; break it, "
        else:
            found = f"counter {column} reaches its bound {bound} without a cycle; raise the bound, "
        raise GoldError(f"{where}: {found}{advice}")


def _cut_off(relation: Relation, step: Relation, column: str, bound: int) -> exp.Select:
    """Rows at the bound from which the step, but for the bound, may go on: scenario, _w, scope."""
    block = _unbound(step, column)
    alias = block.sources[0].alias
    world = b.col(alias, b.WORLD)
    scope = [b.col(alias, c) for c in relation.signature.scope or ()]
    query = b.select([b.col("_x", "scenario"), world, *scope], b.table("state", relation.name, alias), True)
    query.join(b.table("ground", "world", "_x"), [b.equal(b.col("_x", b.WORLD), world)])
    add_joins(query, block, world)
    is_last = exp.GTE(this=b.col(alias, column), expression=b.number(bound))
    query.filter(is_last, b.not_false(truth_sql(block, False)))
    return query.done()


def _unbound(step: Relation, column: str) -> Block:
    """The step's block without the bound of its counter."""
    block = step.body
    assert isinstance(block, Block) and isinstance(block.condition, All)
    alias = block.sources[0].alias
    return replace(block, condition=All(tuple(c for c in block.condition.items if not _is_bound(c, alias, column))))


def _is_bound(condition: Condition, alias: str, column: str) -> bool:
    """Whether the condition is ``column < constant``."""
    if not isinstance(condition, Atom) or not isinstance(condition.expression, exp.LT | exp.LTE):
        return False
    left, right = condition.expression.this, condition.expression.expression
    is_column = isinstance(left, exp.Column) and (left.table, left.name) == (alias, column)
    return is_column and isinstance(right, exp.Literal)


def _steps(
    db: Database, relation: Relation, counter: str, world: int, scope: Mapping[str, object]
) -> list[tuple[str, str]]:
    """What leads to what in one scope, by the steps without the bound and without the counter."""
    body, signature = relation.body, relation.signature
    assert isinstance(body, Recursion) and signature.scope is not None
    places = [c for c in signature.columns if c not in signature.scope and c != counter]
    found: list[tuple[str, str]] = []
    for step in body.steps if places else ():
        block = _unbound(step, counter)
        alias = block.sources[0].alias
        of = b.col(alias, b.WORLD)
        columns = [_text(b.col(alias, c) for c in places), _text(block.outputs[c] for c in places)]
        query = b.select(columns, b.table("state", relation.name, alias), True)
        add_joins(query, block, of)
        query.filter(truth_sql(block, False), b.equal(of, b.number(world)))
        query.filter(*(b.equal(b.col(alias, c), b.text(str(v))) for c, v in scope.items()))
        found += [(str(x), str(y)) for x, y in db.rows(query.done().sql("duckdb") + " order by all")]
    return found


def _text(columns: Iterable[b.Expr]) -> b.Expr:
    """A place of several columns as one text."""
    return b.call("concat_ws", b.text(", "), *columns)


def _cycle(steps: Sequence[tuple[str, str]]) -> list[str]:
    """A shortest cycle, from its smallest place, or an empty list."""
    after: dict[str, list[str]] = {}
    for place, reached in steps:
        after.setdefault(place, []).append(reached)
    found: list[list[str]] = []
    for start in sorted(after):
        paths, seen = [[start]], {start}
        while paths:
            path = paths.pop(0)
            for reached in sorted(after.get(path[-1], [])):
                if reached == start:
                    found.append([*path, start])
                    paths = []
                    break
                if reached not in seen:
                    seen.add(reached)
                    paths.append([*path, reached])
    return min(found, key=lambda c: (len(c), c)) if found else []

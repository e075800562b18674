"""Order and strata: which rule comes first, and refusals where there is no such order."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from sqlglot import exp

from memsql.errors import RuleError, at
from memsql.rules.check import SET_FUNCTIONS
from memsql.rules.parse import RuleFile, relation_name
from memsql.scenario.statements import line_of

POSITIVE, NEGATION, AGGREGATION = "", "negation", "aggregation"


def reads_of(rule: RuleFile) -> dict[str, tuple[str, exp.Table]]:
    """Relations that a rule reads: name to (how, where); a negative or aggregating read wins."""
    found: dict[str, tuple[str, exp.Table]] = {}
    is_recursive = bool(rule.tree.args.get("with_"))
    for table in rule.tree.find_all(exp.Table):
        name = relation_name(table)
        if is_recursive and name == rule.name:
            continue
        how = _how(table)
        if name not in found or how:
            found[name] = (how, table)
    return found


def _how(table: exp.Table) -> str:
    """Whether the table is read under a negation or an aggregate."""
    join = table.find_ancestor(exp.Join)
    if join is not None and join.this is table and str(join.args.get("side") or "").upper() == "LEFT":
        return NEGATION
    select = table.find_ancestor(exp.Select)
    is_aggregate = select is not None and (
        select.args.get("group") or any(i.find(*SET_FUNCTIONS) for i in select.expressions)
    )
    node: exp.Expr | None = table
    is_negated = False
    while node is not None:
        is_negated ^= isinstance(node, exp.Not)
        node = node.parent
    if is_negated:
        return NEGATION
    return AGGREGATION if is_aggregate else POSITIVE


def ordered(rules: Mapping[str, RuleFile]) -> list[RuleFile]:
    """The rules, each after all that it reads; ties by name.

    Raises RuleError that names the cycle: negation or aggregation through recursion, or mutual recursion.
    """
    reads = {n: {r: how for r, how in reads_of(rule).items() if r in rules} for n, rule in rules.items()}
    done: dict[str, RuleFile] = {}
    waiting = sorted(rules)
    while waiting:
        ready = [n for n in waiting if all(r in done for r in reads[n])]
        if not ready:
            raise _cycle(rules, {n: reads[n] for n in waiting})
        for name in ready:
            done[name] = rules[name]
        waiting = [n for n in waiting if n not in done]
    return list(done.values())


def _cycle(rules: Mapping[str, RuleFile], reads: Mapping[str, Mapping[str, tuple[str, exp.Table]]]) -> RuleError:
    """The error that names a shortest cycle through the first rule that lies on one."""
    cycles = [c for n in sorted(reads) if (c := _shortest(n, reads))]
    cycle = min(cycles, key=lambda c: (len(c), c))
    steps = [reads[a][b] for a, b in pairwise(cycle)]
    shown = " -> ".join(cycle)
    for how in (NEGATION, AGGREGATION):
        for name, (found, table) in zip(cycle, steps, strict=False):
            if found == how:
                where = at(rules[name].path, line_of(table))
                advice = f"no order of evaluation exists: {how.replace('ion', 'e')} a relation of a lower stratum"
                return RuleError(f"{where}: {how} through recursion: {shown}; {advice}")
    where = at(rules[cycle[0]].path, line_of(steps[0][1]))
    advice = "write one recursion with a column that tells the relations apart"
    if len(cycle) == 2:
        advice = "write with recursive, base union step"
    return RuleError(f"{where}: mutual recursion: {shown}; {advice}")


def _shortest(start: str, reads: Mapping[str, Mapping[str, object]]) -> list[str]:
    """The shortest path from ``start`` back to itself, or an empty list."""
    paths: list[list[str]] = [[start]]
    seen: set[str] = set()
    while paths:
        path = paths.pop(0)
        for name in sorted(reads.get(path[-1], {})):
            if name == start:
                return [*path, start]
            if name not in seen:
                seen.add(name)
                paths.append([*path, name])
    return []

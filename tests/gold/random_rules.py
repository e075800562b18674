"""Random rule files over a fixed schema: whatever the compiler accepts must have the right witnesses.

Column names carry their type, so that any rule can read any other: t.. text, n.. integer, d.. date.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from memsql.errors import MemsqlError
from memsql.rules.relation import Signature
from tests.gold.random_scenarios import Domain, domain_of

SCHEMA = """
-- values t: p q
-- values n: 0 1 2
-- values d: 2026-02-01 2026-05-01
-- values valid_from: 2026-01-01 2026-05-01
-- values phrase: x
-- values entity: p q
-- rate pair: 0 0 1 1 2
-- rate exit: 0 0 1 1
-- rate detail: 0 0 1 1
-- rate price: 0 1 1
-- rate refers_to: 0 1 2
-- rising next: t1 t2
-- rising exit: t1 t2
-- schema
create table pair (t1 text, t2 text, primary key (t1, t2));
create table pair_complete (t1 text, primary key (t1));
create table exit (t1 text, t2 text, primary key (t1, t2));
create table exit_complete (t1 text, primary key (t1));
create table item (t1 text, primary key (t1));
create table next (t1 text, t2 text, primary key (t1));
create table next_complete (t1 text, primary key (t1));
create table weight (t1 text, n1 integer, primary key (t1));
create table detail (t1 text, t2 text, n1 integer, d1 date, primary key (t1, t2));
create table detail_complete (t1 text, primary key (t1));
create table due (t1 text, d1 date, primary key (t1));
create table due_complete (t1 text, primary key (t1));
create table price (t1 text, valid_from date, n1 integer, primary key (t1, valid_from));
create table price_complete (t1 text, primary key (t1));
create table asked_pair (t1 text, t2 text, primary key (t1, t2));
create table refers_to (phrase text, entity text, primary key (phrase));
"""


@dataclass(frozen=True)
class Readable:
    """A relation that a rule may read."""

    name: str
    signature: Signature

    @property
    def columns(self) -> list[str]:
        """Columns with a type in their name."""
        return [c for c in self.signature.columns if re.fullmatch(r"[tnd]\d+", c)]


@dataclass
class Block:
    """A select under construction: sources by alias; those of left joins are optional."""

    random: Random
    readable: list[Readable]
    sources: dict[str, Readable] = field(default_factory=dict)
    optional: set[str] = field(default_factory=set)
    joins: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def start(self, relation: Readable) -> None:
        """Set the driver."""
        self.sources["a"] = relation
        self.keys = [f"a.{c}" for c in relation.signature.key]

    def columns(self, kind: str, is_optional: bool = False) -> list[str]:
        """Columns of a type, of inner sources or of left joins."""
        return [
            f"{alias}.{c}"
            for alias, r in self.sources.items()
            if (alias in self.optional) == is_optional
            for c in r.columns
            if c[0] == kind
        ]

    def value(self, kind: str) -> str | None:
        """An expression of a type."""
        optional = self.columns(kind, True)
        found = self.columns(kind)
        if optional and (not found or self.random.random() < 0.4):
            return f"coalesce({self.random.choice(optional)}, {constant(kind, self.random)})"
        if not found:
            return None
        column = self.random.choice(found)
        if kind == "n" and self.random.random() < 0.2:
            other = self.random.choice(found)
            return self.random.choice((f"{column} + 1", f"least({column}, {other})", f"greatest({column}, {other})"))
        return column

    def bindings(self, alias: str, columns: list[str]) -> list[str] | None:
        """Equalities that bind columns of an alias to what is there."""
        found = []
        for column in columns:
            value = self.value("d" if column == "valid_from" else column[0])
            if value is None:
                return None
            found.append(f"{alias}.{column} = {value}")
        return found

    def join(self) -> None:
        """Add one source, if what is there can bind it."""
        relation = self.random.choice(self.readable)
        signature = relation.signature
        alias = "bcdefg"[len(self.joins)]
        if relation.name == "price":
            day, key = self.value("d"), self.bindings(alias, ["t1"])
            if day and key:
                self.joins.append(f"asof join price as {alias} on {key[0]} and {alias}.valid_from <= {day}")
                self.sources[alias] = relation
            return
        is_expansion = signature.scope is not None and self.random.random() < 0.4
        bound = list(signature.scope or ()) if is_expansion else list(signature.key)
        bindings = self.bindings(alias, bound)
        if not bindings:
            return
        is_left = (
            set(bound) == set(signature.key)
            and signature.scope is not None
            and (signature.is_total or self.random.random() < 0.3)
        )
        self.joins.append(
            f"{'left' if is_left else 'inner'} join {relation.name} as {alias} on {' and '.join(bindings)}"
        )
        self.sources[alias] = relation
        if is_left:
            self.optional.add(alias)
        self.keys += [f"{alias}.{c}" for c in signature.key if c not in bound]

    def condition(self, depth: int = 0) -> str | None:
        """A random condition, or None."""
        choice = self.random.random()
        if depth < 2 and choice < 0.3:
            parts = [p for p in (self.condition(depth + 1), self.condition(depth + 1)) if p]
            return f"({self.random.choice((' or ', ' and ')).join(parts)})" if parts else None
        if depth < 2 and choice < 0.4:
            part = self.condition(depth + 1)
            return f"not ({part})" if part else None
        if choice < 0.7:
            relation = self.random.choice(self.readable)
            signature = relation.signature
            by_scope = signature.scope is not None and self.random.random() < 0.4
            bound = self.bindings("x", list((signature.scope or ()) if by_scope else signature.key))
            negation = self.random.choice(("not ", ""))
            return (
                f"{negation}exists (select 1 from {relation.name} as x where {' and '.join(bound)})" if bound else None
            )
        kind = self.random.choice("ttnnd")
        left, right = self.value(kind), self.value(kind)
        if left is None or right is None:
            return None
        if self.random.random() < 0.5:
            right = constant(kind, self.random)
        return f"{left} {self.random.choice(('=', '<>', '<', '>='))} {right}"

    def where(self) -> str:
        """The where clause, maybe empty."""
        parts = [p for _ in range(self.random.choice((0, 1, 1, 2))) if (p := self.condition())]
        return f"\nwhere {' and '.join(parts)}" if parts else ""

    def text(self, selected: list[tuple[str, str]], distinct: bool = False) -> str:
        """The select with these (expression, name) columns."""
        shown = ", ".join(f"{e} as {n}" for e, n in selected)
        driver = self.sources["a"].name
        lines = [f"select {'distinct ' if distinct else ''}{shown} from {driver} as a", *self.joins]
        return "\n".join(lines) + self.where()


def constant(kind: str, random: Random) -> str:
    """A constant of a type."""
    return {"t": "'p'", "n": str(random.choice((0, 1, 2))), "d": "date '2026-06-01'"}[kind]


def named(expressions: list[str], kinds: str) -> list[tuple[str, str]]:
    """Expressions with names that carry their type."""
    count = {"t": 0, "n": 0, "d": 0}
    found = []
    for expression, kind in zip(expressions, kinds, strict=True):
        count[kind] += 1
        found.append((expression, f"{kind}{count[kind]}"))
    return found


def kind_of(column: str) -> str:
    """Type of a qualified column."""
    name = column.split(".")[1]
    return "d" if name == "valid_from" else name[0]


def random_block(random: Random, readable: list[Readable], driver: Readable | None = None) -> Block:
    """A driver with joins."""
    block = Block(random, [r for r in readable if not r.name.startswith("asked_")])
    if driver is None:
        wanted = [r for r in readable if r.name != "price"]
        driver = random.choice(wanted)
    block.start(driver)
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        block.join()
    return block


def random_rule(random: Random, name: str, readable: list[Readable]) -> str:
    """The text of a rule file; not every one is inside the language."""
    shape = random.choice(
        ("map", "map", "map", "map", "distinct", "union", "aggregate", "inline", "recursion", "keyed")
    )
    if shape == "aggregate":
        return _aggregate(random, random_block(random, readable, random.choice(readable)), plain=True)
    block = random_block(random, readable)
    if shape == "inline":
        return _aggregate(random, block, plain=False)
    if shape == "recursion":
        return _recursion(random, name, block, readable)
    if shape in ("distinct", "union"):
        scope = block.sources["a"].signature.scope or block.sources["a"].signature.key
        more = block.value("t")
        selected = [f"a.{c}" for c in scope] + ([more] if more else [])
        kinds = "".join(kind_of(f"a.{c}") for c in scope) + ("t" if more else "")
        if shape == "distinct":
            return block.text(named(selected, kinds), distinct=True)
        other = random_block(random, readable, block.sources["a"])
        last = other.value("t")
        again = [f"a.{c}" for c in scope] + ([last] if more and last else [])
        return f"{block.text(named(selected, kinds))}\nunion\n{other.text(named(again, kinds[: len(again)]))}"
    values = [v for v in (block.value(random.choice("tnd")),) if v and not v.startswith("coalesce")]
    values = [v for v in values if re.fullmatch(r"[a-z]\.\w+", v) and v not in block.keys]
    columns = block.keys + values
    text = block.text(named(columns, "".join(kind_of(c) for c in columns)))
    if shape == "keyed" and len(block.keys) > 1:
        kept = random.choice((1, len(block.keys) - 1))
        shown = [n for _, n in named(block.keys, "".join(kind_of(c) for c in block.keys))][:kept]
        return f"-- key: {', '.join(shown)}\n{text}"
    return text


def _aggregate(random: Random, block: Block, plain: bool) -> str:
    signature = block.sources["a"].signature
    if plain:
        block.joins, block.sources, block.optional = [], {"a": block.sources["a"]}, set()
    group = list(signature.scope or signature.key)
    group += [c for c in signature.key if c not in group and random.random() < 0.3]
    selected = named([f"a.{c}" for c in group], "".join(kind_of(f"a.{c}") for c in group))
    numbers, days = block.columns("n"), block.columns("d")
    functions = ["count(*)"] + [f"{f}({c})" for c in numbers for f in ("sum", "min", "max")]
    function = random.choice(functions)
    name = f"n{1 + sum(n[0] == 'n' for _, n in selected)}"
    if days and random.random() < 0.2:
        function, name = f"max({days[0]})", f"d{1 + sum(n[0] == 'd' for _, n in selected)}"
    text = block.text([*selected, (function, name)])
    if plain:
        text = text.split("\nwhere")[0]
    text += "\ngroup by " + ", ".join(f"a.{c}" for c in group)
    if random.random() < 0.25:
        text += "\nhaving count(*) >= 2"
    return text


def _recursion(random: Random, name: str, base: Block, readable: list[Readable]) -> str:
    texts = base.columns("t")
    scope = [f"a.{c}" for c in (base.sources["a"].signature.scope or base.sources["a"].signature.key)]
    place = random.choice(texts)
    first = base.text(named([*scope, place], "".join(kind_of(c) for c in scope) + "t"))
    columns = [n for _, n in named([*scope, place], "".join(kind_of(c) for c in scope) + "t")]
    counter = random.random() < 0.2 and "n1" not in columns
    edges = [r for r in readable if r.name in ("exit", "next", "pair")] * 2
    edges += [r for r in readable if sum(c[0] == "t" for c in r.columns) >= 2]
    edge = random.choice(edges)
    step = Block(random, [r for r in readable if not r.name.startswith("asked_")])
    here = Readable(name, base.sources["a"].signature)
    step.sources["a"] = here
    column = random.choice([c for c in edge.columns if c[0] == "t"])
    bound = [c for c in edge.signature.scope or edge.signature.key if c[0] == "t"]
    target = [c for c in edge.columns if c[0] == "t" and c not in bound] or [column]
    on = " and ".join(f"b.{c} = a.{columns[-1]}" for c in bound)
    step.joins = [f"inner join {edge.name} as b on {on}"]
    step.sources = {"b": edge}
    condition = step.condition() if random.random() < 0.5 else None
    parts = ([condition] if condition else []) + (["a.n1 < 3"] if counter else [])
    where = f" where {' and '.join(parts)}" if parts else ""
    if random.random() < 0.3 and not where:
        where = f" where not exists (select 1 from {random.choice(readable).name} as x where x.t1 = a.{columns[-1]})"
    selected = [f"a.{c}" for c in columns[:-1]] + [f"b.{target[0]}"]
    shown = ", ".join([*columns, "n1"] if counter else columns)
    first = first.replace(" from ", ", 0 as n1 from ", 1) if counter else first
    next_ = ", ".join([*selected, "a.n1 + 1"] if counter else selected)
    return (
        f"with recursive {name}({shown}) as (\n{first}\nunion\nselect {next_} from {name} as a\n"
        f"{step.joins[0]}{where}\n)\nselect {shown} from {name}"
    )


RuleText = Callable[[Random, str, list[Readable]], str]
"""Makes the text of a rule of a name over what it may read."""


def random_domain(random: Random, rules: int, tries: int = 60, rule_text: RuleText = random_rule) -> tuple[Domain, str]:
    """A domain with random rules that the compiler accepts, and its text."""
    text = SCHEMA
    domain = domain_of("random", text)
    made = 0
    for _ in range(tries):
        readable = [
            Readable(r.name, r.signature)
            for r in domain.program.named.values()
            if not r.name.endswith("_complete") and r.name not in ("refers_to", "first_refers_to", "first_price")
        ]
        later = [r for r in readable if r.name.startswith("r")]
        readable += later + later
        candidate = f"{text}-- rule r{made}\n{rule_text(random, f'r{made}', readable)}\n"
        try:
            domain = domain_of("random", candidate)
        except MemsqlError:
            continue
        text = candidate
        made += 1
        if made == rules:
            break
    return domain, text

"""Compile a domain: its declarations and rule files become ordered relations with their generated SQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from sqlglot import exp

from memsql.db import Database, UnboundError, scratch
from memsql.errors import MemsqlError, RuleError, at, did_you_mean
from memsql.model import ASKED, COMPLETE, MAX_SCALE, REFERS_TO, VALID_FROM, Column, Declaration, View, viewed
from memsql.rules.assemble import Assembler
from memsql.rules.build import Statement
from memsql.rules.check import FUNCTIONS, check_language
from memsql.rules.lift import lift
from memsql.rules.lineage import lineage
from memsql.rules.order import ordered
from memsql.rules.parameters import check_parameters
from memsql.rules.parse import RuleFile, parse_rule, relation_name, store_view
from memsql.rules.relation import Asked, Ground, Kind, Relation, Signature
from memsql.rules.types import check_types
from memsql.rules.wanted import Wanted, wanted
from memsql.scenario.statements import line_of
from memsql.scenario.words import RESERVED, TAKEN_ADVICE, taken

VIEW = re.compile(rf"({'|'.join(View)})\((\w+)\)")
NAME = re.compile(r"[^\W\d_]\w*")
EXACT = ("VARCHAR", "INTEGER", "BIGINT", "HUGEINT", "DECIMAL", "DATE", "BOOLEAN")


@dataclass(frozen=True)
class Program:
    """The relations of a domain in the order of evaluation, internal ones before those that stand on them."""

    relations: tuple[Relation, ...]
    rules: dict[str, RuleFile]
    declarations: dict[str, Declaration]
    _sql: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def by_name(self) -> dict[str, Relation]:
        """Name to relation, internal ones too."""
        return {r.name: r for r in self.relations}

    @cached_property
    def named(self) -> dict[str, Relation]:
        """The relations that can be asked: declared ones and rules."""
        return {r.name: r for r in self.relations if not r.signature.is_internal}

    def relation(self, name: str) -> Relation:
        """Return a relation that can be asked. Raises MemsqlError for an unknown name."""
        view = VIEW.fullmatch(name)
        found = self.named.get(f"{View(view[1]).prefix}{view[2]}" if view else name)
        if found is None:
            known = sorted(_written(n, self.declarations) for n in self.named)
            name = _written(name, {*self.declarations, *self.rules})
            raise MemsqlError(f"unknown relation {name}; {did_you_mean(name, known)}")
        return found

    @cached_property
    def _reach(self) -> dict[str, frozenset[str]]:
        """Name to all that it stands on, itself included (relations come after what they read)."""
        found: dict[str, frozenset[str]] = {}
        for relation in self.relations:
            names = {relation.name}
            for read in relation.reads():
                names |= found.get(read, frozenset({read}))
            found[relation.name] = frozenset(names)
        for relation in self.relations:
            # A recursion is placed after its own steps' other inputs, so its steps' reads are added here.
            for inner in relation.inner():
                found[relation.name] |= found[inner.name]
        return found

    def needed(self, queried: Iterable[str]) -> list[Relation]:
        """Relations that the queried ones stand on, in order."""
        names: set[str] = set()
        for name in queried:
            names |= self._reach[name]
        return [r for r in self.relations if r.name in names]

    def reaches(self, name: str) -> frozenset[str]:
        """All relations that ``name`` stands on, itself included."""
        return self._reach[name]

    @cached_property
    def _dated(self) -> frozenset[str]:
        """Names of the relations that read what is in force on the day of the world."""
        views = {r.name for r in self.relations if isinstance(r.body, Ground) and r.body.is_current}
        return frozenset(name for name, reached in self._reach.items() if reached & views)

    def is_dated(self, name: str) -> bool:
        """Whether the relation reads what is in force on the day of the world."""
        return name in self._dated

    @cached_property
    def averaging(self) -> frozenset[str]:
        """Names of the rules with a mean, which has no value where the count is 0."""
        return frozenset(
            name
            for name, rule in self.rules.items()
            if any(str(f.this).lower() in FUNCTIONS for f in rule.tree.find_all(exp.Anonymous))
        )

    def sql(self, place: tuple[str, str], make: Callable[[], Iterable[Statement]]) -> tuple[str, ...]:
        """Texts of generated statements, kept under ``place`` for the next batch."""
        if place not in self._sql:
            self._sql[place] = tuple(s.sql() for s in make())
        return self._sql[place]

    def lift_sql(self, relation: Relation, is_bound: bool = False) -> tuple[str, ...]:
        """Statements that evaluate a rule for all worlds; of a recursion only the wanted scopes where ``is_bound``."""
        return self.sql((f"lift {is_bound}", relation.name), lambda: lift(relation, is_bound))

    def wanted(self, queried: Collection[tuple[str, bool]]) -> Wanted:
        """What queries on (relation, whether a collection is asked) want of the recursions that they stand on."""
        return wanted(self.needed({n for n, _ in queried}), self._reach, queried)

    def lineage_sql(self, relation: Relation) -> tuple[str, ...]:
        """Statements that write the edges of what queries need of a relation."""
        return self.sql(("lineage", relation.name), lambda: lineage(relation))


def compile_program(declarations: Sequence[Declaration], rule_paths: Sequence[Path]) -> Program:
    """Compile a domain. Raises RuleError, with file and line, for the first rule outside the language."""
    rules = [parse_rule(p) for p in sorted(rule_paths)]
    declared = {d.name: d for d in declarations}
    for rule in rules:
        if rule.name in declared:
            where = at(declared[rule.name].path, declared[rule.name].line)
            raise RuleError(f"{at(rule.path)}: {rule.name} is declared in {where}; rename the rule")
        _check_name(rule, declared)
        check_language(rule)
    relations = _ground(declared, rules)
    signatures = {r.name: r.signature for r in relations}
    order = _known_first(rules, signatures, declared)
    assembler = Assembler(signatures)
    for rule in order:
        found = assembler.relation(rule)
        relations += _flattened(assembler.added)
        assembler.added.clear()
        relations += _flattened([found])
        signatures[found.name] = found.signature
    program = Program(tuple(relations), {r.name: r for r in rules}, declared)
    _check_asked(program)
    return _typed(program)


def _check_name(rule: RuleFile, declared: dict[str, Declaration]) -> None:
    """Refuse a file whose stem names no relation, or one that means something else."""
    name = rule.name
    if not NAME.fullmatch(name) or name != name.lower() or name in RESERVED:
        advice = "call the file like a relation: lower case letters, digits and _, no word of SQL"
        raise RuleError(f"{at(rule.path)}: {name} is no name of a relation; {advice}")
    if meaning := taken(name):
        raise RuleError(f"{at(rule.path)}: {name} {meaning}; {TAKEN_ADVICE}")
    is_view = viewed(name) in declared and any(
        name.startswith(v.prefix) and v.reads(declared[viewed(name)]) for v in View
    )
    is_completeness = name.endswith(COMPLETE) and name.removesuffix(COMPLETE) in declared
    if name == REFERS_TO or name.startswith(ASKED) or is_view or is_completeness:
        meanings = "references, parameters, views of the store, completeness of what is declared"
        found = f"{name} is the name of a relation of the house ({meanings})"
        raise RuleError(f"{at(rule.path)}: {found}; rename the rule")


def _check_asked(program: Program) -> None:
    """Every rule that reads a parameter, directly or not, hands it on."""
    reaches = {r.name: program.reaches(r.name) for r in program.relations}
    for relation in program.relations:
        if relation.signature.is_internal or relation.name not in program.rules:
            continue
        for name in sorted(reaches[relation.name]):
            asked = program.by_name[name].signature
            if asked.kind is Kind.ASKED:
                tables = program.rules[relation.name].tree.find_all(exp.Table)
                readers = [t for t in tables if name in reaches.get(relation_name(t), ())]
                check_parameters(relation, asked, reaches, line_of(readers[0]) if readers else None)


def _written(name: str, bases: Collection[str]) -> str:
    """A relation as its reader writes it: ``first(dest)`` for the view ``first_dest`` of one of ``bases``."""
    view = next((v for v in View if name.startswith(v.prefix)), None)
    return f"{view}({viewed(name)})" if view is not None and name not in bases and viewed(name) in bases else name


def _known_first(
    rules: Sequence[RuleFile], signatures: dict[str, Signature], declared: Collection[str]
) -> list[RuleFile]:
    """The rules in order, after refusing unknown relations with advice."""
    known = {*signatures, *(r.name for r in rules)}
    for rule in rules:
        ctes = {c.alias for c in rule.tree.find_all(exp.CTE)}
        for table in rule.tree.find_all(exp.Table):
            name = relation_name(table)
            if name not in known and name not in ctes:
                line = table.find(exp.Identifier)
                number = int(line.meta.get("line", 1)) if line is not None else 1
                view = store_view(table)
                name = f"{view}({name.removeprefix(view.prefix)})" if view is not None else name
                advice = did_you_mean(name, sorted(_written(n, declared) for n in known))
                raise RuleError(f"{at(rule.path, number)}: unknown relation {name}; {advice}")
    return ordered({r.name: r for r in rules})


def _flattened(relations: Sequence[Relation]) -> list[Relation]:
    """Each relation after its internal ones, except that the parts of a recursion's step come with it."""
    found: list[Relation] = []
    for relation in relations:
        found += _flattened(relation.inner())
        found.append(relation)
    return found


# ---- ground relations


def _ground(declared: dict[str, Declaration], rules: Sequence[RuleFile]) -> list[Relation]:
    """Relations of the declarations, and the views of the store where a rule or query may read them."""
    # Completeness comes first: whatever is read by it, and explained last.
    order = sorted(declared.values(), key=lambda d: (not d.is_completeness, d.name))
    found = [_declared(d, declared) for d in order]
    wanted = {relation_name(t) for r in rules for t in r.tree.find_all(exp.Table) if store_view(t)}
    for name, declaration in sorted(declared.items()):
        is_function = bool(declaration.value) and name != REFERS_TO
        views = [v for v in View if is_function or f"{v.prefix}{name}" in wanted]
        found += [_view(declaration, v) for v in views if v.reads(declaration)]
    return found


def _declared(declaration: Declaration, declared: dict[str, Declaration]) -> Relation:
    columns = tuple(c.name for c in declaration.columns)
    types = {c.name: c.type for c in declaration.columns}
    if declaration.is_asked:
        signature = Signature(declaration.name, columns, declaration.key, None, Kind.ASKED)
        return Relation(signature, Asked(declaration), declaration.path, declaration.line, types)
    completeness = f"{declaration.name}{COMPLETE}"
    signature = Signature(
        declaration.name,
        columns,
        declaration.key,
        declaration.scope,
        Kind.GROUND,
        # A row of one day says nothing of another, so valid time never closes itself.
        closes_itself=bool(declaration.value)
        and not declaration.has_valid_time
        and declaration.scope is not None
        and set(declaration.scope) == set(declaration.key),
        has_until=declaration.has_valid_time,
    )
    body = Ground(declaration, completeness if completeness in declared else None)
    return Relation(signature, body, declaration.path, declaration.line, types)


def _view(declaration: Declaration, view: View) -> Relation:
    """A view of the store. What is in force is closed with the rows that it is chosen from, where their scope says
    all days; a first version is closed by nothing, for an earlier one may turn up.
    """
    hidden = VALID_FROM if view is View.CURRENT else None
    types = {c.name: c.type for c in declaration.columns if c.name != hidden}
    key = tuple(c for c in declaration.key if c != hidden)
    scope = declaration.scope if view is View.CURRENT and set(declaration.scope or ()) <= set(key) else None
    closes_itself = bool(declaration.value) and scope is not None and set(scope) == set(key)
    signature = Signature(f"{view.prefix}{declaration.name}", tuple(types), key, scope, Kind.GROUND, closes_itself)
    return Relation(signature, Ground(declaration, None, view), declaration.path, declaration.line, types)


# ---- types and the verbatim views


def view_text(rule: RuleFile) -> str:
    """The author's own text as a query; ``first(dest)`` reads the view ``first_dest``, ``date_trunc`` is a date."""
    if not any(store_view(t) for t in rule.tree.find_all(exp.Table)) and not rule.tree.find(exp.TimestampTrunc):
        return rule.text.rstrip().removesuffix(";")
    tree = rule.tree.copy()
    for table in list(tree.find_all(exp.Table)):
        if store_view(table):
            name = relation_name(table)
            alias = table.alias or name
            table.replace(exp.to_table(name).as_(alias) if alias != name else exp.to_table(name))
    return tree.sql("duckdb", pretty=True)


def empty_table(columns: Iterable[Column]) -> str:
    """Column list of a ``create table`` for a declared relation."""
    return ", ".join(f'"{c.name}" {c.type}' for c in columns)


def _typed(program: Program) -> Program:
    """Fill in the column types of rules, as DuckDB infers them from the author's own text."""
    read = {relation_name(t) for rule in program.rules.values() for t in rule.tree.find_all(exp.Table)}
    with scratch() as db:
        for relation in program.relations:
            if relation.name in read and isinstance(relation.body, Ground | Asked):
                columns = empty_table(Column(n, t) for n, t in relation.types.items())
                db.run(f'create table "{relation.name}" ({columns})')
        return replace(program, relations=tuple(_with_types(db, program, read)))


def _with_types(db: Database, program: Program, read: Collection[str]) -> Iterator[Relation]:
    known = {r.name: r.types for r in program.relations if r.types}
    for relation in program.relations:
        if relation.signature.is_internal or relation.name not in program.rules:
            yield relation
            continue
        rule = program.rules[relation.name]
        text = view_text(rule)
        try:
            types = db.describe(text)
        except UnboundError as error:
            place = at(rule.path, error.line if text in rule.text else None)
            raise RuleError(f"{place}: {error}; correct the types or the function call") from None
        for column, type_ in types.items():
            _check_type(rule, column, type_)
        known[relation.name] = types
        check_types(rule, relation, known)
        if relation.name in read:
            db.run(f'create table "{relation.name}" ({empty_table(Column(n, t) for n, t in types.items())})')
        yield replace(relation, types=types)


def _check_type(rule: RuleFile, column: str, type_: str) -> None:
    """Refuse a float and every other type that answers do not have, and a decimal of more digits than they keep."""
    shown = [i for s in rule.tree.find_all(exp.Select) for i in s.expressions if i.alias_or_name == column]
    place = at(rule.path, line_of(shown[0]) if shown else None)
    if not type_.startswith(EXACT):
        raise RuleError(f"{place}: column {column} is a {type_}; keep to integers and decimals")
    if type_.startswith("DECIMAL") and int(type_.split(",")[1].rstrip(") ")) > MAX_SCALE:
        raise RuleError(f"{place}: column {column} is {type_}; round it to at most {MAX_SCALE} digits after the point")


__all__ = ["ASKED", "Program", "compile_program", "empty_table", "view_text"]

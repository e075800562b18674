"""Read ``schema/*.sql``: a ``create table`` says what a predicate means (ENGINE: "Ground state")."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from sqlglot import exp

from memsql.errors import SchemaError, at, did_you_mean, shown
from memsql.model import COMPLETE, MAX_SCALE, REFERS_TO, VALID_FROM, WHOLE_DIGITS, Column, Declaration, View
from memsql.scenario.create import KEY_ADVICE, check_name, create_table, refused
from memsql.scenario.statements import line_of, read_sql
from memsql.scenario.words import TAKEN_ADVICE, taken

KINDS = {
    exp.DType.TEXT: "VARCHAR",
    exp.DType.INT: "INTEGER",
    exp.DType.BIGINT: "BIGINT",
    exp.DType.DATE: "DATE",
    exp.DType.BOOLEAN: "BOOLEAN",
}
FLOATS = (exp.DType.FLOAT, exp.DType.DOUBLE)
TYPES = "text, integer, bigint, decimal(p,s), date or boolean"
REFERENCES = (Column("phrase", "VARCHAR"), Column("entity", "VARCHAR"))


def load_schema(paths: Iterable[Path | str]) -> tuple[Declaration, ...]:
    """Read the declarations of some files, and of all ``*.sql`` of some folders, sorted by name.

    Types are spelt as DuckDB prints them (``VARCHAR`` for text). Raises SchemaError where a file is not one
    ``create table`` of the house, two declare the same relation, or a completeness closes nothing.
    """
    found: dict[str, Declaration] = {}
    for path in schema_files(paths):
        declaration = _declaration(path, read_sql(path, SchemaError))
        where = at(path, declaration.line)
        if other := found.get(declaration.name):
            place = at(other.path, other.line)
            raise refused(where, f"relation {declaration.name} is declared in {place} too", "keep one")
        found[declaration.name] = declaration
    for declaration in found.values():
        _check_meaning(declaration, found)
    return tuple(replace(found[name], scope=_scope(name, found)) for name in sorted(found))


def schema_files(paths: Iterable[Path | str]) -> tuple[Path, ...]:
    """Return the files, and the visible ``*.sql`` of the folders, those of each folder sorted by name.

    Raises SchemaError for a folder that cannot be read: it is not one without files.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        try:
            inside = [p for p in path.iterdir() if p.suffix.lower() == ".sql"] if path.is_dir() else [path]
        except OSError as problem:
            raise SchemaError(f"{at(path)}: cannot be read ({problem.strerror}); check the folder") from None
        inside = sorted(p for p in inside if not p.name.startswith("."))
        if upper := next((p for p in inside if p.suffix != ".sql" and path.is_dir()), None):
            raise SchemaError(f"{at(upper)}: {upper.suffix} is not read; call the file {upper.stem}.sql")
        if below := next((p for p in path.glob("*/*.sql") if not p.parent.name.startswith(".")), None):
            found_there = f"a folder inside is not read, and {below.name} is in it"
            raise SchemaError(
                f"{at(below.parent)}: {found_there}; put its files beside it, each by its relation's name"
            )
        found += inside
    return tuple(found)


@lru_cache(maxsize=256)
def _declaration(path: Path, text: str) -> Declaration:
    """Read one file by itself; ``scope`` is filled in once all are read.

    Kept, since the scenarios of a domain have the same few files.
    """
    table, parts = create_table(path, text)
    line = line_of(table)
    name = check_name("relation", table, path)
    if meaning := taken(name):
        raise refused(at(path, line), f"relation {name} {meaning}", TAKEN_ADVICE)
    if unicodedata.normalize("NFC", path.stem) != unicodedata.normalize("NFC", name):
        advice = f"call the file {name}.sql"
        raise refused(at(path, line), f"relation {name} in a file of another name", advice)
    columns: dict[str, Column] = {}
    keys: list[exp.PrimaryKey] = []
    for part in parts:
        where = at(path, line_of(part))
        if isinstance(part, exp.PrimaryKey):
            keys.append(part)
        elif isinstance(part, exp.ColumnDef | exp.Identifier):
            column = _column(part, path)
            if column.name in columns:
                raise refused(where, f"column {column.name} stands there twice", "rename or remove one")
            columns[column.name] = column
        else:
            extra = shown(part.sql("duckdb").lower())
            raise refused(where, f"{extra} is more than columns and a primary key", "leave it out")
    key = _key(keys, tuple(columns), path, line)
    return Declaration(name, tuple(columns.values()), key, None, path, line)


def _column(part: exp.ColumnDef | exp.Identifier, path: Path) -> Column:
    """Read one column: a name and a type, nothing more."""
    name = check_name("column", part.this if isinstance(part, exp.ColumnDef) else part, path)
    where, kind = at(path, line_of(part)), part.args.get("kind")
    if not isinstance(kind, exp.DataType):
        raise refused(where, f"column {name} has no type", f"write {TYPES} behind it")
    if constraints := part.args.get("constraints"):
        extra = shown(" ".join(c.sql("duckdb") for c in constraints).lower())
        advice = "leave it out, no fact has nulls, defaults or checks"
        if isinstance(constraints[0].args.get("kind"), exp.PrimaryKeyColumnConstraint):
            advice = f"write primary key ({name}) after the columns"
        raise refused(where, f"{extra} behind column {name}", advice)
    return Column(name, _type(kind, name, where))


def _type(kind: exp.DataType, column: str, where: str) -> str:
    """Return the DuckDB type of a column, or refuse it."""
    if kind.this in KINDS and not kind.expressions:
        return KINDS[kind.this]
    if kind.this in FLOATS:
        raise refused(where, f"column {column} is a binary float, which rounds", "write decimal(p,s)")
    spelt = kind.sql("duckdb").lower().replace(", ", ",")
    if kind.this is not exp.DType.DECIMAL:
        raise refused(where, f"column {column} is {spelt}", f"write {TYPES}")
    sizes = [int(p.name) for p in kind.expressions if p.name.isdecimal()]
    if len(sizes) != 2 or not 1 <= sizes[0] <= 38 or sizes[1] > sizes[0]:
        advice = "write decimal(p,s): p digits in all, 1 to 38, s of them after the point"
        raise refused(where, f"column {column} is {spelt}", advice)
    if sizes[1] > MAX_SCALE or sizes[0] - sizes[1] > WHOLE_DIGITS:
        held = f"{WHOLE_DIGITS} digits before the point and {MAX_SCALE} after it"
        raise refused(where, f"column {column} is {spelt}, and answers hold {held}", "declare fewer digits")
    return f"DECIMAL({sizes[0]},{sizes[1]})"


def _key(keys: list[exp.PrimaryKey], columns: tuple[str, ...], path: Path, line: int) -> tuple[str, ...]:
    """Return the columns of the primary key in its order."""
    if not keys:
        raise refused(at(path, line), "no primary key", KEY_ADVICE)
    if len(keys) > 1:
        raise refused(at(path, line_of(keys[1])), "a second primary key", "keep one")
    names: list[str] = []
    for part in keys[0].expressions:
        where, name = at(path, line_of(part)), part.name
        if name not in columns:
            raise refused(where, f"unknown column {name} in the primary key", did_you_mean(name, columns))
        if name in names:
            raise refused(where, f"column {name} is twice in the primary key", "keep it once")
        names.append(name)
    return tuple(names)


def _check_meaning(declaration: Declaration, found: dict[str, Declaration]) -> None:
    """Check what the names of the house mean: valid_from, refers_to, asked_, _complete, first_, current_."""
    where, name = at(declaration.path, declaration.line), declaration.name
    types = declaration.types
    if VALID_FROM in types:
        if types[VALID_FROM] != "DATE" or not declaration.has_valid_time:
            advice = "make it one, or rename it"
            raise refused(where, f"{VALID_FROM} of {name} is not a date in the primary key", advice)
        if declaration.key == (VALID_FROM,):
            raise refused(where, f"the key of {name} is {VALID_FROM} alone", "add what the fact is about")
    if name == REFERS_TO and (declaration.columns != REFERENCES or declaration.key != ("phrase",)):
        advice = f"write {REFERS_TO} (phrase text, entity text, primary key (phrase))"
        raise refused(where, f"{REFERS_TO} has other columns", advice)
    outside = ", ".join(declaration.value)
    if outside and (declaration.is_asked or declaration.is_completeness):
        raise refused(where, f"{outside} of {name} outside its primary key", "put all its columns into it")
    for view in View:
        base = name.removeprefix(view.prefix)
        if base != name and base in found and view.reads(found[base]):
            raise refused(where, f"{name} is the name of {view}({base})", "rename it")
        if view.reads(declaration) and (meaning := taken(view.prefix + name)):
            raise refused(where, f"{view}({name}) would be called {view.prefix}{name}, which {meaning}", TAKEN_ADVICE)
    if declaration.is_completeness:
        _check_completeness(declaration, found)


def _check_completeness(declaration: Declaration, found: dict[str, Declaration]) -> None:
    """Check that a completeness closes a relation by columns of its key."""
    where, name = at(declaration.path, declaration.line), declaration.name
    base = name.removesuffix(COMPLETE)
    closed = found.get(base)
    if closed is None or closed.is_completeness or closed.is_asked:
        others = [n for n, d in found.items() if not d.is_completeness and not d.is_asked]
        what = "no declared relation" if closed is None else "which events do not list"
        raise refused(where, f"{name} closes {base}, {what}", did_you_mean(base, others))
    for column in declaration.columns:
        if column.name == VALID_FROM:
            advice = "leave it out, a completeness holds for all times"
            raise refused(where, f"{name} closes by {VALID_FROM}", advice)
        if column.name not in closed.key:
            advice = did_you_mean(column.name, [c for c in closed.key if c != VALID_FROM])
            raise refused(where, f"{column.name} of {name} is not in the key of {closed.name}", advice)
        if column.type != closed.types[column.name]:
            there = f"{closed.types[column.name].lower()} in {closed.name}"
            found_type = f"{column.name} of {name} is {column.type.lower()}, and {there}"
            raise refused(where, found_type, "use one type")


def _scope(name: str, found: dict[str, Declaration]) -> tuple[str, ...] | None:
    """Return the columns by which the relation is closed, in the order of its completeness."""
    completeness = found.get(name + COMPLETE)
    return None if completeness is None else tuple(c.name for c in completeness.columns)

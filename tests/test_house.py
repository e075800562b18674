"""The style guide as a test: each message says where, what was found, and what to do."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.house import ROOT, files, ignored_patterns, is_ignored, shown

LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 60
LINES_OF_SQL = 60

# From the top of the house to the ground: a room imports from itself and from those after it.
ROOMS = (
    "door",
    "cli",
    "bench",
    "scivalidity",
    "lastwrite",
    "evaluation",
    "suite",
    "people",
    "gold",
    "rules",
    "scenario",
    "ground",
)
GROUND = ("model", "db", "errors", "resources")
DOOR = ("__init__", "__main__")

TOP_LEVEL = {
    ".ci",
    ".gitignore",
    "ARCHITECTURE.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "data",
    "memsql",
    "notebooks",
    "pyproject.toml",
    "requirements.lock",
    "sql",
    "tests",
}

# Written so that this file does not name what it forbids.
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|home|opt|Users|mnt|tmp)/[\w.]")
INDEX_HOST = re.compile(r"py[p]i\.org|python[h]osted|npm[j]s")
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|X[X]X)\b")

HEADER = re.compile(r"^-- ([a-z][a-z ]*): (\S.*)$", re.MULTILINE)
HEADER_LINES = {"title", "grain", "source", "reads as", "key", "scope", "maximum", "why"}
STAR = re.compile(r"(?:\bselect(?: distinct)?|,)\s*(?:\w+\.)?\*|^\s*(?:\w+\.)?\*\s*,?$", re.IGNORECASE)
GRAIN = re.compile(r"one row per \([^()]+\)")


def verdict(messages: Iterable[str]) -> None:
    """Fail with every message, one a line."""
    found = list(messages)
    if found:
        pytest.fail("\n".join(found), pytrace=False)


class Parsed(NamedTuple):
    """A Python file: (line, name, lines) of its functions, (line, dotted name) of its imports."""

    path: Path
    functions: tuple[tuple[int, str, int], ...]
    imports: tuple[tuple[int, str], ...]


@cache
def python_files() -> tuple[Parsed, ...]:
    """Every Python file, parsed once."""
    return tuple(parsed(path) for path in files(".py"))


def parsed(path: Path) -> Parsed:
    """What the tests below ask of a file."""
    nodes = list(ast.walk(ast.parse(path.read_text(), str(path))))
    functions = (
        (n.lineno, n.name, (n.end_lineno or n.lineno) - n.lineno + 1)
        for n in nodes
        if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return Parsed(path, tuple(functions), tuple(imports(path, nodes)))


def test_python_files_stay_short() -> None:
    verdict(
        f"{shown(path)}: {count} lines, the house allows fewer than {LINES_OF_A_FILE}; "
        "split it by concern, each part under a name of its own"
        for path in files(".py")
        if (count := len(path.read_text().splitlines())) >= LINES_OF_A_FILE
    )


def test_functions_stay_short() -> None:
    verdict(
        f"{shown(file.path)}:{line}: {name} has {count} lines, the house allows fewer than "
        f"{LINES_OF_A_FUNCTION}; give a step of it a name and move it out"
        for file in python_files()
        for line, name, count in file.functions
        if count >= LINES_OF_A_FUNCTION
    )


def imports(path: Path, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every imported module or name, relative ones resolved."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def test_only_db_imports_duckdb() -> None:
    verdict(
        f"{shown(file.path)}:{line}: imports {name}; go through memsql/db.py, which alone touches the client"
        for file in python_files()
        if shown(file.path) != "memsql/db.py"
        for line, name in file.imports
        if name.split(".")[0] == "duckdb"
    )


def room(parts: tuple[str, ...]) -> str:
    """Room of a module inside memsql, from its dotted parts after ``memsql``."""
    first = parts[0] if parts else "__init__"
    return "door" if first in DOOR else "ground" if first in GROUND else first


def test_every_room_has_a_floor() -> None:
    known = {*ROOMS, *GROUND, *DOOR}
    verdict(
        f"{shown(path)}: no floor for {name}; move it into one of {', '.join(ROOMS[1:])}, "
        "or give it a place in ROOMS of tests/test_house.py"
        for path in files(".py")
        if path.is_relative_to(ROOT / "memsql")
        and (name := path.relative_to(ROOT / "memsql").with_suffix("").parts[0]) not in known
    )


def test_imports_go_downwards() -> None:
    def upward(file: Parsed) -> Iterator[str]:
        here = room(file.path.relative_to(ROOT / "memsql").with_suffix("").parts)
        for line, name in file.imports:
            package, *rest = name.split(".")
            if package != "memsql" or here not in ROOMS:
                continue
            there = room(tuple(rest[:1]) if is_room(rest) else ())
            if there in ROOMS and ROOMS.index(there) < ROOMS.index(here):
                yield (
                    f"{shown(file.path)}:{line}: {here} imports {name} from {there}, which stands above it; "
                    "pass the value in, or move what both need to a lower room"
                )

    verdict(message for file in python_files() if file.path.is_relative_to(ROOT / "memsql") for message in upward(file))


def is_room(parts: list[str]) -> bool:
    """Whether the first part names a module of memsql and not a name that its door hands out."""
    folder = ROOT / "memsql"
    return bool(parts) and ((folder / parts[0]).is_dir() or (folder / f"{parts[0]}.py").is_file())


def rule_files() -> list[Path]:
    """Bare SELECTs of the house: everything under sql/ and data/ that declares no table."""
    return [p for p in files(".sql") if "schema" not in p.parts and not p.is_relative_to(ROOT / "tests")]


def schema_files() -> list[Path]:
    """Declarations of ground relations."""
    return [p for p in files(".sql") if "schema" in p.parts and not p.is_relative_to(ROOT / "tests")]


def code_of(text: str) -> str:
    """SQL without its comments and quoted texts, lines kept; an apostrophe in a comment opens no text."""
    return re.sub(r"--[^\n]*|'(?:[^']|'')*'", lambda found: "''" if found[0].startswith("'") else "", text)


def test_rule_files_have_their_header() -> None:
    def lacking(path: Path) -> Iterator[str]:
        lines = takewhile(lambda line: line.startswith("--"), path.read_text().splitlines())
        given = dict(HEADER.findall("\n".join(lines)))
        for name in ("title", "grain", "source", "reads as"):
            if name == "reads as" and "rules" not in path.relative_to(ROOT).parts:
                continue
            if name not in given:
                yield f"{shown(path)}:1: no header line `-- {name}: ...`; add it above the SELECT"
        if "grain" in given and not GRAIN.search(given["grain"]):
            yield f"{shown(path)}:1: grain is {given['grain']!r}; write `one row per (column, ...)`"
        for name in given.keys() - HEADER_LINES:
            yield f"{shown(path)}:1: header line {name!r} is not one of {', '.join(sorted(HEADER_LINES))}"

    verdict(message for path in rule_files() for message in lacking(path))


def test_rule_files_are_one_bare_select() -> None:
    verdict(
        f"{shown(path)}:1: does not start with select or with; a rule file holds one bare SELECT, "
        "the loader makes the view of its name"
        for path in rule_files()
        if not re.match(r"\s*(?:select|with)\b", code_of(path.read_text()))
    )


def test_rule_files_mention_no_labels() -> None:
    verdict(
        f"{shown(path)}:{number}: {found.group()!r} in a rule; leave labels, truth and worlds to the compiler"
        for path in rule_files()
        if "rules" in path.relative_to(ROOT).parts
        for number, line in enumerate(code_of(path.read_text()).splitlines(), start=1)
        if (found := re.search(r"\b(?:answerable|justified\w*|unknown|_\w+|(?:is )?null)\b", line))
    )


def test_sql_is_short_and_lower_case() -> None:
    def unlike(path: Path) -> Iterator[str]:
        text = path.read_text()
        if (count := len(text.splitlines())) > LINES_OF_SQL:
            yield f"{shown(path)}: {count} lines, {LINES_OF_SQL} are allowed; name a state and move it out"
        for number, line in enumerate(code_of(text).splitlines(), start=1):
            if re.search(r"[A-Z]", line):
                yield f"{shown(path)}:{number}: upper case in {line.strip()!r}; write SQL in lower case"
            if STAR.search(line):
                yield f"{shown(path)}:{number}: select *; name the columns"
            if "\t" in line:
                yield f"{shown(path)}:{number}: a tab; indent by 4 spaces"

    verdict(message for path in [*rule_files(), *schema_files()] for message in unlike(path))


def test_the_stem_of_a_sql_file_is_its_relation() -> None:
    def unlike(path: Path) -> Iterator[str]:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", path.stem):
            yield f"{shown(path)}: {path.stem!r} is no name of a relation; use lower case and underscores"
        if path in declared:
            made = re.findall(r"create\s+table\s+(\w+)", code_of(path.read_text()))
            if made != [path.stem]:
                yield f"{shown(path)}: declares {made}; one `create table {path.stem} (...)` a file"
        elif Path(*("schema" if part == "rules" else part for part in path.parts)) in declared:
            yield f"{shown(path)}: {path.stem} is declared in schema/ too; a relation is ground or derived"

    declared = set(schema_files())
    verdict(message for path in [*rule_files(), *declared] for message in unlike(path))


def test_the_top_level_holds_only_what_it_may() -> None:
    patterns = ignored_patterns()
    verdict(
        f"{path.name}: no entry of the top level; put it into one of its folders, "
        "or add it to TOP_LEVEL of tests/test_house.py"
        for path in sorted(ROOT.iterdir())
        if path.name not in TOP_LEVEL and not is_ignored(path, patterns)
    )


def text_lines() -> Iterator[tuple[str, str]]:
    """Place (``path:line``) and text of every line of every text file of the house."""
    for path in files():
        if path.suffix in {".parquet", ".png", ".gz"}:
            continue
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            yield f"{shown(path)}:{number}", line


def test_nothing_names_a_machine_or_is_unfinished() -> None:
    advice = {
        MACHINE_PATH: "a path of one machine; make it relative, or use tmp_path",
        INDEX_HOST: "a host of a package index; name the package only",
        UNFINISHED: "something left for later; do it or leave it out",
    }
    verdict(
        f"{place}: {found.group()!r} is {what}"
        for place, line in text_lines()
        for pattern, what in advice.items()
        if (found := pattern.search(line))
    )


def test_notebooks_begin_with_prose_and_end_with_an_assertion() -> None:
    def unlike(path: Path) -> Iterator[str]:
        cells = json.loads(path.read_text())["cells"]
        code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
        if not cells or cells[0]["cell_type"] != "markdown":
            yield f"{shown(path)}: does not begin with prose; say what the reader will know at the end"
        if not code or "assert " not in code[-1]:
            yield f"{shown(path)}: the last code cell asserts nothing; end with what the notebook has shown"

    verdict(message for path in files(".ipynb") for message in unlike(path))


def test_every_ignored_lint_has_a_reason() -> None:
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    verdict(
        f"pyproject.toml:{number}: {line.strip()} has no reason; add `# why` behind it"
        for number, line in enumerate(lines, start=1)
        if re.match(r'\s+"[A-Z]+[0-9]+",', line) and not re.search(r'",\s+# \S', line)
    )


def test_the_lock_covers_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extra = project["project"]["optional-dependencies"]["dev"]
    assert extra == project["dependency-groups"]["dev"], "pyproject.toml: the two lists of dev differ; copy one"

    def name(requirement: str) -> str:
        return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")

    lock = [line for line in (ROOT / "requirements.lock").read_text().splitlines() if not line.startswith("#")]
    verdict(
        f"pyproject.toml: {wanted} is not in requirements.lock; make the lock again (its head says how)"
        for wanted in [*project["project"]["dependencies"], *extra]
        if name(wanted) not in {name(line) for line in lock}
    )
    verdict(
        f"requirements.lock: {line!r} is not an exact version" for line in lock if not re.match(r"[\w-]+==\S+", line)
    )


def test_style_sheets_do_not_repeat_the_base() -> None:
    def rules(path: Path) -> set[str]:
        return {line.strip() for line in path.read_text().splitlines() if "{" in line and "}" in line}

    base = ROOT / "memsql" / "base.css"
    verdict(
        f"{shown(path)}: {rule!r} stands in memsql/base.css too, which every page has; remove it here"
        for path in files(".css")
        if path != base
        for rule in sorted(rules(path) & rules(base))
    )

"""Run golden files: gold of their scenarios, and the messages of what they refuse; each once a session."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from memsql.errors import MemsqlError
from memsql.gold.batch import Batch
from memsql.gold.suite import gold_of, program_of
from memsql.rules.program import compile_program
from memsql.scenario import load_scenario, load_schema
from tests.domains.rulings import golden_of
from tests.domains.stated import RULINGS
from tests.rules.golden import Case, Golden, read, write
from tests.rules.verdict import Tables

HERE = Path(__file__).parent
FILES = tuple(sorted(HERE.glob("*/*.test")))


class Refusal(NamedTuple):
    """A message with paths as seen from inside the folder, and the places that raised it: (file, line)."""

    message: str
    places: frozenset[tuple[str, int]]


@cache
def golden(path: Path) -> Golden:
    """The golden file."""
    return read(path)


def tables_of(path: Path) -> Tables:
    """Gold of a golden file; those of a domain are derived together, in one batch.

    Raises MemsqlError where gold is refused, alone too.
    """
    found = golden(path)
    together = _of_domain(found.domain) if found.domain else None
    return together or _of_file(path)


@cache
def rulings(domain: str) -> dict[str, Golden]:
    """The rulings of a domain as golden files, by name."""
    return golden_of(domain, RULINGS.get(domain, {}))


def tables_of_rulings(domain: str) -> Tables:
    """Gold of the rulings of a domain, derived with its golden files, or alone where one of those spoils it."""
    return _of_domain(domain) or _derived(list(rulings(domain).values()))


@cache
def _of_domain(domain: str) -> Tables | None:
    """Gold of all golden files and rulings of a domain, or None where one of them spoils it for all."""
    try:
        return _derived([*(golden(p) for p in FILES if golden(p).domain == domain), *rulings(domain).values()])
    except MemsqlError:
        return None


def _derived(files: list[Golden]) -> Tables:
    """Gold of golden files of one domain in one batch, every witness checked."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        scenarios = [load_scenario(write(g, root / g.name, {}, list(g.questions()))) for g in files]
        batch = Batch(program_of(scenarios[0]), scenarios)
        try:
            return Tables(batch.gold())
        finally:
            batch.db.close()


@cache
def _of_file(path: Path) -> Tables:
    found = golden(path)
    with TemporaryDirectory() as folder:
        place = write(found, Path(folder) / found.name, found.rules, list(found.questions()))
        return Tables(gold_of([load_scenario(place)], found.name).tables)


@cache
def refusals(path: Path) -> tuple[tuple[Case, Refusal | None], ...]:
    """The cases of a golden file that are to be refused, each with what it was refused with."""
    found = golden(path)
    return tuple((c, _refusal(found, c)) for c in found.cases if c.message is not None)


def _refusal(found: Golden, case: Case) -> Refusal | None:
    with TemporaryDirectory() as name:
        folder = Path(name) / found.name
        asked = [(f"q{number}", question) for number, question in enumerate(case.questions, 1)]
        write(found, folder, found.rules | case.rules, asked)
        if case.questions:
            return caught(folder, lambda: gold_of([load_scenario(folder)], found.name))
        declarations = load_schema([folder / "schema"])
        return caught(folder, lambda: compile_program(declarations, sorted((folder / "rules").glob("*.sql"))))


def caught(folder: Path, attempt: Callable[[], object]) -> Refusal | None:
    """What an attempt was refused with, or None where it was not."""
    try:
        attempt()
    except MemsqlError as error:
        return Refusal(str(error).replace(f"{folder}/", ""), frozenset(_places(error)))
    return None


def _places(error: BaseException | None) -> Iterator[tuple[str, int]]:
    """Where an error was raised, and where the one that it stands for was."""
    while error is not None:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        yield Path(frame.filename).name, frame.lineno or 0
        error = error.__context__

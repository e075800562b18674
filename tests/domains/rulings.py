"""Rulings as small histories with questions: how a domain's test states them, and how they are derived.

Events are rows ``MM-DD: actions`` of 2026, questions as in the golden files beside the rules
(tests/rules/golden.py), with days ``MM-DD`` too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from memsql.gold.batch import Batch
from memsql.gold.suite import program_of
from memsql.scenario import load_scenario
from tests.rules.golden import read, write
from tests.rules.verdict import Tables, differences


class Ruling(NamedTuple):
    """``events``: ``MM-DD: actions``; ``asked``: questions with ``at MM-DD`` and what is expected."""

    sentence: str
    events: tuple[str, ...]
    asked: tuple[str, ...]


def text_of(domain: str, ruling: Ruling) -> str:
    """The history as a golden file: events are numbered, days get their year."""
    events = "\n".join(f"e{i} 2026-{text}" for i, text in enumerate(ruling.events, 1))
    asked = "\n".join(f"ask {a.replace(' at ', ' at 2026-').replace(' known ', ' known 2026-')}" for a in ruling.asked)
    return f"# {ruling.sentence}\n\ndomain {domain}\n\nevents\n{events}\n\n# {ruling.sentence}\n{asked}\n"


def disagreements(domain: str, rulings: Mapping[str, Ruling]) -> Iterator[str]:
    """Derive the histories in one batch, every witness checked, and yield what is not as expected."""
    with TemporaryDirectory() as folder:
        found = []
        for number, ruling in enumerate(rulings.values()):
            path = Path(folder) / f"ruling{number}.test"
            path.write_text(text_of(domain, ruling), encoding="utf-8")
            found.append(read(path))
        paths = [write(g, Path(folder) / g.name, {}, list(g.questions())) for g in found]
        scenarios = [load_scenario(p) for p in paths]
        batch = Batch(program_of(scenarios[0]), scenarios)
        try:
            tables = Tables(batch.gold())
        finally:
            batch.db.close()
    for name, golden in zip(rulings, found, strict=True):
        for message in differences(golden, tables):
            yield f"{name}: {message}"

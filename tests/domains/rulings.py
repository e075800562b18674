"""Rulings as small histories with questions: how a domain states them, and the golden files that they are.

Events are rows ``MM-DD: actions`` of 2026, questions as in the golden files beside the rules
(tests/rules/golden.py), with days ``MM-DD`` too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.rules.golden import Golden, read


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


def golden_of(domain: str, rulings: Mapping[str, Ruling]) -> dict[str, Golden]:
    """The histories of rulings as golden files, by the name of the ruling."""
    found = {}
    with TemporaryDirectory() as folder:
        for number, (name, ruling) in enumerate(rulings.items()):
            path = Path(folder) / f"ruling{number}.test"
            path.write_text(text_of(domain, ruling), encoding="utf-8")
            found[name] = read(path)
    return found

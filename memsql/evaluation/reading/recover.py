"""Records out of a context: which lines are records, what each says, and how much of the text could be read.

A record begins on a line ``[event id] time text`` or ``time text`` and goes on to the next such line. It is read
paragraph by paragraph through the inverse of the suite's templates; what no template wrote is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from memsql.model import Verb
from memsql.suite.forms import BULLET, Action, Forms, paragraphs
from memsql.suite.writing import Style

HEADER = re.compile(
    r"^[ \t]*(?:\[(?P<id>[^\]\s]{1,200})\][ \t]+)?"
    r"(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(?:[ \t]+|$)",
    re.MULTILINE,
)


class Recovered(NamedTuple):
    """A record found in a context; ``event_id`` is empty where the context does not name it."""

    observed_at: datetime
    event_id: str
    actions: tuple[Action, ...]


class Reading(NamedTuple):
    """What a context says: its records, each once, and the share of its lines that could be read (0 to 1).

    The share of an empty context is None: there was nothing to read.
    """

    records: frozenset[Recovered]
    coverage: float | None


@dataclass(frozen=True)
class Reader:
    """Reads the contexts of one scenario; what a paragraph says is remembered."""

    forms: Forms
    style: Style
    _known: dict[str, tuple[Action, ...] | None] = field(default_factory=dict)

    def read(self, context: str) -> Reading:
        """Return what the context says."""
        records: set[Recovered] = set()
        lines = read_lines = 0
        for head, body in _blocks(context):
            actions: list[Action] = []
            for first, items in paragraphs(body):
                text = "\n".join([first, *(BULLET + i for i in items)])
                count = sum(bool(line.strip()) for line in text.split("\n"))
                said = None if head is None else self._said(text)
                lines += count
                if said is not None and not _clash(actions, said):
                    read_lines += count
                    actions += said
            if head is not None and actions:
                at, event_id = head
                records.add(Recovered(at, event_id, tuple(actions)))
        return Reading(frozenset(records), read_lines / lines if lines else None)

    def _said(self, paragraph: str) -> tuple[Action, ...] | None:
        """The one reading of a paragraph; None where it has none, or several."""
        text = paragraph.strip()
        if text not in self._known:
            readings = self.forms.read(text, self.style) if text else {()}
            self._known[text] = next(iter(readings)) if len(readings) == 1 else None
        return self._known[text]


def _clash(before: list[Action], said: tuple[Action, ...]) -> bool:
    """Whether a record would assert two values of one key: no event does."""
    values: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    asserted = (a for a in (*before, *said) if a.verb != Verb.CANCEL)
    return any(values.setdefault((a.predicate, a.key), a.value) != a.value for a in asserted)


def _blocks(context: str) -> Iterator[tuple[tuple[datetime, str] | None, str]]:
    """Yield (time and event id, text) of every record; what stands before the first has no head."""
    start, head = 0, None
    for match in HEADER.finditer(context):
        try:
            at = datetime.fromisoformat(match["time"])
        except ValueError:
            continue
        yield head, context[start : match.start()]
        start, head = match.end(), (at, match["id"] or "")
    yield head, context[start:]

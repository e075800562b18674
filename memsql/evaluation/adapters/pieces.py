"""What a memory system returned, made into a context: pieces in its own order, each with the event that it is from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memsql.evaluation.sut import Budget, Context, Usage
from memsql.evaluation.tokens import token_count

HEAD = re.compile(r"\[([^\[\]\s]+)\] (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?) ")
"""How the text of every record begins."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One memory: its text, and the event and time that the system kept with it, empty and None where it kept none."""

    text: str
    event_id: str = ""
    observed_at: datetime | None = None

    def line(self) -> str:
        """The text with ``[event id] time`` before it, where the system kept them and the text does not say so."""
        head = HEAD.match(self.text)
        if not self.event_id or (head and head[1] == self.event_id):
            return self.text
        at = f" {self.observed_at.isoformat()}" if self.observed_at else ""
        return f"[{self.event_id}]{at} {self.text}"


def limit_of(limit: str, budget: Budget) -> int:
    """The number of memories to ask for: the option's, or fewer where the budget of records says so."""
    return int(limit) if budget.records is None else min(int(limit), budget.records)


def fitted(pieces: Iterable[Piece], limit: int, budget: Budget, usage: Usage | None) -> Context:
    """The first pieces that fit, in their order: none is cut in two, and none that fits is taken from behind one."""
    lines: list[str] = []
    events: dict[str, None] = {}
    tokens = 0
    for piece in pieces:
        line = piece.line()
        tokens += token_count(line)
        if len(lines) == limit or (budget.tokens is not None and tokens > budget.tokens):
            break
        lines.append(line)
        if piece.event_id:
            events[piece.event_id] = None
    return Context("\n".join(lines), tuple(events), len(lines), usage)


def events_in(text: str) -> tuple[str, ...]:
    """The events whose ``[event id] time`` stands in a text, in order, each once: the only trace some systems keep."""
    return tuple(dict.fromkeys(found[1] for found in HEAD.finditer(text)))

"""The contract of a system under test: it ingests records in order, and returns a context for a question.

The paper's section 4 leaves the interface to the reader; this one is ours. A system sees event ids, times and
texts of records and nothing else: no action, no gold, no later event. The same contract is spoken as JSON lines by
a system that lives in a process of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Record:
    """One event as a system sees it. ``text`` begins with ``[event id] time``, so that both survive any storage."""

    event_id: str
    observed_at: datetime
    text: str


def record_text(event_id: str, observed_at: datetime, record: str) -> str:
    """The text given to every system: ``[e12] 2025-01-08T12:06:00 record``."""
    return f"[{event_id}] {observed_at.isoformat()} {record}"


@dataclass(frozen=True, slots=True)
class Budget:
    """Most that a context may hold: records, and tokens of the tokenizer words-and-signs; None: no limit."""

    records: int | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a system spent on one call, as far as it says so; tokens and calls are those of models."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Context:
    """What a system returns for a question.

    ``event_ids``: the records that the text is made of, None where the system cannot tell. ``records``: the number
    of records (k) that it really used, None where it cannot tell.
    """

    text: str
    event_ids: tuple[str, ...] | None = None
    records: int | None = None
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a system says of itself; each canary runs where the capability that it tests is declared.

    query_dependent: other questions get other contexts. bounded: it honours a budget. indexed: a record just
    ingested can be found. timed: observation times survive. citing: it returns event ids. ``settings``: what a
    reader must know to repeat the run (parameters, tokenizers, models, versions), printed with every result.
    """

    query_dependent: bool = False
    bounded: bool = False
    indexed: bool = False
    timed: bool = False
    citing: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class Sut(Protocol):
    """A system under test. One instance serves one namespace: one run of one scenario."""

    def open(self, namespace: str, options: Mapping[str, str]) -> Capabilities:
        """Begin an empty memory. Raises SutError for an option that it does not know, and when it is unavailable."""

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        """Take in the next records, in the order of the history."""

    def ready(self) -> Usage | None:
        """Return when everything ingested can be found."""

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        """Return what it remembers for a question."""

    def close(self) -> None:
        """Forget the namespace."""

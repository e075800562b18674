"""What the built-in systems share: options are checked, records are kept in order, a context is whole records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import ClassVar

from memsql.errors import SutError, did_you_mean, shown
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Usage
from memsql.evaluation.tokens import TOKENIZER, token_count

ORDER = "the records as they were given, in the order of the history"


def fitting(ranked: Iterable[Record], budget: Budget) -> list[Record]:
    """Return the first records that a budget holds, each whole.

    The first that does not fit ends the list, so that a smaller budget gives the beginning of what a larger one does.
    """
    chosen: list[Record] = []
    tokens = 0
    for record in ranked:
        if budget.records is not None and len(chosen) >= budget.records:
            break
        if budget.tokens is not None:
            tokens += token_count(record.text)
            if tokens > budget.tokens:
                break
        chosen.append(record)
    return chosen


class Kept:
    """A system that keeps every record; what it returns is up to :meth:`chosen`."""

    capabilities: ClassVar[Capabilities]
    defaults: ClassVar[Mapping[str, str]] = {}
    """Options that it knows, and what they are where nothing is said."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.options: dict[str, str] = dict(self.defaults)
        self._place: dict[str, int] = {}

    def open(self, namespace: str, options: Mapping[str, str]) -> Capabilities:
        """Begin empty. Raises SutError for an unknown option."""
        del namespace  # an instance is a namespace: nothing outlives it
        for name in options:
            if name not in self.defaults:
                known = did_you_mean(name, list(self.defaults)) if self.defaults else "it takes none"
                raise SutError(f"{type(self).__name__}: unknown option {shown(name)}; {known}")
        self.options = {**self.defaults, **options}
        self.begin()
        self.records, self._place = [], {}
        return self.declared()

    def begin(self) -> None:
        """Check the options, load what is needed. Raises SutError where it is unavailable."""

    def declared(self) -> Capabilities:
        """Return capabilities with all settings."""
        found = self.capabilities
        settings = {**found.settings, "context": ORDER}
        if found.bounded:
            settings["budget"] = f"whole records by rank; tokens by {TOKENIZER}"
        flags = (found.query_dependent, found.bounded, found.indexed, found.timed, found.citing)
        return Capabilities(*flags, settings={**settings, **self.options})

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        """Keep the records."""
        for record in records:
            self._place[record.event_id] = len(self.records)
            self.records.append(record)
        return None

    def ready(self) -> Usage | None:
        """Nothing is to be waited for."""
        return None

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        """Return the records of the context, in any order: all of them, unless a system chooses."""
        del question, as_of, budget
        return self.records

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        """Return the chosen records in the order of the history."""
        found = sorted(self.chosen(question, as_of, budget), key=lambda r: self._place[r.event_id])
        return Context("\n".join(r.text for r in found), tuple(r.event_id for r in found), len(found))

    def close(self) -> None:
        """Forget the records."""
        self.records, self._place = [], {}

"""null: no memory. What it scores is what guessing without a context scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memsql.errors import SutError, shown
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Usage


class Null:
    """Remembers nothing; every context is empty. It declares no capability: nothing but its emptiness can be tried."""

    def open(self, namespace: str, options: Mapping[str, str]) -> Capabilities:
        """Begin. Raises SutError for any option."""
        del namespace
        if options:
            raise SutError(f"Null: unknown option {shown(next(iter(options)))}; it takes none")
        return Capabilities(settings={"context": "empty"})

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        """Let them pass."""
        del records
        return None

    def ready(self) -> Usage | None:
        """Nothing is to be waited for."""
        return None

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        """Return nothing."""
        del question, as_of, budget
        return Context("", (), 0)

    def close(self) -> None:
        """Nothing is to be forgotten."""

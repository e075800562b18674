"""recency: the last records, as many as the budget holds, whatever is asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from memsql.evaluation.sut import Budget, Capabilities, Record
from memsql.evaluation.suts.kept import Kept, fitting


class Recency(Kept):
    """A sliding window: what a conversation keeps when only its end fits."""

    capabilities: ClassVar[Capabilities] = Capabilities(
        bounded=True, indexed=True, timed=True, citing=True, settings={"ranked": "latest first"}
    )

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        """The last ones."""
        del question, as_of
        return fitting(reversed(self.records), budget)

"""whole_history: every record ingested so far, whatever is asked, whatever the budget."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from memsql.evaluation.sut import Budget, Capabilities, Record
from memsql.evaluation.suts.kept import Kept


class WholeHistory(Kept):
    """The upper end: a context that lacks nothing. It honours no budget, and says so."""

    capabilities: ClassVar[Capabilities] = Capabilities(
        indexed=True, timed=True, citing=True, settings={"chosen": "every record so far"}
    )

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        """All of them."""
        del question, as_of, budget
        return self.records

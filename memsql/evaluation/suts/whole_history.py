"""whole_history: every record ingested so far, whatever is asked, whatever the budget."""

from __future__ import annotations

from typing import ClassVar

from memsql.evaluation.sut import Capabilities
from memsql.evaluation.suts.kept import Kept


class WholeHistory(Kept):
    """The upper end: a context that lacks nothing. It honours no budget, and says so."""

    capabilities: ClassVar[Capabilities] = Capabilities(
        indexed=True, timed=True, citing=True, settings={"chosen": "every record so far"}
    )

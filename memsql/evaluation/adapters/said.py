"""What a library logs when it goes on with less than it should: an adapter makes an error of it."""

from __future__ import annotations

import logging
from collections.abc import Callable


class Said(logging.Handler):
    """Keeps the warnings of one logger that count, from its start to its stop."""

    def __init__(self, logger: str, counts: Callable[[str], bool]) -> None:
        super().__init__(logging.WARNING)
        self._logger, self._counts = logging.getLogger(logger), counts
        self._kept: list[str] = []

    def start(self) -> None:
        """Listen."""
        self._logger.addHandler(self)

    def stop(self) -> None:
        """Listen no more."""
        self._logger.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a message that counts."""
        message = record.getMessage()
        if self._counts(message):
            self._kept.append(message)

    def taken(self) -> list[str]:
        """The messages since the last time."""
        kept, self._kept = self._kept, []
        return kept

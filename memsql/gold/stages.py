"""Processor time per stage of a derivation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Progress = Callable[[str, float], None]


@dataclass(slots=True)
class Stages:
    """``seconds``: stage to processor seconds so far; ``progress`` is told of each finished stage."""

    seconds: dict[str, float] = field(default_factory=dict)
    progress: Progress | None = None

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Time what runs inside."""
        start = time.process_time()
        yield
        spent = time.process_time() - start
        self.seconds[name] = self.seconds.get(name, 0.0) + spent
        if self.progress is not None:
            self.progress(name, spent)

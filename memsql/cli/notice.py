"""What the command line says while somebody waits, and how Ctrl-C ends it: one line each, on stderr."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from memsql.db import Database
from memsql.errors import printable

SECONDS, SECONDS_UNSEEN = 2.0, 10.0
"""Patience before the line: of a person at a terminal, of a file."""
STOPPED = 130
"""Exit status after Ctrl-C, as shells have it: 128 and the number of the signal."""


class Notice:
    """Says once what is being done when it takes long: ``memsql: worked_example: the gold of 18 queries ...``."""

    def __init__(self, name: str, what: str = "reading and deriving") -> None:
        self._name, self._what = name, what
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._start = time.monotonic()

    def __call__(self, what: str) -> None:
        """Go on to something else."""
        self._what, self._start = what, time.monotonic()

    def __enter__(self) -> Notice:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end.set()
        self._thread.join()

    def _wait(self) -> None:
        patience = SECONDS if sys.stderr.isatty() else SECONDS_UNSEEN
        said = ""
        while not self._end.wait(0.1):
            if self._what != said and time.monotonic() - self._start >= patience:
                said = self._what
                print(printable(f"memsql: {self._name}: {said} ... (Ctrl-C stops it)"), file=sys.stderr)


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """Let Ctrl-C stop a statement of DuckDB at once; yield what is set from then on.

    Python sees a signal only between two of its own steps; a thread that the signal wakes does not have to wait.
    """
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)

    def wait() -> None:
        while signals := reader.recv(64):
            if signal.SIGINT in signals:
                stopped.set()
                for database in list(Database.opened):
                    database.interrupt()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield stopped
    finally:
        signal.set_wakeup_fd(before)
        writer.close()
        thread.join(1.0)
        reader.close()


def nowhere() -> None:
    """Let stdout lead nowhere: its reader has gone, or it cannot be written, and the end must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

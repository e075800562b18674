"""Worker processes that end with the run that started them, however it ends."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

COLLECTED = (50_000, 20, 20)
"""When a worker looks for cycles among its objects: it makes millions that are in none, and looking costs a twentieth
of its time at Python's own setting."""


class _Due(Future[Any]):
    """Work that is done when its result is asked for."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work = work

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self.set_result(self._work())
        return super().result(timeout)


class Here(Executor):
    """An executor without processes: a job runs here, when its result is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the result to come of a call."""
        return _Due(partial(fn, *args, **kwargs))


@contextmanager
def worker_pool(count: int) -> Iterator[Executor]:
    """Yield an executor over ``count`` new processes; none of them is there afterwards.

    Each worker watches a pipe whose other end this process alone holds. It closes when the pool is left with an
    error, and when this process dies, killed too; a worker ends then, in the middle of its batch. Ctrl-C is for
    this process to hear, not for the workers.
    """
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_watch, initargs=(reader,))
    try:
        yield pool
    except BaseException:
        writer.close()
        pool.shutdown(cancel_futures=True)
        raise
    else:
        pool.shutdown()
    finally:
        writer.close()
        reader.close()


def _watch(parent: Connection) -> None:
    """End this worker as soon as nobody holds the other end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*COLLECTED)

    def wait() -> None:
        parent.poll(None)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()

"""Worker processes that end with the run that started them, however it ends."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection


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

    def wait() -> None:
        parent.poll(None)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()

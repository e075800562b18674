"""One pass over distinct requests: from the cache where it has them, else from the endpoint, each kept at once."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import NamedTuple

from memsql.errors import shown
from memsql.evaluation.answering.cache import Cache, Retained
from memsql.evaluation.answering.retained import completion_of
from memsql.evaluation.answering.settings import Settings
from memsql.evaluation.answering.transport import EndpointError, Failed, Transport, is_of_one_request, message_of

REFUSALS = 5
"""Requests that are refused, none being answered, before the pass stops: then it is the options, not the requests."""
POLL_SECONDS = 0.05
"""Between two looks at what another process has in flight."""


class Outstanding(NamedTuple):
    """What is on its way: requests sent and not settled, attempts made again so far, and why the last one was."""

    in_flight: int
    retries: int
    reason: str


Watch = Callable[[Outstanding], None]


class Asking:
    """The requests of one call: waiting, in flight here or in another process, settled."""

    def __init__(
        self,
        cache: Cache,
        settings: Settings,
        body: Callable[[str], Mapping[str, object]],
        settled: Callable[[str], None],
        watch: Watch | None = None,
    ) -> None:
        """``settled`` is told of each request that is settled, ``watch`` of what is on its way whenever it changes."""
        self.cache = cache
        self.settings = settings
        self.body = body
        self.settled = settled
        self.watch = watch
        self.retries = 0
        self.reason = ""
        self.lock = Lock()
        """Attempts are counted by the threads that make them."""
        self.found: dict[str, Retained | Failed] = {}
        self.sent: set[str] = set()
        """Requests that went out now."""
        self.is_proven = cache.is_proven()
        """Whether the endpoint has answered any request with these options, now or before."""
        self.doubtful: dict[str, Retained] = {}
        """Refusals that may be due to the options of all requests; retained once the endpoint is proven."""
        self.waiting: deque[str] = deque()
        self.elsewhere: deque[str] = deque()
        self.in_flight: dict[Future[Retained | Failed], str] = {}

    def run(self, keys: Sequence[str]) -> dict[str, Retained | Failed]:
        """Settle every request and return what was found. Raises EndpointError as Endpoint.answer does."""
        for key in keys:
            retained = self.cache.get(key)
            if retained is None:
                self.waiting.append(key)
            else:
                self._settle(key, retained)
        if self.waiting:
            transport = Transport(self.settings)
            pool = ThreadPoolExecutor(self.settings.concurrency, "answer")
            try:
                while self.waiting or self.elsewhere or self.in_flight:
                    self._send(pool, transport)
                    self._receive()
                self._tell()
                self._decide()
            finally:
                # However it ends: no further attempt, and what is on its way has been paid for.
                transport.stop.set()
                pool.shutdown(wait=True, cancel_futures=True)
                self._keep_the_rest()
                transport.close()
        return self.found

    def _send(self, pool: ThreadPoolExecutor, transport: Transport) -> None:
        while self.waiting and len(self.in_flight) < self.settings.concurrency:
            key = self.waiting.popleft()
            if not self.cache.claim(key):
                self.elsewhere.append(key)
                continue
            retained = self.cache.get(key)
            if retained is not None:
                self.cache.release(key)
                self._settle(key, retained)
                continue
            self.sent.add(key)
            self.in_flight[pool.submit(transport.ask, self.body(key), self._again)] = key
        self._tell()

    def _again(self, reason: str) -> None:
        with self.lock:
            self.retries += 1
            self.reason = reason
        self._tell()

    def _tell(self) -> None:
        if self.watch is not None:
            self.watch(Outstanding(len(self.in_flight), self.retries, self.reason))

    def _receive(self) -> None:
        if self.in_flight:
            seconds = POLL_SECONDS if self.elsewhere and not self.waiting else None
            for future in wait(self.in_flight, seconds, FIRST_COMPLETED).done:
                self._take(self.in_flight.pop(future), future.result())
        elif self.elsewhere:
            time.sleep(POLL_SECONDS)
        if not self.waiting:
            self.waiting, self.elsewhere = self.elsewhere, deque()

    def _take(self, key: str, result: Retained | Failed) -> None:
        if isinstance(result, Failed):
            if result.is_unreachable and not self.is_proven:
                raise EndpointError(f"{self.settings.endpoint}: cannot be reached ({result.detail}); check the address")
        elif completion_of(result) or is_of_one_request(result) or self.is_proven:
            self.cache.put(key, result)
        else:
            self.doubtful[key] = result
            if len(self.doubtful) == REFUSALS:
                self._decide()
            return
        self._settle(key, result)
        self.cache.release(key)
        if self.is_proven:
            self._decide()

    def _settle(self, key: str, result: Retained | Failed) -> None:
        self.found[key] = result
        self.is_proven = self.is_proven or (isinstance(result, Retained) and completion_of(result) is not None)
        self.settled(key)

    def _decide(self) -> None:
        """Retain the doubtful refusals where the endpoint has answered another request, else stop."""
        for key, retained in self.doubtful.items():
            if not self.is_proven:
                raise EndpointError(f"{self.settings.endpoint}: {complaint(retained)}")
            self.cache.put(key, retained)
            self._settle(key, retained)
            self.cache.release(key)
        self.doubtful.clear()

    def _keep_the_rest(self) -> None:
        for future, key in self.in_flight.items():
            if future.cancelled() or future.exception() is not None:
                continue
            result = future.result()
            if isinstance(result, Retained) and (completion_of(result) or self.is_proven):
                self.cache.put(key, result)


def complaint(retained: Retained) -> str:
    """What is wrong with an endpoint that has answered no request, and what to do."""
    if retained.status == 200:
        return "the response is no chat completion; check the address, it often ends in /v1"
    said = message_of(retained.response).message
    told = f" ({shown(said, 160)})" if said else ""
    return f"refused with {retained.status}{told}; check the options: format, temperature, seed, length"

"""A system in a process of its own, spoken to in JSON lines (the protocol is in ``memsql/evaluation/serve.py``).

A child that dies, babbles or says too much is one SutError, in one line, with the last that it wrote to standard
error; nothing is tried a second time. A call that takes too long is a SutTimeoutError: the child goes on and its
late reply is thrown away; a child that has not caught up by the end of the next call's time is ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from memsql.errors import SutError, shown
from memsql.evaluation.serve import (
    checked,
    line_of,
    read_capabilities,
    read_context,
    read_usage,
    record_fields,
)
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Usage

REPLY_BYTES = 32_000_000
"""Longest line that is read: a context of many times a whole history fits."""
STDERR_BYTES = 65_536
"""How much of standard error is kept in memory, from its end."""
GRACE_SECONDS = 30.0
"""How long a child may take to close and to end."""

MOMENT_SECONDS = 0.3
"""How long a child that is done with may take to end by itself, so that its exit status is its own."""


class SutTimeoutError(SutError):
    """A call that took longer than it may."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that a call may take. Opening loads models; ingestion may call one for each record, ready for all.

    ``record_seconds``: what ingestion may take for each record beside ``ingest_seconds``. ``log_bytes``: how large its
    log may become; what it writes to standard error after that is not kept.
    """

    open_seconds: float = 120.0
    ingest_seconds: float = 600.0
    record_seconds: float = 60.0
    context_seconds: float = 120.0
    log_bytes: int = 100_000_000


class Process:
    """A system that is a program. One instance is one child process and one namespace."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits | None = None,
        environment: Mapping[str, str] | None = None,
        log: Path | None = None,
        name: str = "",
    ) -> None:
        """``environment`` is added to ours; ``log``: a file to which its standard error is appended.

        ``name``: what messages call it, else the program's.
        """
        if not command:
            raise SutError("no command; give the program that speaks JSON lines")
        self._command = tuple(command)
        self._name = name or Path(self._command[0]).name
        self._limits = limits or Limits()
        self._environment = dict(environment or {})
        self._log = log
        self._child: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._said = _Tail(STDERR_BYTES)
        self._threads: list[threading.Thread] = []
        self._is_busy = False
        """Whether a call was begun and not ended: after Ctrl-C nobody waits for a reply."""
        self._pending = 0
        """Records ingested since the last ``ready``."""
        self._number = 0
        self._why = "is not open"
        self._owed: set[int] = set()
        """Requests whose time ran out before their reply came."""

    @property
    def stderr(self) -> str:
        """The end of what the child wrote to standard error."""
        return self._said.text()

    def open(self, namespace: str, options: Mapping[str, str]) -> Capabilities:
        """Start the program. Raises SutError where it cannot be started, or says that it is unavailable."""
        if self._child is not None:
            raise SutError(f"{self._name}: is open already; one instance is one namespace")
        try:
            # Its own session, so that whatever it starts ends with it.
            self._child = subprocess.Popen(  # noqa: S603 - the command is the user's own
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **self._environment},
                start_new_session=True,
            )
        except OSError as error:
            raise SutError(f"{self._command[0]}: cannot be started ({error.strerror}); check the command") from None
        self._listen(self._child)
        seconds = self._limits.open_seconds
        try:
            found = self._call("open", seconds, {"namespace": namespace, "options": dict(options)})
            return read_capabilities(f"{self._name}: open", found)
        except SutError:
            self._end("it could not be opened")
            raise

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        """Send the records. Raises SutError, as every call does."""
        given = {"records": [record_fields(r) for r in records]}
        seconds = self._limits.ingest_seconds + self._limits.record_seconds * len(records)
        self._pending += len(records)
        return read_usage(f"{self._name}: ingest", self._call("ingest", seconds, given))

    def ready(self) -> Usage | None:
        """Wait until everything can be found."""
        seconds = self._limits.ingest_seconds + self._limits.record_seconds * self._pending
        self._pending = 0
        return read_usage(f"{self._name}: ready", self._call("ready", seconds, {}))

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        """Ask for a context."""
        limits = {"records": budget.records, "tokens": budget.tokens}
        given = {"question": question, "as_of": as_of.isoformat(), "budget": limits}
        return read_context(f"{self._name}: context", self._call("context", self._limits.context_seconds, given))

    def close(self) -> None:
        """Let the namespace be forgotten and the child end; a child that does not is ended."""
        if self._child is None:
            return
        try:
            if self._child.poll() is None and not self._owed and not self._is_busy:
                self._call("close", GRACE_SECONDS, {})
        finally:
            self._end("is closed")

    def _listen(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None and child.stderr is not None
        for reader, source in ((self._read_replies, child.stdout), (self._read_errors, child.stderr)):
            thread = threading.Thread(target=reader, args=(source,), daemon=True)
            thread.start()
            self._threads.append(thread)

    def _read_replies(self, source: IO[bytes]) -> None:
        """Queue every line; None ends them. A line that is too long is queued as far as it was read, and ends them."""
        with contextlib.suppress(OSError, ValueError):
            while line := source.readline(REPLY_BYTES + 1):
                self._lines.put(line)
                if len(line) > REPLY_BYTES:
                    break
        self._lines.put(None)

    def _read_errors(self, source: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), contextlib.ExitStack() as stack:
            log = stack.enter_context(self._log.open("ab")) if self._log else None
            while part := os.read(source.fileno(), 65_536):
                self._said.add(part)
                if log:
                    log.write(part[: max(self._limits.log_bytes - log.tell(), 0)])
                    log.flush()

    def _call(self, call: str, seconds: float, given: Mapping[str, object]) -> Any:
        """Send one request and return its result."""
        until = time.monotonic() + seconds
        if self._child is None:
            raise SutError(f"{self._name}: {call}: {self._why}")
        self._catch_up(call, until, seconds)
        self._number += 1
        self._is_busy = True
        self._send(call, line_of({"id": self._number, "call": call, **given}), until, seconds)
        try:
            reply = self._reply(call, until)
        except queue.Empty:
            self._owed.add(self._number)
            self._is_busy = False
            raise SutTimeoutError(f"{self._name}: {call} took longer than {seconds:g} seconds") from None
        self._is_busy = False
        if reply["id"] != self._number:
            raise self._broken(f"{call}: answers request {shown(reply['id'])}, asked was {self._number}")
        if "error" in reply:
            raise SutError(f"{self._name}: {call}: {' '.join(reply['error'].split())[:500]}")
        return reply["result"]

    def _catch_up(self, call: str, until: float, seconds: float) -> None:
        """Throw away the reply that is owed. Raises SutTimeoutError and ends the child where none comes."""
        while self._owed:
            try:
                self._owed.discard(self._reply(call, until)["id"])
            except queue.Empty:
                self._end("it hung and was ended")
                said = f"no reply to the call before in {seconds:g} seconds more"
                raise SutTimeoutError(f"{self._name}: {call}: {said}; it is ended") from None

    def _send(self, call: str, line: bytes, until: float, seconds: float) -> None:
        """Write in a thread of its own: a child that does not read would hold us up for ever."""
        child = self._child
        assert child is not None and child.stdin is not None
        stdin, trouble = child.stdin, []

        def write() -> None:
            try:
                stdin.write(line)
                stdin.flush()
            except (OSError, ValueError) as error:
                trouble.append(error)

        if len(line) < 4096:  # what the pipe of an idle child always takes
            write()
        else:
            thread = threading.Thread(target=write, daemon=True)
            thread.start()
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                self._end("it hung and was ended", thread)
                raise SutTimeoutError(f"{self._name}: {call}: read nothing for {seconds:g} seconds; it is ended")
        if trouble:
            raise self._broken(f"{call}: reads no more")

    def _reply(self, call: str, until: float) -> dict[str, Any]:
        """The next line of the child, checked. Raises queue.Empty where none comes in time."""
        line = self._lines.get(timeout=max(0.001, until - time.monotonic()))
        if line is None:
            raise self._broken(f"{call}: it ended without a reply")
        if len(line) > REPLY_BYTES:
            raise self._broken(f"{call}: a reply longer than {REPLY_BYTES} bytes")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            said = shown(line.decode(errors="replace").rstrip("\n"))
            raise self._broken(f"{call}: {said} on standard output is no JSON; print to standard error") from None
        try:
            kinds = {"result": (dict, None), "error": str}
            reply = checked(f"{call}: reply", found, {"id": (int, None)}, kinds)
            if len(reply) != 2:
                raise SutError(f"{call}: reply {shown(found)}; send id and one of result, error")
        except SutError as error:
            raise self._broken(str(error)) from None
        return reply

    def _broken(self, what: str) -> SutError:
        """End the child, and return what is to be raised."""
        child = self._child
        with contextlib.suppress(subprocess.TimeoutExpired):
            if child is not None:  # a dying child needs a moment to say how it ended
                child.wait(MOMENT_SECONDS)
        code = None if child is None else child.poll()
        self._end("it broke off before")
        ended = "" if code is None else f" (exit status {code})"
        last = [line for line in self.stderr.splitlines() if line.strip()]
        said = f"; it said: {shown(last[-1].strip(), 200)}" if last else ""
        return SutError(f"{self._name}: {what}{ended}{said}")

    def _end(self, why: str, writer: threading.Thread | None = None) -> None:
        """End the child and whatever it started; ``why`` is what later calls are told.

        ``writer`` still writes to a child that does not read: closing its pipe would wait for it.
        """
        self._why = why
        child, self._child = self._child, None
        if child is None:
            return
        if not writer:
            _close(child.stdin)
            if not self._owed and not self._is_busy:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(MOMENT_SECONDS)
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
        child.kill()
        child.wait()
        threads = [*self._threads, *([writer] if writer else [])]
        for thread in threads:
            thread.join(GRACE_SECONDS)
        if not any(t.is_alive() for t in threads):  # else something that left its session holds a pipe open
            for pipe in (child.stdin, child.stdout, child.stderr):
                _close(pipe)


def _close(pipe: IO[bytes] | None) -> None:
    with contextlib.suppress(OSError, ValueError):
        if pipe is not None:
            pipe.close()


class _Tail:
    """The last bytes of a stream, filled by one thread and read by another."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept = b""

    def add(self, part: bytes) -> None:
        self._kept = (self._kept + part)[-self._size :]

    def text(self) -> str:
        return self._kept.decode(errors="replace")

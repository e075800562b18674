"""Run the command line: in this process, or as a shell does where a test is about the process itself."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from memsql.cli import main
from tests.docs import environment

COMMAND = [sys.executable, "-m", "memsql"]


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def memsql(*arguments: str, cwd: Path | None = None, encoding: str = "utf-8") -> Ended:
    """Run a command to its end, in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    status: object = 0
    with ExitStack() as stack:
        stack.enter_context(patch.object(sys, "argv", ["memsql", *arguments]))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        if cwd is not None:
            stack.enter_context(chdir(cwd))
        try:
            main()
        except SystemExit as ended:
            status = ended.code or 0
    texts = []
    for stream in (out, err):
        stream.flush()
        assert isinstance(stream.buffer, io.BytesIO)
        texts.append(stream.buffer.getvalue().decode())
    assert isinstance(status, int)
    return Ended(status, *texts)


def spawned(*arguments: str | bytes) -> Ended:
    """Run a command to its end, in a process of its own."""
    command: list[str | bytes] = [*COMMAND, *arguments]
    done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def refusal(*arguments: str, cwd: Path | None = None) -> str:
    """Run a command that has to fail with one line; return the line without its beginning."""
    done = memsql(*arguments, cwd=cwd)
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("memsql: "), line
    return line.removeprefix("memsql: ")

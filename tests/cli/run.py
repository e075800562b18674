"""Run the command line as a shell does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.docs import environment

COMMAND = [sys.executable, "-m", "memsql"]


def memsql(
    *arguments: str, cwd: Path | None = None, variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        env=environment() | (variables or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def refusal(*arguments: str, cwd: Path | None = None) -> str:
    """Run a command that has to fail with one line; return the line without its beginning."""
    done = memsql(*arguments, cwd=cwd)
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("memsql: "), line
    return line.removeprefix("memsql: ")

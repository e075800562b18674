"""An environment of its own, made as a user makes one: what needs more packages than the house pins runs there."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests.acceptance.shell import CLOSING, ran
from tests.docs import environment
from tests.house import ROOT


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Gone when the process ends."""
    return tempfile.TemporaryDirectory(prefix="memsql-acceptance-")


@cache
def interpreter() -> str:
    """The interpreter of a virtual environment with memsql[inspect], built from this tree, and pytest."""
    folder = Path(_folder().name) / "environment"
    ran(sys.executable, "-m", "venv", str(folder))
    python = str(folder / "bin" / "python")
    ran(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", f"{ROOT}[inspect]", "pytest")
    return python


def memsql_there(*arguments: str) -> str:
    """Output of ``memsql ARGUMENTS`` of that environment, which has the package and not the tree."""
    return ran(interpreter(), "-m", "memsql", *arguments, cwd=Path(_folder().name)).stdout


def passed_there(*selection: str) -> str:
    """Closing line of pytest there, on part of the tests; what is skipped has not passed."""
    command = [interpreter(), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "default", *selection]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment() | {"PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ["PATH"]},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    found = CLOSING.search(done.stdout)
    assert not done.returncode and found and "skipped" not in found[1], done.stdout[-3000:]
    return found[1]

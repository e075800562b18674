"""What acceptance lines need: the command line as a user has it, gold tables, copies of the tree."""

from __future__ import annotations

import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import polars as pl

from tests import docs
from tests.docs import environment
from tests.house import ROOT, files

CLOSING = re.compile(r"^(?:=+ )?(\d+ (?:passed|failed|error).*?) in [\d.]+ ?s", re.MULTILINE)


def ran(
    *command: str, cwd: Path = ROOT, fails: bool = False, extra: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command without input; AssertionError with its output where it ends other than expected."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment() | (extra or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if (done.returncode != 0) is not fails:
        raise AssertionError(f"{' '.join(command[:4])} ... ended with {done.returncode}\n{done.stdout[-3000:]}")
    return done


def memsql_command(*arguments: str) -> list[str]:
    """The installed command line, by this interpreter."""
    return [sys.executable, "-m", "memsql", *arguments]


def memsql(*arguments: str, fails: bool = False) -> str:
    """Output of ``memsql ARGUMENTS``."""
    return ran(*memsql_command(*arguments), fails=fails).stdout


def passed(*selection: str, may_skip: bool = True) -> str:
    """Closing line of pytest on part of the tests; a selection without a test fails.

    ``may_skip``: whether a test may be skipped for want of something that is not on this machine.
    """
    command = (sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", *selection)
    printed = ran(*command, extra={"MEMSQL_FULL": "1"}).stdout
    found = CLOSING.search(printed)
    assert found, printed[-2000:]
    assert "passed" in found[1] and (may_skip or "skipped" not in found[1]), printed[-2000:]
    return found[1]


def recorded(start: str) -> str:
    """How many recorded blocks of the documents, of commands that begin so, are what these print; in their order."""
    found = [b for b in docs.all_blocks() if b.kind == "recorded" and b.command.startswith(start)]
    assert found, f"no recorded block of {start}"
    for block in found:
        said = docs.difference(block, docs.body_of(block))
        assert not said, said.replace("run make docs", "run make docs RECORD=1", 1)
    return f"recorded blocks as printed now: {len(found)}"


def compared(*checks: str) -> str:
    """Figures of the comparisons of tests/gold at full size; the first contradictions where there are any."""
    return ran(sys.executable, "-m", "tests.gold.heavy", *checks).stdout.strip().replace("\n", "; ")


@cache
def gold_folder() -> Path:
    """data/gold, written anew once a run."""
    memsql("gold")
    return ROOT / "data" / "gold"


def suites() -> list[str]:
    """Names of the scenario folders in data/."""
    return sorted(p.parent.name for p in (ROOT / "data").glob("*/queries.*"))


def generated_suites() -> list[str]:
    """Names of the configurations in data/ from which suites are generated."""
    return sorted(p.parent.name for p in (ROOT / "data").glob("*/suite.toml"))


def table(suite: str, name: str) -> pl.DataFrame:
    """One table of gold."""
    return pl.read_parquet(gold_folder() / suite / f"{name}.parquet")


def digests(folder: Path) -> dict[str, str]:
    """sha256 of every file under a folder, by its path inside."""
    return {
        p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file()
    }


@contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def clone(to: Path) -> None:
    """Copy every file of the house, as a clean clone has them: no environment, no gold, no caches."""
    for path in files():
        target = to / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)


def seconds_of(*command: str, cwd: Path) -> tuple[float, str]:
    """Wall time and output of a command that finds nothing installed and nothing cached."""
    started = time.monotonic()
    bare = {"PATH": os.environ["PATH"], "PIP_NO_CACHE_DIR": "1", "PYTHON": sys.executable}
    printed = ran(*command, cwd=cwd, extra=bare).stdout
    return time.monotonic() - started, printed


def seconds_of_here(*arguments: str) -> tuple[float, float]:
    """Wall time, and processor time of all its processes, of a memsql command in this environment."""
    started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    memsql(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - started, spent


def within(seconds: float, limit: float) -> str:
    """A time beside its limit. A missed one is said, and fails nothing: another machine, another time."""
    return f"{seconds:.0f} s of {limit:.0f} s" if seconds < limit else f"{seconds:.0f} s, MISSED {limit:.0f} s"

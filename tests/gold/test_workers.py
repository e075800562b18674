"""Workers end with the run that started them, and a run whose worker is killed ends in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import parent_process
from pathlib import Path

import pytest

from memsql import MemsqlError, Scenario
from memsql.gold import suite
from memsql.gold.suite import batches_of
from memsql.gold.workers import worker_pool
from tests.house import ROOT
from tests.people.histories import worked_lines, write

SLEEPERS = """
import os, time
from memsql.gold.workers import worker_pool

if __name__ == "__main__":
    with worker_pool(2) as pool:
        pids = list(pool.map(int, ["0"]))
        running = [pool.submit(time.sleep, 600) for _ in range(2)]
        print(*{p.pid for p in pool._processes.values()}, flush=True)
        time.sleep(600)
"""


def die(*_: object) -> None:
    """A batch whose worker is killed."""
    assert parent_process() is not None, "this is no worker"
    os.kill(os.getpid(), signal.SIGKILL)


def is_there(pid: int) -> bool:
    """Whether a process of this number runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def soon(is_so: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Whether something comes true before long."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    script = tmp_path / "sleepers.py"
    script.write_text(SLEEPERS)
    with subprocess.Popen([sys.executable, script], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(workers) == 2
        assert all(is_there(pid) for pid in workers)
        parent.kill()
    assert soon(lambda: not any(is_there(pid) for pid in workers))


def test_a_pool_that_is_left_with_an_error_does_not_wait_for_its_batches() -> None:
    def left() -> None:
        with worker_pool(1) as pool:
            pool.submit(time.sleep, 600)
            raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        left()
    assert time.monotonic() - started < 60


def test_a_killed_worker_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events, queries = worked_lines("events.jsonl"), worked_lines("queries.jsonl")
    for name in ("a", "b"):
        write(tmp_path / name, events, [{**q, "query_id": f"{name}{q['query_id']}"} for q in queries])
    monkeypatch.setattr(suite, "batches_of", partial(batches_of, size=1))
    monkeypatch.setattr(suite, "run_batch", die)
    scenario = Scenario.load(tmp_path)
    with pytest.raises(MemsqlError) as caught:
        scenario.gold(workers=2)
    assert str(caught.value) == (
        f"{tmp_path.name}: a worker ended before its batch did (killed, or out of memory); "
        "run it again, with fewer --workers"
    )

"""Processes that are killed, and processes that share a cache: what was paid for is kept, nothing is asked twice."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evaluation.answering.clients import CONCURRENCY, Clients, clients
from tests.evaluation.server import Running, serving

COUNTING = "tests.evaluation.answering.behaviours:counting"
KILLS = 10
COUNT = 120


@pytest.fixture(scope="module")
def made() -> Iterator[Clients]:
    with clients() as found:
        yield found


def retained(cache: Path) -> set[str]:
    if not cache.exists():
        return set()
    database = sqlite3.connect(cache)
    try:
        return {key for (key,) in database.execute("select body_sha256 from answer")}
    except sqlite3.OperationalError:  # killed before the table was there
        return set()
    finally:
        database.close()


def wait_for(server: Running, count: int) -> None:
    end = time.monotonic() + 20
    while server.log.read_bytes().count(b'"asked"') < count:
        assert time.monotonic() < end, "the client asks nothing"
        time.sleep(0.005)


def test_a_run_killed_ten_times_asks_nothing_twice_beyond_what_was_in_flight(made: Clients, tmp_path: Path) -> None:
    random.seed(4)
    with serving(tmp_path / "server", COUNTING) as server:
        whole = made.start(server.url, tmp_path / "whole.sqlite", tmp_path / "whole", COUNT)
        assert made.wait(whole) == 0
        before = len(server.lines())
        assert before == len(server.asked()) == COUNT

        cache, kept_at_kill = tmp_path / "cache.sqlite", []
        for _ in range(KILLS):
            asked = len(server.lines())
            pid = made.start(server.url, cache, tmp_path / "killed", COUNT)
            wait_for(server, asked + random.randint(1, 7))
            time.sleep(random.random() * 0.02)
            os.kill(pid, signal.SIGKILL)
            assert made.wait(pid) == -signal.SIGKILL
            kept_at_kill.append((retained(cache), server.lines()))
        assert not (tmp_path / "killed").exists()
        last = made.start(server.url, cache, tmp_path / "resumed", COUNT)
        assert made.wait(last) == 0

        lines = server.lines()
        for kept, known in kept_at_kill:
            assert not kept & {line["sha256"] for line in lines[len(known) :]}, "a retained answer was asked again"
        counts = [len(keys) for keys, _ in kept_at_kill]
        assert counts == sorted(counts)
        assert counts[0] < counts[-1] < COUNT
        asked = len(lines) - before
        assert COUNT <= asked <= COUNT + KILLS * CONCURRENCY
        assert set(server.asked()) == retained(cache)
    assert (tmp_path / "resumed").read_bytes() == (tmp_path / "whole").read_bytes()


def test_processes_that_share_a_cache_ask_each_question_once(made: Clients, tmp_path: Path) -> None:
    with serving(tmp_path / "server", "tests.evaluation.answering.behaviours:slowly") as server:
        names = ("first", "second", "third")
        pids = [made.start(server.url, tmp_path / "shared.sqlite", tmp_path / name, 60) for name in names]
        assert [made.wait(pid) for pid in pids] == [0, 0, 0]
        assert set(server.asked().values()) == {1}
        assert len(server.asked()) == 60
        in_flight = max(line["in_flight"] for line in server.lines())
        assert CONCURRENCY < in_flight <= len(names) * CONCURRENCY, "they did not run at the same time"
    assert len({(tmp_path / name).read_bytes() for name in names}) == 1

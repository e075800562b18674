"""However a command ends, it is one line: Ctrl-C, an output that cannot be written, signs that cannot be printed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.run import COMMAND, memsql, refusal, spawned
from tests.docs import environment
from tests.gold.test_workers import soon

FULL_DISK = Path("/dev/full")
LONG = "select count(*) from range(1000000) as a, range(1000000) as b where a.range + b.range = 3"


def interrupted(process: subprocess.Popen[str]) -> tuple[float, str]:
    """Press Ctrl-C; return the seconds until the end, and stderr."""
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    return time.monotonic() - started, said


def started(*arguments: str, cwd: Path | None = None) -> subprocess.Popen[str]:
    """Start a command that takes long. A shell may have Ctrl-C ignored for what it starts; here it is not."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=cwd,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 (one thread)
    )


def test_ctrl_c_ends_a_statement_at_once() -> None:
    with started("shell") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("select 'ready' as x;\n")
        process.stdin.flush()
        while process.stdout.readline() != "ready\n":
            assert process.poll() is None
        process.stdin.write(f"{LONG};\n")
        process.stdin.flush()
        time.sleep(1)
        seconds, said = interrupted(process)
    assert (process.returncode, said) == (130, "memsql: stopped\n")
    assert seconds < 30


def test_ctrl_c_leaves_nothing_of_gold_behind(tmp_path: Path) -> None:
    with started("gold", "language_tags", "--out", str(tmp_path / "gold")) as process:
        assert soon((tmp_path / "gold" / ".language_tags.new").exists, 60)
        _, said = interrupted(process)
    assert (process.returncode, said) == (130, "memsql: stopped\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not FULL_DISK.exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("arguments", [("tables",), ("explain", "q1", "--as", "svg")])
def test_a_full_stdout_is_one_line(arguments: tuple[str, ...]) -> None:
    with FULL_DISK.open("w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], env=environment(), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "memsql: stdout: cannot be written (No space left on device); send it elsewhere\n"


def test_a_pipe_whose_reader_has_enough_is_silent() -> None:
    command = f"{' '.join(COMMAND)} tables | head -n 1"
    done = subprocess.run(["bash", "-c", command], env=environment(), capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_stdout_that_takes_few_signs(encoding: str) -> None:
    # What claims to be ASCII is a terminal that nobody set up: it gets UTF-8.
    expected = {"ascii": "ł…", "latin-1": "\\u0142\\u2026"}[encoding]
    shown = memsql("sql", "select 'ł…' as x", encoding=encoding)
    assert (shown.returncode, shown.stdout.splitlines()[2]) == (0, expected)
    as_json = memsql("sql", "select 'łé…' as x", "--json", encoding=encoding)
    assert json.loads(as_json.stdout) == [{"x": "łé…"}]
    drawn = memsql("explain", "q1", "--as", "html", encoding=encoding)
    assert drawn.returncode == 0
    assert "&#8217;" in drawn.stdout
    assert drawn.stdout.isascii()


def test_an_argument_that_is_no_text() -> None:
    done = spawned("why", b"home(\xff)", "--at", "2026-08-01")
    assert done.returncode == 1
    assert done.stderr == 'memsql: argument "home(\\udcff)": not UTF-8; write it in UTF-8\n'


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    script = f"mkdir gone && cd gone && rmdir ../gone && exec {sys.executable} -m memsql explain q1"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environment() | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("change to a folder that exists and can be read\n")


def test_a_path_with_the_end_of_a_line_in_it() -> None:
    done = memsql("lastwrite", "parse", "--data", "no\nsuch")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("memsql: no\\nsuch: not read")


def test_the_version() -> None:
    assert memsql("--version").stdout.startswith("memsql 0.")


def test_wrong_usage_ends_with_two() -> None:
    assert memsql("why").returncode == 2
    assert memsql("no-such-command").returncode == 2
    assert memsql("gold", "--workers", "0").returncode == 2


def test_a_failed_run_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert refusal("gold", "mine", "--out", "a/b/gold", cwd=tmp_path) == (
        "mine: no scenario in it; give a folder with events.jsonl, queries.jsonl, schema/ and rules/, or one whose "
        "subfolders have them"
    )
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]


def test_a_command_starts_without_what_only_the_generator_needs() -> None:
    asked = "import sys, memsql.cli; print([m for m in ('scipy', 'clingo', 'matplotlib') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

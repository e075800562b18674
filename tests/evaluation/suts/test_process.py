"""A system in a process of its own: the protocol from both sides, and every way in which a child can fail."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from memsql.errors import SutError
from memsql.evaluation import process, serve
from memsql.evaluation.exam import Exam
from memsql.evaluation.process import Limits, Process, SutTimeoutError
from memsql.evaluation.registry import served
from memsql.evaluation.sut import Budget, Record, record_text
from memsql.evaluation.suts.bm25 import Bm25
from memsql.evaluation.suts.null import Null
from tests.evaluation.suts.small import small_exam

HERE = Path(__file__).parent
AT = datetime(2026, 5, 1, 9, 30)
RECORD = Record("e1", AT, record_text("e1", AT, "Vera keeps a red boat."))


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Exam:
    return small_exam(tmp_path_factory.mktemp("small"))


@contextmanager
def odd(fault: str, limits: Limits | None = None, log: Path | None = None) -> Iterator[Process]:
    child = Process((sys.executable, str(HERE / "odd_sut.py"), fault), limits, log=log, name="odd")
    child.open("n", {})
    try:
        yield child
    finally:
        child.close()


def test_a_served_class_returns_what_it_returns_in_process(exam: Exam) -> None:
    here, there = Bm25(), Process(served("memsql.evaluation.suts.bm25:Bm25"))
    said = here.open("n", {"k1": "0.9"})
    assert there.open("n", {"k1": "0.9"}) == said
    for batch in exam.schedule("one"):
        assert (here.ingest(batch.records), here.ready()) == (there.ingest(batch.records), there.ready())
        for ask in batch.asks:
            for budget in (Budget(records=2), Budget(tokens=40), Budget()):
                found = there.context(ask.question, ask.as_of, budget)
                assert found == here.context(ask.question, ask.as_of, budget)
    there.close()
    with pytest.raises(SutError, match="context: is closed"):
        there.context("Where?", AT, Budget())


# -I and -S leave the interpreter without any installed package, ours included.
def test_serving_needs_the_standard_library_alone(tmp_path: Path) -> None:
    command = (sys.executable, "-I", "-S", str(Path(serve.__file__)), "memsql.evaluation.suts.null:Null")
    requests = [
        {"id": 1, "call": "open", "namespace": "n", "options": {}},
        {"id": 2, "call": "context", "question": "Where?", "as_of": AT.isoformat(), "budget": {}},
        {"id": 3, "call": "close"},
    ]
    given = "".join(json.dumps(r) + "\n" for r in requests)
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2, 3] and done.stderr == ""
    assert json.loads(done.stdout.splitlines()[1])["result"]["text"] == ""


# The class prints, reads standard input, and lies in the working folder.
def test_a_library_that_prints_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "chatty.py").write_text(
        "import os, sys\nfrom memsql.evaluation.suts.null import Null\n"
        "class Chatty(Null):\n def ready(self):\n  print('loading'); os.system('echo from a child')\n"
        "  assert sys.stdin.read() == ''\n  1 / 0\n"
    )
    monkeypatch.chdir(tmp_path)
    child = Process(served("chatty:Chatty"), log=tmp_path / "log")
    child.open("n", {})
    with pytest.raises(SutError, match=r'ready: ZeroDivisionError: "division by zero"$'):
        child.ready()
    assert child.context("Where?", AT, Budget()).text == "", "a call that failed ends nothing"
    child.close()
    assert "loading" in child.stderr and "from a child" in child.stderr and "Traceback" in child.stderr
    assert (tmp_path / "log").read_text() == child.stderr
    short = Process(served("chatty:Chatty"), Limits(log_bytes=len(child.stderr) + 3), log=tmp_path / "log")
    short.open("n", {})
    with pytest.raises(SutError, match="ready: ZeroDivisionError"):
        short.ready()
    short.close()
    assert (tmp_path / "log").read_text() == child.stderr + short.stderr[:3], "no more than it may hold, in all"


@pytest.mark.parametrize(
    ("request_line", "error"),
    [
        (b"hello\n", 'request: "hello\\n" is no JSON; send an object'),
        (b"[1]\n", "request: [1] has no call; send an object with id and call"),
        (b'{"id": 1, "call": "search"}\n', 'call: "search" is unknown; known are: open, ingest, ready, context, close'),
        (b'{"id": 1, "call": "ready"}\n', "ready: nothing is open; call open first"),
        (b'{"id": 1, "call": "open", "namespace": "n"}\n', "open: no options; send it"),
        (
            b'{"id": 1, "call": "open", "namespace": "n", "options": {}, "k": 1}\n',
            'open: unknown field "k"; known are: namespace, options',
        ),
        (b'{"id": 1, "call": "open", "namespace": "n", "options": {"k": 1}}\n', "options: k is 1; send a text"),
        (
            b'{"id": 1, "call": "open", "namespace": "n", "options": {"k": "1"}}\n',
            'Null: unknown option "k"; it takes none',
        ),
    ],
)
def test_a_wrong_request_is_answered_with_one_line(request_line: bytes, error: str) -> None:
    replies = io.BytesIO()
    serve.serve(Null, [request_line], replies)
    assert json.loads(replies.getvalue())["error"] == error


def test_wrong_fields_of_records_and_questions_are_refused() -> None:
    server = serve.Server(Null)
    server.answer("open", {"namespace": "n", "options": {}})
    with pytest.raises(SutError, match="a namespace is open"):
        server.answer("open", {"namespace": "n", "options": {}})
    record = {"event_id": "e1", "observed_at": "2026-05-01T09:30:00", "text": "x"}
    assert server.answer("ingest", {"records": [record]}) is None
    for change, message in (
        ({"observed_at": "yesterday"}, "is no time"),
        ({"observed_at": "2026-05-01T09:30:00+02:00"}, "has a zone"),
        ({"event_id": 1}, "event_id is 1; send str"),
        ({"actions": []}, 'unknown field "actions"'),
    ):
        with pytest.raises(SutError, match=message):
            server.answer("ingest", {"records": [{**record, **change}]})
    asked = {"question": "Where?", "as_of": "2026-05-01", "budget": {"records": True}}
    with pytest.raises(SutError, match="budget: records is true; send int or null"):
        server.answer("context", asked)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("dies", 'context: it ended without a reply (exit status -9); it said: "Segmentation fault, they say"'),
        ("exits", 'context: it ended without a reply (exit status 1); it said: "out of memory"'),
        ("babbles", 'context: "Loading model ... done" on standard output is no JSON; print to standard error'),
        ("deep", "on standard output is no JSON"),
        ("no object", "context: reply: [1, 2] is no object; send one with id"),
        ("no id", "context: reply: no id; send it"),
        ("both", "send id and one of result, error"),
        ("other id", "context: answers request 99, asked was 2"),
        ("endless", "context: a reply longer than 100000 bytes"),
    ],
)
def test_a_child_that_breaks_off_is_one_clear_error(fault: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "REPLY_BYTES", 100_000)
    with odd(fault) as child:
        with pytest.raises(SutError) as found:
            child.context("Where?", AT, Budget())
        assert message in str(found.value) and "\n" not in str(found.value)
        with pytest.raises(SutError, match="odd: context: it broke off before"):
            child.context("Where?", AT, Budget())


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("unknown field", 'odd: context: unknown field "score"; known are: event_ids, records, text, usage'),
        ("no text", "odd: context: no text; send it"),
        ("wrong type", 'odd: context: event_ids is "e1"; send list or null'),
        ("negative", "has a negative count; send 0 or more"),
        ("says no", "odd: context: no model"),
    ],
)
def test_a_wrong_reply_fails_its_call_and_no_other(fault: str, message: str) -> None:
    with odd(fault) as child:
        with pytest.raises(SutError) as found:
            child.context("Where?", AT, Budget())
        assert message in str(found.value)
        assert child.ingest([RECORD]) is None


def test_a_late_reply_is_thrown_away() -> None:
    with odd("slow", Limits(context_seconds=0.2)) as child:
        with pytest.raises(SutTimeoutError, match=r"odd: context took longer than 0\.2 seconds"):
            child.context("Where?", AT, Budget())
        child._limits = Limits()
        assert child.context("Where?", AT, Budget()).text == "context 1"


def test_a_child_that_hangs_is_ended() -> None:
    with odd("hangs", Limits(context_seconds=0.2)) as child:
        for message in ("took longer", "no reply to the call before", "it hung and was ended"):
            with pytest.raises(SutError, match=message):
                child.context("Where?", AT, Budget())


# As after Ctrl-C: nobody waits half a minute for what nobody wants any more.
def test_a_call_that_was_interrupted_ends_the_child_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    child = Process((sys.executable, str(HERE / "odd_sut.py"), "hangs"))
    child.open("n", {})
    monkeypatch.setattr(child, "_reply", interrupted)
    with pytest.raises(KeyboardInterrupt):
        child.context("Where?", AT, Budget())
    started = time.monotonic()
    child.close()
    assert time.monotonic() - started < 10


# 2 MB do not fit into the pipe of a child that does not read.
def test_a_child_that_does_not_read_is_ended() -> None:
    command = (sys.executable, "-c", "import time; time.sleep(600)")
    child = Process(command, Limits(open_seconds=0.5), name="odd")
    with pytest.raises(SutTimeoutError, match=r"odd: open: read nothing for 0\.5 seconds; it is ended"):
        child.open("n", {"text": "x" * 2_000_000})
    child.close()


def test_what_a_child_started_ends_with_it(tmp_path: Path) -> None:
    code = "import subprocess, sys; p = subprocess.Popen(['sleep', '600']); print(p.pid, file=sys.stderr, flush=True)\n"
    code += (HERE / "example_sut.py").read_text()
    child = Process((sys.executable, "-c", code), log=tmp_path / "log")
    child.open("n", {})
    child.close()
    pid = int((tmp_path / "log").read_text())
    until = time.monotonic() + 5
    while time.monotonic() < until and _is_running(pid):
        time.sleep(0.02)
    assert not _is_running(pid)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("no-such-program",), "no-such-program: cannot be started (No such file or directory); check the command"),
        ((sys.executable, "-c", "raise SystemExit('no GPU')"), "open: it ended without a reply (exit status 1)"),
        (served("memsql.evaluation.suts.nul:Null"), "no module memsql.evaluation.suts.nul"),
        (served("memsql.evaluation.suts.null:Nul"), "memsql.evaluation.suts.null has no class Nul"),
        (served("memsql.errors:SutError"), "has no open, ingest, ready, context, close"),
    ],
)
def test_a_program_that_cannot_be_opened_says_why(command: tuple[str, ...], message: str) -> None:
    child = Process(command)
    with pytest.raises(SutError) as found:
        child.open("n", {})
    assert message in str(found.value) and "\n" not in str(found.value)
    child.close()

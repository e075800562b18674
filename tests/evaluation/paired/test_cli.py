"""The command group, as a user has it; and a model behind an endpoint on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.cli.run import memsql, refusal


class Server(HTTPServer):
    """Says the same to every request, and keeps the requests."""

    requests: list[dict[str, object]]
    says: str = "Odile"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        server.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"choices": [{"message": {"content": server.says}}]}).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server(("127.0.0.1", 0), Handler)
    found.requests = []
    thread = threading.Thread(target=found.serve_forever, daemon=True)
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.server_close()


def printed(*arguments: str) -> str:
    done = memsql("paired", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_check() -> None:
    assert printed("check", "example", "example") == (
        "2 items, 2 conversations; 13 members are told by words of a turn that they cite, "
        "0 follow from their turns otherwise\n"
    )
    assert json.loads(printed("check", "example", "example", "--json"))["findings"] == []
    done = memsql("paired", "check", "example", "locomo")
    assert done.returncode == 1
    assert "locomo-01  no conversation conv-26 in the file" in done.stdout
    assert done.stderr == "memsql: locomo: 30 problems; mend the items, or name the file that they are for\n"


def test_cited_turns_come_without_gold() -> None:
    shown = printed("cited", "example", "example", "--item", "example-1")
    assert "[D2:4] 2031-03-19T18:40:00 Ilka: No, a guide took us along the Grayback" in shown
    assert "Grayback; Thistle" not in shown
    assert "example-2" not in shown
    with_gold = printed("cited", "example", "example", "--gold")
    assert "    = Grayback; Thistle\n  = Otterbend; Fernlow; Saltmarrow\n" in with_gold
    assert with_gold.endswith("  = Odile\n")
    assert "no such item; did you mean" in refusal("paired", "cited", "example", "example", "--item", "example-3")


def test_run_and_report(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    shown = printed("run", "example", "example", "--out", out, "--reader", "example", "--k", "4", "--arm", "direct")
    assert "system bm25, k 4 a question; answers by example-reader; 0 calls failed" in shown
    assert "original  direct  100.0" in shown
    assert printed("report", out) == shown
    made = json.loads(printed("report", out, "--json"))
    assert made["run"]["arms"] == ["direct"]
    assert made["run"]["system_settings"]["formula"] == "lucene"
    assert (tmp_path / "run" / "report.md").read_text().startswith("# Paired study\n")


def test_without_a_model_the_reader_is_an_upper_bound(tmp_path: Path) -> None:
    shown = printed("run", "example", "example", "--out", str(tmp_path / "run"), "--sut", "recency", "--k", "2")
    assert "answers by evidence-reader (upper bound: it has the gold" in shown
    assert "system recency, k 2" in shown


def test_a_model_behind_an_endpoint(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    address = f"http://127.0.0.1:{server.server_port}/v1"
    arguments = ["run", "example", "example", "--out", str(tmp_path / "run"), "--endpoint", address, "--model", "some"]
    shown = printed(*arguments)
    assert "answers by some; 0 calls failed" in shown
    asked = [str(request["messages"]) for request in server.requests]
    assert len(asked) == len(set(asked))
    assert {request["temperature"] for request in server.requests} == {0.0}
    compared = [text for text in asked if "Answer with one of these: Perrin; Odile; neither." in text]
    assert len(compared) == 5
    made = json.loads((tmp_path / "run" / "summary.json").read_text())
    cells = {f"{cell['role']}/{cell['arm']}": cell["correct_count"] for cell in made["accuracy"]}
    assert [cells[f"state/{arm}"] for arm in made["run"]["arms"]] == [1] * 5
    assert not any("secret" in path.read_text(errors="replace") for path in (tmp_path / "run").iterdir())
    count = len(server.requests)
    assert printed(*arguments) == shown
    assert len(server.requests) == count


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "absent.json", "example"], "absent.json: not read"),
        (["run", "example", "example", "--arm", "directly"], "--arm directly: no such arm; did you mean direct?"),
        (["run", "example", "example", "--reader", "evidense"], "did you mean evidence?"),
        (["run", "example", "example", "--model", "m"], "--endpoint and --model belong together"),
        (["run", "example", "example", "--endpoint", "ftp://x", "--model", "m"], "no web address"),
        (["run", "example", "example", "--sut", "bm26"], "no such system; did you mean bm25?"),
        (["run", "example", "example", "--sut", "last_write"], "last_write: a reference is given gold"),
        (["run", "example", "example", "--sut-option", "k1"], "--sut-option k1: no value; write name=value"),
        (["run", "example", "example", "--sut-option", "k2=1"], "unknown option"),
    ],
)
def test_refusals(arguments: list[str], said: str, tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "run")] if arguments[0] == "run" else []
    assert said in refusal("paired", *arguments, *out)
    assert not (tmp_path / "run").exists()


def test_a_report_needs_a_finished_run(tmp_path: Path) -> None:
    assert "no finished run" in refusal("paired", "report", str(tmp_path))

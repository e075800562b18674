"""The two arms: what stands before the reader, the reader without a model, and the model's client."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from memsql.errors import DataError, MemsqlError
from memsql.lastwrite import reader, retrieve
from memsql.lastwrite.arms import Arm, part_of, run
from memsql.lastwrite.metric import ABSTAIN
from memsql.lastwrite.model import Model
from memsql.lastwrite.source import load
from tests.lastwrite.conftest import Made, row

SAID = ["The capital of Foo is Old", "The capital of Foo is New", "The capital of Bar is Port"]
ASKED = [("What is the capital of Foo?", "New"), ("What is the capital of Bar?", "Port")]
CONTEXT = "".join(f"{n}. {text}.\n" for n, text in enumerate(SAID))


def test_chunks_hold_their_tokens_and_lose_none() -> None:
    text = " ".join(f"w{n}" for n in range(1100))
    cut = retrieve.chunks(text)
    assert [len(each.split()) for each in cut] == [512, 512, 76]
    assert " ".join(cut) == text


def test_the_chunk_with_the_rare_word_comes_first() -> None:
    found = retrieve.index(CONTEXT, size=9)
    assert len(found.chunks) == 3
    assert "Bar" in retrieve.best(found, "What is the capital of Bar?", 1)[0]
    assert len(retrieve.best(found, "Nothing?")) == 3


def test_the_reader_takes_the_newest_statement_and_what_it_adds() -> None:
    pages = reader.pages(CONTEXT)
    assert reader.read(pages, "What is the capital of Foo?") == "New"
    assert reader.read(pages, "What is the capital of Bar?") == "Port"
    assert reader.read(pages, "Who?") == ABSTAIN
    assert reader.read(reader.pages(""), "What is the capital of Foo?") == ABSTAIN


@pytest.mark.parametrize("arm", list(Arm))
def test_a_run_without_a_model_says_so(made: Made, tmp_path: Path, arm: Arm) -> None:
    out = tmp_path / "out.jsonl"
    system = run(load(made(row(SAID, ASKED))), arm, out)
    assert system == f"{arm.value}, extractive reader, no model"
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [r["output"] for r in rows] == ["New", "Port"]
    assert {r["system"] for r in rows} == {system}
    assert [(r["set"], r["index"]) for r in rows] == [("factconsolidation_sh_6k", 0), ("factconsolidation_sh_6k", 1)]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lists.json", "out.jsonl"]


class Server(HTTPServer):
    """Answers with what stands in ``replies``, one a request: a text, or a status; keeps the requests."""

    replies: list[str | int]
    requests: list[dict[str, object]]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.requests.append(body | {"path": self.path, "key": self.headers["Authorization"]})
        reply = server.replies.pop(0) if server.replies else "more"
        self.send_response(reply if isinstance(reply, int) else 200)
        self.end_headers()
        content = {"choices": [{"message": {"content": reply}}]}
        self.wfile.write(json.dumps(content).encode() if isinstance(reply, str) else b"")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server(("127.0.0.1", 0), Handler)
    found.replies, found.requests = [], []
    thread = threading.Thread(target=found.serve_forever, daemon=True)
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.server_close()


def model(server: Server) -> Model:
    return Model(f"http://127.0.0.1:{server.server_port}/v1", "some-model", "secret", pause_seconds=0)


def test_the_model_gets_the_list_and_its_own_temperature(server: Server) -> None:
    server.replies = [" New\n"]
    assert model(server).answer(CONTEXT, "What is the capital of Foo?") == "New"
    (asked,) = server.requests
    assert (asked["path"], asked["key"], asked["model"]) == ("/v1/chat/completions", "Bearer secret", "some-model")
    assert "temperature" not in asked
    assert CONTEXT in str(asked["messages"][0]["content"])  # type: ignore[index]
    assert "secret" not in repr(model(server))


@pytest.mark.parametrize("trouble", ["", 503, 429])
def test_it_asks_again_for_an_empty_output_or_a_busy_server(server: Server, trouble: str | int) -> None:
    server.replies = [trouble, "New"]
    assert model(server).answer("", "?") == "New"
    assert len(server.requests) == 2


def test_it_does_not_ask_again_for_an_answer_or_a_refusal(server: Server) -> None:
    server.replies = ["no idea", "New"]
    assert model(server).answer("", "?") == "no idea"
    server.replies = [401, "New"]
    with pytest.raises(MemsqlError, match="refused with 401"):
        model(server).answer("", "?")


def test_an_output_that_stays_empty_is_one(server: Server) -> None:
    server.replies = [""] * 4
    assert model(server).answer("", "?") == ""


def test_a_run_that_was_stopped_goes_on(made: Made, tmp_path: Path, server: Server) -> None:
    out = tmp_path / "out.jsonl"
    benchmark = load(made(row(SAID, ASKED)))
    server.replies = ["New", *[503] * 4]
    with pytest.raises(MemsqlError, match="no answer in 4 attempts"):
        run(benchmark, Arm.WHOLE_LIST, out, model(server))
    assert not out.exists()
    with pytest.raises(DataError, match='belongs to "whole-list, some-model"'):
        run(benchmark, Arm.BM25, out, model(server))
    server.requests.clear()
    server.replies = ["Port"]
    run(benchmark, Arm.WHOLE_LIST, out, model(server))
    assert [json.loads(line)["output"] for line in out.read_text().splitlines()] == ["New", "Port"]
    assert len(server.requests) == 1


# What a killed run leaves may end inside a letter; a line separator inside an output ends no line.
def test_a_run_that_was_killed_goes_on(made: Made, tmp_path: Path, server: Server) -> None:
    benchmark = load(made(row(SAID, ASKED)))
    whole = tmp_path / "whole.jsonl"
    server.replies = ["New\u2028er", "Z\u00fcrich"]
    run(benchmark, Arm.WHOLE_LIST, whole, model(server))
    out = tmp_path / "out.jsonl"
    cut = whole.read_bytes().rindex("\u00fc".encode()) + 1
    part_of(out).write_bytes(whole.read_bytes()[:cut])
    server.requests.clear()
    server.replies = ["Port"]
    run(benchmark, Arm.WHOLE_LIST, out, model(server))
    assert [json.loads(line)["output"] for line in out.read_text().split("\n")[:-1]] == ["New\u2028er", "Port"]
    assert (len(server.requests), part_of(out).exists()) == (1, False)


def test_an_output_that_ends_in_half_of_a_pair(made: Made, tmp_path: Path, server: Server) -> None:
    server.replies = ["New \ud83d", "Port"]
    run(load(made(row(SAID, ASKED))), Arm.WHOLE_LIST, tmp_path / "out.jsonl", model(server))
    assert json.loads((tmp_path / "out.jsonl").read_text().split("\n")[0])["output"] == "New \ufffd"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"my notes\n", "no file of outputs stands there; name another --out, or remove it"),
        (b'{"set": "sh_6k", "index": 0}\n', "no file of outputs stands there"),
        (b'{"set": "sh_6k", "index": 0, "system": "x", "output": "y"}\n', 'belongs to "x"; name another --out'),
    ],
)
def test_what_somebody_else_keeps_is_not_replaced(made: Made, tmp_path: Path, content: bytes, found: str) -> None:
    benchmark = load(made(row(SAID, ASKED)))
    out = tmp_path / "out.jsonl"
    out.write_bytes(content)
    with pytest.raises(DataError, match=found):
        run(benchmark, Arm.BM25, out)
    assert out.read_bytes() == content
    out.write_bytes(b"")
    part_of(out).write_bytes(content * 2)
    with pytest.raises(
        DataError, match=found.replace("file of outputs stands there", "outputs of a run").split(";")[0]
    ):
        run(benchmark, Arm.BM25, out)
    assert part_of(out).read_bytes() == content * 2


def test_a_run_of_another_arm_or_on_other_questions_stays(made: Made, tmp_path: Path) -> None:
    benchmark = load(made(row(SAID, ASKED)))
    out = tmp_path / "out.jsonl"
    run(benchmark, Arm.BM25, out)
    run(benchmark, Arm.BM25, out)
    before = out.read_bytes()
    with pytest.raises(DataError, match='belongs to "bm25, extractive reader, no model"'):
        run(benchmark, Arm.WHOLE_LIST, out)
    for said, asked in ((SAID, [*ASKED[:1], ("Who?", "Port")]), (SAID[:2], ASKED)):
        with pytest.raises(DataError, match="has outputs for other questions or lists"):
            run(load(made(row(said, asked))), Arm.BM25, out)
    assert out.read_bytes() == before


def test_a_run_needs_a_file(made: Made, tmp_path: Path) -> None:
    for out in (tmp_path, Path("/"), Path()):
        with pytest.raises(MemsqlError, match="no file stands there; name a file"):
            run(load(made(row(SAID, ASKED))), Arm.BM25, out)


def test_an_endpoint_that_is_none() -> None:
    for endpoint in ("somewhere", "http://", "http://[", "http://a b/v1", "ftp://a/v1"):
        with pytest.raises(MemsqlError, match="no web address"):
            Model(endpoint, "some-model")
    with pytest.raises(MemsqlError, match="no answer in 4 attempts"):
        Model("http://127.0.0.1:9/v1", "some-model", pause_seconds=0).answer("", "?")


def test_a_key_that_no_header_holds_is_not_shown() -> None:
    with pytest.raises(MemsqlError, match="the key has signs that no header can hold") as caught:
        Model("http://127.0.0.1:9/v1", "some-model", "secret\n")
    assert "secret" not in str(caught.value)

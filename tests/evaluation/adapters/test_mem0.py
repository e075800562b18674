"""Mem0 for real: its own process and environment, a loopback server for its model, nothing else to be reached."""

from __future__ import annotations

import subprocess
from datetime import datetime
from pathlib import Path

import pytest

from memsql.errors import SutError
from memsql.evaluation.adapters.mem0 import Mem0
from memsql.evaluation.adapters.pieces import HEAD
from memsql.evaluation.sut import Budget, Record
from tests.evaluation.adapters.behaviours import sentences
from tests.evaluation.adapters.conftest import WATCH, interpreter, watched
from tests.evaluation.server import serving

BEHAVIOURS = "tests.evaluation.adapters.behaviours"
AS_OF = datetime(2026, 8, 31)
QUESTION = "Which hotel is booked for Trip-Grus?"


# What guards the tests below: a try that is not allowed never leaves, and is written down.
def test_the_watch_refuses_and_notes_every_other_place(tmp_path: Path) -> None:
    code = "import urllib.request as r\ntry: r.urlopen('http://192.0.2.1/')\nexcept OSError as e: print(e)\n"
    code += "import socket as s\ntry: s.getaddrinfo('example.org', 443)\nexcept OSError as e: print(e)\n"
    environment = {"PYTHONPATH": str(WATCH), "WATCH_ALLOWED": "127.0.0.1:1", "WATCH_LOG": str(tmp_path / "log")}
    done = subprocess.run(
        [interpreter("mem0"), "-c", code], check=False, env=environment, capture_output=True, text=True
    )
    assert done.stdout.count("refused by the test") == 2, done
    assert (tmp_path / "log").read_text() == "socket.getaddrinfo 192.0.2.1:80\nsocket.getaddrinfo example.org:443\n"


def test_records_kept_as_they_are(records: list[Record], tmp_path: Path) -> None:
    by_id = {r.event_id: r for r in records}
    with watched("mem0", "Mem0", "", tmp_path) as mem0:
        said = mem0.sut.open("run/worked_example", {"infer": "off", "limit": "4"})
        assert said.citing and said.bounded and said.timed and said.indexed and said.query_dependent
        assert said.settings["extras"].startswith("none") and "model" not in said.settings
        empty = mem0.sut.context(QUESTION, AS_OF, Budget())
        assert (empty.text, empty.event_ids, empty.records) == ("", (), 0)
        for batch in (records[:6], records[6:]):
            usage = mem0.sut.ingest(batch)
            assert usage is not None and usage.calls == 0
            mem0.sut.ready()
            found = mem0.sut.context(batch[-1].text, AS_OF, Budget())
            assert found.event_ids is not None and found.event_ids[0] == batch[-1].event_id
        found = mem0.sut.context(QUESTION, AS_OF, Budget())
        assert found.event_ids is not None and len(found.event_ids) == found.records == 4
        assert found.text == "\n".join(by_id[e].text for e in found.event_ids)
        assert {"e7", "e10"} & set(found.event_ids)
        fewer = mem0.sut.context(QUESTION, AS_OF, Budget(records=2))
        assert fewer.event_ids == found.event_ids[:2]
        assert mem0.sut.context(QUESTION, AS_OF, Budget(records=9)).records == 4
        assert mem0.sut.context(QUESTION, AS_OF, Budget(tokens=5)).text == ""
        assert mem0.sut.context("Who is Vera?", AS_OF, Budget()).event_ids != found.event_ids
    assert mem0.tries() == []
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [], "a closed namespace leaves nothing behind"


def test_facts_that_a_model_extracts(records: list[Record], tmp_path: Path) -> None:
    by_id = {r.event_id: r for r in records}
    with (
        serving(tmp_path / "server", f"{BEHAVIOURS}:mem0_facts") as server,
        watched("mem0", "Mem0", server.url, tmp_path / "mem0") as mem0,
    ):
        options = {
            "infer": "on",
            "endpoint": server.url,
            "model": "any",
            "embedder": "endpoint",
            "embedding_model": "words",
        }
        said = mem0.sut.open("run/worked_example", {**options, "embedding_size": "256"})
        assert said.settings["embedding"] == "words at the endpoint"
        usage = mem0.sut.ingest(records)
        assert usage is not None and usage.calls == len(server.lines()) == len(records)
        assert usage.input_tokens > 1000 * len(records) and usage.output_tokens > 0
        found = mem0.sut.context(QUESTION, AS_OF, Budget(records=5))
        assert found.records == 5 and found.event_ids and found.usage is not None and found.usage.calls == 0
        for line in found.text.splitlines():
            head = HEAD.match(line)
            assert head, line
            record = by_id[head[1]]
            assert head[2] == record.observed_at.isoformat()
            assert line[head.end() :] in sentences(record.text)
        assert tuple(dict.fromkeys(HEAD.match(line)[1] for line in found.text.splitlines())) == found.event_ids  # type: ignore[index]
    assert mem0.tries() == []


# Mem0 keeps no fact of a record whose extraction it cannot read, and goes on; an endpoint that refuses is an error.
def test_a_model_that_fails(records: list[Record], tmp_path: Path) -> None:
    ashfell, corby, lunmar = records[:3]
    with (
        serving(tmp_path / "server", f"{BEHAVIOURS}:mem0_faults") as server,
        watched("mem0", "Mem0", server.url, tmp_path / "mem0") as mem0,
    ):
        mem0.sut.open("run/worked_example", {"infer": "on", "endpoint": server.url, "model": "any"})
        mem0.sut.ingest([ashfell, corby])
        assert "event e1: no fact kept; 1 so far" in mem0.sut.stderr
        with pytest.raises(SutError, match=r"ingest: mem0: event e3: LLMError.*no such model"):
            mem0.sut.ingest([lunmar])
        found = mem0.sut.context("Which cities are in Corvia?", AS_OF, Budget())
        assert found.event_ids == ("e2",)
    assert mem0.tries() == []


def test_without_its_package_it_is_unavailable() -> None:
    with pytest.raises(SutError, match=r"^mem0: unavailable, no package mem0; run memsql sut install mem0$"):
        Mem0().open("run/x", {"infer": "off"})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"inferr": "off"}, 'option "inferr" is unknown; did you mean infer?'),
        ({"infer": "no"}, 'option infer is "no"; give on or off'),
        ({"infer": "off", "limit": "0"}, 'option limit is "0"; give a whole number above 0'),
        ({"infer": "off", "threshold": "1.5"}, 'option threshold is "1.5"; give a number from 0 to 1'),
        ({"infer": "off", "threshold": "nan"}, 'option threshold is "nan"; give a number from 0 to 1'),
        ({"infer": "on"}, "option endpoint is not given; give an OpenAI-compatible address, https://.../v1"),
        (
            {"infer": "on", "endpoint": "localhost:1"},
            'option endpoint is "localhost:1"; give an OpenAI-compatible address',
        ),
        (
            {"infer": "on", "endpoint": "https://me:key@x/v1", "model": "m"},
            "holds a secret; put the key into OPENAI_API_KEY",
        ),
        (
            {"infer": "on", "endpoint": "https://x/v1"},
            "option model is not given; name the language model at the endpoint",
        ),
        ({"model": "m"}, "option model has no effect beside the others; leave it out"),
        ({"endpoint": "https://x/v1"}, "option endpoint has no effect beside the others; leave it out"),
        ({"infer": "off", "embedder": "endpoint", "endpoint": "https://x/v1"}, "option embedding_model is not given"),
    ],
)
def test_a_wrong_option_is_one_line(options: dict[str, str], said: str) -> None:
    with pytest.raises(SutError) as error:
        Mem0().open("run/x", options)
    assert said in str(error.value) and str(error.value).startswith("mem0: ") and "\n" not in str(error.value)

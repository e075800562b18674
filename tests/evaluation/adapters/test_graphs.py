"""LightRAG, Graphiti and Cognee for real, each where it is installed: ``memsql sut install NAME``."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from memsql.errors import SutError
from memsql.evaluation.adapters.cognee import Cognee
from memsql.evaluation.adapters.graphiti import Graphiti
from memsql.evaluation.adapters.lightrag import LightRag, WordsAndSigns
from memsql.evaluation.adapters.pieces import HEAD
from memsql.evaluation.sut import Budget, Record, Sut
from tests.evaluation.adapters.behaviours import sentences
from tests.evaluation.adapters.conftest import watched
from tests.evaluation.server import serving

BEHAVIOURS = "tests.evaluation.adapters.behaviours"
AS_OF = datetime(2026, 8, 31)
QUESTION = "Which hotel in Corby Overlook is booked for Trip-Grus?"


def test_lightrag_by_vectors_alone(records: list[Record], tmp_path: Path) -> None:
    by_id = {r.event_id: r for r in records}
    with watched("lightrag", "LightRag", "", tmp_path) as lightrag:
        said = lightrag.sut.open("run/worked_example", {"threshold": "0.0"})
        assert said.bounded and said.citing and "graph_limit" not in said.settings
        assert lightrag.sut.context(QUESTION, AS_OF, Budget()).event_ids == ()
        for batch in (records[:6], records[6:]):
            usage = lightrag.sut.ingest(batch)
            assert usage is not None and usage.calls == 0
            found = lightrag.sut.context(batch[-1].text, AS_OF, Budget())
            assert found.event_ids is not None and found.event_ids[0] == batch[-1].event_id
        found = lightrag.sut.context(QUESTION, AS_OF, Budget(records=3))
        assert found.event_ids is not None and len(found.event_ids) == found.records == 3
        assert found.text == "\n".join(by_id[e].text for e in found.event_ids)
        assert lightrag.sut.context(QUESTION, AS_OF, Budget(tokens=5)).text == ""
    assert lightrag.tries() == []
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


def test_lightrag_with_a_graph(records: list[Record], tmp_path: Path) -> None:
    with (
        serving(tmp_path / "server", f"{BEHAVIOURS}:lightrag_graph") as server,
        watched("lightrag", "LightRag", server.url, tmp_path / "lightrag") as lightrag,
    ):
        given = {"mode": "mix", "endpoint": server.url, "model": "any", "embedder": "endpoint"}
        said = lightrag.sut.open("run/x", {**given, "embedding_model": "words", "embedding_size": "256"})
        assert not said.bounded
        usage = lightrag.sut.ingest(records[:6])
        assert usage is not None and usage.calls == len(server.lines()) >= 6 and usage.input_tokens > 6000
        found = lightrag.sut.context("Which cities are in Corvia?", AS_OF, Budget(records=2))
        assert found.records == 2 and found.event_ids is not None and len(found.event_ids) == 2
        assert found.usage is not None and found.usage.calls == 1, "keywords of the question"
        assert "Ashfell - Corvia: Ashfell is a city in Corvia." in found.text
        assert "Corvia (" in found.text
    assert lightrag.tries() == []


def test_graphiti(records: list[Record], tmp_path: Path) -> None:
    by_id = {r.event_id: r for r in records}
    ashfell, corby, lunmar = records[:3]
    with (
        serving(tmp_path / "server", f"{BEHAVIOURS}:graphiti_facts") as server,
        watched("graphiti", "Graphiti", server.url, tmp_path / "graphiti") as graphiti,
    ):
        said = graphiti.sut.open("run/worked_example", {"endpoint": server.url, "model": "any"})
        assert said.bounded and said.citing and "kuzu" in said.settings["version"]
        assert graphiti.sut.context(QUESTION, AS_OF, Budget()).event_ids == ()
        usage = graphiti.sut.ingest([ashfell, corby, *records[7:9]])
        assert usage is not None and usage.calls == len(server.lines()) >= 8 and usage.input_tokens > 5000
        found = graphiti.sut.context("Which cities are in Corvia?", AS_OF, Budget(records=2))
        assert found.records == 2 and found.usage is not None and found.usage.calls == 0
        for line in found.text.splitlines():
            head = HEAD.match(line)
            assert head and head[2] == by_id[head[1]].observed_at.isoformat(), line
            assert line[head.end() :] in sentences(by_id[head[1]].text)
        # The model refuses the times of this fact, and Graphiti would keep it without them.
        with pytest.raises(SutError, match=r"graphiti: event e3: .*Failed to extract timestamps"):
            graphiti.sut.ingest([lunmar])
    assert graphiti.tries() == []


@pytest.mark.parametrize("search", ["chunks", "hybrid"])
def test_cognee(records: list[Record], tmp_path: Path, search: str) -> None:
    by_id = {r.event_id: r for r in records}
    with (
        serving(tmp_path / "server", f"{BEHAVIOURS}:cognee_graph") as server,
        watched("cognee", "Cognee", server.url, tmp_path / "cognee") as cognee,
    ):
        given = {"endpoint": server.url, "model": "any", "embedding_model": "words", "embedding_size": "256"}
        said = cognee.sut.open("run/worked_example", {**given, "search": search})
        assert said.citing and said.bounded == (search == "chunks")
        for batch in (records[:4], records[4:6]):
            usage = cognee.sut.ingest(batch)
            assert usage is not None and usage.calls >= 2 * len(batch) and usage.input_tokens > 1000
        found = cognee.sut.context("Which cities are in Corvia?", AS_OF, Budget(records=2))
        assert found.event_ids and set(found.event_ids) <= set(by_id)
        assert all(by_id[e].text in found.text for e in found.event_ids)
        if search == "chunks":
            assert len(found.event_ids) == found.records == 2
        else:
            assert "## Relevant entities" in found.text and "The question is" not in found.text
            assert cognee.sut.context("Which?", AS_OF, Budget(tokens=5)).text.count("\n") < 2
    assert cognee.tries() == []


def test_a_tokenizer_that_loses_no_sign() -> None:
    tokenizer = WordsAndSigns()
    for text in ("Vera  went,\n\tto Corby. ", "", "  ", "caf\u00e9 \u2013 \U0001f600\u0301x"):
        assert tokenizer.decode(tokenizer.encode(text)) == text
    assert len(tokenizer.encode("Vera went, to Corby.")) == 6
    assert tokenizer.encode("went Vera") != tokenizer.encode("Vera went")


@pytest.mark.parametrize(
    ("system", "options", "said"),
    [
        (LightRag(), {}, "lightrag: unavailable, no package lightrag; run memsql sut install lightrag"),
        (LightRag(), {"mode": "mix"}, "lightrag: option endpoint is not given"),
        (LightRag(), {"mode": "best"}, 'lightrag: option mode is "best"; give naive or mix or'),
        (LightRag(), {"graph_limit": "3"}, "lightrag: option graph_limit has no effect with mode naive"),
        (Graphiti(), {}, "graphiti: option endpoint is not given"),
        (Graphiti(), {"endpoint": "http://x/v1", "model": "m"}, "graphiti: unavailable, no package graphiti_core"),
        (Cognee(), {"endpoint": "http://x/v1", "model": "m"}, "cognee: option embedding_model is not given"),
        (
            Cognee(),
            {"endpoint": "http://x/v1", "model": "m", "embedding_model": "e"},
            "cognee: unavailable, no package litellm; run memsql sut install cognee",
        ),
    ],
)
def test_what_is_missing_is_said_in_one_line(system: Sut, options: dict[str, str], said: str) -> None:
    with pytest.raises(SutError) as error:
        system.open("run/x", options)
    assert str(error.value).startswith(said) and "\n" not in str(error.value)

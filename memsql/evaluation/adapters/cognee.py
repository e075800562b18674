"""Cognee (1.6) as a system under test: ``add`` and ``cognify`` for each batch of records, ``search`` for questions.

A language model extracts a graph and a summary from every record; passages, entities and relations are then found by
vectors. Its stores (SQLite, LanceDB, Ladybug) are files in a folder that goes with the process; telemetry is off, and
so are the look-ups of its libraries on the net. Cognee keeps no metadata with a passage: event ids and times are
those in its text, so whoever reads a context by them sees what the text still says. Its settings and stores belong
to the process: one namespace a process.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import importlib.metadata
import importlib.util
import os
import tempfile
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from memsql.errors import SutError, shown
from memsql.evaluation.adapters.options import (
    EMBEDDING_MODEL,
    EMBEDDING_SIZE,
    ENDPOINT,
    LIMIT,
    MODEL,
    Option,
    check_models,
    key,
    read_options,
)
from memsql.evaluation.adapters.pieces import Piece, events_in, fitted, limit_of
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Usage

NAME = "cognee"
SEARCHES = {"hybrid": "HYBRID_COMPLETION", "graph": "GRAPH_COMPLETION", "chunks": "CHUNKS"}
OPTIONS = (
    Option(
        "search", "hybrid", "hybrid: passages, entities, facts; graph: triplets; chunks: passages", "", (*SEARCHES,)
    ),
    LIMIT,
    ENDPOINT,
    MODEL,
    EMBEDDING_MODEL,
    EMBEDDING_SIZE,
)
TOKENIZERS = ("litellm_core_utils", "tokenizers")
"""Where litellm keeps the files of tiktoken that would else be fetched."""


class Cognee:
    """Cognee with its embedded stores. A namespace is a dataset, alone in its process."""

    is_opened = False

    def open(self, namespace: str, options: Mapping[str, str]) -> Capabilities:
        """Set Cognee up. Raises SutError for a wrong option, and where a package is missing."""
        self._options = read_options(NAME, options, OPTIONS)
        check_models(NAME, {**self._options, "embedder": "endpoint"}, needs_model=True)
        if Cognee.is_opened:
            raise SutError("cognee: its stores belong to the process; start another for another namespace")
        self._folder = tempfile.TemporaryDirectory(prefix="memsql-cognee-", ignore_cleanup_errors=True)
        self._dataset = hashlib.sha256(namespace.encode()).hexdigest()[:32]
        self._usage: list[tuple[int, int]] = []
        self._count = 0
        try:
            self._cognee: Any = self._library()
        except BaseException:
            self._folder.cleanup()
            raise
        Cognee.is_opened = True
        self._loop = asyncio.new_event_loop()
        return Capabilities(
            query_dependent=True,
            bounded=self._options["search"] == "chunks",  # the others add what they find around the passages
            indexed=True,
            timed=True,
            citing=True,
            settings=self._settings(),
        )

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        """Add the records and make them part of the graph. Raises SutError where Cognee or its model fails."""
        if records:
            what = f"events {records[0].event_id} to {records[-1].event_id}"
            self._run(what, self._cognee.add([r.text for r in records], dataset_name=self._dataset))
            self._run(what, self._cognee.cognify([self._dataset]))
        self._count += len(records)
        return self._spent()

    def ready(self) -> Usage | None:
        """Nothing to wait for: ``cognify`` returns when its pipeline has ended."""
        return Usage()

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        """What Cognee would give to its own answer model."""
        del as_of  # its search weighs no time; nothing later has been ingested
        limit = limit_of(self._options["limit"], budget)
        if limit == 0 or self._count == 0:
            return Context("", (), 0, Usage())
        search = self._options["search"]
        kind = getattr(self._cognee.SearchType, SEARCHES[search])
        is_chunks = search == "chunks"
        found = self._run(
            "a question",
            self._cognee.search(
                question, query_type=kind, datasets=[self._dataset], top_k=limit, only_context=not is_chunks
            ),
        )
        if is_chunks:
            pieces = list(_chunks(found))
            return fitted(pieces, limit, budget, self._spent())
        lines = [Piece(line) for line in _inner(question, found).split("\n")]
        made = fitted(lines, len(lines), budget, self._spent())
        return Context(made.text, events_in(made.text), None, made.usage)

    def close(self) -> None:
        """Delete the folder."""
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()
        self._folder.cleanup()

    def _library(self) -> Any:
        """Import Cognee with its settings, which it reads from the environment. Raises SutError."""
        litellm = importlib.util.find_spec("litellm")
        if litellm is None or not litellm.submodule_search_locations:
            raise SutError("cognee: unavailable, no package litellm; run memsql sut install cognee")
        folder, options = self._folder.name, self._options
        # A file .env of the working folder would win over what is set here: it is given an empty one.
        (Path(folder) / "env").touch()
        os.environ.update(
            {
                "COGNEE_ENV_FILE": f"{folder}/env",
                "TELEMETRY_DISABLED": "1",
                "LITELLM_LOCAL_MODEL_COST_MAP": "True",
                "HF_HUB_OFFLINE": "1",
                "ORT_DISABLE_TELEMETRY": "1",
                "TIKTOKEN_CACHE_DIR": str(Path(litellm.submodule_search_locations[0], *TOKENIZERS)),
                "ENABLE_BACKEND_ACCESS_CONTROL": "false",
                "CACHING": "false",
                "DATA_ROOT_DIRECTORY": f"{folder}/data",
                "SYSTEM_ROOT_DIRECTORY": f"{folder}/system",
                "CACHE_ROOT_DIRECTORY": f"{folder}/cache",
                "COGNEE_LOGS_DIR": f"{folder}/logs",
                "LOG_LEVEL": "ERROR",
                "LLM_PROVIDER": "custom",
                "LLM_MODEL": f"openai/{options['model']}",
                "LLM_ENDPOINT": options["endpoint"],
                "LLM_API_KEY": key(),
                "EMBEDDING_PROVIDER": "openai_compatible",
                "EMBEDDING_MODEL": options["embedding_model"],
                "EMBEDDING_ENDPOINT": options["endpoint"],
                "EMBEDDING_API_KEY": key(),
                "EMBEDDING_DIMENSIONS": options["embedding_size"],
            }
        )
        try:
            self._meter(importlib.import_module("litellm"))
            return importlib.import_module("cognee")
        except ImportError as error:
            raise SutError(f"cognee: unavailable, no package {error.name}; run memsql sut install cognee") from None

    def _meter(self, litellm: Any) -> None:
        """Count what goes through litellm, by which Cognee calls its model."""
        complete = litellm.acompletion

        async def counted(*arguments: Any, **given: Any) -> Any:
            response = await complete(*arguments, **given)
            usage = getattr(response, "usage", None)
            self._usage.append((getattr(usage, "prompt_tokens", 0) or 0, getattr(usage, "completion_tokens", 0) or 0))
            return response

        litellm.acompletion = counted

    def _settings(self) -> dict[str, str]:
        version = importlib.metadata.version
        return {
            **self._options,
            "version": f"cognee {version('cognee')}, lancedb {version('lancedb')}, ladybug {version('ladybug')}",
            "tokenizer": "tiktoken cl100k_base where the embedding model's own is not here (sizes of chunks alone)",
            "usage": "language model alone; embeddings are not counted",
        }

    def _spent(self) -> Usage:
        """What was counted since the last time."""
        spent, self._usage = self._usage, []
        return Usage(len(spent), sum(i for i, _ in spent), sum(o for _, o in spent))

    def _run(self, what: str, work: Awaitable[Any]) -> Any:
        try:
            return self._loop.run_until_complete(work)
        except SutError:
            raise
        except Exception as error:
            raise SutError(f"cognee: {what}: {type(error).__name__}: {shown(str(error), 200)}") from error


def _chunks(found: Sequence[Any]) -> Iterator[Piece]:
    """Passages, nearest first; a passage is a record, or a part of one that begins with its head."""
    for chunk in found:
        text = chunk["text"] if isinstance(chunk, Mapping) else str(chunk)
        events = events_in(text)
        yield Piece(text, events[0] if events else "")


def _inner(question: str, found: Sequence[Any]) -> str:
    """The context out of Cognee's prompt: what stands between back-quotes behind the question, which does too."""
    if not found:
        return ""
    prompt = str(found[0])
    rest = prompt.partition(f"`{question}`")[2]
    start, end = rest.find("`"), rest.rfind("`")
    if not 0 <= start < end:
        raise SutError(f"cognee: {shown(prompt, 200)} has no context between back-quotes; is it version 1.6?")
    return rest[start + 1 : end].strip("\n")

"""LightRAG (lightrag-hku 1.5) as a system under test: one document a record, retrieval without its own answer.

With ``mode=naive`` records are found by their vectors alone, no graph is made and no language model is asked. In the
other modes a language model extracts a graph of entities and relations from every record and keywords from every
question; their descriptions stand behind the records in a context. Its stores are files in a folder that goes with
the namespace. LightRAG counts tokens with files from a hub: here it is given the tokenizer words-and-signs.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.metadata
import importlib.util
import logging
import re
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from memsql.errors import SutError, shown
from memsql.evaluation.adapters import minilm
from memsql.evaluation.adapters.options import LIMIT, MODELS, Option, check_models, key, read_options, shown_options
from memsql.evaluation.adapters.pieces import Piece, fitted, limit_of
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Usage

NAME = "lightrag"
MODES = ("naive", "mix", "hybrid", "local", "global")
OPTIONS = (
    Option(
        "mode", "naive", "naive: records by their vectors; the others use the graph, as LightRAG names them", "", MODES
    ),
    LIMIT,
    Option("graph_limit", "40", "most entities, and most relations, of a context; not with mode naive", "count"),
    Option("threshold", "0.2", "least cosine of a vector with the question's, 0 to 1", "share"),
    *MODELS,
)
TOKEN = re.compile(r"\s*(?:\w+|[^\w\s])|\s+")
PROCESSED = "processed"
NO_GRAPH = "!"
"""LightRAG's processing option for a document from which no graph is made."""


class LightRag:
    """LightRAG with its stores of files. A namespace is a folder of its own."""

    def open(self, namespace: str, options: Mapping[str, str]) -> Capabilities:
        """Make an empty memory. Raises SutError for a wrong option, and where a package or a file is missing."""
        self._options = read_options(NAME, options, OPTIONS)
        self._has_graph = self._options["mode"] != "naive"
        check_models(NAME, self._options, self._has_graph)
        if "graph_limit" in options and not self._has_graph:
            raise SutError("lightrag: option graph_limit has no effect with mode naive; leave it out")
        self._library = _library()
        self._loop = asyncio.new_event_loop()
        self._folder = tempfile.TemporaryDirectory(prefix="memsql-lightrag-")
        self._tracker = self._library.utils.TokenTracker()
        self._count = 0
        try:
            self._rag = self._make(namespace)
            self._run("open", self._rag.initialize_storages())
        except BaseException:
            self._end()
            raise
        return Capabilities(
            query_dependent=True,
            bounded=not self._has_graph,  # a line of the graph is drawn from any number of records
            indexed=True,
            timed=True,
            citing=True,
            settings=self._settings(),
        )

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        """Add each record as a document, in order. Raises SutError where LightRAG could not process one."""
        if records:
            self._run(f"events {records[0].event_id} to {records[-1].event_id}", self._add(records))
        self._count += len(records)
        return self._spent()

    def ready(self) -> Usage | None:
        """Nothing to wait for: a document is processed before ``ingest`` returns."""
        return Usage()

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        """The records that LightRAG finds, nearest first, then relations and entities of its graph."""
        del as_of  # LightRAG knows no time; nothing later has been ingested
        limit = limit_of(self._options["limit"], budget)
        if limit == 0 or self._count == 0:
            return Context("", (), 0, Usage())
        param = self._library.QueryParam(
            mode=self._options["mode"],
            top_k=int(self._options["graph_limit"]) if self._has_graph else limit,
            chunk_top_k=limit,
            # Its own budgets of tokens never cut: the budget here does.
            max_entity_tokens=10**9,
            max_relation_tokens=10**9,
            max_total_tokens=10**9,
            enable_rerank=False,
            disable_user_prompt_prefix=True,
        )
        found = self._run("a question", self._rag.aquery_data(question, param))
        if found["status"] != "success" and found.get("data"):
            raise SutError(f"lightrag: a question: {shown(found.get('message'), 200)}")
        data = found.get("data") or {}
        chunks = [Piece(c["content"], c["file_path"]) for c in data.get("chunks", ())][:limit]
        graph = list(_graph(data))
        made = fitted([*chunks, *graph], len(chunks) + len(graph), budget, self._spent())
        return Context(made.text, made.event_ids, min(made.records or 0, len(chunks)), made.usage)

    def close(self) -> None:
        """Delete the namespace's folder."""
        try:
            self._run("close", self._rag.finalize_storages())
        finally:
            self._end()

    async def _add(self, records: Sequence[Record]) -> None:
        """Enqueue and process, as LightRAG's own ``ainsert``; that one has no way to make no graph."""
        ids = [r.event_id for r in records]
        await self._rag.apipeline_enqueue_documents(
            [r.text for r in records],
            ids=ids,
            file_paths=ids,
            process_options=None if self._has_graph else NO_GRAPH,
        )
        await self._rag.apipeline_process_enqueue_documents()
        found = await self._rag.aget_docs_by_ids(ids)
        for event_id in ids:
            # It keeps a failure to itself, with the document.
            kept = found.get(event_id, {})
            if kept.get("status") != PROCESSED:
                said = kept.get("error_msg") or kept.get("status") or "not taken"
                raise SutError(f"lightrag: event {event_id}: {shown(said, 300)}")

    def _make(self, namespace: str) -> Any:
        del namespace  # the folder is the namespace: nothing is shared
        library, options = self._library, self._options
        library.share.initialize_share_data(1)
        return library.LightRAG(
            working_dir=self._folder.name,
            workspace="",
            tokenizer=library.utils.Tokenizer("words-and-signs", WordsAndSigns()),
            embedding_func=library.utils.EmbeddingFunc(embedding_dim=self._size(), func=self._embed()),
            llm_model_func=self._complete(),
            llm_model_name=options["model"] or "none",
            max_parallel_insert=1,  # in the order of the history
            # Its cache would answer a second time from the first, and uncounted.
            enable_llm_cache=False,
            enable_llm_cache_for_entity_extract=False,
            vector_db_storage_cls_kwargs={"cosine_better_than_threshold": float(options["threshold"])},
            cosine_better_than_threshold=float(options["threshold"]),
        )

    def _size(self) -> int:
        return minilm.SIZE if self._options["embedder"] == "minilm" else int(self._options["embedding_size"])

    def _embed(self) -> Callable[[Sequence[str]], Awaitable[Any]]:
        numpy: Any = importlib.import_module("numpy")
        options = self._options
        if options["embedder"] == "minilm":
            model = minilm.Embedder(NAME)

            async def local(texts: Sequence[str]) -> Any:
                return numpy.array(model.embed_all(texts), dtype=numpy.float32)

            return local
        embed = self._library.openai.openai_embed.func

        async def remote(texts: Sequence[str]) -> Any:
            return await embed(
                list(texts), model=options["embedding_model"], base_url=options["endpoint"], api_key=key()
            )

        return remote

    def _complete(self) -> Callable[..., Awaitable[str]]:
        options, library, tracker = self._options, self._library, self._tracker

        async def complete(
            prompt: str, system_prompt: str | None = None, history_messages: Any = None, **given: Any
        ) -> str:
            given.pop("hashing_kv", None)
            said: str = await library.openai.openai_complete_if_cache(
                options["model"],
                prompt,
                system_prompt=system_prompt,
                history_messages=history_messages or [],
                base_url=options["endpoint"],
                api_key=key(),
                token_tracker=tracker,
                temperature=0,
                **given,
            )
            return said

        async def none(*_: Any, **__: Any) -> str:
            raise SutError("lightrag: mode naive asks no language model, and something did")

        return complete if self._has_graph else none

    def _end(self) -> None:
        """Its queues' workers wait for ever; they end with the loop."""
        workers = asyncio.all_tasks(self._loop)
        for worker in workers:
            worker.cancel()
        self._loop.run_until_complete(asyncio.gather(*workers, return_exceptions=True))
        self._loop.close()
        self._folder.cleanup()

    def _settings(self) -> dict[str, str]:
        version = importlib.metadata.version
        is_local = self._options["embedder"] == "minilm"
        shown = shown_options(self._options, self._has_graph)
        if not self._has_graph:
            shown.pop("graph_limit")
        return {
            **shown,
            "version": f"lightrag-hku {version('lightrag-hku')}, nano-vectordb {version('nano-vectordb')}",
            "embedding": minilm.NAME if is_local else f"{self._options['embedding_model']} at the endpoint",
            "tokenizer": "words-and-signs",
            "cache": "off",
            "usage": "language model alone; embeddings are not counted",
        }

    def _spent(self) -> Usage:
        """What was counted since the last time."""
        found = self._tracker.get_usage()
        self._tracker.reset()
        return Usage(found["call_count"], found["prompt_tokens"], found["completion_tokens"])

    def _run(self, what: str, work: Awaitable[Any]) -> Any:
        try:
            return self._loop.run_until_complete(work)
        except SutError:
            raise
        except Exception as error:
            raise SutError(f"lightrag: {what}: {type(error).__name__}: {shown(str(error), 200)}") from error


class WordsAndSigns:
    """A tokenizer that needs no file: a word or a sign with the spaces before it is a token. Safe between threads."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._words: list[str] = []
        self._lock = threading.Lock()

    def __deepcopy__(self, _: object) -> WordsAndSigns:
        return self

    def encode(self, content: str) -> list[int]:
        """The tokens of a text; a word that is new gets the next number."""
        with self._lock:
            found = []
            for word in TOKEN.findall(content):
                if word not in self._ids:
                    self._ids[word] = len(self._words)
                    self._words.append(word)
                found.append(self._ids[word])
            return found

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of tokens, sign for sign."""
        return "".join(self._words[t] for t in tokens)


class _Library:
    """The parts of LightRAG that are used."""

    def __init__(self) -> None:
        package: Any = importlib.import_module("lightrag")
        self.LightRAG, self.QueryParam = package.LightRAG, package.QueryParam
        self.utils: Any = importlib.import_module("lightrag.utils")
        self.share: Any = importlib.import_module("lightrag.kg.shared_storage")
        self.openai: Any = importlib.import_module("lightrag.llm.openai")


def _library() -> _Library:
    """Import LightRAG. Raises SutError where it cannot be used.

    Its modules install packages that they miss while they are imported; what they need is looked for before.
    """
    for name in ("lightrag", "openai", "tenacity", "tiktoken"):
        if importlib.util.find_spec(name) is None:
            raise SutError(f"lightrag: unavailable, no package {name}; run memsql sut install lightrag")
    try:
        library = _Library()
    except ImportError as error:
        raise SutError(f"lightrag: unavailable, no package {error.name}; run memsql sut install lightrag") from None
    logging.getLogger("lightrag").setLevel(logging.WARNING)
    return library


def _graph(data: Mapping[str, Any]) -> Iterator[Piece]:
    """Relations and entities in LightRAG's order; their descriptions are drawn from any number of records."""
    for relation in data.get("relationships", ()):
        yield Piece(f"{relation['src_id']} - {relation['tgt_id']}: {_line(relation['description'])}")
    for entity in data.get("entities", ()):
        yield Piece(f"{entity['entity_name']} ({entity['entity_type']}): {_line(entity['description'])}")


def _line(text: str) -> str:
    return " ".join(text.split())

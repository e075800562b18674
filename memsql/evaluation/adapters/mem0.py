"""Mem0 (mem0ai 2.2) as a system under test: ``Memory.add`` for each record, ``Memory.search`` for each question.

With ``infer=on`` Mem0's language model turns a record into facts, and these are what is stored; with ``infer=off``
the record itself is. Either way the event id and the time are metadata, from which each line of a context gets its
``[event id] time``. Vectors and history lie in a folder that goes with the namespace; telemetry is off.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import logging
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

from memsql.errors import SutError, shown
from memsql.evaluation.adapters import minilm
from memsql.evaluation.adapters.options import LIMIT, MODELS, Option, check_models, key, read_options, shown_options
from memsql.evaluation.adapters.pieces import Piece, fitted, limit_of
from memsql.evaluation.adapters.said import Said
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Usage

NAME = "mem0"
OPTIONS = (
    Option(
        "infer", "off", "on: a language model extracts facts; off: records are stored as they are", "", ("on", "off")
    ),
    LIMIT,
    Option("threshold", "0.0", "least similarity of a memory, 0 to 1", "share"),
    *MODELS,
)
ROUTER = "OPENROUTER_API_KEY"
"""Mem0 sends everything to OpenRouter where this variable is set, whatever its configuration says."""
EXTRAS = ("spacy", "fastembed")
"""What switches on Mem0's entity links and keyword search; their models come from a hub."""
ABSENT = ("Failed to load spaCy", "fastembed not installed")
UNREADABLE = "Error parsing extraction response"


class Mem0:
    """Mem0 with its local Qdrant store. One namespace is one ``user_id``, in a folder of its own."""

    def open(self, namespace: str, options: Mapping[str, str]) -> Capabilities:
        """Make an empty memory. Raises SutError for a wrong option, and where a package or a file is missing."""
        self._options = read_options(NAME, options, OPTIONS)
        self._is_inferring = self._options["infer"] == "on"
        check_models(NAME, self._options, self._is_inferring)
        self._namespace = namespace
        self._folder = tempfile.TemporaryDirectory(prefix="memsql-mem0-")
        self._usage: list[tuple[int, int]] = []
        self._said = Said("mem0", lambda message: not message.startswith(ABSENT))
        self._unreadable = 0
        try:
            self._memory = self._make(_library())
        except BaseException:
            self._folder.cleanup()
            raise
        self._said.start()
        return Capabilities(
            query_dependent=True, bounded=True, indexed=True, timed=True, citing=True, settings=self._settings()
        )

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        """Add the records one by one, in order. Raises SutError where Mem0 cannot store one."""
        for record in records:
            at = record.observed_at.isoformat()
            metadata = {"event_id": record.event_id, "observed_at": at, "created_at": at}
            # Mem0's extraction prompt takes today for the day on which the text was observed; this corrects it.
            prompt = f"The new message was observed at {at}. Take that, not today, as the Observation Date."
            given = {"prompt": prompt} if self._is_inferring else {}
            with self._watched(f"event {record.event_id}"):
                self._memory.add(
                    record.text, user_id=self._namespace, metadata=metadata, infer=self._is_inferring, **given
                )
        return self._spent()

    def ready(self) -> Usage | None:
        """Nothing to wait for: Mem0 stores before ``add`` returns."""
        return Usage()

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        """The memories that Mem0 finds for a question, most similar first."""
        del as_of  # Mem0's own search takes no time outside its platform; nothing later has been ingested
        limit = limit_of(self._options["limit"], budget)
        with self._watched("a question"):
            found = self._memory.search(
                question,
                filters={"user_id": self._namespace},
                top_k=limit,
                threshold=float(self._options["threshold"]),
            )
        return fitted(_pieces(found["results"]), limit, budget, self._spent())

    def close(self) -> None:
        """Delete the namespace's folder."""
        self._said.stop()
        self._memory.close()
        self._memory.vector_store.client.close()
        self._folder.cleanup()

    def _make(self, library: Any) -> Any:
        options, folder = self._options, self._folder.name
        is_local = options["embedder"] == "minilm"
        size = minilm.SIZE if is_local else int(options["embedding_size"])
        # What is not used gets no address at all, so that a call by mistake cannot leave the machine.
        nowhere = "http://127.0.0.1:9/v1"
        endpoint = options["endpoint"] or nowhere
        memory = library.Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": f"{folder}/qdrant",
                        "collection_name": "memsql",
                        "embedding_model_dims": size,
                        "on_disk": True,
                    },
                },
                "llm": {
                    "provider": "openai",
                    "config": {
                        "model": options["model"] or "none",
                        "api_key": key(),
                        "openai_base_url": endpoint if self._is_inferring else nowhere,
                        "temperature": 0.0,
                        "response_callback": self._count,
                    },
                },
                "embedder": {
                    "provider": "openai",
                    "config": {
                        "model": options["embedding_model"] or "none",
                        "api_key": key(),
                        "openai_base_url": nowhere if is_local else endpoint,
                    },
                },
                "history_db_path": f"{folder}/history.db",
            }
        )
        if is_local:
            memory.embedding_model = _local()
        return memory

    def _settings(self) -> dict[str, str]:
        version = importlib.metadata.version
        is_local = self._options["embedder"] == "minilm"
        extras = [name for name in EXTRAS if importlib.util.find_spec(name)]
        settings = {
            **shown_options(self._options, self._is_inferring),
            "version": f"mem0ai {version('mem0ai')}, qdrant-client {version('qdrant-client')} (local)",
            "embedding": minilm.NAME if is_local else f"{self._options['embedding_model']} at the endpoint",
            "extras": ", ".join(extras) or "none: no keyword search, no entity links",
            "usage": "language model alone; embeddings are not counted",
        }
        if self._is_inferring:
            settings["extraction"] = "temperature 0; told each record's time; the prompt also holds today's date"
        return settings

    def _count(self, _: object, response: Any, __: object) -> None:
        """Mem0's own callback for each answer of the language model."""
        usage = getattr(response, "usage", None)
        self._usage.append((getattr(usage, "prompt_tokens", 0) or 0, getattr(usage, "completion_tokens", 0) or 0))

    def _spent(self) -> Usage:
        """What was counted since the last time."""
        spent, self._usage = self._usage, []
        return Usage(len(spent), sum(i for i, _ in spent), sum(o for _, o in spent))

    @contextmanager
    def _watched(self, what: str) -> Iterator[None]:
        """Mem0 logs some failures and goes on with less; here they end the call. An unreadable extraction does not:
        that Mem0 keeps no fact of such a record is how it works, and it is said on standard error.
        """
        self._said.taken()
        try:
            yield
        except SutError:
            raise
        except Exception as error:
            raise SutError(f"mem0: {what}: {type(error).__name__}: {shown(str(error), 200)}") from error
        for message in self._said.taken():
            if not message.startswith(UNREADABLE):
                raise SutError(f"mem0: {what}: {shown(message, 200)}")
            self._unreadable += 1
            logging.getLogger(__name__).warning("%s: no fact kept; %d so far", what, self._unreadable)


def _library() -> Any:
    """Import Mem0 with telemetry off and a home of this process. Raises SutError where it cannot be used."""
    if os.environ.get(ROUTER):
        raise SutError(f"mem0: {ROUTER} is set, and Mem0 would send everything there, not to the endpoint; unset it")
    os.environ["MEM0_TELEMETRY"] = "False"
    os.environ["MEM0_DIR"] = _home().name
    try:
        library = importlib.import_module("mem0")
        telemetry: Any = importlib.import_module("mem0.memory.telemetry")
    except ImportError as error:
        raise SutError(f"mem0: unavailable, no package {error.name}; run memsql sut install mem0") from None
    if telemetry.MEM0_TELEMETRY:
        raise SutError("mem0: its telemetry is on; import it after this adapter, never before")
    return library


@cache
def _home() -> tempfile.TemporaryDirectory[str]:
    """Mem0 makes a home once a process; it goes with the process."""
    return tempfile.TemporaryDirectory(prefix="memsql-mem0-home-")


def _local() -> Any:
    """The local model in the form of Mem0's embedding models."""
    base: Any = importlib.import_module("mem0.embeddings.base").EmbeddingBase
    model = minilm.Embedder(NAME)

    class Local(base):  # type: ignore[misc]
        """Embeds on this machine."""

        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            del memory_action
            return model.embed(text)

        def embed_batch(self, texts: Iterable[str], memory_action: str | None = None) -> list[list[float]]:
            del memory_action
            return model.embed_all(texts)

    return Local()


def _pieces(found: Sequence[Mapping[str, Any]]) -> Iterator[Piece]:
    for memory in found:
        kept = memory.get("metadata") or {}
        at = kept.get("observed_at")
        yield Piece(memory["memory"], kept.get("event_id", ""), datetime.fromisoformat(at) if at else None)

"""Graphiti (graphiti-core 0.31) as a system under test: one episode a record, facts found by Graphiti's own search.

A language model extracts entities and facts from every record, merges them with what is there and says which facts a
new one ends; a fact keeps the times from which and until which it held. Its graph lies in an embedded Kuzu database
in a folder that goes with the namespace; Graphiti calls that store deprecated, its others are servers. Telemetry is
off. The record's time is the episode's reference time, its event id the episode's name.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import importlib.metadata
import os
import tempfile
import warnings
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from memsql.errors import SutError, shown
from memsql.evaluation.adapters import minilm
from memsql.evaluation.adapters.options import LIMIT, MODELS, Option, check_models, key, read_options, shown_options
from memsql.evaluation.adapters.pieces import Piece, fitted, limit_of
from memsql.evaluation.adapters.said import Said
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Usage

NAME = "graphiti"
OPTIONS = (
    LIMIT,
    Option(
        "output",
        "json_schema",
        "how the model is asked for JSON: json_schema or json_object",
        "",
        ("json_schema", "json_object"),
    ),
    *MODELS,
)
TELEMETRY = "GRAPHITI_TELEMETRY_ENABLED"
LESS = ("Failed to ", "lookup failed; falling back")
"""What it logs when it keeps a fact without its times, or looks for an entity in a weaker way."""


class Graphiti:
    """Graphiti over an embedded Kuzu database. A namespace is a folder and a group of its own."""

    def open(self, namespace: str, options: Mapping[str, str]) -> Capabilities:
        """Make an empty graph. Raises SutError for a wrong option, and where a package or a file is missing."""
        self._options = read_options(NAME, options, OPTIONS)
        check_models(NAME, self._options, needs_model=True)
        self._group = hashlib.sha256(namespace.encode()).hexdigest()[:32]  # its groups are letters and digits
        self._library = _Library.load()
        self._records: dict[str, Record] = {}
        self._usage: list[tuple[int, int]] = []
        self._said = Said("graphiti_core", lambda message: any(part in message for part in LESS))
        self._folder = tempfile.TemporaryDirectory(prefix="memsql-graphiti-")
        self._loop = asyncio.new_event_loop()
        try:
            self._graph, self._driver = self._make()
            self._run("open", self._index())
        except BaseException:
            self._end()
            raise
        self._said.start()
        return Capabilities(
            query_dependent=True, bounded=True, indexed=True, timed=True, citing=True, settings=self._settings()
        )

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        """Add the records one by one, in order. Raises SutError where Graphiti or its model fails on one."""
        for record in records:
            made = self._run(
                f"event {record.event_id}",
                self._graph.add_episode(
                    name=record.event_id,
                    episode_body=record.text,
                    source_description="record",
                    reference_time=record.observed_at.replace(tzinfo=UTC),
                    source=self._library.nodes.EpisodeType.text,
                    group_id=self._group,
                ),
            )
            self._records[made.episode.uuid] = record
        return self._spent()

    def ready(self) -> Usage | None:
        """Nothing to wait for: an episode is in the graph before ``add_episode`` returns."""
        return Usage()

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        """The facts that Graphiti's hybrid search finds, in its order."""
        del as_of  # its search weighs no time; nothing later has been ingested
        limit = limit_of(self._options["limit"], budget)
        if limit == 0 or not self._records:
            return Context("", (), 0, Usage())
        found = self._run("a question", self._graph.search(question, group_ids=[self._group], num_results=limit))
        return fitted(self._pieces(found), limit, budget, self._spent())

    def close(self) -> None:
        """Delete the namespace's folder."""
        self._said.stop()
        self._end()

    def _pieces(self, edges: Sequence[Any]) -> Iterator[Piece]:
        """A fact with the times that Graphiti keeps for it; the event is the one that said it first."""
        for edge in edges:
            record = self._records.get(edge.episodes[0]) if edge.episodes else None
            since, until = (at and at.replace(tzinfo=None).isoformat() for at in (edge.valid_at, edge.invalid_at))
            held = f" (held from {since or 'an unknown time'} until {until})" if until else ""
            held = held or (f" (holds from {since})" if since else "")
            yield Piece(f"{edge.fact}{held}", record.event_id if record else "", record.observed_at if record else None)

    def _make(self) -> tuple[Any, Any]:
        library, options = self._library, self._options
        config = library.llm_config.LLMConfig(
            api_key=key(),
            base_url=options["endpoint"],
            model=options["model"],
            small_model=options["model"],
            temperature=0,
        )
        client = library.openai.AsyncOpenAI(api_key=key(), base_url=options["endpoint"])
        self._count(client.chat.completions)
        model = library.llm.OpenAIGenericClient(config, client=client, structured_output_mode=options["output"])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            driver = library.kuzu.KuzuDriver(f"{self._folder.name}/graph")
        # Graphiti asks every driver which database it is on, and this one does not say: it has one, the group's.
        driver._database = self._group  # noqa: SLF001 - its siblings set it themselves
        graph = library.core.Graphiti(
            llm_client=model,
            embedder=self._embedder(),
            # Its plain search ranks without a model; this one is never asked.
            cross_encoder=library.reranker.OpenAIRerankerClient(config, client=client),
            graph_driver=driver,
            max_coroutines=1,
        )
        return graph, driver

    async def _index(self) -> None:
        """Kuzu's own driver leaves out the full-text indexes that its search asks for."""
        await self._graph.build_indices_and_constraints()
        provider = self._library.driver.GraphProvider.KUZU
        for statement in self._library.queries.get_fulltext_indices(provider):
            await self._driver.execute_query(statement)

    def _embedder(self) -> Any:
        library, options = self._library, self._options
        if options["embedder"] == "minilm":
            model = minilm.Embedder(NAME)
            base: Any = library.embedder.EmbedderClient

            class Local(base):  # type: ignore[misc]
                """Embeds on this machine."""

                async def create(self, input_data: Any) -> list[float]:
                    return model.embed(input_data if isinstance(input_data, str) else input_data[0])

                async def create_batch(self, input_data_list: Sequence[str]) -> list[list[float]]:
                    return model.embed_all(input_data_list)

            return Local()
        config = library.openai_embedder.OpenAIEmbedderConfig(
            embedding_model=options["embedding_model"],
            embedding_dim=int(options["embedding_size"]),
            api_key=key(),
            base_url=options["endpoint"],
        )
        return library.openai_embedder.OpenAIEmbedder(config)

    def _count(self, completions: Any) -> None:
        """Graphiti's client for any endpoint keeps no count of tokens: it is kept here."""
        create = completions.create

        async def counted(**given: Any) -> Any:
            response = await create(**given)
            usage = getattr(response, "usage", None)
            self._usage.append((getattr(usage, "prompt_tokens", 0) or 0, getattr(usage, "completion_tokens", 0) or 0))
            return response

        completions.create = counted

    def _spent(self) -> Usage:
        """What was counted since the last time."""
        spent, self._usage = self._usage, []
        return Usage(len(spent), sum(i for i, _ in spent), sum(o for _, o in spent))

    def _settings(self) -> dict[str, str]:
        version = importlib.metadata.version
        is_local = self._options["embedder"] == "minilm"
        return {
            **shown_options(self._options, needs_model=True),
            "version": f"graphiti-core {version('graphiti-core')}, kuzu {version('kuzu')} (embedded)",
            "embedding": minilm.NAME if is_local else f"{self._options['embedding_model']} at the endpoint",
            "search": "facts, full text and cosine, reciprocal rank fusion",
            "usage": "language model alone; embeddings are not counted",
        }

    def _run(self, what: str, work: Awaitable[Any]) -> Any:
        self._said.taken()
        try:
            found = self._loop.run_until_complete(work)
        except SutError:
            raise
        except Exception as error:
            raise SutError(f"graphiti: {what}: {type(error).__name__}: {shown(str(error), 200)}") from error
        for message in self._said.taken():
            raise SutError(f"graphiti: {what}: {shown(message, 200)}")
        return found

    def _end(self) -> None:
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()
        self._graph = self._driver = None
        self._folder.cleanup()


class _Library:
    """The parts of Graphiti that are used."""

    def __init__(self) -> None:
        load = importlib.import_module
        self.core: Any = load("graphiti_core")
        self.nodes: Any = load("graphiti_core.nodes")
        self.driver: Any = load("graphiti_core.driver.driver")
        self.kuzu: Any = load("graphiti_core.driver.kuzu_driver")
        self.queries: Any = load("graphiti_core.graph_queries")
        self.llm_config: Any = load("graphiti_core.llm_client.config")
        self.llm: Any = load("graphiti_core.llm_client.openai_generic_client")
        self.embedder: Any = load("graphiti_core.embedder.client")
        self.openai_embedder: Any = load("graphiti_core.embedder.openai")
        self.reranker: Any = load("graphiti_core.cross_encoder.openai_reranker_client")
        self.openai: Any = load("openai")

    @classmethod
    def load(cls) -> _Library:
        """Import Graphiti with telemetry off. Raises SutError where it cannot be used."""
        os.environ[TELEMETRY] = "false"
        try:
            return cls()
        except ImportError as error:
            raise SutError(f"graphiti: unavailable, no package {error.name}; run memsql sut install graphiti") from None

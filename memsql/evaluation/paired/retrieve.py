"""What supplies the contexts: any system under test, BM25 where nothing is said; a namespace for each history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from memsql.errors import SutError
from memsql.evaluation.paired.history import Conversation
from memsql.evaluation.registry import SutSpec, spec
from memsql.evaluation.sut import Budget, Context, Record, Sut

DEFAULT = "bm25"


class Memory(Protocol):
    """What a system holds of one history. It is opened once, and all questions of the history are put to it."""

    def context(self, question: str, k: int) -> Context:
        """Return what it remembers for the bare question: at most k records, where it honours that."""

    def close(self) -> None:
        """Forget it."""


class Retriever(Protocol):
    """A system that can take in a history. ``settings``: what a reader must know to repeat the run."""

    @property
    def name(self) -> str:
        """Its name in tables."""

    @property
    def settings(self) -> Mapping[str, str]:
        """Parameters and versions."""

    def open(self, conversation: Conversation) -> Memory:
        """Take in one history, turn by turn in its order."""


@dataclass(frozen=True, slots=True)
class SutRetriever:
    """A system of the registry (``memsql.evaluation.registry``) as a retriever."""

    spec: SutSpec
    settings: Mapping[str, str]

    @property
    def name(self) -> str:
        """The system's name."""
        return self.spec.name

    def open(self, conversation: Conversation) -> Memory:
        """Ingest a history into a namespace of its own. Raises SutError where that fails."""
        sut = self.spec()
        sut.open(f"paired-{conversation.conversation_id}", self.spec.options)
        try:
            sut.ingest([turn.record for turn in conversation.turns])
            sut.ready()
        except BaseException:
            sut.close()
            raise
        return SutMemory(sut, conversation)


@dataclass(frozen=True, slots=True)
class SutMemory:
    """A namespace of a system, asked after the last turn."""

    sut: Sut
    conversation: Conversation

    def context(self, question: str, k: int) -> Context:
        """Return the system's context."""
        as_of = max(turn.said_at for turn in self.conversation.turns)
        return self.sut.context(question, as_of, Budget(records=k))

    def close(self) -> None:
        """Forget the namespace."""
        self.sut.close()


def retriever_of(found: SutSpec | None = None) -> SutRetriever:
    """A system as a retriever, opened once for what it says of itself. Raises SutError where it cannot be had."""
    chosen = found or spec(DEFAULT)
    if chosen.is_reference:
        raise SutError(
            f"{chosen.name}: a reference is given gold of a suite, and a file like this has none; name another"
        )
    sut = chosen()
    capabilities = sut.open("paired", chosen.options)
    sut.close()
    return SutRetriever(chosen, dict(capabilities.settings))


def joined(records: Sequence[Record]) -> Context:
    """Records as a context, one after another."""
    ids = tuple(record.event_id for record in records)
    return Context("\n".join(record.text for record in records), ids, len(records))

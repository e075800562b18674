"""What supplies the contexts: BM25 over the turns, or any system under test (``memsql.evaluation.sut``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from memsql.evaluation.paired.history import Conversation
from memsql.evaluation.sut import Budget, Context, Record, Sut

K1, B = 1.5, 0.75
METHOD = "lucene"
WORD = re.compile(r"\w+")


class Memory(Protocol):
    """What a system holds of one history. It is opened once, and all questions of the history are put to it."""

    def context(self, question: str, k: int) -> Context:
        """What it remembers for a question: at most k records, where it honours that."""

    def close(self) -> None:
        """Forget it."""


class Retriever(Protocol):
    """A system under test. ``settings``: what a reader must know to repeat the run."""

    @property
    def name(self) -> str:
        """Its name in tables."""

    @property
    def settings(self) -> Mapping[str, str]:
        """Parameters and versions."""

    def open(self, conversation: Conversation) -> Memory:
        """Take in one history, turn by turn in its order."""


@dataclass(frozen=True, slots=True)
class Bm25:
    """BM25 over turns, by bm25s; equal scores in the order of the history, which is also the order of a context."""

    name: str = "bm25"
    settings: Mapping[str, str] = field(
        default_factory=lambda: {
            "bm25": f"bm25s, method {METHOD}, k1 {K1}, b {B}",
            "words": "\\w+ of the record's text, case folded; no stop words, no stemming",
        }
    )

    def open(self, conversation: Conversation) -> Memory:
        """Index the turns of a history."""
        return Bm25Memory([turn.record for turn in conversation.turns])


class Bm25Memory:
    """An index of records."""

    def __init__(self, records: Sequence[Record]) -> None:
        from bm25s import BM25

        self._records = tuple(records)
        self._index = BM25(k1=K1, b=B, method=METHOD, backend="numpy")
        self._index.index([words(record.text) for record in records], show_progress=False)

    def context(self, question: str, k: int) -> Context:
        """The k records of the greatest score; a record without a word of the question is none of them."""
        asked = words(question)
        # Without a word there is nothing to score, and get_scores fails.
        scores = self._index.get_scores(asked).tolist() if asked else [0.0] * len(self._records)
        ranked = sorted((place for place, score in enumerate(scores) if score > 0), key=lambda p: -scores[p])
        return joined([self._records[place] for place in sorted(ranked[:k])])

    def close(self) -> None:
        """Nothing is kept outside."""


@dataclass(frozen=True, slots=True)
class SutRetriever:
    """A system of the evaluation as a retriever: a namespace a history, asked after the last turn."""

    name: str
    make: Callable[[], Sut]
    options: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)

    def open(self, conversation: Conversation) -> Memory:
        """Ingest a history into a namespace of its own."""
        sut = self.make()
        sut.open(f"paired-{conversation.conversation_id}", self.options)
        sut.ingest([turn.record for turn in conversation.turns])
        sut.ready()
        return SutMemory(sut, conversation)


@dataclass(frozen=True, slots=True)
class SutMemory:
    """A namespace of a system."""

    sut: Sut
    conversation: Conversation

    def context(self, question: str, k: int) -> Context:
        """The system's context for the bare question."""
        as_of = max(turn.said_at for turn in self.conversation.turns)
        return self.sut.context(question, as_of, Budget(records=k))

    def close(self) -> None:
        """Forget the namespace."""
        self.sut.close()


def joined(records: Sequence[Record]) -> Context:
    """Records as a context, one after another."""
    ids = tuple(record.event_id for record in records)
    return Context("\n".join(record.text for record in records), ids, len(records))


def words(text: str) -> list[str]:
    """The words that BM25 compares."""
    return WORD.findall(text.casefold())

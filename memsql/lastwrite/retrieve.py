"""An approximate re-implementation of the benchmark's BM25 agent: 512-token chunks, the 10 best (paper appendix I)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from memsql.lastwrite.words import normal, words

CHUNK_TOKENS = 512
BEST = 10
K1, B = 1.5, 0.75
TOKEN = re.compile(r"\w+|[^\w\s]")
"""Approximate: words and single signs, not the pieces of a model's vocabulary."""


@dataclass(frozen=True, slots=True)
class Index:
    """Chunks with how often each word stands in them; a chunk may begin and end inside a statement."""

    chunks: tuple[str, ...]
    sizes: tuple[int, ...]
    posting: dict[str, tuple[tuple[int, int], ...]]


def chunks(context: str, size: int = CHUNK_TOKENS) -> tuple[str, ...]:
    """Cut a text after every ``size`` tokens."""
    starts = [found.start() for found in TOKEN.finditer(context)][::size]
    ends = [*starts[1:], len(context)]
    return tuple(context[a:z].strip() for a, z in zip(starts, ends, strict=True))


def index(context: str, size: int = CHUNK_TOKENS) -> Index:
    """Index a context."""
    cut = chunks(context, size)
    posting: dict[str, list[tuple[int, int]]] = {}
    sizes = []
    for place, chunk in enumerate(cut):
        counted = Counter(w.text for w in words(normal(chunk)))
        sizes.append(sum(counted.values()))
        for word, count in counted.items():
            posting.setdefault(word, []).append((place, count))
    return Index(cut, tuple(sizes), {word: tuple(found) for word, found in posting.items()})


def best(found: Index, question: str, count: int = BEST) -> Sequence[str]:
    """The chunks with the greatest BM25 score, best first; the earlier one where scores are equal."""
    mean = sum(found.sizes) / max(len(found.sizes), 1) or 1
    scores = [0.0] * len(found.chunks)
    for word in sorted({w.text for w in words(normal(question))}):
        places = found.posting.get(word, ())
        rarity = log(1 + (len(found.chunks) - len(places) + 0.5) / (len(places) + 0.5))
        for place, times in places:
            scores[place] += rarity * times * (K1 + 1) / (times + K1 * (1 - B + B * found.sizes[place] / mean))
    ordered = sorted(range(len(found.chunks)), key=lambda place: (-scores[place], place))
    return [found.chunks[place] for place in ordered[:count]]

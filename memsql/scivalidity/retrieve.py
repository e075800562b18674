"""The BM25 view: at most five chunks that the request asks for, a chunk being one field of an event (SCIVALIDITY)."""

from __future__ import annotations

from collections import Counter

from memsql.lastwrite.retrieve import Index, best
from memsql.lastwrite.words import normal, words
from memsql.scivalidity.generate import World

CHUNKS = 5


def retrieved(world: World) -> str:
    """The chunks that BM25 ranks first for the request, in the order of the history; raw where all of them fit."""
    chunks = []
    for event in world.events:
        head = f"e{event.sequence} | {event.type} | {event.item}"
        chunks += [f"{head} | {label} : {value}" for label, value in event.payload.items()]
    if len(chunks) <= CHUNKS:
        return "EVENTS\n" + "\n".join(f"e{e.sequence} | {e.type} | {e.record}" for e in world.events)
    chosen = set(best(indexed(chunks), world.request, CHUNKS))
    return "CHUNKS\n" + "\n".join(c for c in chunks if c in chosen)


def indexed(chunks: list[str]) -> Index:
    """An index over these chunks."""
    posting: dict[str, list[tuple[int, int]]] = {}
    sizes = []
    for place, chunk in enumerate(chunks):
        counted = Counter(w.text for w in words(normal(chunk)))
        sizes.append(sum(counted.values()))
        for word, count in counted.items():
            posting.setdefault(word, []).append((place, count))
    return Index(tuple(chunks), tuple(sizes), {word: tuple(found) for word, found in posting.items()})

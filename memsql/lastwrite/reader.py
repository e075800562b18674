"""The extractive reader: a fixed rule, no model, for runs without an answer model.

It takes the statement that shares most of the question's words, rare ones weighing more, the newest of equals, and
returns what that statement adds to the question. It composes nothing: it stands for the least a reader can do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from memsql.lastwrite.metric import ABSTAIN
from memsql.lastwrite.tables import plain_words
from memsql.lastwrite.words import normal, words

NAME = "extractive reader, no model"
LINE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Pages:
    """Numbered statements of a context, with the statements that hold each word."""

    texts: tuple[str, ...]
    numbers: tuple[int, ...]
    posting: dict[str, tuple[int, ...]]


def pages(context: str) -> Pages:
    """Index the whole statements of a context; a statement that a chunk cuts off is none."""
    found = [(int(n), text.strip().removesuffix(".")) for n, text in LINE.findall(context)]
    posting: dict[str, list[int]] = {}
    for place, (_, text) in enumerate(found):
        for word in sorted({w.text for w in words(normal(text))}):
            posting.setdefault(word, []).append(place)
    return Pages(
        tuple(text for _, text in found),
        tuple(number for number, _ in found),
        {word: tuple(places) for word, places in posting.items()},
    )


def read(found: Pages, question: str) -> str:
    """The answer, or ABSTAIN where no statement shares a word that says something."""
    asked = {w.text for w in words(normal(question))}
    scores: Counter[int] = Counter()
    for word in sorted(asked - plain_words()):
        places = found.posting.get(word, ())
        for place in places:
            # Whole numbers: sums of floats depend on their order.
            scores[place] += round(1000 * log(1 + len(found.texts) / len(places)))
    if not scores:
        return ABSTAIN
    place = max(scores, key=lambda p: (scores[p], found.numbers[p]))
    return added(found.texts[place], asked) or ABSTAIN


def added(text: str, asked: set[str]) -> str:
    """The longest run of a statement's words that the question does not have, the last of equals."""
    plain = plain_words()
    runs: list[tuple[int, int]] = []
    start = None
    said: Sequence[re.Match[str]] = list(re.finditer(r"\S+", text))
    for place, match in enumerate([*said, None]):
        parts = {w.text for w in words(normal(match[0]))} if match else set()
        is_new = match is not None and not parts <= asked and not (parts <= plain and start is None)
        if is_new and start is None:
            start = place
        elif not is_new and start is not None:
            runs.append((start, place))
            start = None
    if not runs:
        return ""
    first, last = max(runs, key=lambda run: (run[1] - run[0], run[0]))
    return text[said[first].start() : said[last - 1].end()].strip(" ,\"'“”‘’")

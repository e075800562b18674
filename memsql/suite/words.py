"""Words of questions and records: content words, overlap, and whether one record gives an answer away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from memsql.resources import data_root
from memsql.suite.writing import DATE_STYLES, Style, pattern

WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z0-9]+)*|[0-9][0-9.,]*[0-9]|[0-9]")


@cache
def stop_words() -> frozenset[str]:
    """Function words of English (``data/domains/stop_words.txt``)."""
    lines = (data_root() / "domains" / "stop_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def content_words(text: str) -> frozenset[str]:
    """Words of a text in lower case, without function words."""
    return frozenset(w.lower() for w in WORD.findall(text)) - stop_words()


def key_terms(question: str, names: Iterable[str], style: Style) -> frozenset[str]:
    """Content words of a question that are neither a name nor part of a date: what it asks, in its own words."""
    text = re.sub(pattern("date", style), " ", question)
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    text = re.sub(r"\b(?:As of|As)\b", " ", text)
    return frozenset(w for w in content_words(text) if not w[0].isdigit() and len(w) > 2)


class Records:
    """The records of one history, by what stands in them."""

    def __init__(self, records: Sequence[str], style: Style) -> None:
        self.records = records
        self.words = [content_words(r) for r in records]
        self.where: dict[str, set[int]] = {}
        for index, words in enumerate(self.words):
            for word in words:
                self.where.setdefault(word, set()).add(index)
        day = re.compile("|".join(pattern("date", Style(d, style.money, style.currency)) for d in DATE_STYLES))
        self._bare = [day.sub(" ", r) for r in records]
        self._holding: dict[str, frozenset[int]] = {}

    def holding(self, name: str) -> frozenset[int]:
        """Numbers of the records (from 0) in which the name stands as a whole."""
        if name not in self._holding:
            form = re.compile(rf"(?<![A-Za-z0-9-]){re.escape(name)}(?![A-Za-z0-9-]|[.,][0-9])")
            found = (i for i, r in enumerate(self.records) if name in r and form.search(r))
            self._holding[name] = frozenset(found)
        return self._holding[name]

    def give_away(self, names: Sequence[str], values: Sequence[str]) -> bool:
        """Whether one record holds every name of a question and every part of its answer.

        A number counts where it stands alone, outside a date, with or without separators.
        """
        if not values or not names:
            return False
        there = frozenset.intersection(*(self.holding(n) for n in names))
        return any(all(self._has(i, value) for value in values) for i in there)

    def _has(self, index: int, value: str) -> bool:
        if not re.fullmatch(r"-?[0-9]+(?:\.[0-9]+)?", value):
            return index in self.holding(value)
        shown = {value, f"{float(value):,.2f}", f"{float(value):,.0f}" if float(value) == int(float(value)) else value}
        text = self._bare[index]
        return any(re.search(rf"(?<![\w.,-]){re.escape(v)}(?![\w-]|[.,][0-9])", text) for v in sorted(shown))

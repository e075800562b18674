"""bm25: lexical retrieval by the package bm25s, every parameter pinned and printed.

Variants of BM25 differ more than systems do, so all that matters is in the settings: the formula, k1, b, the
tokenizer. The package's own ``retrieve`` breaks ties arbitrarily; scores are sorted here, and of two equal ones the
later record comes first, since it is the one that may still hold. A record without a word of the question is never
returned: the context is shorter then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib.metadata import version
from typing import ClassVar

import bm25s
import numpy as np

from memsql.errors import SutError, shown
from memsql.evaluation.sut import Budget, Capabilities, Record, Usage
from memsql.evaluation.suts.kept import Kept, fitting

FORMULA = "lucene"
WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """The tokenizer ``case-folded words``: runs of letters, digits and _, no stemming, no stop words."""
    return WORD.findall(text.casefold())


class Bm25(Kept):
    """BM25 over whole records as they are given, ids and times included; the index is built once a ``ready``."""

    defaults: ClassVar[Mapping[str, str]] = {"k1": "1.2", "b": "0.75"}
    capabilities: ClassVar[Capabilities] = Capabilities(
        query_dependent=True,
        bounded=True,
        indexed=True,
        timed=True,
        citing=True,
        settings={
            "package": f"bm25s {version('bm25s')}",
            "formula": FORMULA,
            "tokenizer": r"case-folded words (\w+), no stemming, no stop words",
            "ties": "later record first",
        },
    )

    def begin(self) -> None:
        """Read k1 and b. Raises SutError where they are no numbers of their range."""
        self._k1, self._b = self._number("k1", 100), self._number("b", 1)
        self._vocabulary: dict[str, int] = {}
        self._ids: list[list[int]] = []
        self._index: bm25s.BM25 | None = None

    def _number(self, name: str, most: float) -> float:
        try:
            found = float(self.options[name])
        except ValueError:
            found = -1
        if not 0 <= found <= most:
            raise SutError(f"Bm25: {name} is {shown(self.options[name])}; give a number from 0 to {most}")
        return found

    def ready(self) -> Usage | None:
        """Build the index over all records so far."""
        for record in self.records[len(self._ids) :]:
            found = words(record.text)
            self._ids.append([self._vocabulary.setdefault(w, len(self._vocabulary)) for w in found])
        if any(self._ids):
            self._index = bm25s.BM25(k1=self._k1, b=self._b, method=FORMULA)
            self._index.index((self._ids, dict(self._vocabulary)), create_empty_token=False, show_progress=False)
        return None

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        """The best ones."""
        del as_of
        asked = [self._vocabulary[w] for w in words(question) if w in self._vocabulary]
        if self._index is None or not asked:
            return []
        scores = self._index.get_scores(asked)
        order = np.lexsort((-np.arange(len(scores)), -scores))
        return fitting((self.records[i] for i in order if scores[i] > 0), budget)

"""The benchmark's official metric, ``substring_exact_match``, and strict equality (paper appendix G)."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable

ABSTAIN = "ABSTAIN"
"""What the resolver returns where it finds no path. Never right."""

ARTICLE = re.compile(r"\b(a|an|the)\b")
DELETE = str.maketrans("", "", string.punctuation)


def official(text: str) -> str:
    """Lower-case, delete ASCII punctuation, replace articles by a space, collapse white space.

    No Unicode folding: a curly quote or a long dash stays, and so it is in the benchmark.
    """
    return " ".join(ARTICLE.sub(" ", text.lower().translate(DELETE)).split())


def is_right(prediction: str, golds: Iterable[str]) -> bool:
    """Whether a normalised gold stands inside the normalised prediction; ABSTAIN is wrong."""
    if prediction == ABSTAIN:
        return False
    said = official(prediction)
    return any(official(gold) in said for gold in golds)


def is_right_strict(prediction: str, golds: Iterable[str]) -> bool:
    """Whether the normalised prediction equals a normalised gold; ABSTAIN is wrong."""
    if prediction == ABSTAIN:
        return False
    said = official(prediction)
    return any(official(gold) == said for gold in golds)

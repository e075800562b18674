"""Texts as they are compared for grounding: one form for each, and the words of a question."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

QUOTES = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201a": "'",
        "\u201b": "'",
        "\u2032": "'",
        "\u00b4": "'",
        "\u0060": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u201f": '"',
        "\u2033": '"',
        "\u00ab": '"',
        "\u00bb": '"',
    }
)
WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a normalised text: signs ``start`` to ``stop``, from 0."""

    start: int
    stop: int
    text: str


def unquoted(text: str) -> str:
    """The text with one kind of single and of double quote, sign by sign, so that places stay the same."""
    return text.translate(QUOTES)


def normal(text: str) -> str:
    """Unicode NFKC, case-folded, quotes unified, white space collapsed (paper appendix C)."""
    # Folding can undo a composed form, and the acute accent is a quote to the data: quotes first.
    folded = unicodedata.normalize("NFKC", unquoted(text)).casefold()
    return " ".join(unquoted(unicodedata.normalize("NFKC", folded)).split())


def words(norm: str) -> tuple[Word, ...]:
    """Words of a normalised text, in order; an apostrophe ends a word."""
    return tuple(Word(found.start(), found.end(), found.group()) for found in WORD.finditer(norm))

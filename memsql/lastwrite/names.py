"""Invented names, each once: places, people, works and all else that generated lists speak of."""

from __future__ import annotations

from random import Random

ONSETS = ("b", "br", "c", "d", "dr", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "z")
VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "io")
CODAS = ("", "l", "m", "n", "r", "s", "th", "nd", "rk")
ENDINGS = {
    "country": "{} Republic",
    "city": "Port {}",
    "company": "{} Works",
    "school": "{} Academy",
    "team": "{} F.C.",
    "vehicle": "{} 900",
    "office": "Governor of {}",
    "continent": "Outer {}",
}
"""Kinds whose names are recognised by more than a word of their own; others are that word, or two for a person."""


class Names:
    """Hands out names; none is given twice, and none is a word of another."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._given: set[str] = set()

    def name(self, kind: str) -> str:
        """A new name of this kind."""
        if kind == "person":
            return f"{self._word()} {self._word()}"
        return ENDINGS.get(kind, "{}").format(self._word())

    def _word(self) -> str:
        random = self._random
        while True:
            count = random.choice((2, 3, 3))
            syllables = (
                random.choice(ONSETS)
                + random.choice(VOWELS)
                + random.choice(CODAS if i == count - 1 else ("", "", "n"))
                for i in range(count)
            )
            made = "".join(syllables).capitalize()
            if len(made) > 4 and made not in self._given:
                self._given.add(made)
                return made

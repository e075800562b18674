"""Invented names: every recognisable entity gets one that no other entity of the suite, nor of another seed, has.

A name is made from a stem (``Halwick``) and a shape (``Trip {}``). Stems are numbered; a seed owns a block of the
numbers, so that suites of two seeds share none. A suite takes short stems first, of which a seed owns enough for 45
scenarios like those of the standard suite, then long ones (``Halwomick``), enough for 1,400 more. Stems that real
people, places or brands bear are left out (``data/domains/real_names.txt``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import prod
from random import Random

from memsql.errors import GoldError
from memsql.resources import data_root

ONSETS = [
    "B",
    "Br",
    "C",
    "Cal",
    "D",
    "Dr",
    "El",
    "F",
    "Fen",
    "G",
    "Gr",
    "H",
    "Hal",
    "Is",
    "J",
    "K",
    "Kr",
    "L",
    "Lor",
    "M",
    "Mar",
    "N",
    "Nel",
    "O",
    "P",
    "Pr",
    "Qu",
    "R",
    "S",
    "Sel",
    "St",
    "T",
    "Th",
    "Tr",
    "V",
    "Vel",
    "W",
    "Y",
    "Z",
]
VOWELS = ["a", "e", "i", "o", "u", "ae", "ei", "ia"]
MIDDLES = [
    "b",
    "br",
    "ch",
    "d",
    "dr",
    "f",
    "g",
    "gr",
    "k",
    "l",
    "ld",
    "lk",
    "ll",
    "lm",
    "lt",
    "lv",
    "m",
    "mb",
    "mbr",
    "n",
    "nd",
    "ndr",
    "nf",
    "ng",
    "ngr",
    "nk",
    "nm",
    "nn",
    "nt",
    "ntr",
    "nv",
    "p",
    "ph",
    "pr",
    "r",
    "rb",
    "rd",
    "rf",
    "rg",
    "rk",
    "rl",
    "rm",
    "rn",
    "rp",
    "rst",
    "rt",
    "rth",
    "rv",
    "s",
    "sk",
    "sl",
    "sm",
    "sp",
    "st",
    "str",
    "t",
    "th",
    "thr",
    "tr",
    "v",
    "vr",
    "w",
    "x",
    "z",
    "zm",
]
ENDINGS = [
    "a",
    "am",
    "an",
    "ar",
    "ath",
    "ax",
    "e",
    "el",
    "en",
    "er",
    "esk",
    "eth",
    "ex",
    "i",
    "il",
    "im",
    "in",
    "ir",
    "ith",
    "o",
    "od",
    "ol",
    "om",
    "on",
    "or",
    "oth",
    "u",
    "ul",
    "um",
    "un",
    "ur",
    "uth",
    "ova",
    "ine",
    "ora",
    "une",
    "ald",
    "eck",
    "ost",
    "ind",
]


@dataclass(frozen=True, slots=True)
class Stems:
    """Numbered stems: one of each of ``parts`` after the other. A seed owns ``block`` numbers; ``step`` spreads
    neighbours of a block over all stems, and shares no factor with their number.
    """

    parts: tuple[Sequence[str], ...]
    block: int
    step: int

    @property
    def size(self) -> int:
        """How many stems there are."""
        return prod(map(len, self.parts))

    def stem(self, seed: int, place: int) -> str:
        """The stem at this place of the block of a seed."""
        number = (seed * self.block + place) % self.size * self.step % self.size
        found = ""
        for part in reversed(self.parts):
            number, index = divmod(number, len(part))
            found = part[index] + found
        return found


SHORT = Stems((ONSETS, VOWELS, MIDDLES, ENDINGS), 8192, 618_031)
# No long stem is a short one, nor another long one: vowels and consonants take turns in its parts, and what is left
# out here would make an onset ("Cal") or an ending ("ora") of short stems out of parts of long ones.
LONG = Stems(
    (
        [o for o in ONSETS if len(o) < 3],
        VOWELS,
        [m for m in MIDDLES if m not in ("l", "n", "r")],
        ["a", "e", "i", "o", "u"],
        [m for m in MIDDLES if len(m) < 3 and m not in ("n", "r", "v")],
        [e for e in ENDINGS if e not in ("ova", "ine", "ora", "une")],
    ),
    262_144,
    92_378_041,
)
SHAPES: dict[str, tuple[str, ...]] = {
    "person": ("{} {}",),
    "place": ("{}", "{}", "{}", "Upper {}", "New {}", "Port {}"),
    "district": ("{} District", "{} Harbour", "{} Heath"),
    "province": ("{} Province", "{} Valley", "{} Coast"),
    "land": ("{} Land", "Greater {}"),
    "nation": ("{}",),
    "company": ("{} Group", "{} Trust", "{} Agency", "{} Union"),
    "shop": ("{} Store", "{} Emporium"),
    "faculty": ("{} College", "{} Institute"),
    "vendor": ("{} House", "{} Line", "{} Corner", "{} Depot", "{} Counter"),
    "trip": ("Trip {}",),
    "festival": ("{} Fair", "{} Regatta", "{} Night", "{} Parade", "{} Feast"),
    "product": ("{} 20", "{} 45", "{} Pro", "{} Mini", "{} Classic"),
    "course": ("{} Theory", "{} Seminar", "Applied {}", "{} Practice", "Introductory {}"),
    "outside": ("{} Elective", "{} Workshop", "{} Lecture", "{} Module"),
    "program": ("{} Program", "{} Track"),
    "area": ("{} Science", "{} Design", "{} History"),
    "category": ("{} Ware", "{} Gear", "{} Kit", "{} Stock"),
    "household": ("{} Household",),
    "tier": ("{} Circle", "{} League"),
    "account": ("{}-Net", "{}-Mail"),
}
"""Kind of entity to its shapes; a kind that is not listed has the bare stem."""


@dataclass(slots=True)
class Names:
    """Names of one suite: ``seed`` decides the blocks of stems, ``taken`` counts those in use."""

    seed: int
    random: Random
    taken: int = 0
    seen: set[str] = field(default_factory=set)

    def stem(self) -> str:
        """An unused stem. Raises GoldError where the seed has no more."""
        while True:
            place = self.taken - SHORT.block
            if place >= LONG.block:
                raise GoldError(f"seed {self.seed}: more than {self.taken} names; use fewer scenarios")
            self.taken += 1
            found = LONG.stem(self.seed, place) if place >= 0 else SHORT.stem(self.seed, self.taken - 1)
            if found.lower() not in real_names() and found not in self.seen:
                self.seen.add(found)
                return found

    def make(self, kind: str) -> str:
        """A name for an entity of this kind."""
        shape = self.random.choice(SHAPES.get(kind, ("{}",)))
        return shape.format(*(self.stem() for _ in range(shape.count("{}"))))


@cache
def shape_words() -> frozenset[str]:
    """Words that a name has from its shape."""
    return frozenset(word for shapes in SHAPES.values() for shape in shapes for word in shape.split()) - {"{}"}


def stems_of(name: str) -> list[str]:
    """The invented words of a name."""
    return [word for word in name.split(" ") if word not in shape_words()]


@cache
def real_names() -> frozenset[str]:
    """Stems in lower case that are real names."""
    path = data_root() / "domains" / "real_names.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))

"""Invented names: every recognisable entity gets one that no other entity of the suite, nor of another seed, has.

A name is made from a stem (``Halwick``) and a shape (``Trip {}``). Stems are numbered; a seed owns a block of the
numbers, so that suites of two seeds share none. Stems that real people, places or brands bear are left out
(``data/domains/real_names.txt``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
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
SPACE = len(ONSETS) * len(VOWELS) * len(MIDDLES) * len(ENDINGS)
BLOCK = 8192  # stems of one seed
STEP = 618_031  # spreads neighbours of a block over the space; shares no factor with its size
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
    """Names of one suite: ``seed`` decides the block of stems, ``taken`` counts those in use."""

    seed: int
    random: Random
    taken: int = 0
    seen: set[str] = field(default_factory=set)

    def stem(self) -> str:
        """An unused stem."""
        while True:
            if self.taken >= BLOCK:
                raise GoldError(f"seed {self.seed}: more than {BLOCK} names; use fewer scenarios")
            number = (self.seed * BLOCK + self.taken) % SPACE
            self.taken += 1
            found = _stem(number * STEP % SPACE)
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


def _stem(number: int) -> str:
    number, ending = divmod(number, len(ENDINGS))
    number, middle = divmod(number, len(MIDDLES))
    onset, vowel = divmod(number, len(VOWELS))
    return ONSETS[onset] + VOWELS[vowel] + MIDDLES[middle] + ENDINGS[ending]

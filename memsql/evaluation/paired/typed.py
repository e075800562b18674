"""Typed equivalence of answers: no language model judges (paper section 4.1; the forms of each type are ours)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from memsql.people.values import number_text


class Kind(StrEnum):
    """Type of an answer: each has its own equivalence."""

    SET = "set"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    ENTITY = "entity"


@dataclass(frozen=True, slots=True)
class Gold:
    """What is right: for each member the forms of which any is accepted. A set has any number of members, else one.

    Names, numbers and dates alike are kept as texts; the type says how they are compared.
    """

    kind: Kind
    members: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        """The gold in its first forms, as an answer would say it."""
        return "; ".join(forms[0] for forms in self.members) or NONE


NONE = "none"
NOTHING = frozenset({NONE, "nothing", "nobody", "no one", "empty", "empty set"})
TRUTHS = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}
WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
NUMBER_WORDS = {word: str(n) for n, word in enumerate([*WORDS.split(), "seventeen", "eighteen", "nineteen", "twenty"])}
DIGITS = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?!\w)")
YEAR = "january february march april may june july august september october november december"
MONTHS = YEAR.split()
ARTICLES = frozenset({"a", "an", "the"})
DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
SEPARATORS = (re.compile(r"[;\n]"), re.compile(r"[;\n,]"), re.compile(r"[;\n,]|\band\b|&"))


def normal(text: str) -> str:
    """A name without case, accents, punctuation and articles, its words one blank apart."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = re.findall(r"\w+", re.sub(r"'s?\b", "", plain))
    return " ".join(word for word in words if word not in ARTICLES) or " ".join(words)


def is_right(answer: str, gold: Gold) -> bool:
    """Whether an answer says what gold says, by the equivalence of its type.

    A set is order-free, in accepted forms, each member once and nothing else. A name stands alone. A number is the
    only number of the answer; a date has gold's precision (day, month or year); a truth begins the answer.
    """
    said = re.sub(r"^\s*(?:final )?answer\s*:", "", answer, flags=re.IGNORECASE).strip()
    if gold.kind is Kind.SET:
        return any(is_set(parts, gold) for parts in parted(said))
    if not said:
        return False
    form = {Kind.NUMBER: number, Kind.BOOLEAN: truth, Kind.DATE: day, Kind.ENTITY: normal}[gold.kind]
    found = form(said)
    return bool(found) and found in {form(each) for each in gold.members[0]}


def is_set(parts: Sequence[str], gold: Gold) -> bool:
    """Whether the parts are exactly the members, each once."""
    if not gold.members:
        return len(parts) == 1 and normal(parts[0]) in NOTHING
    left = {normal(form): place for place, forms in enumerate(gold.members) for form in forms}
    places = [left.get(normal(part)) for part in parts]
    return None not in places and len(places) == len(gold.members) == len(set(places))


def parted(text: str) -> Iterator[list[str]]:
    """The ways to read a list: JSON, or cut at semicolons and lines, at commas too, at "and" too."""
    if text.startswith("["):
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if isinstance(found, list):
            yield [str(each) for each in found] or [NONE]
            return
    for separator in SEPARATORS:
        parts = (BULLET.sub("", part) for part in separator.split(text))
        yield [part for part in parts if normal(part)]


def number(text: str) -> str:
    """The only number of a text, in one form; empty where there is none or more than one."""
    found = [sign.replace(",", "") for sign in DIGITS.findall(text)]
    if not found:
        found = [NUMBER_WORDS[word] for word in normal(text).split() if word in NUMBER_WORDS]
    if len(found) != 1:
        return ""
    try:
        return number_text(Decimal(found[0]))
    except InvalidOperation:
        return ""


def truth(text: str) -> str:
    """``yes`` or ``no`` where the text begins with a word for it."""
    words = normal(text).split()
    return TRUTHS.get(words[0], "") if words else ""


def day(text: str) -> str:
    """A date as ISO text of its precision: 2023-05-07, 2023-05 or 2023; empty where it is none."""
    plain = text.strip().strip(".")
    if found := re.fullmatch(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?", plain):
        return _iso(*(int(part) if part else None for part in found.groups()))
    words = re.sub(r"[,.]| of ", " ", plain.casefold()).split()
    months = [1 + MONTHS.index(name) for word in words if (name := _month(word))]
    years = [int(word) for word in words if re.fullmatch(r"\d{4}", word)]
    days = [int(found[1]) for word in words if (found := DAY.fullmatch(word))]
    if len(months) != 1 or len(years) != 1 or len(days) > 1 or len(words) != 2 + len(days):
        return ""
    return _iso(years[0], months[0], days[0] if days else None)


def _month(word: str) -> str:
    return next((name for name in MONTHS if word in (name, name[:3])), "")


def _iso(year: int | None, month: int | None, day_of_month: int | None) -> str:
    parts = [part for part in (year, month, day_of_month) if part is not None]
    try:
        date(*[*parts, 1, 1][:3])
    except ValueError:
        return ""
    return "-".join([f"{parts[0]:04d}", *(f"{part:02d}" for part in parts[1:])])

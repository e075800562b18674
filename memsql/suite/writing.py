"""How values stand in a text, and how they are read back: dates, money, numbers, names, nouns with a number.

One style per scenario: its way to write dates and money, and the currency of its house. Writing and reading are
inverse: ``read(kind, write(kind, value))`` gives the value back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

Value = str | int | date | Decimal

NAME = r"[A-Z][A-Za-z]*(?:-[A-Za-z0-9]+)*(?: (?:[A-Z][A-Za-z]*|[0-9]+)(?:-[A-Za-z0-9]+)*)*"
"""A name of an entity: capitalised words, words joined by hyphens, and numbers after the first word."""

AMOUNT = r"-?[0-9]{1,3}(?:,[0-9]{3})*\.[0-9]{2}"
COUNT = r"[0-9]{1,3}(?:,[0-9]{3})*"
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
DATE_STYLES = ("3 March 2026", "March 3, 2026", "3 Mar 2026", "2026-03-03")
MONEY_STYLES = ("1,234.50 dral", "dral 1,234.50")
WORDS = "word:"
MONEY = "money"
BUILT_IN = ("date", "month", "money", "number", "rate", "percent", "points", "year", "term", "phrase", "name")
SEASONS = ("spring", "summer", "autumn", "winter")


@dataclass(frozen=True, slots=True)
class Style:
    """How one scenario writes: ``dates`` is one of DATE_STYLES, ``money`` one of MONEY_STYLES; ``currency`` is
    that of its house, in which amounts without a currency of their own are written.
    """

    dates: str
    money: str
    currency: str


def text_of(value: Value) -> str:
    """The value as actions and keys hold it: ISO dates, plain decimals, names as they are."""
    if isinstance(value, datetime):
        raise TypeError("a time in an action; facts hold days")
    return value.isoformat() if isinstance(value, date) else str(value)


def write(kind: str, value: Value, fields: Mapping[str, Value], style: Style) -> str:
    """The value as a record or a question shows it. ``kind`` is the slot's type as in a form file."""
    if kind == "date":
        return _date(_day(value), style.dates)
    if kind == "month":
        day = _day(value)
        return f"{MONTHS[day.month - 1]} {day.year}"
    if kind.split(":", maxsplit=1)[0] == MONEY:
        currency = str(fields[kind.split(":")[1]]) if ":" in kind else style.currency
        amount = f"{Decimal(str(value)):,.2f}"
        return f"{amount} {currency}" if style.money == MONEY_STYLES[0] else f"{currency} {amount}"
    if kind == "number":
        return f"{int(str(value)):,}"
    if kind == "rate":
        return f"{Decimal(str(value)):.4f}"
    if kind == "points":
        return f"{Decimal(str(value)):.2f}"
    if kind == "percent":
        return f"{Decimal(str(value)).normalize():f}%"
    return str(value)


def pattern(kind: str, style: Style) -> str:
    """A regular expression without groups for what :func:`write` writes."""
    if kind.startswith(WORDS):
        return "(?:" + "|".join(re.escape(w) for w in sorted(words_of(kind), key=len, reverse=True)) + ")"
    if kind.split(":", maxsplit=1)[0] == MONEY:
        currency = NAME if ":" in kind else re.escape(style.currency)
        return f"{AMOUNT} {currency}" if style.money == MONEY_STYLES[0] else f"{currency} {AMOUNT}"
    month = f"(?:{'|'.join(MONTHS)})"
    short = f"(?:{'|'.join(m[:3] for m in MONTHS)})"
    dates = (
        rf"[0-9]{{1,2}} {month} [0-9]{{4}}",
        rf"{month} [0-9]{{1,2}}, [0-9]{{4}}",
        rf"[0-9]{{1,2}} {short} [0-9]{{4}}",
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    )
    return {
        "date": dates[DATE_STYLES.index(style.dates)],
        "month": rf"{month} [0-9]{{4}}",
        "number": COUNT,
        "rate": r"[0-9]+\.[0-9]{4}",
        "points": r"[0-9]+\.[0-9]{2}",
        "percent": r"[0-9]+(?:\.[0-9]+)?%",
        "year": r"[0-9]{4}",
        "term": rf"(?:{'|'.join(SEASONS)}) [0-9]{{4}}",
        "phrase": r"the [a-z].*?",
    }.get(kind, NAME)


def read(kind: str, text: str, style: Style) -> dict[str, Value]:
    """What a text of this kind says: under ``""`` the value itself, and for money in a currency of its own that
    currency under the name of its field. Raises ValueError where it says nothing (30 February).
    """
    if kind.split(":", maxsplit=1)[0] == MONEY:
        first, _, last = text.partition(" ") if style.money == MONEY_STYLES[0] else text.rpartition(" ")
        amount, currency = (first, last) if style.money == MONEY_STYLES[0] else (last, first)
        found: dict[str, Value] = {"": Decimal(amount.replace(",", ""))}
        if ":" in kind:
            found[kind.split(":")[1]] = currency
        return found
    if kind == "date":
        return {"": _read_date(text, style.dates)}
    if kind == "month":
        name, year = text.split(" ")
        return {"": date(int(year), MONTHS.index(name) + 1, 1)}
    if kind in ("number", "year"):
        return {"": int(text.replace(",", ""))}
    if kind in ("rate", "points"):
        return {"": Decimal(text)}
    if kind == "percent":
        return {"": Decimal(text[:-1]).quantize(Decimal("0.01"))}
    return {"": text}


def words_of(kind: str) -> tuple[str, ...]:
    """The vocabulary of a ``word: a | b`` slot."""
    return tuple(w.strip() for w in kind.removeprefix(WORDS).split("|"))


def article(word: str) -> str:
    """The indefinite article before the word: an hour-long exception would have to be listed here."""
    return "an" if word[:1].lower() in "aeiou" and not word.lower().startswith(("uni", "use", "eu")) else "a"


def _day(value: Value) -> date:
    return value if isinstance(value, date) else date.fromisoformat(str(value))


def _date(day: date, style: str) -> str:
    month = MONTHS[day.month - 1]
    if style == DATE_STYLES[0]:
        return f"{day.day} {month} {day.year}"
    if style == DATE_STYLES[1]:
        return f"{month} {day.day}, {day.year}"
    if style == DATE_STYLES[2]:
        return f"{day.day} {month[:3]} {day.year}"
    return day.isoformat()


def _read_date(text: str, style: str) -> date:
    if style == DATE_STYLES[3]:
        return date.fromisoformat(text)
    parts = text.replace(",", "").split(" ")
    day, month, year = (parts[1], parts[0], parts[2]) if style == DATE_STYLES[1] else parts
    shorts = [m[:3] for m in MONTHS]
    return date(int(year), shorts.index(month[:3]) + 1, int(day))

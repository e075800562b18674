"""How wide a text is when drawn, and how it is cut to fit, without asking a font.

Widths are those of DejaVu Sans, the widest of the sans-serif fonts that a browser falls back to; a text that fits
in it fits in the others. Source: ours.
"""

from __future__ import annotations

import html
import unicodedata
from functools import cache

from memsql.errors import printable

ELLIPSIS = "…"
BOLD = 1.15
"""A bold letter over a regular one, at most."""

# Thousandths of the font size, by the signs that have that width.
_THOUSANDTHS = {
    280: "'ijl",
    320: " ,.IJ",
    340: "/:;\\|",
    395: "()[]ft-",
    415: "!r",
    460: '"',
    530: "*?_`cs",
    580: "FkLz",
    595: "vxy",
    615: "PTYaeo",
    640: "$0123456789bdghnpquES{}",
    660: "K",
    700: "ABCRVXZ",
    790: "DGHNOQU&",
    840: "#+<=>^~w",
    870: "M",
    1000: "%@Wm…",
}
_WIDTHS = {sign: width / 1000 for width, signs in _THOUSANDTHS.items() for sign in signs}


@cache
def _sign(sign: str) -> float:
    """Width of one sign as a share of the font size."""
    if sign in _WIDTHS:
        return _WIDTHS[sign]
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(sign) in ("W", "F"):
        return 1.35
    base = unicodedata.normalize("NFD", sign)[0]
    return _WIDTHS[base] if base != sign and base in _WIDTHS else 1.0


def width(text: str, size: float, is_bold: bool = False) -> float:
    """Width of a line of text in px at a font size in px."""
    return sum(map(_sign, text)) * size * (BOLD if is_bold else 1.0)


def plain(text: str) -> str:
    """The text as one line that XML can hold: runs of blanks become one, signs that steer are told by their numbers."""
    return " ".join(printable(text).split())


def running(record: str) -> str:
    """A record as running text, for a drawing or a page: a line break of it is a blank."""
    return record.replace("\r\n", "\n").replace("\n", " ")


def escape(text: str) -> str:
    """A text as a page or a drawing holds it: one line, brackets and quotes by their names."""
    return html.escape(printable(text))


def clipped(text: str, room: float, size: float, is_bold: bool = False) -> str:
    """The text, or as much of its beginning as fits into ``room`` px with an ellipsis."""
    if width(text, size, is_bold) <= room:
        return text
    left = room - width(ELLIPSIS, size, is_bold)
    count = _fitting(text, left, size, is_bold)
    return text[:count].rstrip() + ELLIPSIS


def _fitting(text: str, room: float, size: float, is_bold: bool = False) -> int:
    """How many signs fit; a mark that belongs to the sign before it is not parted from it."""
    used, count = 0.0, 0
    for sign in text:
        used += _sign(sign) * size * (BOLD if is_bold else 1.0)
        if used > room:
            break
        count += 1
    return count


def wrapped(text: str, room: float, size: float, lines: int, is_bold: bool = False) -> list[str]:
    """The text in at most ``lines`` lines of ``room`` px, broken at blanks where it can be, clipped at the end."""
    found: list[str] = []
    rest = text
    while rest and len(found) < lines - 1 and width(rest, size, is_bold) > room:
        count = max(_fitting(rest, room, size, is_bold), 1)
        blank = rest.rfind(" ", 0, count + 1)
        cut = blank if blank > 0 else count
        found.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*found, clipped(rest, room, size, is_bold)] if rest or not found else found

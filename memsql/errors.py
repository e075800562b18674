"""The one family of errors that memsql raises on bad input.

A message is one line: ``where: what was found; what to do``. The command line prints it and exits with
status 1. Anything else that escapes is a bug and shows its traceback.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

STEERING = "\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff"
"""Signs that no terminal may be sent as text, as the inside of a character class: controls (C0, DEL, C1), ends of
lines, changes of direction (they show a text in another order than it has), and the two that are no signs."""
STEERS = re.compile(f"[{STEERING}\ud800-\udfff]")
"""The same, and halves of surrogate pairs, which no frame holds."""


class MemsqlError(Exception):
    """Bad input or a failed check. ``str(error)`` is the one line that a person reads, on any terminal."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class SchemaError(MemsqlError):
    """A ``create table`` that does not declare a relation of the house."""


class RuleError(MemsqlError):
    """A rule file that is not inside the rule language (ENGINE: "Rules")."""


class DataError(MemsqlError):
    """Events, queries or a scenario file that cannot be used as they are."""


class SutError(MemsqlError):
    """A system under test that is unavailable, refuses an option, or broke its contract."""


class GoldError(MemsqlError):
    """A check of gold that failed, or a gold folder that cannot be read or written."""


def at(path: Path | str, line: int | None = None) -> str:
    """Return the place that a message starts with: ``path`` or ``path:line``."""
    return f"{path}:{line}" if line else f"{path}"


LISTED, FEW = 40, 5
"""More known names than LISTED are no help: a message then has FEW of them."""


def did_you_mean(name: str, known: list[str] | tuple[str, ...]) -> str:
    """Return ``"; did you mean x?"``-style advice for a misspelt name, or the known names, of many only a few.

    Upper and lower case are no difference: ``Vera`` is close to ``vera``.
    """
    from difflib import get_close_matches

    spelt: dict[str, list[str]] = {}
    for one in known:
        spelt.setdefault(one.lower(), []).append(one)
    close = get_close_matches(name.lower(), spelt, n=2, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(one for lower in close for one in spelt[lower]) + "?"
    if len(known) > LISTED:
        return f"known are: {', '.join(sorted(known)[:FEW])}, ... ({len(known):,} in all)"
    return "known are: " + ", ".join(sorted(known)) if known else "none is declared"


def shown(found: object, limit: int = 80) -> str:
    """Return what was found as one line: text in double quotes, what cannot be seen by its number, cut at ``limit``.

    A value of bad input may hold a newline, a quote or half a surrogate pair; a message is one line that any
    terminal can print. Signs that a terminal takes but that nobody sees (a blank that does not break) are told too:
    they may be what is wrong.
    """
    text = json.dumps(found, ensure_ascii=False, default=str)
    text = "".join(c if c.isprintable() else _number(c) for c in text)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def printable(text: str) -> str:
    """Return a text as one line that steers no terminal and breaks no page: each sign of `STEERING` by its number."""
    return STEERS.sub(lambda found: _number(found[0]), text)


def steering(text: str) -> str | None:
    """Return the first sign of `STEERING` in a text as ``U+001B``, for a message that refuses it; None without one."""
    found = STEERS.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


def _number(sign: str) -> str:
    """A sign as Python writes it: ``\\n``, ``\\x1b``, ``\\u202e``."""
    return sign.encode("unicode_escape").decode()


def hindrance(place: Path, error: OSError) -> str:
    """Return why nothing could be written at ``place``: ``runs is a file, no folder``.

    The nearest of the place and its parents that is there tells more than the system's own words do.
    """
    try:
        found = next((p for p in (place, *place.parents) if p.exists() or p.is_symlink()), None)
        if found is not None and not found.is_dir() and (found != place or isinstance(error, FileExistsError)):
            what = "is a file, no folder" if found.exists() else "is a link that leads nowhere"
            return f"{found} {what}"
        if found is not None and isinstance(error, PermissionError):
            return f"{found} may not be written"
    except OSError:
        pass  # what cannot even be looked at is told in the system's words
    return str(error.strerror or error)

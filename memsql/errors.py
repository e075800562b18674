"""The one family of errors that memsql raises on bad input.

A message is one line: ``where: what was found; what to do``. The command line prints it and exits with
status 1. Anything else that escapes is a bug and shows its traceback.
"""

from __future__ import annotations

from pathlib import Path


class MemsqlError(Exception):
    """Bad input or a failed check. ``str(error)`` is the one line that a person reads."""


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
    """Return what was found as one line: text in double quotes, control signs escaped, cut at ``limit``.

    A value of bad input may hold a newline, a quote or half a surrogate pair; a message is one line that any
    terminal can print.
    """
    import json

    text = printable(json.dumps(found, ensure_ascii=False, default=str))
    return text if len(text) <= limit else text[: limit - 3] + "..."


def printable(text: str) -> str:
    """Return a text as one line: control signs, line ends and halves of pairs by their numbers."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)

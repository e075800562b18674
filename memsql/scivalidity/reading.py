"""Read the files of a catalogue: TOML tables whose every field is checked where it is taken out, and rows of CSV."""

from __future__ import annotations

import csv
import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memsql.errors import DataError, did_you_mean, shown

WORDS = re.compile(r"[^\W_][^;:|{}<>\[\]\"\\\x00-\x1f\x7f-\x9f\u2028\u2029]*")
"""What views show between their own signs."""
THING = re.compile(r"[^\W_]+(?:[ -][^\W_]+)*")
"""Letters and digits, with single spaces or hyphens: names of objects become identifiers."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
"""Names that stand in identifiers and in names of files."""
MOST = 10**8
"""Largest number of a range: steps and amounts fit their columns."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a TOML file. ``where`` names it in messages. Every method raises DataError for what does not fit."""

    found: Mapping[str, Any]
    where: str

    def need(self, *names: str) -> None:
        """All of these fields have to be there."""
        for name in names:
            if name not in self.found:
                raise DataError(f"{self.where}: no {name}; give {', '.join(names)}")

    def allow(self, *names: str) -> None:
        """No other field may be there."""
        for name in self.found:
            if name not in names:
                raise DataError(f"{self.where}: field {shown(name)}; {did_you_mean(name, names)}")

    def table(self, name: str) -> Table:
        """A table inside."""
        return Table(self._of(name, dict, "a table"), f"{self.where}: {name}")

    def rows(self, name: str) -> list[Table]:
        """A list of tables, one at least."""
        found = self._of(name, list, "a list of tables")
        if not found or not all(isinstance(row, dict) for row in found):
            raise DataError(f"{self.where}: {name} is {shown(found)}; write one [[{name}]] or more")
        return [Table(row, f"{self.where}: {name} {number}") for number, row in enumerate(found, 1)]

    def text(self, name: str, form: re.Pattern[str] = WORDS) -> str:
        """A text of a form."""
        return self._formed(name, self._of(name, str, "a text"), form)

    def texts(self, name: str, form: re.Pattern[str] = WORDS) -> tuple[str, ...]:
        """A list of different texts of a form, one at least."""
        found = self._of(name, list, "a list of texts")
        if not found or len({str(text) for text in found}) < len(found):
            raise DataError(f"{self.where}: {name} is {shown(found)}; write different texts, one at least")
        return tuple(self._formed(name, text, form) for text in found)

    def template(self, name: str, *places: str) -> str:
        """A sentence of one line with ``{place}`` in it, of these places only."""
        found = str(self._of(name, str, "a text"))
        try:
            parts = [p for p in string.Formatter().parse(found) if p[1] is not None]
        except ValueError as error:
            raise DataError(f"{self.where}: {name} is {shown(found)} ({error}); correct its braces") from None
        if any(p[1] not in places or p[2] or p[3] for p in parts):
            wanted = ", ".join(f"{{{p}}}" for p in places)
            raise DataError(f"{self.where}: {name} is {shown(found)}; in braces write {wanted} only")
        if not found.strip() or not found.isprintable() or "|" in found:
            raise DataError(f"{self.where}: {name} is {shown(found)}; write one line of text without |")
        return found

    def number(self, name: str, low: int = -MOST, high: int = MOST) -> int:
        """A whole number in a range."""
        self.need(name)
        found = self.found[name]
        if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
            raise DataError(f"{self.where}: {name} is {shown(found)}; write a whole number from {low} to {high}")
        return found

    def _of(self, name: str, kind: type, wanted: str) -> Any:
        self.need(name)
        found = self.found[name]
        if not isinstance(found, kind):
            raise DataError(f"{self.where}: {name} is {shown(found)}; write {wanted}")
        return found

    def _formed(self, name: str, found: object, form: re.Pattern[str]) -> str:
        if not isinstance(found, str) or not form.fullmatch(found) or found != found.strip() or not found.isprintable():
            signs = {THING: "letters, digits, single spaces and hyphens", NAME: "letters, digits, _ and -"}
            advice = signs.get(form, 'a text that begins with a letter or digit, without ; : | { } < > [ ] " and \\')
            raise DataError(f"{self.where}: {name} is {shown(found)}; write {advice}")
        return found


def toml(path: Path) -> Table:
    """The top table of a file. Raises DataError for what is none."""
    try:
        return Table(tomllib.loads(read(path)), str(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"{path}: no TOML ({shown(str(error))}); correct it") from None


def rows(path: Path, columns: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """Rows of a CSV file with the number of their line. Raises DataError where it has other columns."""
    made = []
    try:
        reader = csv.reader(read(path).splitlines(), strict=True)
        head = next(reader, [])
        if head != list(columns):
            raise DataError(f"{path}:1: columns {shown(head)}; {', '.join(columns)} are needed")
        for found in reader:
            if len(found) != len(columns):
                raise DataError(f"{path}:{reader.line_num}: {len(found)} fields; write {', '.join(columns)}")
            made.append((reader.line_num, dict(zip(columns, found, strict=True))))
    except csv.Error as error:
        raise DataError(f"{path}: no CSV ({error}); correct it") from None
    return made


def read(path: Path) -> str:
    """The text of a file of a catalogue. Raises DataError where there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError(f"{path}: not read ({error.strerror}); name one that is there") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not UTF-8; write it in UTF-8") from None

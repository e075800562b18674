"""Messages: one line on any terminal, what was found shown as it is, and why a place could not be written."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from memsql.errors import DataError, hindrance, printable, shown, steering

STEERING = "\x00\x07\x1b\x7f\x85\x9b\u2028\u202e\u2066\ud800\uffff"


def test_a_message_is_one_line_that_steers_no_terminal() -> None:
    error = DataError("a\nb: \x1b[31mred\x9b and \u202ereversed; write \u200bit without")
    assert str(error) == r"a\nb: \x1b[31mred\x9b and \u202ereversed; write " + "\u200bit without"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own bytes


@pytest.mark.parametrize("sign", STEERING)
def test_each_sign_that_steers_is_told_by_its_number(sign: str) -> None:
    number = sign.encode("unicode_escape").decode()
    assert printable(f"a{sign}b") == f"a{number}b"
    assert printable(f"a{sign}b").isprintable()
    assert steering(f"a{sign}b") == f"U+{ord(sign):04X}"
    assert shown(f"a{sign}b").isprintable()


def test_signs_of_scripts_stay_as_they_are() -> None:
    text = "می\u200cخواهم 12\u00a0% 👨\u200d👩 \u200eשלום"
    assert printable(text) == text
    assert steering(text) is None


def test_what_was_found_shows_what_nobody_sees() -> None:
    assert shown("trip\u200b\u00a0") == r'"trip\u200b\xa0"'
    assert shown("x" * 100) == f'"{"x" * 76}...'


def test_why_a_place_cannot_be_written_names_what_stands_in_the_way(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    there, denied = FileExistsError(17, "File exists"), PermissionError(13, "Permission denied")
    inside = NotADirectoryError(20, "Not a directory")
    assert hindrance(file, there) == f"{file} is a file, no folder"
    assert hindrance(file / "a" / "b", inside) == f"{file} is a file, no folder"
    assert hindrance(tmp_path / "link" / "a", inside) == f"{tmp_path}/link is a link that leads nowhere"
    assert hindrance(tmp_path / "a" / "b", denied) == f"{tmp_path} may not be written"
    assert hindrance(tmp_path / "a", OSError(28, "No space left on device")) == "No space left on device"

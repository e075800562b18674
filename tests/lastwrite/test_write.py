"""Files are put in place whole, and what somebody else keeps there stays."""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from pathlib import Path

import pytest

from memsql.errors import MemsqlError
from memsql.lastwrite.write import apart, write_all, write_file, write_files


def folder(path: Path) -> None:
    path.mkdir()
    (path / "made.txt").write_text("made")


def text(path: Path) -> None:
    path.write_text("made")


def test_a_folder_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "scenario").mkdir()
    (tmp_path / "scenario" / "precious.txt").write_text("mine")
    with pytest.raises(MemsqlError, match="a folder that no earlier run wrote stands there"):
        write_all(tmp_path, {"table": text, "scenario": folder})
    assert [p.name for p in tmp_path.rglob("*.txt")] == ["precious.txt"]


# The folder around is another disk where out is mounted, and nobody's to write where out is a home.
def test_nothing_is_written_around_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    places: list[Path] = []
    made = tempfile.mkdtemp

    def watched(prefix: str, dir: Path) -> str:  # noqa: A002 - the name that tempfile gives it
        places.append(Path(dir))
        return made(prefix=prefix, dir=dir)

    monkeypatch.setattr(tempfile, "mkdtemp", watched)
    write_all(out, {"table": text, "scenario": folder})
    assert places == [out]
    assert sorted(p.name for p in out.iterdir()) == ["scenario", "table"]
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]


def test_a_folder_that_nothing_was_written_into_is_not_left(tmp_path: Path) -> None:
    def full(path: Path) -> None:
        path.write_text("half")
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(MemsqlError, match="not written"):
        write_all(tmp_path / "new" / "out", {"table": text, "other": full})
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old").mkdir()
    with pytest.raises(MemsqlError, match="not written"):
        write_all(tmp_path / "old", {"table": text, "other": full})
    assert list((tmp_path / "old").iterdir()) == []


def test_an_earlier_run_is_replaced_also_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "out"
    write_all(place, {"table": text, "scenario": folder})
    (place / "scenario" / "old.txt").write_text("old")
    monkeypatch.chdir(place)
    write_all(Path(), {"table": text, "scenario": folder})
    assert sorted(p.name for p in place.rglob("*.txt")) == ["made.txt"]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("kind", ["the same", "spelt otherwise", "a link", "a hard link"])
def test_an_output_is_no_input(tmp_path: Path, kind: str) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    data.write_text("mine")
    if kind == "a link":
        out.symlink_to(data)
    elif kind == "a hard link":
        out.hardlink_to(data)
    else:
        out = data if kind == "the same" else tmp_path / "no" / ".." / "data"
    with pytest.raises(MemsqlError, match="--out and --data are one file; name another one for --out"):
        apart({"--out": out}, {"--data": data})
    apart({"--out": tmp_path / "new", "--labels": tmp_path / "more"}, {"--data": data})
    with pytest.raises(MemsqlError, match="--out and --labels are one file"):
        apart({"--out": tmp_path / "new", "--labels": tmp_path / "x" / ".." / "new"}, {"--data": data})


def test_files_are_written_all_or_none(tmp_path: Path) -> None:
    first = tmp_path / "first"
    first.write_text("old")
    with pytest.raises(MemsqlError, match="a folder stands there; name a file"):
        write_files({first: "new", tmp_path: "new"})
    with pytest.raises(MemsqlError, match="not written"):
        write_files({first: "new", tmp_path / ("n" * 300): "new"})
    assert first.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["first"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(tmp_path / "link", "made")
    assert (tmp_path / "real").read_text() == "made"
    assert (tmp_path / "link").is_symlink()


# Renaming a new file over a pipe, or over the terminal, would put a file in its place.
def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    write_file(pipe, "made")
    reader.join(timeout=5)
    assert (read, pipe.is_fifo()) == (["made"], True)


@pytest.mark.parametrize("name", ["n" * 300, "file/below"])
def test_places_that_cannot_be(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(MemsqlError, match="not written"):
        write_file(tmp_path / name, "made")
    with pytest.raises(MemsqlError, match="not written"):
        write_all(tmp_path / name, {"table": text})
    assert [p.name for p in tmp_path.iterdir()] == ["file"]

"""Files are put in place whole, and what somebody else keeps there stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql.errors import MemsqlError
from memsql.lastwrite.write import write_all


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


def test_an_earlier_run_is_replaced_also_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "out"
    write_all(place, {"table": text, "scenario": folder})
    (place / "scenario" / "old.txt").write_text("old")
    monkeypatch.chdir(place)
    write_all(Path(), {"table": text, "scenario": folder})
    assert sorted(p.name for p in place.rglob("*.txt")) == ["made.txt"]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]

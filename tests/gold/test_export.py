"""Where gold may be written: it replaces gold, and never anything else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memsql import Gold, MemsqlError, Scenario
from memsql.cli.gold import figures
from memsql.gold.export import locked
from memsql.resources import data_root
from tests.docs import environment
from tests.house import ROOT

WORKED = data_root() / "worked_example"


@pytest.fixture(scope="module")
def gold() -> Gold:
    """Gold of the worked example, which these tests write here and there."""
    return Scenario.load(WORKED).gold(is_checked=False)


@pytest.mark.parametrize("kind", ["scenario", "folder", "file", "link"])
def test_gold_does_not_replace_what_is_not_gold(tmp_path: Path, gold: Gold, kind: str) -> None:
    place = tmp_path / "worked_example"
    if kind == "scenario":
        shutil.copytree(WORKED, place)
    elif kind == "file":
        place.write_text("mine")
    else:
        real = tmp_path / "real" if kind == "link" else place
        real.mkdir()
        (real / "thesis.txt").write_text("mine")
        if kind == "link":
            place.symlink_to(real)
    before = sorted(str(p) for p in tmp_path.rglob("*"))
    with pytest.raises(MemsqlError) as refused:
        gold.write(tmp_path)
    assert str(refused.value) == (
        f"{place}: something that is not gold (no manifest.json) stands there; give another --out"
    )
    assert sorted(str(p) for p in tmp_path.rglob("*")) == before


def test_gold_replaces_gold(tmp_path: Path, gold: Gold) -> None:
    assert gold.write(tmp_path) == gold.write(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["worked_example"]


def test_figures_are_of_one_folder_whatever_its_name(tmp_path: Path, gold: Gold) -> None:
    for name in ("a[b]", "a*b", "a1b"):
        assert figures(gold.write(tmp_path / name), 0.0)["unknown"] == 5


@pytest.mark.parametrize(
    ("out", "found"),
    [
        ("file", "file is a file, no folder"),
        ("file/gold", "file is a file, no folder"),
        ("loop/gold", "loop is a link that"),
    ],
)
def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path, gold: Gold, out: str, found: str) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    before = sorted(str(p) for p in tmp_path.rglob("*"))
    with pytest.raises(
        MemsqlError, match=rf"^{tmp_path}/{out}: not written [(].*{found}.*give another --out"
    ) as refused:
        gold.write(tmp_path / out)
    assert "\n" not in str(refused.value)
    assert sorted(str(p) for p in tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", [".worked_example.new", ".worked_example.old"])
def test_what_stands_where_gold_is_written_first_is_kept(tmp_path: Path, gold: Gold, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(MemsqlError, match="not a folder, and gold is written there first; move it"):
        gold.write(tmp_path)
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [(name, "mine")]


def test_what_a_killed_run_left_is_cleared(tmp_path: Path, gold: Gold) -> None:
    gold.write(tmp_path)
    (tmp_path / "worked_example").rename(tmp_path / ".worked_example.old")
    (tmp_path / ".worked_example.new").mkdir()
    (tmp_path / ".worked_example.new" / "half.parquet").write_text("half")
    gold.write(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["worked_example"]


def test_a_full_disk_leaves_the_old_gold_and_nothing_beside_it(tmp_path: Path, gold: Gold) -> None:
    gold.write(tmp_path)
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    # No file may be longer than two kilobytes: the system refuses more, as a full disk does.
    script = f"ulimit -f 2; exec {sys.executable} -m memsql gold worked_example --no-check --out {tmp_path}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"memsql: {tmp_path / 'worked_example'}: not written (")
    assert done.stderr.count("\n") == 1
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before


def test_a_lock_holds_one_folder_and_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "a" / "b"
    with locked(out):
        with pytest.raises(MemsqlError, match="another run is writing here"), locked(out):
            pass
        assert (out / ".lock").exists()
    assert list(tmp_path.iterdir()) == []
    with locked(tmp_path):
        (tmp_path / "kept").mkdir()
    assert [p.name for p in tmp_path.iterdir()] == ["kept"]

"""Where gold may be written: it replaces gold, and never anything else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memsql import MemsqlError, Scenario
from memsql.cli.gold import figures
from memsql.resources import data_root

WORKED = data_root() / "worked_example"


@pytest.mark.parametrize("kind", ["scenario", "folder", "file", "link"])
def test_gold_does_not_replace_what_is_not_gold(tmp_path: Path, kind: str) -> None:
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
    gold = Scenario.load(WORKED).gold(is_checked=False)
    with pytest.raises(MemsqlError) as refused:
        gold.write(tmp_path)
    assert str(refused.value) == (
        f"{place}: something that is not gold (no manifest.json) stands there; give another --out"
    )
    assert sorted(str(p) for p in tmp_path.rglob("*") if p.name != ".lock") == before


def test_gold_replaces_gold(tmp_path: Path) -> None:
    gold = Scenario.load(WORKED).gold(is_checked=False)
    assert gold.write(tmp_path) == gold.write(tmp_path)
    assert [p.name for p in tmp_path.iterdir() if p.name != ".lock"] == ["worked_example"]


def test_figures_are_of_one_folder_whatever_its_name(tmp_path: Path) -> None:
    gold = Scenario.load(WORKED).gold(is_checked=False)
    for name in ("a[b]", "a*b", "a1b"):
        assert figures(gold.write(tmp_path / name), 0.0)["unknown"] == 5

"""A seventh domain and a thirteenth family: the files of data/scivalidity/README.md, as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from memsql import Scenario, explain
from memsql.scivalidity.family import RELATIONS
from memsql.scivalidity.taskspec import folder, load
from tests.scivalidity.test_cli import printed

FILE = re.compile(r"`([a-z_]+(?:/[a-z_]+)?\.(?:toml|sql|csv))`:\n\n```\w+\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue that holds what the page shows and nothing else."""
    place = tmp_path_factory.mktemp("catalogue") / "mine"
    found = FILE.findall((folder() / "README.md").read_text(encoding="utf-8"))
    for name, text in found:
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert [name for name, _ in found] == [
        "domains/glaciology.toml",
        "rules/going_on_pays.sql",
        "families/future_payoff.toml",
        "taskspec.csv",
        "corruption.csv",
    ]
    return place


# A domain is data: of all files only its own names it. A family is a rule and a spec: no domain knows of it.
def test_a_domain_is_data_alone_and_a_family_a_rule_and_a_spec_alone(mine: Path) -> None:
    shipped = load()
    own = load(mine)
    assert len({s.domain.name for s in (*shipped, *own)}) == 7
    assert len({s.family.name for s in (*shipped, *own)}) == 13
    old = {s.domain.name: s.domain for s in shipped}
    families = {s.family.name: s.family for s in shipped}
    for spec in own:
        assert old.get(spec.domain.name, spec.domain) == spec.domain
        assert families.get(spec.family.name, spec.family) == spec.family
    ice = next(s.domain for s in own if s.domain.name == "glaciology")
    assert not set(ice.objects.values()) & {thing for d in old.values() for thing in d.objects.values()}


def test_both_are_generated_run_and_explained(mine: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert "every witness checked" in printed("generate", "--catalogue", str(mine), "--seeds", "2", "--out", str(out))
    specs = pl.read_parquet(out / "taskspec.parquet")
    assert specs.height == 10
    edges = pl.read_parquet(out / "state_edge.parquet")
    assert "Outweighed_By" not in RELATIONS
    assert "Outweighed_By" in set(edges["relation"])
    world = pl.read_parquet(out / "world.parquet")
    asked = world.filter(pl.col("taskspec_id") == "payoff-systems")
    assert set(asked["oracle_action"]) == {"continue", "stop"}
    ((action,),) = asked.filter(pl.col("world_id") == "payoff-systems-s0").select("oracle_action").iter_rows()
    found = explain(Scenario.load(out / "scenario"), "payoff-systems-s0")
    assert found.answer["value_boolean"] is (action == "continue")
    assert found.witnesses["event_id"].to_list() == ["payoff-systems-s0-e1", "payoff-systems-s0-e3"]


def test_a_plan_runs_on_both(mine: Path, tmp_path: Path) -> None:
    out = tmp_path / "d.parquet"
    arguments = ("--catalogue", str(mine), "--seeds", "2", "--reader", "state", "--out", str(out))
    printed("run", "--plan", "corruption", *arguments)
    shares = dict(pl.read_parquet(out).group_by("condition").agg(pl.col("is_valid").mean()).iter_rows())
    assert shares == {"intact": 1.0, "corrupted": 0.0, "repaired": 1.0, "matched": 0.0}

"""The contract: what validators refuse, and that a domain or a family is added without touching the other."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from memsql.errors import DataError
from memsql.resources import sql_root
from memsql.scivalidity.compile import compile_worlds
from memsql.scivalidity.engine import check_objects
from memsql.scivalidity.generate import worlds
from memsql.scivalidity.taskspec import folder, load

HEAD = "taskspec_id,family,domain,governing,split\n"


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    place = tmp_path / "catalogue"
    shutil.copytree(folder(), place)
    return place


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")


def test_a_pair_that_is_not_as_declared_is_refused(catalogue: Path) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,optional_stopping,clinical,both,evaluation\n")
    rewrite(catalogue / "families/optional_stopping.toml", lambda t: t.replace('pair = "flip"', 'pair = "invariant"'))
    with pytest.raises(DataError, match="one, seed 0: the pair is declared invariant and has 'exploratory' and"):
        compile_worlds(worlds(load(catalogue), 2))


def test_an_unreachable_choice_is_refused(catalogue: Path) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,optional_stopping,clinical,true,evaluation\n")
    with pytest.raises(DataError, match=r"taskspec\.csv:2: choice 'confirm' is unreachable"):
        load(catalogue)


def test_a_reported_value_that_decides_is_refused(catalogue: Path) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,optional_stopping,clinical,both,evaluation\n")
    rewrite(
        catalogue / "families/optional_stopping.toml",
        lambda t: t.replace("from = 5, to = 90", "true = { from = 5, to = 9 }, false = { from = 50, to = 90 }"),
    )
    with pytest.raises(DataError, match=r"one, seed 0: the reported value is .*; let another field"):
        compile_worlds(worlds(load(catalogue), 2))


def test_an_event_that_names_an_unknown_object_is_refused() -> None:
    (world, *_) = worlds(load()[:1], 1)
    event = replace(world.events[1], objects=("nothing-1",))
    broken = replace(world, events=(world.events[0], event, *world.events[2:]))
    with pytest.raises(DataError, match="refers to nothing-1, which no event makes"):
        check_objects([broken])


def test_a_rule_that_is_not_there_is_refused(catalogue: Path) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,metric_version,clinical,both,evaluation\n")
    rewrite(
        catalogue / "families/metric_version.toml", lambda t: t.replace('rule = "version_changed"', 'rule = "none"')
    )
    with pytest.raises(DataError, match=r"one: no rule none\.sql in "):
        compile_worlds(worlds(load(catalogue), 1))


@pytest.mark.parametrize(
    ("name", "before", "after", "message"),
    [
        ("families/censoring.toml", "Absent_Because", "Absent", "relation Absent; did you mean Absent_Because"),
        ("families/censoring.toml", '"plan.step"', '"plan.amount"', "run.step refers to plan.amount"),
        ("families/censoring.toml", 'type = "run"', 'type = "ran"', "event type ran; did you mean run"),
        ("domains/clinical.toml", "\n[pool]", "\n[pools]", "clinical.toml: no pool"),
        ("taskspec.csv", "censoring-clinical,censoring,clinical", "a,censoring,clinic", "no domain clinic; did you"),
        ("taskspec.csv", "censoring-clinical,", "censoring-systems,", "censoring-systems stands there twice"),
    ],
)
def test_a_catalogue_that_does_not_fit_is_one_line(
    catalogue: Path, name: str, before: str, after: str, message: str
) -> None:
    rewrite(catalogue / name, lambda t: t.replace(before, after))
    with pytest.raises(DataError, match=re.escape(message)) as found:
        load(catalogue)
    assert "\n" not in str(found.value)


# A domain is a file of data and rows of the crossing; no family, no rule is touched.
def test_a_domain_of_new_entities_is_data_alone(catalogue: Path) -> None:
    made = (catalogue / "domains/clinical.toml").read_text().replace("Clinical research", "Glaciology")
    made = made.replace("the trial office", "the ice crew").replace("outcome reading", "ice core")
    (catalogue / "domains/glaciology.toml").write_text(made.replace("cohort", "glacier"))
    families = sorted(p.stem for p in (catalogue / "families").glob("*.toml"))
    sides = ["true" if name.startswith("sunk") else "both" for name in families]
    rows = [f"ice-{f},{f},glaciology,{side},trial" for f, side in zip(families, sides, strict=True)]
    (catalogue / "taskspec.csv").write_text(HEAD + "\n".join(rows) + "\n")
    found = compile_worlds(worlds(load(catalogue), 2))
    assert found.table("oracle").height == 12 * 4
    assert "ice-core-" in found.table("view")["text"][0]


# A family is a rule and a file of data; the domains that ship carry it at once.
def test_a_family_is_a_rule_and_a_spec_alone(catalogue: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    shutil.copytree(sql_root() / "rules" / "scivalidity", rules)
    rule = (rules / "stopped_early.sql").read_text().replace("r.amount < p.amount", "r.amount > p.amount")
    (rules / "overrun.sql").write_text(rule)
    text = (catalogue / "families/optional_stopping.toml").read_text()
    text = text.replace("stopped_early", "overrun").replace("from = -20, to = -5", "from = 5, to = 20")
    (catalogue / "families/overrun.toml").write_text(text)
    domains = sorted(p.stem for p in (catalogue / "domains").glob("*.toml"))
    (catalogue / "taskspec.csv").write_text(HEAD + "".join(f"over-{d},overrun,{d},both,trial\n" for d in domains))
    found = compile_worlds(worlds(load(catalogue), 2), rules)
    assert found.table("oracle").height == 6 * 4
    assert set(found.table("state_edge")["rule"]) == {"", "overrun"}

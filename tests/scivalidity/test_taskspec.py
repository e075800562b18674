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


# Both worlds of a pair still differ: without the check the sides of a family would mean the contrary of its files.
def test_a_rule_that_derives_the_other_side_is_refused(catalogue: Path) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,optional_stopping,clinical,both,evaluation\n")
    (catalogue / "rules").mkdir()
    rule = (sql_root() / "rules/scivalidity/stopped_early.sql").read_text()
    (catalogue / "rules/stopped_early.sql").write_text(rule.replace("r.amount < p.amount", "r.amount >= p.amount"))
    with pytest.raises(DataError, match=r"one, seed 0: .* world drawn for .*, and the rule stopped_early derives the"):
        compile_worlds(worlds(load(catalogue), 1))


# A number below zero was once written with the complement of its fraction: -1.970 for -0.030.
def test_an_amount_below_zero_is_written_as_it_is(catalogue: Path) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,optional_stopping,clinical,both,evaluation\n")
    path = catalogue / "families/optional_stopping.toml"
    for number, scale, text in ((-30, 1000, "-0.030"), (-1970, 1000, "-1.970"), (-5, 10, "-0.500"), (-5, 1, "-5.000")):
        drawn = f"from = {number}, to = {number}, scale = {scale}"
        path.write_text(re.sub(r"from = -?\d+, to = -?\d+, scale = \d+", drawn, path.read_text()))
        for world in worlds(load(catalogue), 1):
            assert next(e.amount for e in world.events if e.type == "observe") == text
            assert float(text) == number / scale


def test_an_unreachable_choice_is_refused(catalogue: Path) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,optional_stopping,clinical,true,evaluation\n")
    with pytest.raises(DataError, match=r"taskspec\.csv:2: choice 'confirm' is unreachable"):
        load(catalogue)


def test_a_reported_value_that_decides_is_refused(catalogue: Path) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,sunk_money,clinical,both,evaluation\n")
    cost = "original = { from = 10, to = 90 }, counterfactual = { from = 400, to = 900 }"
    rewrite(
        catalogue / "families/sunk_money.toml",
        lambda t: t.replace('pair = "invariant"', 'pair = "flip"').replace(cost, "from = 10, to = 90"),
    )
    with pytest.raises(DataError, match=r"one, seed 0: the reported value is .*; let another field"):
        compile_worlds(worlds(load(catalogue), 2))


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (
            "from = 5, to = 90",
            "true = { from = 5, to = 9 }, false = { from = 50, to = 90 }",
            "run.amount, observe.amount",
        ),
        ("true = { from = -20, to = -5 }, false = { from = 0, to = 0 }", "from = -20, to = -5", "no value"),
    ],
)
def test_a_pair_that_does_not_differ_in_one_value_is_refused(
    catalogue: Path, before: str, after: str, found: str
) -> None:
    (catalogue / "taskspec.csv").write_text(HEAD + "one,optional_stopping,clinical,both,evaluation\n")
    rewrite(catalogue / "families/optional_stopping.toml", lambda t: t.replace(before, after))
    with pytest.raises(DataError, match=f"one, seed 0: the worlds of the pair differ in {re.escape(found)}; correct"):
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
    with pytest.raises(DataError, match=r"taskspec\.csv:2: one: no rule none\.sql in .*; write it there"):
        load(catalogue)


@pytest.mark.parametrize(
    ("name", "before", "after", "message"),
    [
        ("families/censoring.toml", "Absent_Because", "Absent", "relation Absent; did you mean Absent_Because"),
        ("families/censoring.toml", '"plan.step"', '"plan.amount"', "run.step refers to plan.amount"),
        ("families/censoring.toml", 'type = "run"', 'type = "ran"', "event type ran; did you mean run"),
        ("domains/clinical.toml", "\n[pool]", "\n[pools]", "clinical.toml: no pool"),
        ("taskspec.csv", "censoring-clinical,censoring,clinical", "a,censoring,clinic", 'no domain "clinic"; did you'),
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

"""Issue 6, the benchmark factory of scientific use validity."""

from __future__ import annotations

import time
from functools import cache

import polars as pl

from memsql.resources import sql_text
from memsql.scivalidity.compile import Compiled, compile_worlds
from memsql.scivalidity.generate import worlds
from memsql.scivalidity.plan import plan_of, plans
from memsql.scivalidity.run import audit, run
from memsql.scivalidity.score import contrast
from memsql.scivalidity.taskspec import load
from tests.acceptance.registry import line
from tests.acceptance.shell import digests, memsql, passed, scratch, within

GENERATE = "memsql scivalidity generate --seeds 10 --out DIR"
RUN = "memsql scivalidity run --plan primary --out FILE"


@cache
def compiled() -> Compiled:
    """All 64 TaskSpecs at ten seeds, with their companions."""
    return compile_worlds(worlds(load(), 10))


@line("6.1a", "64 specs, 640 worlds, 1,920 public events, 24 / 8 / 12 / 12 / 8, 12 families", command=GENERATE)
def counts() -> str:
    specs = load()
    modules = [s.family.module for s in specs]
    found = [modules.count(m) for m in dict.fromkeys(modules)]
    originals = [w for w in compiled().worlds if w.variant == "original"]
    events = sum(len(w.events) for w in originals)
    assert (len(specs), found, len({s.family.name for s in specs})) == (64, [24, 8, 12, 12, 8], 12)
    assert (len(originals), events) == (640, 1920)
    return f"{len(specs)} specs, {len(originals)} worlds, {events:,} events, {found}, 12 families"


@line("6.1b", "exactly 22 specs with a state value equal to a choice", command=GENERATE)
def overlap() -> str:
    found = compiled().db.frame(sql_text("scivalidity/choice_overlap")).height
    assert found == 22
    return str(found)


@line("6.1c", "six named plans add up to 68,320 decisions; audit over 480 worlds", command="memsql scivalidity plans")
def decisions() -> str:
    found = {p.name: p.decisions(p.load()) for p in plans().values()}
    assert len(found) == 6
    assert sum(found.values()) == 68_320, found
    plan = plan_of("memory_policy")
    kept = audit(plan, plan.load())
    assert set(kept["worlds"]) == {480}
    return ", ".join(f"{name} {count:,}" for name, count in found.items())


@line("6.2", "all 640 worlds in under 30 s, the same bytes twice", command=GENERATE)
def generated() -> str:
    with scratch() as folder:
        started = time.monotonic()
        memsql("scivalidity", "generate", "--seeds", "10", "--out", str(folder / "one"))
        seconds = time.monotonic() - started
        memsql("scivalidity", "generate", "--seeds", "10", "--out", str(folder / "two"))
        made = digests(folder / "one")
        assert made == digests(folder / "two")
    return f"{within(seconds, 30)}, {len(made)} files the same"


@line("6.3", "every oracle decision has a derivation and a witness, proved by worlds", command="memsql explain WORLD")
def derivations() -> str:
    found = compiled()
    witness = found.gold.table("witness_event").join(found.table("world"), left_on="query_id", right_on="world_id")
    ones = witness.filter(pl.col("variant") == "original")["query_id"].n_unique()
    assert ones == 640
    return f"{ones} worlds with a witness, each derived again and once more without each of its events"


@line("6.4", "what views disclose and hide", command="pytest tests/scivalidity/test_compile.py")
def views() -> str:
    return passed("tests/scivalidity/test_compile.py")


@line("6.5", "without a model: state, surface, first and random reader, repair", command="pytest tests/scivalidity")
def readers() -> str:
    return passed("tests/scivalidity/test_run.py")


@line("6.6", "what validators refuse, each in one line", command="pytest tests/scivalidity/test_taskspec.py")
def validators() -> str:
    return passed("tests/scivalidity/test_taskspec.py", "-k", "refused or one_line")


@line("6.7", "a domain is data, a family is a rule and a spec", command="pytest tests/scivalidity/test_taskspec.py")
def additions() -> str:
    return passed("tests/scivalidity/test_taskspec.py", "-k", "alone")


@line("6.8", "20,000 resamples of the primary matrix in about a second; intervals as transcribed plainly", command=RUN)
def resamples() -> str:
    catalogue = load()
    found = run(plan_of("primary"), catalogue, ["first", "random", "surface", "state"], workers=2)
    assert found.height == plan_of("primary").decisions(catalogue) == 17_920
    started = time.monotonic()
    made = contrast(found, "typed", "event_graph")
    seconds = time.monotonic() - started
    assert made["state"].effect == 1
    return f"{within(seconds, 2)} for {found.height:,} decisions; {passed('tests/scivalidity/test_score.py')}"

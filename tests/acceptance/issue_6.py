"""Issue 6, the benchmark factory of scientific use validity."""

from __future__ import annotations

import time
from functools import cache

import polars as pl

from memsql import Scenario
from memsql.lastwrite.write import write_parquet
from memsql.resources import sql_text
from memsql.scivalidity.compile import Compiled, compile_worlds
from memsql.scivalidity.decisions import load_decisions
from memsql.scivalidity.generate import worlds
from memsql.scivalidity.imagined import pairs_of, replaced_event
from memsql.scivalidity.plan import plan_of, plans
from memsql.scivalidity.report import TITLES, report
from memsql.scivalidity.run import audit, run
from memsql.scivalidity.score import contrast
from memsql.scivalidity.summary import summary
from memsql.scivalidity.taskspec import load
from tests.acceptance.registry import line
from tests.acceptance.shell import digests, memsql, passed, recorded, scratch, seconds_of_here, within

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


@line("6.2", "worlds, views and interventions of all 640 in under 30 s, the same bytes twice", command=GENERATE)
def generated() -> str:
    with scratch() as folder:
        seconds, spent = seconds_of_here("scivalidity", "generate", "--seeds", "10", "--out", str(folder / "one"))
        memsql("scivalidity", "generate", "--seeds", "10", "--out", str(folder / "two"))
        made = digests(folder / "one")
        assert made == digests(folder / "two")
        states = pl.read_parquet(folder / "one" / "intervention.parquet")
    damaged = states.filter(pl.col("operator") != "").height
    assert (states["world_id"].n_unique(), damaged) == (640, 640 * 6 * 3)
    took = f"{within(seconds, 30)} ({spent:.0f} s of processor time)"
    return f"{took}, {damaged:,} interventions, {len(made)} files the same"


@line(
    "6.3a", "every decision has a witness; without an event of it nothing is determined", command="memsql explain WORLD"
)
def derivations() -> str:
    found = compiled()
    worlds_of = dict(found.table("world").select("world_id", "variant").iter_rows())
    gold = found.gold.table("witness_event").filter(pl.col("query_id").is_in(list(worlds_of)))
    deleted = found.table("witness_event")
    assert set(gold.select("query_id", "event_id").iter_rows()) == set(
        deleted.select("world_id", "event_id").iter_rows()
    )
    counts = {v: sum(worlds_of[w] == v for w in set(deleted["world_id"])) for v in ("original", "counterfactual")}
    assert counts == {"original": 640, "counterfactual": 640}
    kept = deleted.join(found.table("oracle"), on="world_id").filter(
        pl.col("action_without") == pl.col("oracle_action")
    )
    assert kept.height == 0
    lost = deleted["action_without"].null_count()
    return f"640 worlds and 640 companions, {deleted.height:,} deletions in worlds, {lost:,} undetermined, 0 the same"


@line("6.3b", "the folder that explain reads has the same witnesses for all worlds", command="memsql explain WORLD")
def explained() -> str:
    with scratch() as folder:
        memsql("scivalidity", "generate", "--seeds", "10", "--out", str(folder))
        read = Scenario.load(folder / "scenario").gold(workers=2)
        printed = memsql("explain", "outcome_lock-clinical-s0", "--scenario", str(folder / "scenario"))
    assert "witness 1: outcome_lock-clinical-s0-e1, outcome_lock-clinical-s0-e2" in printed
    for name in ("answer", "support", "witness_event"):
        one, other = (g.table(name).sort(pl.all()) for g in (read, compiled().gold))
        assert one.equals(other), name
    return f"{read.table('answer').height:,} questions of 64 scenarios, answers, support and witnesses the same"


@line("6.3c", "a companion is its original with one event replaced", command=GENERATE)
def companions() -> str:
    found = compiled()
    both = found.table("replaced").join(found.table("answer"), on=["world_id", "number"], suffix="_own")
    assert both["value_boolean"].equals(both["value_boolean_own"])
    assert both["value_boolean"].null_count() == 0
    pairs = [replaced_event(pair) for pair in pairs_of(found.worlds)]
    return f"{len(pairs)} pairs, {both.height} relations derived both ways, 0 differ"


@line("6.4", "what views disclose and hide", command="pytest tests/scivalidity/test_compile.py")
def views() -> str:
    return passed("tests/scivalidity/test_compile.py")


@line("6.5", "without a model: state, surface, first and random reader, repair", command="pytest tests/scivalidity")
def readers() -> str:
    return passed("tests/scivalidity/test_run.py", "tests/scivalidity/test_worlds.py")


@line("6.6", "what is refused, each in one line", command="pytest tests/scivalidity/test_taskspec.py ...")
def validators() -> str:
    return passed("tests/scivalidity/test_taskspec.py", "tests/scivalidity/test_refused.py")


@line(
    "6.7", "a seventh domain and a thirteenth family of the docs", command="pytest tests/scivalidity/test_additions.py"
)
def additions() -> str:
    return passed("tests/scivalidity/test_additions.py")


@line("6.8a", "20,000 resamples of the primary matrix in about a second; intervals as transcribed plainly", command=RUN)
def resamples() -> str:
    catalogue = load()
    found = run(plan_of("primary"), catalogue, ["first", "random", "surface", "state"], workers=2)
    assert found.height == plan_of("primary").decisions(catalogue) == 17_920
    started = time.monotonic()
    made = contrast(found, "typed", "event_graph")
    seconds = time.monotonic() - started
    assert made["state"].effect == 1
    return f"{within(seconds, 2)} for {found.height:,} decisions; {passed('tests/scivalidity/test_score.py')}"


@line("6.8b", "every plan is run; the report has the tables of what was run", command="memsql scivalidity report FILE")
def reported() -> str:
    sizes, tables = {}, set()
    for name, plan in plans().items():
        catalogue = plan.load()
        found = run(plan, catalogue, ["first", "random", "surface", "state"][: plan.readers], workers=2)
        sizes[name] = found.height
        assert found.height == plan.decisions(catalogue)
        with scratch() as folder:
            write_parquet(found, folder / "d.parquet")
            read = load_decisions(folder / "d.parquet")
        tables |= set(summary(read))
        page = report(read)
        assert all(TITLES[table][0] in page for table in summary(read))
    assert tables == set(TITLES)
    return f"{sum(sizes.values()):,} decisions by readers without a model, {len(tables)} kinds of tables"


@line("6.9", "the documents show the figures that the commands print", command="memsql scivalidity audit ...")
def recorded_figures() -> str:
    # The scenario that a later block explains is what an earlier one has written.
    return "; ".join(recorded(f"memsql {command}") for command in ("scivalidity", "explain outcome_lock"))

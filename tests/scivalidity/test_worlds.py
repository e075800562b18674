"""Counterfactuals, deletions, corruptions and repairs are worlds of the engine: beside what they have to equal."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from memsql.errors import DataError
from memsql.scivalidity.compile import Compiled
from memsql.scivalidity.corrupt import CORRUPTED, INTACT, MATCHED, OPERATORS, REPAIRED, Edge, Graph, Node, Patch, Target
from memsql.scivalidity.family import VARIANTS
from memsql.scivalidity.imagined import imagined, pairs_of, replaced_event
from memsql.scivalidity.intervene import SHOWN, graphs, interventions, target_of
from memsql.scivalidity.overridden import State, conditions, derive
from memsql.scivalidity.readers import StateReader, parsed, prompt
from memsql.scivalidity.run import rulebook, worlds_frame
from memsql.scivalidity.validators import check
from tests.scivalidity.conftest import SEEDS


def test_a_companion_is_its_original_with_one_event_replaced(compiled: Compiled) -> None:
    found = compiled.table("replaced").join(compiled.table("answer"), on=["world_id", "number"], suffix="_gold")
    assert found.height == 72 * SEEDS
    assert found["value_boolean"].equals(found["value_boolean_gold"])
    for pair in pairs_of(compiled.worlds):
        place, event = replaced_event(pair)
        assert event.world_id == pair[0].world_id
        assert event.record == pair[1].events[place - 1].record != pair[0].events[place - 1].record


# The history without the event, read as gold reads a witness: nothing of the other world of the pair helps.
def test_without_an_event_of_its_witness_no_decision_is_determined(compiled: Compiled) -> None:
    found = compiled.table("witness_event")
    oracle = compiled.table("oracle")
    assert set(found["world_id"]) == set(oracle["world_id"])
    assert oracle.height == 128 * SEEDS
    witness = compiled.gold.table("witness_event").join(oracle, left_on="query_id", right_on="world_id", how="semi")
    assert set(found["event_id"]) == set(witness["event_id"])
    assert found["action_without"].null_count() == found.height


def test_an_event_that_no_decision_needs_is_refused(compiled: Compiled) -> None:
    world = compiled.worlds[0]
    named = pl.DataFrame({"query_id": [world.world_id], "event_id": [world.events[2].event_id]})
    (kept,) = imagined(compiled.worlds[:2], named).deleted["value_boolean"]
    assert kept is not None
    (other,) = compiled.table("answer").filter(pl.col("world_id") == world.world_id)["value_boolean"]
    assert kept is other


@pytest.mark.parametrize(
    ("table", "change", "message"),
    [
        ("replaced", "value_boolean = not value_boolean", "its original with one event replaced says"),
        (
            "witness_event",
            "action_without = oracle_action from sv.oracle where oracle.world_id = {t}.world_id",
            "is the same",
        ),
    ],
)
def test_a_world_that_differs_is_found(compiled: Compiled, table: str, change: str, message: str) -> None:
    db = compiled.db
    db.run(f"create table sv.kept as from sv.{table}")
    try:
        db.run(f"update sv.{table} set {change.format(t=table)}")
        with pytest.raises(DataError, match=message):
            check(db)
    finally:
        db.run(f"drop table sv.{table}")
        db.run(f"create table sv.{table} as from sv.kept")
        db.run("drop table sv.kept")
    check(db)


# The patches applied by hand to sets of rows, beside what the engine holds in its worlds with overrides.
def test_a_corrupted_state_is_a_world_with_overrides(compiled: Compiled) -> None:
    originals = [w for w in compiled.worlds if w.variant == VARIANTS[0] and w.seed == 0]
    intact = graphs(compiled, [w.world_id for w in originals])
    states = [State(name, INTACT, "") for name in intact]
    for world in originals:
        graph = intact[world.world_id]
        for operator in OPERATORS:
            states += conditions(world.world_id, graph, target_of(world, graph), operator)
    found = derive(intact, states)
    for state, graph in zip(found.states, found.graphs(), strict=True):
        by_hand = intact[state.world_id]
        for patch in state.patches:
            by_hand = patch.apply(by_hand)
        assert graph == by_hand, (state.world_id, state.operator, state.condition)
        assert (graph.sha256 == intact[state.world_id].sha256) is (state.condition in (INTACT, REPAIRED))
    found.db.close()


def test_every_original_is_damaged_and_repaired(compiled: Compiled) -> None:
    found = interventions(compiled)
    counts = dict(found.group_by("condition").len().iter_rows())
    per_operator = 64 * SEEDS * len(OPERATORS)
    assert counts == {INTACT: 64 * SEEDS} | dict.fromkeys((CORRUPTED, REPAIRED, MATCHED), per_operator)
    intact = found.filter(pl.col("condition") == INTACT).select("world_id", hash="state_sha256", shown="typed")
    joined = found.join(intact, on="world_id")
    restored = joined.with_columns(
        same_hash=pl.col("state_sha256") == pl.col("hash"), same_text=pl.col("typed") == pl.col("shown")
    )
    for condition, expected in ((CORRUPTED, False), (REPAIRED, True), (MATCHED, False)):
        rows = restored.filter(pl.col("condition") == condition)
        assert set(rows["same_hash"]) == set(rows["same_text"]) == {expected}
    assert found.filter(pl.col("is_compatible") & (pl.col("condition") == CORRUPTED)).height == 60 * SEEDS
    # What is intact renders as the view of the world does.
    view = compiled.table("view").filter(pl.col("view") == "typed").select("world_id", "text")
    both = intact.join(view, on="world_id")
    assert both["shown"].equals(both["text"])


# Every operator on every original, also where the corruption matrix has no use for it.
def test_the_state_reader_errs_on_damage_and_only_the_exact_repair_helps(compiled: Compiled) -> None:
    reader = StateReader(rulebook(compiled))
    asked = worlds_frame(compiled, 0).select("world_id", "request", "actions", "oracle_action")
    found = interventions(compiled).join(asked, on="world_id")
    for view in SHOWN:
        shares: dict[str, list[bool]] = {}
        for row in found.iter_rows(named=True):
            choice = parsed(reader(prompt(row["request"], row["actions"], row[view])), row["actions"])
            shares.setdefault(row["condition"], []).append(choice == row["oracle_action"])
        assert {condition: set(right) for condition, right in shares.items()} == {
            INTACT: {True},
            CORRUPTED: {False},
            REPAIRED: {True},
            MATCHED: {False},
        }


def test_a_repair_that_leaves_something_is_refused_by_its_world() -> None:
    node = Node("a", "Plan", "size", "1", "e1", 1)
    edge = Edge(1, "r1", "Relevant_To", "a", "b", "x", "e1")
    graph = Graph(frozenset({node}), frozenset({edge}))
    patch = OPERATORS["omit"](graph, Target(edge, "y"))
    half = Patch(in_edges=frozenset({replace(edge, status="y")}))
    with pytest.raises(DataError, match=r"w1, omit: the repair has hash .*; repair by the inverse of the patch"):
        derive({"w1": graph}, [State("w1", REPAIRED, "omit", (patch, half))])

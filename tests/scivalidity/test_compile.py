"""What the compiler makes of the worlds: oracles with their reasons, and views that disclose what they may."""

from __future__ import annotations

import re
from collections import Counter

import polars as pl

from memsql.evaluation.tokens import token_count
from memsql.resources import sql_text
from memsql.scivalidity.compile import POLICIES, VIEWS, Compiled
from memsql.scivalidity.generate import worlds
from memsql.scivalidity.plan import plan_of
from memsql.scivalidity.run import items
from memsql.scivalidity.taskspec import load
from tests.scivalidity.conftest import SEEDS


def texts(compiled: Compiled, view: str) -> dict[str, str]:
    found = compiled.table("view").filter(pl.col("view") == view)
    return dict(zip(found["world_id"], found["text"], strict=True))


def test_the_catalogue_has_the_papers_counts() -> None:
    specs = load()
    modules = Counter(s.family.module for s in specs)
    assert modules == {
        "inferential_ledger": 24,
        "blind_memory": 8,
        "construct_drift": 12,
        "absence_algebra": 12,
        "sunk_cost": 8,
    }
    assert len(specs) == 64
    assert len({s.family.name for s in specs}) == 12
    originals = [w for w in worlds(specs, 10) if w.variant == "original"]
    assert len(originals) == 640
    assert sum(len(w.events) for w in originals) == 1920
    assert {e.type for w in originals for e in w.events} == {
        "plan",
        "run",
        "observe",
        "access",
        "write",
        "retrieve",
        "decide",
    }


def test_exactly_22_specs_have_a_state_value_that_is_a_choice(compiled: Compiled) -> None:
    assert compiled.db.frame(sql_text("scivalidity/choice_overlap")).height == 22


def test_a_companion_differs_in_one_value() -> None:
    made = worlds(load(), 3)
    for one, other in zip(made[::2], made[1::2], strict=True):
        pairs = zip(one.events, other.events, strict=True)
        changed = [
            field
            for a, b in pairs
            for field in ("type", "actor", "item", "step", "amount", "subject")
            if getattr(a, field) != getattr(b, field)
        ]
        assert len(changed) == 1, one.world_id
        assert one.request == other.request
        # The reported value is never the decisive one.
        reported = [next(e.amount for e in w.events if e.type == "observe") for w in (one, other)]
        assert reported[0] == reported[1]


# The generator's side is no input of the rules: that both agree says that the rules read the events right.
def test_every_oracle_is_what_the_generator_meant(compiled: Compiled) -> None:
    oracle = dict(compiled.table("oracle").iter_rows())
    assert len(oracle) == 64 * SEEDS * 2
    for world in compiled.worlds:
        spec = world.taskspec
        is_true = spec.governing == "true"
        if spec.governing == "both":
            is_true = ((world.seed + spec.number) % 2 == 0) is (world.variant == "original")
        assert oracle[world.world_id] == spec.family.choice["true" if is_true else "false"]


# Gold has derived every witness again, and once more without each of its events; here: that each world has one.
def test_every_decision_has_a_witness_and_every_edge_its_events(compiled: Compiled) -> None:
    witness = compiled.gold.table("witness_event")
    assert {w.world_id for w in compiled.worlds} <= set(witness["query_id"])
    own = {e.event_id: w.world_id for w in compiled.worlds for e in w.events}
    for world_id, events in compiled.table("state_edge").select("world_id", "events").iter_rows():
        assert events
        assert {own[e] for e in events} == {world_id}
    for world_id, events in compiled.table("state_node").select("world_id", "events").iter_rows():
        assert {own[e] for e in events} == {world_id}


Content = set[tuple[str, ...]]


def flat_content(text: str) -> Content:
    made: Content = set()
    for line in text.splitlines()[1:]:
        kind, *rest = line.split(" | ")
        if kind == "node":
            node, type_, attribute, because = rest
            name, value = attribute.split(" : ")
            made.add(("node", node, type_, name, value, because.removeprefix("because ")))
        else:
            source, relation, target, status, because = rest
            status = status.removeprefix("status : ")
            made.add(("edge", relation, source, target, status, because.removeprefix("because ")))
    return made


def typed_content(text: str) -> Content:
    made: Content = set()
    for line in text.splitlines()[1:]:
        found = re.fullmatch(r"\[(.+?)\] (.+?)(?: => (.+?))? \{ (.+) \} <(.+)>", line)
        assert found, line
        head, source, target, inside, because = found.groups()
        if target:
            made.add(("edge", head, source, target, inside.removeprefix("status : "), because))
            continue
        for part in inside.split(" ; "):
            name, value = part.split(" : ")
            made.add(("node", source, head, name, value, because))
    return made


def test_flat_and_typed_disclose_the_same(compiled: Compiled) -> None:
    for flat, typed in (("flat", "typed"), ("opaque_flat", "opaque_typed")):
        others = texts(compiled, typed)
        for world_id, text in texts(compiled, flat).items():
            content = flat_content(text)
            assert content == typed_content(others[world_id])
            assert any(row[0] == "edge" for row in content)


def test_the_event_graph_discloses_nothing_derived(compiled: Compiled) -> None:
    edges = compiled.table("state_edge")
    derived: dict[str, list[str]] = {w: [] for w in edges["world_id"]}
    for world_id, relation, status in edges.select("world_id", "relation", "status").iter_rows():
        derived[world_id] += [relation, f"status : {status}"]
    for view in ("raw", "event_graph", "bm25", "matched_source", *POLICIES):
        for world_id, text in texts(compiled, view).items():
            assert not [name for name in derived[world_id] if name in text]


def test_opaque_views_hold_no_original_word(compiled: Compiled) -> None:
    said: dict[str, set[str]] = {}
    nodes = compiled.table("state_node").select("world_id", "node_id", "value").iter_rows()
    for world_id, node, value in nodes:
        said.setdefault(world_id, set()).update((node, value))
    for world_id, relation, status in compiled.table("state_edge").select("world_id", "relation", "status").iter_rows():
        said[world_id].update((relation, status))
    for world_id, action in compiled.table("choice").select("world_id", "action").iter_rows():
        said[world_id].add(action)
    for view in ("opaque_flat", "opaque_typed"):
        for world_id, text in texts(compiled, view).items():
            content = flat_content(text) if view == "opaque_flat" else typed_content(text)
            shown = {cell for row in content for cell in (row[1], *row[3:5])}
            assert not shown & said[world_id]


# The whole prompt: a request that names an object as no opaque view does leads nowhere, and shows its name.
def test_opaque_prompts_ask_about_an_object_of_their_view(compiled: Compiled) -> None:
    found = items(plan_of("source_control"), compiled, 0)
    spoken = {w.world_id: w for w in compiled.worlds}
    for row in found.iter_rows(named=True):
        world = spoken[row["world_id"]]
        if row["view"].startswith("opaque"):
            assert world.asked_about not in row["request"]
            (code,) = re.findall(r"\bx[a-p]{12}\b", row["request"])
            assert code in row["text"]
            assert row["request"] == world.request_about(code)
        else:
            assert row["request"] == world.request


def test_matched_source_has_the_tokens_of_flat(compiled: Compiled) -> None:
    flat = texts(compiled, "flat")
    for world_id, text in texts(compiled, "matched_source").items():
        assert token_count(text) == token_count(flat[world_id])


def test_no_view_holds_hidden_state(compiled: Compiled) -> None:
    canaries = [w.canary for w in compiled.worlds]
    assert len(set(canaries)) == len(canaries)
    everything = "\n".join(t for view in VIEWS for t in texts(compiled, view).values())
    everything += "\n".join(w.request for w in compiled.worlds)
    assert "canary" not in everything

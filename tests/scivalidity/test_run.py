"""Readers without a model show what the pipeline claims; corruption is reversible, and only its inverse repairs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from memsql.errors import DataError, MemsqlError
from memsql.lastwrite.model import Model
from memsql.resources import sql_text
from memsql.scivalidity import readers
from memsql.scivalidity.compile import Compiled
from memsql.scivalidity.corrupt import OPERATORS, Edge, Graph, Node, Patch, check_repair, matched
from memsql.scivalidity.intervene import graphs, target_of
from memsql.scivalidity.plan import plan_of, plans
from memsql.scivalidity.run import answered, items, rulebook, swapped
from memsql.scivalidity.taskspec import load

COMPILED_VIEWS = ("flat", "typed", "opaque_flat", "opaque_typed")
SOURCES = ("raw", "bm25", "event_graph", "matched_source")


@pytest.fixture(scope="module")
def everything(compiled: Compiled) -> pl.DataFrame:
    """Every view of both worlds of every pair."""
    return items(replace(plan_of("source_control"), specs_a_family=0), compiled, 0)


def decided(compiled: Compiled, found: pl.DataFrame, reader: str) -> pl.DataFrame:
    return answered(found, reader, readers.reader_of(reader, rulebook(compiled)))


def test_the_state_reader_is_right_on_compiled_views_alone(compiled: Compiled, everything: pl.DataFrame) -> None:
    found = decided(compiled, everything, "state")
    shares = dict(found.group_by("view").agg(pl.col("is_valid").mean()).iter_rows())
    assert shares == dict.fromkeys(COMPILED_VIEWS, 1.0) | dict.fromkeys(SOURCES, 0.0)


def test_the_surface_reader_fails_every_flip_pair(compiled: Compiled, everything: pl.DataFrame) -> None:
    from memsql.scivalidity.score import pairs

    found = pairs(decided(compiled, everything, "surface"), "pair")
    assert dict(found.group_by("pair").agg(pl.col("relation").mean()).iter_rows()) == {"flip": 0.0, "invariant": 1.0}


# Seeds alternate the sides, and half of the fixed specs have each: a constant answer is right in half of the worlds.
def test_constant_and_random_answers_land_where_arithmetic_says(compiled: Compiled, everything: pl.DataFrame) -> None:
    from memsql.scivalidity.score import pairs

    first = decided(compiled, everything, "first")
    assert set(first.group_by("view").agg(pl.col("is_valid").mean())["is_valid"]) == {0.5}
    kept = pairs(first, "pair").filter(pl.col("pair") == "invariant")
    assert set(kept["relation"]) == {1.0}
    assert set(kept["both"]) == {0.5}
    random = decided(compiled, everything, "random")["is_valid"].mean()
    assert isinstance(random, float)
    # Four standard deviations of a fair coin.
    assert abs(random - 0.5) < 4 * 0.5 / everything.height**0.5


def test_the_state_reader_follows_the_string(compiled: Compiled, everything: pl.DataFrame) -> None:
    book = rulebook(compiled)
    reader = readers.StateReader(book)
    statuses = {w.taskspec.taskspec_id: w.taskspec.family.relations[0].status for w in compiled.worlds}
    shown = everything.filter(pl.col("view").is_in(["flat", "typed"]))
    for row in shown.iter_rows(named=True):
        one, other = statuses[row["taskspec_id"]].values()
        is_one = f"status : {one}" in row["text"]
        text = swapped(row["text"], *((one, other) if is_one else (other, one)))
        asked = readers.prompt(row["request"], row["actions"], text)
        choice = readers.parsed(reader(asked), row["actions"])
        assert choice is not None
        assert choice != row["oracle_action"]


def test_corruption_and_repair(compiled: Compiled) -> None:
    part = Compiled(tuple(w for w in compiled.worlds if w.taskspec.operators), compiled.gold, compiled.db)
    found = decided(compiled, items(plan_of("corruption"), part, 0), "state")
    shares = dict(found.group_by("condition").agg(pl.col("is_valid").mean()).iter_rows())
    assert shares == {"intact": 1.0, "corrupted": 0.0, "repaired": 1.0, "matched": 0.0}
    assert set(found["operator"]) == {"", *OPERATORS}


def test_a_matched_repair_has_the_signature_of_the_exact_one(compiled: Compiled) -> None:
    worlds = {w.world_id: w for w in compiled.worlds}
    for name, graph in graphs(compiled, list(worlds)[:40]).items():
        for operator in OPERATORS.values():
            patch = operator(graph, target_of(worlds[name], graph))
            broken = patch.apply(graph)
            assert broken.sha256 != graph.sha256
            assert patch.inverse.apply(broken).sha256 == graph.sha256
            other = matched(broken, patch.inverse)
            assert other.signature == patch.inverse.signature
            assert other.apply(broken).sha256 != graph.sha256


def test_a_repair_that_does_not_restore_the_hash_is_refused() -> None:
    node = Node("a", "Plan", "size", "1", "e1", 1)
    graph = Graph(frozenset({node}), frozenset())
    with pytest.raises(DataError, match=r"w1, omit: the repair has hash .*; repair by the inverse of the patch"):
        check_repair(graph, Graph(frozenset(), frozenset()), "w1, omit")
    with pytest.raises(DataError, match="takes out a row that the graph does not have"):
        Patch(out_edges=frozenset({Edge(1, "r1", "Relevant_To", "a", "b", "x", "e1")})).apply(graph)


def test_what_counts_as_an_answer() -> None:
    actions = ["stop", "continue"]
    assert readers.parsed('{"choice": "stop"}', actions) == "stop"
    for output in ("stop", '{"choice": "halt"}', '{"choice": null}', '["stop"]', "", "I cannot say."):
        assert readers.parsed(output, actions) is None
    asked = readers.prompt("What now?", actions, "EVENTS")
    assert readers.legal(asked) == actions
    assert json.loads(readers.first_choice(asked)) == {"choice": "stop"}
    with pytest.raises(MemsqlError, match='reader "states": not known; did you mean state'):
        readers.reader_of("states", {})


def test_the_plans_make_the_papers_decisions() -> None:
    found = {p.name: p.decisions(p.load()) for p in plans().values()}
    assert found["primary"] == 12_800 + 5_120
    assert found["corruption"] == 4_896
    assert found["replication"] == 4_480
    assert found["memory_policy"] == 6_720
    assert found["source_control"] + found["hosted"] == 34_304
    assert sum(found.values()) == 68_320
    operators = [s.operators for s in load() if s.operators]
    assert (sum(map(len, operators)), len(operators)) == (60, 24)


# The set of the memory policies is another one: other TaskSpecs with other entities, all modules, families and domains.
def test_the_set_of_the_memory_policies_is_built_apart() -> None:
    main, other = load(), plan_of("memory_policy").load()
    assert len(other) == 24
    assert not {s.taskspec_id for s in main} & {s.taskspec_id for s in other}
    assert {s.family.name for s in main} == {s.family.name for s in other}
    assert {s.domain.name for s in main} == {s.domain.name for s in other}
    for part in ("objects", "pools"):
        mine, theirs = ({repr(v) for s in specs for v in getattr(s.domain, part).values()} for specs in (main, other))
        assert not mine & theirs


def test_the_audit_finds_what_policies_keep(compiled: Compiled) -> None:
    found = {r["view"]: r for r in compiled.db.frame(sql_text("scivalidity/policy_audit")).iter_rows(named=True)}
    for view in ("flat", "typed"):
        assert [found[view][c] for c in ("node_share", "edge_share", "endpoint_share")] == [1, 1, 1]
    assert (found["provenance"]["node_share"], found["provenance"]["edge_share"]) == (1, 0)
    # Three of the four objects stand in the events; the pending decision is the compiler's.
    assert (found["raw"]["node_share"], found["raw"]["edge_share"]) == (0.75, 0)
    assert found["selective"]["node_share"] == 0.5
    assert found["summary"]["node_share"] == 0.25
    assert found["evidence"]["edge_share"] == 0


def test_a_plan_makes_as_many_items_as_it_says(compiled: Compiled) -> None:
    catalogue = load()
    seeds = len({w.seed for w in compiled.worlds})
    plan = replace(plan_of("primary"), seeds=seeds)
    assert items(plan, compiled, 0).height == plan.decisions(catalogue, readers=1)


# Bad JSON, a choice that is none and a refusal stay in the denominator, and nothing is asked twice.
def test_a_model_is_asked_once_an_item(compiled: Compiled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, float | None]] = []

    def complete(_: Model, text: str, temperature: float | None = None, *, is_empty_kept: bool) -> str:
        assert is_empty_kept
        said.append((text, temperature))
        return ['{"choice": "x"}', "no idea", readers.first_choice(text)][len(said) % 3]

    monkeypatch.setattr(Model, "complete", complete)
    found = items(plan_of("primary"), compiled, 0).head(9)
    path = tmp_path / "outputs.jsonl"
    model = Model("http://localhost/v1", "m")
    first = answered(found, "m", readers.ModelReader.at(model, path))
    assert {temperature for _, temperature in said} == {0}
    assert first["choice"].null_count() == 6
    again = answered(found, "m", readers.ModelReader.at(model, path))
    assert again.equals(first)
    assert len(said) == found.height
    path.write_text("{}\n")
    with pytest.raises(DataError, match=r"outputs\.jsonl:1: no output of a model"):
        readers.ModelReader.at(model, path)
    with pytest.raises(DataError, match=r"not read \(Is a directory\); the outputs of a model are kept there"):
        readers.ModelReader.at(model, tmp_path)


# Signs that end a line to some, half of a pair, brackets without end: a model says what it likes.
def test_whatever_a_model_says_is_kept_and_a_killed_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = ["a\u2028b\x85c\u2029", "half \ud83d", "[" * 100_000, "", '{"choice": "x"}']
    said = iter(outputs)
    monkeypatch.setattr(Model, "complete", lambda *_, **__: next(said))
    path, model = tmp_path / "outputs.jsonl", Model("http://localhost/v1", "m")
    reader = readers.ModelReader.at(model, path)
    given = [reader(str(number)) for number in range(len(outputs))]
    assert given == ["a\u2028b\x85c\u2029", "half \ufffd", *outputs[2:]]
    assert [readers.parsed(output, ["x"]) for output in given] == [None, None, None, None, "x"]
    whole = path.read_bytes()
    kept = readers.ModelReader.at(model, path).kept
    assert list(kept.values()) == given
    assert path.read_bytes() == whole
    # Killed in the middle of a line, and just before its end.
    for cut, left in ((len(whole) - 20, 4), (len(whole) - 1, 5)):
        path.write_bytes(whole[:cut])
        assert list(readers.ModelReader.at(model, path).kept.values()) == given[:left]
        assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:left])
    for line in (b"\xff\n", b"7\n", b'{"model": "m", "prompt_sha256": "x", "output": 5}\n', b"[" * 100_000 + b"\n"):
        path.write_bytes(whole + line)
        with pytest.raises(DataError, match=rf"outputs\.jsonl:{len(outputs) + 1}: no output of a model"):
            readers.ModelReader.at(model, path)

"""A small suite is generated and proved; each kind of planted fault is found by the check that looks for it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from memsql.errors import GoldError
from memsql.gold.export import locked
from memsql.suite import verify
from memsql.suite.choose import choose
from memsql.suite.config import load_config
from memsql.suite.generate import generate
from memsql.suite.verify import Finding, Suite
from memsql.suite.write import write_generated
from tests.conftest import FULL

Rows = list[dict[str, Any]]


@pytest.fixture
def made(generated_suite: Path) -> Path:
    """The folder of a small suite."""
    return generated_suite


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "suite"))


def test_nothing_is_wrong_with_what_is_generated(made: Path) -> None:
    found = list(verify.checks_of(Suite(made)))
    assert not [f for f in found if f.wrong]
    assert all(f.seen for f in found)


def test_probes_and_checkpoints_are_complete(made: Path) -> None:
    suite = Suite(made)
    probe, edge = suite.table("probe"), suite.table("dag_edge")
    assert (probe.height, probe["query_id"].n_unique()) == (200, 80)
    heads = probe.select("query_id", body="node_id").join(edge, on=["query_id", "body"], how="anti")
    assert heads.height == 0, "a probe stands below nothing"
    answers = suite.table("tracked_answer")
    assert answers.height == 5 * suite.table("tracked").height >= 5 * 12
    known = answers.filter(pl.col("label") != "unknown").group_by("tracked_id").len()
    assert min(known["len"].to_list()) >= 2
    changed = suite.table("transition").filter("is_changed")
    assert changed["is_explicit"].null_count() == 0
    assert suite.table("transition").filter(~pl.col("is_changed"))["is_explicit"].null_count() > 0


def only_event_of_a_witness(folder: Path) -> tuple[str, str]:
    """A known query and an event without which its answer is lost."""
    witness = Suite(folder).table("witness_event")
    single = Suite(folder).table("measure").filter((pl.col("witness_count") == 1) & (pl.col("witness_size_min") > 1))
    row = witness.join(single, on="query_id", how="semi").sort("query_id", "event_id").row(0, named=True)
    return row["query_id"], row["event_id"]


def events(folder: Path) -> tuple[Path, Rows]:
    place = next((folder / "scenarios").glob("*/events.jsonl"))
    return place, [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]


def put(place: Path, rows: Rows) -> None:
    place.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def change_a_name(folder: Path) -> None:
    place, rows = events(folder)
    row = next(r for r in rows if any(a["predicate"] == "dest" and a["verb"] == "assert" for a in r["actions"]))
    city = next(a for a in row["actions"] if a["predicate"] == "dest")["value"][0]
    row["record"] = row["record"].replace(city, "Elsewhere")
    put(place, rows)


def state_a_fact(folder: Path) -> None:
    place, rows = events(folder)
    fact = next(r for r in rows if r["actions"])
    next(r for r in rows if not r["actions"])["record"] = fact["record"]
    put(place, rows)


def repeat_a_template(folder: Path) -> None:
    place, rows = events(folder)
    chatter = [r for r in rows if not r["actions"]]
    for row in chatter:
        row["record"] = chatter[0]["record"]
    put(place, rows)


def name_it_twice(folder: Path) -> None:
    place = folder / "action.parquet"
    action = pl.read_parquet(place)
    pl.concat([action, action.with_columns(scenario_id=pl.lit("another"))]).write_parquet(place)


def give_it_away(folder: Path) -> None:
    suite = Suite(folder)
    frame = suite.table("query").join(suite.table("answer"), on="query_id").join(suite.table("measure"), on="query_id")
    derived = suite.table("dag_node").filter(kind="derived")
    frame = frame.join(derived, on="query_id", how="semi").filter(pl.col("witness_size_min") > 1)
    row = frame.filter(pl.col("value_entity").is_not_null()).row(0, named=True)
    names = " and ".join(k.removeprefix("@") for k in json.loads(row["key"]))
    place, rows = events(folder)
    next(r for r in rows if not r["actions"])["record"] = f"About {names}: {row['value_entity']}."
    put(place, rows)


def repeat_a_phrase(folder: Path) -> None:
    phrase = Suite(folder).table("reference")["phrase"][0]
    place, rows = events(folder)
    next(r for r in rows if not r["actions"])["record"] = f"Somebody asked about {phrase}."
    put(place, rows)


def cut_a_question(folder: Path) -> None:
    tracked = pl.read_parquet(folder / "tracked.parquet")
    first = pl.int_range(pl.len()) == 0
    cut = pl.when(first).then("2026, " + pl.col("question").str.to_lowercase()).otherwise("question")
    tracked.with_columns(question=cut).write_parquet(folder / "tracked.parquet")


def answer_all_alike(folder: Path) -> None:
    suite = Suite(folder)
    counts = suite.table("query").group_by("operator").len().sort("len", "operator")
    assert counts["len"][-1] >= 10
    same = suite.table("query").filter(operator=counts["operator"][-1]).select("query_id")
    answer = suite.table("answer")
    one = answer.join(same, on="query_id", how="semi").head(1).drop("query_id")
    alike = same.join(one, how="cross").select(answer.columns)
    pl.concat([answer.join(same, on="query_id", how="anti"), alike]).write_parquet(folder / "answer.parquet")


def distract(folder: Path, kind: str) -> None:
    query, event = only_event_of_a_witness(folder)
    row = pl.DataFrame({"query_id": [query], "event_id": [event], "kind": [kind]})
    own = Suite(folder).table("distractor").filter(query_id=query)
    pl.concat([own, row]).write_parquet(folder / "distractor.parquet")


def change_an_answer(folder: Path) -> None:
    answer = Suite(folder).table("answer")
    first = pl.int_range(pl.len()) == 0
    answer.with_columns(label=pl.when(first).then(pl.lit("justified-zero")).otherwise("label")).write_parquet(
        folder / "answer.parquet"
    )


FAULTS: dict[str, tuple[Callable[[Path], None], Callable[[Suite], Finding]]] = {
    "a record with another name": (change_a_name, verify.round_trip),
    "chatter that states a fact": (state_a_fact, verify.silent_chatter),
    "one template for all": (repeat_a_template, verify.template_shares),
    "a name in two scenarios": (name_it_twice, verify.unique_names),
    "a record that gives an answer away": (give_it_away, verify.give_aways),
    "a phrase in two records": (repeat_a_phrase, verify.references),
    "a question that is cut": (cut_a_question, verify.whole_questions),
    "one answer for all": (answer_all_alike, verify.guessability),
    "a near miss that the answer needs": (partial(distract, kind="near-miss"), verify.neutral_distractors),
    "chatter that the answer needs": (partial(distract, kind="chatter"), verify.neutral_distractors),
    "another answer": (change_an_answer, lambda suite: verify.same_gold(suite, 1)),
}


SLOW = {"another answer"}


@pytest.mark.parametrize("fault", [f for f in FAULTS if FULL or f not in SLOW])
def test_a_planted_fault_is_found(copy: Path, fault: str) -> None:
    plant, check = FAULTS[fault]
    plant(copy)
    assert check(Suite(copy)).wrong, fault


@pytest.mark.skipif(not FULL, reason="at full size: `make acceptance` compares the bytes of every suite")
def test_one_seed_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    with locked(tmp_path):
        again = write_generated(generate(load_config(made.parents[1]), workers=2), tmp_path)
    assert dict(contents(made)) == dict(contents(again))


@pytest.mark.skipif(not FULL, reason="at full size: `make acceptance` makes ten times the standard suite and proves it")
def test_twice_the_scenarios_are_proved_also_where_one_share_is_drawn_again(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second history finds no choice at first: its candidates are kept elsewhere than those of the first one."""
    calls: list[int] = []

    def choose_later(*given: Any) -> list[int]:
        calls.append(len(given[1]))
        if len(calls) == 2:
            raise GoldError("no choice of queries")
        return choose(*given)

    monkeypatch.setattr("memsql.suite.generate.choose", choose_later)
    with locked(tmp_path):
        folder = write_generated(generate(load_config(made.parents[1]), times=2), tmp_path)
    assert len(calls) == 3
    assert calls[2] > 1.5 * calls[1], "more is drawn"
    assert folder.name == f"{made.name}_x2"
    suite = Suite(folder)
    assert [s.scenario_id for s in suite.scenarios] == ["trip_merger_1", "trip_merger_2"]
    assert suite.table("answer")["label"].value_counts().sort("label")["count"].to_list() == [380, 80, 100]
    assert suite.table("probe").height == 400
    assert not [f for f in verify.checks_of(suite) if f.wrong]


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()

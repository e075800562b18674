"""The classes of the taxonomy, the resolver on lists made by hand, the freeze, the files that are written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from memsql.errors import MemsqlError
from memsql.lastwrite import freeze
from memsql.lastwrite.audit import ITEM_COLUMNS, Audit, Class, audit, folded
from memsql.lastwrite.summary import figure, summary
from memsql.lastwrite.workbench import workbench
from memsql.lastwrite.write import write_audit
from tests.lastwrite.conftest import Made, row

CHAIN = ["The author of Foo is Ann", "Ann is a citizen of Oldland", "Ann is a citizen of Newland"]
CAPITALS = ["The capital of Newland is Port", "The capital of Oldland is Cape"]
QUESTION = "What is the capital of the country of citizenship of the author of Foo?"


def classified(made: Made, said: Sequence[str], question: str, gold: str) -> tuple[str, str]:
    found = audit(made(row(said, [(question, gold)], "factconsolidation_mh_6k"))).items
    return str(found["prediction"][0]), str(found["class"][0])


def test_solved(made: Made) -> None:
    assert classified(made, CHAIN + CAPITALS, QUESTION, "Port") == ("Port", "solved")


def test_unreachable_under_last_write(made: Made) -> None:
    assert classified(made, CHAIN + CAPITALS, QUESTION, "Cape") == ("Port", "unreachable")


def test_reachable_miss(made: Made) -> None:
    assert classified(made, CHAIN + CAPITALS, QUESTION, "Newland") == ("Port", "reachable_miss")


def test_parse_scope(made: Made) -> None:
    said = ["The head coach of Foo F.C. is Ann", "Ann is a citizen of Newland"]
    assert classified(made, said, "Who is the head coach of Foo F.C.?", "Ann") == ("ABSTAIN", "parse_scope")


def test_beyond_last_write(made: Made) -> None:
    said = [*CHAIN, "Bob is a citizen of Farland"]
    assert classified(made, said, "Of which country is Ann no citizen?", "Farland") == ("Newland", "beyond_last_write")


def test_normalisation_artefact(made: Made) -> None:
    said = ["The capital of Foo is Z\u00fcrich\u2013Nord"]
    assert classified(made, said, "What is the capital of Foo?", "Zurich Nord") == (
        "Z\u00fcrich\u2013Nord",
        "normalisation",
    )
    assert folded("Z\u00fcrich\u2013Nord") == folded("Zurich-Nord") == "zurich nord"


def test_unclassifiable(made: Made) -> None:
    assert classified(made, CHAIN, QUESTION, "Nowhere")[1] == "unclassifiable"


def test_first_write_answers_from_the_oldest_statements(made: Made) -> None:
    found = audit(made(row(CHAIN + CAPITALS, [(QUESTION, "Cape")], "factconsolidation_mh_6k"))).items
    assert found.select("prediction", "first_prediction", "is_solved", "is_solved_first_write").row(0) == (
        "Port",
        "Cape",
        False,
        True,
    )


@pytest.mark.parametrize(
    ("said", "overwritten", "gold"),
    [
        (["The capital of Foo is Old", "The capital of Foo is New"], "gold", "Old"),
        ([*CHAIN, *CAPITALS], "intermediate", "Cape"),
    ],
)
def test_whether_the_gold_or_a_step_was_overwritten(made: Made, said: list[str], overwritten: str, gold: str) -> None:
    question = QUESTION if len(said) > 2 else "What is the capital of Foo?"
    found = workbench(audit(made(row(said, [(question, gold)], "factconsolidation_mh_6k"))))
    assert found["overwritten"].to_list() == [overwritten]
    steps = found["gold_paths"][0][0]
    lost = [step["statement"] for step in steps if step["winner"] is not None]
    assert lost == [said[0] if overwritten == "gold" else "Ann is a citizen of Oldland"]


def test_the_workbench_says_why(made: Made) -> None:
    found = workbench(audit(made(row(CHAIN + CAPITALS, [(QUESTION, "Cape")], "factconsolidation_mh_6k"))))
    reason = str(found["reason"][0])
    assert reason.startswith("Foo: author > citizenship > capital; covered +")
    assert "; next Newland with " in reason
    assert [s["number"] for s in found["predicted_path"][0]] == [0, 2, 3]
    assert found["gold_parsed"].to_list() == [[4]]


def test_generated_golds_have_the_fates_they_were_made_with(generated: Audit, generated_path: Path) -> None:
    fates = {}
    for line in generated_path.with_name("fates.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        _, hop, name = label["set"].split("_")
        fates[name, {"mh": "multi", "sh": "single"}[hop], label["index"]] = label["label"]
    for item in generated.items.iter_rows(named=True):
        fate = fates[item["list"], item["hop"], item["index"]]
        assert (item["class"] if fate != "reachable" else item["is_reached_last"]) in (fate, True), item


def test_generated_lists_have_the_proportions_of_the_real_ones(generated: Audit) -> None:
    found = summary(generated)
    assert found["statements"] == {"6k": 455, "32k": 2310, "64k": 4580, "262k": 18332, "held_out": 25222}
    assert found["unparsed"] == {"6k": 0, "32k": 29, "64k": 60, "262k": 262, "held_out": 351}
    assert found["unparsed_form"] == {"head_coach": 166, "titled_office": 116, "original_language": 69}
    lost = found["unreachable"]
    assert [lost[f"{name}.multi"] for name in ("6k", "32k", "64k", "262k")] == [4, 13, 9, 34]
    assert [lost[f"{name}.single"] for name in ("6k", "32k", "64k", "262k")] == [0, 2, 2, 3]
    assert [found["unreachable_overwritten"][kind]["all"] for kind in ("gold", "intermediate_only")] == [50, 17]
    assert (found["ceiling"]["all"], found["needs_unparsed"]["all"]) == (720, 13)
    assert all(n["shared"] == n["statements"] for n in found["nesting"]), "each list stands in the larger ones"
    assert found["solved_both_writes"]["multi"] == 0
    assert found["class"]["solved"]["all"] > 673


def test_files_that_are_written(generated: Audit, tmp_path: Path) -> None:
    made = write_audit(generated, tmp_path / "out")
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["item.parquet", "summary.json", "workbench.parquet"]
    items = pl.read_parquet(tmp_path / "out" / "item.parquet")
    assert tuple(items.columns) == ITEM_COLUMNS
    assert items.schema["index"] == pl.Int32
    assert set(items["class"]) <= {c.value for c in Class}
    assert items["is_solved"].sum() == made["solved"]["all"]
    read = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert read == json.loads(json.dumps(made))
    again = tmp_path / "again"
    write_audit(generated, again)
    for name in ("item.parquet", "summary.json", "workbench.parquet"):
        assert (again / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


def test_figures_by_their_dotted_names(generated: Audit) -> None:
    made = summary(generated)
    assert figure(made, "solved") == made["solved"]["all"]
    assert figure(made, "solved.262k.multi") == made["solved"]["262k.multi"]
    assert figure(made, "class.unreachable") == 67
    assert figure(made, "solved.1m") is None
    assert figure(made, "nothing.at.all") is None


def test_what_cannot_be_written_leaves_nothing_behind(generated: Audit, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    with pytest.raises(MemsqlError, match="a file stands there"):
        write_audit(generated, tmp_path / "file")
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_the_freeze_names_every_source() -> None:
    names = set(freeze.sources())
    assert {"memsql/lastwrite/resolve.py", "sql/lastwrite/score.sql", "data/lastwrite/cue.csv"} <= names
    assert freeze.check() == freeze.current()


def test_a_changed_source_is_refused(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(row(CHAIN, [(QUESTION, "Newland")]))
    changed = tmp_path / "cue.csv"
    changed.write_bytes(freeze.sources()["data/lastwrite/cue.csv"].read_bytes() + b"capital,seat*,multi,3\n")
    sources = freeze.sources() | {"data/lastwrite/cue.csv": changed}
    monkeypatch.setattr(freeze, "sources", lambda: sources)
    with pytest.raises(
        MemsqlError, match=r"data/lastwrite/cue.csv: differs from the freeze \w{12} \(1 of 28 files do\)"
    ) as caught:
        audit(path)
    assert "\n" not in str(caught.value)
    monkeypatch.setattr(freeze, "record_path", lambda: tmp_path / "freeze.json")
    with pytest.raises(MemsqlError, match="nothing is frozen"):
        audit(path)
    assert freeze.write() == freeze.check()
    (tmp_path / "freeze.json").write_text("[]")
    with pytest.raises(MemsqlError, match="no freeze record"):
        freeze.recorded()
    changed.unlink()
    with pytest.raises(MemsqlError, match=r"data/lastwrite/cue.csv: not read \(No such file or directory\)"):
        freeze.current()


def test_a_file_of_the_development_list_alone_holds_nothing_out(made: Made) -> None:
    found = summary(audit(made(row(CHAIN, [("Who is the author of Foo?", "Ann")]))))
    assert found["caveat"].startswith("No list is held out: ")
    assert found["questions"]["held_out"] == 0
    ours = {r["name"]: r["ours"] for r in found["paper"]}
    assert ours["solved"] == ours["solved.single"] == 1
    # None of none is no figure: it stays empty beside the paper's.
    for name in ("solved.multi", "solved.held_out", "unparsed.held_out", "statements.held_out", "solved.6k.multi"):
        assert ours[name] is None, name


def test_a_file_without_the_development_list_says_so(made: Made) -> None:
    asked = [("Who is the author of Foo?", "Ann")]
    one, two = row(CHAIN, asked, "x_sh_32k"), row([*CHAIN, "Ann is a citizen of Oz"], asked, "x_sh_64k")
    said = "The list 6k, on which the tables were developed, is not in this file: every list counts as held out"
    assert summary(audit(made(one)))["caveat"].startswith(said)
    found = summary(audit(made(one, two)))["caveat"]
    assert f"Between them: 32k has {len(CHAIN)} of {len(CHAIN)} statements in 64k. Statements" in found
    assert "share templates" not in found

"""What a declared rule of EduOps changes in a derivation; its rulings are derived in tests/rules/test_golden.py."""

from __future__ import annotations

from pathlib import Path

from memsql.gold.suite import gold_of
from memsql.scenario import load_scenario
from tests.domains.rulings import Ruling, text_of
from tests.rules.golden import read, write


def test_a_declared_rule_changes_the_shape_of_a_derivation(tmp_path: Path) -> None:
    """Where transfers do not count nothing is read of what they count as, where that lies and what it carries."""
    history = Ruling(
        "A faculty takes back that transfers count.",
        (
            "01-01: assert program(ann, 2026-01-01) = history; declare minimum_grade(history) = 5.00",
            "01-01: complete excluded(history); complete passed(ann); complete withdrawn(ann)",
            "01-02: assert transferred(ann, x1); complete transferred(ann); assert equivalent(x1) = runes",
            "01-03: assert course_area(runes) = sources; assert credits(runes) = 5",
            "01-04: declare transfers_count(arts) = yes",
            "01-05: declare transfers_count(arts) = no",
        ),
        (
            "area_credits(arts, ann, sources) at 01-04 -> answerable 5",
            "area_credits(arts, ann, sources) at 01-05 -> justified-zero 0",
        ),
    )
    path = tmp_path / "shape.test"
    path.write_text(text_of("eduops", history), encoding="utf-8")
    golden = read(path)
    part = load_scenario(write(golden, tmp_path / "shape", {}, list(golden.questions())))
    tables = gold_of([part], "shape").tables
    read_by: dict[str, set[str]] = {}
    for node in tables["dag_node"].to_pylist():
        read_by.setdefault(node["query_id"], set()).add(node["relation"])
    before, after = (read_by[query] for query, _ in golden.questions())
    assert {"area_course", "equivalent", "course_within", "credits"} <= before - after
    assert "transfers_count" in before & after

"""The official metric, by thirty pairs whose verdicts were worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memsql.lastwrite.audit import audit
from memsql.lastwrite.metric import ABSTAIN, is_right, is_right_strict
from memsql.lastwrite.outcome import load_outcomes
from tests.lastwrite.conftest import Made, row

# prediction, gold, substring, strict
PAIRS = [
    ("Belgium", "Belgium", True, True),
    ("belgium", "BELGIUM", True, True),
    ("  Belgium \n", "Belgium", True, True),
    ("The answer is Belgium.", "Belgium", True, False),
    ("Belgium", "Kingdom of Belgium", False, False),
    ("The Beatles", "Beatles", True, True),
    ("Beatles", "The Beatles", True, True),
    ("an apple", "apple", True, True),
    ("a cat", "the cat", True, True),
    ("atre", "theatre", False, False),  # an article inside a word is none
    ("Athena", "hen", True, False),  # a substring inside a word counts
    ("New Delhi", "Delhi", True, False),
    ("New  Delhi", "New Delhi", True, True),
    ("NewDelhi", "New Delhi", False, False),
    ("Washington, D.C.", "Washington DC", True, True),
    ("Washington", "Washington, D.C.", False, False),
    ("St. John's", "St Johns", True, True),
    ("St. John\u2019s", "St Johns", False, False),  # a curly quote is no ASCII punctuation: it stays
    ("rock-and-roll", "rockandroll", True, True),
    ("rock\u2013and\u2013roll", "rockandroll", False, False),  # nor is a long dash
    ("rock\u2013and\u2013roll", "rock\u2013and\u2013roll", True, True),
    ("Shinzo Abe", "Shinz\u014d Abe", False, False),  # no Unicode folding
    ("Shinz\u014d Abe", "Shinz\u014d Abe", True, True),
    ("Shinzo\u0304 Abe", "Shinz\u014d Abe", False, False),  # not even of composed and combining accents
    ("Italy or France", "France", True, False),
    ("not France", "France", True, False),
    ("", "France", False, False),
    (ABSTAIN, "stain", False, False),  # an abstention is wrong, whatever it spells
    ("abstain", "stain", True, False),
    ("A", "B", False, False),
]


@pytest.mark.parametrize(("prediction", "gold", "substring", "strict"), PAIRS)
def test_a_pair(prediction: str, gold: str, substring: bool, strict: bool) -> None:
    assert is_right(prediction, [gold]) is substring
    assert is_right_strict(prediction, [gold]) is strict


def test_the_best_of_several_golds_counts() -> None:
    assert is_right("Persia", ["Iran", "Persia"])
    assert not is_right("Iraq", ["Iran", "Persia"])


def test_an_outcome_file_gets_the_same_verdicts(made: Made, tmp_path: Path) -> None:
    assert len(PAIRS) == 30
    questions = [(f"Question {n}?", gold) for n, (_, gold, _, _) in enumerate(PAIRS)]
    found = audit(made(row(["The capital of Foo is Bar"], questions)))
    lines = [{"set": "factconsolidation_sh_6k", "index": n, "output": said} for n, (said, *_) in enumerate(PAIRS)]
    path = tmp_path / "system.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    scored = load_outcomes(path, found)
    assert scored["is_right"].to_list() == [p[2] for p in PAIRS]
    assert scored["is_right_strict"].to_list() == [p[3] for p in PAIRS]

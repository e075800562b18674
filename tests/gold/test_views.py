"""The author's own text and the lifted views say the same, row by row, wherever everything is known.

No exception is needed among the rows: a group of a closed but empty scope has no row in either; that its count is
0 only shows when the key is looked up. `tests/gold/heavy.py` does the same over every domain and shipped scenario.
"""

from __future__ import annotations

from memsql.gold.suite import program_of
from memsql.scenario import load_scenario
from tests.gold.random_scenarios import domain, random_scenarios
from tests.gold.verbatim import agreement
from tests.house import ROOT


# In any history a true row is in the author's view, a false one is not, and a closed collection is the view's. Where
# every function has a value or is known to have none and every collection is complete, the two are equal.
def test_random_histories() -> None:
    of = domain("functions")
    complete = random_scenarios(of, 31, 2, 1, is_complete=True)
    found = agreement(of.program, [*complete, *random_scenarios(of, 32, 1, 1)], is_complete=lambda i: i < 2)
    assert found.wrong == []
    assert found.true > 20
    assert found.false > 20
    assert +found.missing == {}, "rows of the author's view that are not true"
    # A reference may resolve to a parameter of another kind, about which nothing is said.
    reads_parameters = {n for n in of.program.named if any(r.startswith("asked_") for r in of.program.reaches(n))}
    assert {n for n, count in found.undecided.items() if count} <= reads_parameters


def test_the_worked_example() -> None:
    scenario = load_scenario(ROOT / "data" / "worked_example")
    found = agreement(program_of(scenario), [scenario])
    assert found.wrong == []
    assert found.true > 0

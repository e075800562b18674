"""Worlds answer like the histories that somebody would get by editing the file of events.

`tests/gold/edited.py` edits; the engine that loads the edited history knows nothing of worlds but cutoffs.
"""

from __future__ import annotations

from random import Random

from tests.gold import worlds_check as check
from tests.gold.random_scenarios import domain


def test_worlds_are_edited_histories() -> None:
    found = check.edited_histories(domain("lookups"), Random(1), questions=8, events=6)
    assert found.wrong == []
    assert found.answers > 50


# A resolved world: facts as the cutoff has them, then only what the events assert; complete only with all slots.
def test_resolved_worlds_by_hand() -> None:
    found = check.resolved_by_hand(domain("lookups"), Random(1), questions=12, sets=3)
    assert found.wrong == []
    assert found.answers > 15


# The rules do not know what a world is for: all kinds in one pass answer as each kind alone.
def test_one_pass_for_all_kinds() -> None:
    found = check.one_pass(domain("lookups"), Random(5), questions=8)
    assert found.wrong == []

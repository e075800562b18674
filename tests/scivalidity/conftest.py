"""Compiled worlds, once a session: two seeds a TaskSpec, all ten where MEMSQL_FULL is set."""

from __future__ import annotations

import pytest

from memsql.scivalidity.compile import Compiled, compile_worlds
from memsql.scivalidity.generate import worlds
from memsql.scivalidity.taskspec import load
from tests.conftest import FULL

SEEDS = 10 if FULL else 2


@pytest.fixture(scope="session")
def compiled() -> Compiled:
    return compile_worlds(worlds(load(), SEEDS))

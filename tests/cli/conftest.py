"""A small scenario of one's own, in a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.own import write


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The folder with the scenario ``own``."""
    write(tmp_path, {})
    return tmp_path

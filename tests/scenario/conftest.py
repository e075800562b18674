"""The fixture that the tests of this room share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenario.folder import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)

"""The documents say what is: generated blocks are current, named files and tests exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from tests import docs
from tests.cli.run import memsql
from tests.conftest import FULL
from tests.house import ROOT, shown

LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
FILE = re.compile(r"`((?:memsql|sql|data|tests|notebooks)/[\w./-]*)`")
# Set while `make docs RECORD=1` runs the tests to record them.
WRITES_DOCS = "MEMSQL_WRITES_DOCS" in os.environ
OF_THE_SHELL = re.compile(r"[|;&$<>`]")
CLOSING = re.compile(r"(\d+) passed(?:, (\d+) skipped)?.* in [\d.]+ ?s")


def documents() -> Iterator[tuple[Path, str]]:
    """Every document that exists, with its text outside of generated blocks."""
    for name in docs.DOCUMENTS:
        if (ROOT / name).is_file():
            yield ROOT / name, docs.BLOCK.sub("", (ROOT / name).read_text())


GENERATED = [b for b in docs.all_blocks() if b.kind == "generated"]


@pytest.mark.parametrize("block", GENERATED, ids=lambda b: b.place)
def test_generated_block_is_what_its_command_prints(block: docs.Block) -> None:
    if ("make gold" in block.command or "data/gold" in block.command) and not FULL:
        pytest.skip("make gold is run by `python -m tests.docs`, which `make acceptance` and CI call")
    message = docs.difference(block, docs.body_with(block, printed(block)))
    if message:
        pytest.fail(message, pytrace=False)


def printed(block: docs.Block) -> str:
    """What the command prints; one of memsql alone is run in this process, and in bash by `python -m tests.docs`."""
    words = shlex.split(block.command)
    if words[0] != "memsql" or OF_THE_SHELL.search(block.command):
        return docs.output_of(block.command, fails=block.style == "error")
    with patch.dict(os.environ, docs.environment(), clear=True):
        done = memsql(*words[1:], cwd=ROOT)
    assert (done.returncode != 0) is (block.style == "error"), done.stderr
    return docs.trimmed(done.stdout + done.stderr)


@pytest.mark.parametrize("block", [b for b in docs.all_blocks() if b.kind == "recorded"], ids=lambda b: b.place)
def test_recorded_block_shows_a_session(block: docs.Block) -> None:
    is_there = block.body.startswith(f"```console\n$ {block.command}\n")
    assert is_there or WRITES_DOCS, f"{block.place}: run make docs RECORD=1"


# The record of `make test` names as many tests as there are: compared where the whole suite runs.
def test_recorded_count_of_tests_is_current(request: pytest.FixtureRequest) -> None:
    config = request.config
    is_whole = not (config.option.keyword or config.option.markexpr) and list(config.args) == ["tests"]
    if not is_whole or WRITES_DOCS:
        return
    for block in docs.all_blocks():
        if block.command == "make test":
            found = CLOSING.search(block.body)
            recorded = sum(int(n) for n in found.groups(default="0")) if found else 0
            there = len(request.session.items)
            assert recorded == there, f"{block.place}: {recorded} tests recorded, {there} run; make docs RECORD=1"


def test_links_and_named_files_exist() -> None:
    missing = [
        f"{shown(path)}: {target} does not exist"
        for path, text in documents()
        for target in LINK.findall(text)
        if not (path.parent / target).exists()
    ]
    missing += [
        f"{shown(path)}: {target} does not exist"
        for path, text in documents()
        for target in FILE.findall(text)
        if not (ROOT / target).exists() and not target.startswith("data/gold")
    ]
    assert not missing, "\n".join(missing)


def test_named_tests_exist() -> None:
    missing = [
        f"{shown(path)}: {file}::{name} does not exist"
        for path, text in documents()
        for file, name in TEST.findall(text)
        if not (ROOT / file).is_file() or f"def {name}(" not in (ROOT / file).read_text()
    ]
    assert not missing, "\n".join(missing)


PYTHON = [
    (f"{shown(path)} {number}", found)
    for path, text in documents()
    for number, found in enumerate(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL), 1)
]


@pytest.mark.parametrize("code", [code for _, code in PYTHON], ids=[place for place, _ in PYTHON])
def test_python_block_runs(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_invariant_names_its_test() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    section = text.split("\n## Invariants\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][2:]
    assert rows, "ARCHITECTURE.md: no table under Invariants"
    assert not [row for row in rows if not TEST.search(row)], "ARCHITECTURE.md: an invariant without a test"


# A block that is wrong is noticed: the comparison itself, on a document of one line.
def test_difference_names_place_and_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "shown", lambda path: path.name)
    page = tmp_path / "page.md"
    page.write_text("text\n<!-- generated: echo one -->\n```console\n$ echo one\ntwo\n```\n<!-- end -->\n")
    (block,) = docs.blocks(page)
    message = docs.difference(block, docs.body_of(block))
    assert message.startswith("page.md:2: not the output of `echo one`; run make docs")
    assert "+one" in message
    page.write_text(docs.rewritten(page, "generated"))
    (block,) = docs.blocks(page)
    assert not docs.difference(block, docs.body_of(block))

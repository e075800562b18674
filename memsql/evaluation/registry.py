"""Systems under test by name, and everything that is needed to make one again in another process."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memsql.errors import SutError, did_you_mean, shown
from memsql.evaluation.install import python
from memsql.evaluation.process import Limits, Process
from memsql.evaluation.serve import load
from memsql.evaluation.sut import Budget, Capabilities, Sut

DEFAULT_BUDGET = Budget(records=10)
"""What a context may hold where nothing is said; systems that are not ``bounded`` do not heed it, and say so."""
SUTS, ADAPTERS = "memsql.evaluation.suts", "memsql.evaluation.adapters"


@dataclass(frozen=True, slots=True)
class Entry:
    """A system that ships: its class as ``module:Class``.

    ``is_reference``: it is given gold or actions, and never ranked. ``environment``: the installation in whose
    interpreter it runs, empty for ours.
    """

    name: str
    meaning: str
    path: str
    is_reference: bool = False
    environment: str = ""


ENTRIES = (
    Entry("null", "no context", f"{SUTS}.null:Null"),
    Entry("whole_history", "every record so far", f"{SUTS}.whole_history:WholeHistory"),
    Entry("recency", "the last records", f"{SUTS}.recency:Recency"),
    Entry("bm25", "lexical retrieval (bm25s)", f"{SUTS}.bm25:Bm25"),
    Entry("dense", "retrieval by embeddings (all-MiniLM-L6-v2, int8)", f"{SUTS}.dense:Dense"),
    Entry("supporting_events", "the events of all derivations", f"{SUTS}.references:SupportingEvents", True),
    Entry("one_witness", "a smallest sufficient set of events", f"{SUTS}.references:OneWitness", True),
    Entry("last_write", "of every fact its last write", f"{SUTS}.references:LastWrite", True),
    Entry("mem0", "Mem0, records or extracted facts by vectors", f"{ADAPTERS}.mem0:Mem0", environment="mem0"),
    Entry("lightrag", "LightRAG, vectors or a graph", f"{ADAPTERS}.lightrag:LightRag", environment="lightrag"),
    Entry("cognee", "Cognee, a graph; needs a model", f"{ADAPTERS}.cognee:Cognee", environment="cognee"),
    Entry(
        "graphiti", "Graphiti, a graph in time; needs a model", f"{ADAPTERS}.graphiti:Graphiti", environment="graphiti"
    ),
)


@dataclass(frozen=True, slots=True)
class SutSpec:
    """A system with its options. Calling it makes a fresh instance; it can be sent to another process.

    ``path``: a class as ``module:Class``, run here, or by the interpreter of ``environment``; else ``command``: a
    program that speaks JSON lines. ``name``: what the run folder and the reports call it.
    """

    name: str
    path: str = ""
    command: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    is_reference: bool = False
    environment: str = ""
    log: Path | None = None

    def __call__(self) -> Sut:
        """Make an instance. Raises SutError where the class cannot be had; a program is started by ``open``."""
        if self.environment:
            command = served(self.path, str(python(self.environment)))
            return Process(command, self.limits, log=self.log, name=self.name)
        if self.command:
            return Process(self.command, self.limits, log=self.log, name=self.name)
        return load(self.path)()


def source_sha256(found: SutSpec) -> str:
    """Hash of the code of a system of one's own: its module's file, or the files that its command names; else empty.

    Changed code is another system. What that code imports is not looked at.
    """
    files = [Path(part) for part in found.command]
    if found.path and not found.path.startswith("memsql."):
        module = importlib.util.find_spec(found.path.partition(":")[0])
        files = [Path(module.origin)] if module is not None and module.origin else []
    there = [path.read_bytes() for path in files if path.is_file()]
    return hashlib.sha256(b"\0".join(there)).hexdigest() if there else ""


def names() -> tuple[str, ...]:
    """Every name that ships, in the order of the reports."""
    return tuple(e.name for e in ENTRIES)


def entry(name: str) -> Entry:
    """A system that ships. Raises SutError for an unknown name."""
    for found in ENTRIES:
        if found.name == name:
            return found
    advice = "or give a class as module:Class, or a program with --sut-command"
    raise SutError(f"{shown(name)}: no such system; {did_you_mean(name, names())} {advice}")


def spec(name: str, options: Mapping[str, str] | None = None, limits: Limits | None = None) -> SutSpec:
    """A system that ships, or a class of one's own as ``module:Class``. Raises SutError where it cannot be had.

    A class of one's own is imported here, so that what is wrong with it is said before anything runs.
    """
    given, allowed = dict(options or {}), limits or Limits()
    if ":" in name:
        load(name)
        return SutSpec(run_name(name.rpartition(":")[2]), name, options=given, limits=allowed)
    found = entry(name)
    return SutSpec(
        name,
        found.path,
        options=given,
        limits=allowed,
        is_reference=found.is_reference,
        environment=found.environment,
    )


def command_spec(
    command: str, name: str = "", options: Mapping[str, str] | None = None, limits: Limits | None = None
) -> SutSpec:
    """A program that speaks JSON lines, split as a shell does. Raises SutError where there is no command.

    ``name``: what it is called; else the last part of the command that names a file or module.
    """
    try:
        parts = tuple(shlex.split(command))
    except ValueError as error:
        raise SutError(f"{shown(command)}: no command ({error}); quote it as for a shell") from None
    if not parts:
        raise SutError("the command is empty; give the program that speaks JSON lines")
    named = [p for p in parts if not p.startswith("-")]
    return SutSpec(
        run_name(name or Path((named or parts)[-1].rpartition(":")[2]).stem),
        command=parts,
        options=dict(options or {}),
        limits=limits or Limits(),
    )


def opened(sut: Sut, found: SutSpec, namespace: str) -> Capabilities:
    """Open an instance that ``found`` made. Whatever it raises is a SutError, in one line."""
    try:
        said = sut.open(namespace, found.options)
    except SutError:
        raise
    except ModuleNotFoundError as error:
        raise SutError(f"{found.name}: unavailable, the package {error.name} is missing; install it") from None
    except Exception as error:
        raise SutError(f"{found.name}: open: {type(error).__name__}: {shown(str(error), 300)}") from error
    if not isinstance(said, Capabilities):
        raise SutError(f"{found.name}: open returned {shown(said)}; return Capabilities")
    return said


def unavailable(found: SutSpec) -> str | None:
    """Say in one line why a system cannot be run here, and what to do; None where it can. Starts it for a moment."""
    try:
        sut = found()
        opened(sut, found, "available")
        sut.close()
    except SutError as error:
        return str(error)
    return None


def run_name(text: str) -> str:
    """A name for a folder: ``MyMemory2`` is my_memory2."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    return re.sub(r"[^a-z0-9]+", "_", apart.lower()).strip("_") or "sut"


def served(path: str, interpreter: str = sys.executable) -> tuple[str, ...]:
    """The command that serves a class over JSON lines with an interpreter of any environment."""
    return (interpreter, str(Path(__file__).with_name("serve.py")), path)

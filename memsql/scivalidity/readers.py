"""Prompts and readers: a reader gets one string and returns one string, nothing else.

Without a model: first choice, seeded random, the surface prior (decides by the reported value alone), and the
state reader, which reads the governing relation where a view discloses it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from memsql.errors import DataError, MemsqlError, did_you_mean, hindrance, shown
from memsql.lastwrite.files import HALF, content_of
from memsql.lastwrite.model import Model
from memsql.lastwrite.write import write_file

ACTIONS = "LEGAL ACTIONS: "
ASKED = 'Answer with JSON: {"choice": "<one of the legal actions, letter by letter>"}'
REPORTED = re.compile(r"reported value ?: ([^\s;]+)")
FLAT_EDGE = re.compile(
    r"edge \| (?P<source>.+?) \| (?P<relation>.+?) \| (?P<target>.+?) \| status : (?P<status>.+?) \| because .+"
)
FLAT_NODE = re.compile(r"node \| (?P<node>.+?) \| .+ \| because .+")
TYPED_EDGE = re.compile(r"\[(?P<relation>.+?)\] (?P<source>.+?) => (?P<target>.+?) \{ status : (?P<status>.+?) \} <.+>")
TYPED_NODE = re.compile(r"\[.+?\] (?P<node>\S+) \{ .+ \} <.+>")
THRESHOLD = 0.05
ADVICE = "the outputs of a model are kept there; name another --out, or remove it"
NAMES = ("first", "random", "surface", "state")
"""Readers without a model."""

Reader = Callable[[str], str]
Rulebook = Mapping[tuple[str, str], str]
"""(relation, status) to the action that it licenses: public knowledge of the method, the same for every world."""


def prompt(request: str, actions: list[str], text: str) -> str:
    """The whole input of a reader: request, legal actions, the view, and how to answer."""
    return f"REQUEST: {request}\n{ACTIONS}{' | '.join(actions)}\n\n{text}\n\n{ASKED}\n"


def legal(asked: str) -> list[str]:
    """The legal actions that a prompt names."""
    line = next(line for line in asked.splitlines() if line.startswith(ACTIONS))
    return line.removeprefix(ACTIONS).split(" | ")


def parsed(output: str, actions: list[str]) -> str | None:
    """The legal action that an output names; None for bad JSON, an illegal choice or a refusal."""
    try:
        found = json.loads(output)
    except (ValueError, RecursionError):
        return None
    choice = found.get("choice") if isinstance(found, dict) else None
    return choice if isinstance(choice, str) and choice in actions else None


def said(choice: str) -> str:
    """An output in the form that is asked for."""
    return json.dumps({"choice": choice}, ensure_ascii=False)


def first_choice(asked: str) -> str:
    """The first legal action."""
    return said(legal(asked)[0])


def seeded_random(asked: str) -> str:
    """A legal action by a hash of the prompt."""
    actions = legal(asked)
    return said(actions[hashlib.sha256(asked.encode()).digest()[0] % len(actions)])


def surface(asked: str) -> str:
    """Decide by the reported value: the first action below 0.05, else the last; by a hash where it is no number."""
    actions = legal(asked)
    found = REPORTED.search(asked)
    value = found[1].rstrip(".") if found else ""
    try:
        is_small = float(value) < THRESHOLD
    except ValueError:
        is_small = hashlib.sha256(value.encode()).digest()[0] % 2 == 0
    return said(actions[0] if is_small else actions[-1])


@dataclass(frozen=True, slots=True)
class StateReader:
    """Reads relations in the rendered string; answers where they license exactly one action, else refuses.

    A relation counts if its ends are two different objects that the view lists.
    """

    rulebook: Rulebook

    def __call__(self, asked: str) -> str:
        """The licensed action, or an empty choice, which is an invalid decision."""
        actions = legal(asked)
        lines = asked.splitlines()
        nodes = {m["node"] for line in lines for p in (FLAT_NODE, TYPED_NODE) if (m := p.fullmatch(line))}
        found = set()
        for line in lines:
            edge = FLAT_EDGE.fullmatch(line) or TYPED_EDGE.fullmatch(line)
            if edge is None or edge["source"] == edge["target"] or not {edge["source"], edge["target"]} <= nodes:
                continue
            action = self.rulebook.get((edge["relation"], edge["status"]))
            if action in actions:
                found.add(action)
        return said(found.pop() if len(found) == 1 else "")


@dataclass(frozen=True, slots=True)
class ModelReader:
    """An answer model at temperature 0. Every output is kept in a file of JSON lines, so that a run can go on.

    ``kept``: sha256 of a prompt to its output; the first output is retained, whatever it says.
    """

    model: Model
    path: Path
    kept: dict[str, str]

    @classmethod
    def at(cls, model: Model, path: Path) -> ModelReader:
        """A reader that knows what the file already holds of this model.

        A last line that is cut off, as that of a run that was killed, is taken out of the file: its prompt is asked
        again. Raises DataError for any other line that is no output, and where the file cannot be read.
        """
        kept: dict[str, str] = {}
        # Lines end in LF alone: an output may hold other signs that end a line.
        content = content_of(path, ADVICE) if os.path.lexists(path) else b""
        whole, _, torn = content.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if torn and _output(torn) is not None:
            lines.append(torn)
        for number, line in enumerate(lines, start=1):
            row = _output(line)
            if row is None:
                raise DataError(f"{path}:{number}: no output of a model; remove the line to ask again")
            if row["model"] == model.name:
                kept.setdefault(row["prompt_sha256"], row["output"])
        if torn:
            write_file(path, "".join(f"{line.decode()}\n" for line in lines))
        return cls(model, path, kept)

    def __call__(self, asked: str) -> str:
        """The retained output of a prompt."""
        key = hashlib.sha256(asked.encode()).hexdigest()
        if key not in self.kept:
            output = self.model.complete(asked, temperature=0, is_empty_kept=True)
            # A model that was cut off may end in half of a pair, which no file can hold.
            self.kept[key] = HALF.sub("\ufffd", output)
            row = {"model": self.model.name, "prompt_sha256": key, "output": self.kept[key]}
            try:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
            except OSError as error:
                found = f"{self.path}: not written ({hindrance(self.path, error)})"
                raise MemsqlError(f"{found}; make it writable, or make room") from None
        return self.kept[key]


def _output(line: bytes) -> dict[str, str] | None:
    """A row of the file of outputs; None for a line that is none."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    is_row = isinstance(row, dict) and all(isinstance(row.get(c), str) for c in ("model", "prompt_sha256", "output"))
    return row if is_row else None


def reader_of(name: str, rulebook: Rulebook) -> Reader:
    """A reader without a model by its name. Raises MemsqlError for an unknown one."""
    check_name(name)
    readers: tuple[Reader, ...] = (first_choice, seeded_random, surface, StateReader(rulebook))
    return dict(zip(NAMES, readers, strict=True))[name]


def check_name(name: str) -> None:
    """Raise MemsqlError for a name that no reader without a model has."""
    if name not in NAMES:
        raise MemsqlError(f"reader {shown(name)}: not known; {did_you_mean(name, NAMES)}")

"""Golden files: set-up, question and answer on one screen, with a sentence above each case.

A file consists of blocks with an empty line between them. The first block says in a sentence (lines that begin
with ``#``) what the file shows. Then come, each once at most and in this order:

``domain NAME``  schema and rules of a domain that ships with memsql
``schema``       ``create table`` statements
``rule NAME``    a rule file, header lines included; one block each
``events``       one event a line: ``e1 2026-01-05: assert dest(vera, grus) = corby; complete trip(vera)``

and cases. A case begins with its sentence, and is one of

``ask RELATION(key) at TIME [known TIME] -> LABEL VALUE`` (``RELATION[scope]`` asks for a collection), with any
of these behind it: ``witness e1 e2`` (one line for each witness, all of them), ``support e1 e2 e3``,
``excluded e7`` (superseded versions), ``missing fact(key)`` (all that would have to be known),
``dag height 4 width 9``. Several questions may follow each other under one sentence.

``ask ..`` or ``rule NAME`` with a rule file, and then ``refused MESSAGE``: the whole message. Several of these
may follow each other too.

A value is a number, a text, a date, true or false; ``none`` for a function that is known to have no value;
``{a, b}`` for a set, with ``(a, b)`` for a member of several columns; ``a, b`` for several value columns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ITEM = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^,"]*[^,"\s]))\s*(?:,|$)')
EVENT = re.compile(r"(\S+) (\d\S*):(?: (.*))?")
ACTION = re.compile(r"(assert|cancel|complete|declare) (\w+)\((.*?)\)(?: = (.*))?")
ASK = re.compile(
    r"ask ((?:first|current)\(\w+\)|\w+)([(\[])(.*)[)\]] at (\S+)(?: known (\S+))?(?: -> (\S+)(?: (.+))?)?"
)
TABLE = re.compile(r"create table (\w+)")
DETAILS = ("witness", "support", "excluded", "missing", "dag")


class GoldenError(Exception):
    """A golden file that does not follow the form above; the message says where."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question with what is expected: label, value text, and the lines behind it by their first word."""

    line: int
    relation: str
    key: tuple[str, ...]
    is_collection: bool
    at: str
    known: str | None
    label: str | None
    value: str
    details: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Case:
    """Questions, or a question or rule files that are refused with ``message``."""

    line: int
    sentence: str
    questions: tuple[Question, ...]
    rules: dict[str, str]
    message: str | None


@dataclass(slots=True)
class Golden:
    """A golden file as it stands."""

    path: Path
    sentence: str = ""
    domain: str = ""
    schema: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The stem of the file; also the id of the scenario that it makes."""
        return self.path.stem

    def questions(self) -> Iterator[tuple[str, Question]]:
        """Yield (query_id, question) of the questions that have an answer."""
        asked = (q for c in self.cases if c.message is None for q in c.questions)
        return ((f"{self.name}.{number}", question) for number, question in enumerate(asked, 1))


def read(path: Path) -> Golden:
    """Read a golden file. Raises GoldenError, with the line, where it is not in form."""
    golden = Golden(path)
    for first, lines in _blocks(path.read_text(encoding="utf-8")):
        where = f"{path.name}:{first}"
        count = next((i for i, text in enumerate(lines) if not text.startswith("#")), len(lines))
        sentence = " ".join(text[1:].strip() for text in lines[:count])
        body = [(first + count + i, text) for i, text in enumerate(lines[count:])]
        if not golden.sentence:
            if not sentence or body:
                raise GoldenError(f"{where}: begin with a sentence (# ...) and an empty line")
            golden.sentence = sentence
        elif sentence:
            golden.cases += _cases(where, first + count, sentence, body)
        else:
            _set_up(golden, where, body)
    if not golden.cases:
        raise GoldenError(f"{path.name}: no case")
    return golden


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, lines) of the paragraphs."""
    block: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            block.append(line.rstrip())
        elif block:
            yield number - len(block), block
            block = []


def _set_up(golden: Golden, where: str, body: list[tuple[int, str]]) -> None:
    """Add the set-up of one block."""
    if golden.cases:
        raise GoldenError(f"{where}: a case without a sentence; write # ... above it")
    word, _, rest = body[0][1].partition(" ")
    texts = [text for _, text in body[1:]]
    if word == "domain":
        golden.domain = rest
    elif word == "schema":
        for statement in "\n".join(texts).split(";"):
            if found := TABLE.search(statement):
                golden.schema[found[1]] = f"{statement.strip()};\n"
    elif word == "rule":
        golden.rules |= _rules(body)
    elif word == "events":
        golden.events += [_event(f"{golden.path.name}:{line}", text) for line, text in body[1:]]
    else:
        raise GoldenError(f"{where}: {word} is no part of a golden file")


def _rules(body: list[tuple[int, str]]) -> dict[str, str]:
    """Rule texts by name."""
    found: dict[str, list[str]] = {}
    for _, text in body:
        if text.startswith("rule "):
            lines = found.setdefault(text.split()[1], [])
        else:
            lines.append(text)
    return {name: "\n".join(lines) + "\n" for name, lines in found.items()}


def _event(where: str, text: str) -> dict[str, Any]:
    """One line of events.jsonl."""
    match = EVENT.fullmatch(text)
    if not match:
        raise GoldenError(f"{where}: not an event; write e1 2026-01-05: assert trip(vera, grus)")
    actions = []
    for part in (match[3] or "").split("; ") if match[3] else []:
        action = ACTION.fullmatch(part)
        if not action:
            raise GoldenError(f"{where}: {part!r} is no action; write assert dest(vera, grus) = corby")
        made: dict[str, Any] = {"verb": action[1], "predicate": action[2], "key": items(action[3])}
        if action[4] is not None:
            made["value"] = items(action[4])
        actions.append(made)
    return {"event_id": match[1], "observed_at": match[2], "record": text, "actions": actions}


def _cases(where: str, first: int, sentence: str, body: list[tuple[int, str]]) -> Iterator[Case]:
    """Read the cases under one sentence: each ``refused`` ends one."""
    if not body:
        raise GoldenError(f"{where}: a sentence without a case")
    start = 0
    for number, (_, text) in enumerate(body):
        if text.startswith("refused "):
            yield _case(where, first, sentence, body[start:number], text.removeprefix("refused "))
            start = number + 1
    if start < len(body):
        yield _case(where, first, sentence, body[start:], None)


def _case(where: str, first: int, sentence: str, body: list[tuple[int, str]], message: str | None) -> Case:
    """Read one case, without its last line where that is ``refused``."""
    line = body[0][0] if body else first
    if body and body[0][1].startswith("rule ") and message is not None:
        return Case(line, sentence, (), _rules(body), message)
    questions: list[Question] = []
    for number, text in body:
        word, _, rest = text.partition(" ")
        if word == "ask" and (match := ASK.fullmatch(text)):
            questions.append(_question(number, match))
        elif word in DETAILS and questions:
            questions[-1].details.setdefault(word, []).append(rest)
        else:
            raise GoldenError(f"{where}: {text!r} is no line of a case")
    if not questions or (message is None) != all(q.label for q in questions):
        raise GoldenError(f"{where}: write either -> and the answer, or refused and the message")
    return Case(line, sentence, tuple(questions), {}, message)


def _question(line: int, match: re.Match[str]) -> Question:
    relation, bracket, key, at, known, label, value = match.groups()
    return Question(line, relation, tuple(items(key)), bracket == "[", at, known, label, value or "", {})


def items(text: str) -> list[str]:
    """Values of a list: bare, or in double quotes with backslashes; ``""`` is the empty text."""
    found = []
    while text:
        match = ITEM.match(text)
        if not match:
            raise GoldenError(f"{text!r} is no list of values")
        found.append(re.sub(r"\\(.)", r"\1", match[1]) if match[1] is not None else match[2])
        text = text[match.end() :]
    return found


def write(golden: Golden, folder: Path, rules: dict[str, str], asked: list[tuple[str, Question]]) -> Path:
    """Write the scenario folder of a golden file with these rules (its own, where it has a domain) and questions."""
    for part, texts in (("schema", golden.schema), ("rules", rules)):
        if not golden.domain:
            (folder / part).mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            path = folder / part / f"{name}.sql"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    if golden.domain:
        (folder / "scenario.toml").write_text(f'domain = "{golden.domain}"\n')
    _write_lines(folder / "events.jsonl", golden.events)
    _write_lines(folder / "queries.jsonl", [_query(query_id, q) for query_id, q in asked])
    return folder


def _write_lines(path: Path, objects: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(o, ensure_ascii=False) + "\n" for o in objects), encoding="utf-8")


def _query(query_id: str, question: Question) -> dict[str, Any]:
    made: dict[str, Any] = {
        "query_id": query_id,
        "relation": question.relation,
        "scope" if question.is_collection else "key": list(question.key),
        "cutoff_at": question.at,
    }
    return made if question.known is None else {**made, "known_at": question.known}

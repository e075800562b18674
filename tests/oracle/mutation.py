"""Rule files with one comparison turned round, in a scenario small enough to evaluate often.

Rule files are opened by program only: the oracle's programs are written without sight of them.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from memsql.model import Scenario
from memsql.scenario import load_scenario

ROOT = Path(__file__).parents[2]

MOST_QUERIES = 100
"""Queries a mutation is asked, the first of the file: those written by hand stand before generated ones."""

FLIPS = {
    "not exists": "exists",
    "exists": "not exists",
    "<=": "<",
    "<>": "=",
    ">=": ">",
    "<": "<=",
    ">": ">=",
    "=": "<>",
    "and": "or",
    "or": "and",
    "min(": "max(",
    "max(": "min(",
    "least(": "greatest(",
    "greatest(": "least(",
    "sum(": "max(",
    "between": "not between",
    "+": "-",
    "-": "+",
}
TOKEN = re.compile(
    r"'(?:[^']|'')*'|--[^\n]*|\bnot\s+exists\b|\bexists\b|<=|<>|>=|[<>=+-]|\b(?:and|or)\b"
    r"|\b(?:min|max|least|greatest|sum)\(|\bbetween\b|,\s*\d+\s*\)|[\d.]+|\w+"
)


def flips(text: str) -> Iterator[tuple[str, str]]:
    """What was turned round, and the text with only that turned round, from the first place to the last.

    A whole number becomes the next one. Texts, comments, decimals and the last argument of a function (the
    zero of ``coalesce``) stay.
    """
    for found in TOKEN.finditer(text):
        token = " ".join(found.group().split())
        flipped = str(int(token) + 1) if token.isdecimal() else FLIPS.get(token)
        if flipped is not None:
            line = text.count("\n", 0, found.start()) + 1
            before, after = text[: found.start()], text[found.end() :]
            yield f"line {line}: {token} becomes {flipped}", before + flipped + after


def rule_files(suite: str) -> dict[str, Path]:
    """Rule files of a suite's domain by relation; suites in data/ bear the name of their domain."""
    return {path.stem: path for path in sorted((ROOT / "sql" / "rules" / suite).glob("*.sql"))}


def reads(rules: dict[str, Path]) -> dict[str, set[str]]:
    """The derived relations that each rule file names outside its header."""
    words = {
        relation: set(re.findall(r"\w+", re.sub(r"--[^\n]*", "", path.read_text()))) for relation, path in rules.items()
    }
    return {relation: words[relation] & rules.keys() - {relation} for relation in rules}


def reached(start: set[str], steps: dict[str, set[str]]) -> set[str]:
    """Everything that a walk along the steps comes to, the start included."""
    found, rest = set(start), list(start)
    while rest:
        new = steps.get(rest.pop(), set()) - found
        found |= new
        rest += new
    return found


@cache
def _whole(suite: str) -> Scenario:
    return load_scenario(ROOT / "data" / suite)


def part_for(suite: str, relation: str, folder: Path) -> Scenario:
    """A suite's scenario with only the rules, copied to a folder, and the queries that a relation bears on."""
    rules = rule_files(suite)
    below = reads(rules)
    above = {name: {other for other in rules if name in below[other]} for name in rules}
    touched = reached({relation}, above)
    copies = [Path(shutil.copy(rules[name], folder)) for name in sorted(reached(touched, below))]
    whole = _whole(suite)
    lines = [line for line in (ROOT / "data" / suite / "queries.jsonl").read_text().splitlines() if line.strip()]
    asked = [json.loads(line) for line in lines]
    kept = [query["query_id"] for query in asked if query["relation"] in touched][:MOST_QUERIES]
    queries = whole.queries.filter(pc.is_in(whole.queries["query_id"], pa.array(kept)))
    return replace(whole, rule_paths=tuple(copies), queries=queries)

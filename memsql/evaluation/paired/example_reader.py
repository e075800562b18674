"""An extractive reader for the example history: it reads the sentences of a context by patterns, without gold.

The patterns and the questions that they answer are data (``data/paired/example_reader.json``). It is for tests and
demonstrations: it knows no other history.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memsql.evaluation.paired.answer import UNKNOWN, read_sub_answers
from memsql.evaluation.paired.typed import NONE, parted
from memsql.resources import data_root

FILE = "example_reader.json"


@dataclass(frozen=True)
class ExampleReader:
    """Reads ``pattern`` (name to expression, the group is the member) for ``question`` (text to how it is answered)."""

    name: str = "example-reader"
    table: Mapping[str, Any] = field(default_factory=lambda: json.loads(_text()))

    @property
    def settings(self) -> Mapping[str, str]:
        """Which table it reads by."""
        return {"patterns": hashlib.sha256(json.dumps(self.table, sort_keys=True).encode()).hexdigest()}

    def answer(self, question: str, context: str) -> str:
        """Answer from what the context says; unknown for a question that is not in its table."""
        how = self.table["question"].get(question.split("\n", maxsplit=1)[0])
        if how is None:
            return UNKNOWN
        if "pattern" in how:
            found = self._found(how["pattern"], context)
            return (
                found[-1]
                if how.get("is_one") and found
                else ("; ".join(found) or (UNKNOWN if how.get("is_one") else NONE))
            )
        left, right = (self._members(how[side], context) for side in ("left", "right"))
        if how["operator"] == "compare":
            return str(how["labels"][(len(left) > len(right)) - (len(left) < len(right)) + 1])
        return "; ".join(name for name in left if name not in right) or NONE

    def _members(self, question: str, context: str) -> list[str]:
        answers = read_sub_answers(context)
        if question in answers:
            return [part.strip() for part in next(parted(answers[question])) if part.strip() not in (NONE, UNKNOWN)]
        return self._found(self.table["question"][question]["pattern"], context)

    def _found(self, name: str, context: str) -> list[str]:
        return list(dict.fromkeys(re.findall(self.table["pattern"][name], context)))


def _text() -> str:
    return (data_root() / "paired" / FILE).read_text(encoding="utf-8")

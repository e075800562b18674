"""Print the code map of ARCHITECTURE.md: every module of memsql/ with the first sentence of its docstring."""

from __future__ import annotations

import ast
import re

from tests.house import ROOT, files
from tests.test_house import ROOMS, room


def first_sentence(text: str) -> str:
    """The docstring's first sentence, on one line, safe inside a table."""
    paragraph = " ".join(text.split("\n\n", maxsplit=1)[0].split())
    return re.split(r"(?<=\.)\s", paragraph)[0].replace("|", "\\|")


def main() -> None:
    """Print the table, rooms from the top of the house to the ground."""
    rows = []
    for path in files(".py"):
        if path.is_relative_to(ROOT / "memsql"):
            inside = path.relative_to(ROOT / "memsql")
            where = room(inside.with_suffix("").parts)
            text = ast.get_docstring(ast.parse(path.read_text())) or ""
            rows.append((ROOMS.index(where), inside.as_posix(), first_sentence(text)))
    print("| file in memsql/ | what it does |\n|---|---|")
    for _, file, sentence in sorted(rows):
        print(f"| {file} | {sentence} |")


if __name__ == "__main__":
    main()

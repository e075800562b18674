"""Generated blocks of the documents: each holds the real output of the command in its first line.

    <!-- generated: memsql explain august -->     output as a console session; compared by the tests
    <!-- generated markdown: COMMAND -->           output as it is (tables)
    <!-- generated error: COMMAND -->              the command has to fail
    <!-- recorded: make test -->                   a slow command; compared in shape only
    <!-- end -->

``python -m tests.docs`` compares, ``--write`` rewrites the generated blocks, ``--record`` all of them.
A command runs in bash at the root, with this environment's bin folder first, in 100 columns, without colour.
Seconds are the only thing that may differ.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from pathlib import Path

from tests.house import BESIDE, CONFLICT_RESOLUTION, ROOT, shown

DOCUMENTS = ("README.md", "ARCHITECTURE.md", "data/README.md", "data/standard/README.md")
BLOCK = re.compile(
    r"^<!-- (?P<kind>generated|recorded)(?P<style> markdown| error)?: (?P<command>.+?) -->\n"
    r"(?P<body>.*?)^<!-- end -->$",
    re.MULTILINE | re.DOTALL,
)
SECONDS = re.compile(r"\b\d+(?:\.\d+)? ?(?:s|seconds)\b")
SECONDS_A_COMMAND = 600


@dataclass(frozen=True, slots=True)
class Block:
    """One generated block: where it stands, what makes it, what it holds now."""

    path: Path
    line: int
    kind: str
    style: str
    command: str
    body: str

    @property
    def place(self) -> str:
        """``path:line`` of the opening marker."""
        return f"{shown(self.path)}:{self.line}"


def blocks(path: Path) -> Iterator[Block]:
    """Blocks of one document, in their order."""
    text = path.read_text()
    for found in BLOCK.finditer(text):
        yield Block(
            path=path,
            line=text.count("\n", 0, found.start()) + 1,
            kind=found["kind"],
            style=(found["style"] or "").strip(),
            command=found["command"],
            body=found["body"],
        )


def all_blocks() -> list[Block]:
    """Blocks of all documents that exist."""
    return [b for name in DOCUMENTS if (ROOT / name).is_file() for b in blocks(ROOT / name)]


def environment() -> dict[str, str]:
    """The caller's environment without what changes output: colours, widths, an outer make or pytest."""
    kept = {k: v for k, v in os.environ.items() if not re.match(r"MAKE|MFLAGS|PYTEST_|COV_|TERM$|FORCE_COLOR|CI$", k)}
    here = Path(sys.executable).parent
    return kept | {
        CONFLICT_RESOLUTION: kept.get(CONFLICT_RESOLUTION, str(BESIDE)),
        "PATH": f"{here}{os.pathsep}{kept['PATH']}",
        "COLUMNS": "100",
        "LINES": "50",
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONUNBUFFERED": "1",
        "MEMSQL_WRITES_DOCS": "1",
    }


@cache
def output_of(command: str, *, fails: bool) -> str:
    """What the command prints on both streams, trailing blanks cut; RuntimeError where it ends wrongly."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS_A_COMMAND,
        check=False,
    )
    text = trimmed(done.stdout)
    if (done.returncode != 0) is not fails:
        expected = "a failure" if fails else "success"
        raise RuntimeError(f"{command}: ended with {done.returncode}, {expected} was expected\n{text}")
    return text


def trimmed(text: str) -> str:
    """An output without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def body_of(block: Block) -> str:
    """What the block has to hold."""
    return body_with(block, output_of(block.command, fails=block.style == "error"))


def body_with(block: Block, text: str) -> str:
    """What the block has to hold where its command prints this text."""
    if block.style == "markdown":
        return f"\n{text}\n\n"
    return f"```console\n$ {block.command}\n{text}\n```\n"


def difference(block: Block, wanted: str) -> str:
    """Empty where the block holds what it has to, else a message with the lines that differ."""
    is_same = SECONDS.sub("_ s", block.body) == SECONDS.sub("_ s", wanted)
    if is_same:
        return ""
    lines = unified_diff(block.body.splitlines(), wanted.splitlines(), "document", "command", lineterm="", n=1)
    return f"{block.place}: not the output of `{block.command}`; run make docs\n" + "\n".join(lines)


def rewritten(path: Path, kind: str) -> str:
    """Text of a document with the blocks of that kind made again."""
    fresh = iter([body_of(b) if b.kind == kind else b.body for b in blocks(path)])

    def put(found: re.Match[str]) -> str:
        opening, closing = found.start("body") - found.start(), found.end("body") - found.start()
        return found.group()[:opening] + next(fresh) + found.group()[closing:]

    return BLOCK.sub(put, path.read_text())


def write(kind: str) -> None:
    """Rewrite the documents; a block whose seconds alone changed stays as it was."""
    for name in DOCUMENTS:
        path = ROOT / name
        if path.is_file():
            old, new = path.read_text(), rewritten(path, kind)
            if old != new and (kind == "recorded" or SECONDS.sub("_ s", old) != SECONDS.sub("_ s", new)):
                path.write_text(new)
                print(f"{name}: {kind} blocks written")


def main() -> int:
    """Compare or rewrite; 1 where a generated block is not what its command prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="rewrite the generated blocks")
    parser.add_argument("--record", action="store_true", help="rewrite the recorded blocks too (minutes)")
    chosen = parser.parse_args()
    try:
        if chosen.write:
            write("generated")
        if chosen.record:
            write("recorded")
        wrong = [d for b in all_blocks() if b.kind == "generated" and (d := difference(b, body_of(b)))]
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(wrong) or f"{len(all_blocks())} blocks are what their commands print", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""The process of the symbolic reader: parts on standard input, answers on standard output, gold out of reach.

It may open its own program, the templates and the rules, and nothing else: an open of any other file ends it.
The database of the engine reaches no file at all (:mod:`memsql.db`).
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/proc", "/dev", "/sys")


def allowed_roots() -> tuple[str, ...]:
    """Folders that the process may read: Python, its packages, this package, the rules, the templates, and the
    empty folder that it was started in.
    """
    from memsql.resources import PACKAGE, data_root, sql_root

    own = [PACKAGE, sql_root(), data_root() / "domains"]
    python = [Path(p) for p in (sys.prefix, sys.base_prefix, sys.exec_prefix)]
    packages = [Path(p) for p in sys.path if p and Path(p).name in ("site-packages", "dist-packages")]
    found = [os.path.realpath(p) for p in (*own, *python, *packages)]
    return (*SYSTEM, *found, os.path.realpath(Path.cwd()))


def close_the_rest() -> None:
    """Refuse, from now on, to open or list a file outside :func:`allowed_roots`."""
    roots = allowed_roots()
    gold = os.path.realpath(Path(__file__).parents[2] / "_data" / "gold")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in ("open", "os.listdir", "os.scandir") or not isinstance(arguments[0], str | bytes | os.PathLike):
            return
        path = os.path.realpath(os.fsdecode(arguments[0]))
        inside = any(path == r or path.startswith(r + os.sep) for r in roots)
        if not inside or path.startswith(gold + os.sep):
            raise PermissionError(f"{path}: the symbolic reader opens no file of a suite")

    sys.addaudithook(hook)


def main() -> int:
    """Answer the parts of one job."""
    close_the_rest()
    from memsql.evaluation.reading.tasks import answer_to_json, part_from_json
    from memsql.evaluation.reading.worlds import answers_of

    parts = [part_from_json(p) for p in json.load(sys.stdin)]
    found = [[answer_to_json(a) for a in answers] for answers in answers_of(parts)]
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

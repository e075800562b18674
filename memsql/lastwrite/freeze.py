"""The freeze: parser and resolver, sources and tables, are hashed; the evaluation of all lists needs the same hash.

The tables are developed on the smallest list alone. Once frozen, a changed source would be one that may have seen
the other lists, so the evaluation refuses to run. To write the record is an act of its own.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from memsql.errors import MemsqlError
from memsql.lastwrite.tables import folder
from memsql.resources import PACKAGE, data_root, sql_root

MODULES = ("graph", "resolve", "statements", "tables", "words")
"""Modules of ``memsql/lastwrite/`` that decide what is parsed and what is answered."""

RELATIONS = (
    "chosen",
    "cue_hit",
    "edge",
    "mention",
    "node",
    "parsed",
    "path",
    "path_cover",
    "path_word",
    "preferred",
    "reach",
    "reading",
    "score",
    "span",
    "unparsed",
    "version",
)
TABLES = ("cue", "pattern", "plain_word", "preference", "unparsed_form", "weight")
DEVELOPMENT = "6k"
"""The list on which the tables were developed; all others are held out."""


@dataclass(frozen=True, slots=True)
class Freeze:
    """The record: sha256 of every file by its name, and of all of them together."""

    sha256: str
    files: dict[str, str]


def sources() -> dict[str, Path]:
    """Every file that is frozen, by the name it has in the project."""
    found = {f"memsql/lastwrite/{m}.py": PACKAGE / "lastwrite" / f"{m}.py" for m in MODULES}
    found |= {f"sql/lastwrite/{r}.sql": sql_root() / "lastwrite" / f"{r}.sql" for r in RELATIONS}
    found["sql/schema/lastwrite/says.sql"] = sql_root() / "schema" / "lastwrite" / "says.sql"
    found |= {f"data/lastwrite/{t}.csv": data_root() / "lastwrite" / f"{t}.csv" for t in TABLES}
    return dict(sorted(found.items()))


def current() -> Freeze:
    """The hash of the files as they are; line ends do not count. Raises MemsqlError where one cannot be read."""
    files = {}
    for name, path in sources().items():
        try:
            content = path.read_bytes().replace(b"\r\n", b"\n")
        except OSError as error:
            raise MemsqlError(f"{name}: not read ({error.strerror}); take it back from version control") from None
        files[name] = hashlib.sha256(content).hexdigest()
    together = "".join(f"{digest}  {name}\n" for name, digest in files.items())
    return Freeze(hashlib.sha256(together.encode()).hexdigest(), files)


def record_path() -> Path:
    """Where the record stands."""
    return folder() / "freeze.json"


def recorded() -> Freeze | None:
    """The record, or None where nothing was frozen. Raises MemsqlError where it cannot be read."""
    path = record_path()
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Freeze(str(found["sha256"]), {str(k): str(v) for k, v in found["files"].items()})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise MemsqlError(f"{path}: no freeze record; take it back from version control") from None


def check() -> Freeze:
    """Return the record. Raises MemsqlError where there is none, or where a source has changed since."""
    found, now = recorded(), current()
    if found is None:
        raise MemsqlError(f"{record_path()}: nothing is frozen; write it with memsql lastwrite freeze")
    if found.sha256 != now.sha256:
        names = found.files.keys() | now.files.keys()
        changed = sorted(n for n in names if found.files.get(n) != now.files.get(n))
        raise MemsqlError(
            f"{changed[0] if changed else record_path()}: differs from the freeze {found.sha256[:12]} "
            f"({len(changed)} of {len(names)} files do); take it back, or freeze anew with memsql lastwrite freeze"
        )
    return found


def write() -> Freeze:
    """Write the record of the files as they are, and return it."""
    made = current()
    text = json.dumps({"sha256": made.sha256, "development_list": DEVELOPMENT, "files": made.files}, indent=1)
    beside = record_path().with_suffix(".new")
    try:
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(record_path())
    except OSError as error:
        raise MemsqlError(f"{record_path()}: not written ({error.strerror}); freeze in a checkout") from None
    return made

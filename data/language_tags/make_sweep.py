"""Print the generated lines of ``queries.jsonl``: one question for every deprecated record and macrolanguage.

The first lines of queries.jsonl are written by hand; those of this script follow them. They ask the same two
things of every record that has an answer in an independent library, at the date of each registry file:
``langcodes`` carries the older file, ``language-tags`` the newer one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from make_events import (
    NEWER_DATE,
    OLDER_DATE,
    Registry,
    SourceError,
    newer_registry,
    older_registry,
    one,
    title,
)


def sweep(date: str, file: Registry) -> Iterator[dict[str, object]]:
    """The questions about one registry file, at its date."""
    for (kind, code), record in sorted(file.items()):
        if "Deprecated" in record:
            yield {
                "query_id": f"current-{date[:4]}-{kind}-{code}",
                "relation": "current_code",
                "key": [kind, code],
                "cutoff_at": date,
                "question": f"Which code is used now for {title(kind, code)}?",
                "family": "closure",
            }
        elif one(record, "Scope") == "macrolanguage":
            yield {
                "query_id": f"member-{date[:4]}-{code}",
                "relation": "language_member",
                "scope": [code],
                "cutoff_at": date,
                "question": f"Which languages does the macrolanguage '{code}' encompass?",
                "family": "semantic",
            }


def sweep_lines() -> Iterator[str]:
    """Lines for the older file, then for the newer one."""
    for date, file in ((OLDER_DATE, older_registry()), (NEWER_DATE, newer_registry())):
        yield from (json.dumps(query, ensure_ascii=False) for query in sweep(date, file))


if __name__ == "__main__":
    try:
        print("\n".join(sweep_lines()))
    except SourceError as error:
        sys.exit(f"make_sweep.py: {error}")

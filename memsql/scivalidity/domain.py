"""A domain: objects, pools of names and sentences of a scientific setting, read from ``domains/<domain>.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memsql.errors import DataError
from memsql.scivalidity.family import EVENT_TYPES
from memsql.scivalidity.reading import THING, WORDS, toml


@dataclass(frozen=True, slots=True)
class Domain:
    """Objects, pools and sentences of a scientific setting; nothing in it names a family."""

    name: str
    title: str
    actor: str
    objects: Mapping[str, str]
    pools: Mapping[str, tuple[str, ...]]
    sentences: Mapping[str, str]


def read_domain(path: Path) -> Domain:
    """Read and check one domain. Raises DataError in one line."""
    found = toml(path)
    found.need("title", "actor", "object", "pool", "sentence")
    found.allow("title", "actor", "object", "pool", "sentence")
    objects, sentences, pools = found.table("object"), found.table("sentence"), found.table("pool")
    for part in (objects, sentences):
        part.need(*EVENT_TYPES)
        part.allow(*EVENT_TYPES)
    things = {t: objects.text(t, THING) for t in EVENT_TYPES}
    if twice := sorted({t for t in things.values() if list(things.values()).count(t) > 1}):
        raise DataError(f"{path}: object {twice[0]!r} stands for two event types; give each a name of its own")
    return Domain(
        path.stem,
        found.text("title"),
        found.text("actor", WORDS),
        things,
        {name: pools.texts(name) for name in pools.found},
        {t: sentences.template(t, "actor", "object", "item") for t in EVENT_TYPES},
    )

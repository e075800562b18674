"""Make ``events.jsonl`` from the two registry files that the installed packages carry.

The IANA Language Subtag Registry (BCP 47) dates two things of a record: its registration (Added) and its
deprecation (Deprecated). Everything else in a record has no date of its own and is dated by the first file
that shows it. README.md beside this script gives the reasons.

Run ``python make_events.py``: it writes events.jsonl beside itself, the same bytes each time. Standard
library only; ``langcodes`` 3.5.1 and ``language-tags`` 1.3.2 must be installed, but no code of theirs runs:
only their data files are read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

OLDER_DATE = "2021-08-06"
NEWER_DATE = "2024-05-16"
KINDS = ["language", "extlang", "script", "region", "variant", "grandfathered", "redundant"]
CLOSED_KINDS = KINDS[1:]
PREFIXED_KINDS = ["extlang", "variant"]

Record: TypeAlias = dict[str, list[str]]
Name: TypeAlias = tuple[str, str]
Registry: TypeAlias = dict[Name, Record]
Fact: TypeAlias = tuple[str, tuple[str, ...]]
Facts: TypeAlias = dict[Fact, tuple[str, ...]]
Action: TypeAlias = dict[str, object]


class SourceError(Exception):
    """A package is not installed, or carries another registry file than the one this history is made of."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event before it has an id. ``order`` ranks the events of one day: kind of event, then record."""

    observed_at: str
    order: tuple[int, int, str]
    record: str
    actions: tuple[Action, ...]


# Reading the two files


def package_file(package: str, distribution: str, *parts: str) -> Path:
    """Path of a data file of an installed package, found without importing the package."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SourceError(f"{distribution} is not installed; run: pip install {distribution}")
    path = Path(next(iter(spec.submodule_search_locations)), *parts)
    if not path.is_file():
        raise SourceError(f"{distribution} has no {'/'.join(parts)}; install the release named in README.md")
    return path


def check_date(distribution: str, found: str, wanted: str) -> None:
    """Refuse a registry file of another date: this history is made of exactly these two files."""
    if found != wanted:
        raise SourceError(
            f"{distribution} carries the registry file of {found}, this history needs {wanted}; "
            "install the release named in README.md"
        )


def older_registry() -> Registry:
    """The file of 2021-08-06, as IANA publishes it (record-jar text), from ``langcodes``."""
    path = package_file("langcodes", "langcodes", "data", "language-subtag-registry.txt")
    header, *blocks = path.read_text(encoding="utf-8").split("%%\n")
    check_date("langcodes", header.strip().removeprefix("File-Date: "), OLDER_DATE)
    return registry([parse_block(block) for block in blocks])


def parse_block(block: str) -> Record:
    """One record of the text file; a line that starts with spaces goes on with the line before it."""
    record: Record = {}
    field = ""
    for line in block.splitlines():
        if line.startswith("  "):
            record[field][-1] += " " + line.strip()
        else:
            field, value = line.split(": ", 1)
            record.setdefault(field, []).append(value)
    return record


def newer_registry() -> Registry:
    """The file of 2024-05-16, as JSON, from ``language-tags``."""
    folder = ("data", "json")
    meta = json.loads(package_file("language_tags", "language-tags", *folder, "meta.json").read_text("utf-8"))
    check_date("language-tags", meta["File-Date"], NEWER_DATE)
    text = package_file("language_tags", "language-tags", *folder, "registry.json").read_text("utf-8")
    return registry([{f: v if isinstance(v, list) else [v] for f, v in r.items()} for r in json.loads(text)])


def registry(records: list[Record]) -> Registry:
    """Records by (kind, code). A code alone is no name: 'aao' is a language and an extlang."""
    return {(one(r, "Type"), one(r, "Subtag") or one(r, "Tag")): r for r in records}


def one(record: Record, field: str) -> str:
    """The value of a field that a record has at most once; empty where it is missing."""
    return record.get(field, [""])[0]


def chosen(older: Registry, newer: Registry) -> list[Name]:
    """The records of the scenario: all but plain languages that no other record names (README)."""
    named = {code.split("-")[0] for kind, code in newer if kind in ("extlang", "grandfathered", "redundant")}
    for record in newer.values():
        for field in ("Preferred-Value", "Macrolanguage", "Prefix"):
            named.update(value.split("-")[0] for value in record.get(field, []))
    telling = ("Deprecated", "Macrolanguage", "Scope", "Suppress-Script")
    return [
        (kind, code)
        for (kind, code), record in newer.items()
        if kind != "language"
        or code in named
        or any(field in record or field in older.get((kind, code), {}) for field in telling)
    ]


# What a record says


def preferred_value(name: Name, record: Record, newer: Registry) -> tuple[str, str]:
    """(kind, code) of the Preferred-Value; kind 'tag' where it is a composed tag such as 'cmn-Hans'."""
    value = one(record, "Preferred-Value")
    kind = "language" if name[0] in ("extlang", "grandfathered", "redundant") else name[0]
    return (kind, value) if (kind, value) in newer else ("tag", value)


def is_preference_dated(name: Name, record: Record, added_on: dict[str, str]) -> bool:
    """Whether the Preferred-Value came with the deprecation.

    Not for an extlang, which has one while it is active, and not where a part of the value was registered
    only later: a value cannot be preferred before it exists ('i-hak', deprecated 2000, prefers 'hak', 2009).
    """
    parts = one(record, "Preferred-Value").lower().split("-")
    since = max(one(record, "Deprecated"), one(record, "Added"))
    return name[0] != "extlang" and all(added_on[part] <= since for part in parts)


def undated_facts(name: Name, record: Record, newer: Registry, added_on: dict[str, str]) -> Facts:
    """What a record says without a date of its own: (predicate, key) -> value; completeness is one, too."""
    kind, code = name
    facts: Facts = {("description", name): (" / ".join(record["Description"]),)}
    for scope in record.get("Scope", []):
        facts["scoped", (scope, code)] = ()
    for macro in record.get("Macrolanguage", []):
        facts["encompassed", (macro, kind, code)] = ()
    for prefix in record.get("Prefix", []):
        facts["prefix", (kind, prefix, code)] = ()
    for script in record.get("Suppress-Script", []):
        facts["suppress_script", name] = (script,)
    if "Preferred-Value" not in record:
        if "Deprecated" not in record:
            facts["preferred_complete", name] = ()
    elif not is_preference_dated(name, record, added_on):
        facts["preferred", name] = preferred_value(name, record, newer)
    return facts


def deprecation_facts(name: Name, record: Record, newer: Registry, added_on: dict[str, str]) -> Facts:
    """What the deprecation of a record says; ``preferred_complete`` says that there is no preferred value."""
    facts: Facts = {("status", name): ("deprecated",), ("deprecation", name): (one(record, "Deprecated"),)}
    if "Preferred-Value" not in record:
        facts["preferred_complete", name] = ()
    elif is_preference_dated(name, record, added_on):
        facts["preferred", name] = preferred_value(name, record, newer)
    return facts


def asserted(facts: Facts) -> tuple[Action, ...]:
    """One action for each fact."""
    actions: list[Action] = []
    for (predicate, key), value in facts.items():
        if predicate.endswith("_complete"):
            name = predicate.removesuffix("_complete")
            actions.append({"verb": "complete", "predicate": name, "key": list(key)})
        else:
            row: Action = {"verb": "assert", "predicate": predicate, "key": list(key)}
            actions.append(row | {"value": list(value)} if value else row)
    return tuple(actions)


# Wording: every argument of every action stands in the sentence


def title(kind: str, code: str) -> str:
    """``the language subtag 'iw'``; grandfathered and redundant records are whole tags."""
    if kind == "tag":
        return f"the tag '{code}'"
    return f"the {kind} {'tag' if kind in ('grandfathered', 'redundant') else 'subtag'} '{code}'"


def phrase(fact: Fact, value: tuple[str, ...]) -> str:
    """Words for one undated fact, to follow the title of its record."""
    predicate, key = fact
    match predicate:
        case "description":
            return f'the description "{value[0]}"'
        case "scoped":
            return f"the scope {key[0]}"
        case "encompassed":
            return f"the macrolanguage '{key[0]}'"
        case "prefix":
            return f"the prefix '{key[1]}'"
        case "suppress_script":
            return f"the script '{value[0]}' as the one to suppress"
        case "preferred":
            return f"{title(value[0], value[1])} as preferred value"
        case _:
            return "no preferred value"


def listed(words: list[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def described(facts: Facts) -> str:
    """All undated facts of one record in one clause."""
    return listed([phrase(fact, value) for fact, value in facts.items()])


def preference(facts: Facts) -> str:
    """How a deprecation ends: with a preferred value, with none, or without a word on it."""
    for (predicate, _), value in facts.items():
        if predicate == "preferred":
            return f", with {title(value[0], value[1])} as preferred value"
        if predicate == "preferred_complete":
            return ", without a preferred value"
    return ""


# Events


def dated_events(name: Name, older: Registry, newer: Registry, added_on: dict[str, str]) -> Iterator[Event]:
    """Registration on the Added date, deprecation on the Deprecated date.

    A record newer than the older file brings its undated facts along. One deprecated before the registry
    took it over (1989, say) was never active in it: one event tells both. A deprecation that only the
    older file shows happened too; the newer file takes it back (``changed_events``).
    """
    record = newer[name]
    earlier = older.get(name, {})
    dead = record if "Deprecated" in record else earlier
    added, ended = one(record, "Added"), one(dead, "Deprecated")
    registration: Facts = {("registered", name): ()}
    words = f"On {added} the registry added {title(*name)}"
    ending = deprecation_facts(name, dead, newer, added_on) if ended else {}
    if ended and ended <= added:
        registration |= ending
        words += f", already deprecated since {ended}{preference(ending)}"
    else:
        registration["status", name] = ("active",)
        words += " as active"
    if not earlier:
        facts = undated_facts(name, record, newer, added_on)
        registration |= facts
        words += f", with {described(facts)}"
    place = (KINDS.index(name[0]), name[1])
    yield Event(added, (0, *place), words + ".", asserted(registration))
    if ended > added:
        words = f"On {ended} the registry deprecated {title(*name)}{preference(ending)}."
        yield Event(ended, (1, *place), words, asserted(ending))


def changed_events(name: Name, older: Registry, newer: Registry, added_on: dict[str, str]) -> Iterator[Event]:
    """What the older file is the first to show of a record, and what the newer one shows otherwise."""
    if name not in older:
        return
    before = undated_facts(name, older[name], newer, added_on)
    after = undated_facts(name, newer[name], newer, added_on)
    place = (KINDS.index(name[0]), name[1])
    words = f"The registry file of {OLDER_DATE} gives {title(*name)} {described(before)}."
    yield Event(OLDER_DATE, (2, *place), words, asserted(before))
    new = {fact: value for fact, value in after.items() if before.get(fact) != value}
    gone = [fact for fact in before if fact not in after and fact[0] != "preferred_complete"]
    if gone:
        raise SourceError(f"{name} lost {gone} between the two files; no event is worded for that")
    was_ended, is_ended = "Deprecated" in older[name], "Deprecated" in newer[name]
    if was_ended and not is_ended:
        words = f"The registry file of {NEWER_DATE} shows {title(*name)} as active, no longer deprecated."
        end: Action = {"verb": "cancel", "predicate": "deprecation", "key": list(name)}
        yield Event(NEWER_DATE, (3, *place), words, (*asserted({("status", name): ("active",)}), end))
        new.pop(("preferred_complete", name), None)  # said when it was deprecated, and still so
    if new:
        words = f"The registry file of {NEWER_DATE} gives {title(*name)} {described(new)}."
        yield Event(NEWER_DATE, (3, *place), words, asserted(new))


def completeness_events(date: str, file: Registry) -> Iterator[Event]:
    """What a whole file settles: it lists all there is, of the kinds and scopes that are here as a whole."""
    scopes = sorted({one(r, "Scope") for r in file.values() if "Scope" in r})
    macros = sorted(code for (_, code), r in file.items() if one(r, "Scope") == "macrolanguage")
    whole = f"The registry file of {date} is the whole registry: it"
    texts: tuple[tuple[str, list[str], str], ...] = (
        ("registered", CLOSED_KINDS, "lists every registered record of the kinds"),
        ("deprecation", KINDS, "marks every deprecated record of the kinds"),
        ("scoped", scopes, "names every language of the scopes"),
        ("encompassed", macros, "lists every subtag of the macrolanguages"),
        ("prefix", PREFIXED_KINDS, "lists every prefix of the kinds"),
        ("suppress_script", ["language"], "names every script to suppress of the kind"),
    )
    for rank, (predicate, keys, words) in enumerate(texts):
        actions = asserted({(f"{predicate}_complete", (key,)): () for key in keys})
        yield Event(date, (4, rank, predicate), f"{whole} {words} {listed(keys)}.", actions)


def events() -> list[Event]:
    """All events by day; on a day registrations, deprecations, listings, changes, completeness."""
    older, newer = older_registry(), newer_registry()
    added_on: dict[str, str] = {}
    for (_, code), record in newer.items():
        added_on[code.lower()] = min(one(record, "Added"), added_on.get(code.lower(), "9999"))
    found = [*completeness_events(OLDER_DATE, older), *completeness_events(NEWER_DATE, newer)]
    for name in chosen(older, newer):
        found += dated_events(name, older, newer, added_on)
        found += changed_events(name, older, newer, added_on)
    return sorted(found, key=lambda e: (e.observed_at, e.order))


def lines() -> Iterator[str]:
    """The lines of events.jsonl, ids e1, e2, ... in the order of events."""
    for number, event in enumerate(events(), start=1):
        row = {"event_id": f"e{number}", "observed_at": event.observed_at, "record": event.record}
        yield json.dumps({**row, "actions": event.actions}, ensure_ascii=False, separators=(",", ":"))


def main() -> int:
    """Write events.jsonl."""
    try:
        text = "".join(line + "\n" for line in lines())
        Path(__file__).with_name("events.jsonl").write_text(text, encoding="utf-8")
    except SourceError as error:
        print(f"make_events.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The language tag registry: gold answers against two libraries that share no code with the engine.

``language-tags`` carries the newer registry file and follows preferred values by its own look-ups;
``langcodes`` carries the older one and replaces codes by tables generated from CLDR and the registry. The
generated queries of data/language_tags/queries.jsonl (``current-...``, ``member-...``) ask about every
deprecated record and every macrolanguage of both files, so every test here runs over all of them.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCENARIO = Path(__file__).parents[2] / "data" / "language_tags"
QUERIES = {
    query["query_id"]: query for query in map(json.loads, (SCENARIO / "queries.jsonl").read_text("utf-8").splitlines())
}
WHOLE_TAGS = ("grandfathered", "redundant")

Answers = dict[str, tuple[str, Any]]


def asked(prefix: str, *kinds: str) -> list[str]:
    """Ids of the generated queries with a prefix, of some kinds of record if any are given."""
    return [
        query_id
        for query_id, query in QUERIES.items()
        if query_id.startswith(prefix) and (not kinds or query["key"][0] in kinds)
    ]


@pytest.fixture
def answers(gold_answers: Callable[[str], Answers]) -> Answers:
    """Label and value of every query of the suite."""
    return gold_answers("language_tags")


# language-tags: the newer file


def language_tags_current(kind: str, code: str) -> str | None:
    """Follow ``preferred`` of language-tags to its end; None where that end is deprecated."""
    tag_module = pytest.importorskip("language_tags.Tag")
    tags = pytest.importorskip("language_tags").tags
    if kind in WHOLE_TAGS:
        tag = tag_module.Tag(code)
        while tag.preferred is not None:
            tag = tag.preferred
        if tag.deprecated or "-" in tag.format:
            return None if tag.deprecated else str(tag.format)
        subtag = tags.language(tag.format)
    else:
        subtag = tags.type(code, kind)
    while subtag.preferred is not None:
        subtag = subtag.preferred
    return None if subtag.deprecated else str(subtag.format)


@pytest.mark.parametrize("query_id", asked("current-2024-"))
def test_current_code_follows_language_tags(query_id: str, answers: Answers) -> None:
    """All 294 deprecated records of the newer file: no difference."""
    expected = language_tags_current(*QUERIES[query_id]["key"])
    assert answers[query_id] == ("justified-zero" if expected is None else "answerable", expected)


@pytest.mark.parametrize("query_id", asked("member-2024-"))
def test_members_are_those_of_language_tags(query_id: str, answers: Answers) -> None:
    """All 63 macrolanguages of the newer file: no difference, once its extlang records are left out."""
    tags = pytest.importorskip("language_tags").tags
    expected = {s.format for s in tags.languages(QUERIES[query_id]["scope"][0]) if s.type == "language"}
    assert answers[query_id] == ("answerable", frozenset(expected))


@pytest.mark.parametrize(
    ("relation", "kind"),
    [
        ("active_count", "script"),
        ("active_count", "grandfathered"),
        ("orphaned", "language"),
        ("orphaned", "grandfathered"),
    ],
)
def test_whole_kinds_agree_with_language_tags(relation: str, kind: str, answers: Answers) -> None:
    """Counts and sets over one kind of record, at the date of the newer file."""
    data = pytest.importorskip("language_tags.data")
    records = [record for record in data.get("registry") if record["Type"] == kind]
    [query_id] = [
        query_id
        for query_id, query in QUERIES.items()
        if query["relation"] == relation
        and [kind] in (query.get("key"), query.get("scope"))
        and query["cutoff_at"] == "2024-05-16"
    ]
    value = answers[query_id][1]
    if relation == "active_count":
        assert value == sum("Deprecated" not in record for record in records)
    else:
        assert value == {
            record.get("Subtag") or record["Tag"]
            for record in records
            if "Deprecated" in record and "Preferred-Value" not in record
        }


# langcodes: the older file


@cache
def codes_in_comments() -> dict[tuple[str, str], list[str]]:
    """The words of the registry's own comment on a record ("see imt, lgo or lqr"), by kind and code."""
    parser = pytest.importorskip("langcodes.registry_parser")
    return {
        (record["Type"], record.get("Subtag") or record["Tag"]): re.findall(r"\w+", record.get("Comments", ""))
        for record in parser.parse_registry()
    }


def langcodes_current(kind: str, code: str) -> str:
    """What langcodes writes for a language, a region or a whole tag."""
    langcodes = pytest.importorskip("langcodes")
    if kind == "region":
        return str(langcodes.standardize_tag(f"und-{code}")).rsplit("-", 1)[-1]
    return str(langcodes.standardize_tag(code))


def langcodes_encompasses(macro: str, language: str) -> bool:
    """Whether langcodes' own table puts a language into a macrolanguage."""
    table = pytest.importorskip("langcodes.data_dicts").MACROLANGUAGES
    return bool(table.get(language) == macro)


# CLDR, which langcodes follows, gives these an answer of its own; the registry names none.
CLDR_ONLY = {"i-enochian": "und-x-i-enochian", "zh-min": "nan-x-zh-min", "NT": "SA", "SU": "RU"}
# CLDR's alias is the Nigerian sign language (nsi), the registry's preferred value the Norwegian one (nsl).
CLDR_SLIP = {"sgn-NO": ("nsl", "nsi")}


@pytest.mark.parametrize("query_id", asked("current-2021-", "language", "region", *WHOLE_TAGS))
def test_current_code_against_langcodes(query_id: str, answers: Answers) -> None:
    """All deprecated languages, regions and whole tags of the older file, and why the two differ.

    - The registry names no replacement for a code that was split in two: langcodes leaves the code as it is,
      or takes one of those that the registry's comment lists, as CLDR does (some listed in CLDR_ONLY).
    - CLDR prefers a macrolanguage to its dominant language ('zh' to 'cmn', 'fa-AF' to 'prs'); the registry
      does not.
    - One alias of CLDR names another country's sign language.

    Extlangs and variants are left out: langcodes keeps a deprecated extlang behind its prefix and drops or
    keeps variants without looking at the registry.
    """
    kind, code = QUERIES[query_id]["key"]
    label, value = answers[query_id]
    written = langcodes_current(kind, code)
    if value is None:
        assert label == "justified-zero"
        assert written in (code, CLDR_ONLY.get(code), *codes_in_comments()[kind, code])
        return
    assert label == "answerable"
    if written != value and (value, written) != CLDR_SLIP.get(code):
        assert langcodes_encompasses(written.split("-")[0], value.split("-")[0])


def test_most_codes_agree_with_langcodes(answers: Answers) -> None:
    """Where the registry names a code, langcodes writes the same, but for the eight explained above."""
    asked_of_both = asked("current-2021-", "language", "region", *WHOLE_TAGS)
    named = [q for q in asked_of_both if answers[q][1] is not None]
    different = [q for q in named if langcodes_current(*QUERIES[q]["key"]) != answers[q][1]]
    assert len(named) == 144
    assert sorted(QUERIES[q]["key"][1] for q in different) == [
        "drh", "drw", "sgn-NO", "tnf", "zh-cmn", "zh-cmn-Hans", "zh-cmn-Hant", "zh-guoyu",
    ]  # fmt: skip


@pytest.mark.parametrize("query_id", asked("member-2021-"))
def test_members_are_those_of_langcodes(query_id: str, answers: Answers) -> None:
    """All 62 macrolanguages of the older file against langcodes' table: no difference."""
    table = pytest.importorskip("langcodes.data_dicts").MACROLANGUAGES
    expected = {code for code, macro in table.items() if macro == QUERIES[query_id]["scope"][0]}
    assert answers[query_id] == ("answerable", frozenset(expected))


# The scripts that made the scenario


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    """``make_events`` and ``make_sweep``, loaded from the scenario's folder."""
    loaded = []
    for name in ("make_events", "make_sweep"):
        spec = importlib.util.spec_from_file_location(name, SCENARIO / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        loaded.append(module)
    return loaded[0], loaded[1]


def sources_or_skip(make_events: ModuleType) -> None:
    """Skip, with the script's own words, where a package is missing or carries another file."""
    try:
        make_events.older_registry(), make_events.newer_registry()
    except make_events.SourceError as error:
        pytest.skip(str(error))


def test_script_reproduces_the_events(scripts: tuple[ModuleType, ModuleType]) -> None:
    """make_events.py makes events.jsonl again, byte for byte."""
    sources_or_skip(scripts[0])
    text = "".join(line + "\n" for line in scripts[0].lines())
    assert text.encode() == (SCENARIO / "events.jsonl").read_bytes()


def test_script_reproduces_the_generated_queries(scripts: tuple[ModuleType, ModuleType]) -> None:
    """make_sweep.py makes the generated lines of queries.jsonl again; the others are written by hand."""
    sources_or_skip(scripts[0])
    lines = (SCENARIO / "queries.jsonl").read_text("utf-8").splitlines()
    assert [line for line in lines if not json.loads(line)["query_id"].startswith("q")] == list(
        scripts[1].sweep_lines()
    )


def test_script_refuses_a_missing_package(
    scripts: tuple[ModuleType, ModuleType],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without the packages it names the one that is missing, and leaves events.jsonl alone."""
    before = (SCENARIO / "events.jsonl").stat().st_mtime_ns
    monkeypatch.setattr(scripts[0], "find_spec", lambda _: None)
    assert scripts[0].main() == 1
    assert capsys.readouterr().err == ("make_events.py: langcodes is not installed; run: pip install langcodes\n")
    assert (SCENARIO / "events.jsonl").stat().st_mtime_ns == before


def test_script_refuses_another_file_date(
    scripts: tuple[ModuleType, ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A package with another registry file is refused, with both dates in the message."""
    (tmp_path / "registry.txt").write_text("File-Date: 2025-08-25\n%%\nType: language\n", "utf-8")
    monkeypatch.setattr(scripts[0], "package_file", lambda *_: tmp_path / "registry.txt")
    with pytest.raises(scripts[0].SourceError, match="of 2025-08-25, this history needs 2021-08-06"):
        scripts[0].older_registry()

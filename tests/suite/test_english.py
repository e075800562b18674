"""The text of records and questions: 300 records are drawn and read for money, dates, plurals, articles, capitals,
leftover slots and repeated words, and so are 300 questions; no template writes more than its share.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from memsql.suite.candidates import candidates_of
from memsql.suite.choose import OPERATOR_MIN
from memsql.suite.forms import SLOT, load_forms, paragraphs
from memsql.suite.operators import load_operators
from memsql.suite.writing import DATE_STYLES, MONTHS, Style, pattern
from tests.house import ROOT
from tests.suite.told import histories

DRAWN = 300
DOMAINS = ("tripops", "shopops", "eduops")
NOUN = re.compile(r"(?<![\w.,-])([0-9]{1,3}(?:,[0-9]{3})*) ([a-z]+(?: [a-z]+)?)")
MONTH = f"(?:{'|'.join(MONTHS)})"
SOUND = re.compile(r"(?i)\b(?:a (?!one\b|uni|use|eu)[aeiou]|an (?!hour)[^aeiou\W])")
TWICE = re.compile(r"(?i)\b([a-z]+) \1\b")


@cache
def nouns() -> dict[str, str]:
    """Singular to plural of every noun that a template puts behind a number."""
    found: dict[str, str] = {}
    for domain in DOMAINS:
        for form in load_forms(domain).forms.values():
            for part in (form.part, *form.items.values()):
                for template in part.templates:
                    found |= {m[3]: m[4] for m in SLOT.finditer(template) if m[3]}
    return found


def faults(text: str, style: Style) -> Iterator[str]:
    """What a colleague would not have written so."""
    if re.search(r"[{}|]|\bNone\b| {2}| [.,;:?]", text):
        yield "a leftover of a template"
    if TWICE.search(text):
        yield "a word twice"
    if SOUND.search(text):
        yield "the other article"
    others = [Style(s, style.money, style.currency) for s in DATE_STYLES if s != style.dates]
    bare = re.sub(pattern("date", style), " ", text)
    if any(re.search(rf"\b{pattern('date', o)}\b", bare) for o in others):
        yield "a date of another style"
    if re.search(r"(?<![\d,.])[0-9]{4,}\.[0-9]|[0-9],[0-9]{1,2}(?![0-9])|\.[0-9](?![0-9%])", bare):
        yield "an amount without its separators or its cents"
    for count, words in NOUN.findall(bare):
        for singular, plural in nouns().items():
            if words.split(" ")[: len(singular.split(" "))] == singular.split(" ") and count != "1":
                yield f"{count} {singular}"
            if words.split(" ")[: len(plural.split(" "))] == plural.split(" ") and count == "1":
                yield f"{count} {plural}"


def record_faults(text: str, style: Style) -> Iterator[str]:
    """Faults of a record, a paragraph or a line of a list in each of its lines."""
    yield from faults(text, style)
    for line in text.split("\n"):
        if line.startswith("- "):
            if line.endswith((".", ":")):
                yield "a line of a list that ends like a sentence"
        elif not re.match(r"[A-Z0-9]|[a-z]+ [0-9]", line) or not line.endswith((".", ":")):
            yield "a paragraph without a capital or without an end"


def test_records_read_as_english() -> None:
    drawn: list[tuple[str, Style]] = []
    for domain in DOMAINS:
        own = [(r, h.style) for h in histories() if h.config.domain == domain for r in h.scenario.events["record"]]
        drawn += [(str(r), s) for r, s in Random(domain).sample(own, DRAWN // len(DOMAINS))]
    assert len(drawn) == DRAWN
    wrong = [(text, fault) for text, style in drawn for fault in record_faults(text, style)]
    assert not wrong, wrong[:3]


def test_questions_read_as_english() -> None:
    wrong, count = [], 0
    for domain in DOMAINS:
        place, history = next((i, h) for i, h in enumerate(histories()) if h.config.domain == domain)
        own = candidates_of(history, place, 1, cutoffs=12, count=5)
        for candidate in Random(domain).sample(own, DRAWN // len(DOMAINS)):
            count += 1
            text = candidate.question
            if not re.fullmatch(rf"As of {pattern('date', history.style)}, [a-z].*[^ ]\?", text):
                wrong.append((text, "not a question as of a day"))
            wrong += [(text, fault) for fault in faults(text, history.style)]
    assert count == DRAWN
    assert not wrong, wrong[:3]


def test_no_template_writes_more_than_its_share() -> None:
    """In one scenario of each domain; ``memsql check`` counts those of a whole suite."""
    for domain in DOMAINS:
        forms, history = load_forms(domain), next(h for h in histories() if h.config.domain == domain)
        used: dict[str, Counter[int]] = defaultdict(Counter)
        for record in history.scenario.events["record"].to_pylist():
            for head, lines in paragraphs(record):
                found = forms.template_of(head, len(lines), history.style)
                assert found is not None, head
                used[found[0]][found[1]] += 1
        shares = {form: max(c.values()) / c.total() for form, c in used.items() if c.total() >= 20}
        assert shares
        assert max(shares.values()) <= 0.3, max(shares, key=lambda form: shares[form])


DOCUMENT = ROOT / "data" / "standard" / "README.md"


def documented(kind: str) -> list[str]:
    """The records (parted by blank lines) or questions (one a line) that the document of the suite shows."""
    blocks = re.findall(rf"(?ms)^```{kind}\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"))
    return [part for block in blocks for part in re.split(r"\n\n" if kind == "records" else r"\n", block.strip())]


def test_ten_records_of_each_domain_in_the_document_are_the_suites() -> None:
    told = {str(r): h.config.domain for h in histories() for r in h.scenario.events["record"]}
    shown = documented("records")
    assert not [r for r in shown if r not in told]
    assert Counter(told[r] for r in shown) == dict.fromkeys(DOMAINS, 10)


def test_ten_questions_of_each_domain_in_the_document_are_put_as_its_operators_put_them() -> None:
    """That each stands in the suite is checked where the whole suite is made (``make acceptance``)."""
    shown = documented("questions")
    found: Counter[str] = Counter()
    for text in shown:
        bare = text.split(", ", 2 if re.match(r"As of [A-Z][a-z]+ [0-9]{1,2}, ", text) else 1)[-1]
        for domain in DOMAINS:
            forms = [q for o in load_operators(domain).operators for q in o.questions]
            parts = (SLOT.split(q)[0::5] for q in forms)
            found[domain] += any(re.fullmatch(".+".join(map(re.escape, part)), bare) is not None for part in parts)
    assert found == dict.fromkeys(DOMAINS, 10)


def test_the_smallest_sizes_in_the_document_are_those_of_the_choice() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    names = {domain: {o.name for o in load_operators(domain).operators} for domain in DOMAINS}
    assert rows == [(d, str(len(names[d])), str(OPERATOR_MIN * len(names[d]))) for d in DOMAINS]


STYLE = Style("3 March 2026", "1,234.50 dral", "Velk")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Vera Colm filed 1 lines for Trip Grusel:", "1 lines"),
        ("Vera Colm filed 3 line for Trip Grusel:", "3 line"),
        ("Orlem House is a airline.", "the other article"),
        ("Orlem House is an hotel.", "the other article"),
        ("Strike the the slip of Vera Colm.", "a word twice"),
        ("Vera Colm is away from 2026-03-03 to 5 March 2026.", "a date of another style"),
        ("Grusel-1: 1234.50 Velk to Orlem House", "an amount without its separators or its cents"),
        ("Grusel-1: 12,34.50 Velk to Orlem House", "an amount without its separators or its cents"),
        ("Grusel-1: 34.5 Velk to Orlem House", "an amount without its separators or its cents"),
        ("Vera Colm goes on {trip}.", "a leftover of a template"),
        ("Vera Colm goes on Trip Grusel .", "a leftover of a template"),
        ("vera goes on Trip Grusel.", "a paragraph without a capital or without an end"),
        ("Vera Colm goes on Trip Grusel", "a paragraph without a capital or without an end"),
        ("Lines of Vera Colm:\n- Grusel-1.", "a line of a list that ends like a sentence"),
        ("Vera Colm filed 1 line for 5 March 2026: 1,234.50 Velk, an hour late.", None),
    ],
)
def test_a_fault_in_a_text_is_seen(text: str, fault: str | None) -> None:
    assert (fault in set(record_faults(text, STYLE))) if fault else not set(record_faults(text, STYLE))

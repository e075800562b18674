"""The built-in systems: what they return for records written by hand, and how they honour a budget."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from datetime import datetime, timedelta

import pytest

from memsql.errors import SutError
from memsql.evaluation.sut import Budget, Record, record_text
from memsql.evaluation.suts.bm25 import Bm25, words
from memsql.evaluation.suts.kept import Kept, fitting
from memsql.evaluation.suts.null import Null
from memsql.evaluation.suts.recency import Recency
from memsql.evaluation.suts.whole_history import WholeHistory
from memsql.evaluation.tokens import token_count

START = datetime(2026, 5, 1, 9, 30)
TEXTS = ("Vera: a red boat", "Nils: a red cart", "Vera: a blue boat, a blue one", "nothing here", "Nils: a green boat")


def records_of(texts: tuple[str, ...] = TEXTS) -> list[Record]:
    times = [START + n * timedelta(days=1) for n in range(len(texts))]
    return [
        Record(f"e{n}", at, record_text(f"e{n}", at, t)) for n, (at, t) in enumerate(zip(times, texts, strict=True), 1)
    ]


def ids(sut: Kept, question: str, budget: Budget) -> tuple[str, ...]:
    found = sut.context(question, START, budget)
    assert found.event_ids is not None and found.records == len(found.event_ids)
    by_id = {r.event_id: r.text for r in sut.records}
    assert found.text == "\n".join(by_id[e] for e in found.event_ids), "whole records, and nothing else"
    return found.event_ids


def filled(sut: Kept) -> Kept:
    sut.open("n", {})
    sut.ingest(records_of())
    sut.ready()
    return sut


def test_null_returns_nothing() -> None:
    null = Null()
    assert null.open("n", {}).settings == {"context": "empty"}
    null.ingest(records_of())
    null.ready()
    assert null.context("boat", START, Budget()).text == ""


def test_whole_history_heeds_no_budget() -> None:
    sut = filled(WholeHistory())
    assert ids(sut, "boat", Budget(records=1, tokens=1)) == ("e1", "e2", "e3", "e4", "e5")
    sut.close()
    assert ids(sut, "boat", Budget()) == ()


def test_recency_returns_the_last_in_the_order_of_the_history() -> None:
    sut = filled(Recency())
    assert ids(sut, "boat", Budget(records=2)) == ("e4", "e5")
    assert ids(sut, "boat", Budget()) == ("e1", "e2", "e3", "e4", "e5")
    assert ids(sut, "boat", Budget(records=0)) == ()


# Each of e4 and e5 has 13 tokens before its text, as [ e4 ] 2026 - 05 - 04T09 : 30 : 00 shows, and 2 or 5 of text.
def test_a_budget_of_tokens_holds_whole_records() -> None:
    sut = filled(Recency())
    assert token_count("[e4] 2026-05-04T09:30:00 nothing here") == 14
    for tokens, expected in ((16, ()), (17, ("e5",)), (30, ("e5",)), (31, ("e4", "e5"))):
        assert ids(sut, "boat", Budget(tokens=tokens)) == expected
        assert token_count(sut.context("boat", START, Budget(tokens=tokens)).text) <= tokens
    assert ids(sut, "boat", Budget(records=1, tokens=31)) == ("e5",)


def test_a_record_that_does_not_fit_ends_the_context() -> None:
    long, short = records_of(("word " * 50, "a"))
    assert fitting([short, long, short], Budget(tokens=40)) == [short]


def test_bm25_returns_what_has_the_words_of_the_question() -> None:
    sut = filled(Bm25())
    assert ids(sut, "Which BLUE boat?", Budget(records=1)) == ("e3",)
    assert ids(sut, "Which blue boat?", Budget()) == ("e1", "e3", "e5"), "e2 and e4 have none of its words"
    assert ids(sut, "Zanzibar?", Budget()) == ids(sut, "?!", Budget()) == ids(sut, "", Budget()) == ()
    assert ids(sut, "e2", Budget()) == ("e2",), "the id is part of the record"


# The two records differ in nothing but their words e1 and e2, which are equally rare.
def test_of_equal_scores_the_later_record_comes_first() -> None:
    sut = Bm25()
    sut.open("n", {})
    sut.ingest([Record(f"e{n}", START, record_text(f"e{n}", START, "a boat")) for n in range(1, 10)])
    sut.ready()
    assert ids(sut, "boat", Budget(records=3)) == ("e7", "e8", "e9")


def direct(texts: list[str], question: str, k1: float, b: float) -> list[float]:
    """BM25 as Lucene has it, from its formula alone."""
    found = [Counter(words(t)) for t in texts]
    mean = sum(f.total() for f in found) / len(found)
    scores = [0.0] * len(texts)
    for word in words(question):
        having = sum(word in f for f in found)
        idf = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
        for n, f in enumerate(found):
            scores[n] += idf * f[word] / (f[word] + k1 * (1 - b + b * f.total() / mean))
    return scores


@pytest.mark.parametrize("seed", range(5))
def test_bm25_ranks_as_its_formula_does(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"w{n}" for n in range(30)]
    given = records_of(tuple(" ".join(rng.choices(names, k=rng.randint(1, 12))) for _ in range(40)))
    sut = Bm25()
    sut.open("n", {"k1": "0.9", "b": "0.4"})
    for start in range(0, 40, 10):
        sut.ingest(given[start : start + 10])
        sut.ready()
        known = given[: start + 10]
        for _ in range(10):
            question = " ".join(rng.choices(names, k=4))
            scores = direct([r.text for r in known], question, 0.9, 0.4)
            # The package counts in 32 bits: what is closer than that is a tie here.
            order = sorted(range(len(known)), key=lambda n: (-round(scores[n], 5), -n))
            expected = {known[n].event_id for n in order[:5] if scores[n] > 0}
            found = set(ids(sut, question, Budget(records=5)))
            worst = min((scores[n] for n in order[:5]), default=0)
            unlike = expected ^ found
            assert all(abs(scores[int(e[1:]) - 1] - worst) < 1e-5 for e in unlike), (expected, found)


def test_an_index_that_grew_is_the_one_that_was_built_at_once() -> None:
    grown, whole = Bm25(), filled(Bm25())
    grown.open("n", {})
    for record in records_of():
        grown.ingest([record])
        grown.ready()
    for question in ("red boat", "Vera", "blue", "2026"):
        assert ids(grown, question, Budget(records=2)) == ids(whole, question, Budget(records=2))


def test_settings_say_what_a_reader_must_know() -> None:
    said = Bm25().open("n", {"k1": "2"})
    assert said.settings["k1"] == "2" and said.settings["b"] == "0.75" and said.settings["formula"] == "lucene"
    assert {"package", "tokenizer", "ties", "context", "budget"} <= set(said.settings)
    assert said.bounded and said.query_dependent
    assert not WholeHistory().open("n", {}).bounded and not Recency().open("n", {}).query_dependent


@pytest.mark.parametrize(
    ("sut", "options", "message"),
    [
        (Null(), {"k": "1"}, 'Null: unknown option "k"; it takes none'),
        (Recency(), {"k": "1"}, 'Recency: unknown option "k"; it takes none'),
        (Bm25(), {"k": "1"}, 'Bm25: unknown option "k"; did you mean k1?'),
        (Bm25(), {"b": "1.5"}, 'Bm25: b is "1.5"; give a number from 0 to 1'),
        (Bm25(), {"k1": "many"}, 'Bm25: k1 is "many"; give a number from 0 to 100'),
        (Bm25(), {"k1": "nan"}, 'Bm25: k1 is "nan"; give a number from 0 to 100'),
    ],
)
def test_an_option_that_it_does_not_know_is_refused(sut: Kept, options: dict[str, str], message: str) -> None:
    with pytest.raises(SutError, match=f"^{re.escape(message)}$"):
        sut.open("n", options)

"""What comes back from an endpoint lands in its outcome and is kept; nothing is asked for again."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from memsql.errors import DataError, MemsqlError
from memsql.evaluation.answering import Asked, Endpoint, Outstanding, Settings, estimate, outcome_counts
from memsql.evaluation.answering.transport import EndpointError, retry_after
from tests.evaluation.answering.clients import questions, settled
from tests.evaluation.answering.conftest import LONG, ask
from tests.evaluation.server import Running, serving

Made = Callable[..., Settings]

EXPECTED = {
    "right": "ok",
    "fenced": "ok",
    "nothing": "ok",
    "undecided": "ok",
    "broken": "parse_error",
    "empty": "parse_error",
    "no text": "parse_error",
    "long": "parse_error",
    "nested": "parse_error",
    "half a pair": "parse_error",
    "a sentence": "parse_error",
    "another type": "parse_error",
    "another label": "parse_error",
    "cut off": "parse_error",
    "refusal": "refused",
    "filter": "refused",
    "too long": "refused",
    "odd request": "refused",
    "no completion": "parse_error",
    "reset": "timeout",
    "cut answer": "timeout",
    "broken server": "timeout",
    "long pause": "timeout",
}
TRANSPORT = {"reset": 3, "cut answer": 3, "broken server": 3, "long pause": 1}
"""Attempts of those that bring no answer."""


def asked_of(server: Running, endpoint: Endpoint, asks: list[Asked]) -> Counter[str]:
    """How often the server was asked each question, by ask_id."""
    asked = server.asked()
    return Counter({a.ask_id: asked[endpoint.key(a)] for a in asks})


def test_every_bad_behaviour_lands_in_its_outcome_and_is_kept(server: Running, settings: Made, cache: Path) -> None:
    asks = [ask(name) for name in EXPECTED]
    first = Endpoint(settings(), cache)
    rows = first.answer(asks)
    assert {row.ask_id: str(row.outcome) for row in rows} == EXPECTED
    assert outcome_counts(rows) == {"ok": 4, "parse_error": 11, "refused": 4, "timeout": 4, "sut_error": 0}
    sent = Counter({name: TRANSPORT.get(name, 1) for name in EXPECTED})
    assert asked_of(server, first, asks) == sent
    by_name = {row.ask_id: row for row in rows}
    assert by_name["right"].value_number == by_name["fenced"].value_number == Decimal(388)
    assert (by_name["nothing"].label, by_name["nothing"].value_number) == ("justified-zero", Decimal(0))
    assert (by_name["undecided"].label, by_name["undecided"].value_number) == ("unknown", None)
    assert by_name["long"].raw == LONG
    assert by_name["empty"].raw == by_name["no text"].raw == ""
    assert by_name["half a pair"].raw == '{"label": "\ufffd"}'
    assert by_name["refusal"].raw == "I cannot help with that."
    assert "limit of its length" in by_name["cut off"].detail
    assert "too long" in by_name["too long"].detail
    assert "3600 s" in by_name["long pause"].detail
    for row in rows:
        assert (row.detail == "") == (row.outcome == "ok")
        assert row.label is None or row.outcome == "ok"
        assert not row.cached

    # Another run on the same cache: the same rows, and only what brought no answer is tried again.
    again = Endpoint(settings(), cache).answer(asks)
    assert settled(again) == settled(rows)
    assert {row.ask_id for row in again if not row.cached} == set(TRANSPORT)
    assert asked_of(server, first, asks) == sent + Counter(TRANSPORT)


def test_a_server_that_takes_too_long(server: Running, settings: Made, cache: Path) -> None:
    endpoint = Endpoint(settings(timeout_seconds=0.3, attempts=2), cache)
    for name in ("slow", "trickling"):
        row = endpoint.answer([ask(name)])[0]
        assert (row.outcome, row.detail, row.raw) == ("timeout", "timed out, 2 attempts", "")
        assert asked_of(server, endpoint, [ask(name)]) == {name: 2}


def test_a_busy_server_is_asked_again_when_it_says(server: Running, settings: Made, cache: Path) -> None:
    endpoint = Endpoint(settings(), cache)
    started = time.monotonic()
    row = endpoint.answer([ask("busy")])[0]
    assert (row.outcome, row.value_number) == ("ok", Decimal(7))
    elapsed = time.monotonic() - started
    assert asked_of(server, endpoint, [ask("busy")]) == {"busy": 3}
    assert row.seconds is not None
    assert row.seconds <= elapsed - 0.4, "the time of the attempt that was answered, without the pause asked for"


def test_somebody_who_waits_is_told_what_is_outstanding(settings: Made, cache: Path) -> None:
    told: list[Outstanding] = []
    endpoint = Endpoint(settings(), cache)
    endpoint.watch = told.append
    rows = endpoint.answer([ask("broken server"), ask("right")])
    assert [str(r.outcome) for r in rows] == ["timeout", "ok"]
    assert max(t.in_flight for t in told) == 2
    assert [t.retries for t in told] == sorted(t.retries for t in told)
    assert told[-1] == Outstanding(0, 2, "status 500"), "three attempts, none of them on its way any more"
    assert Outstanding(1, 1, "status 500") in told or Outstanding(2, 1, "status 500") in told, "told before the end"


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("2", 2), ("0.5", 0.5), ("-3", 0), ("", None), ("soon", None), ("nan", None), ("inf", None)],
)
def test_retry_after_in_seconds(said: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": said}) == seconds
    assert retry_after({}) is None


def test_retry_after_as_a_date() -> None:
    found = retry_after({"retry-after": "Wed, 21 Oct 2099 07:28:00 GMT"})
    assert found is not None
    assert found > 1e9
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("wrong key", 'refused with 401 ("Incorrect API key"); check the key'),
        ("forbidden", 'refused with 403 ("not yours"); check the key and what it may use'),
        ("no model", 'refused with 404 ("no such\\nmodel"); check the address and the name of the model'),
        ("no quota", 'refused with 429 ("pay"); the account has no quota left'),
        ("odd request", 'refused with 422 ("no such thing"); check the options: format, temperature, seed, length'),
        ("no completion", "the response is no chat completion; check the address, it often ends in /v1"),
    ],
)
def test_an_endpoint_that_refuses_everything_stops_the_run(
    server: Running, settings: Made, cache: Path, name: str, said: str
) -> None:
    with pytest.raises(EndpointError) as stopped:
        Endpoint(settings(), cache).answer([ask(name)])
    assert str(stopped.value) == f"{server.url}: {said}"


def test_what_is_in_flight_when_a_run_stops_is_kept(server: Running, settings: Made, cache: Path) -> None:
    slow = [ask("in a while", context=f"[e{n}] It is 5.") for n in range(3)]
    endpoint = Endpoint(settings(concurrency=4), cache)
    with pytest.raises(EndpointError):
        endpoint.answer([*slow, ask("wrong key"), ask("right")])
    rows = endpoint.answer(slow)
    assert [(row.value_number, row.cached) for row in rows] == [(Decimal(5), True)] * 3
    assert {server.asked()[endpoint.key(a)] for a in slow} == {1}


def test_options_that_every_request_fails_by_stop_the_run_and_are_not_retained(
    server: Running, settings: Made, cache: Path
) -> None:
    asks = [ask("odd request", context=str(n)) for n in range(40)]
    endpoint = Endpoint(settings(concurrency=2), cache)
    with pytest.raises(EndpointError, match="check the options"):
        endpoint.answer(asks)
    sent = sum(asked_of(server, endpoint, [a]).total() for a in asks)
    assert 5 <= sent <= 7
    assert not endpoint.known(map(endpoint.key, asks))


def test_an_address_where_nobody_is(cache: Path) -> None:
    settings = Settings("http://127.0.0.1:9/v1", "any", attempts=2, pause_seconds=0.01)
    with pytest.raises(EndpointError, match=r"^http://127.0.0.1:9/v1: cannot be reached \(.*\); check the address$"):
        Endpoint(settings, cache).answer([ask("right")])


def test_one_request_for_the_same_body_and_answers_in_the_order_of_the_questions(tmp_path: Path) -> None:
    with serving(tmp_path, "tests.evaluation.answering.behaviours:backwards") as server:
        endpoint = Endpoint(Settings(server.url, "any", concurrency=3), tmp_path / "answers.sqlite")
        asks = questions(9)
        told: list[tuple[str, int, int]] = []
        rows = endpoint.answer(
            [*asks, *(replace(a, ask_id=f"again {a.ask_id}") for a in asks)], lambda *t: told.append(t)
        )
        assert [row.ask_id for row in rows] == [*(f"q{n}" for n in range(9)), *(f"again q{n}" for n in range(9))]
        assert [row.value_number for row in rows] == [*range(9), *range(9)]
        assert [row.cached for row in rows] == [False] * 9 + [True] * 9
        assert server.asked() == Counter(endpoint.key(a) for a in asks)
        # The bound is kept and used.
        assert max(line["in_flight"] for line in server.lines()) == 3
        assert [done for _, done, _ in told] == [2 * n for n in range(1, 10)]
        assert {(stage, total) for stage, _, total in told} == {("answer", 18)}


def test_a_key_goes_to_the_endpoint_and_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "of-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with serving(tmp_path / "server", "tests.evaluation.answering.behaviours:headers") as server:
        cache = tmp_path / "answers.sqlite"
        without = Endpoint(Settings(server.url, "a"), cache).answer([ask("whose", "set")])[0]
        settings = Settings(server.url, "b", key="sk-ours")
        with_key = Endpoint(settings, cache).answer([ask("whose", "set")])[0]
    assert without.value_set == ()
    assert with_key.value_set == ("authorization: Bearer sk-ours",)
    assert "sk-ours" not in repr(settings)
    # In the cache it stands only because this server repeats it.
    assert cache.read_bytes().count(b"sk-ours") <= 1


def test_estimate_counts_what_would_be_sent(settings: Made, cache: Path) -> None:
    endpoint = Endpoint(settings(format="text"), cache)
    asks = [ask("right"), ask("nothing"), ask("nothing"), ask("undecided", context="[e1] " + "word " * 1000)]
    planned = estimate(asks, endpoint)
    assert not cache.exists(), "an estimate leaves nothing"
    assert (planned.rows, planned.requests, planned.cached, planned.calls) == (4, 3, 0, 3)
    rows = endpoint.answer(asks)
    distinct = {row.request_sha256: row for row in rows}
    assert planned.input_tokens == sum(row.input_tokens or 0 for row in distinct.values())
    assert planned.input_tokens > 1000
    assert planned.output_tokens >= sum(row.output_tokens or 0 for row in distinct.values())
    done = estimate([*asks, ask("broken")], endpoint)
    assert (done.rows, done.requests, done.cached, done.calls) == (5, 4, 3, 1)
    assert done.tokenizer == "words-and-signs"
    assert estimate(asks, Endpoint(settings(), cache)).calls == 3, "another format is another request"


def test_files_that_are_no_cache(settings: Made, tmp_path: Path) -> None:
    import sqlite3

    text = tmp_path / "notes.txt"
    text.write_text("not a database, and long enough to be read as one " * 20)
    other = tmp_path / "other.sqlite"
    database = sqlite3.connect(other)
    database.execute("create table answer (a)")
    database.close()
    for path, said in ((text, "no cache of answers"), (other, "a database of something else")):
        before = path.read_bytes()
        with pytest.raises(DataError, match=rf"^{path}: {said}"):
            Endpoint(settings(), path).answer([ask("right")])
        assert path.read_bytes() == before
    with pytest.raises(DataError, match="cannot be opened"):
        Endpoint(settings(), text / "below.sqlite").answer([ask("right")])


def test_without_the_package_the_answer_is_one_line(
    settings: Made, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MemsqlError, match=r"^answer models: the package openai is not installed; install it with"):
        Endpoint(settings(), cache).answer([ask("right")])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"endpoint": "localhost:80"}, "localhost:80: no web address; give the endpoint as https://.../v1"),
        ({"format": "shema"}, "shema: no format of answers; did you mean schema?"),
        ({"model": " "}, "model: it has no name; give the name that the endpoint knows it by"),
        ({"concurrency": 0}, "concurrency: 0 is too small; give a number above 0"),
        ({"pause_seconds": -1.0}, "pause_seconds: -1.0 is below 0; give 0 or more"),
    ],
)
def test_settings_that_cannot_be_used(changes: dict[str, object], said: str) -> None:
    with pytest.raises(MemsqlError) as refused:
        replace(Settings("https://example.org/v1", "any"), **changes)  # type: ignore[arg-type]  # that is the test
    assert str(refused.value) == said


def test_embeddings_of_the_server_are_bags_of_words(server: Running) -> None:
    from openai import OpenAI

    texts = ["the cap for hotels", "The cap, for hotels!", "a cap for a meal", "nothing shared here"]
    with OpenAI(api_key="none", base_url=server.url) as client:
        found = [e.embedding for e in client.embeddings.create(model="any", input=texts).data]
        plain = client.embeddings.create(model="any", input=texts[0], encoding_format="float").data[0].embedding
    product = [sum(a * b for a, b in zip(found[0], other, strict=True)) for other in found]
    assert product[0] == pytest.approx(1, abs=1e-6)
    assert found[0] == found[1] == pytest.approx(plain, abs=1e-6)
    assert product[2] > product[3]
    assert len(server.lines(path="/v1/embeddings")) == 2


def test_rows_of_no_run_are_counted_too() -> None:
    assert outcome_counts([]) == dict.fromkeys(("ok", "parse_error", "refused", "timeout", "sut_error"), 0)

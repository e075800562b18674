"""Canaries: what must hold before any score of a system can be believed. One that fails makes the run INVALID.

Before the run they are tried on fresh namespaces with records of our own, which are part of no suite and name what
exists nowhere; a canary whose capability the system does not declare is not tried, and says so. After the run the
same is looked for in everything that it returned (``run_check``). A reference is lent gold of a suite and has none
of our records: only what it returned in the run is looked at.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import polars as pl

from memsql.errors import SutError, shown
from memsql.evaluation.collect import checked_context
from memsql.evaluation.registry import SutSpec, opened
from memsql.evaluation.run_check import FAILED, NOT_DECLARED, PASSED, Row, held, whole_records
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Sut, record_text
from memsql.evaluation.tokens import token_count

START = datetime(2031, 3, 3, 7, 41)
STEP = timedelta(days=2, hours=3, minutes=7)
FEW = 2
SHORT = 60


def _said(place: int, text: str) -> Record:
    event_id, at = f"canary{place}", START + place * STEP
    return Record(event_id, at, record_text(event_id, at, text))


# Invented names: a context that holds the harbour holds that record, whatever it was turned into.
SHIPS = ("Vopkin", "Ghelaru", "Tesquil", "Brumwick", "Oskaveth", "Hilfren", "Juparno", "Maddelim")
PORTS = ("Quenholt", "Zarbeck", "Ulvamere", "Fendrisk", "Lopharne", "Yestrel", "Corvanth", "Wexipol")
RECORDS = tuple(
    _said(n, f"The ship {ship} was moored in the harbour of {port}.")
    for n, (ship, port) in enumerate(zip(SHIPS, PORTS, strict=True), 1)
)
LAST = _said(len(RECORDS) + 1, "The ship Dravinox was moored in the harbour of Polmantis.")
LAST_SHIP, LAST_PORT = "Dravinox", "Polmantis"


def asked(ship: str) -> str:
    """The question for which a record of ours was written."""
    return f"In which harbour was the ship {ship} moored?"


ALL = Budget(records=len(RECORDS))


@dataclass(slots=True)
class Trial:
    """What a system returned for our records; what it was not asked is missing.

    ``last``: the question about the record just ingested; ``few``: the same with a budget of records, ``short``: of
    tokens; ``other``: another question, with that of records; ``apart``: in another namespace, which was not given
    that record; ``again``: in the same namespace, closed and begun again up to the day before.
    """

    capabilities: Capabilities
    contexts: dict[str, Context] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    """Why a question has no context."""

    def ask(self, name: str, sut: Sut, ship: str, at: datetime, budget: Budget) -> None:
        """Ask for the harbour of a ship."""
        with self.watched(name):
            self.contexts[name] = checked_context(sut.context(asked(ship), at, budget))

    @contextlib.contextmanager
    def watched(self, *names: str) -> Iterator[None]:
        """Whatever a system raises is why these questions have no context."""
        try:
            yield
        except Exception as error:
            said = str(error) if isinstance(error, SutError) else f"{type(error).__name__}: {shown(str(error), 300)}"
            for name in names:
                self.reasons.setdefault(name, said)

    def context(self, name: str) -> Context:
        """What was returned. Raises SutError where nothing was."""
        if name not in self.contexts:
            raise SutError(self.reasons.get(name, "was not asked"))
        return self.contexts[name]


def run_canaries(spec: SutSpec, namespace: str = "canary") -> list[Row]:
    """Try every canary. Raises SutError where the system cannot be opened at all: that is no verdict on it.

    Three namespaces are opened, two of them at once; 21 records are ingested and at most 6 questions asked.
    """
    trial = _tried(spec, namespace)
    return [_verdict(canary, spec, trial) for canary in CANARIES]


def _tried(spec: SutSpec, namespace: str) -> Trial:
    with _opened(spec, f"{namespace}-1") as (sut, capabilities):
        trial = Trial(capabilities)
        if spec.is_reference:
            return trial
        with trial.watched("last", "few", "short", "other", "apart"):
            at = _filled(sut, RECORDS, (LAST,))
            trial.ask("last", sut, LAST_SHIP, at, ALL)
            if capabilities.bounded or capabilities.query_dependent:
                trial.ask("few", sut, LAST_SHIP, at, Budget(records=FEW))
            if capabilities.bounded:
                trial.ask("short", sut, LAST_SHIP, at, Budget(tokens=SHORT))
            if capabilities.query_dependent:
                trial.ask("other", sut, SHIPS[0], at, Budget(records=FEW))
            with _opened(spec, f"{namespace}-2") as (other, _):
                trial.ask("apart", other, LAST_SHIP, _filled(other, RECORDS[4:]), ALL)
    with trial.watched("again"), _opened(spec, f"{namespace}-1") as (sut, _):
        trial.ask("again", sut, LAST_SHIP, _filled(sut, RECORDS), ALL)
    return trial


@contextlib.contextmanager
def _opened(spec: SutSpec, namespace: str) -> Iterator[tuple[Sut, Capabilities]]:
    sut = spec()
    try:
        yield sut, opened(sut, spec, namespace)
    finally:
        with contextlib.suppress(Exception):  # what is not forgotten is seen when the namespace is begun again
            sut.close()


def _filled(sut: Sut, *batches: tuple[Record, ...]) -> datetime:
    """Ingest batch after batch; return the time of the last record."""
    for batch in batches:
        sut.ingest(batch)
        sut.ready()
    return batches[-1][-1].observed_at


@dataclass(frozen=True, slots=True)
class Canary:
    """One canary: its name, the capability that it needs (none: always tried), how a trial is judged.

    ``judge`` returns what was found, and raises SutError with what is wrong.
    """

    name: str
    capability: str | None
    judge: Callable[[Trial], str]


def _verdict(canary: Canary, spec: SutSpec, trial: Trial) -> Row:
    if spec.is_reference:
        return held(canary.name, NOT_DECLARED, "a reference is lent gold of the suite, and has none of our records")
    if canary.capability is not None and not getattr(trial.capabilities, canary.capability):
        return held(canary.name, NOT_DECLARED, f"the system does not say that it is {canary.capability}")
    try:
        return held(canary.name, PASSED, canary.judge(trial))
    except SutError as error:
        return held(canary.name, FAILED, str(error))


def _is_in(record: Record, port: str, text: str) -> bool:
    """Whether a record is in a text: by its id, or by its harbour, which no question names and no system can guess."""
    return port.casefold() in text.casefold() or f"[{record.event_id}]" in text


def _holds_last(found: Context) -> bool:
    return _is_in(LAST, LAST_PORT, found.text) or LAST.event_id in (found.event_ids or ())


def _found(trial: Trial) -> str:
    if not _holds_last(trial.context("last")):
        raise SutError(f"the record just ingested is not in {shown(trial.context('last').text)}")
    return "the record just ingested"


def _apart(trial: Trial) -> str:
    if _holds_last(trial.context("apart")):
        raise SutError(f"a record of another namespace is in {shown(trial.context('apart').text)}")
    return "nothing of another namespace"


def _later(trial: Trial) -> str:
    """A namespace that was closed is begun again up to an earlier day, as a run that is repeated does."""
    if _holds_last(trial.context("again")):
        raise SutError(f"a record later than the question is in {shown(trial.context('again').text)}")
    return "nothing later than the question, in a namespace that was closed and begun again"


def _bounded(trial: Trial) -> str:
    few, tokens = trial.context("few"), token_count(trial.context("short").text)
    marked = sum(f"[{r.event_id}]" in few.text for r in (*RECORDS, LAST))
    whole = len(whole_records((*RECORDS, LAST), pl.Series([few.text]))[0])
    count = max(len(set(few.event_ids or ())), few.records or 0, marked, whole)
    if count > FEW:
        raise SutError(f"{count} records where {FEW} were allowed")
    if tokens > SHORT:
        raise SutError(f"{tokens} tokens where {SHORT} were allowed")
    return f"{count} records where {FEW} were allowed, {tokens} tokens where {SHORT} were"


def _different(trial: Trial) -> str:
    found = trial.context("few").text
    if found == trial.context("other").text:
        # What honours no budget may return all of so few records; the whole run has more of them.
        if not trial.capabilities.bounded and all(
            _is_in(r, port, found) for r, port in zip(RECORDS, PORTS, strict=True)
        ):
            return "both contexts hold all records; the whole run will tell"
        raise SutError(f"two questions got the same context {shown(found)}")
    return "two questions, two contexts"


def _timed(trial: Trial) -> str:
    time = LAST.observed_at.isoformat(timespec="minutes")
    if time not in trial.context("last").text:
        raise SutError(f"the time {time} of the record is not in {shown(trial.context('last').text)}")
    return time


def _citing(trial: Trial) -> str:
    found = trial.context("last")
    known = {r.event_id for r in (*RECORDS, LAST)}
    if found.event_ids is None or not set(found.event_ids) <= known:
        raise SutError(f"event ids are {shown(found.event_ids)}; none but ours were ingested")
    if _is_in(LAST, LAST_PORT, found.text) and LAST.event_id not in found.event_ids:
        raise SutError(f"{LAST.event_id} is in the context and not among the event ids {shown(found.event_ids)}")
    return f"{len(found.event_ids)} event ids, all of records that were ingested"


CANARIES = (
    Canary("a record just ingested is found", "indexed", _found),
    Canary("nothing leaks from another namespace", None, _apart),
    Canary("nothing later than the question is returned", None, _later),
    Canary("the budget is honoured", "bounded", _bounded),
    Canary("two questions get different contexts", "query_dependent", _different),
    Canary("observation times survive", "timed", _timed),
    Canary("event ids are returned", "citing", _citing),
)

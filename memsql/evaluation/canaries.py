"""Canaries: what must hold before any score of a system can be believed. One that fails makes the run INVALID.

Before the run each is tried on a fresh namespace with records of our own, which are part of no suite and name what
exists nowhere; a canary whose capability the system does not declare is not tried, and says so. After the run the
same is looked for in everything that it returned. A reference is lent gold of a suite and has none of our records:
only what it returned is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from memsql.errors import SutError, shown
from memsql.evaluation.collect import checked_context
from memsql.evaluation.registry import SutSpec
from memsql.evaluation.run_check import FAILED, NOT_DECLARED, PASSED, Row, held
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Sut, record_text
from memsql.evaluation.tokens import token_count

NAMESPACE = "canary"
START = datetime(2031, 3, 3, 7, 41)
STEP = timedelta(days=2, hours=3, minutes=7)
FEW = 2
MANY_TOKENS = 60


def _said(place: int, text: str) -> Record:
    event_id, at = f"canary{place}", START + place * STEP
    return Record(event_id, at, record_text(event_id, at, text))


# Invented names: a context that holds one of them holds that record, whatever it was turned into.
CARGO = ("Vopkin", "Ghelaru", "Tesquil", "Brumwick", "Oskaveth", "Hilfren", "Juparno", "Maddelim")
PORTS = ("Quenholt", "Zarbeck", "Ulvamere", "Fendrisk", "Lopharne", "Yestrel", "Corvanth", "Wexipol")
RECORDS = tuple(
    _said(n, f"The ship {ship} was moored in the harbour of {port}.")
    for n, (ship, port) in enumerate(zip(CARGO, PORTS, strict=True), 1)
)
LAST = _said(len(RECORDS) + 1, "The ship Dravinox was moored in the harbour of Polmantis.")
LAST_NAME, LAST_PORT = "Dravinox", "Polmantis"


def asked(ship: str) -> str:
    """The question for which a record of ours was written."""
    return f"In which harbour was the ship {ship} moored?"


def run_canaries(spec: SutSpec) -> list[Row]:
    """Try every canary. Raises SutError where the system cannot be opened: that is no verdict on it."""
    with _opened(spec, f"{NAMESPACE}-0") as (_, capabilities):
        declared = capabilities
    return [_verdict(canary, spec, declared) for canary in CANARIES]


@dataclass(frozen=True, slots=True)
class Canary:
    """One canary: its name, the capability that it needs (none: always tried), how it is tried.

    ``run`` returns what was found, and raises SutError with what is wrong.
    """

    name: str
    capability: str | None
    run: Callable[[SutSpec], str]


def _verdict(canary: Canary, spec: SutSpec, declared: Capabilities) -> Row:
    if spec.is_reference:
        return held(canary.name, NOT_DECLARED, "a reference is lent gold of the suite, and has none of our records")
    if canary.capability is not None and not getattr(declared, canary.capability):
        return held(canary.name, NOT_DECLARED, f"the system does not say that it is {canary.capability}")
    try:
        return held(canary.name, PASSED, canary.run(spec))
    except SutError as error:
        return held(canary.name, FAILED, str(error))
    except Exception as error:
        return held(canary.name, FAILED, f"{type(error).__name__}: {shown(str(error), 300)}")


@contextmanager
def _opened(spec: SutSpec, namespace: str) -> Iterator[tuple[Sut, Capabilities]]:
    sut = spec()
    try:
        yield sut, sut.open(namespace, spec.options)
    finally:
        sut.close()


def _filled(sut: Sut, *batches: Sequence[Record]) -> datetime:
    """Ingest batch after batch; return the time of the last record."""
    for batch in batches:
        sut.ingest(batch)
        sut.ready()
    return batches[-1][-1].observed_at


def _context(sut: Sut, ship: str, as_of: datetime, budget: Budget | None = None) -> Context:
    return checked_context(sut.context(asked(ship), as_of, budget or Budget(records=len(RECORDS))))


def _holds(found: Context, record: Record, name: str) -> bool:
    return name in found.text or f"[{record.event_id}]" in found.text or record.event_id in (found.event_ids or ())


def _found(spec: SutSpec) -> str:
    with _opened(spec, f"{NAMESPACE}-1") as (sut, _):
        found = _context(sut, LAST_NAME, _filled(sut, RECORDS, (LAST,)))
    if not _holds(found, LAST, LAST_NAME):
        raise SutError(f"the record just ingested is not in {shown(found.text)}")
    return "the record just ingested"


def _apart(spec: SutSpec) -> str:
    with _opened(spec, f"{NAMESPACE}-2a") as (other, _), _opened(spec, f"{NAMESPACE}-2b") as (sut, _):
        _filled(other, (*RECORDS[:4], LAST))
        found = _context(sut, LAST_NAME, _filled(sut, RECORDS[4:]))
    if _holds(found, LAST, LAST_NAME):
        raise SutError(f"a record of another namespace is in {shown(found.text)}")
    return "nothing of another namespace"


def _later(spec: SutSpec) -> str:
    """A namespace that was closed is begun again up to an earlier day, as a run that is repeated does."""
    with _opened(spec, f"{NAMESPACE}-3") as (sut, _):
        _filled(sut, RECORDS, (LAST,))
    with _opened(spec, f"{NAMESPACE}-3") as (sut, _):
        found = _context(sut, LAST_NAME, _filled(sut, RECORDS))
    if _holds(found, LAST, LAST_NAME):
        raise SutError(f"a record later than the question is in {shown(found.text)}")
    return "nothing later than the question, after the namespace was closed and begun again"


def _bounded(spec: SutSpec) -> str:
    with _opened(spec, f"{NAMESPACE}-4") as (sut, _):
        at = _filled(sut, RECORDS, (LAST,))
        few = _context(sut, LAST_NAME, at, Budget(records=FEW))
        short = _context(sut, LAST_NAME, at, Budget(tokens=MANY_TOKENS))
    counts = [len(few.event_ids or ()), few.records or 0]
    counts += [sum(r.text in few.text or f"[{r.event_id}]" in few.text for r in (*RECORDS, LAST))]
    if max(counts) > FEW:
        raise SutError(f"{max(counts)} records where {FEW} were allowed")
    tokens = token_count(short.text)
    if tokens > MANY_TOKENS:
        raise SutError(f"{tokens} tokens where {MANY_TOKENS} were allowed")
    return f"{max(counts)} records of {FEW} allowed, {tokens} tokens of {MANY_TOKENS}"


def _different(spec: SutSpec) -> str:
    with _opened(spec, f"{NAMESPACE}-5") as (sut, _):
        at = _filled(sut, RECORDS, (LAST,))
        one, other = (_context(sut, ship, at, Budget(records=FEW)) for ship in (LAST_NAME, CARGO[0]))
    if one.text == other.text:
        raise SutError(f"two questions got the same context {shown(one.text)}")
    return "two questions, two contexts"


def _timed(spec: SutSpec) -> str:
    with _opened(spec, f"{NAMESPACE}-6") as (sut, _):
        found = _context(sut, LAST_NAME, _filled(sut, RECORDS, (LAST,)))
    time = LAST.observed_at.isoformat(timespec="minutes")
    if time not in found.text:
        raise SutError(f"the time {time} of the record is not in {shown(found.text)}")
    return time


def _citing(spec: SutSpec) -> str:
    with _opened(spec, f"{NAMESPACE}-7") as (sut, _):
        found = _context(sut, LAST_NAME, _filled(sut, RECORDS, (LAST,)))
    known = {r.event_id for r in (*RECORDS, LAST)}
    if found.event_ids is None or not set(found.event_ids) <= known:
        raise SutError(f"event ids are {shown(found.event_ids)}; ours were ingested")
    if LAST_NAME in found.text and LAST.event_id not in found.event_ids:
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

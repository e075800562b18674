"""A history under construction: what is observed when, as drafts of records, and the names that it uses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple, TypeVar

from memsql.suite.forms import Draft, Forms
from memsql.suite.names import Names
from memsql.suite.writing import Style

Thing = TypeVar("Thing")
OPENS, CLOSES = 8 * 60, 18 * 60  # records are made in working hours: minutes of the day
CENT = Decimal("0.01")
TEMPLATE_SHARE, MANY_RECORDS = 0.3, 20
"""Share of a form's records, in the histories of a suite, that one template writes at most, where there are so many."""
NAMING = "naming"
"""The form that says which entity a phrase refers to; every domain has it: slots ``phrase`` and ``entity``."""


class Planned(NamedTuple):
    """One event to be: when it is observed, its paragraphs, and the template that each takes."""

    at: datetime
    drafts: tuple[Draft, ...]
    templates: tuple[int, ...]


class Reference(NamedTuple):
    """A phrase that stands for an entity of a kind from the event on that says so."""

    phrase: str
    kind: str
    entity: str
    at: datetime


@dataclass(slots=True)
class Story:
    """The history of one scenario.

    ``starts_on``, ``days``: its time; ``options``: what its configuration says to its domain. ``events`` and
    ``references`` are what :meth:`add` and :meth:`refer` collect. ``memory`` belongs to the domain: what it wants
    to know again when it makes chatter. ``written``: form to the records of its domain in the suite, by template.
    """

    scenario_id: str
    random: Random
    names: Names
    forms: Forms
    style: Style
    starts_on: date
    days: int
    options: Mapping[str, Any]
    events: list[Planned] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    memory: dict[str, Any] = field(default_factory=dict)
    written: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    _turn: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def day(self, number: float) -> date:
        """The day after so many days; the last day of the history for a number beyond it."""
        return self.starts_on + timedelta(days=min(max(int(number), 0), self.days - 1))

    def add(self, at: date | datetime, *drafts: Draft) -> datetime:
        """Plan one event and return when it is observed: a day is given an hour of it, a time stays as it is.

        A day outside the history is moved to its nearest end.
        """
        day = at.date() if isinstance(at, datetime) else at
        if not isinstance(at, datetime) or not self.starts_on <= day <= self.day(self.days):
            inside = min(max(day, self.starts_on), self.day(self.days))
            minute = self.random.randrange(OPENS, CLOSES)
            at = datetime.combine(inside, time(minute // 60, minute % 60))
        self.events.append(Planned(at, drafts, tuple(self._next(d.form) for d in drafts)))
        return at

    def refer(self, at: date | datetime, kind: str, entity: str) -> str:
        """Plan an event that introduces a phrase for the entity, and return the phrase.

        The phrase is one of the domain's for the kind, with an invented name in its slot: it stands in no other
        record.
        """
        template = self.one_of(self.forms.phrases[kind])
        slot = template[template.index("{") + 1 : template.index("}")]
        phrase = template.replace(f"{{{slot}}}", self.names.make(slot))
        when = self.add(at, Draft(NAMING, {"phrase": phrase, "entity": entity}))
        self.references.append(Reference(phrase, kind, entity, when))
        return phrase

    def chance(self, share: float) -> bool:
        """Whether something of this probability happens."""
        return self.random.random() < share

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """One of the things."""
        return self.random.choice(things)

    def some_of(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """So many of the things, or all of them, in the order of their list."""
        chosen = set(self.random.sample(range(len(things)), min(count, len(things))))
        return [t for i, t in enumerate(things) if i in chosen]

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return self.random.randint(low, high)

    def money(self, low: int, high: int, step: int = 1) -> Decimal:
        """An amount between the bounds, a multiple of so many cents: 500 for prices that end in 5.00 or 0.00."""
        return (Decimal(self.random.randrange(low * 100, high * 100 + 1, step)) / 100).quantize(CENT)

    def _next(self, form: str) -> int:
        """The form's templates take turns, from a place of its own; one that has its share is passed by."""
        if form not in self._turn:
            self._turn[form] = self.random.randrange(97)
        self._turn[form] += 1
        count, written = len(self.forms.forms[form].part.templates), self.written[form]
        most = TEMPLATE_SHARE * max(written.total() + 1, MANY_RECORDS)
        while written[self._turn[form] % count] + 1 > most:
            self._turn[form] += 1
        written[self._turn[form] % count] += 1
        return self._turn[form]

"""What the simulation of one travel desk knows: its people, places and rules, and which event said what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from memsql.model import Verb
from memsql.suite.forms import Draft, Item
from memsql.suite.story import Story

REPEATED = 0.08
"""Share of facts that a second record states again."""
REFERRED_TRIPS, REFERRED_PEOPLE = 0.2, 0.85
DESK = 15
"""People that one desk looks after."""
HANDFUL, WAIT = (2, 3, 4, 5), 12
"""Paragraphs of one record, and the days that a paragraph may wait for others."""

Key = tuple[str, ...]


class Said(NamedTuple):
    """One statement about a key: when, by which event (its place in the story's list), and what."""

    at: datetime
    event: int
    verb: str
    value: tuple[str, ...]


@dataclass(slots=True)
class Trip:
    """One planned trip; days are numbers of days since the history began.

    ``city`` is where it goes by the last booking, made on day ``booked``; ``is_off``: called off for good.
    """

    person: str
    name: str
    starts: int
    ends: int
    expenses: list[str] = field(default_factory=list)
    city: str = ""
    booked: int = 0
    is_off: bool = False

    @property
    def stem(self) -> str:
        """The name without the word before it: what the names of its expenses begin with."""
        return self.name.split(" ", 1)[1]


@dataclass(slots=True)
class House:
    """One house with its travel desk.

    ``number``: the place of a person in ``people``; ``rank``: who may report to whom, lower ranks are higher up;
    ``levels``: places by level, cities first, nations last; ``watched``: two people whose records are measured out;
    ``careful``: those who hand in what they owe; ``trays``: paragraphs that wait for others; ``said``: every
    statement, by predicate and key.
    """

    story: Story
    company: str = ""
    people: list[str] = field(default_factory=list)
    rank: dict[str, int] = field(default_factory=dict)
    manager: dict[str, str] = field(default_factory=dict)
    number: dict[str, int] = field(default_factory=dict)
    home: dict[str, str] = field(default_factory=dict)
    levels: list[list[str]] = field(default_factory=list)
    vendors: dict[str, str] = field(default_factory=dict)
    currencies: list[str] = field(default_factory=list)
    trips: list[Trip] = field(default_factory=list)
    watched: set[str] = field(default_factory=set)
    careful: set[str] = field(default_factory=set)
    trays: dict[str, list[tuple[date, Draft]]] = field(default_factory=lambda: defaultdict(list))
    said: dict[tuple[str, Key], list[Said]] = field(default_factory=lambda: defaultdict(list))

    @property
    def cities(self) -> list[str]:
        """Where people are based and trips go."""
        return self.levels[0]

    @property
    def nations(self) -> list[str]:
        """The places that are nations."""
        return self.levels[-1]

    @property
    def kinds(self) -> list[str]:
        """Headings of the ledger."""
        return [str(k) for k in self.option("kinds")]

    def option(self, name: str) -> Any:
        """What the configuration says."""
        return self.story.options[name]

    def size(self, name: str) -> int:
        """A number of the configuration."""
        return int(self.story.options[name])

    def at(self, share: float) -> date:
        """The day after this share of the history."""
        return self.story.day(share * self.story.days)

    def between(self, low: float, high: float) -> date:
        """Some day between two shares of the history."""
        return self.at(self.story.random.uniform(low, high))

    def lapses(self, person: str, share: float) -> bool:
        """Whether something is left out that the careful seldom and others often leave out."""
        return self.story.chance(share * (0.25 if person in self.careful else 2.0))

    def record(self, at: date | datetime, *drafts: Draft) -> datetime:
        """Plan an event and remember what it says."""
        when = self.story.add(at, *drafts)
        event = len(self.story.events) - 1
        for action in self.story.forms.actions(drafts):
            name = f"{action.predicate}_complete" if action.verb == Verb.COMPLETE else action.predicate
            self.said[name, action.key].append(Said(when, event, str(action.verb), action.value))
        return when

    def list_of(self, at: date | datetime, form: str, part: str, values: dict[str, Any], lines: Sequence[Any]) -> None:
        """Plan a record with one line for each of ``lines`` (mappings of slots)."""
        self.record(at, listed(form, part, values, lines))

    def post(self, tray: str, at: date, draft: Draft) -> None:
        """Put a paragraph into a tray of the office: what lies there for some days goes out as one record.

        Each desk of the office looks after so many people and has trays of its own.
        """
        who = next((str(draft.values[c]) for c in ("person", "approver", "manager") if c in draft.values), "")
        self.trays[f"{tray} {self.number.get(who, 0) // DESK}"].append((at, draft))

    def again(self, tray: str, at: date, draft: Draft) -> None:
        """Now and then, say the same again some days later."""
        if self.story.chance(REPEATED):
            self.post(tray, self.story.day((at - self.story.starts_on).days + self.story.whole(10, 60)), draft)

    def free_days(self, person: str, low: float, high: float) -> tuple[int, int]:
        """First and last day of a trip between two shares of the history, when the person is on no other trip."""
        story = self.story
        taken = [(t.starts, t.ends) for t in self.trips if t.person == person]
        for _ in range(60):
            starts = int(story.random.uniform(low, high) * story.days)
            ends = starts + story.whole(1, 7)
            if all(ends < first or last < starts for first, last in taken):
                break
        return starts, ends

    def empty_trays(self) -> None:
        """Plan a record for each handful of paragraphs of one tray that lie close together.

        A record says nothing twice of one key: that would be two values at one moment.
        """
        for _, posted in sorted(self.trays.items()):
            before = datetime.combine(self.story.starts_on, time())
            while posted:
                posted.sort(key=lambda p: p[0])
                first = posted[0][0]
                taken: list[tuple[date, Draft]] = []
                keys: set[tuple[str, Key]] = set()
                limit = self.story.one_of(HANDFUL)
                for at, draft in posted:
                    own = {(a.predicate, a.key) for a in self.story.forms.actions((draft,))}
                    if (at - first).days > WAIT or len(taken) == limit or own & keys:
                        break
                    taken.append((at, draft))
                    keys |= own
                at = taken[-1][0]
                # Two records of one tray on one day keep their order.
                when = before + timedelta(minutes=9) if at == before.date() else at
                before = self.record(when, *(draft for _, draft in taken))
                del posted[: len(taken)]

    def current(self, predicate: str, *key: str) -> Said | None:
        """The last statement about a key, or None."""
        return max(self.said.get((predicate, key), ()), key=lambda s: (s.at, s.event), default=None)

    def introduce(self) -> None:
        """Plan the records that say who or what is meant by a phrase."""
        for person in self.people:
            if self.story.chance(REFERRED_PEOPLE):
                self.story.refer(self.between(0.02, 0.3), "person", person)
        for trip in self.trips:
            if self.story.chance(REFERRED_TRIPS):
                self.story.refer(self.story.day(trip.starts + self.story.whole(-10, 30)), "trip", trip.name)


def listed(form: str, part: str, values: dict[str, Any], lines: Sequence[Any]) -> Draft:
    """A paragraph with one line for each of ``lines``."""
    return Draft(form, values, tuple(Item(part, line) for line in lines))


def chunks(things: Sequence[Any], sizes: Sequence[int], story: Story) -> list[list[Any]]:
    """The things in their order, in pieces of random sizes."""
    found, rest = [], list(things)
    while rest:
        count = story.one_of(list(sizes))
        found.append(rest[:count])
        rest = rest[count:]
    return found

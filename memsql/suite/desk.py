"""An office in which records are made: paragraphs wait in trays, and what was said of each key is remembered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, ClassVar, NamedTuple, TypeVar

from memsql.errors import DataError
from memsql.model import Verb
from memsql.suite.forms import Draft, Item
from memsql.suite.story import Story

Thing = TypeVar("Thing")
Key = tuple[str, ...]
APART = timedelta(minutes=9)
"""Two records of one tray on one day are so far apart, and so keep their order."""


class Said(NamedTuple):
    """One statement about a key: when, by which event (its place in the story's list), what is done, the value."""

    at: datetime
    event: int
    verb: str
    value: tuple[str, ...]


@dataclass(slots=True)
class Office:
    """What every domain asks of its story: values of the configuration, and days by their share of the history."""

    story: Story

    def option(self, name: str) -> Any:
        """What the configuration says. Raises DataError where it says nothing."""
        if name not in self.story.options:
            raise DataError(f"{self.story.scenario_id}: no story.{name}; add it")
        return self.story.options[name]

    def size(self, name: str, least: int = 1) -> int:
        """A number of the configuration. Raises DataError where it is not there, or no whole number from least up."""
        found = self.option(name)
        if not isinstance(found, int) or isinstance(found, bool) or found < least:
            what = f"write a whole number, {least} or more"
            raise DataError(f"{self.story.scenario_id}: story.{name} is {found!r}; {what}")
        return found

    def at(self, share: float) -> date:
        """The day after this share of the history."""
        return self.story.day(share * self.story.days)

    def between(self, low: float, high: float) -> date:
        """Some day between two shares of the history."""
        return self.at(self.story.random.uniform(low, high))

    def pieces(self, things: Sequence[Thing], sizes: Sequence[int]) -> list[list[Thing]]:
        """The things in their order, in pieces of random sizes."""
        found, rest = [], list(things)
        while rest:
            count = self.story.one_of(sizes)
            found.append(rest[:count])
            rest = rest[count:]
        return found


@dataclass(slots=True)
class Desk(Office):
    """An office with trays.

    ``handful``: paragraphs of one record at most, each number as likely as the others; ``wait``: the days that a
    paragraph may wait for others; ``repeated``: the share of single statements that a second record repeats.
    """

    handful: ClassVar[tuple[int, ...]] = (1, 2, 2, 3, 4)
    wait: ClassVar[int] = 9
    repeated: ClassVar[float] = 0.12

    trays: dict[str, list[tuple[date, Draft]]] = field(default_factory=lambda: defaultdict(list))
    said: dict[tuple[str, Key], list[Said]] = field(default_factory=lambda: defaultdict(list))

    def record(self, at: date | datetime, *drafts: Draft) -> datetime:
        """Plan an event and remember what it says."""
        when = self.story.add(at, *drafts)
        event = len(self.story.events) - 1
        for action in self.story.forms.actions(drafts):
            name = f"{action.predicate}_complete" if action.verb == Verb.COMPLETE else action.predicate
            self.said[name, action.key].append(Said(when, event, str(action.verb), action.value))
        return when

    def current(self, predicate: str, *key: str) -> Said | None:
        """The last statement about a key, or None."""
        return max(self.said.get((predicate, key), ()), key=lambda s: (s.at, s.event), default=None)

    def put(self, tray: str, at: date, draft: Draft) -> None:
        """Put a paragraph into a tray: what lies there for some days goes out as one record."""
        self.trays[tray].append((at, draft))

    def post(self, tray: str, at: date, form: str, **values: Any) -> None:
        """Put a paragraph of a form into a tray."""
        self.put(tray, at, Draft(form, values))

    def post_list(self, tray: str, at: date, form: str, lines: Sequence[dict[str, Any]], **values: Any) -> None:
        """Put a paragraph with one line for each of ``lines`` into a tray."""
        self.put(tray, at, listed(form, values, lines))

    def again(self, tray: str, at: date, form: str, **values: Any) -> None:
        """Post a paragraph, and now and then the same once more some weeks later."""
        self.post(tray, at, form, **values)
        self.repeat(tray, at, Draft(form, values))

    def repeat(self, tray: str, at: date, draft: Draft) -> None:
        """Now and then, put a paragraph of that day into a tray once more some weeks later."""
        if self.story.chance(self.repeated):
            late = (at - self.story.starts_on).days + self.story.whole(10, 60)
            self.put(tray, self.story.day(late), draft)

    def empty_trays(self) -> None:
        """Plan a record for each handful of paragraphs of one tray that lie close together.

        A record says nothing twice of one key: that would be two values at one moment.
        """
        for _, posted in sorted(self.trays.items()):
            before: datetime | None = None
            while posted:
                posted.sort(key=lambda p: p[0])
                first = posted[0][0]
                taken: list[tuple[date, Draft]] = []
                keys: set[tuple[str, Key]] = set()
                limit = self.story.one_of(self.handful)
                for at, draft in posted:
                    own = {(a.predicate, a.key) for a in self.story.forms.actions((draft,))}
                    if (at - first).days > self.wait or len(taken) == limit or own & keys:
                        break
                    taken.append((at, draft))
                    keys |= own
                at = taken[-1][0]
                when = before + APART if before is not None and at == before.date() else at
                before = self.record(when, *(draft for _, draft in taken))
                del posted[: len(taken)]


def listed(form: str, values: dict[str, Any], lines: Sequence[dict[str, Any]], part: str = "plain") -> Draft:
    """A paragraph with one line for each of ``lines``."""
    return Draft(form, values, tuple(Item(part, line) for line in lines))

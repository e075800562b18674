"""An office in which records are made: paragraphs wait in trays, and what was said of each key is remembered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple

from memsql.model import Verb
from memsql.suite.forms import Draft, Item
from memsql.suite.story import Story

HANDFUL, WAIT = (1, 2, 2, 3, 4), 9
"""Paragraphs of one record, and the days that a paragraph may wait for others."""

REPEATED = 0.12
"""Share of single statements that a second record repeats."""

Key = tuple[str, ...]


class Said(NamedTuple):
    """One statement about a key: when, what is done to it, and the value."""

    at: datetime
    verb: str
    value: tuple[str, ...]


@dataclass(slots=True)
class Desk:
    """The office of one story."""

    story: Story
    trays: dict[str, list[tuple[date, Draft]]] = field(default_factory=lambda: defaultdict(list))
    said: dict[tuple[str, Key], list[Said]] = field(default_factory=lambda: defaultdict(list))

    def size(self, name: str) -> int:
        """A number of the configuration."""
        return int(self.story.options[name])

    def at(self, share: float) -> date:
        """The day after this share of the history."""
        return self.story.day(share * self.story.days)

    def between(self, low: float, high: float) -> date:
        """Some day between two shares of the history."""
        return self.at(self.story.random.uniform(low, high))

    def record(self, at: date | datetime, *drafts: Draft) -> None:
        """Plan an event and remember what it says."""
        when = self.story.add(at, *drafts)
        for action in self.story.forms.actions(drafts):
            name = f"{action.predicate}_complete" if action.verb == Verb.COMPLETE else action.predicate
            self.said[name, action.key].append(Said(when, str(action.verb), action.value))

    def post(self, tray: str, at: date, form: str, **values: Any) -> None:
        """Put a paragraph into a tray: what lies there for some days goes out as one record."""
        self.trays[tray].append((at, Draft(form, values)))

    def post_list(self, tray: str, at: date, form: str, lines: Sequence[dict[str, Any]], **values: Any) -> None:
        """Put a paragraph with one line for each of ``lines`` into a tray."""
        self.trays[tray].append((at, Draft(form, values, tuple(Item("plain", line) for line in lines))))

    def again(self, tray: str, at: date, form: str, **values: Any) -> None:
        """Post a paragraph, and now and then the same once more some weeks later."""
        self.post(tray, at, form, **values)
        if self.story.chance(REPEATED):
            late = (at - self.story.starts_on).days + self.story.whole(10, 60)
            self.post(tray, self.story.day(late), form, **values)

    def empty_trays(self) -> None:
        """Plan a record for each handful of paragraphs of one tray that lie close together.

        A record says nothing twice of one key: that would be two values at one moment.
        """
        for _, posted in sorted(self.trays.items()):
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
                self.record(taken[-1][0], *(draft for _, draft in taken))
                del posted[: len(taken)]

    def pieces(self, things: Sequence[Any], sizes: Sequence[int]) -> list[list[Any]]:
        """The things in their order, in pieces of random sizes."""
        found, rest = [], list(things)
        while rest:
            count = self.story.one_of(sizes)
            found.append(rest[:count])
            rest = rest[count:]
        return found

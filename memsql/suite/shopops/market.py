"""What the simulation of one shop knows: its catalogue, customers, households, terms and orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from memsql.errors import DataError
from memsql.suite.desk import Office
from memsql.suite.forms import Draft

TALES = ("recall", "clearance", "merger")
REPEATED = 0.07
"""Share of the records of one fact that a second record states again."""


@dataclass(slots=True)
class Order:
    """One purchase; days are numbers of days since the history began. ``lines``: product to quantity and price;
    ``is_counter``: bought at the counter and taken home at once; ``lost``: products struck from it for good.
    """

    customer: str
    name: str
    placed: int
    lines: dict[str, tuple[int, Decimal]] = field(default_factory=dict)
    delivered: int | None = None
    is_off: bool = False
    is_counter: bool = False
    lost: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Market(Office):
    """One shop. ``parent``: category to the one above it, now; ``roots``: categories that began without one;
    ``filed``: product to its category, now; ``price``: product to its list price; ``members``: household to its
    customers; ``accounts``: household to its accounts; ``tiers``: from the plainest up.
    """

    shop: str = ""
    roots: list[str] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    parent: dict[str, str] = field(default_factory=dict)
    filed: dict[str, str] = field(default_factory=dict)
    price: dict[str, Decimal] = field(default_factory=dict)
    tiers: list[str] = field(default_factory=list)
    customers: list[str] = field(default_factory=list)
    members: dict[str, list[str]] = field(default_factory=dict)
    accounts: dict[str, list[str]] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)

    @property
    def regular(self) -> str:
        """The customer who buys at the counter every few weeks: answers about the household rest on many records."""
        return next(iter(self.members.values()))[0]

    @property
    def products(self) -> list[str]:
        """Everything that is sold."""
        return list(self.price)

    @property
    def tale(self) -> str:
        """The story that the scenario tells."""
        found = self.option("tale")
        if found not in TALES:
            raise DataError(
                f"{self.story.scenario_id}: the tale {found!r} is not known; write one of {', '.join(TALES)}"
            )
        return str(found)

    def record(self, at: date | int, *drafts: Draft) -> datetime | None:
        """Plan an event, on a day or after so many days; what would come after the history is not recorded."""
        day = self.story.starts_on + timedelta(days=at) if isinstance(at, int) else at
        return self.story.add(day, *drafts) if day <= self.story.day(self.story.days) else None

    def say(self, at: date | int, form: str, **values: Any) -> None:
        """Plan a record of one paragraph; now and then a second one states the same some days later."""
        draft = Draft(form, values)
        when = self.record(at, draft)
        if when is not None and self.story.chance(REPEATED):
            self.record(when.date() + timedelta(days=self.story.whole(1, 3)), draft)

    def below(self, category: str) -> set[str]:
        """The category and everything under it, now."""
        found = {category}
        while more := {c for c, p in self.parent.items() if p in found} - found:
            found |= more
        return found

    def top_of(self, category: str) -> str:
        """The category at the top of the way up, now."""
        while category in self.parent:
            category = self.parent[category]
        return category

"""Worlds: sets of visible events, many at once (ENGINE: "World")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

import pyarrow as pa

from memsql.db import Database


class WorldKind(StrEnum):
    """``literal``: versions chosen among its own events. ``resolved``: those of its base, restricted."""

    LITERAL = "literal"
    RESOLVED = "resolved"


@dataclass(slots=True)
class Worlds:
    """Worlds under construction, numbered from 0; events are positions in their scenario.

    ``known_at`` is the position of the last event that counts, ``day`` the day of that moment: where it is None
    nothing is in force that asks for the current day. ``base`` of a literal world is itself. A world may be made for
    one relation, its ``target``, as every resolved one is: it holds only what that relation can read.
    """

    scenario: list[int] = field(default_factory=list)
    known_at: list[int] = field(default_factory=list)
    day: list[date | None] = field(default_factory=list)
    kind: list[str] = field(default_factory=list)
    base: list[int] = field(default_factory=list)
    is_changed: list[bool] = field(default_factory=list)
    is_only: list[bool] = field(default_factory=list)
    target: list[int] = field(default_factory=list)
    targets: dict[str, int] = field(default_factory=dict)
    _only: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    _without: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    _instead: tuple[list[int], list[int], list[int]] = field(default_factory=lambda: ([], [], []))

    def __len__(self) -> int:
        return len(self.scenario)

    @property
    def has_resolved(self) -> bool:
        """Whether some world is resolved."""
        return WorldKind.RESOLVED in self.kind

    @property
    def are_cutoffs(self) -> bool:
        """Whether every world is all that was known at its cutoff."""
        return not any(self.is_changed)

    def _add(
        self,
        scenario: int,
        known_at: int,
        day: date | None,
        kind: WorldKind = WorldKind.LITERAL,
        base: int | None = None,
        changed: bool = False,
        only: bool = False,
    ) -> int:
        world = len(self.scenario)
        self.scenario.append(scenario)
        self.known_at.append(known_at)
        self.day.append(day)
        self.kind.append(kind.value)
        self.base.append(world if base is None else base)
        self.is_changed.append(changed)
        self.is_only.append(only)
        self.target.append(-1)
        return world

    def cutoff(self, scenario: int, known_at: int, day: date | None = None) -> int:
        """Add the world of all events up to ``known_at``; return its number."""
        return self._add(scenario, known_at, day)

    def _like(self, base: int) -> tuple[int, int, date | None]:
        """Scenario, known_at and day of a world."""
        return self.scenario[base], self.known_at[base], self.day[base]

    def only(self, base: int, events: Iterable[int]) -> int:
        """Add the literal world of exactly ``events``, seen at the cutoff of ``base``."""
        world = self._add(*self._like(base), changed=True, only=True)
        return self._see(world, events)

    def alone(self, scenario: int, events: Sequence[int], day: date | None = None) -> int:
        """Add the literal world of exactly ``events``, seen at the last of them, whatever else the scenario has."""
        world = self._add(scenario, max(events, default=0), day, changed=True, only=True)
        return self._see(world, events)

    def resolved(self, base: int, events: Iterable[int], target: str) -> int:
        """Add the world of what ``base`` resolves and ``events`` assert, for a query on ``target``."""
        world = self._add(*self._like(base), WorldKind.RESOLVED, base, changed=True, only=True)
        self._made_for(world, target)
        return self._see(world, events)

    def _made_for(self, world: int, target: str) -> None:
        self.target[world] = self.targets.setdefault(target, len(self.targets))

    def _see(self, world: int, events: Iterable[int]) -> int:
        for event in events:
            self._only[0].append(world)
            self._only[1].append(event)
        return world

    def changed(
        self,
        scenario: int,
        known_at: int,
        without: Iterable[int] = (),
        instead: Mapping[int, int] | None = None,
        day: date | None = None,
        target: str | None = None,
    ) -> int:
        """Add a cutoff world without some events, and with payloads in the place of others."""
        world = self._add(scenario, known_at, day, changed=True)
        if target is not None:
            self._made_for(world, target)
        for event in without:
            self._without[0].append(world)
            self._without[1].append(event)
        for event, payload in (instead or {}).items():
            for column, value in zip(self._instead, (world, event, payload), strict=True):
                column.append(value)
        return world

    def load(self, db: Database) -> None:
        """Write ``ground.world`` and, unless all are cutoffs, ``world_only``, ``world_without``, ``world_instead``."""
        ints = pa.int32()
        db.load(
            "ground",
            "world",
            pa.table(
                {
                    "_w": pa.array(range(len(self)), ints),
                    "scenario": pa.array(self.scenario, ints),
                    "known_at": pa.array(self.known_at, ints),
                    "day": pa.array(self.day, pa.date32()),
                    "kind": pa.array(self.kind, pa.string()),
                    "base": pa.array(self.base, ints),
                    "is_changed": pa.array(self.is_changed, pa.bool_()),
                    "is_only": pa.array(self.is_only, pa.bool_()),
                    "target": pa.array(self.target, ints),
                }
            ),
        )
        if self.are_cutoffs:
            return
        for name, columns in (("world_only", self._only), ("world_without", self._without)):
            db.load(
                "ground",
                name,
                pa.table({"_w": pa.array(columns[0], ints), "event": pa.array(columns[1], ints)}),
            )
        names = ("_w", "event", "payload")
        arrays = [pa.array(c, ints) for c in self._instead]
        db.load("ground", "world_instead", pa.table(dict(zip(names, arrays, strict=True))))

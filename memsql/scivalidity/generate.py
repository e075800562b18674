"""Seeded worlds: the public events of a TaskSpec and a seed, and its counterfactual companion.

Every value is drawn by a hash of (TaskSpec, seed, event, field), so that a companion differs from its original in
the decisive field alone, and the same seed gives the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from memsql.errors import DataError
from memsql.scivalidity import PAIRS_MAX
from memsql.scivalidity.family import FIELDS, VARIANTS
from memsql.scivalidity.taskspec import TaskSpec


@dataclass(frozen=True, slots=True)
class Event:
    """A canonical event (paper appendix B.1). ``step``, ``amount``, ``subject`` are None where the family has none.

    ``sequence`` counts from 1 in the world. ``labels``: field to its name in the family. ``item``: the object that
    the event makes or refers to.
    """

    world_id: str
    event_id: str
    sequence: int
    type: str
    actor: str
    item: str
    object: str
    step: str | None
    amount: str | None
    subject: str | None
    labels: Mapping[str, str]
    record: str
    objects: tuple[str, ...]

    @property
    def payload(self) -> dict[str, str]:
        """Label to value, in the order of the fields."""
        values = {"step": self.step, "amount": self.amount, "subject": self.subject}
        return {self.labels[f]: str(values[f]) for f in FIELDS if values[f] is not None}


@dataclass(frozen=True, slots=True)
class World:
    """A world of a TaskSpec.

    ``side``: of the governing relation, as drawn; what the rule derives has to be the same. ``canary``: a string of
    the generator's hidden state, which no view may hold.
    """

    world_id: str
    taskspec: TaskSpec
    seed: int
    variant: str
    side: str
    events: tuple[Event, ...]
    canary: str

    @property
    def request(self) -> str:
        """What is asked, with the observation's name in it."""
        return self.request_about(self.asked_about)

    @property
    def asked_about(self) -> str:
        """The name of the observation."""
        return next(e.item for e in self.events if e.type == "observe")

    def request_about(self, item: str) -> str:
        """What is asked, of an observation under another name."""
        return self.taskspec.family.request.format(observe=item)


def draw(name: str, low: int, high: int) -> int:
    """A whole number from low to high, both included, fixed by the name."""
    digest = hashlib.sha256(name.encode()).digest()
    return low + int.from_bytes(digest[:8], "big") % (high - low + 1)


def worlds(specs: tuple[TaskSpec, ...], seeds: int, first: int = 0) -> tuple[World, ...]:
    """Original and counterfactual world of every TaskSpec and seed, in this order.

    Raises DataError where these are more than are compiled at once.
    """
    if len(specs) * seeds > PAIRS_MAX:
        found = f"{len(specs)} TaskSpecs with {seeds:,} seeds each are {len(specs) * seeds:,} pairs"
        fit = max(1, PAIRS_MAX // len(specs))
        raise DataError(f"seeds: {found}, more than the {PAIRS_MAX:,} compiled at once; give {fit} seeds or fewer")
    return tuple(
        world(spec, seed, variant) for spec in specs for seed in range(first, first + seeds) for variant in VARIANTS
    )


def world(spec: TaskSpec, seed: int, variant: str) -> World:
    """One world. The side of an original alternates with the seed; in a flip pair the companion has the other one."""
    if spec.governing == "both":
        is_true = (seed + spec.number) % 2 == 0
        is_true = is_true if variant == VARIANTS[0] else not is_true
        side = "true" if is_true else "false"
    else:
        side = spec.governing
    name = f"{spec.taskspec_id}/{seed}"
    world_id = f"{spec.taskspec_id}-s{seed}" + ("" if variant == VARIANTS[0] else "-cf")
    drawn: dict[str, int] = {}
    made = []
    for sequence, event in enumerate(spec.family.events, start=1):
        fields = {
            f: _value(event[f], f"{name}/{sequence}/{f}", spec, side, variant, drawn) for f in FIELDS if f in event
        }
        for field, (number, _) in fields.items():
            drawn[f"{event['type']}.{field}"] = number
        made.append(_event(spec, world_id, sequence, event, {f: text for f, (_, text) in fields.items()}, name))
    canary = "canary-" + hashlib.sha256(f"{name}/{variant}/hidden".encode()).hexdigest()[:16]
    return World(world_id, spec, seed, variant, side, _linked(made), canary)


def _value(
    column: Mapping[str, Any], name: str, spec: TaskSpec, side: str, variant: str, drawn: Mapping[str, int]
) -> tuple[int, str]:
    """The drawn number and its text; a subject's number is its place in the pool."""
    chosen: Mapping[str, Any] = column.get(side, column.get(variant, column))
    if "pick" in chosen:
        words = tuple(column["words"]) if "words" in column else spec.domain.pools[column["pool"]]
        # The pool turns with the seed: the world's first name is not always the pool's first.
        turn = 0 if "words" in column else draw(name.rsplit("/", 2)[0] + "/turn", 0, len(words) - 1)
        place = (int(chosen["pick"]) + turn) % len(words)
        return place, words[place]
    number = draw(name, chosen["from"], chosen["to"]) + drawn.get(column.get("of", ""), 0)
    if name.endswith("/amount"):
        scale = int(column.get("scale", 1))
        sign, size = "-" if number < 0 else "", abs(number)
        return number, f"{sign}{size // scale}.{size % scale * 1000 // scale:03d}"
    return number, str(number)


def _event(
    spec: TaskSpec, world_id: str, sequence: int, event: Mapping[str, Any], values: Mapping[str, str], name: str
) -> Event:
    kind = str(event["type"])
    thing = spec.domain.objects[kind]
    item = f"{thing.replace(' ', '-')}-{draw(f'{name}/{sequence}/item', 100, 999)}"
    said = spec.domain.sentences[kind].format(actor=spec.domain.actor, object=thing, item=item)
    labels = {f: str(event[f]["label"]) for f in values}
    parts = "".join(f"; {labels[f]}: {values[f]}" for f in FIELDS if f in values)
    return Event(
        world_id=world_id,
        event_id=f"{world_id}-e{sequence}",
        sequence=sequence,
        type=kind,
        actor=spec.domain.actor,
        item=item,
        object=thing,
        step=values.get("step"),
        amount=values.get("amount"),
        subject=values.get("subject"),
        labels=labels,
        record=f"{said[0].upper()}{said[1:]}{parts}.",
        objects=(item,),
    )


def _linked(events: list[Event]) -> tuple[Event, ...]:
    """Every event refers to its own object and to the plan under which it was made."""
    plan = next(e.item for e in events if e.type == "plan")
    return tuple(e if e.type == "plan" else replace(e, objects=(e.item, plan)) for e in events)

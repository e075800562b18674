"""Witnesses: the minimal sets of events from which the answer of a query can be derived (paper section 2.3).

The AND/OR graph of a world is read bottom-up into a short form (ours). The form of a node is a set of atoms,
all of which are needed. An atom is an event, or a clause: a choice between such sets, which have nothing in
common. So AND is a union, OR is what all alternatives share plus one clause for the rest, and -1, the set of
everything, stands for "not derivable". Clauses are multiplied out at a root only, where the events that it
needs anyway are given, and apart for groups that share no event: a witness is the core plus one set of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

from memsql.gold.antichain import Family, Needs, minimal, positions, product, refine, smallest_first, union
from memsql.gold.cycles import Alternatives, evaluation_order, strong_components
from memsql.gold.fixpoint import least_fixpoint, needs_of, rules_of

CAP = 256
"""Most sets of one component (ENGINE: "Witnesses")."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """All witnesses of a node: the core and one set of every component, chosen independently.

    Sets of events are integers, bit i stands for event i. ``core`` is what every witness has. A component
    lists two sets or more, smaller ones first, equally large ones by their sorted events; no event occurs in
    two components, or in one and the core. Where ``is_truncated`` a cap was reached and there may be
    witnesses that are not listed: ``count``, ``size_max``, ``support`` and ``recall`` are lower bounds,
    ``size_min`` is an upper one. What is listed is minimal all the same, and the core exact.
    """

    core: int
    components: tuple[tuple[int, ...], ...]
    is_truncated: bool

    @property
    def count(self) -> int:
        """Number of witnesses."""
        return prod(map(len, self.components))

    @property
    def size_min(self) -> int:
        """Events of a smallest witness."""
        return self.core.bit_count() + sum(sets[0].bit_count() for sets in self.components)

    @property
    def size_max(self) -> int:
        """Events of a largest witness."""
        return self.core.bit_count() + sum(sets[-1].bit_count() for sets in self.components)

    @property
    def support(self) -> int:
        """Events that occur in a witness."""
        return self.core | union(map(union, self.components))

    def smallest(self) -> int:
        """The first witness in the order of ``enumerate``."""
        return self.core | union(sets[0] for sets in self.components)

    def cover(self) -> list[int]:
        """As few witnesses as hold every set of every component at least once."""
        rows = max(map(len, self.components), default=1)
        return [self.core | union(sets[row % len(sets)] for sets in self.components) for row in range(rows)]

    def enumerate(self, limit: int) -> list[int]:
        """The first ``limit`` witnesses by (number of events, sorted events)."""
        if limit <= 0:
            return []
        events = positions(self.support & ~self.core)
        width = len(events)
        place = {event: 1 << (width - 1 - rank) for rank, event in enumerate(events)}
        # With the first event as the highest bit, (size << width) - set is a key whose order is that of the
        # witnesses, and the key of a disjoint union is the sum of the keys.
        first = [0]
        for sets in self.components:
            keys = [(one.bit_count() << width) - sum(place[event] for event in positions(one)) for one in sets]
            # What follows `limit` smaller sums in one component does so whatever the others choose.
            first = sorted(key + one for rank, key in enumerate(keys) for one in first[: limit // (rank + 1)])
            first = first[:limit]
        mask = (1 << width) - 1
        event_at = [1 << event for event in reversed(events)]
        return [self.core | union(event_at[at] for at in positions(-key & mask)) for key in first]

    def recall(self, cited: int) -> Fraction | None:
        """Citation recall r_W: the best share of one witness that is cited (paper section 4.1), exact.

        Dinkelbach's iteration for a largest ratio: with the ratio found so far as the price of an event,
        every component chooses for itself. None where the witness has no events: there is nothing to cite, and the
        share of nothing is no number.
        """
        if not self.size_min:
            return None
        hits = (cited & self.core).bit_count()
        size = self.core.bit_count()
        choices = []
        for sets in self.components:
            best: dict[int, int] = {}
            for one in sets:
                best[one.bit_count()] = max(best.get(one.bit_count(), 0), (cited & one).bit_count())
            choices.append(list(best.items()))
        best_hits, best_size = 0, 1
        while True:
            total_hits, total_size = hits, size
            for options in choices:
                of_size, of_hits = max(
                    options, key=lambda option: (option[1] * best_size - option[0] * best_hits, -option[0])
                )
                total_hits += of_hits
                total_size += of_size
            if total_hits * best_size <= total_size * best_hits:
                return Fraction(best_hits, best_size)
            best_hits, best_size = total_hits, total_size


class Group(NamedTuple):
    """Clauses of a root that share events: their events, their numbers, and the sets of each."""

    area: int
    clauses: int
    families: list[Family]


class Derivations:
    """The derivations of one world, asked for the witnesses of many roots.

    ``alternatives[head]`` has one tuple of bodies per alternative; an empty tuple needs nothing.
    ``events[node]`` is the index of an event, for nodes that are events. A node that is neither is not
    derivable; ValueError where one is both. ``cap`` is the most sets that a component keeps (two if it is
    one), and the most that any step on the way keeps. ``order``, where it is known: all heads, every one after
    the heads among its bodies.
    """

    def __init__(
        self,
        alternatives: Alternatives,
        events: Mapping[int, int],
        cap: int = CAP,
        order: list[int] | None = None,
    ) -> None:
        if not events.keys().isdisjoint(alternatives):
            both = sorted(events.keys() & alternatives.keys())
            raise ValueError(f"nodes {both}: head and event at once; an event node has no alternatives")
        self._alternatives = alternatives
        self._cap = cap
        # Inside a world events are numbered densely, the first one as the highest bit (see antichain): sets
        # are as short as the world is small. The bits above the events are clauses.
        self._event_at = sorted(set(events.values()), reverse=True)
        place = {event: 1 << at for at, event in enumerate(self._event_at)}
        self._width = len(place)
        self._is_event = (1 << self._width) - 1
        self._clause_of: dict[tuple[int, ...], int] = {}
        self._clauses: list[tuple[int, ...]] = []
        self._areas: list[int] = []
        self._families: dict[tuple[int, int], Family] = {}
        self._form = {node: place[event] for node, event in events.items()}
        self._cut_short: set[int] = set()
        order = order or evaluation_order(alternatives)
        if order is None:
            self._read_cyclic()
        else:
            self._read(order)

    def witnesses(self, root: int) -> Witnesses | None:
        """Witnesses of a node, or None where it is not derivable."""
        form = self._form.get(root, -1)
        if form == -1:
            return None
        if root in self._cut_short:
            return self._witnesses_by_trial(root, form)
        core = form & self._is_event
        components = []
        is_truncated = False
        for group in self._groups(form >> self._width, core):
            sets, is_cut = self._multiply(group.families)
            if is_cut:
                sets = refine(sets, group.area, self._needs(group.clauses, core))
                is_cut = len(sets) > 1
            if len(sets) == 1:
                core |= sets[0]
            else:
                components.append(smallest_first(sets))
            is_truncated |= is_cut
        return self._outside(core, components, is_truncated)

    def _read(self, order: list[int]) -> None:
        """Form of every head, bodies first."""
        form = self._form
        for head in order:
            choices = self._alternatives[head]
            forms = []
            for bodies in choices:
                needed = 0
                for body in bodies:
                    needed |= form.get(body, -1)
                forms.append(needed)
            form[head] = forms[0] if len(forms) == 1 else self._either(forms)

    def _read_cyclic(self) -> None:
        """The same where derivations can go in circles: one strongly connected component after the other."""
        for component in strong_components(self._alternatives):
            inputs = {body for head in component for bodies in self._alternatives[head] for body in bodies}
            if len(component) == 1 and component[0] not in inputs:
                self._read(component)
                is_cut = False
            else:
                found, is_cut = least_fixpoint(rules_of(component, self._alternatives, self._form), self._cap)
                for head, sets in found.items():
                    self._form[head] = self._either(sets)
            if is_cut or not self._cut_short.isdisjoint(inputs):
                self._cut_short.update(component)

    def _either(self, forms: list[int]) -> int:
        """Form of "one of these": what all of them need, and a clause for the rest."""
        possible = set(forms)
        possible.discard(-1)
        shared = -1
        for form in possible:
            shared &= form
        if not possible or shared in possible:
            return shared
        return shared | self._clause(tuple(minimal(form & ~shared for form in possible).sets))

    def _clause(self, choices: tuple[int, ...]) -> int:
        """Atom of the clause; equal clauses of a world are one atom."""
        number = self._clause_of.get(choices)
        if number is None:
            number = self._clause_of[choices] = len(self._clauses)
            self._clauses.append(choices)
            atoms = union(choices)
            area = atoms & self._is_event
            for part in positions(atoms >> self._width):
                area |= self._areas[part]
            self._areas.append(area)
        return 1 << (self._width + number)

    def _expand(self, clauses: int, given: int) -> dict[int, Family]:
        """Per clause the minimal sets of events that satisfy it beside the given ones."""
        families: dict[int, Family] = {}
        steps = []
        while clauses:
            number = clauses.bit_length() - 1
            clauses ^= 1 << number
            known = self._families.get((number, given & self._areas[number]))
            if known is None:
                steps.append(number)
                clauses |= union(self._clauses[number]) >> self._width
            else:
                families[number] = known
        for number in reversed(steps):
            sets: list[int] = []
            is_cut = False
            for choice in self._clauses[number]:
                parts = [families[part] for part in positions(choice >> self._width)]
                derived = self._multiply([Family([choice & self._is_event & ~given], is_cut=False), *parts])
                sets += derived.sets
                is_cut |= derived.is_cut
            kept = minimal(sets, self._cap)
            families[number] = Family(kept.sets, is_cut or kept.is_cut)
            self._families[number, given & self._areas[number]] = families[number]
        return families

    def _multiply(self, families: list[Family]) -> Family:
        """Minimal sets that satisfy all families; the steps are in an order that depends on the sets only."""
        sets = [0]
        is_cut = False
        for family in sorted(families, key=lambda family: (len(family.sets), family.sets)):
            step = product(sets, family.sets, self._cap)
            sets = step.sets
            is_cut |= step.is_cut or family.is_cut
        return Family(sets, is_cut)

    def _groups(self, clauses: int, given: int) -> list[Group]:
        """The clauses, put together where they share events."""
        groups: list[Group] = []
        taken = 0
        families = self._expand(clauses, given)
        for number in positions(clauses):
            family = families[number]
            # A family that was cut can have sets with any of its events, another one has only what it shows.
            area = self._areas[number] & ~given if family.is_cut else union(family.sets)
            group = Group(area, 1 << number, [family])
            if taken & area:
                touched = [other for other in groups if other.area & area]
                groups = [other for other in groups if not other.area & area]
                for other in touched:
                    group = Group(
                        group.area | other.area,
                        group.clauses | other.clauses,
                        group.families + other.families,
                    )
            taken |= area
            groups.append(group)
        return groups

    def _needs(self, clauses: int, given: int) -> Needs:
        """What the clauses need of a set of events, beside the given ones."""
        steps = []
        pending = clauses
        while pending:
            number = pending.bit_length() - 1
            pending ^= 1 << number
            choices = [
                (choice & self._is_event & ~given, positions(choice >> self._width)) for choice in self._clauses[number]
            ]
            steps.append((number, choices))
            pending |= union(self._clauses[number]) >> self._width
        steps.reverse()
        wanted = positions(clauses)

        def needs(events: int) -> int:
            needed: dict[int, int] = {}
            for number, choices in steps:
                shared = -1
                for own, parts in choices:
                    if own & ~events == 0:
                        shared &= own | union(needed[part] for part in parts)
                needed[number] = shared
            return union(needed[number] for number in wanted)

        return needs

    def _witnesses_by_trial(self, root: int, form: int) -> Witnesses:
        """Witnesses where a cap cut derivations in a cycle: one component, every set tried on the graph."""
        given = form & self._is_event
        clauses = positions(form >> self._width)
        families = self._expand(form >> self._width, given)
        listed = self._multiply([families[number] for number in clauses]).sets
        order = [head for head in self._form if head in self._alternatives]
        needs, area = needs_of(self._alternatives, root, order, self._form)
        witnesses = refine([given | one for one in listed], area, needs)
        if len(witnesses) == 1:
            return self._outside(witnesses[0], [], is_truncated=False)
        core = needs(area)
        return self._outside(core, [[one & ~core for one in witnesses]], is_truncated=True)

    def _outside(self, core: int, components: list[list[int]], is_truncated: bool) -> Witnesses:
        """The result with the event indices of the caller, components by their first event."""
        ordered = sorted(components, key=union, reverse=True)
        return Witnesses(
            self._events(core),
            tuple(tuple(map(self._events, sets)) for sets in ordered),
            is_truncated,
        )

    def _events(self, inside: int) -> int:
        """A set of events by the indices of the caller."""
        return union(1 << self._event_at[at] for at in positions(inside))

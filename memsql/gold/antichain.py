"""Families of sets as integers: bit i stands for element i, and no set of an antichain contains another.

Order of sets (ours): the smaller one first; of two equally large ones the larger integer. Who numbers the
elements so that the highest bit is the first element gets equally large sets in the order of their sorted
elements. Families are lists; everything here returns them in that order unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import NamedTuple

Needs = Callable[[int], int]
"""Of a set that suffices: the elements without which it does not. Of another: -1, the set of everything."""


class Family(NamedTuple):
    """An antichain, and whether it lost sets to a cap: then others may exist that are not listed."""

    sets: list[int]
    is_cut: bool


def positions(bits: int) -> list[int]:
    """Elements of a set, ascending."""
    digits = bin(bits)[:1:-1]
    found = []
    at = digits.find("1")
    while at >= 0:
        found.append(at)
        at = digits.find("1", at + 1)
    return found


def union(sets: Iterable[int]) -> int:
    """Elements that occur in any of the sets."""
    return reduce(or_, sets, 0)


def smallest_first(sets: Iterable[int]) -> list[int]:
    """The distinct sets in the order of the house."""
    ordered = sorted(set(sets), reverse=True)
    ordered.sort(key=int.bit_count)
    return ordered


def minimal(sets: Iterable[int], cap: int | None = None) -> Family:
    """The sets that contain no other one, the first ``cap`` of them (None: all)."""
    kept: list[int] = []
    smaller: list[int] = []
    size = 0
    for candidate in smallest_first(sets):
        # Equally large sets are different and absorb nothing of each other.
        if candidate.bit_count() > size:
            size = candidate.bit_count()
            smaller = kept.copy()
        for one in smaller:
            if one & candidate == one:
                break
        else:
            if len(kept) == cap:
                return Family(kept, is_cut=True)
            kept.append(candidate)
    return Family(kept, is_cut=False)


def product(left: list[int], right: list[int], cap: int) -> Family:
    """The antichain of "one of the left and one of the right", its first ``cap`` sets.

    Both sides are antichains. Sides without a common element need no absorption: then the list is only put in
    order where it must be cut.
    """
    pairs = [one | other for one in left for other in right]
    if union(left) & union(right):
        return minimal(pairs, cap)
    if len(pairs) <= cap:
        return Family(pairs, is_cut=False)
    return Family(smallest_first(pairs)[:cap], is_cut=True)


def shrink(elements: int, needs: Needs) -> int:
    """A minimal part, that suffices, of a set that does: what can be spared goes, the lowest bit first."""
    while spare := elements & ~needs(elements):
        elements &= ~(spare & -spare)
    return elements


def refine(sets: Iterable[int], area: int, needs: Needs) -> list[int]:
    """Make minimal what is left of a family that was cut on the way: its sets suffice, no more is known.

    ``area`` has all elements that matter. One set alone as the result says that there is no other.
    """
    refined = {shrink(one, needs) for one in sets}
    if len(refined) == 1:
        (only,) = refined
        if spare := only & ~needs(area):
            refined.add(shrink(area & ~(spare & -spare), needs))
    return smallest_first(refined)

"""Minimal derivations inside a strongly connected component of an AND/OR graph.

A derivation in which a fact supports itself is never minimal: absorption drops it, so the least fixpoint of
antichains is finite and holds exactly the minimal derivations, whatever the cycles.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import NamedTuple

from memsql.gold.antichain import Needs, minimal, product, union
from memsql.gold.cycles import Alternatives


class Rule(NamedTuple):
    """One alternative of a head: what it needs from outside the component (a set), and heads inside it."""

    outside: int
    inside: tuple[int, ...]


class Fixpoint(NamedTuple):
    """Per head of the component its minimal sets of atoms, and whether any of them was cut at the cap."""

    found: dict[int, list[int]]
    is_cut: bool


def rules_of(
    component: Collection[int], alternatives: Alternatives, outside: Mapping[int, int]
) -> dict[int, list[Rule]]:
    """Alternatives of each head of the component that could take part in a minimal derivation.

    ``outside`` has the set of a node outside the component; a node that it lacks, or has as -1, is not
    derivable.
    """
    members = set(component)
    rules: dict[int, list[Rule]] = {}
    for head in component:
        rules[head] = []
        for bodies in alternatives[head]:
            needed = union(outside.get(body, -1) for body in bodies if body not in members)
            inside = tuple(dict.fromkeys(body for body in bodies if body in members))
            if needed != -1 and head not in inside:
                rules[head].append(Rule(needed, inside))
    return rules


def least_fixpoint(rules: Mapping[int, list[Rule]], cap: int) -> Fixpoint:
    """Iterate from nothing until no head gains or loses a set.

    With a cap every change puts a set before those that it pushes out, so the iteration ends then too.
    """
    readers: dict[int, dict[int, None]] = {head: {} for head in rules}
    for head, choices in rules.items():
        for rule in choices:
            for body in rule.inside:
                readers[body][head] = None
    found: dict[int, list[int]] = {head: [] for head in rules}
    is_cut = False
    queue = deque(head for head, choices in rules.items() if any(not rule.inside for rule in choices))
    queued = set(queue)
    while queue:
        head = queue.popleft()
        queued.remove(head)
        sets = found[head].copy()
        for rule in rules[head]:
            derived = [rule.outside]
            for body in rule.inside:
                step = product(derived, found[body], cap)
                derived = step.sets
                is_cut |= step.is_cut
            sets += derived
        kept = minimal(sets, cap)
        is_cut |= kept.is_cut
        if kept.sets != found[head]:
            found[head] = kept.sets
            fresh = [reader for reader in readers[head] if reader not in queued]
            queue.extend(fresh)
            queued.update(fresh)
    return Fixpoint(found, is_cut)


def needs_of(alternatives: Alternatives, root: int, order: list[int], events: Mapping[int, int]) -> tuple[Needs, int]:
    """What a root needs of a set of events, tried on the graph itself, and all events below the root.

    ``order`` has the heads, bodies first as far as cycles allow; ``events`` has the bit of each event node.
    A greatest fixpoint: at first everything is needed, that is nothing derivable, until an alternative shows
    that it is not.
    """
    below = {root}
    walk = [root]
    while walk:
        inputs = {body for bodies in alternatives.get(walk.pop(), ()) for body in bodies} - below
        below |= inputs
        walk += inputs
    heads = [head for head in order if head in below]
    leaves = {node: events[node] for node in below if node in events and node not in alternatives}

    def needs(given: int) -> int:
        needed = {node: event if event & given else -1 for node, event in leaves.items()}
        is_settled = False
        while not is_settled:
            is_settled = True
            for head in heads:
                shared = -1
                for bodies in alternatives[head]:
                    shared &= union(needed.get(body, -1) for body in bodies)
                if shared != needed.get(head, -1):
                    needed[head] = shared
                    is_settled = False
        return needed.get(root, -1)

    return needs, union(leaves.values())

"""Order and cycles of an AND/OR graph.

Recursion over cyclic data gives derivations that go in circles. Their witnesses have a fixpoint; the exported
derivation graph must be acyclic (paper section 2.3), so it keeps the derivations that go down the stages at
which the facts became derivable (ours).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

Alternatives = Mapping[int, Sequence[tuple[int, ...]]]
"""head -> its alternatives (one of them derives it) -> the bodies of each (all of them are needed)."""

Edge = tuple[int, int, int]
"""head, index of the alternative, body."""


def evaluation_order(alternatives: Alternatives) -> list[int] | None:
    """All heads, every one after the heads among its bodies, or None where there is a cycle."""
    pending = set(alternatives)
    entered = set()
    order = []
    for start in alternatives:
        walk = [start]
        while walk:
            head = walk[-1]
            if head not in pending:
                walk.pop()
                continue
            waiting = [body for bodies in alternatives[head] for body in bodies if body in pending]
            if not waiting:
                pending.remove(head)
                order.append(head)
                walk.pop()
            elif head in entered:
                # Everything above it on the walk is done, and still it waits: for itself.
                return None
            else:
                entered.add(head)
                walk += waiting
    return order


def strong_components(alternatives: Alternatives) -> list[list[int]]:
    """Heads that reach each other, as groups; a group stands after the groups that it reaches (Tarjan).

    The result depends on the graph only, not on the order of the mapping.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    groups: list[list[int]] = []

    def enter(head: int) -> tuple[int, Iterator[int]]:
        index[head] = low[head] = len(index)
        path.append(head)
        on_path.add(head)
        return head, (body for body in dict.fromkeys(inputs_of(alternatives, head)) if body in alternatives)

    for start in sorted(alternatives):
        walk = [] if start in index else [enter(start)]
        while walk:
            head, inputs = walk[-1]
            for body in inputs:
                if body not in index:
                    walk.append(enter(body))
                    break
                if body in on_path:
                    low[head] = min(low[head], index[body])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    low[above] = min(low[above], low[head])
                if low[head] == index[head]:
                    groups.append(cut_off(path, head))
                    on_path.difference_update(groups[-1])
    return groups


def inputs_of(alternatives: Alternatives, head: int) -> Iterator[int]:
    """Bodies of all alternatives of a head, in order, with repetitions."""
    return (body for bodies in alternatives[head] for body in bodies)


def cut_off(path: list[int], head: int) -> list[int]:
    """Take the end of the path off, from ``head`` on."""
    start = len(path) - 1
    while path[start] != head:
        start -= 1
    end = path[start:]
    del path[start:]
    return end


def stages(alternatives: Alternatives, leaves: Collection[int] | None = None) -> dict[int, int]:
    """Stage at which a node becomes derivable; a node without one is not derivable.

    Leaves have 0, a head 1 + the smallest, over its alternatives, of the largest stage of the bodies (no body
    counts as 0). ``leaves`` are the nodes that are there without a derivation (None: every node that is no
    head).
    """
    readers: dict[int, list[tuple[int, int]]] = {}
    waiting: dict[tuple[int, int], int] = {}
    stage: dict[int, int] = {}
    given: list[int] = []
    for head, choices in alternatives.items():
        for number, bodies in enumerate(choices):
            if not bodies:
                given.append(head)
            needed = set(bodies)
            waiting[head, number] = len(needed)
            for body in needed:
                readers.setdefault(body, []).append((head, number))
    queue: deque[int] = deque()
    for body in readers:
        if body not in alternatives and (leaves is None or body in leaves):
            stage[body] = 0
            queue.append(body)
    for head in given:
        if head not in stage:
            stage[head] = 1
            queue.append(head)
    # Stages come in ascending order, so the last body of an alternative to come has its largest stage.
    while queue:
        body = queue.popleft()
        for reader in readers.get(body, ()):
            waiting[reader] -= 1
            head = reader[0]
            if not waiting[reader] and head not in stage:
                stage[head] = stage[body] + 1
                queue.append(head)
    return stage


def acyclic_edges(
    alternatives: Alternatives, roots: Iterable[int], leaves: Collection[int] | None = None
) -> set[Edge] | None:
    """Edges that the exported derivation graph keeps, or None where there is no cycle and it keeps all.

    A derivable head keeps the alternatives whose bodies in its own strongly connected component all have a
    smaller stage than itself (see ``stages`` for ``leaves``); there is at least one. A head that is not
    derivable explains an unknown: of what is left it loses the back edges of a depth-first walk from the
    roots in ascending order, then from the other heads.
    """
    if evaluation_order(alternatives) is not None:
        return None
    stage = stages(alternatives, leaves)
    component = {head: number for number, group in enumerate(strong_components(alternatives)) for head in group}
    never = len(component) + 1

    def goes_down(head: int, bodies: tuple[int, ...]) -> bool:
        return all(stage.get(body, never) < stage[head] for body in bodies if component.get(body) == component[head])

    kept = {
        head: {number: bodies for number, bodies in enumerate(choices) if head not in stage or goes_down(head, bodies)}
        for head, choices in alternatives.items()
    }
    edges = {(head, n, body) for head, choices in kept.items() for n, bodies in choices.items() for body in bodies}
    back = back_edges({head: list(choices.values()) for head, choices in kept.items()}, roots)
    return {edge for edge in edges if (edge[0], edge[2]) not in back} if back else edges


def back_edges(alternatives: Alternatives, roots: Iterable[int]) -> set[tuple[int, int]]:
    """(head, body) where a depth-first walk meets a body whose own walk has not ended."""
    found = set()
    open_heads: set[int] = set()
    entered: set[int] = set()
    for start in [*sorted(set(roots).intersection(alternatives)), *sorted(alternatives)]:
        if start in entered:
            continue
        entered.add(start)
        open_heads.add(start)
        walk = [(start, inputs_of(alternatives, start))]
        while walk:
            head, inputs = walk[-1]
            for body in inputs:
                if body in open_heads:
                    found.add((head, body))
                elif body in alternatives and body not in entered:
                    entered.add(body)
                    open_heads.add(body)
                    walk.append((body, inputs_of(alternatives, body)))
                    break
            else:
                walk.pop()
                open_heads.remove(head)
    return found

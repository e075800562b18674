"""The map: cities in districts, in provinces, in nations; borders move, sheets are corrected."""

from __future__ import annotations

from memsql.suite.forms import Draft
from memsql.suite.tripops.house import House, chunks, listed

LEVEL_KINDS = ("place", "district", "province", "land")
"""Kinds of names by level below the nation, so that a name shows how large a place is."""


def draw_map(house: House) -> None:
    """Make places and record the map in its first weeks; a few links come late, one or two never."""
    story, depth = house.story, house.size("levels")
    counts = [house.size("cities")]
    while len(counts) < depth:
        counts.append(max(3, counts[-1] // 2))
    counts.append(max(3, min(6, counts[-1] // 2)))
    kinds = [*LEVEL_KINDS[:depth], "nation"]
    house.levels = [[story.names.make(k) for _ in range(n)] for k, n in zip(kinds, counts, strict=True)]
    for lower, upper in zip(house.levels, house.levels[1:], strict=False):
        inside: dict[str, list[str]] = {u: [] for u in upper}
        for index, place in enumerate(lower):
            inside[upper[index % len(upper)] if index < len(upper) else story.one_of(upper)].append(place)
        for wider, places in inside.items():
            for part in chunks(places, (2, 3, 4), story):
                at = house.between(0.0, 0.05) if story.chance(0.85) else house.between(0.1, 0.5)
                sheet = listed("gazetteer", "plain", {"wider": wider}, [{"place": p} for p in part])
                house.post(f"map {lower[0]}", at, sheet)


def redraw_map(house: House) -> None:
    """List nations, close the map at the top, correct a few links; in the tale of the border, move a province."""
    story = house.story
    editor = story.one_of(house.people)
    listed = house.nations[:-1] if story.chance(0.6) else house.nations
    for part in chunks(listed, (1, 2, 3), story):
        house.list_of(
            house.between(0.0, 0.06), "nation_list", "plain", {"editor": editor}, [{"place": p} for p in part]
        )
    late = [n for n in house.nations if n not in listed]
    for nation in late:
        house.record(house.between(0.4, 0.7), Draft("nation_new", {"place": nation}))
    closed = [n for n in house.nations if story.chance(0.8)]
    for part in chunks(closed, (1, 2), story):
        at = house.between(0.0, 0.3)
        if len(part) == 1:
            house.record(at, Draft("place_top", {"place": part[0]}))
        else:
            house.list_of(at, "place_tops", "plain", {"editor": editor}, [{"place": p} for p in part])
    below = [(level, p) for level, places in enumerate(house.levels[:-2]) for p in places]
    for level, place in story.some_of(below, max(2, len(below) // 8)):
        for _ in range(story.whole(1, 2)):
            wider = story.one_of(house.levels[level + 1])
            house.record(house.between(0.15, 0.8), Draft("place_moved", {"place": place, "wider": wider}))
    if house.option("tale") == "border":
        for place in story.some_of(house.levels[-2], max(2, len(house.levels[-2]) // 2)):
            wider = story.one_of(house.nations)
            house.record(house.between(0.5, 0.55), Draft("place_moved", {"place": place, "wider": wider}))

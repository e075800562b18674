"""The map: cities in districts, in provinces, in nations; borders move, sheets are corrected."""

from __future__ import annotations

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.tripops.house import House

LEVEL_KINDS = ("place", "district", "province", "land")
"""Kinds of names by level below the nation, so that a name shows how large a place is."""
STRAIGHT = 0.6
"""Share of places that lie in a nation without anything between."""


def draw_map(house: House) -> None:
    """Make places and record the map in its first weeks; a few links come late, one or two never.

    A sheet never goes further than one step: what a place lies in, and what that lies in, are in two records.
    """
    story, depth = house.story, house.size("levels")
    between = [max(2, house.size("cities") // (2 + 2 * level)) for level in range(1, depth)]
    counts = [house.size("cities"), *between, house.size("nations")]
    kinds = [*LEVEL_KINDS[:depth], "nation"]
    house.levels = [[story.names.make(k) for _ in range(n)] for k, n in zip(kinds, counts, strict=True)]
    for level, places in enumerate(house.levels[:-1]):
        inside: dict[str, list[str]] = {}
        for place in places:
            inside.setdefault(_wider(house, level), []).append(place)
        for wider, members in inside.items():
            for part in house.pieces(members, (3, 4, 5)):
                at = house.between(0.0, 0.04) if story.chance(0.88) else house.between(0.1, 0.5)
                sheet = listed("gazetteer", {"wider": wider}, [{"place": p} for p in part])
                house.put(f"map {level}", at, sheet)


def _wider(house: House, level: int) -> str:
    """A place of a higher level: so no map ever has a circle."""
    story = house.story
    if story.chance(STRAIGHT) or level + 2 == len(house.levels):
        return story.one_of(house.nations)
    return story.one_of(house.levels[story.whole(level + 1, len(house.levels) - 2)])


def redraw_map(house: House) -> None:
    """List nations, close the map at the top, correct a few links; in the tale of the border, move a province."""
    story = house.story
    editor = story.one_of(house.people)
    known = house.nations[:-1] if story.chance(0.6) else house.nations
    for part in house.pieces(known, (2, 3)):
        house.record(house.between(0.0, 0.05), listed("nation_list", {"editor": editor}, [{"place": p} for p in part]))
    late = [n for n in house.nations if n not in known]
    for nation in late:
        house.record(house.between(0.4, 0.7), Draft("nation_new", {"place": nation}))
    closed = [n for n in house.nations if story.chance(0.8)]
    for part in house.pieces(closed, (1, 2)):
        at = house.between(0.0, 0.3)
        if len(part) == 1:
            house.record(at, Draft("place_top", {"place": part[0]}))
        else:
            house.record(at, listed("place_tops", {"editor": editor}, [{"place": p} for p in part]))
    below = [(level, p) for level, places in enumerate(house.levels[:-1]) for p in places]
    for level, place in story.some_of(below, max(2, len(below) // 8)):
        for _ in range(story.whole(1, 2)):
            values = {"place": place, "wider": _wider(house, level)}
            house.record(house.between(0.15, 0.8), Draft("place_moved", values))
    if house.option("tale") == "border":
        for level, place in story.some_of(below, len(below) // 3):
            values = {"place": place, "wider": _wider(house, level)}
            house.put("border", house.between(0.5, 0.53), Draft("place_moved", values))

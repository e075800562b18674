"""TripOps: a travel desk and its accounts over a year or more (DOMAINS: "TripOps").

``story.options``: ``tale`` (merger, relocation, border or audit), ``people``, ``trips``, ``cities``, ``vendors``,
``kinds`` (the headings of the ledger, the last of them excluded later), ``levels`` (places above a city, the
nation included), ``rule`` (who approves at first), and optionally ``abroad`` and ``spending``: how many events
the count of trips abroad of one person, and the spending of another on a kind, rest on at the end.
"""

from __future__ import annotations

from memsql.suite.forms import Draft
from memsql.suite.story import Story
from memsql.suite.tripops.expenses import keep_accounts
from memsql.suite.tripops.house import House
from memsql.suite.tripops.measured import measure_out
from memsql.suite.tripops.people import hire, reorganise
from memsql.suite.tripops.places import draw_map, redraw_map
from memsql.suite.tripops.policy import declare_policy
from memsql.suite.tripops.travel import open_register, plan_trips

HOUSE = "house"
GOSSIP = ("gossip_journey", "gossip_money", "gossip_line", "gossip_place")


def simulate(story: Story) -> None:
    """Add the history of one travel desk to the story."""
    house = House(story)
    draw_map(house)
    hire(house)
    declare_policy(house)
    trips = plan_trips(house)
    open_register(house, trips)
    keep_accounts(house, trips)
    reorganise(house)
    redraw_map(house)
    house.empty_trays()
    measure_out(house)
    house.introduce()
    story.memory[HOUSE] = house


def chatter(story: Story) -> Draft:
    """Return talk about people and places of the story that records nothing."""
    house: House = story.memory[HOUSE]
    form = story.one_of(GOSSIP)
    person, other = story.random.sample(house.people, 2)
    if form == "gossip_place":
        return Draft(form, {"person": person, "city": story.one_of(house.cities)})
    return Draft(form, {"person": person, "other": other})

"""What compiled worlds have to hold: each check is a SELECT that must return no row, and what to say of its first."""

from __future__ import annotations

from memsql.db import Database
from memsql.errors import DataError
from memsql.resources import sql_text

CHECKS = {
    "unsettled_world": "{world_id}: its events do not determine the oracle; give every field that its rule reads",
    "pair_relation": (
        "{taskspec_id}, seed {seed}: the pair is declared {pair} and has {original_action!r} and "
        "{counterfactual_action!r}; correct the ranges of the family"
    ),
    "unreached_choice": "{taskspec_id}: no world reaches the choice {action!r}; widen its ranges",
    "decisive_report": (
        "{taskspec_id}, seed {seed}: the reported value is {original_value} and {counterfactual_value}; "
        "let another field of the family decide"
    ),
    "companion_world": (
        "{world_id}, relation {number}: its events say {is_true}, its original with one event replaced says "
        "{is_replaced}; let the rule read one world alone"
    ),
    "drawn_side": (
        "{taskspec_id}, seed {seed}: {variant} world drawn for {side}, and the rule {rule} derives the other side; "
        "let true and false in the family be those of its rule"
    ),
    "needless_event": (
        "{world_id}: without {event_id}, an event of its witness, the oracle is the same; this is a bug, "
        "please report the catalogue"
    ),
}


def check(db: Database) -> None:
    """Run the validators on schema ``sv``. Raises DataError with the first thing that they find, in one line."""
    for name, message in CHECKS.items():
        rows = db.frame(sql_text(f"scivalidity/{name}") + " order by all")
        if rows.height:
            raise DataError(message.format(**rows.row(0, named=True)))

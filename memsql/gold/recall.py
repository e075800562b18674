"""Citation recall r_W of a set of cited events, from the exported tables (paper section 4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import polars as pl

from memsql.errors import DataError, did_you_mean, shown
from memsql.gold.witness import Witnesses


def recall_of(
    parts: pl.DataFrame, measure: pl.DataFrame, cited: Mapping[str, Iterable[str]]
) -> dict[str, Fraction | None]:
    """Return r_W per query: the largest share of one witness that is cited, exactly and without enumeration.

    ``parts`` and ``measure`` are the exported tables ``witness_part`` and ``measure``; ``cited`` maps query_id to
    event ids, events that are in no witness count for nothing. None, outside of means, where the query is unknown
    and has no witness, and where rules and key alone decide it and its witness has no event. Where
    ``is_truncated`` the value is a lower bound. Raises DataError for a query that is not there.
    """
    queries = measure["query_id"].to_list()
    if unknown := sorted(set(cited).difference(queries)):
        raise DataError(f"recall of {shown(unknown[0])}: no such query; {did_you_mean(unknown[0], queries)}")
    known = measure.filter(pl.col("witness_count").is_not_null())
    truncated = dict(known.select("query_id", "is_truncated").iter_rows())
    wanted = parts.filter(pl.col("query_id").is_in(list(cited)))
    rows: dict[str, list[tuple[int, int, str]]] = {}
    for query_id, component, choice, event_id in wanted.iter_rows():
        rows.setdefault(query_id, []).append((component, choice, event_id))
    found: dict[str, Fraction | None] = {}
    for query_id, events in cited.items():
        if query_id not in truncated:
            found[query_id] = None
            continue
        place = {e: i for i, e in enumerate(sorted({e for _, _, e in rows.get(query_id, [])}))}
        witnesses = _witnesses(rows.get(query_id, []), place, bool(truncated[query_id]))
        found[query_id] = witnesses.recall(sum(1 << place[e] for e in set(events) if e in place))
    return found


def _witnesses(rows: list[tuple[int, int, str]], place: Mapping[str, int], is_truncated: bool) -> Witnesses:
    """The factorised witnesses of one query from its rows (component, choice, event)."""
    sets: dict[int, dict[int, int]] = {}
    for component, choice, event in rows:
        choices = sets.setdefault(component, {})
        choices[choice] = choices.get(choice, 0) | 1 << place[event]
    core = sets.pop(0, {}).get(0, 0)
    components = tuple(tuple(choices[c] for c in sorted(choices)) for _, choices in sorted(sets.items()))
    return Witnesses(core, components, is_truncated)

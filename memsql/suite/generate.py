"""Generate a suite: histories, candidates, the choice of queries, gold with every witness checked, probes,
checkpoints and distractors. One configuration and one seed give the same bytes, on any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

import polars as pl
import pyarrow as pa

from memsql.errors import GoldError
from memsql.gold.suite import Tables, batches_of, gold_of, program_of
from memsql.gold.workers import worker_pool
from memsql.model import Scenario
from memsql.suite.candidates import Candidate, candidates_of, queries_of
from memsql.suite.choose import choose
from memsql.suite.config import SuiteConfig
from memsql.suite.features import Feature, features_of
from memsql.suite.follow import choose_tracked
from memsql.suite.history import History, write_histories
from memsql.suite.neutral import distractors_of, disturbing
from memsql.suite.operators import load_operators
from memsql.suite.probes import ASKED, Cut, cuts_of, probe_rows, share_out
from memsql.suite.tables import suite_tables
from memsql.suite.tracked import Checkpoint, Tracked, checkpoints_of, instances, targets_of, trajectories

Report = Callable[[str, int, int], None]
Result = TypeVar("Result")
MORE = 3
FRAMES = ("answer", "measure", "dag_node", "dag_edge", "witness_event")


@dataclass(frozen=True, slots=True)
class Sampled:
    """What one scenario offers: candidates with their features, checkpoints, and targets with trajectories."""

    candidates: tuple[Candidate, ...]
    features: tuple[Feature, ...]
    checkpoints: tuple[Checkpoint, ...]
    tracked: tuple[Tracked, ...]


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated suite: its scenarios with their queries, how each writes, and its tables batch by batch."""

    config: SuiteConfig
    seed: int
    scenarios: tuple[Scenario, ...]
    styles: Mapping[str, Mapping[str, str]]
    batches: tuple[Tables, ...]


def generate(
    config: SuiteConfig, seed: int | None = None, *, workers: int = 1, report: Report | None = None
) -> Generated:
    """Return the suite of a configuration; ``seed`` instead of the configuration's.

    ``report(stage, done, total)`` is told of progress. Raises GoldError where no choice of queries meets the
    figures, and DataError for data of a domain that cannot be used.
    """
    told = report or (lambda _stage, _done, _total: None)
    used = config.seed if seed is None else seed
    histories = []
    for done, history in enumerate(write_histories(config, used), 1):
        histories.append(history)
        told("histories", done, len(config.scenarios))
    sampled, chosen = _chosen(config, histories, used, workers, told)
    tracked = choose_tracked(config, [s.tracked for s in sampled], used)
    candidates = [c for s in sampled for c in s.candidates]
    features = [f for s in sampled for f in s.features]
    scenarios, picked = _with_queries(histories, candidates, features, chosen)
    gold = gold_of(scenarios, config.name, workers=workers, report=lambda _, d, t: told("gold", d, t))
    batches = list(_completed(config, used, histories, scenarios, gold.batches, sampled, tracked, picked, workers))
    told("gold", len(batches), len(batches))
    styles = {h.config.id: asdict(h.style) for h in histories}
    return Generated(config, used, tuple(scenarios), styles, tuple(batches))


def _chosen(
    config: SuiteConfig, histories: Sequence[History], seed: int, workers: int, told: Report
) -> tuple[list[Sampled], list[int]]:
    """What the scenarios offer, and the positions of what is chosen of it.

    Histories differ by seed: where no choice meets the figures, more is drawn, up to MORE times as much.
    """
    for times in range(1, MORE + 1):
        offer = replace(config, candidates=config.candidates * times)
        sampled = list(sampled_of(offer, histories, seed, workers, told))
        told("choice", 0, 1)
        try:
            chosen = choose(
                config, [c for s in sampled for c in s.candidates], [f for s in sampled for f in s.features], seed
            )
        except GoldError:
            if times == MORE:
                raise
            continue
        told("choice", 1, 1)
        return sampled, chosen
    raise AssertionError("the last attempt returns or raises")


def sampled_of(
    config: SuiteConfig,
    histories: Sequence[History],
    seed: int,
    workers: int = 1,
    told: Report = lambda _stage, _done, _total: None,
) -> Iterator[Sampled]:
    """Yield what each scenario offers, in their order, by one process or several: a job is a domain's scenarios."""
    domains = list(dict.fromkeys(h.config.domain for h in histories))
    places = [[i for i, h in enumerate(histories) if h.config.domain == domain] for domain in domains]
    jobs = [([histories[i] for i in own], own, seed, config) for own in places]
    by_place: dict[int, Sampled] = {}
    for done, (own, found) in enumerate(zip(places, side_by_side(sample, jobs, workers), strict=True), 1):
        by_place.update(zip(own, found, strict=True))
        told("candidates", done, len(jobs))
    yield from (by_place[i] for i in range(len(histories)))


def side_by_side(work: Callable[..., Result], jobs: Sequence[Sequence[Any]], workers: int) -> Iterator[Result]:
    """Yield the results of the jobs (arguments of ``work``) in their order, by one process or several."""
    if workers > 1 and len(jobs) > 1:
        with worker_pool(min(workers, len(jobs))) as pool:
            yield from pool.map(work, *zip(*jobs, strict=True))
    else:
        yield from (work(*job) for job in jobs)


def sample(histories: Sequence[History], places: Sequence[int], seed: int, config: SuiteConfig) -> list[Sampled]:
    """Derive the candidates of a domain's scenarios, and their targets at every checkpoint, in one pass.

    ``places``: the scenarios' positions in the suite. A pass costs hundreds of statements whatever its rows.
    """
    offered = [
        candidates_of(h, place, seed, config.cutoffs, config.candidates)
        for h, place in zip(histories, places, strict=True)
    ]
    points = [checkpoints_of(h, config.checkpoints) for h in histories]
    targets = [targets_of(h, own, seed) for h, own in zip(histories, offered, strict=True)]
    ids: list[list[str]] = []
    given = []
    for number, history in enumerate(histories):
        asked = [*offered[number], *(i for t in targets[number] for i in instances(t, points[number]))]
        ids.append([f"{number}.{i}" for i in range(len(asked))])
        given.append(replace(history.scenario, queries=queries_of(asked, ids[-1])))
    gold = gold_of(given, "candidates", is_checked=False)
    frames = {name: gold.table(name) for name in FRAMES}
    found = []
    for number, history in enumerate(histories):
        candidates, count = offered[number], config.checkpoints
        features = features_of(history, candidates, ids[number][: len(candidates)], frames)
        rest = ids[number][len(candidates) :]
        instance_ids = {t: rest[t * count : (t + 1) * count] for t in range(len(targets[number]))}
        tracked = trajectories(history, points[number], targets[number], instance_ids, frames)
        found.append(Sampled(tuple(candidates), tuple(features), points[number], tuple(tracked)))
    return found


def _with_queries(
    histories: Sequence[History], candidates: Sequence[Candidate], features: Sequence[Feature], chosen: Sequence[int]
) -> tuple[list[Scenario], dict[str, tuple[Candidate, Feature]]]:
    """The scenarios with their chosen queries, and per query id what it was chosen from."""
    scenarios: list[Scenario] = []
    picked: dict[str, tuple[Candidate, Feature]] = {}
    for index, history in enumerate(histories):
        own = [i for i in chosen if candidates[i].scenario == index]
        own.sort(key=lambda i: (candidates[i].cutoff_at, candidates[i].question))
        ids = [f"{history.config.id}_q{n}" for n in range(1, len(own) + 1)]
        picked |= {q: (candidates[i], features[i]) for q, i in zip(ids, own, strict=True)}
        queries = queries_of([candidates[i] for i in own], ids)
        scenarios.append(replace(history.scenario, queries=queries))
    return scenarios, picked


def _completed(
    config: SuiteConfig,
    seed: int,
    histories: Sequence[History],
    scenarios: Sequence[Scenario],
    batches: Sequence[Tables],
    sampled: Sequence[Sampled],
    tracked: Sequence[Sequence[Tracked]],
    picked: Mapping[str, tuple[Candidate, Feature]],
    workers: int,
) -> Iterator[Tables]:
    """Yield the batches with the tables and columns that only a generated suite has."""
    frames = [{n: _frame(tables[n]) for n in (*FRAMES, "support", "query")} for tables in batches]
    parts = list(batches_of(scenarios))
    probes = _probes(config, histories, parts, frames)
    place = {h.config.id: i for i, h in enumerate(histories)}
    offered = [[d for s in part for d in distractors_of(s, own, seed)] for part, own in zip(parts, frames, strict=True)]
    disturbs = side_by_side(disturbing, list(zip(parts, offered, strict=True)), workers)
    for part, tables, own, possible, bad in zip(parts, batches, frames, offered, disturbs, strict=True):
        # An event that takes back a row of valid time stands in no support, and the answer needs it all the same.
        distractors = [d for d in possible if d not in set(bad)]
        indices = [place[s.scenario_id] for s in part]
        yield suite_tables(
            tables,
            seed,
            [histories[i] for i in indices],
            [sampled[i].checkpoints for i in indices],
            [tracked[i] for i in indices],
            picked,
            distractors,
            [row for row in probes if row["query_id"] in set(own["query"]["query_id"])],
        )


def _probes(
    config: SuiteConfig,
    histories: Sequence[History],
    parts: Sequence[Sequence[Scenario]],
    frames: Sequence[Mapping[str, pl.DataFrame]],
) -> list[dict[str, Any]]:
    """The rows of the table ``probe`` of the whole suite."""
    styles = {h.config.id: h.style for h in histories}
    nodes: dict[tuple[str, str], dict[str, Any]] = {}
    style_of, domain_of, types = {}, {}, {}
    cuts: list[Cut] = []
    for part, own in zip(parts, frames, strict=True):
        domain = part[0].domain
        operators = load_operators(domain)
        program = program_of(part[0])
        types[domain] = {r.name: [r.types[c] for c in r.signature.value] for r in program.named.values()}
        for query_id, scenario_id in own["query"].select("query_id", "scenario_id").iter_rows():
            style_of[query_id], domain_of[query_id] = styles[scenario_id], domain
        rows = own["dag_node"].filter(pl.col("kind").is_in(ASKED) & (pl.col("depth") > 0))
        here = {(r["query_id"], r["node_id"]): r for r in rows.iter_rows(named=True)}
        missing = sorted(
            {r["relation"] for r in here.values()} - {name for name, is_set in operators.probes if not is_set}
        )
        if missing:
            raise GoldError(f"{domain}/operators.toml: no probe for {', '.join(missing)}; add [[probe]] tables")
        nodes |= here
        cuts += cuts_of(own, dict.fromkeys(here, True))
    if not config.probes:
        return []
    counts = share_out(cuts, config.probed_queries, config.probes)
    operators_of = {part[0].domain: load_operators(part[0].domain) for part in parts}
    return probe_rows(counts, cuts, nodes, style_of, operators_of, domain_of, types)


def _frame(table: pa.Table) -> pl.DataFrame:
    found = pl.from_arrow(table)
    assert isinstance(found, pl.DataFrame)
    return found

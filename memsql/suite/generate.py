"""Generate a suite: histories, candidates, the choice of queries, gold with every witness checked, probes,
checkpoints and distractors. One configuration and one seed give the same bytes, on any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pyarrow as pa

from memsql.errors import GoldError
from memsql.gold.kept import Kept, derive, take_up
from memsql.gold.suite import Tables, batches_of, check_ids, program_of
from memsql.gold.workers import Here, worker_pool
from memsql.model import Scenario
from memsql.suite.candidates import Candidate, candidates_of, queries_of
from memsql.suite.choose import choose
from memsql.suite.config import SuiteConfig, multiplied
from memsql.suite.features import Feature, features_of
from memsql.suite.follow import choose_tracked
from memsql.suite.history import History, write_histories
from memsql.suite.neutral import Distractor, distractors_of, disturbing
from memsql.suite.operators import load_operators
from memsql.suite.probes import ASKED, Cut, cuts_of, probe_rows, share_out
from memsql.suite.tables import suite_tables
from memsql.suite.tracked import Checkpoint, Tracked, checkpoints_of, instances, targets_of, trajectories

Report = Callable[[str, int, int], None]
MORE = 3
OFFERED = 10
"""Histories whose candidates are derived in one pass: bounds memory, for they have several times the queries."""
FRAMES = ("answer", "measure", "dag_node", "dag_edge", "witness_event")


@dataclass(frozen=True, slots=True)
class Sampled:
    """What one scenario offers: candidates with their features, checkpoints, and targets with trajectories.

    ``ids``: of the candidates, under which their gold is kept in ``folder``; None where it could not be kept.
    """

    candidates: tuple[Candidate, ...]
    features: tuple[Feature, ...]
    checkpoints: tuple[Checkpoint, ...]
    tracked: tuple[Tracked, ...]
    ids: tuple[str, ...]
    folder: Path | None


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen of what one scenario offers: positions of its candidates, and its tracked queries."""

    offer: Sampled
    queries: tuple[int, ...]
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
    config: SuiteConfig,
    seed: int | None = None,
    *,
    times: int = 1,
    workers: int = 1,
    report: Report | None = None,
) -> Generated:
    """Return the suite of a configuration; ``seed`` instead of the configuration's.

    ``times``: so many histories of each scenario (:func:`memsql.suite.config.multiplied`), in shares that have one
    of each: a share meets the figures of the configuration by itself, and the suite meets them so many times.
    ``report(stage, done, total)`` is told of progress. Raises GoldError where no choice of queries meets the
    figures, and DataError for data of a domain that cannot be used.
    """
    told = report or (lambda _stage, _done, _total: None)
    used = config.seed if seed is None else seed
    whole = multiplied(config, times)
    histories = []
    for done, history in enumerate(write_histories(whole, used), 1):
        histories.append(history)
        told("histories", done, len(whole.scenarios))
    with processes(workers, whole) as pool, TemporaryDirectory(prefix="memsql-") as folder:
        chosen = _chosen(config, histories, used, pool, Path(folder), told)
        scenarios, picked, names = _with_queries(histories, chosen)
        check_ids(scenarios, whole.name)
        parts = list(batches_of(scenarios))
        gold = _proved(parts, names, used, pool, told)
    batches = list(_completed(whole, used, histories, parts, gold, chosen, picked))
    styles = {h.config.id: asdict(h.style) for h in histories}
    return Generated(whole, used, tuple(scenarios), styles, tuple(batches))


@contextmanager
def processes(workers: int, config: SuiteConfig) -> Iterator[Executor]:
    """Yield an executor for the whole of a run, so that its processes read and compile a domain once.

    Raises GoldError where one of them ends before its job did.
    """
    if min(workers, len(config.scenarios)) < 2:
        yield Here()
        return
    try:
        with worker_pool(min(workers, len(config.scenarios))) as pool:
            yield pool
    except BrokenExecutor:
        found = "a worker ended before its batch did (killed, or out of memory)"
        raise GoldError(f"{config.name}: {found}; run it again, with fewer --workers") from None


def _chosen(
    config: SuiteConfig, histories: Sequence[History], seed: int, pool: Executor, folder: Path, told: Report
) -> list[Chosen]:
    """What is chosen of what the histories offer, in their order: each share, one history of every scenario of the
    configuration, has a choice of its own, so that the time for it grows with the number of shares alone.

    Histories differ by seed: where no choice meets the figures, more is drawn for the share, up to MORE times as much.
    """
    size = len(config.scenarios)
    shares = {start: histories[start : start + size] for start in range(0, len(histories), size)}
    found: dict[int, list[Chosen]] = {}
    for times in range(1, MORE + 1):
        left = [start for start in shares if start not in found]
        offer = replace(config, candidates=config.candidates * times)
        sampled = sampled_of(offer, [h for s in left for h in shares[s]], seed, pool, folder / str(times), told)
        told("choice", len(found), len(shares))
        # One choice is made here: sending what is offered would take longer than it saves.
        own = pool if len(left) > 1 else Here()
        jobs = [own.submit(choice, config, sampled[n * size : (n + 1) * size], seed) for n in range(len(left))]
        for start, job in zip(left, jobs, strict=True):
            try:
                found[start] = job.result()
            except GoldError:
                if times == MORE:
                    raise
            told("choice", len(found), len(shares))
        if len(found) == len(shares):
            break
    return [one for start in shares for one in found[start]]


def choice(config: SuiteConfig, sampled: Sequence[Sampled], seed: int) -> list[Chosen]:
    """What is chosen of what the scenarios of a configuration offer, one :class:`Chosen` each."""
    candidates, features = [c for s in sampled for c in s.candidates], [f for s in sampled for f in s.features]
    chosen = choose(config, candidates, features, seed)
    tracked = choose_tracked(config, [s.tracked for s in sampled], seed)
    found, start = [], 0
    for offer, own in zip(sampled, tracked, strict=True):
        end = start + len(offer.candidates)
        found.append(Chosen(offer, tuple(i - start for i in chosen if start <= i < end), tuple(own)))
        start = end
    return found


def sampled_of(
    config: SuiteConfig,
    histories: Sequence[History],
    seed: int,
    pool: Executor,
    folder: Path,
    told: Report = lambda _stage, _done, _total: None,
) -> list[Sampled]:
    """Return what each history offers, in their order: a job is a batch of a domain's histories.

    ``histories``: of the scenarios of the configuration in their order, once or several times. Their gold is kept
    in folders below ``folder``.
    """
    place, size = {h.config.id: i for i, h in enumerate(histories)}, len(config.scenarios)
    own = [[place[s.scenario_id] for s in part] for part in batches_of([h.scenario for h in histories], OFFERED)]
    jobs = [
        pool.submit(
            sample, [histories[i] for i in places], [i % size for i in places], seed, config, folder / str(number)
        )
        for number, places in enumerate(own)
    ]
    by_place: dict[int, Sampled] = {}
    for done, (places, job) in enumerate(zip(own, jobs, strict=True), 1):
        by_place.update(zip(places, job.result(), strict=True))
        told("candidates", done, len(jobs))
    return [by_place[i] for i in range(len(histories))]


def sample(
    histories: Sequence[History], places: Sequence[int], seed: int, config: SuiteConfig, folder: Path
) -> list[Sampled]:
    """Derive the candidates of a batch of scenarios, and their targets at every checkpoint, in one pass.

    ``places``: the scenarios' positions in the configuration; ``folder``: where gold of the candidates is kept. A pass
    costs hundreds of statements whatever its rows.
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
    gold, is_kept = derive(given, folder)
    frames = {name: _frame(gold[name]) for name in FRAMES}
    found = []
    for number, history in enumerate(histories):
        candidates, count = offered[number], config.checkpoints
        own, rest = ids[number][: len(candidates)], ids[number][len(candidates) :]
        features = features_of(history, candidates, own, frames)
        instance_ids = {t: rest[t * count : (t + 1) * count] for t in range(len(targets[number]))}
        tracked = trajectories(history, points[number], targets[number], instance_ids, frames)
        found.append(
            Sampled(
                tuple(candidates),
                tuple(features),
                points[number],
                tuple(tracked),
                tuple(own),
                folder if is_kept else None,
            )
        )
    return found


def _with_queries(
    histories: Sequence[History], chosen: Sequence[Chosen]
) -> tuple[list[Scenario], dict[str, tuple[Candidate, Feature]], dict[str, Kept]]:
    """The scenarios with their chosen queries; per query id what it was chosen from; and per scenario id where gold
    of its candidates is kept.
    """
    scenarios: list[Scenario] = []
    picked: dict[str, tuple[Candidate, Feature]] = {}
    kept: dict[str, Kept] = {}
    for history, one in zip(histories, chosen, strict=True):
        offer = one.offer
        own = sorted(one.queries, key=lambda i: (offer.candidates[i].cutoff_at, offer.candidates[i].question))
        ids = [f"{history.config.id}_q{n}" for n in range(1, len(own) + 1)]
        picked |= {q: (offer.candidates[i], offer.features[i]) for q, i in zip(ids, own, strict=True)}
        kept[history.config.id] = Kept(offer.folder, {offer.ids[i]: q for q, i in zip(ids, own, strict=True)})
        queries = queries_of([offer.candidates[i] for i in own], ids)
        scenarios.append(replace(history.scenario, queries=queries))
    return scenarios, picked, kept


def _proved(
    parts: Sequence[Sequence[Scenario]], kept: Mapping[str, Kept], seed: int, pool: Executor, told: Report
) -> list[tuple[Tables, list[Distractor]]]:
    """Gold of the chosen queries, batch by batch, every witness checked, and their distractors, each tried."""
    jobs = [pool.submit(take_up, part, [kept[s.scenario_id] for s in part]) for part in parts]
    found = []
    for part, job in zip(parts, jobs, strict=True):
        tables = job.result()
        support = {"support": _frame(tables["support"])}
        offered = [d for s in part for d in distractors_of(s, support, seed)]
        found.append((tables, offered, pool.submit(disturbing, part, offered)))
        told("gold", len(found), 2 * len(parts))
    proved = []
    for done, (tables, offered, tried) in enumerate(found, len(parts) + 1):
        # An event that takes back a row of valid time stands in no support, and the answer needs it all the same.
        bad = set(tried.result())
        proved.append((tables, [d for d in offered if d not in bad]))
        told("gold", done, 2 * len(parts))
    return proved


def _completed(
    config: SuiteConfig,
    seed: int,
    histories: Sequence[History],
    parts: Sequence[Sequence[Scenario]],
    gold: Sequence[tuple[Tables, list[Distractor]]],
    chosen: Sequence[Chosen],
    picked: Mapping[str, tuple[Candidate, Feature]],
) -> Iterator[Tables]:
    """Yield the batches with the tables and columns that only a generated suite has."""
    frames = [{n: _frame(tables[n]) for n in (*FRAMES, "query")} for tables, _ in gold]
    probes = _probes(config, histories, parts, frames)
    place = {h.config.id: i for i, h in enumerate(histories)}
    for part, (tables, distractors), own in zip(parts, gold, frames, strict=True):
        indices = [place[s.scenario_id] for s in part]
        asked = set(own["query"]["query_id"])
        yield suite_tables(
            tables,
            seed,
            [histories[i] for i in indices],
            [chosen[i].offer.checkpoints for i in indices],
            [chosen[i].tracked for i in indices],
            picked,
            distractors,
            [row for row in probes if row["query_id"] in asked],
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

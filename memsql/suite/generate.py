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
from memsql.gold.kept import derive, take_up
from memsql.gold.suite import Tables, batches_of, check_ids, program_of
from memsql.gold.workers import Here, worker_pool
from memsql.model import Scenario
from memsql.suite.candidates import Candidate, candidates_of, queries_of
from memsql.suite.choose import choose
from memsql.suite.config import SuiteConfig
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
    with processes(workers, config) as pool, TemporaryDirectory(prefix="memsql-") as folder:
        sampled, chosen = _chosen(config, histories, used, pool, Path(folder), told)
        tracked = choose_tracked(config, [s.tracked for s in sampled], used)
        scenarios, picked, names = _with_queries(histories, sampled, chosen)
        check_ids(scenarios, config.name)
        parts = list(batches_of(scenarios))
        gold = _proved(parts, sampled, names, used, pool, told)
    batches = list(_completed(config, used, histories, parts, gold, sampled, tracked, picked))
    styles = {h.config.id: asdict(h.style) for h in histories}
    return Generated(config, used, tuple(scenarios), styles, tuple(batches))


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
) -> tuple[list[Sampled], list[int]]:
    """What the scenarios offer, and the positions of what is chosen of it.

    Histories differ by seed: where no choice meets the figures, more is drawn, up to MORE times as much.
    """
    for times in range(1, MORE + 1):
        offer = replace(config, candidates=config.candidates * times)
        sampled = sampled_of(offer, histories, seed, pool, folder / str(times), told)
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
    pool: Executor,
    folder: Path,
    told: Report = lambda _stage, _done, _total: None,
) -> list[Sampled]:
    """Return what each scenario offers, in their order: a job is a batch of a domain's scenarios.

    Their gold is kept in folders below ``folder``.
    """
    place = {h.config.id: i for i, h in enumerate(histories)}
    own = [[place[s.scenario_id] for s in part] for part in batches_of([h.scenario for h in histories])]
    jobs = [
        pool.submit(sample, [histories[i] for i in places], places, seed, config, folder / str(number))
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

    ``places``: the scenarios' positions in the suite; ``folder``: where gold of the candidates is kept. A pass
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
    histories: Sequence[History], sampled: Sequence[Sampled], chosen: Sequence[int]
) -> tuple[list[Scenario], dict[str, tuple[Candidate, Feature]], dict[str, dict[str, str]]]:
    """The scenarios with their chosen queries; per query id what it was chosen from; and per scenario id the ids of
    its queries by those under which they were derived.
    """
    scenarios: list[Scenario] = []
    picked: dict[str, tuple[Candidate, Feature]] = {}
    names: dict[str, dict[str, str]] = {}
    start = 0
    for history, offer in zip(histories, sampled, strict=True):
        own = [i - start for i in chosen if start <= i < start + len(offer.candidates)]
        own.sort(key=lambda i: (offer.candidates[i].cutoff_at, offer.candidates[i].question))
        ids = [f"{history.config.id}_q{n}" for n in range(1, len(own) + 1)]
        picked |= {q: (offer.candidates[i], offer.features[i]) for q, i in zip(ids, own, strict=True)}
        names[history.config.id] = {offer.ids[i]: q for q, i in zip(ids, own, strict=True)}
        queries = queries_of([offer.candidates[i] for i in own], ids)
        scenarios.append(replace(history.scenario, queries=queries))
        start += len(offer.candidates)
    return scenarios, picked, names


def _proved(
    parts: Sequence[Sequence[Scenario]],
    sampled: Sequence[Sampled],
    names: Mapping[str, Mapping[str, str]],
    seed: int,
    pool: Executor,
    told: Report,
) -> list[tuple[Tables, list[Distractor]]]:
    """Gold of the chosen queries, batch by batch, every witness checked, and their distractors, each tried."""
    folder_of = dict(zip(names, (s.folder for s in sampled), strict=True))
    jobs = [
        pool.submit(
            take_up, part, {k: v for s in part for k, v in names[s.scenario_id].items()}, folder_of[part[0].scenario_id]
        )
        for part in parts
    ]
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
    sampled: Sequence[Sampled],
    tracked: Sequence[Sequence[Tracked]],
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
            [sampled[i].checkpoints for i in indices],
            [tracked[i] for i in indices],
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

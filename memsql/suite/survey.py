"""What a configuration offers before queries are chosen: one row per operator, for who writes or tunes a domain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from memsql.suite.candidates import Candidate
from memsql.suite.config import SuiteConfig
from memsql.suite.features import Feature
from memsql.suite.generate import processes, sampled_of
from memsql.suite.history import write_histories

COLUMNS = (
    "domain",
    "operator",
    "family",
    "candidates",
    "unknown",
    "zero",
    "answers",
    "most frequent",
    "witness",
    "largest",
    "obsolete",
    "height",
    "width",
    "leaked",
    "gapped",
    "referred",
)


def survey(config: SuiteConfig, seed: int | None = None, workers: int = 1) -> list[list[str]]:
    """Return rows of COLUMNS: counts, means of what is known, shares in percent."""
    used = config.seed if seed is None else seed
    histories = list(write_histories(config, used))
    groups: dict[tuple[str, str, str], list[tuple[Candidate, Feature]]] = defaultdict(list)
    with processes(workers, config) as pool, TemporaryDirectory(prefix="memsql-") as folder:
        sampled = sampled_of(config, histories, used, pool, Path(folder))
    for found in sampled:
        for candidate, feature in zip(found.candidates, found.features, strict=True):
            operator = candidate.operator
            domain = config.scenarios[candidate.scenario].domain
            groups[domain, operator.name, operator.family].append((candidate, feature))
    return [[*key, *_row(found)] for key, found in groups.items()]


def _row(found: Sequence[tuple[Candidate, Feature]]) -> list[str]:
    features = [f for _, f in found]
    sizes = [f.size for f in features if f.shape != "unknown"] or [0]
    answers = [f.answer for f in features]
    return [
        str(len(found)),
        _percent([f.shape == "unknown" for f in features]),
        _percent([f.label == "justified-zero" for f in features]),
        str(len(set(answers))),
        _percent([a == max(set(answers), key=answers.count) for a in answers]),
        f"{mean(sizes):.1f}",
        str(max(sizes)),
        _percent([f.has_obsolete for f in features]),
        f"{mean(f.height for f in features):.1f}",
        f"{mean(f.width for f in features):.1f}",
        _percent([f.is_leaked for f in features]),
        _percent([f.is_gapped for f in features]),
        _percent([c.is_referred for c, _ in found]),
    ]


def _percent(flags: Sequence[bool]) -> str:
    return f"{100 * sum(flags) / len(flags):.0f}%"

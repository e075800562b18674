"""Systems with one planted fault each: what an evaluation must show as what it is.

All are classes for ``tests.evaluation.faulty:Name``. Those that need to know what a record says read the exported
folder that the option ``folder`` names; without it they have no fault.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import ClassVar

import polars as pl

from memsql.evaluation.exam import Exam
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Usage
from memsql.evaluation.suts.bm25 import Bm25
from memsql.evaluation.suts.kept import Kept

OPEN = Capabilities(indexed=True, timed=True, citing=True)
RETRIEVES = Capabilities(query_dependent=True, bounded=True, indexed=True, timed=True, citing=True)


@cache
def exam_of(folder: str) -> Exam:
    return Exam(Path(folder))


class Insider(Kept):
    """Returns the whole history, less what :meth:`hidden` names, and knows which scenario it is in."""

    capabilities: ClassVar[Capabilities] = OPEN
    defaults: ClassVar[dict[str, str]] = {"folder": ""}

    def ready(self) -> Usage | None:
        self.scenario_id = ""
        if self.options["folder"] and self.records:
            for scenario_id, records in exam_of(self.options["folder"]).records.items():
                if records[: len(self.records)] == tuple(self.records):
                    self.scenario_id = scenario_id
        return None

    def table(self, name: str) -> pl.DataFrame:
        found = exam_of(self.options["folder"]).table(name)
        return found.filter(pl.col("scenario_id") == self.scenario_id)

    def hidden(self, as_of: datetime) -> set[str]:
        """Nothing, unless a fault hides something."""
        del as_of
        return set()

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        hidden = self.hidden(as_of) if self.scenario_id else set()
        return [r for r in self.records if r.event_id not in hidden]

    def versions(self, as_of: datetime) -> list[list[str]]:
        """Of every fact with several versions so far, the events that began them, oldest first."""
        found = self.table("fact_version").filter(pl.col("observed_at") <= as_of).sort("version")
        grouped = found.group_by("relation", "key", maintain_order=True).agg("event_id")
        return [events for events in grouped["event_id"].to_list() if len(events) > 1]


class DropsCurrent(Insider):
    """Loses the current version of every fact that changed; the obsolete ones stay."""

    def hidden(self, as_of: datetime) -> set[str]:
        return {events[-1] for events in self.versions(as_of)}


class ServesObsolete(Insider):
    """Keeps the first version of every fact, and nothing that changed it."""

    def hidden(self, as_of: datetime) -> set[str]:
        return {event for events in self.versions(as_of) for event in events[1:]}


class LosesRules(Insider):
    """Loses every record that declares a rule."""

    def hidden(self, as_of: datetime) -> set[str]:
        return set(self.table("action").filter(pl.col("verb") == "declare")["event_id"])


class Lags(Insider):
    """Knows at a checkpoint what it knew at the one before."""

    def hidden(self, as_of: datetime) -> set[str]:
        cutoffs = sorted(self.table("checkpoint")["cutoff_at"])
        passed = bisect_left(cutoffs, as_of)
        known = cutoffs[passed - 1] if passed else None
        return {r.event_id for r in self.records if known is None or r.observed_at > known}


class LeaksLater(Insider):
    """Returns the whole history, and the record that comes next."""

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        found = super().context(question, as_of, budget)
        if not self.scenario_id:
            return found
        later = exam_of(self.options["folder"]).records[self.scenario_id][len(self.records) :]
        return replace(found, text="\n".join([found.text, *(r.text for r in later[:1])]))


class LeaksWords(LeaksLater):
    """The same, without the id of that record."""

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        found = super().context(question, as_of, budget)
        lines = found.text.splitlines()
        return replace(found, text="\n".join(line.partition("] ")[2].partition(" ")[2] or line for line in lines))


class IgnoresBudget(Bm25):
    """Finds what is asked for, as much as there is of it, and says that it honours a budget."""

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        return super().chosen(question, as_of, Budget())


class HidesRecords(IgnoresBudget):
    """The same, its records on one line without their ids and times, and no word of how many they are."""

    capabilities: ClassVar[Capabilities] = Capabilities(query_dependent=True, bounded=True, indexed=True)

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        found = super().context(question, as_of, budget)
        said = (line.partition("] ")[2].partition(" ")[2] or line for line in found.text.splitlines())
        return Context(" ".join(said), None, budget.records)


class SameContext(Kept):
    """Returns the last records whatever is asked, and says that it heeds the question."""

    capabilities: ClassVar[Capabilities] = RETRIEVES

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        return self.records[-(budget.records or 2) :] if budget.tokens is None else []


class SameAndUnbounded(SameContext):
    """The same, without a budget."""

    capabilities: ClassVar[Capabilities] = replace(RETRIEVES, bounded=False)


class ReturnsEverything(Kept):
    """Returns the whole history and says that it heeds the question: seen only where there is more than a little."""

    capabilities: ClassVar[Capabilities] = replace(RETRIEVES, bounded=False)

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        return self.records


class CitesEverything(Bm25):
    """Finds what is asked for, and cites every record that it ever saw."""

    capabilities: ClassVar[Capabilities] = replace(RETRIEVES, bounded=False)

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        return replace(super().context(question, as_of, budget), event_ids=tuple(r.event_id for r in self.records))


class Forgets(Kept):
    """Takes one batch in late: what was just ingested is not found."""

    capabilities: ClassVar[Capabilities] = OPEN

    def ready(self) -> Usage | None:
        self.known, self.seen = getattr(self, "seen", 0), len(self.records)
        return None

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        return self.records[: self.known]


class Shares(Kept):
    """Keeps one memory for all namespaces, for ever."""

    capabilities: ClassVar[Capabilities] = OPEN
    everything: ClassVar[dict[str, Record]] = {}

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        self.everything.update({r.event_id: r for r in records})
        return super().ingest(records)

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        return Context("\n".join(r.text for r in self.everything.values()), tuple(self.everything))


class Remembers(Kept):
    """Keeps namespaces apart, and does not forget one that is closed."""

    capabilities: ClassVar[Capabilities] = OPEN
    kept: ClassVar[dict[str, dict[str, Record]]] = {}

    def open(self, namespace: str, options: object) -> Capabilities:
        self.mine = self.kept.setdefault(namespace, {})
        return super().open(namespace, {})

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        self.mine.update({r.event_id: r for r in records})
        return None

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        return Context("\n".join(r.text for r in self.mine.values()), tuple(self.mine))


class StampsToday(Kept):
    """Says of every record that it was observed today."""

    capabilities: ClassVar[Capabilities] = OPEN

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        return self.records

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        lines = [f"[{r.event_id}] 2026-11-30T00:00:00 {r.text.split(' ', 2)[2]}" for r in self.records]
        return Context("\n".join(lines), tuple(r.event_id for r in self.records))


class InventsIds(Kept):
    """Returns ids that nobody gave it."""

    capabilities: ClassVar[Capabilities] = OPEN

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        return Context("\n".join(r.text for r in self.records), ("memory-1", "memory-2"))


class Breaks(Kept):
    """Raises at every question that has the word boat in it."""

    capabilities: ClassVar[Capabilities] = OPEN

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        if "boat" in question:
            raise RuntimeError("no boats\nhere")
        return self.records


class Echoes(Bm25):
    """No fault: it begins with the question, which says nothing of what it remembers. It answers in capitals."""

    def context(self, question: str, as_of: datetime, budget: Budget) -> Context:
        found = super().context(question, as_of, replace(budget, tokens=budget.tokens and budget.tokens - 20))
        return replace(found, text=f"I was asked: {question}\n{found.text.upper()}")


class BreaksInside(Kept):
    """Raises at every question about a ship."""

    capabilities: ClassVar[Capabilities] = OPEN

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        raise RuntimeError("no ships\nhere")


class BreaksAtIngestion(Kept):
    """Cannot take in the third record and what comes with it."""

    capabilities: ClassVar[Capabilities] = OPEN

    def ingest(self, records: Sequence[Record]) -> Usage | None:
        if any(r.event_id == "e4" for r in records):
            raise TimeoutError("the store is slow")
        return super().ingest(records)

    def chosen(self, question: str, as_of: datetime, budget: Budget) -> Sequence[Record]:
        return self.records


class Unavailable(Kept):
    """Lacks a package."""

    def begin(self) -> None:
        import a_package_that_nobody_has  # type: ignore[import-not-found]  # noqa: F401

"""Ask an answer model every question once and retain what it says.

A request is sent for each distinct body, and none for one that is in the cache; whatever comes back is kept and
counted, never asked for again. A run that is killed has lost nothing but what was in flight.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from memsql.evaluation.answering.answers import Answered, Asked, Outcome
from memsql.evaluation.answering.asking import Asking, Watch
from memsql.evaluation.answering.cache import Cache, Retained, open_cache
from memsql.evaluation.answering.retained import answered_of
from memsql.evaluation.answering.settings import Prompts, Settings, body_sha256, load_prompts, request_body
from memsql.evaluation.answering.transport import Failed

Report = Callable[[str, int, int], None]
"""Told (stage, done, total) as rows are answered."""


class Endpoint:
    """An answer model behind an OpenAI-compatible endpoint, and the cache of what it has answered."""

    def __init__(self, settings: Settings, cache: Path | str) -> None:
        self.settings = settings
        self.cache = Path(cache)
        self.prompts: Prompts = load_prompts(settings.prompts)
        self.watch: Watch | None = None
        """Told of the requests that are on their way, for somebody who waits; nothing depends on it."""

    @property
    def author(self) -> str:
        """Who authors the answers, as result rows name it."""
        return self.settings.model

    def answer(self, asked: Sequence[Asked], report: Report | None = None) -> list[Answered]:
        """Return what came of every question, in the order given.

        A transport that fails in every attempt is the outcome timeout of its rows; it is not retained, and the next
        call tries again. Raises EndpointError, with everything answered so far retained, where the endpoint refuses
        key, account, address or model, cannot be reached at all, or refuses the first requests one and all.
        """
        keys = [self.key(a) for a in asked]
        rows: dict[str, list[int]] = {}
        for place, key in enumerate(keys):
            rows.setdefault(key, []).append(place)
        done = 0

        def settled(key: str) -> None:
            nonlocal done
            done += len(rows[key])
            if report is not None:
                report("answer", done, len(asked))

        with self._cache() as cache:
            asking = Asking(cache, self.settings, lambda key: self.body(asked[rows[key][0]]), settled, self.watch)
            found = asking.run(tuple(rows))
        made = [self._row(one, key, found[key]) for one, key in zip(asked, keys, strict=True)]
        # A row whose body stands in an earlier row shares that row's request.
        return [
            replace(row, cached=row.request_sha256 not in asking.sent or rows[row.request_sha256][0] != place)
            for place, row in enumerate(made)
        ]

    def body(self, asked: Asked) -> dict[str, object]:
        """The body of the request for a question."""
        return request_body(asked, self.settings, self.prompts)

    def key(self, asked: Asked) -> str:
        """Hash of the canonical body of the request for a question."""
        return body_sha256(self.body(asked))

    def known(self, keys: Iterable[str]) -> set[str]:
        """Those of the requests, by hash, that the cache answers already."""
        if not self.cache.exists():
            return set()
        with self._cache() as cache:
            return {key for key in keys if cache.get(key)}

    def _cache(self) -> AbstractContextManager[Cache]:
        s = self.settings
        options = {"format": s.format, "temperature": s.temperature, "seed": s.seed, "max": s.max_output_tokens}
        return open_cache(self.cache, s.endpoint.rstrip("/"), s.model, json.dumps(options))

    def _row(self, asked: Asked, key: str, found: Retained | Failed) -> Answered:
        if isinstance(found, Failed):
            row = Answered(asked.ask_id, Outcome.TIMEOUT, detail=found.detail)
        else:
            row = answered_of(asked, found)
        return replace(row, prompt_sha256=self.prompts.sha256, request_sha256=key)

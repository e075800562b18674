"""A small client for an OpenAI-compatible endpoint: one question, one answer."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from memsql.errors import MemsqlError

ATTEMPTS = 4
SECONDS = 600
BUSY = frozenset({408, 429, 500, 502, 503, 504})
"""Answers of a server that say nothing about the request: trying again may help."""

PROMPT = (
    "Below is a numbered list of facts. Where two facts contradict each other, the one with the greater number is "
    "newer and holds. Answer from the facts alone, even where they differ from what you know. Answer with the name "
    "only, no sentence.\n\n{context}\n\nQuestion: {question}\nAnswer:"
)


@dataclass(frozen=True, slots=True)
class Model:
    """An answer model. Temperature is the provider's default: none is sent. ``key`` is never written anywhere."""

    endpoint: str
    name: str
    key: str | None = field(default=None, repr=False)
    pause_seconds: float = 2.0

    def __post_init__(self) -> None:
        try:
            found = urlsplit(self.endpoint)
            is_address = found.scheme in ("http", "https") and bool(found.hostname)
        except ValueError:
            is_address = False
        if not is_address or not self.endpoint.isascii() or any(c.isspace() or ord(c) < 32 for c in self.endpoint):
            raise MemsqlError(f"{self.endpoint}: no web address; give the endpoint as https://.../v1")
        # What the client would say of such a key holds the key.
        if self.key is not None and not (self.key.isascii() and self.key.isprintable()):
            raise MemsqlError("the key has signs that no header can hold, perhaps the end of a line; set it again")

    def answer(self, context: str, question: str) -> str:
        """Ask once; again, up to four times in all, only for an empty output or an error of the transport.

        An output that stays empty is returned as it is. Raises MemsqlError where the endpoint refuses or stays away.
        """
        return self.complete(PROMPT.format(context=context, question=question))

    def complete(self, text: str, temperature: float | None = None, *, is_empty_kept: bool = False) -> str:
        """The output for one prompt, asked for as :meth:`answer` does; ``temperature`` is sent where it is given.

        ``is_empty_kept``: an empty output is an answer too, and is not asked for again.
        """
        body: dict[str, object] = {"model": self.name, "messages": [{"role": "user", "content": text}]}
        if temperature is not None:
            body["temperature"] = temperature
        trouble = ""
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(self.pause_seconds * 2 ** (attempt - 1))
            try:
                output = self._post(body)
            except HTTPError as error:
                if error.code not in BUSY:
                    raise MemsqlError(f"{self.endpoint}: refused with {error.code}; check model and key") from None
                trouble = f"status {error.code}"
            except (URLError, HTTPException, OSError) as error:
                trouble = str(getattr(error, "reason", error)) or type(error).__name__
            else:
                trouble = ""
                if output.strip() or is_empty_kept:
                    return output.strip()
        if trouble:
            raise MemsqlError(f"{self.endpoint}: no answer in {ATTEMPTS} attempts ({trouble}); run again to go on")
        return ""

    def _post(self, body: dict[str, object]) -> str:
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        address = self.endpoint.rstrip("/") + "/chat/completions"
        request = Request(address, json.dumps(body).encode(), headers)  # noqa: S310 - the scheme is checked above
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - the same
            content = answer.read()
        try:
            found = json.loads(content)["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            raise MemsqlError(f"{self.endpoint}: the answer is no chat completion; check the address") from None
        return found if isinstance(found, str) else ""

"""An answer model behind an OpenAI-compatible endpoint, asked in plain text; the question says the form."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from memsql.errors import MemsqlError, shown
from memsql.evaluation.answering.retained import completion_of
from memsql.evaluation.answering.settings import Settings
from memsql.evaluation.answering.transport import Failed, Transport, is_of_one_request, message_of
from memsql.evaluation.paired.answer import NoAnswerError
from memsql.resources import data_root

PROMPT = "prompt.txt"
PLACES = ("{context}", "{question}")


class ChatAnswerer:
    """An answer model with the prompt of ``data/paired/prompt.txt``; threads share its connection."""

    def __init__(self, settings: Settings, prompt: str | None = None) -> None:
        self._options = settings
        self._prompt = prompt or (data_root() / "paired" / PROMPT).read_text(encoding="utf-8")
        self._transport = Transport(settings)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._options.model

    @property
    def settings(self) -> Mapping[str, str]:
        """Hash of the prompt, and what is sent beside it."""
        sent = {"temperature": self._options.temperature, "seed": self._options.seed}
        prompt = hashlib.sha256(self._prompt.encode()).hexdigest()
        return {"prompt_sha256": prompt} | {name: str(value) for name, value in sent.items() if value is not None}

    def answer(self, question: str, context: str) -> str:
        """Return the output. Raises NoAnswerError for a refusal, a time-out, a response that is no completion.

        Raises MemsqlError where the endpoint cannot be reached, or refuses what every request has.
        """
        found = self._transport.ask(self.body(question, context))
        if isinstance(found, Failed):
            if found.is_unreachable:
                raise MemsqlError(f"{self._options.endpoint}: cannot be reached ({found.detail}); run again to go on")
            raise NoAnswerError("timeout")
        said = completion_of(found)
        if said is not None:
            if said.refusal or said.finish_reason == "content_filter":
                raise NoAnswerError("refused")
            return said.content or ""
        if found.status == 200:
            raise NoAnswerError("parse_error")
        if is_of_one_request(found):
            raise NoAnswerError("refused")
        told = shown(message_of(found.response).message, 160)
        raise MemsqlError(f"{self._options.endpoint}: refused with {found.status} ({told}); check model and options")

    def body(self, question: str, context: str) -> Mapping[str, object]:
        """The body of a request."""
        before, between, after = self._parts()
        content = f"{before}{context}{between}{question}{after}"
        made: dict[str, object] = {"model": self._options.model, "messages": [{"role": "user", "content": content}]}
        sent = {"temperature": self._options.temperature, "seed": self._options.seed}
        return made | {name: value for name, value in sent.items() if value is not None}

    def _parts(self) -> tuple[str, str, str]:
        """The prompt around its places, so that a context may hold their signs."""
        before, _, rest = self._prompt.partition(PLACES[0])
        between, _, after = rest.partition(PLACES[1])
        return before, between, after

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()

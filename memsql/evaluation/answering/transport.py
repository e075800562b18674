"""One request to an endpoint by the ``openai`` client: again only where the transport failed or the server is busy.

What comes back with status 200 is an answer, whatever it says; so is a refusal of this one request. An endpoint that
refuses the key, the account, the address or the model refuses every request, and the run stops.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from memsql.errors import MemsqlError, shown
from memsql.evaluation.answering.cache import Retained
from memsql.evaluation.answering.settings import Settings

if TYPE_CHECKING:
    from openai import OpenAI

LONGEST_PAUSE_SECONDS = 120.0
"""Longest pause that is kept to; a server that asks for a longer one has failed for this row."""
STOPPING = {
    401: "check the key",
    402: "check the account",
    403: "check the key and what it may use",
    404: "check the address and the name of the model",
    405: "check the address",
}
OF_ONE_REQUEST = ("context_length_exceeded", "string_above_max_length", "content_filter", "content_policy_violation")


class Failed(NamedTuple):
    """No answer in all attempts. ``is_unreachable``: there was not even a connection."""

    detail: str
    is_unreachable: bool


class EndpointError(MemsqlError):
    """An endpoint that will refuse every request, in one line."""


class _Trouble(NamedTuple):
    """Why an attempt failed, and the pause that the server asks for."""

    detail: str
    is_unreachable: bool = False
    pause_seconds: float | None = None


class Transport:
    """A connection to an endpoint; threads share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.stop = Event()
        self._client = client(settings)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ask(self, body: Mapping[str, object], again: Callable[[str], None] | None = None) -> Retained | Failed:
        """Send a request until it is answered, or the attempts are used up, or ``stop`` is set between two.

        ``again`` is told, before each further attempt, why the last one failed. Raises EndpointError where the
        endpoint will refuse every request.
        """
        settings = self.settings
        trouble = _Trouble("stopped")
        for attempt in range(settings.attempts):
            if attempt:
                own = min(settings.pause_seconds * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS)
                pause = trouble.pause_seconds or own
                if pause > LONGEST_PAUSE_SECONDS:
                    return Failed(f"{trouble.detail}; the server asks for a pause of {pause:.0f} s", False)
                if again is not None:
                    again(trouble.detail)
                self.stop.wait(pause)
            if self.stop.is_set():
                return Failed(trouble.detail, trouble.is_unreachable)
            found = self._attempt(body)
            if isinstance(found, Retained):
                return found
            trouble = found
        return Failed(f"{trouble.detail}, {settings.attempts} attempts", trouble.is_unreachable)

    def _attempt(self, body: Mapping[str, object]) -> Retained | _Trouble:
        import openai

        started = time.monotonic()
        try:
            # Read piece by piece: a time-out of the client is one between two pieces, ours is one of the whole.
            asking: Any = self._client.chat.completions.with_streaming_response
            headers = {} if self.settings.key else {"Authorization": openai.Omit()}
            with asking.create(**body, extra_headers=headers) as answer:
                pieces = []
                for piece in answer.iter_bytes():
                    pieces.append(piece)
                    if time.monotonic() - started > self.settings.timeout_seconds:
                        return _Trouble("timed out")
            return Retained(answer.status_code, b"".join(pieces), time.monotonic() - started)
        except openai.APIStatusError as error:
            return self._refused(error, time.monotonic() - started)
        except openai.APITimeoutError:
            return _Trouble("timed out")
        except openai.APIConnectionError as error:
            cause = type(error.__cause__).__name__ if error.__cause__ else "no connection"
            return _Trouble(cause, is_unreachable=cause == "ConnectError")
        except transport_errors() as error:
            return _Trouble(type(error).__name__)

    def _refused(self, error: Any, seconds: float) -> Retained | _Trouble:
        status: int = error.status_code
        response: bytes = error.response.content
        said = message_of(response)
        if status in STOPPING or (status == 429 and said.code == "insufficient_quota"):
            advice = STOPPING.get(status, "the account has no quota left")
            told = f" ({shown(said.message, 160)})" if said.message else ""
            raise EndpointError(f"{self.settings.endpoint}: refused with {status}{told}; {advice}")
        if status in (408, 429) or status >= 500:
            return _Trouble(f"status {status}", pause_seconds=retry_after(error.response.headers))
        return Retained(status, response, seconds)


class Message(NamedTuple):
    """What an endpoint says of an error: its code and its words, empty where it says none."""

    code: str
    message: str


def message_of(response: bytes) -> Message:
    """The error in a response, in the form that endpoints share."""
    try:
        found = json.loads(response)
    except (ValueError, RecursionError):
        return Message("", "")
    error = found.get("error", found) if isinstance(found, dict) else None
    if isinstance(error, str):
        return Message("", error)
    if not isinstance(error, dict):
        return Message("", "")
    code, message = error.get("code"), error.get("message")
    return Message(code if isinstance(code, str) else "", message if isinstance(message, str) else "")


def is_of_one_request(refused: Retained) -> bool:
    """Whether a refusal speaks of this request (too long, filtered) and not of how requests are made."""
    said = message_of(refused.response)
    return refused.status == 413 or said.code in OF_ONE_REQUEST or "maximum context length" in said.message


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks to wait, from ``Retry-After`` as seconds or as a date; None: it asks for none."""
    said = headers.get("retry-after", "").strip()
    try:
        seconds = float(said)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(said).timestamp() - time.time()
        except (ValueError, TypeError, IndexError):
            return None
    return max(seconds, 0.0) if seconds < float("inf") else None


def client(settings: Settings) -> OpenAI:
    """A client that sends what the settings say and nothing that the environment holds.

    Raises MemsqlError where the package is not installed.
    """
    try:
        from openai import OpenAI
    except ImportError:
        advice = "install it with pip install 'memsql-gold[models]'"
        raise MemsqlError(f"answer models: the package openai is not installed; {advice}") from None
    made = OpenAI(
        api_key=settings.key or "none",
        base_url=settings.endpoint.rstrip("/"),
        timeout=settings.timeout_seconds,
        max_retries=0,
    )
    made.organization = made.project = None
    return made


def transport_errors() -> tuple[type[Exception], ...]:
    """Errors of the connection while the body of an answer is read, which the client passes on as they are."""
    import httpx2

    return (httpx2.HTTPError, httpx2.StreamError)

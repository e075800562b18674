"""Options of an adapter: each is text, has a name, a default and a meaning; what is not listed is refused."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from memsql.errors import SutError, did_you_mean, shown

KEY_VARIABLE = "OPENAI_API_KEY"
"""Environment variable with the key of the endpoint: options are written into the run folder, a key must not be."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option. ``kind``: text, count (a whole number above 0), share (0 to 1); ``values``: the only ones allowed."""

    name: str
    default: str
    meaning: str
    kind: str = "text"
    values: tuple[str, ...] = ()


ENDPOINT = Option("endpoint", "", "OpenAI-compatible endpoint of its language model, https://.../v1")
MODEL = Option("model", "", "name of the language model at the endpoint")
EMBEDDER = Option(
    "embedder", "minilm", "minilm: a local model; endpoint: /embeddings of the endpoint", values=("minilm", "endpoint")
)
EMBEDDING_MODEL = Option("embedding_model", "", "name of the embedding model at the endpoint")
EMBEDDING_SIZE = Option("embedding_size", "1536", "numbers of one of its vectors", "count")
LIMIT = Option("limit", "20", "most memories of a context; a smaller budget of records wins", "count")

MODELS = (ENDPOINT, MODEL, EMBEDDER, EMBEDDING_MODEL, EMBEDDING_SIZE)


def read_options(system: str, given: Mapping[str, str], known: tuple[Option, ...]) -> dict[str, str]:
    """Return every option with its value. Raises SutError for one that is unknown or has no allowed value."""
    names = [o.name for o in known]
    for name in given:
        if name not in names:
            raise SutError(f"{system}: option {shown(name)} is unknown; {did_you_mean(name, names)}")
    found = {o.name: given.get(o.name, o.default) for o in known}
    for option in known:
        value, where = found[option.name], f"{system}: option {option.name}"
        if option.values and value not in option.values:
            raise SutError(f"{where} is {shown(value)}; give {' or '.join(option.values)}")
        if option.kind == "count" and not (value.isascii() and value.isdigit() and int(value)):
            raise SutError(f"{where} is {shown(value)}; give a whole number above 0")
        if option.kind == "share" and not _is_share(value):
            raise SutError(f"{where} is {shown(value)}; give a number from 0 to 1")
    return found


def check_models(system: str, options: Mapping[str, str], needs_model: bool) -> None:
    """Raises SutError where an endpoint or a model's name is needed and not given, or given and never asked."""
    is_remote = options["embedder"] == "endpoint"
    defaults = {o.name: o.default for o in MODELS}
    for name in sorted(_idle(options, needs_model)):
        if options.get(name, defaults[name]) != defaults[name]:
            raise SutError(f"{system}: option {name} has no effect beside the others; leave it out, or see its meaning")
    if needs_model or is_remote:
        parts = urlsplit(options["endpoint"])
        if parts.scheme not in ("http", "https") or not parts.hostname:
            found = shown(options["endpoint"]) if options["endpoint"] else "not given"
            raise SutError(f"{system}: option endpoint is {found}; give an OpenAI-compatible address, https://.../v1")
        if parts.username or parts.password or parts.query:
            raise SutError(f"{system}: option endpoint holds a secret; put the key into {KEY_VARIABLE}")
    if needs_model and not options["model"]:
        raise SutError(f"{system}: option model is not given; name the language model at the endpoint")
    if is_remote and not options["embedding_model"]:
        raise SutError(f"{system}: option embedding_model is not given; name the embedding model at the endpoint")


def shown_options(options: Mapping[str, str], needs_model: bool) -> dict[str, str]:
    """The options that have an effect: what belongs to a model that is not asked is left out."""
    idle = _idle(options, needs_model)
    return {name: value for name, value in options.items() if name not in idle}


def key() -> str:
    """The endpoint's key; a server that asks for none gets a word."""
    return os.environ.get(KEY_VARIABLE) or "none"


def _idle(options: Mapping[str, str], needs_model: bool) -> set[str]:
    idle = set() if needs_model else {MODEL.name}
    if options["embedder"] != "endpoint":
        idle |= {EMBEDDING_MODEL.name, EMBEDDING_SIZE.name} | (set() if needs_model else {ENDPOINT.name})
    return idle


def _is_share(value: str) -> bool:
    try:
        return 0 <= float(value) <= 1
    except ValueError:
        return False

"""Serve a system under test over standard input and output: one JSON object a line, so that it can live elsewhere.

    python PATH/TO/memsql/evaluation/serve.py module:Class

runs a class of the contract (``memsql/evaluation/sut.py``) in any virtual environment: this file needs the standard
library, ``sut.py`` and ``errors.py`` beside it, and nothing else of memsql, which need not be installed there. Run
as a script it makes ``memsql``, ``memsql.evaluation`` and what lies below importable from its own place without
running ``memsql/__init__.py``; ``module`` may be one of these, an installed module, or one of the working folder.
A program in any language that speaks the same lines is as good.

The protocol, version 1. Lines are JSON objects in ASCII or UTF-8, each ended by a newline. For every request there
is one reply, in order; the next request comes after the reply. Fields that are not listed are errors on both sides.

request ``{"id": 1, "call": ..., ...}`` with the fields of the call; reply ``{"id": 1, "result": ...}``, or
``{"id": 1, "error": "one line for a person"}`` where the call failed and the program goes on:

- ``open``: ``namespace`` (text), ``options`` (object of texts). Result: an object with any of ``query_dependent``,
  ``bounded``, ``indexed``, ``timed``, ``citing`` (booleans, false where left out) and ``settings`` (object of
  texts). An error says that the system is unavailable or does not know an option.
- ``ingest``: ``records``, a list of ``{"event_id": "e1", "observed_at": "2025-01-06T00:09:00", "text": "[e1] ..."}``
  in the order of the history, each only once. Result: a usage, or null.
- ``ready``: everything ingested can be found when the reply is sent. Result: a usage, or null.
- ``context``: ``question`` (text), ``as_of`` (time), ``budget`` ``{"records": 10 or null, "tokens": null or 500}``.
  Result: ``{"text": ..., "event_ids": [...] or null, "records": 10 or null, "usage": usage or null}``; only ``text``
  is needed.
- ``close``: the namespace is forgotten. Result: null. Another ``open`` may follow, or the end of the input, with
  which the program ends.

A usage is ``{"calls": 1, "input_tokens": 500, "output_tokens": 20}``, 0 for what is left out. Times are ISO, without
a zone. The reply repeats the request's id: one that comes after its time-out is thrown away. Standard output belongs
to the protocol: :func:`main` points file descriptor 1 to standard error first, so that a library that prints does no
harm. Standard error is kept by the other side.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import IO, Any

if __name__ == "__main__" and not __package__:
    HERE = Path(__file__).resolve().parent
    # A script's folder comes first on the path, and names of ours like `process` would hide installed ones.
    sys.path[:] = [entry for entry in sys.path if Path(entry or os.curdir).resolve() != HERE]
    for name, folder in (("memsql", HERE.parent), ("memsql.evaluation", HERE)):
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package

from memsql.errors import SutError, shown
from memsql.evaluation.sut import Budget, Capabilities, Context, Record, Sut, Usage

METHODS = ("open", "ingest", "ready", "context", "close")
FLAGS = ("query_dependent", "bounded", "indexed", "timed", "citing")
COUNTS = ("calls", "input_tokens", "output_tokens")


def load(path: str) -> Callable[[], Sut]:
    """Return the class that ``module:Class`` names. The working folder is searched last.

    Raises SutError where there is none, where a package that it imports is missing, or a method of the contract.
    """
    module_name, colon, class_name = path.partition(":")
    if not (colon and module_name and class_name.isidentifier()):
        raise SutError(f"{path}: no class; write it as module:Class")
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        missing = error.name or module_name
        if module_name == missing or module_name.startswith(f"{missing}."):
            raise SutError(f"{path}: no module {missing}; start in its folder, or install it") from None
        raise SutError(f"{path}: unavailable, the package {missing} is missing; install what it imports") from None
    except ImportError as error:
        raise SutError(f"{path}: cannot be imported ({error}); install what it imports") from None
    found = getattr(module, class_name, None)
    if not callable(found):
        raise SutError(f"{path}: {module_name} has no class {class_name}; see memsql/evaluation/sut.py")
    lacking = [m for m in METHODS if not callable(getattr(found, m, None))]
    if lacking:
        raise SutError(f"{path}: has no {', '.join(lacking)}; a system has the five methods of the contract")
    make: Callable[[], Sut] = found
    return make


def checked(where: str, found: object, required: Mapping[str, Any], optional: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object whose fields are all known and have their types. Raises SutError with the first that is not.

    A type is a class, or a tuple of classes; None stands for null, and bool is no int here.
    """
    if not isinstance(found, dict):
        raise SutError(f"{where}: {shown(found)} is no object; send one with {', '.join(required) or 'fields'}")
    known = {**required, **optional}
    for name, value in found.items():
        if name not in known:
            raise SutError(f"{where}: unknown field {shown(name)}; known are: {', '.join(sorted(known))}")
        kinds = known[name] if isinstance(known[name], tuple) else (known[name],)
        if not any(value is None if kind is None else type(value) is kind for kind in kinds):
            named = " or ".join("null" if kind is None else kind.__name__ for kind in kinds)
            raise SutError(f"{where}: {name} is {shown(value)}; send {named}")
    for name in required:
        if name not in found:
            raise SutError(f"{where}: no {name}; send it")
    return found


def texts(where: str, found: Mapping[str, Any]) -> dict[str, str]:
    """Return an object of texts. Raises SutError where a value is none."""
    for name, value in found.items():
        if not isinstance(value, str):
            raise SutError(f"{where}: {name} is {shown(value)}; send a text")
    return dict(found)


def read_time(where: str, found: str) -> datetime:
    """Return an ISO time. Raises SutError where it is none, or has a zone."""
    try:
        time = datetime.fromisoformat(found)
    except ValueError:
        raise SutError(f"{where}: {shown(found)} is no time; write 2025-01-06T00:09:00") from None
    if time.tzinfo is not None:
        raise SutError(f"{where}: {shown(found)} has a zone; times of a history carry none")
    return time


def record_fields(record: Record) -> dict[str, object]:
    """A record as it is sent."""
    return {"event_id": record.event_id, "observed_at": record.observed_at.isoformat(), "text": record.text}


def read_record(where: str, found: object) -> Record:
    """A record as it was sent."""
    fields = checked(where, found, {"event_id": str, "observed_at": str, "text": str}, {})
    return Record(fields["event_id"], read_time(where, fields["observed_at"]), fields["text"])


def usage_fields(usage: Usage | None) -> dict[str, object] | None:
    """A usage as it is sent."""
    return None if usage is None else {name: getattr(usage, name) for name in COUNTS}


def read_usage(where: str, found: object) -> Usage | None:
    """A usage as it was sent; null is none."""
    if found is None:
        return None
    fields = checked(where, found, {}, dict.fromkeys(COUNTS, int))
    if any(n < 0 for n in fields.values()):
        raise SutError(f"{where}: {shown(found)} has a negative count; send 0 or more")
    return Usage(**fields)


def capability_fields(found: Capabilities) -> dict[str, object]:
    """Capabilities as they are sent."""
    return {**{name: getattr(found, name) for name in FLAGS}, "settings": dict(found.settings)}


def read_capabilities(where: str, found: object) -> Capabilities:
    """Capabilities as they were sent."""
    fields = checked(where, found, {}, {**dict.fromkeys(FLAGS, bool), "settings": dict})
    settings = texts(f"{where}: settings", fields.get("settings", {}))
    return Capabilities(**{**{n: fields.get(n, False) for n in FLAGS}, "settings": settings})


def context_fields(found: Context) -> dict[str, object]:
    """A context as it is sent."""
    ids = None if found.event_ids is None else list(found.event_ids)
    return {"text": found.text, "event_ids": ids, "records": found.records, "usage": usage_fields(found.usage)}


def read_context(where: str, found: object) -> Context:
    """A context as it was sent."""
    optional = {"event_ids": (list, None), "records": (int, None), "usage": (dict, None)}
    fields = checked(where, found, {"text": str}, optional)
    ids = fields.get("event_ids")
    if ids is not None and not all(isinstance(i, str) for i in ids):
        raise SutError(f"{where}: event_ids is {shown(ids)}; send a list of texts")
    count = fields.get("records")
    if count is not None and count < 0:
        raise SutError(f"{where}: records is {count}; send 0 or more")
    return Context(fields["text"], None if ids is None else tuple(ids), count, read_usage(where, fields.get("usage")))


def line_of(message: Mapping[str, object]) -> bytes:
    """A message as one line."""
    return json.dumps(message, allow_nan=False).encode("ascii") + b"\n"


class Server:
    """Answers requests with the systems that ``make`` makes, one for each ``open``."""

    def __init__(self, make: Callable[[], Sut]) -> None:
        self._make = make
        self._sut: Sut | None = None

    def answer(self, call: str, given: Mapping[str, object]) -> object:
        """Return the result of one call. Raises SutError for a request outside the protocol."""
        if call == "open":
            return self._open(given)
        if call not in METHODS:
            raise SutError(f"call: {shown(call)} is unknown; known are: {', '.join(METHODS)}")
        if self._sut is None:
            raise SutError(f"{call}: nothing is open; call open first")
        if call == "ingest":
            found = checked(call, given, {"records": list}, {})["records"]
            return usage_fields(self._sut.ingest([read_record(call, r) for r in found]))
        if call == "context":
            fields = checked(call, given, {"question": str, "as_of": str, "budget": dict}, {})
            limits = checked("budget", fields["budget"], {}, {"records": (int, None), "tokens": (int, None)})
            budget = Budget(limits.get("records"), limits.get("tokens"))
            return context_fields(self._sut.context(fields["question"], read_time(call, fields["as_of"]), budget))
        checked(call, given, {}, {})
        if call == "ready":
            return usage_fields(self._sut.ready())
        sut, self._sut = self._sut, None
        sut.close()
        return None

    def _open(self, given: Mapping[str, object]) -> dict[str, object]:
        fields = checked("open", given, {"namespace": str, "options": dict}, {})
        if self._sut is not None:
            raise SutError("open: a namespace is open; call close first")
        options = texts("options", fields["options"])
        sut = self._make()
        found = capability_fields(sut.open(fields["namespace"], options))
        self._sut = sut
        return found


def serve(make: Callable[[], Sut], requests: Iterable[bytes], replies: IO[bytes]) -> None:
    """Answer requests until they end. An exception of the system is an error of the reply, its traceback on stderr."""
    server = Server(make)
    for line in requests:
        number: object = None
        try:
            try:
                request = json.loads(line)
            except ValueError:
                raise SutError(f"request: {shown(line.decode(errors='replace'))} is no JSON; send an object") from None
            if not (isinstance(request, dict) and isinstance(request.get("call"), str)):
                raise SutError(f"request: {shown(request)} has no call; send an object with id and call")
            number = request.pop("id", None)
            reply = line_of({"id": number, "result": server.answer(request.pop("call"), request)})
        except SutError as error:
            reply = line_of({"id": number, "error": " ".join(str(error).split())})
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            reply = line_of({"id": number, "error": f"{type(error).__name__}: {shown(str(error), 300)}"})
        replies.write(reply)
        replies.flush()


def main(arguments: list[str]) -> int:
    """Serve the class that is named; 2 where none is."""
    if len(arguments) != 1:
        print("usage: serve.py module:Class", file=sys.stderr)
        return 2
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)

    def make() -> Sut:
        return load(arguments[0])()  # at the first open, so that what is wrong with the class is its reply

    try:
        serve(make, requests, replies)
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

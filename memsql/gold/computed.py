"""What a rule cannot compute from its values: a text that does not cast, a number that does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memsql.db import VALUE_ERRORS, first_line
from memsql.errors import DataError, at
from memsql.rules.relation import Relation

VALUES_ADVICE = "correct the values, or write the rule for all that may stand there"


@contextmanager
def computing(relation: Relation) -> Iterator[None]:
    """Raise DataError, with the file of the rule, where its statements fail on the values that they find."""
    try:
        yield
    except VALUE_ERRORS as error:
        place = at(relation.path) if relation.path is not None else relation.name
        raise DataError(f"{place}: {first_line(error)}; {VALUES_ADVICE}") from None

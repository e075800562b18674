"""Parameters: rows of ``asked_`` relations, put down by the queries of a world.

What a query's answer reads must not depend on what else is asked. So the parameters stand in the key of every
relation that reads them, directly or not, and in its scope where it can be closed; and they are handed on as
they are: a rule reads another one at its own parameters only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memsql.errors import RuleError, at
from memsql.rules import build as b
from memsql.rules.infer import canonical
from memsql.rules.relation import Aggregate, Block, Relation, Signature, Source

Reaches = Mapping[str, frozenset[str]]


def check_parameters(relation: Relation, asked: Signature, reaches: Reaches, line: int | None) -> None:
    """Raise RuleError where a rule does not hand on the parameters of ``asked``, which it reads.

    ``reaches``: relation to all that it stands on. ``line``: where it begins to read them.
    """
    assert relation.path is not None
    signature = relation.signature
    missing = [c for c in asked.key if c not in signature.key]
    if missing:
        found = f"reads the parameters of {asked.name} without {', '.join(missing)} in its key"
        raise RuleError(f"{at(relation.path, line)}: {found}; show the parameter columns under their own names")
    if signature.scope is not None and not set(asked.key) <= set(signature.scope):
        found = f"reads the parameters of {asked.name} for whatever is in ({', '.join(signature.scope)})"
        raise RuleError(f"{at(relation.path, line)}: {found}; read the parameters first, in from")
    for source, where, column in _elsewhere(relation, asked, reaches):
        found = f"reads {source} at another {column} than the one asked for"
        advice = f"bind it to the parameter and show that as {column}"
        raise RuleError(f"{at(relation.path, where)}: {found}; {advice}")


def _elsewhere(relation: Relation, asked: Signature, reaches: Reaches) -> Iterator[tuple[str, int, str]]:
    """Sources that are read at other parameters: (name, line, parameter)."""
    body = relation.body
    for inner in relation.inner():
        yield from _elsewhere(inner, asked, reaches)
    if isinstance(body, Aggregate) and asked.name in reaches[body.source.name]:
        yield from ((body.source.name, relation.line, c) for c in asked.key if body.group.get(c) != c)
    if isinstance(body, Block):
        for source in body.sources:
            if asked.name in reaches[source.signature.name]:
                for column in asked.key:
                    if not _is_own(body, source, column):
                        yield source.signature.name, source.line, column


def _is_own(block: Block, source: Source, column: str) -> bool:
    """Whether the block shows the source's parameter under its own name."""
    output = block.outputs.get(column)
    if output is None:
        return False
    read = source.bindings.get(column, b.col(source.alias, column))
    return canonical(block, read) == canonical(block, output)

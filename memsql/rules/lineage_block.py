"""Lineage of the rows of a join rule: which sources settle a row that is true, false or undecided."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.joins import add_joins, given_key, key_of
from memsql.rules.lineage_set import GIVEN, NEED, distinct_need, key_columns
from memsql.rules.relation import Block, Kind, Signature, Use
from memsql.rules.truth import supports, truth_sql

TRUTH = "_t"


@dataclass(frozen=True, slots=True)
class Alternative:
    """``label`` names it, ``holds`` says in which rows it is one, ``reads`` are its sources."""

    label: str
    holds: b.Expr
    reads: frozenset[int]


def block_edges(signature: Signature, block: Block) -> list[b.Statement]:
    """Edges of needed rows, and the needs of what they read.

    A true row reads every joined source (its values come from them) and one satisfied branch of each ``or``;
    a false row one false conjunct, with the chain that produced its key; an undecided one everything.
    """
    given = given_key(block, NEED)
    alternatives = _alternatives(given)
    keys = [key_of(given, i, NEED) for i in range(len(given.sources))]
    table = _why_table(signature, given, keys, alternatives)
    bodies = [
        b.text(GIVEN)
        if s.signature.kind is Kind.ASKED
        else b.node_id(s.signature.name, [b.col("y", _key(i, j)) for j in range(len(keys[i]))])
        for i, s in enumerate(given.sources)
    ]
    undecided = Alternative("u", b.is_null(b.col("y", TRUTH)), frozenset(range(len(given.sources))))
    flags = [Alternative(a.label, b.col("y", _flag(n)), a.reads) for n, a in enumerate(alternatives)] + [undecided]
    return [table, _edges(signature, flags, bodies), *_needs(signature, given, keys, flags)]


def _alternatives(block: Block) -> list[Alternative]:
    """The ways to be true (``t``) and to be false (``f``)."""
    joined = frozenset(i for i, s in enumerate(block.sources) if s.use is not Use.TEST)
    found = []
    for truth, letter in ((True, "t"), (False, "f")):
        for number, support in enumerate(supports(block, block.condition, truth, True)):
            reads = support.reads | joined if truth else support.reads
            found.append(Alternative(f"{letter}{number}", b.both(support.conditions), reads))
    return found


def _key(source: int, position: int) -> str:
    return f"_k{source}_{position}"


def _flag(alternative: int) -> str:
    return f"_a{alternative}"


def _why_table(
    signature: Signature, block: Block, keys: list[list[b.Expr]], alternatives: list[Alternative]
) -> b.Statement:
    """One row per needed row: its truth, the keys of its sources, which alternatives hold."""
    world = b.col(NEED, b.WORLD)
    head = b.node_id(signature.name, key_columns(NEED, signature.key))
    columns = [b.named(world, b.WORLD), b.named(head, "head"), b.named(truth_sql(block, True), TRUTH)]
    columns += [b.named(e, _key(i, j)) for i, key in enumerate(keys) for j, e in enumerate(key)]
    columns += [b.named(exp.paren(a.holds), _flag(n)) for n, a in enumerate(alternatives)]
    query = b.select(columns, distinct_need("need", signature.name, signature.key))
    add_joins(query, block, world, NEED)
    return b.create("why", signature.name, query.done())


def _edges(signature: Signature, flags: list[Alternative], bodies: list[b.Expr]) -> b.Statement:
    """All alternatives of all needed rows in one insert."""
    parts: list[exp.Query] = []
    for flag in flags:
        read = [bodies[i] for i in sorted(flag.reads)] or [b.text(GIVEN)]
        body = b.call("unnest", b.call("list_value", *read))
        query = b.select(
            [
                b.col("y", b.WORLD),
                b.col("y", "head"),
                b.named(b.text(flag.label), "alternative"),
                b.named(body, "body"),
            ],
            b.table("why", signature.name, "y"),
        )
        parts.append(query.filter(flag.holds).done())
    rows = b.select(
        [b.col("e", c) for c in (b.WORLD, "head", "alternative", "body")], b.derived(b.union_all(parts), "e")
    ).filter(b.is_known(b.col("e", "body")))
    return b.insert("lineage", "edge", rows.done())


def _needs(signature: Signature, block: Block, keys: list[list[b.Expr]], flags: list[Alternative]) -> list[b.Statement]:
    """What the needed rows read is needed."""
    found = []
    for index, source in enumerate(block.sources):
        read = source.signature
        if read.kind is Kind.ASKED:
            continue
        columns = [b.named(b.col("y", _key(index, j)), c) for j, c in enumerate(read.key)]
        query = b.select([b.col("y", b.WORLD), *columns], b.table("why", signature.name, "y"), True)
        query.filter(b.either([f.holds for f in flags if index in f.reads]))
        query.filter(*(b.is_known(b.col("y", _key(index, j))) for j in range(len(keys[index]))))
        found.append(b.insert("need", read.name, query.done()))
    return found

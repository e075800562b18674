"""Lineage of the rows of a join rule: which sources settle a row that is true, false or undecided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from memsql.rules import build as b
from memsql.rules.joins import add_joins, given_key, key_of
from memsql.rules.lineage_set import GIVEN, NEED, distinct_need, key_columns
from memsql.rules.relation import All, Any, Atom, Block, Condition, Kind, Known, Member, Not, Signature, Use
from memsql.rules.truth import condition_sql, membership, supports, truth_sql

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
    ways = alternatives(given)
    keys = source_keys(given)
    world = b.col(NEED, b.WORLD)
    head = b.node_id(signature.name, key_columns(NEED, signature.key))
    query = b.select(
        [b.named(world, b.WORLD), b.named(head, "head"), b.named(truth_sql(given, True), TRUTH)],
        distinct_need("need", signature.name, signature.key),
    )
    ways += undecided_ways(given)
    query.columns += why_columns(keys, ways)
    table = b.create("why", signature.name, add_joins(query, given, world, NEED).done())
    flags = flagged(ways)
    parts = source_edges(signature.name, flags, source_bodies(given, keys))
    return [table, b.insert("lineage", "edge", parts), *source_needs(signature.name, given, keys, flags)]


def alternatives(block: Block) -> list[Alternative]:
    """The ways to be true (``t``) and to be false (``f``)."""
    joined = frozenset(i for i, s in enumerate(block.sources) if s.use not in (Use.TEST, Use.OPTIONAL))
    found = []
    for truth, letter in ((True, "t"), (False, "f")):
        for number, support in enumerate(supports(block, block.condition, truth, True)):
            reads = support.reads | joined if truth else support.reads
            found.append(Alternative(f"{letter}{number}", b.both(support.conditions), reads))
    return found


def undecided_ways(block: Block) -> list[Alternative]:
    """What an undecided row leads to: all that it reads, but for what is read under a decided side of an ``or``
    (or ``and``) alone: by an ``exists``, or of a left join.
    """
    is_open = b.is_null(truth_sql(block, True))
    places: dict[int, list[tuple[Condition, ...]]] = {}
    for reads, above in _leaves(block, block.condition, ()):
        for index in sorted(reads):
            places.setdefault(index, []).append(above)
    always = frozenset(i for i, found in places.items() if any(len(above) == 1 for above in found))
    ways = [Alternative("u", is_open, always)]
    for index in sorted(places.keys() - always):
        is_known = b.is_known(membership(block, block.sources[index], True))
        open_parts = [b.both([b.is_null(condition_sql(block, c, True)) for c in above]) for above in places[index]]
        ways.append(Alternative("u", b.both([is_open, b.either([is_known, *open_parts])]), frozenset({index})))
    return ways


def _leaves(
    block: Block, condition: Condition, above: tuple[Condition, ...]
) -> Iterator[tuple[frozenset[int], tuple[Condition, ...]]]:
    """What every part of the condition reads, with the conjunctions and disjunctions that it stands in, the
    outermost first.
    """
    match condition:
        case All(items) | Any(items):
            for item in items:
                yield from _leaves(block, item, (*above, condition))
        case Not(item):
            yield from _leaves(block, item, above)
        case Member(index) | Known(index):
            yield frozenset({index}) | block.sources[index].needs, above
        case Atom(_, needs):
            yield needs, above


def _key(source: int, position: int) -> str:
    return f"_k{source}_{position}"


def _flag(alternative: int) -> str:
    return f"_a{alternative}"


def source_keys(block: Block) -> list[list[b.Expr]]:
    """The node key of every source of a block with a given row key."""
    return [key_of(block, i, NEED) for i in range(len(block.sources))]


def why_columns(keys: Sequence[Sequence[b.Expr]], ways: Sequence[Alternative]) -> list[b.Expr]:
    """Columns of a table of schema ``why``: the keys of its sources, which alternatives hold."""
    columns: list[b.Expr] = [b.named(e, _key(i, j)) for i, key in enumerate(keys) for j, e in enumerate(key)]
    return columns + [b.named(exp.paren(a.holds), _flag(n)) for n, a in enumerate(ways)]


def flagged(ways: Sequence[Alternative]) -> list[Alternative]:
    """The alternatives, holding where the table of schema ``why`` says so."""
    return [Alternative(a.label, b.col("y", _flag(n)), a.reads) for n, a in enumerate(ways)]


def source_bodies(block: Block, keys: Sequence[Sequence[b.Expr]]) -> list[b.Expr]:
    """The node of every source, over the table of schema ``why``."""
    return [
        b.text(GIVEN)
        if s.signature.kind is Kind.ASKED
        else b.node_id(s.signature.name, [b.col("y", _key(i, j)) for j in range(len(keys[i]))])
        for i, s in enumerate(block.sources)
    ]


def source_edges(why: str, flags: Sequence[Alternative], bodies: Sequence[b.Expr]) -> exp.Query:
    """Edges of all alternatives of all rows of table ``why``."""
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
            b.table("why", why, "y"),
        )
        parts.append(query.filter(flag.holds).done())
    columns = [b.col("e", c) for c in (b.WORLD, "head", "alternative", "body")]
    return b.select(columns, b.derived(b.union_all(parts), "e")).filter(b.is_known(b.col("e", "body"))).done()


def source_needs(
    why: str, block: Block, keys: Sequence[Sequence[b.Expr]], flags: Sequence[Alternative]
) -> list[b.Statement]:
    """What the rows of table ``why`` read is needed."""
    found = []
    for index, source in enumerate(block.sources):
        read = source.signature
        if read.kind is Kind.ASKED:
            continue
        columns = [b.named(b.col("y", _key(index, j)), c) for j, c in enumerate(read.key)]
        query = b.select([b.col("y", b.WORLD), *columns], b.table("why", why, "y"), True)
        query.filter(b.either([f.holds for f in flags if index in f.reads]))
        query.filter(*(b.is_known(b.col("y", _key(index, j))) for j in range(len(keys[index]))))
        found.append(b.insert("need", read.name, query.done()))
    return found

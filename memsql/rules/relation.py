"""The compiler's picture of a rule: signatures, sources, conditions, bodies.

A relation is a function from its key to its value (ENGINE: "Ground state"); a rule body is a *block* (joins
and a condition) under one *fold*: none (``map``), existence (``union``), aggregation, a declared key, or a
fixpoint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from sqlglot import exp

from memsql.model import Declaration, View


class Kind(StrEnum):
    """How the rows of a relation come about."""

    GROUND = "ground"
    ASKED = "asked"
    MAP = "map"
    UNION = "union"
    AGGREGATE = "aggregate"
    KEYED = "keyed"
    RECURSION = "recursion"


class DomainRoot(NamedTuple):
    """What proves the row keys of a join rule known: the closed collection (``closed``) or the own domain
    (``domain``) of relation ``name``; ``scope`` aligns by position with the rule's scope.
    """

    schema: str
    name: str
    scope: tuple[str, ...]


class RowRoot(NamedTuple):
    """The relation whose row makes the row of a join rule: its key, and which columns of the rule that is."""

    name: str
    key: tuple[str, ...]
    own: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signature:
    """What a reader must know of a relation, without its body.

    ``scope``: columns of the key by which the collection can be closed, or None. ``closes_itself``: a function
    whose value closes its own key. ``is_total``: a count or sum, 0 where its group is closed and empty.
    ``has_until``: ground with valid time.
    ``is_refutable``: a join rule or union that can be false at a key without a row, whatever is closed.
    ``row_root``: for a join rule that nothing closes and that multiplies no rows.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    scope: tuple[str, ...] | None
    kind: Kind
    closes_itself: bool = False
    is_total: bool = False
    has_until: bool = False
    is_refutable: bool = False
    is_internal: bool = False
    domain_root: DomainRoot | None = None
    row_root: RowRoot | None = None

    @property
    def value(self) -> tuple[str, ...]:
        """Value columns, without the compiler's own."""
        return tuple(c for c in self.columns if c not in self.key and not c.startswith("_"))

    @property
    def absence(self) -> tuple[str, str]:
        """Schema and name of the table of scopes in which an absent key is false."""
        return ("domain" if self.kind is Kind.MAP else "closed"), self.name


class Use(StrEnum):
    """How a block reads a source."""

    DRIVER = "driver"
    LOOKUP = "lookup"
    EXPAND = "expand"
    ASOF = "asof"
    OPTIONAL = "optional"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Source:
    """One relation read by a block.

    ``bindings``: key column to an expression over earlier sources. ``asof``: (column, expression) of the one
    inequality ``column <= expression``. ``needs``: indexes of the sources whose *values* make up the key.
    """

    alias: str
    signature: Signature
    use: Use
    bindings: dict[str, exp.Expr]
    needs: frozenset[int] = frozenset()
    asof: tuple[str, exp.Expr] | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Member:
    """True where the source's row is there, false where it is known not to be."""

    index: int


@dataclass(frozen=True, slots=True)
class Known:
    """True where the membership of the source is decided (a left join), else not determined."""

    index: int


@dataclass(frozen=True, slots=True)
class Atom:
    """An SQL condition over column values of the sources ``needs``."""

    expression: exp.Expr
    needs: frozenset[int]


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    item: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Conjunction."""

    items: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """Disjunction."""

    items: tuple[Condition, ...]


Condition = Member | Known | Atom | Not | All | Any


@dataclass(frozen=True, slots=True)
class RowKey:
    """One column of a block's row key: its output name, and the source column that it is."""

    output: str
    index: int
    column: str


@dataclass(frozen=True, slots=True)
class Block:
    """Joins with a condition: rows = driver rows, times those of the sources it expands.

    ``by_row``: closed for each row of the driver by itself, not for the driver's collection (``scope:``).
    """

    sources: tuple[Source, ...]
    outputs: dict[str, exp.Expr]
    condition: Condition
    row_key: tuple[RowKey, ...]
    by_row: bool = False

    def expands(self) -> Iterator[tuple[int, Source]]:
        """Yield the sources that multiply rows."""
        return ((i, s) for i, s in enumerate(self.sources) if s.use is Use.EXPAND)


@dataclass(frozen=True, slots=True)
class Ground:
    """Facts of events: the current version of every key, or a view of the store over the relation."""

    declaration: Declaration
    completeness: str | None
    view: View | None = None

    @property
    def is_first(self) -> bool:
        """Whether it keeps the first version per key instead of the current one."""
        return self.view is View.FIRST

    @property
    def is_current(self) -> bool:
        """Whether it keeps the row in force on the day of the world."""
        return self.view is View.CURRENT


@dataclass(frozen=True, slots=True)
class Asked:
    """Parameter rows put down by queries."""

    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Union:
    """A row is there where one of the branches has it (also DISTINCT and projection)."""

    branches: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One row per non-empty group of ``source``; expressions read the alias ``r``.

    ``group``: output column to source column. ``inner``: the join rule written inline, where there is one.
    """

    source: Signature
    inner: Relation | None
    group: dict[str, str]
    values: dict[str, exp.Expr]
    having: exp.Expr | None


@dataclass(frozen=True, slots=True)
class Keyed:
    """A declared key: the value that all true inner rows agree on; two true values are not determined."""

    inner: Relation


@dataclass(frozen=True, slots=True)
class Recursion:
    """Left-linear fixpoint: base rows, and steps that read from the relation itself.

    ``counters``: (column, bound) of each counter of the steps.
    """

    base: Relation
    steps: tuple[Relation, ...]
    counters: tuple[tuple[str, int], ...]


Body = Ground | Asked | Block | Union | Aggregate | Keyed | Recursion


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation with its body; ``inner`` lists the compiler's own relations that it stands on."""

    signature: Signature
    body: Body
    path: Path | None = None
    line: int = 0
    types: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The relation's name."""
        return self.signature.name

    def inner(self) -> tuple[Relation, ...]:
        """Return the internal relations of the body, in the order in which they are evaluated."""
        match self.body:
            case Union(branches):
                return tuple(b for b in branches if b.signature.is_internal)
            case Aggregate(inner=Relation() as inner):
                return (inner,)
            case Keyed(inner):
                return (inner,)
            case Recursion(base, steps, _):
                return (base, *steps)
            case _:
                return ()

    def reads(self) -> set[str]:
        """Names of the relations that this one reads directly, through its internal ones too."""
        found: set[str] = set()
        match self.body:
            case Block(sources=sources):
                found = {s.signature.name for s in sources}
            case Union(branches):
                found = {b.name for b in branches}
            case Aggregate(source=source):
                found = {source.name}
            case Keyed(inner):
                found = {inner.name}
            case Recursion(base, steps, _):
                found = {base.name, *(s.name for s in steps)}
            case Ground(declaration, view=view) if view is not None:
                found = {declaration.name} if self.signature.scope is not None else set()
            case Ground(completeness=c):
                found = {c} if c else set()
            case _:
                pass
        return found

"""Evaluate the keys of join rules and unions that are looked up and have no row (see :mod:`memsql.rules.refute`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from memsql.db import Database
from memsql.gold.computed import computing
from memsql.gold.overrides import Overrides
from memsql.rules.build import Statement
from memsql.rules.program import Program
from memsql.rules.refute import at_demanded_key, head_keys, lookup_tables, refutable, refuted, row_keys
from memsql.rules.relation import Block, Recursion, Relation
from memsql.rules.truth import LOOKED_UP


@dataclass(frozen=True, slots=True)
class Lookups:
    """The look-ups of one evaluation, whose relations are lifted one after the other."""

    db: Database
    program: Program
    overrides: Overrides | None

    def of_rows(self, relation: Relation) -> None:
        """Evaluate what the rows of a join rule, about to be lifted, look up."""
        if isinstance(relation.body, Block):
            self._of_block(relation.name, relation.body)

    def of_steps(self, body: Recursion) -> bool:
        """Evaluate what the steps of a recursion look up for its rows; whether that was anything new.

        What a step could reach while its look-ups were undecided holds all that it reaches once they are
        decided, so a second fixpoint looks up nothing new.
        """
        found = [self._of_block(s.name, s.body) for s in body.steps if isinstance(s.body, Block)]
        return any(found)

    def of_queries(self, relation: Relation, is_queried: bool) -> None:
        """Prepare a lifted relation for being looked up, and evaluate the keys that queries ask."""
        signature = relation.signature
        if not signature.is_refutable:
            return
        made = self.program.sql((f"lookup {is_queried}", relation.name), partial(lookup_tables, relation, is_queried))
        demand, *others = made
        is_new = bool(self.db.rows(demand)[0][0])
        for sql in others:
            self.db.run(sql)
        if is_new:
            self._evaluate(relation)

    def _of_block(self, name: str, block: Block) -> bool:
        names = [s.signature.name for _, s in refutable(block, LOOKED_UP)]
        return self._demand("rows", name, names, partial(row_keys, block, self.program.by_name))

    def _demand(self, what: str, name: str, asked: Sequence[str], make: Callable[[], Iterable[Statement]]) -> bool:
        """Demand keys of the relations ``asked``, one statement each; evaluate them where some are new."""
        is_new = False
        for other, sql in zip(asked, self.program.sql((f"demand of {what}", name), make), strict=True):
            if self.db.rows(sql)[0][0]:
                self._evaluate(self.program.by_name[other])
                is_new = True
        return is_new

    def _evaluate(self, relation: Relation) -> None:
        """Evaluate the new keys of a rule, after those that they look up in turn."""
        signature = relation.signature
        for number, given in enumerate(at_demanded_key(relation)):
            names = [s.signature.name for _, s in refutable(given)]
            self._demand(
                f"keys {number}", relation.name, names, partial(head_keys, signature, given, self.program.by_name)
            )
        for sql in self.program.sql(("refuted", relation.name), lambda: refuted(relation)):
            with computing(relation):
                self.db.run(sql)
        for sql in self.overrides.on_refuted(signature) if self.overrides else []:
            self.db.run(sql)

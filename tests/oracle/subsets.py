"""The answers of a logic program in many worlds at once: every atom carries the world that it is said of.

A world is what some events of a history still assert once its facts are resolved; `tests/gold/resolved.py` makes
it. Nothing here is of memsql.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import clingo
from clingo import ast

from tests.gold.history import History, Question, event_lines, query_lines
from tests.gold.resolved import Closing, resolved
from tests.oracle.oracle import PROGRAMS, Answer, Domain, Shown, answer, history, names, question
from tests.oracle.relation import quoted

WORLDS_AT_ONCE = 200
WORLD = "World"
"""A variable that no program uses."""
REFERRED = {"person", "voucher", "other", "tool"}
"""Columns whose values the programs know by a phrase too."""


class Asked(NamedTuple):
    """A question of a history, by its number from 0, in the world of some events."""

    question: int
    events: frozenset[str]


class InWorlds(ast.Transformer):
    """Give every atom of a program a first argument, and every rule the condition that it is a world."""

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Add the world to an atom."""
        function, place = node.symbol, node.symbol.location
        arguments = [ast.Variable(place, WORLD), *function.arguments]
        return ast.SymbolicAtom(ast.Function(place, function.name, arguments, 0))

    def visit_Rule(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Bind the world."""
        place = node.location
        world = ast.SymbolicAtom(ast.Function(place, "world", [ast.Variable(place, WORLD)], 0))
        changed = node.update(**self.visit_children(node))
        return changed.update(body=[*changed.body, ast.Literal(place, ast.Sign.NoSign, world)])

    def visit_ShowSignature(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Count the new argument."""
        return node.update(arity=node.arity + 1)

    visit_Defined = visit_ShowSignature  # noqa: N815


@cache
def in_worlds(program: str) -> str:
    """The program in which every atom carries a world."""
    assert WORLD not in program
    found: list[str] = []
    transformer = InWorlds()
    ast.parse_string(program, lambda statement: found.append(str(transformer.visit(statement))))
    return "\n".join(found)


def speaks_of(domain: Domain, asked: Question) -> bool:
    """Whether the program answers a question.

    Some collections it does not need; of counts and sums it says the number of any group, also of one without
    rows, and not which groups have rows. References it follows only where a person or a tool is meant.
    """
    name, columns = asked.relation, domain.relation(asked.relation).key
    meant = {c.name for c, text in zip(columns, asked.key, strict=False) if text.startswith("@")}
    is_number = f"#defined no_{name}/" in domain.program
    says_known = any(line.startswith(f"known_{name}(") for line in _fixed(domain).splitlines())
    return (not asked.is_collection or (says_known and not is_number)) and meant <= REFERRED


def _fixed(domain: Domain) -> str:
    """The program of a domain without history and questions."""
    return "\n".join([(PROGRAMS / "versions.lp").read_text(), domain.program, *domain.resolved()])


def answers_in(domain: Domain, closing: Closing, told: History, asked: Sequence[Asked]) -> Iterator[Answer]:
    """The answer to every question in its world, in their order."""
    queries = list(query_lines("q", told.questions))
    named = sorted(names(domain, list(event_lines(told.events)), queries))
    questions = [
        rule.replace(" :- ", f" :- asked({quoted(query['query_id'])}), ", 1)
        for query in queries
        for rule in question(domain, query)
    ]
    program = in_worlds(_fixed(domain)) + in_worlds("\n".join([*named, *questions]))
    for start in range(0, len(asked), WORLDS_AT_ONCE):
        part = asked[start : start + WORLDS_AT_ONCE]
        facts = [fact for world, item in enumerate(part) for fact in _facts(domain, closing, told, world, item)]
        shown = _solved("\n".join([program, "#defined asked/2.", *facts]))
        for world, item in enumerate(part):
            query = queries[item.question]
            yield answer(domain.relation(query["relation"]), query, shown[world])


def _facts(domain: Domain, closing: Closing, told: History, world: int, item: Asked) -> Iterator[str]:
    """What a world holds, and what it is asked."""
    asked = told.questions[item.question]
    yield f"world({world}). asked({world},{quoted(f'q_q{item.question + 1}')})."
    held = resolved(closing, told, asked.known_at, item.events)
    for facts in history(domain, list(event_lines(held.events))):
        yield from (fact.replace("action(", f"action({world},", 1) for fact in facts)


def _solved(program: str) -> dict[int, Shown]:
    """What is shown in each world."""
    complaints: list[str] = []
    control = clingo.Control(["0"], logger=lambda _, message: complaints.append(message))
    control.add("base", [], program)
    control.ground([("base", [])])
    assert not complaints, "\n".join(complaints)
    found: dict[int, Shown] = defaultdict(lambda: {n: defaultdict(list) for n in ("value", "none", "known", "member")})
    models = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            models += 1
            for symbol in model.symbols(shown=True):
                world, query, *beside = symbol.arguments
                found[world.number][symbol.name][query.string] += beside
    assert models == 1, f"{models} models: the program is not stratified"
    return found

"""Gold of random small histories against all subset worlds of a logic program (`tests/oracle/subsets.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from tests.gold.ask import Answer
from tests.gold.brute import Asked, Report, Subset, check, gold_queries
from tests.gold.history import History
from tests.gold.random_scenarios import Domain, random_history, scenario_of, shipped
from tests.oracle import subsets
from tests.oracle.compare import plain
from tests.oracle.oracle import Domain as Program


def compare(name: str, randoms: Sequence[Random], questions: int, largest: int, sampled: int) -> Report:
    """Gold of a random history each, and what the program of the shipped domain says of all subsets."""
    of, program = shipped(name), Program.load(name)
    histories = [_spoken_of(of, program, random, questions) for random in randoms]
    queries = gold_queries(of.program, [scenario_of(of, f"s{i}", h) for i, h in enumerate(histories)])
    return check(queries, partial(_answers, of, program, histories), largest, sampled, seed=len(histories))


def _spoken_of(of: Domain, program: Program, random: Random, questions: int) -> History:
    """A random history with so many questions that the program answers in a subset world."""
    history = random_history(of, random, 1)
    kept = [q for q in history.questions if not of.reads_times(q.relation) and subsets.speaks_of(program, q)]
    return history._replace(questions=tuple(random.sample(kept, min(questions, len(kept)))))


def _answers(of: Domain, program: Program, histories: Sequence[History], asked: Sequence[Subset]) -> list[Answer]:
    """The answer of every query in its subset world, from the program."""
    found: dict[int, Answer] = {}
    for index, history in enumerate(histories):
        places = [place for place, item in enumerate(asked) if item.query.scenario == index]
        worlds = [_world(history, *asked[place]) for place in places]
        answers = subsets.answers_in(program, of.closing, history, worlds)
        found |= {place: Answer(*plain(answer)) for place, answer in zip(places, answers, strict=True)}
    return [found[place] for place in range(len(asked))]


def _world(history: History, query: Asked, events: frozenset[int]) -> subsets.Asked:
    number = int(query.query_id.rsplit("_q", 1)[1])
    return subsets.Asked(number - 1, frozenset(history.events[place - 1].event_id for place in events))

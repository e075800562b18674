"""Checks of worlds against edited histories, at any size."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from tests.gold.ask import Answer
from tests.gold.counts import Compared
from tests.gold.edited import Plan, answers_of_histories, changed_payload, instead, is_corner, without
from tests.gold.history import History
from tests.gold.random_scenarios import Domain, random_history
from tests.gold.resolved import resolved


def sample(history: History, random: Random, questions: int) -> History:
    """The history with a few of its questions."""
    kept = random.sample(history.questions, min(questions, len(history.questions)))
    return history._replace(questions=tuple(kept))


def edited_histories(of: Domain, random: Random, questions: int, events: int) -> Compared:
    """Worlds without events, with only some, and with changed ones, against loading what the editing gives."""
    history = sample(random_history(of, random, 2), random, questions)
    plan = Plan(of, history)
    edited: list[History] = []
    ids = [e.event_id for e in history.events]
    for event in random.sample(history.events, min(events, len(ids))):
        left_out = {event.event_id, random.choice(ids)}
        kept = [i for i in ids if random.random() < 0.7]
        payloads = {event.event_id: changed_payload(of, event, random)}
        rest = left_out - set(payloads)
        versions: list[tuple[History, Callable[[int], None]]] = [
            (without(history, left_out), partial(plan.changed, left_out=left_out)),
            (without(history, set(ids) - set(kept)), partial(plan.only, events=kept)),
            (instead(history, payloads), partial(plan.changed, payloads=payloads)),
            (without(instead(history, payloads), rest), partial(plan.changed, left_out=rest, payloads=payloads)),
        ]
        for version, make in versions:
            if not is_corner(history, version, payloads) and version.events:
                edited.append(version)
                for number in range(len(history.questions)):
                    make(number)
    given = iter(plan.answers())
    found = Compared()
    for index, wanted in enumerate(answers_of_histories(of, edited) if edited else []):
        for question, answer in zip(history.questions, wanted, strict=True):
            found.compare(f"{edited[index].events} {question}", next(given), answer, not answer.is_unknown)
    return found


# ---- resolved worlds


def resolved_by_hand(of: Domain, random: Random, questions: int, sets: int) -> Compared:
    """Resolved worlds against a history that says only what they hold.

    Left out are rules over valid time and first versions: the ends of validity and the first versions of the
    base world are not what a smaller history has.
    """
    history = random_history(of, random, 3)
    asked = [q for q in history.questions if not of.reads_times(q.relation)]
    history = history._replace(questions=tuple(random.sample(asked, min(questions, len(asked)))))
    plan = Plan(of, history)
    found = Compared()
    wanted: list[Answer] = []
    for _ in range(sets):
        share = random.choice((0.6, 0.8, 0.9, 0.95))
        kept = {e.event_id for e in history.events if random.random() < share}
        versions = []
        for number, question in enumerate(history.questions):
            plan.resolved(number, kept)
            made = resolved(of.closing, history, question.known_at, kept)
            versions.append(made._replace(questions=(question,)))
        wanted += [answers[0] for answers in answers_of_histories(of, versions)]
    for answer, by_hand, question in zip(plan.answers(), wanted, history.questions * sets, strict=True):
        found.compare(f"{question}", answer, by_hand, not by_hand.is_unknown)
    return found


# ---- one pass


def one_pass(of: Domain, random: Random, questions: int) -> Compared:
    """Gold, resolved, literal and changed worlds in one evaluation, and each kind in one of its own."""
    history = sample(random_history(of, random, 2), random, questions)
    ids = [e.event_id for e in history.events]
    kept = [i for i in ids if random.random() < 0.8]
    payloads = {e.event_id: changed_payload(of, e, random) for e in random.sample(history.events, 2)}
    kinds: list[Callable[[Plan, int], None]] = [
        lambda plan, n: plan.gold(n),
        lambda plan, n: plan.resolved(n, kept),
        lambda plan, n: plan.only(n, kept),
        lambda plan, n: plan.changed(n, ids[:2], payloads),
    ]
    together, apart = Plan(of, history), [Plan(of, history) for _ in kinds]
    for kind, plan in zip(kinds, apart, strict=True):
        for number in range(len(history.questions)):
            kind(together, number)
            kind(plan, number)
    found = Compared()
    alone = [answer for plan in apart for answer in plan.answers()]
    for given, wanted in zip(together.answers(), alone, strict=True):
        found.compare("in one pass", given, wanted, not wanted.is_unknown)
    return found

"""Run the arms over a user's file into a folder: a manifest, the answers as Parquet, and the report made of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from memsql.errors import DataError, MemsqlError, SutError, hindrance
from memsql.evaluation.paired.answer import Answerer, asked, sub_answers
from memsql.evaluation.paired.arms import Arm, Ask, Role, asks, context_of, questions
from memsql.evaluation.paired.check import check
from memsql.evaluation.paired.gold import sides, state_golds, sub_gold
from memsql.evaluation.paired.history import Conversation, History, load
from memsql.evaluation.paired.item import Item, load_items
from memsql.evaluation.paired.log import OK, CallLog, ContextLog, Gathered, Given
from memsql.evaluation.paired.report import write_report
from memsql.evaluation.paired.retrieve import Memory, Retriever
from memsql.evaluation.paired.typed import is_right
from memsql.evaluation.paired.write import write_json, write_parquet
from memsql.evaluation.process import SutTimeoutError
from memsql.evaluation.sut import Context

MANIFEST, ANSWER = "manifest.json", "answer.parquet"
Progress = Callable[[int, int], None]
"""Told of questions answered, and of how many there are."""


class Study(NamedTuple):
    """A file and items that fit it."""

    history: History
    items: tuple[Item, ...]
    items_sha256: str


class Prepared(NamedTuple):
    """A question with its context; None: it is made of sub-answers."""

    ask: Ask
    gathered: Gathered | None


def open_study(file: Path, items: Path) -> Study:
    """Read file and items. Raises DataError where an item does not fit the file."""
    history, listed = load(file), load_items(items)
    findings = check(history, listed).findings
    if findings:
        first, more = findings[0], len(findings) - 1
        also = f" and {more} more" if more else ""
        raise DataError(f"{items}: {first.item_id}: {first.problem}{also}; memsql paired check lists them")
    return Study(history, listed, hashlib.sha256(items.read_bytes()).hexdigest())


def run(
    study: Study,
    out: Path,
    answerer: Answerer,
    retriever: Retriever,
    arms: Sequence[Arm] = tuple(Arm),
    k: int = 10,
    workers: int = 1,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Ask every question of the arms once, write the tables, and return the summary.

    A folder of a stopped run is continued, one of other inputs refused. Raises MemsqlError.
    """
    manifest = manifest_of(study, answerer, retriever, arms, k)
    begin(out, manifest)
    prepared = prepare(study, out, retriever, arms, k)
    given = answered(prepared, CallLog(out, answerer), workers, progress)
    order = {item.item_id: place for place, item in enumerate(study.items)}
    rows = sorted((row_of(*each) for each in given), key=lambda row: order[row["item_id"]])
    frame = pl.DataFrame(rows, schema=COLUMNS)
    write_parquet(frame, out / ANSWER)
    return write_report(out)


def manifest_of(study: Study, answerer: Answerer, retriever: Retriever, arms: Sequence[Arm], k: int) -> dict[str, Any]:
    """What a run was made of: the same manifest means the same run."""
    return {
        "form": study.history.form,
        "file_sha256": study.history.sha256,
        "items_sha256": study.items_sha256,
        "items": len(study.items),
        "system": retriever.name,
        "system_settings": dict(retriever.settings),
        "answerer": answerer.name,
        "answerer_settings": dict(answerer.settings),
        "arms": [arm.value for arm in Arm if arm in arms],
        "k": k,
    }


def begin(out: Path, manifest: dict[str, Any]) -> None:
    """Make the folder with its manifest, or see that the one that stands there is of the same run."""
    if (out / MANIFEST).is_file():
        try:
            found = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
        except ValueError:
            raise MemsqlError(f"{out / MANIFEST}: no JSON; take the folder away and run again") from None
        if found != manifest:
            other = sorted(
                name for name in manifest if not isinstance(found, dict) or found.get(name) != manifest[name]
            )
            raise MemsqlError(f"{out}: a run with another {', '.join(other)} stands there; name another folder")
        return
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise MemsqlError(f"{out}: something that no run wrote stands there; name another folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MemsqlError(f"{out}: not written ({hindrance(out, error)}); name a folder that can be written") from None
    write_json(manifest, out / MANIFEST)


def prepare(study: Study, out: Path, retriever: Retriever, arms: Sequence[Arm], k: int) -> list[Prepared]:
    """Every question with its context. A history whose contexts are all kept is not ingested again."""
    golds = state_golds(study.items)
    kept = ContextLog(out)
    prepared: list[Prepared] = []
    for conversation in study.history.conversations.values():
        own = [item for item in study.items if item.conversation == conversation.conversation_id]
        listed = [ask for item in own for ask in asks(item, conversation, golds[item.item_id], arms)]
        wanted = questions(listed)
        gather(
            conversation, [q for q in wanted if kept.get(conversation.conversation_id, q) is None], kept, retriever, k
        )
        given = {q: one for q in wanted if (one := kept.get(conversation.conversation_id, q)) is not None}
        prepared += [Prepared(ask, context_of(ask, conversation, given)) for ask in listed]
    return prepared


def gather(conversation: Conversation, wanted: Sequence[str], kept: ContextLog, retriever: Retriever, k: int) -> None:
    """Put questions to a system and keep what it returns. A failed call is an outcome; a failed ingestion stops."""
    if not wanted:
        return
    memory: Memory = retriever.open(conversation)
    try:
        for question in wanted:
            try:
                found = Gathered(memory.context(question, k), OK)
            except SutTimeoutError:
                found = Gathered(Context("", (), 0), "timeout")
            except SutError:
                found = Gathered(Context("", (), 0), "sut_error")
            kept.put(conversation.conversation_id, question, found)
    finally:
        memory.close()


def answered(
    prepared: Sequence[Prepared], log: CallLog, workers: int, progress: Progress | None
) -> list[tuple[Ask, Context, Given]]:
    """Answers of all questions: first of those that have a context, then of those that are made of sub-answers."""
    found: dict[tuple[str, Arm, Role], Given] = {}
    contexts: dict[tuple[str, Arm, Role], Context] = {}
    with ThreadPoolExecutor(max_workers=workers) as pool:
        for is_second in (False, True):
            wave = [each for each in prepared if (each.gathered is None) == is_second]
            asking: dict[tuple[str, str], list[Ask]] = {}
            for ask, gathered in wave:
                context, outcome = gathered or Gathered(of_sub_answers(ask, found), OK)
                contexts[key_of(ask)] = context
                if outcome == OK:
                    # The same request twice is one call.
                    request = asked(ask.question, ask.gold.kind, ask.options), context.text
                    asking.setdefault(request, []).append(ask)
                else:
                    found[key_of(ask)] = Given("", outcome)
            for request, one in zip(asking, pool.map(lambda pair: log.ask(*pair), asking), strict=True):
                found |= {key_of(ask): one for ask in asking[request]}
                if progress is not None:
                    progress(len(found), len(prepared))
    return [(ask, contexts[key_of(ask)], found[key_of(ask)]) for ask, _ in prepared]


def key_of(ask: Ask) -> tuple[str, Arm, Role]:
    """What names a question of a run."""
    return ask.item.item_id, ask.arm, ask.role


def of_sub_answers(ask: Ask, found: dict[tuple[str, Arm, Role], Given]) -> Context:
    """The two sub-questions with their answers: gold ones, or those that were given in the same arm."""
    pairs = []
    for side, sub in sides(ask.item):
        if ask.arm is Arm.GOLD_SUB_ANSWERS:
            answer = sub_gold(sub).text
        else:
            given = found[ask.item.item_id, ask.arm, Role(side)]
            answer = given.answer if given.outcome == OK else "unknown"
        pairs.append((sub.question, answer))
    return Context(sub_answers(pairs), None, 0)


COLUMNS: dict[str, pl.DataType] = {
    "item_id": pl.String(),
    "conversation": pl.String(),
    "operator": pl.String(),
    "arm": pl.String(),
    "role": pl.String(),
    "question": pl.String(),
    "gold": pl.String(),
    "answer": pl.String(),
    "outcome": pl.String(),
    "is_correct": pl.Boolean(),
    "record_count": pl.Int64(),
    "sign_count": pl.Int64(),
    "support_share": pl.Float64(),
    "context": pl.String(),
}
"""Of answer.parquet. sign_count: length of the context; support_share: share of the turns that gold rests on which
stand in it, null where it is made of sub-answers or the system names no ids."""


def row_of(ask: Ask, context: Context, given: Given) -> dict[str, Any]:
    """A row of answer.parquet."""
    share = None
    if context.event_ids is not None:
        share = len(ask.support & set(context.event_ids)) / len(ask.support)
    return {
        "item_id": ask.item.item_id,
        "conversation": ask.item.conversation,
        "operator": ask.item.state.operator.value,
        "arm": ask.arm.value,
        "role": ask.role.value,
        "question": ask.question,
        "gold": ask.gold.text,
        "answer": given.answer,
        "outcome": given.outcome,
        "is_correct": given.outcome == OK and is_right(given.answer, ask.gold),
        "record_count": context.records,
        "sign_count": len(context.text),
        "support_share": share,
        "context": context.text,
    }

"""Run a plan: build every prompt, ask every reader once, keep one row a decision."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import polars as pl

from memsql.evaluation.tokens import token_count
from memsql.resources import sql_text
from memsql.scivalidity.compile import Compiled, compile_worlds
from memsql.scivalidity.corrupt import INTACT
from memsql.scivalidity.decisions import ANSWER, COLUMNS, ITEM, PLACE
from memsql.scivalidity.family import VARIANTS
from memsql.scivalidity.generate import worlds
from memsql.scivalidity.intervene import interventions
from memsql.scivalidity.plan import Plan
from memsql.scivalidity.readers import Reader, Rulebook, parsed, prompt, reader_of
from memsql.scivalidity.taskspec import TaskSpec


def run(
    plan: Plan,
    catalogue: tuple[TaskSpec, ...],
    readers: Sequence[str],
    workers: int = 1,
    models: Mapping[str, Reader] | None = None,
) -> pl.DataFrame:
    """All decisions of a plan by these readers, and by those of ``models``, each under its name.

    Columns are those of :data:`memsql.scivalidity.decisions.COLUMNS`. Every item stays in the denominator: bad JSON,
    an illegal choice and a refusal are invalid decisions.
    """
    made = []
    for block in plan.blocks:
        compiled = compile_worlds(worlds(plan.specs(catalogue), plan.seeds, block), workers=workers)
        found = items(plan, compiled, block)
        book = rulebook(compiled)
        asked = {name: reader_of(name, book) for name in readers} | dict(models or {})
        made += [answered(found, name, reader) for name, reader in asked.items()]
        compiled.db.close()
    return pl.concat(made).with_columns(plan=pl.lit(plan.name)).select(list(COLUMNS))


def rulebook(compiled: Compiled) -> Rulebook:
    """What statuses license, in words and in codes."""
    rows = compiled.db.rows(sql_text("scivalidity/rulebook"))
    return {(str(relation), str(status)): str(action) for relation, status, action in rows}


def items(plan: Plan, compiled: Compiled, block: int) -> pl.DataFrame:
    """Everything that is asked: ITEM, request, actions, text and the oracle's action, one row a prompt."""
    views = compiled.table("view").select("world_id", "view", "text")
    made = worlds_frame(compiled, block).join(views, on="world_id", maintain_order="left")
    if plan.corrupted:
        return damaged(plan, compiled, made)
    original = (pl.col("variant") == VARIANTS[0]) & pl.col("view").is_in(plan.original)
    companion = (pl.col("variant") == VARIANTS[1]) & pl.col("view").is_in(plan.companion)
    opaque = pl.col("view").str.starts_with("opaque")
    return made.filter(original | companion).with_columns(
        pl.when(opaque).then("opaque_actions").otherwise("actions").alias("actions"),
        pl.when(opaque).then("opaque_oracle").otherwise("oracle_action").alias("oracle_action"),
        pl.when(opaque).then("opaque_request").otherwise("request").alias("request"),
        condition=pl.lit(INTACT),
        operator=pl.lit(""),
    )


def worlds_frame(compiled: Compiled, block: int) -> pl.DataFrame:
    """One row a world: its place in the design, what is asked, the legal actions and the oracle's, plain and in codes.

    In codes the object that is asked about has the name that the opaque views give it.
    """
    rows = []
    code = {
        (str(name), str(original)): str(code)
        for name, original, code in compiled.db.rows("select taskspec_id, original, code from sv.codebook")
    }
    overlap = set(compiled.db.frame(sql_text("scivalidity/choice_overlap"))["taskspec_id"])
    for w in compiled.worlds:
        family = w.taskspec.family
        name = w.taskspec.taskspec_id
        where = (family.module, family.name, w.taskspec.domain.name, family.pair, name in overlap)
        asked = w.request, w.request_about(code[name, w.asked_about])
        rows.append((block, w.world_id, name, *where, w.seed, w.variant, *asked))
    frame = pl.DataFrame(rows, schema=[*PLACE, "request", "opaque_request"], orient="row")
    choices = compiled.table("choice").sort("world_id", "ordinal")
    legal = choices.group_by("world_id", maintain_order=True).agg(
        pl.col("action").alias("actions"), pl.col("opaque_action").alias("opaque_actions")
    )
    oracle = compiled.table("oracle")
    codes = oracle.join(choices, left_on=["world_id", "oracle_action"], right_on=["world_id", "action"])
    codes = codes.select("world_id", "oracle_action", opaque_oracle="opaque_action")
    return frame.join(legal, on="world_id", maintain_order="left").join(codes, on="world_id", maintain_order="left")


def damaged(plan: Plan, compiled: Compiled, worlds_and_views: pl.DataFrame) -> pl.DataFrame:
    """The items of a corruption matrix: a shared intact baseline, and three conditions an operator."""
    found = interventions(compiled, is_compatible=True).rename({plan.corrupted: "text"})
    base = worlds_and_views.filter(pl.col("view") == plan.corrupted).drop("text")
    kept = found.select("world_id", "condition", "operator", "text")
    return kept.join(base, on="world_id", maintain_order="left")


def answered(found: pl.DataFrame, name: str, reader: Reader) -> pl.DataFrame:
    """One retained answer an item."""
    outputs, choices, hashes, tokens = [], [], [], []
    for request, actions, text in found.select("request", "actions", "text").iter_rows():
        asked = prompt(request, actions, text)
        output = reader(asked)
        outputs.append(output)
        choices.append(parsed(output, actions))
        tokens.append(token_count(asked))
        hashes.append(hashlib.sha256(asked.encode()).hexdigest())
    made = found.with_columns(
        pl.Series("output", outputs, pl.String),
        pl.Series("choice", choices, pl.String),
        pl.Series("prompt_sha256", hashes, pl.String),
        pl.Series("prompt_tokens", tokens, pl.Int64),
        reader=pl.lit(name),
    )
    valid = pl.col("choice").eq(pl.col("oracle_action")).fill_null(value=False)
    return made.with_columns(is_valid=valid).select("reader", *ITEM, *ANSWER)


def audit(plan: Plan, catalogue: tuple[TaskSpec, ...]) -> pl.DataFrame:
    """Structural audit of the first block of a plan, both worlds of every pair.

    view, worlds, node_share, edge_share (governing relations), endpoint_share (of the relations that are missing,
    those with both ends named; 1 where none is missing).
    """
    made = worlds(plan.specs(catalogue), plan.seeds, plan.blocks[0])
    compiled = compile_worlds(made)
    found = compiled.db.frame(sql_text("scivalidity/policy_audit"))
    compiled.db.close()
    return found


def swapped(text: str, status: str, contrary: str) -> str:
    """A rendered view in which the status of the governing relation is the other one."""
    return text.replace(f"status : {status}", f"status : {contrary}")

"""Run a plan: build every prompt, ask every reader once, keep one row a decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple

import polars as pl

from memsql.db import Database
from memsql.resources import sql_text
from memsql.scivalidity import corrupt
from memsql.scivalidity.compile import Compiled, compile_worlds
from memsql.scivalidity.corrupt import CONDITIONS, Edge, Graph, Node, Target
from memsql.scivalidity.generate import worlds
from memsql.scivalidity.plan import Plan
from memsql.scivalidity.readers import Reader, Rulebook, parsed, prompt, reader_of
from memsql.scivalidity.taskspec import VARIANTS, TaskSpec

ITEM = ["block", "world_id", "taskspec_id", "module", "family", "domain", "pair", "seed", "variant"]
ITEM += ["view", "condition", "operator"]


def run(
    plan: Plan,
    catalogue: tuple[TaskSpec, ...],
    readers: Sequence[str],
    workers: int = 1,
    models: Mapping[str, Reader] | None = None,
) -> pl.DataFrame:
    """All decisions of a plan by these readers, and by those of ``models``, each under its name.

    Columns: plan, reader, ITEM, output, choice (null: invalid), oracle_action, is_valid. Every item stays in the
    denominator: bad JSON, an illegal choice and a refusal are invalid decisions.
    """
    made = []
    for block in plan.blocks:
        compiled = compile_worlds(worlds(plan.specs(catalogue), plan.seeds, block), workers=workers)
        found = items(plan, compiled, block)
        book = rulebook(compiled)
        asked = {name: reader_of(name, book) for name in readers} | dict(models or {})
        made += [answered(found, name, reader) for name, reader in asked.items()]
        compiled.db.close()
    return pl.concat(made).with_columns(plan=pl.lit(plan.name)).select("plan", "reader", *ITEM, *ANSWER)


ANSWER = ("prompt_sha256", "output", "choice", "oracle_action", "is_valid")


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
        condition=pl.lit(CONDITIONS[0]),
        operator=pl.lit(""),
    )


def worlds_frame(compiled: Compiled, block: int) -> pl.DataFrame:
    """One row a world: its place in the design, what is asked, the legal actions and the oracle's."""
    rows = []
    for w in compiled.worlds:
        family = w.taskspec.family
        where = (family.module, family.name, w.taskspec.domain.name, family.pair)
        rows.append((block, w.world_id, w.taskspec.taskspec_id, *where, w.seed, w.variant, w.request))
    frame = pl.DataFrame(rows, schema=[*ITEM[:9], "request"], orient="row")
    choices = compiled.table("choice").sort("world_id", "ordinal")
    legal = choices.group_by("world_id", maintain_order=True).agg(
        pl.col("action").alias("actions"), pl.col("opaque_action").alias("opaque_actions")
    )
    oracle = compiled.table("oracle")
    codes = oracle.join(choices, left_on=["world_id", "oracle_action"], right_on=["world_id", "action"])
    codes = codes.select("world_id", "oracle_action", opaque_oracle="opaque_action")
    return frame.join(legal, on="world_id", maintain_order="left").join(codes, on="world_id", maintain_order="left")


def graphs(compiled: Compiled, names: Iterable[str]) -> dict[str, Graph]:
    """The compiled state of worlds, as rows."""
    wanted = set(names)
    nodes: dict[str, set[Node]] = {name: set() for name in wanted}
    edges: dict[str, set[Edge]] = {name: set() for name in wanted}
    db = compiled.db
    columns = "world_id, node_id, type, attribute, value, because, ordinal"
    for name, *row in db.frame(f"select {columns} from sv.shown_node where coding = 'plain'").iter_rows():
        if name in wanted:
            nodes[name].add(Node(*row))
    columns = "world_id, place, edge_id, relation, source, target, status, because"
    for name, *row in db.frame(f"select {columns} from sv.shown_edge where coding = 'plain'").iter_rows():
        if name in wanted:
            edges[name].add(Edge(*row))
    return {name: Graph(frozenset(nodes[name]), frozenset(edges[name])) for name in sorted(wanted)}


def conditions(graph: Graph, target: Target, operator: str, name: str) -> dict[str, Graph]:
    """Corrupted, exactly repaired and matched graph of one operator. Raises DataError for a repair that is none."""
    patch = corrupt.OPERATORS[operator](graph, target)
    broken = patch.apply(graph)
    repaired = patch.inverse.apply(broken)
    corrupt.check_repair(graph, repaired, f"{name}, {operator}")
    return dict(
        zip(CONDITIONS[1:], (broken, repaired, corrupt.matched(broken, patch.inverse).apply(broken)), strict=True)
    )


def damaged(plan: Plan, compiled: Compiled, worlds_and_views: pl.DataFrame) -> pl.DataFrame:
    """The items of a corruption matrix: a shared intact baseline, and three conditions an operator."""
    originals = {w.world_id: w for w in compiled.worlds if w.variant == VARIANTS[0]}
    states = graphs(compiled, originals)
    operators: dict[str, list[str]] = {}
    for taskspec_id, operator in corrupt.compatible():
        operators.setdefault(taskspec_id, []).append(operator)
    made: list[tuple[str, str, str, Graph]] = []
    for name, world in originals.items():
        first = world.taskspec.family.relations[0]
        edge = next(e for e in states[name].edges if e.edge_id == "r1")
        contrary = first.status["false" if edge.status == first.status["true"] else "true"]
        made.append((name, CONDITIONS[0], "", states[name]))
        for operator in operators[world.taskspec.taskspec_id]:
            found = conditions(states[name], Target(edge, contrary), operator, name)
            made += [(name, condition, operator, graph) for condition, graph in found.items()]
    texts = rendered(plan.corrupted, [graph for *_, graph in made])
    rows = [(n, c, o, text) for (n, c, o, _), text in zip(made, texts, strict=True)]
    frame = pl.DataFrame(rows, schema=["world_id", "condition", "operator", "text"], orient="row")
    base = worlds_and_views.filter(pl.col("view") == plan.corrupted).drop("text")
    return frame.join(base, on="world_id", maintain_order="left")


def rendered(view: str, states: Sequence[Graph]) -> list[str]:
    """The texts of graphs, by the same SELECT that renders the worlds."""
    db = Database()
    db.reset(("sv",))
    head = ["world_id", "coding"]
    nodes = [(str(i), "plain", *astuple(n)) for i, g in enumerate(states) for n in sorted(g.nodes)]
    columns = ["node_id", "type", "attribute", "value", "because", "ordinal"]
    db.load("sv", "shown_node", pl.DataFrame(nodes, schema=head + columns, orient="row").to_arrow())
    edges = [(str(i), "plain", *astuple(e)) for i, g in enumerate(states) for e in sorted(g.edges)]
    columns = ["place", "edge_id", "relation", "source", "target", "status", "because"]
    db.load("sv", "shown_edge", pl.DataFrame(edges, schema=head + columns, orient="row").to_arrow())
    rows = db.rows(f"select world_id, text from ({sql_text(f'scivalidity/view_{view}')})")
    texts = {str(name): str(text) for name, text in rows}
    db.close()
    return [texts[str(i)] for i in range(len(states))]


def answered(found: pl.DataFrame, name: str, reader: Reader) -> pl.DataFrame:
    """One retained answer an item."""
    import hashlib

    outputs, choices, hashes = [], [], []
    for request, actions, text in found.select("request", "actions", "text").iter_rows():
        asked = prompt(request, actions, text)
        output = reader(asked)
        outputs.append(output)
        choices.append(parsed(output, actions))
        hashes.append(hashlib.sha256(asked.encode()).hexdigest())
    made = found.with_columns(
        pl.Series("output", outputs, pl.String),
        pl.Series("choice", choices, pl.String),
        pl.Series("prompt_sha256", hashes, pl.String),
        reader=pl.lit(name),
    )
    valid = pl.col("choice").eq(pl.col("oracle_action")).fill_null(value=False)
    return made.with_columns(is_valid=valid).select("reader", *ITEM, *ANSWER)


def audit(plan: Plan, seeds: int | None = None, workers: int = 1) -> pl.DataFrame:
    """Structural audit of the first block of a plan, both worlds of every pair.

    view, worlds, node_share, edge_share (governing relations), endpoint_share (of the relations that are missing,
    those with both ends named; 1 where none is missing).
    """
    made = worlds(plan.specs(plan.load()), seeds or plan.seeds, plan.blocks[0])
    compiled = compile_worlds(made, workers=workers)
    found = compiled.db.frame(sql_text("scivalidity/policy_audit"))
    compiled.db.close()
    return found


def swapped(text: str, status: str, contrary: str) -> str:
    """A rendered view in which the status of the governing relation is the other one."""
    return text.replace(f"status : {status}", f"status : {contrary}")

"""What a person asks of the factory: one world, pass by pass, and its prompts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from memsql.errors import DataError, did_you_mean, shown
from memsql.people.scenario import nearest
from memsql.scivalidity.compile import compile_worlds
from memsql.scivalidity.family import VARIANTS
from memsql.scivalidity.generate import worlds
from memsql.scivalidity.readers import prompt
from memsql.scivalidity.run import worlds_frame
from memsql.scivalidity.taskspec import load


@dataclass(frozen=True, slots=True)
class OneWorld:
    """A compiled world: tables by pass, prompts by view."""

    tables: dict[str, pl.DataFrame]
    prompts: dict[str, str]


def one_world(taskspec_id: str, seed: int, variant: str, catalogue: Path | None = None) -> OneWorld:
    """Compile the pair of a TaskSpec and a seed, and return one of its worlds. Raises DataError for unknown names."""
    specs = {s.taskspec_id: s for s in load(catalogue)}
    if taskspec_id not in specs:
        raise DataError(f"taskspec {shown(taskspec_id)}: not known; {nearest(taskspec_id, list(specs))}")
    if variant not in VARIANTS:
        raise DataError(f"variant {shown(variant)}: not known; {did_you_mean(variant, VARIANTS)}")
    compiled = compile_worlds(worlds((specs[taskspec_id],), 1, seed))
    world = next(w for w in compiled.worlds if w.variant == variant)

    def own(name: str, *columns: str) -> pl.DataFrame:
        return compiled.table(name).filter(pl.col("world_id") == world.world_id).select(columns)

    tables = {
        "events": own("ordered_event", "sequence", "reference", "type", "record"),
        "objects": own("state_node", "ordinal", "node_id", "type", "attribute", "value", "because"),
        "relations": own("state_edge", "edge_id", "relation", "source", "target", "status", "rule", "because"),
        "choices": own("choice", "action", "status"),
        "oracle": own("oracle", "oracle_action"),
        "witness": own("witness_event", "event_id", "action_without"),
    }
    tables = {name: frame.sort(frame.columns[0]) for name, frame in tables.items()}
    tables["objects"] = tables["objects"].drop("ordinal")
    asked = worlds_frame(compiled, 0).row(by_predicate=pl.col("world_id") == world.world_id, named=True)
    prompts = {
        view: prompt(asked[f"{coding}request"], asked[f"{coding}actions"], text)
        for view, text in own("view", "view", "text").iter_rows()
        for coding in ("opaque_" if view.startswith("opaque") else "",)
    }
    compiled.db.close()
    return OneWorld(tables, prompts)

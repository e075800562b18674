"""Write compiled worlds: Parquet tables for outside tools, and the scenarios that ``memsql explain`` reads."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import polars as pl

from memsql.lastwrite.write import write_all, write_parquet
from memsql.resources import sql_root
from memsql.scivalidity import engine
from memsql.scivalidity.compile import COMPILED, VIEWS, Compiled, event_frame
from memsql.scivalidity.corrupt import OPERATORS
from memsql.scivalidity.family import VARIANTS
from memsql.scivalidity.generate import World
from memsql.scivalidity.intervene import graphs, interventions
from memsql.scivalidity.taskspec import SCHEMA_VERSION

SCENARIOS = "scenario"


def frames(found: Compiled) -> dict[str, pl.DataFrame]:
    """Table name to frame, rows in the order of worlds."""
    hashes = {name: graph.sha256 for name, graph in graphs(found, (w.world_id for w in found.worlds)).items()}
    worlds = pl.DataFrame(
        [(w.world_id, w.taskspec.taskspec_id, w.seed, w.variant, w.request, hashes[w.world_id]) for w in found.worlds],
        schema=["world_id", "taskspec_id", "seed", "variant", "request", "state_sha256"],
        orient="row",
    )
    oracle = found.table("oracle")
    hidden = [(w.world_id, w.canary) for w in found.worlds]
    order = worlds.select("world_id").with_row_index("place")

    def ordered(frame: pl.DataFrame, *by: str) -> pl.DataFrame:
        return frame.join(order, on="world_id").sort("place", *by).drop("place")

    return {
        "taskspec": taskspecs(found),
        "world": worlds.join(oracle, on="world_id", how="left", maintain_order="left"),
        "event": event_frame(found.worlds),
        "state_node": ordered(found.table("state_node"), "ordinal").drop("because", "ordinal"),
        "state_edge": ordered(found.table("state_edge"), "edge_id").drop("because"),
        "choice": ordered(found.table("choice"), "ordinal"),
        "witness": ordered(found.table("witness_event"), "event_id"),
        "view": ordered(found.table("view"), "view"),
        "intervention": interventions(found),
        "hidden": pl.DataFrame(hidden, schema=["world_id", "canary"], orient="row"),
    }


def taskspecs(found: Compiled) -> pl.DataFrame:
    """The contract of every TaskSpec (paper appendix A.2), a row each."""
    made = []
    for spec in {w.taskspec.taskspec_id: w.taskspec for w in found.worlds}.values():
        family = spec.family
        made.append(
            {
                "taskspec_id": spec.taskspec_id,
                "module": family.module,
                "family": family.name,
                "domain": spec.domain.name,
                "title": f"{family.title}: {spec.domain.title}",
                "schema_version": SCHEMA_VERSION,
                "schedule": [str(e["type"]) for e in family.events],
                "visibility": "public events only; hidden state stays with the validator",
                "request": family.request,
                "choices": sorted(family.choice.values()),
                "rules": [r.rule for r in family.relations],
                "pair": family.pair,
                "governing": spec.governing,
                "operators": list(spec.operators),
                "budget_answers": 1,
                "split": spec.split,
            }
        )
    return pl.DataFrame(made)


def write(found: Compiled, out: Path) -> dict[str, int]:
    """Write all tables and scenarios into a folder, whole or not at all; return rows by table."""
    made = frames(found)
    writers: dict[str, Callable[[Path], None]] = {
        f"{name}.parquet": lambda path, frame=frame: write_parquet(frame, path)  # type: ignore[misc]
        for name, frame in made.items()
    }
    writers[SCENARIOS] = lambda path: write_scenarios(found, path)
    write_all(out, writers)
    return {name: frame.height for name, frame in made.items()}


def write_scenarios(found: Compiled, folder: Path) -> None:
    """One scenario folder a TaskSpec, in the engine's form: ``memsql explain WORLD --scenario FOLDER``."""
    for _, run in groupby(found.worlds, key=lambda w: w.taskspec.taskspec_id):
        worlds = list(run)
        place = folder / worlds[0].taskspec.taskspec_id
        place.mkdir(parents=True)
        _write_head(worlds[0], place)
        for name, lines in engine.folder_files(worlds).items():
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            (place / name).write_text(text, encoding="utf-8")


def _write_head(world: World, place: Path) -> None:
    """``scenario.toml``; where the catalogue has rules of its own, also all rules and the schema that they read."""
    spec = world.taskspec
    title = json.dumps(f"{spec.family.title}: {spec.domain.title}", ensure_ascii=False)
    shipped = sql_root() / "rules" / engine.DOMAIN
    is_own = any(p.parent != shipped for p in spec.rule_paths)
    domain = "" if is_own else f'domain = "{engine.DOMAIN}"\n'
    head = f'scenario_id = "{spec.taskspec_id}"\ntitle = {title}\n{domain}origin = "generated"\n'
    (place / "scenario.toml").write_text(head + 'licence = "Apache-2.0"\n', encoding="utf-8")
    if is_own:
        schema = sorted((sql_root() / "schema" / engine.DOMAIN).glob("*.sql"))
        for name, paths in (("schema", schema), ("rules", spec.rule_paths)):
            (place / name).mkdir()
            for path in paths:
                shutil.copyfile(path, place / name / path.name)


def figures(found: Compiled) -> dict[str, int]:
    """What the catalogue promises, counted."""
    originals = [w for w in found.worlds if w.variant == VARIANTS[0]]
    return {
        "taskspecs": len({w.taskspec.taskspec_id for w in originals}),
        "families": len({w.taskspec.family.name for w in originals}),
        "modules": len({w.taskspec.family.module for w in originals}),
        "domains": len({w.taskspec.domain.name for w in originals}),
        "worlds": len(originals),
        "public events": sum(len(w.events) for w in originals),
        "pairs": len(found.worlds) - len(originals),
        "interventions": len(originals) * 3 * len(OPERATORS),
        "views of a world": len(VIEWS),
        "of these compiled": len(COMPILED),
    }

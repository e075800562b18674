"""``memsql check``: rules, data and gold of a scenario, without writing anything."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memsql.cli.gold import progress
from memsql.cli.output import echo, print_json, print_table
from memsql.errors import GoldError
from memsql.gold.suite import gold_of, program_of
from memsql.gold.violations import violations
from memsql.people.scenario import Scenario
from memsql.rules.relation import Ground, Relation
from memsql.scenario.folder import SCENARIOS
from memsql.scenario.idle import idle_cancellations


def is_view(relation: Relation) -> bool:
    """Whether the relation is a view of the store over a declared one."""
    return isinstance(relation.body, Ground) and relation.body.view is not None


def check_command(
    folder: Annotated[str, typer.Argument(help="Scenario or suite folder, or the name of one that ships.")],
    is_json: Annotated[bool, typer.Option("--json", help="Print figures as JSON.")] = False,
) -> None:
    """Read a scenario, compile its rules, derive its gold, check every witness and every table.

    The folder of a generated suite is proved from what is written there.
    """
    from memsql.suite.write import STYLES  # its solver takes half a second to import

    if (Path(folder) / SCENARIOS / STYLES).is_file():
        _prove(Path(folder), is_json)
        return
    scenario = Scenario.load(folder)
    programs = list({id(p): p for p in map(program_of, scenario.parts)}.values())
    asked = set(scenario.queries()["relation"])
    relations = [
        {
            "relation": r.name,
            "kind": r.signature.kind.value,
            "key": list(r.signature.key),
            "value": list(r.signature.value),
            "closed by": list(r.signature.scope or ()),
            "asked": r.name in asked,
        }
        for program in programs
        for r in program.relations
        if not r.signature.is_internal and (not is_view(r) or r.name in asked)
    ]
    with progress(scenario.name) as report:
        found = gold_of(scenario.parts, scenario.name, report=report)
    violations(found.tables)
    counts = {name: table.num_rows for name, table in found.tables.items()}
    idle = [one for part in scenario.parts for one in idle_cancellations(part)]
    if is_json:
        print_json({"suite": scenario.name, "relations": relations, "rows": counts, "idle_cancellations": len(idle)})
        return
    columns = ("relation", "kind", "key", "value", "closed by", "asked")
    print_table(columns, [[r[c] for c in columns] for r in relations])
    echo()
    echo(
        f"{scenario.name}: {counts['event']} events, {counts['query']} queries, {counts['witness']} witnesses checked, "
        "no violation"
    )
    if idle:
        fact = f"{idle[0].relation}({', '.join(idle[0].key)}) in event {idle[0].event_id}"
        echo(f"cancelled although nothing said it, from which nothing follows: {len(idle)}, first {fact}")


def _prove(folder: Path, is_json: bool) -> None:
    """Run every check of a generated suite; the first thing that each found wrong is printed. Raises GoldError."""
    from memsql.suite.verify import Suite, checks_of

    found = list(checks_of(Suite(folder), workers=2))
    if is_json:
        print_json([{"check": f.check, "count": f.seen, "wrong": list(f.wrong)} for f in found])
    else:
        rows = [[f.check, f.seen, len(f.wrong), f.wrong[0] if f.wrong else ""] for f in found]
        print_table(("check", "count", "wrong", "first"), rows)
    if bad := [f for f in found if f.wrong]:
        raise GoldError(f"{folder}: {len(bad)} of {len(found)} checks found something wrong: {bad[0].wrong[0]}")

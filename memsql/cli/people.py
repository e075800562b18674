"""``memsql explain``, ``why``, ``diff``, ``what-if``: what a person asks."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, time
from enum import StrEnum
from typing import Annotated, Any

import typer

from memsql.cli.notice import Notice
from memsql.cli.output import echo, print_frame, print_json, print_markup, print_table
from memsql.model import Label
from memsql.people.cards import shown_cutoff
from memsql.people.compare import diff, shown_answer, what_if
from memsql.people.explain import Explanation, explain, why
from memsql.people.scenario import Scenario

ScenarioOption = Annotated[
    str, typer.Option("--scenario", "-s", help="Scenario folder, or the name of one that ships with memsql.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print figures as JSON.")]
DEFAULT = "worked_example"


class Form(StrEnum):
    """How an explanation is shown."""

    TEXT = "text"
    MERMAID = "mermaid"
    SVG = "svg"
    HTML = "html"


FormOption = Annotated[
    Form | None, typer.Option("--as", help="Show it as text (the default), a Mermaid graph, an SVG, or an HTML page.")
]


def explain_command(
    query: Annotated[str, typer.Argument(help="Id of the query.")],
    scenario: ScenarioOption = DEFAULT,
    form: FormOption = None,
    is_json: JsonOption = False,
) -> None:
    """Say how the answer of a query follows from the events."""
    check_form(form, is_json)
    with Notice(scenario):
        loaded = Scenario.load(scenario)
        found = explain(loaded, query)
    show(found, form, is_json, is_one_of_several=len(loaded.parts) > 1)


def why_command(
    node: Annotated[str, typer.Argument(help="A state: relation(key,key), or relation[scope].")],
    at: Annotated[str, typer.Option(help="Cutoff: a date (its end) or a time.")],
    scenario: ScenarioOption = DEFAULT,
    form: FormOption = None,
    is_json: JsonOption = False,
) -> None:
    """Say why a state holds, does not hold, or is not known at a time."""
    check_form(form, is_json)
    with Notice(scenario):
        found = why(Scenario.load(scenario), node, at)
    show(found, form, is_json)


def check_form(form: Form | None, is_json: bool) -> None:
    """Refuse two forms at once, as the other errors of usage are."""
    if form is not None and is_json:
        raise typer.BadParameter("--json is a form of its own; give one of --as and --json", param_hint="--as")


def show(found: Explanation, form: Form | None, is_json: bool, is_one_of_several: bool = False) -> None:
    """Print an explanation; of a suite of several scenarios, which one it is."""
    if is_json:
        print_json(as_dict(found))
    elif form is None or form is Form.TEXT:
        if is_one_of_several:
            echo(f"scenario {found.scenario_id}")
        print_text(found)
    else:
        from memsql.people.draw import html, mermaid, svg

        if form is Form.MERMAID:
            print_markup(mermaid(found))
        else:
            print_markup({Form.SVG: svg, Form.HTML: html}[form](found))


def as_dict(found: Explanation) -> dict[str, Any]:
    """An explanation as JSON has it."""
    return {
        "scenario_id": found.scenario_id,
        "query_id": found.query_id,
        "question": found.question,
        "cutoff_at": found.cutoff_at,
        "known_at": found.known_at,
        "root": found.root,
        "answer": found.answer,
        "nodes": found.nodes.to_dicts(),
        "edges": found.edges.to_dicts(),
        "full_edges": found.full.to_dicts(),
        "witness_events": found.witnesses.to_dicts(),
        "obsolete": found.obsolete.to_dicts(),
        "missing": found.missing.to_dicts(),
    }


def print_text(found: Explanation) -> None:
    """Answer, derivation, witnesses, what was left out, what is missing."""
    if found.question:
        echo(found.question)
    answer, label = shown_answer(found.answer), found.answer["label"]
    echo(f"{found.root} = {answer}" + (f"  ({label})" if answer != label else ""))
    known = f", as the record stood at {at_time(found.known_at)}" if found.known_at != found.cutoff_at else ""
    echo(f"cutoff: {at_time(found.cutoff_at)}{known}")
    echo()
    rows = []
    for row in found.nodes.iter_rows(named=True):
        place = f"{row['file']}:{row['line']}" if row["file"] else ""
        text = row["text"] if row["kind"] == "event" else ""
        rows.append((row["node_id"], row["kind"], row["state"], place or text))
    print_table(("node", "kind", "state", "rule, or record"), rows, clip=72)
    echo()
    witnesses = found.witnesses.group_by("witness_id", maintain_order=True).agg("event_id")
    for number, events in witnesses.iter_rows():
        echo(f"witness {number}: {', '.join(events)}")
    for node_id, event_id in found.obsolete.iter_rows():
        echo(f"excluded: {event_id}, an obsolete version of {node_id}")
    count = found.missing.height
    for node_id, advice in found.missing.iter_rows():
        echo(f"missing: {node_id}; " + (f"{advice} would settle it" if count == 1 else f"look for {advice}"))
    if label == Label.UNKNOWN and not count:
        echo("missing: no fact; of a row that is not there a rule with the line scope: says nothing")
    if count > 1:
        echo(f"{count} are missing: one of them alone may not settle it")


def at_time(at: datetime) -> str:
    """A cutoff in words: ``end of 2026-08-31``, or the time."""
    return f"end of {shown_cutoff(at)}" if at.time() == time.max else shown_cutoff(at)


def diff_command(
    query: Annotated[str, typer.Argument(help="Id of the query.")],
    start: Annotated[str, typer.Option("--from", help="First cutoff.")],
    end: Annotated[str, typer.Option("--to", help="Second cutoff.")],
    scenario: ScenarioOption = DEFAULT,
    is_json: JsonOption = False,
) -> None:
    """Say which states changed between two times, from the changed fact up to the answer."""
    with Notice(scenario):
        found = diff(Scenario.load(scenario), query, start, end)
    if is_json:
        print_json(
            {
                "query_id": query,
                "before": found.before,
                "after": found.after,
                "changed": found.changed.to_dicts(),
                "causes": found.causes.to_dicts(),
            }
        )
        return
    before, after = shown_answer(found.before), shown_answer(found.after)
    if not found.changed.height:
        echo(f"{query}: {after} at both times; nothing on its derivation changed")
        return
    echo(f"{query}: {before} at {start}, {after} at {end}")
    echo()
    print_table(("changed node", "before", "after"), found.changed.drop("depth").iter_rows())
    echo()
    for event_id, observed_at, record, node_id in found.causes.iter_rows():
        echo(f"because of {event_id} ({observed_at:%Y-%m-%d}) on {node_id}: {record}")


def what_if_command(
    query: Annotated[str, typer.Argument(help="Id of the query.")],
    without: Annotated[list[str] | None, typer.Option(help="Leave this event out; may be repeated.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Exactly these events; may be repeated.")] = None,
    at: Annotated[str | None, typer.Option(help="Another cutoff for the query.")] = None,
    scenario: ScenarioOption = DEFAULT,
    is_json: JsonOption = False,
) -> None:
    """Answer a query, and all others of its scenario, as if some events had not been recorded."""
    with Notice(scenario):
        loaded = Scenario.load(scenario)
        ids = {e for part in loaded.parts for e in part.events["event_id"].to_pylist()}
        found = what_if(loaded, query, without=split(without, ids), only=split(only, ids), at=at)
    if is_json:
        print_json(
            {
                "query_id": query,
                "before": found.before,
                "after": found.after,
                "changed": found.changed.to_dicts(),
            }
        )
        return
    echo(f"{query}: {shown_answer(found.after)} instead of {shown_answer(found.before)}")
    if not found.changed.height:
        echo("no other answer of the scenario changes")
        return
    echo(f"other answers of the scenario that change: {found.changed.height}")
    echo()
    print_frame(found.changed)


def split(values: list[str] | None, ids: Collection[str]) -> list[str]:
    """Event ids given one by one or separated by commas; an id that has a comma of its own is taken whole."""
    parts = (part for value in values or [] for part in ([value] if value in ids else value.split(",")))
    return [part.strip() for part in parts if part.strip()]

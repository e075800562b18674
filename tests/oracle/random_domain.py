"""Small histories of the three domains that nobody wrote, by a seed, with questions for every operator.

Most facts of a small world are there, so that most answers are known; some never come, come late, are revised or
cancelled, and some collections are never complete. Facts of ``ALWAYS`` are revised only: no ruling says what a
student's transfers are where a faculty's word on them is cancelled, or an area where a course has lost its credits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.oracle.domains import Line, Scenario, answers_of, load, scope_sizes
from tests.oracle.random_worlds import DAYS, WORLDS, Dice, Rows, World, names
from tests.oracle.relation import Column, Relation

ALWAYS = {"transfers_count", "credits"}
ANCHORS = {"tripops": ("expense", "trip"), "shopops": ("line", "purchase"), "eduops": ("passed", "transferred")}
KNOWN_AT = {"dest", "unit_price", "current_grade"}
AS_ENTITY = {
    "costliest_trip": "costliest",
    "highest_spending_category": "highest_spending",
    "most_credits_area": "most_credits",
}
"""Asked only where exactly one holds the most, or none: the relation of the set of holders beside each."""

POOLS = {
    "superior": "person",
    "other": "person",
    "other_account": "account",
    "needed": "course",
    "upper_place": "place",
    "upper_category": "category",
    "upper_area": "area",
    "manager": "person",
    "approver": "person",
}


def completions(domain: str, world: World) -> Iterator[Line]:
    """Every completeness whose scope some fact of the world names in a column of that name."""
    ground = load(domain).ground
    named: dict[str, set[str]] = {}
    for predicate, rows in world.items():
        for column, texts in _columns(ground[predicate], rows):
            named.setdefault(POOLS.get(column.name, column.name), set()).update(texts)
    pairs = {tuple(key[:2]) for rows in world.values() for key, _ in rows if len(key) > 1}
    for name, relation in ground.items():
        if not name.endswith("_complete"):
            continue
        predicate, columns = name.removesuffix("_complete"), [column.name for column in relation.key]
        if len(columns) == 1:
            scopes = [[text] for text in sorted(named[columns[0]])]
        elif columns == ["program", "year"]:
            scopes = [[p, y] for p in names("program", 2) for y in ("2029", "2030")]
        else:
            anchors = world["trip" if columns[1] == "trip" else "purchase"]
            scopes = [key for key, _ in anchors if tuple(key) in pairs]
        for scope in scopes:
            yield {"verb": "complete", "predicate": predicate, "key": scope}


def _columns(relation: Relation, rows: Rows) -> Iterator[tuple[Column, list[str]]]:
    """Columns of a relation with the texts that rows hold in them."""
    for place, column in enumerate(relation.key):
        yield column, [key[place] for key, _ in rows]
    for place, column in enumerate(relation.values):
        yield column, [value[place] for _, value in rows]


def events_of(domain: str, dice: Dice, world: World) -> list[Line]:
    """A history: facts in random order and on random days, revisions, cancellations, completeness."""
    dated: list[tuple[int, Line]] = []
    other, lost = WORLDS[domain](dice), dice.choice([0.0, 0.01, 0.04])
    for predicate, rows in world.items():
        verb = "declare" if predicate in {"cap", "fx", "approval_rule", "return_window", "discount"} else "assert"
        for key, value in dice.some(rows, 1 - lost):
            at = dice.early()
            dated.append((at, {"verb": verb, "predicate": predicate, "key": key, "value": value}))
            if value and dice.random() < 0.2:
                instead = dice.choice([v for k, v in other[predicate] if k[0] == key[0]] or [value])
                tree = predicate in {"place_in", "reports_to", "parent_category", "area_in"}
                fits = not tree or instead in [v for k, v in other[predicate] if k == key]
                revised = {"verb": verb, "predicate": predicate, "key": key, "value": instead if fits else value}
                dated.append((dice.randint(at, DAYS), revised))
            if predicate not in ALWAYS and dice.random() < 2 * lost:
                gone = dice.randint(at, DAYS)
                dated.append((gone, {"verb": "cancel", "predicate": predicate, "key": key}))
                if dice.random() < 0.4:
                    again = {"verb": verb, "predicate": predicate, "key": key, "value": value}
                    dated.append((dice.randint(gone, DAYS), again))
    for action in dice.sample(found := list(completions(domain, world)), round(len(found) * (1 - lost))):
        at = dice.early()
        dated.append((at, action))
        if dice.random() < lost:
            name = f"{action['predicate']}_complete"
            dated.append((dice.randint(at, DAYS), {"verb": "cancel", "predicate": name, "key": action["key"]}))
    dice.shuffle(dated)
    return _packed(dice, sorted(dated, key=lambda pair: pair[0]))


def _packed(dice: Dice, dated: list[tuple[int, Line]]) -> list[Line]:
    """Events of one to three actions of a day, each about another fact; a tenth say again what stood before."""
    events: list[Line] = []
    for at, action in dated:
        day, last = dice.day(at, at), events[-1] if events else None
        same = last is not None and last["observed_at"] == day and len(last["actions"]) < 3
        keys = [(a["predicate"], a["key"]) for a in last["actions"]] if last else []
        if same and last is not None and (action["predicate"], action["key"]) not in keys:
            last["actions"].append(action)
        else:
            number = f"e{len(events) + 1}"
            events.append({"event_id": number, "observed_at": day, "record": "-", "actions": [action]})
    again = [dict(event["actions"][0]) for event in dice.sample(events, len(events) // 10)]
    for action in again:
        number = f"e{len(events) + 1}"
        events.append({"event_id": number, "observed_at": dice.day(), "record": "-", "actions": [action]})
    return events


class Asker:
    """Draws keys of relations from the names that stand in a world."""

    def __init__(self, domain: str, dice: Dice, world: World) -> None:
        self.dice, self.ground = dice, load(domain).ground
        self.anchors = [
            dict(zip((c.name for c in self.ground[name].key), key, strict=True))
            for name in ANCHORS[domain]
            for key, _ in world[name]
        ]
        self.texts: dict[str, set[str]] = {"level": set("1234"), "faculty": {"faculty 1"}, "shop": {"shop 1"}}
        self.texts["month"] = {"2031-02-01", "2031-03-01"}
        for predicate, rows in world.items():
            for column, texts in _columns(self.ground[predicate], rows):
                self.texts.setdefault(POOLS.get(column.name, column.name), set()).update(texts)

    def key(self, columns: tuple[Column, ...]) -> list[str]:
        """A key or scope: mostly of one row of the world, the rest drawn by the column's name."""
        known = self.dice.choice(self.anchors) if self.dice.random() < 0.95 else {}
        found: list[str] = []
        for column in columns:
            if column.name in known and (column.name not in POOLS):
                found.append(known[column.name])
            elif column.type == "date" and column.name != "month":
                found.append(self.dice.day(60, 125))
            else:
                pool = sorted(self.texts[POOLS.get(column.name, column.name)])
                is_text = column.type == "text" and self.dice.random() < 0.03
                found.append(f"no {column.name}" if is_text else self.dice.choice(pool))
        names_ = [column.name for column in columns]
        if "first_day" in names_:
            first = names_.index("first_day")
            found[first : first + 2] = sorted(found[first : first + 2])
        return found


def queries_of(domain: str, dice: Dice, world: World, count: int) -> list[Line]:
    """``count`` questions about every relation that can be asked, at five cutoffs."""
    asker, program, sizes = Asker(domain, dice, world), load(domain), scope_sizes(domain)
    asked = {n: r for n, r in (program.ground | program.derived).items() if not n.endswith("_complete")}
    asked = {n: r for n, r in asked.items() if n in program.derived or n in {*KNOWN_AT, "equivalent", "based_in"}}
    asked |= {n: program.relation(n) for n in ("first(dest)", "first(delivered)") if n[6:-1] in program.ground}
    if domain == "shopops":
        asked["purchase_status"] = program.ground["purchase_status"]
    cutoffs = [dice.day(20, 60), dice.day(50, 90), dice.day(90, 130), dice.day(120, 150), dice.day(DAYS, DAYS)]
    queries: list[Line] = []
    for name, relation in asked.items():
        if name in AS_ENTITY:
            continue
        size = sizes.get(name, len(relation.key))
        for _ in range(count):
            part = "scope" if name in sizes else "key"
            cutoff = dice.choice(cutoffs)
            query: Line = {"relation": name, part: asker.key(relation.key[:size]), "cutoff_at": cutoff}
            if name in KNOWN_AT and dice.random() < 0.5:
                query["known_at"] = dice.choice([day for day in cutoffs if day <= cutoff])
            queries.append({"query_id": f"q{len(queries) + 1}", "question": "?", **query})
    return queries


def with_references(dice: Dice, events: list[Line], queries: list[Line]) -> None:
    """Turn some names of the questions into phrases, some of which no record ever explains."""
    for number, query in enumerate(queries):
        if "known_at" in query or dice.random() > 0.08:
            continue
        part = "scope" if "scope" in query else "key"
        names_ = [place for place, text in enumerate(query[part]) if " " in text]
        if not names_:
            continue
        place, phrase = dice.choice(names_), f"the one of story {number}"
        if dice.random() < 0.85:
            fact = {"verb": "assert", "predicate": "refers_to", "key": [phrase], "value": [query[part][place]]}
            dice.choice(events)["actions"].append(fact)
        query[part] = [*query[part]]
        query[part][place] = f"@{phrase}"


def scenario(domain: str, seed: int, count: int = 6) -> Scenario:
    """A random history of a domain with its questions; the holder of the most is asked where there is one."""
    dice = Dice(f"{domain} {seed}")
    world = WORLDS[domain](dice)
    events, queries = events_of(domain, dice, world), queries_of(domain, dice, world, count)
    holders = answers_of(Scenario(domain, events, [q for q in queries if q["relation"] in AS_ENTITY.values()]))
    for name, of in AS_ENTITY.items():
        for query in [q for q in queries if q["relation"] == of]:
            label, found = holders[query["query_id"]]
            if label == "unknown" or (isinstance(found, frozenset) and len(found) <= 1):
                number, cutoff = f"q{len(queries) + 1}", query["cutoff_at"]
                entity = {"query_id": number, "question": "?", "relation": name, "key": query["scope"]}
                queries.append({**entity, "cutoff_at": cutoff})
    with_references(dice, events, queries)
    return Scenario(domain, events, queries)


def write(part: Scenario, folder: Path) -> None:
    """Write a history as a scenario folder of a built-in domain."""
    folder.mkdir(parents=True)
    (folder / "scenario.toml").write_text(f'scenario_id = "{folder.name}"\ndomain = "{part.domain}"\n')
    for name, lines in (("events", part.events), ("queries", part.queries)):
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text)


def as_rows(part: Scenario) -> list[dict[str, Any]]:
    """Questions with the answers of the oracle beside them, for people who look for a difference."""
    found = answers_of(part)
    return [{**query, "answer": found[query["query_id"]]} for query in part.queries]

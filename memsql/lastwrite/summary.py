"""Every figure of the audit by name, each in all, by hop, by list, and over the held-out lists."""

from __future__ import annotations

from fractions import Fraction
from statistics import median
from typing import Any

import polars as pl

from memsql.lastwrite.audit import Audit, Class
from memsql.lastwrite.freeze import DEVELOPMENT
from memsql.lastwrite.interval import bootstrap, clopper_pearson
from memsql.lastwrite.metric import ABSTAIN
from memsql.lastwrite.tables import folder, rows

HELD_OUT = "held_out"
Cells = dict[str, int]

CAVEAT = (
    "Held-out lists share templates and statements with the development list: {nesting}. "
    "Statements are counted per list and summed ({summed:,}); their union is {union:,}. The lists are not independent "
    "clusters, and {repeated} question texts repeat."
)
NO_DEVELOPMENT = (
    "The list {development}, on which the tables were developed, is not in this file: every list counts as held out, "
    "and whether one shares statements with it is not known here. {nesting}"
    "Statements are counted per list and summed ({summed:,}); their union is {union:,}. {repeated} question texts "
    "repeat."
)
NONE_HELD_OUT = (
    "No list is held out: all questions are of the list on which the tables were developed, and {repeated} question "
    "texts repeat."
)
GRAPH_RULE = (
    "Different nodes that a path of 1 to 6 edges reaches from a mention of the question; the mention itself counts "
    "only where another mention reaches it. Medians over the questions with a gold unreachable under last write."
)


def summary(found: Audit) -> dict[str, Any]:
    """The figures. A figure over questions or statements is an object: ``all``, ``single``, ``multi``, ``held_out``,
    ``held_out.single``, ..., and a list's name with and without hop (``6k``, ``6k.multi``).
    """
    items = found.items
    unreachable = ~pl.col("is_reached_last") & pl.col("is_reached_all")
    lost = pl.col("is_solved") & ~pl.col("is_solved_first_write")
    made: dict[str, Any] = {
        "file": found.benchmark.path.name,
        "sha256": found.digest,
        "freeze": found.frozen,
        "development_list": DEVELOPMENT,
        **_statements(found),
        "questions": cells(items, pl.lit(value=True)),
        "solved": cells(items, pl.col("is_solved")),
        "solved_strict": cells(items, pl.col("is_solved_strict")),
        "solved_first_write": cells(items, pl.col("is_solved_first_write")),
        "solved_both_writes": cells(items, pl.col("is_solved") & pl.col("is_solved_first_write")),
        "lost_under_first_write": cells(items, lost),
        "lost_under_first_write_strict": cells(items, pl.col("is_solved_strict") & ~pl.col("is_solved_first_strict")),
        "solved_separate_key": cells(items, pl.col("is_solved_separate")),
        "abstained": cells(items, pl.col("prediction") == ABSTAIN),
        "class": {c.value: cells(items, pl.col("class") == c.value) for c in Class},
        "unreachable": cells(items, unreachable),
        "unreachable_overwritten": {
            "gold": cells(items, unreachable & pl.col("is_gold_overwritten")),
            "intermediate_only": cells(items, unreachable & ~pl.col("is_gold_overwritten")),
        },
        "unreachable_also_unparsed": cells(items, unreachable & pl.col("is_gold_unparsed")),
        "needs_unparsed": cells(items, ~pl.col("is_reached_all") & pl.col("is_reached_loose")),
        "ceiling": cells(items, pl.col("is_reached_last")),
        "graph_median": _graphs(found),
        "graph_counting_rule": GRAPH_RULE,
    }
    made["interval"] = _intervals(made["solved"], made["questions"])
    made["bootstrap"] = _bootstrap(found, made)
    made["caveat"] = caveat(made)
    made["paper"] = beside_the_paper(made)
    return made


def cells(items: pl.DataFrame, condition: pl.Expr) -> Cells:
    """How many questions fulfil a condition, cell by cell."""
    kept = items.filter(condition)
    lists = list(dict.fromkeys(items["list"]))
    held = pl.col("list") != DEVELOPMENT
    groups = {"all": pl.lit(value=True), HELD_OUT: held, **{name: pl.col("list") == name for name in lists}}
    made: Cells = {}
    for name, where in groups.items():
        made[name] = kept.filter(where).height
        for hop in ("single", "multi"):
            made[hop if name == "all" else f"{name}.{hop}"] = kept.filter(where & (pl.col("hop") == hop)).height
    return made


def _statements(found: Audit) -> dict[str, Any]:
    """Statements and unparsed ones by list, forms, and how the lists overlap."""
    names = [each.name for each in found.benchmark.lists]
    held = [n for n in names if n != DEVELOPMENT]
    distinct = {e.name: len({s.text for s in e.statements}) for e in found.benchmark.lists}
    unparsed = dict.fromkeys(names, 0)
    forms: dict[str, int] = {}
    counted = "select u.list_id, u.relation, count(distinct u.text) from lw.unparsed as u group by all order by all"
    for list_id, relation, count in found.db.rows(counted):
        name = names[int(str(list_id))]
        unparsed[name] += int(str(count))
        if name != DEVELOPMENT:
            form = str(relation or "other")
            forms[form] = forms.get(form, 0) + int(str(count))
    nesting = found.db.rows(
        "select n.list_id, n.other_id, n.statement_count, n.shared_count from lw.nesting as n order by all"
    )
    texts = found.items["question"]
    return {
        "statements": {**distinct, HELD_OUT: sum(distinct[n] for n in held)},
        "statements_union": len({s.text for e in found.benchmark.lists for s in e.statements}),
        "unparsed": {**unparsed, HELD_OUT: sum(unparsed[n] for n in held)},
        "unparsed_form": dict(sorted(forms.items(), key=lambda kv: (-kv[1], kv[0]))),
        "nesting": [
            {"list": names[a], "in": names[b], "statements": n, "shared": shared}
            for a, b, n, shared in ((int(str(a)), int(str(b)), n, s) for a, b, n, s in nesting)
            if a < b
        ],
        "repeated_questions": texts.len() - texts.n_unique(),
    }


def _graphs(found: Audit) -> dict[str, float]:
    """Median sizes of the graphs that the questions with an unreachable gold reach, by world, list and hop."""
    lost = found.items.filter(~pl.col("is_reached_last") & pl.col("is_reached_all"))
    asked = {q: (name, hop) for q, name, hop in lost.select("question_id", "list", "hop").iter_rows()}
    sizes: dict[str, list[int]] = {}
    rows = found.db.rows("select g.world, g.question_id, g.node_count from lw.graph_size as g order by all")
    for world, question_id, count in rows:
        if question_id in asked:
            head = {"last": "last_write", "all": "readmitted"}[str(world)]
            name, hop = asked[question_id]
            for key in (head, f"{head}.{hop}", f"{head}.{name}", f"{head}.{name}.{hop}"):
                sizes.setdefault(key, []).append(int(str(count)))
    return {key: float(median(counts)) for key, counts in sorted(sizes.items())}


def _intervals(solved: Cells, questions: Cells) -> dict[str, dict[str, float]]:
    """Accuracy in percent with its exact interval, cell by cell; cells without a question are left out."""
    made = {}
    for cell, count in questions.items():
        if count:
            low, high = clopper_pearson(solved[cell], count)
            made[cell] = {"accuracy": round(100 * solved[cell] / count, 2), "low": low, "high": high}
    return made


def _bootstrap(found: Audit, made: dict[str, Any]) -> dict[str, float] | None:
    """The width of the accuracy over the lists."""
    names = [e.name for e in found.benchmark.lists if made["questions"][e.name]]
    ends = bootstrap([Fraction(made["solved"][n], made["questions"][n]) for n in names])
    return ends and {"low": ends.low, "high": ends.high, "width": round(ends.high - ends.low, 2)}


def caveat(made: dict[str, Any]) -> str:
    """What stands beside every held-out figure."""
    if not made["statements"][HELD_OUT]:
        return NONE_HELD_OUT.format(repeated=made["repeated_questions"])
    shares = "; ".join(
        f"{n['list']} has {n['shared']:,} of {n['statements']:,} statements in {n['in']}" for n in made["nesting"]
    )
    is_developed = DEVELOPMENT in made["statements"]
    return (CAVEAT if is_developed else NO_DEVELOPMENT).format(
        development=DEVELOPMENT,
        nesting=shares if is_developed or not shares else f"Between them: {shares}. ",
        summed=made["statements"][HELD_OUT],
        union=made["statements_union"],
        repeated=made["repeated_questions"],
    )


def beside_the_paper(made: dict[str, Any]) -> list[dict[str, Any]]:
    """The paper's figures with ours; None where this file has no such cell."""
    table = rows(folder() / "paper_figure.csv", ("name", "value", "source"))
    return [
        {
            "name": r["name"],
            "paper": float(r["value"]),
            "ours": figure(made, r["name"]) if _has_cell(made, r["name"]) else None,
            "source": r["source"],
        }
        for r in table
    ]


def _has_cell(made: dict[str, Any], name: str) -> bool:
    """Whether the file has a question, or a statement, of which a figure could speak: none of none is no figure."""
    parts = name.split(".")
    ends = (".".join(parts[start:]) for start in range(1, len(parts)))
    cell = next((end for end in ends if end in made["questions"]), None)
    return cell is None or bool(made["questions"][cell])


def figure(made: dict[str, Any], name: str) -> float | None:
    """A figure by its dotted name: ``solved``, ``solved.6k.multi``, ``class.unreachable``."""
    head, _, rest = name.partition(".")
    found: Any = made.get(head)
    while isinstance(found, dict):
        if rest in found:
            found, rest = found[rest], ""
            continue
        step, _, rest = rest.partition(".")
        found = found.get(step or "all") if not (step == "" and "all" not in found) else None
    return float(found) if isinstance(found, int | float) else None

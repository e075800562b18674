"""One HTML page: the tables of an audit, and per failure the overwritten statement beside the one that won."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from memsql.lastwrite.audit import Audit, Class
from memsql.lastwrite.outcome import ALL, contents, notes, table
from memsql.lastwrite.summary import summary
from memsql.lastwrite.workbench import workbench
from memsql.people.letters import escape
from memsql.resources import style

HERE = Path(__file__).resolve().parent
GROUP = ' class="group"'
NUMBER = re.compile(r"-?\d+(\.\d+)?")
DOTTED = re.compile(r"[a-z][a-z0-9]*(?:[._][a-z0-9]+)+")
BREAK = re.compile(r"([._])")
NAMES = {
    Class.SOLVED: "solved",
    Class.REACHABLE_MISS: "reachable miss",
    Class.UNREACHABLE: "unreachable under last write",
    Class.PARSE_SCOPE: "parse scope",
    Class.BEYOND_LAST_WRITE: "beyond last write",
    Class.NORMALISATION: "normalisation artefact",
    Class.UNCLASSIFIABLE: "unclassifiable",
}
MEANING = {
    Class.REACHABLE_MISS: "The newest statements lead to the gold; the resolver chose another path.",
    Class.UNREACHABLE: "Only overwritten statements lead to the gold: the benchmark's own rule cannot reach it.",
    Class.PARSE_SCOPE: "A statement that no pattern reads is needed.",
    Class.BEYOND_LAST_WRITE: "The gold stands in the list, and no path of six edges leads there from the question.",
    Class.NORMALISATION: "The answer is the gold but for accents, dashes or quotes, which the metric keeps apart.",
    Class.UNCLASSIFIABLE: "The gold stands nowhere in the list.",
}


def report(found: Audit, outcomes: pl.DataFrame | None = None, rows: pl.DataFrame | None = None) -> str:
    """The page, for an audit, outcomes of other systems, and published rows where there are any.

    It loads nothing, and every text of the file stands escaped in it.
    """
    made = summary(found)
    failures = workbench(found)
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Last-write audit: {_text(made['file'])}</title>",
        f"<style>\n{style(HERE / 'report.css')}</style>\n</head>\n<body>",
        _header(made),
        "<main>",
        _accuracy(made),
        _paper(made),
        _sensitivities(made),
        "" if rows is None else _published(rows, made),
        "" if outcomes is None else _outcomes(outcomes, notes(outcomes, found), made),
        _failures(failures),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _text(value: object) -> str:
    return escape(str(value))


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]], groups: Sequence[str] = ()) -> str:
    """A table; a cell that is a number stands to the right, a row that begins with one of ``groups`` is set off."""
    listed = [list(r) for r in rows]
    kinds = [
        ' class="number"' if listed and all(_is_number(r[i]) or r[i] == "" for r in listed) else ""
        for i in range(len(heads))
    ]

    def cells(tag: str, values: Sequence[object]) -> str:
        return "".join(f"<{tag}{k}>{_shown(v)}</{tag}>" for v, k in zip(values, kinds, strict=True))

    lines = [f"<tr{GROUP if r[0] in groups else ''}>{cells('td', r)}</tr>" for r in listed]
    body = "\n".join(lines)
    head = f"<thead><tr>{cells('th', heads)}</tr></thead>"
    return f'<div class="table" tabindex="0"><table>\n{head}\n<tbody>\n{body}\n</tbody>\n</table></div>'


def _is_number(value: object) -> bool:
    """Whether a cell holds a number, as text with its digits too."""
    return isinstance(value, int | float) or (isinstance(value, str) and NUMBER.fullmatch(value) is not None)


def _shown(value: object) -> str:
    """A cell; the dotted name of a figure may break after a dot or an underscore."""
    text = _text(f"{value:g}" if isinstance(value, float) else value)
    return BREAK.sub(r"\1<wbr>", text) if isinstance(value, str) and DOTTED.fullmatch(value) else text


def _header(made: dict[str, Any]) -> str:
    figures = (
        ("questions", made["questions"]["all"]),
        ("solved by the newest-statement rule", made["solved"]["all"]),
        ("golds that rule cannot reach", made["unreachable"]["all"]),
        ("ceiling of any path picker", made["ceiling"]["all"]),
    )
    listed = "".join(f"<div><dt>{_text(name)}</dt><dd>{value:,}</dd></div>" for name, value in figures)
    links = "".join(
        f'<a href="#{place}">{name}</a>'
        for place, name in (("accuracy", "accuracy"), ("paper", "beside the paper"), ("failures", "failures"))
    )
    return (
        f"<header>\n<h1>Which misses speak of memory? The last-write audit</h1>\n"
        f'<p class="soft">{_text(made["file"])}, sha256 {made["sha256"][:12]}; parser and resolver frozen as '
        f"{made['freeze'][:12]}, developed on the list {_text(made['development_list'])}</p>\n"
        f"<dl>{listed}</dl>\n<nav>{links}</nav>\n</header>"
    )


def _caveat(made: dict[str, Any]) -> str:
    return f'<p class="caveat">{_text(made["caveat"])}</p>'


def _accuracy(made: dict[str, Any]) -> str:
    kinds = [c for c in Class if c is not Class.SOLVED and made["class"][c.value]["all"]]
    rows = [
        [
            cell,
            made["solved"][cell],
            made["questions"][cell],
            f"{found['accuracy']:.2f}",
            f"{found['low']:.2f} to {found['high']:.2f}",
            made["ceiling"][cell],
            *(made["class"][c.value][cell] for c in kinds),
        ]
        for cell, found in made["interval"].items()
    ]
    heads = ("cell", "solved", "of", "percent", "exact 95% interval", "ceiling", *(NAMES[c] for c in kinds))
    width = made["bootstrap"]
    said = (
        f" Over the lists, resampled, accuracy spans {width['width']:g} points: a width, no precision." if width else ""
    )
    return (
        '<section id="accuracy">\n<h2>Accuracy and classes of failures</h2>\n'
        f'<p class="soft">Official substring metric; intervals are conditional on these lists.{said}</p>\n'
        f"{_table(heads, rows, [r[0] for r in rows if '.' not in str(r[0])])}\n{_caveat(made)}\n</section>"
    )


def _paper(made: dict[str, Any]) -> str:
    rows = [[r["name"], r["paper"], "" if r["ours"] is None else r["ours"], r["source"]] for r in made["paper"]]
    return (
        '<section id="paper">\n<h2>The paper\'s figures beside these</h2>\n'
        '<p class="soft">arXiv 2610.09193. Its cue tables are unpublished: what rests on choosing a path differs, what '
        f"rests on parsing, keys and grounding is the same. {_text(made['graph_counting_rule'])}</p>\n"
        f"{_table(('figure', 'paper', 'here', 'where in the paper'), rows)}\n{_caveat(made)}\n</section>"
    )


def _sensitivities(made: dict[str, Any]) -> str:
    names = {
        "solved": "last write, official metric",
        "solved_strict": "strict equality",
        "solved_first_write": "first write instead of last",
        "lost_under_first_write": "solved, lost under first write",
        "lost_under_first_write_strict": "the same, both by strict equality",
        "solved_separate_key": "the Prime Minister as a key of its own",
        "abstained": "no answer",
    }
    cells = [c for c in made["questions"] if made["questions"][c]]
    rows = [[text, *(made[name][cell] for cell in cells)] for name, text in names.items()]
    return f"<section>\n<h2>Sensitivities</h2>\n{_table(('questions', *cells), rows)}\n{_caveat(made)}\n</section>"


def _published(rows: pl.DataFrame, made: dict[str, Any]) -> str:
    return (
        "<section>\n<h2>Published rows beside the resolver</h2>\n"
        '<p class="soft">No leaderboard: reading the whole list, chunks, prompts and retrieval differ.</p>\n'
        f"{_table(('system', 'list', 'hop', 'published %', 'resolver %'), rows.iter_rows())}\n"
        f"{_caveat(made)}\n</section>"
    )


def _outcomes(outcomes: pl.DataFrame, said: Sequence[str], made: dict[str, Any]) -> str:
    """Outcomes of other systems; ``said``: what has to be known of the counts."""
    names = {ALL: "all", **{c.value: NAMES[c] for c in Class}}
    counted = table(outcomes)
    held = [[r[0], names[r[1]], *r[2:]] for r in contents(outcomes).iter_rows()]
    return (
        "<section>\n<h2>Other systems, split by class</h2>\n"
        f"{''.join(f'<p>{_text(line)}</p>' for line in said)}\n"
        f"{_table(counted.columns, counted.iter_rows())}\n"
        "<h2>What their outputs hold</h2>\n"
        '<p class="soft">The gold alone, the resolver\'s answer alone, both, neither; and beside that the '
        "answer of the first write.</p>\n"
        f"{_table(('system', 'class', 'gold', 'resolver', 'both', 'neither', 'first write', 'of'), held)}\n"
        f"{_caveat(made)}\n</section>"
    )


def _failures(failures: pl.DataFrame) -> str:
    parts = ['<section id="failures">\n<h2>Failures</h2>']
    for kind in Class:
        rows = failures.filter(pl.col("class") == kind.value)
        if rows.height:
            parts.append(f'<h2>{NAMES[kind]}: {rows.height}</h2>\n<p class="soft">{MEANING[kind]}</p>')
            parts += [_failure(row) for row in rows.iter_rows(named=True)]
    if not failures.height:
        parts.append("<p>None.</p>")
    return "\n".join([*parts, "</section>"])


def _failure(row: dict[str, Any]) -> str:
    lost = {"gold": "the gold itself was overwritten", "intermediate": "a step on the way was overwritten"}
    note = f" · {lost[row['overwritten']]}" if row["overwritten"] else ""
    paths = "\n".join(f"<p>To the gold:</p>{_steps(path)}" for path in row["gold_paths"])
    chosen = f"<p>The resolver's path:</p>{_steps(row['predicted_path'])}" if row["predicted_path"] else ""
    unparsed = ", ".join(map(str, row["gold_unparsed"]))
    left = f'<p class="soft">The gold stands in unparsed statements too: {unparsed}.</p>' if unparsed else ""
    return (
        f'<details><summary>{_text(row["question"])} <span class="soft">{row["list"]}, {row["hop"]}-hop '
        f"{row['index']}{note}</span></summary>\n"
        f'<p>gold <span class="pill">{_text(" | ".join(row["golds"]))}</span> · resolver '
        f'<span class="pill">{_text(row["prediction"])}</span></p>\n{paths}\n{chosen}\n'
        f'<p class="soft">{_text(row["reason"])}</p>{left}\n</details>'
    )


def _steps(path: Sequence[dict[str, Any]]) -> str:
    """The statements of a path; an overwritten one is struck out, with the one that won under it."""
    items = []
    for step in path:
        said = f'<span class="said">{step["number"]}.</span> {_text(step["statement"])}'
        if step["winner"] is not None:
            won = f'<span class="said">{step["winner_number"]}.</span> {_text(step["winner"])}'
            said = f'<s>{said}</s><span class="won">{won}, which is newer</span>'
        items.append(f"<li>{said}</li>")
    return f'<ol class="steps">{"".join(items)}</ol>'

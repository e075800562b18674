"""What somebody who waits for a run sees: bars on a terminal, elsewhere a line when an endpoint fails in a new way."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from memsql.cli.waiting import bars, outstanding
from memsql.evaluation.answering import Outstanding

NONE, HANGS = Outstanding(0, 0, ""), Outstanding(8, 0, "")
AGAIN, MORE, OTHER = (
    Outstanding(8, 1, "status 500"),
    Outstanding(7, 9, "status 500"),
    Outstanding(7, 10, "timed out"),
)


def test_what_is_outstanding_in_words() -> None:
    assert [outstanding(found) for found in (NONE, HANGS, AGAIN)] == [
        "",
        "8 outstanding",
        "8 outstanding, 1 tried again (last: status 500)",
    ]


def test_a_terminal_shows_what_an_endpoint_has_not_answered() -> None:
    text = StringIO()
    with bars("bm25", Console(file=text, force_terminal=True, width=200)) as shown:
        shown.report("answers", 3, 10)
        for found in (HANGS, AGAIN):
            shown.watch(found)
    said = text.getvalue()
    assert "bm25: answers" in said and "3/10" in said
    assert "8 outstanding, 1 tried again (last: status 500)" in said


def test_elsewhere_a_new_trouble_is_one_line() -> None:
    text = StringIO()
    with bars("bm25", Console(file=text, force_terminal=False, width=40)) as shown:
        for found in (HANGS, AGAIN, MORE, OTHER, NONE):
            shown.watch(found)
    assert text.getvalue().splitlines() == [
        "memsql: bm25: 8 outstanding, 1 tried again (last: status 500) ... (Ctrl-C stops it)",
        "memsql: bm25: 7 outstanding, 10 tried again (last: timed out) ... (Ctrl-C stops it)",
    ]

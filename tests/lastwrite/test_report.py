"""The page: what was overwritten beside what won, every text escaped, nothing loaded from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memsql.lastwrite.audit import Audit, audit
from memsql.lastwrite.outcome import load_outcomes
from memsql.lastwrite.report import report
from tests.evaluation.report.browser import NARROW, WIDE, browsing, chromium
from tests.lastwrite.conftest import Made, row


def test_an_overwritten_statement_stands_beside_the_one_that_won(made: Made) -> None:
    said = ["The capital of Foo is <Old> & Co", "The capital of Foo is New"]
    found = report(audit(made(row(said, [("What is the capital of Foo?", "<Old> & Co")]))))
    lost = '<s><span class="said">0.</span> The capital of Foo is &lt;Old&gt; &amp; Co</s>'
    won = '<span class="won"><span class="said">1.</span> The capital of Foo is New, which is newer</span>'
    assert lost + won in found
    assert "<Old>" not in found


def test_the_page_has_every_failure_and_loads_nothing(generated: Audit) -> None:
    page = report(generated)
    failures = generated.items.filter(~generated.items["is_solved"]).height
    assert page.count("<details>") == failures
    assert not re.search(r"(?:src|href)=\"(?!#)|@import|url\(", page)
    assert page.count('class="caveat"') == 3, "the caveat stands beside every held-out figure"
    for tag in ("section", "table", "details", "ol", "main", "body", "html"):
        assert len(re.findall(rf"<{tag}[ >]", page)) == page.count(f"</{tag}>"), tag


def test_outcomes_say_what_they_rest_on(made: Made, tmp_path: Path) -> None:
    found = audit(made(row(["The capital of Foo is Bar"], [("What is the capital of Foo?", "Bar")] * 2)))
    path = tmp_path / "mine.jsonl"
    path.write_text('{"set": "sh_6k", "index": 0, "output": "Bar"}\n')
    page = report(found, load_outcomes(path, found))
    assert "<p>mine has outcomes for 1 of 2 questions; the others are not counted.</p>" in page
    assert "<p>1 of 1 outcomes do not say which question they answer" in page
    assert page.count('class="caveat"') == 4


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_no_name_is_wider_than_the_page(made: Made, tmp_path: Path, width: int) -> None:
    program = chromium()
    if program is None:
        pytest.skip("no chromium on this machine: install Debian's package chromium to measure the page")
    said = [f"The capital of Foo is {'W' * 400}", f"The capital of Foo is {'long name ' * 80}end"]
    page = tmp_path / "page.html"
    page.write_text(report(audit(made(row(said, [("What is the capital of Foo?", "W" * 400)])))), encoding="utf-8")
    with browsing(program) as browser:
        seen = browser.measured(page, width)
    assert seen["scrollWidth"] <= width
    assert seen["small"] == [], "text under 12 px"


def test_a_benchmark_without_failures(made: Made, tmp_path: Path) -> None:
    found = report(audit(made(row(["The capital of Foo is Bar"], [("What is the capital of Foo?", "Bar")]))))
    assert "<p>None.</p>" in found
    assert tmp_path.as_posix() not in found, "no path of a machine"

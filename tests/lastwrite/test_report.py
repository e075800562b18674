"""The page: what was overwritten beside what won, every text escaped, nothing loaded from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

from memsql.lastwrite.audit import Audit, audit
from memsql.lastwrite.report import report
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


def test_a_benchmark_without_failures(made: Made, tmp_path: Path) -> None:
    found = report(audit(made(row(["The capital of Foo is Bar"], [("What is the capital of Foo?", "Bar")]))))
    assert "<p>None.</p>" in found
    assert tmp_path.as_posix() not in found, "no path of a machine"

"""The page and the Markdown: every figure is that of the tables, nothing is loaded, nothing is cut on a phone."""

from __future__ import annotations

import html
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

from memsql.evaluation.exam import Exam
from memsql.evaluation.people import sheets
from memsql.evaluation.report.page import page
from memsql.evaluation.report.tracked import SHOWN, trajectories
from memsql.evaluation.results import RunFolder
from memsql.people.describe import shown_answer
from tests.evaluation.report.browser import NARROW, WIDE, browsing, chromium
from tests.evaluation.report.pictures import MISSING, main, pictures

VOID = {"meta", "br", "path", "rect", "circle", "polygon"}


class Balance(HTMLParser):
    """Every element ends where it must."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"{tag} at {self.getpos()}"

    def handle_startendtag(self, tag: str, _attrs: object) -> None:
        assert tag in VOID, tag


@pytest.fixture(scope="module")
def text(written: Path) -> str:
    return (written / "report.html").read_text()


def section(text: str, place: str) -> str:
    return re.search(rf'<section id="{place}">.*?</section>', text, re.DOTALL)[0]  # type: ignore[index]


def test_the_page_is_whole_and_loads_nothing(text: str) -> None:
    balance = Balance()
    balance.feed(text)
    assert not balance.open
    assert not re.search(r"(?:src|href)=\"(?!#)|@import|url\(|<script", text)
    for place in re.findall(r'href="#([^"]+)"', text):
        assert f'id="{place}"' in text, place


def test_an_invalid_run_has_its_reason_and_no_figure(text: str) -> None:
    assert "leaks &lt;later&gt; records" in section(text, "systems") and "INVALID" in section(text, "systems")
    for place in ("q1", "q2", "q3", "cost", "tables"):
        assert "gamma" not in section(text, place)


def test_references_stand_after_the_ranked_systems_however_good(text: str) -> None:
    rows = re.findall(r"<tr[^>]*><td[^>]*>([^<]*)<", section(text, "q1"))[:3]
    assert rows == ["beta (10 records)", "alpha (10 records)", "delta (10 records), reference"]
    assert '<tr class="reference"><td>delta' in section(text, "q1")


def test_plots_show_the_shares_of_the_tables(text: str, found: list[RunFolder], exam: Exam) -> None:
    queries = exam.table("query").select("query_id", "family")
    alpha = pl.DataFrame(found[0].table("score")).join(queries, on="query_id")
    for family, right, count in alpha.group_by("family").agg(pl.col("is_correct").mean(), pl.len()).iter_rows():
        said = rf"alpha \(10 records\), {family}: {100 * right:.1f} % \[?[^<]*n {count}</title>"
        assert re.search(said, section(text, "q1")), family


def test_the_frontier_is_counted_by_depth_and_class(text: str, found: list[RunFolder]) -> None:
    counted = Counter((row["depth"], row["class"]) for row in found[0].table("frontier"))
    assert len({name for _, name in counted}) == 3
    for (depth, name), count in counted.items():
        assert f"<title>depth {depth}, {name}: {count:,}</title>" in section(text, "q2")


def test_trajectories_are_gold_and_the_answers(text: str, found: list[RunFolder], exam: Exam) -> None:
    valid = [r for r in found if not r.summary["invalid"]]
    shown = trajectories(exam, valid)
    assert 1 < len(shown) <= SHOWN and len({t.family for t in shown}) == len(shown)
    changes = exam.table("transition").filter(pl.col("is_changed")).group_by("tracked_id").len()
    most = changes["len"].max()
    assert changes.filter(pl.col("tracked_id") == shown[0].tracked_id)["len"].item() == most
    for one in shown:
        rows = exam.table("tracked_answer").filter(pl.col("tracked_id") == one.tracked_id).sort("checkpoint")
        assert [t for t, _ in one.gold] == [shown_answer(r) for r in rows.to_dicts()]
        right = [r["is_correct"] for r in found[0].table("maintenance") if r["tracked_id"] == one.tracked_id]
        assert dict(one.given)["alpha (10 records)"][0].is_right == right[0]
        assert html.escape(one.question) in section(text, "q3")


def test_markdown_has_every_table(written: Path, found: list[RunFolder]) -> None:
    said = (written / "report.md").read_text().replace("\\", "")
    for sheet in sheets(found):
        assert f"## {sheet.title}\n" in said, sheet.title
        for row in sheet.rows:
            assert f"| {' | '.join(map(str, row))} |".replace("<", "&lt;") in said
    assert "FRONTIER" in said and "leaks &lt;later> records" in said


def test_texts_of_systems_are_escaped(found: list[RunFolder], exam: Exam) -> None:
    manifest = {**found[0].manifest, "sut": {**found[0].manifest["sut"], "options": {"x": "<i>&"}}}
    odd = RunFolder(found[0].folder)
    odd.__dict__["manifest"] = manifest
    made = page(exam, [odd])
    assert "<i>" not in made and "x=&lt;i&gt;&amp;" in made


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_nothing_is_cut_or_small_in_the_browser(written: Path, width: int) -> None:
    program = chromium()
    if program is None:
        pytest.skip("no chromium on this machine: install Debian's package chromium to measure the page")
    with browsing(program) as browser:
        seen = browser.measured(written / "report.html", width)
    assert seen["scrollWidth"] <= width
    assert seen["small"] == [], "text under 12 px"
    assert seen["odd"] == [], "labels of a drawing that overlap or are cut"
    assert seen["fetched"] == [], "resources that the page loads"


def test_pictures_of_both_sizes(written: Path, tmp_path: Path) -> None:
    program = chromium()
    if program is None:
        pytest.skip("no chromium on this machine: install Debian's package chromium to picture the page")
    found = pictures(program, written / "report.html", tmp_path / "pictures")
    assert [p.name for p in found] == [
        f"report-{width}-{scheme}.png" for width in (NARROW, WIDE) for scheme in ("light", "dark")
    ]
    heads = [p.read_bytes()[:24] for p in found]
    assert all(head.startswith(b"\x89PNG") for head in heads)
    assert [int.from_bytes(head[16:20]) for head in heads] == [NARROW, NARROW, WIDE, WIDE]
    wide = tmp_path / "wide.html"
    wide.write_text("<p style='width: 2000px'>wide</p>")
    with pytest.raises(ValueError, match="at 390 px: 2"):
        pictures(program, wide, tmp_path / "pictures")


def test_no_pictures_without_a_browser(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert main() == 0
    assert capsys.readouterr().out == f"{MISSING}\n"

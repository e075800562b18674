"""What a newcomer gets wrong at the command line: one line each, and nothing written or lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from memsql.cli import app
from memsql.errors import MemsqlError
from memsql.lastwrite.write import write_all
from memsql.scivalidity.decisions import load_decisions
from memsql.scivalidity.plan import plan_of, plans
from memsql.scivalidity.report import report
from memsql.scivalidity.taskspec import load
from tests.acceptance.shell import digests
from tests.evaluation.report.browser import NARROW, WIDE, browsing, chromium
from tests.scivalidity.test_cli import ROWS, printed
from tests.scivalidity.test_taskspec import HEAD, catalogue, rewrite

__all__ = ["catalogue"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of two TaskSpecs, ``mine/``, and the decisions of two readers over it, ``d.parquet``."""
    place = tmp_path_factory.mktemp("refused")
    (place / "mine").mkdir()
    (place / "mine" / "taskspec.csv").write_text(HEAD + ROWS)
    given = ("--plan", "primary", "--catalogue", str(place / "mine"), "--seeds", "1")
    printed("run", *given, "--reader", "first", "--reader", "state", "--out", str(place / "d.parquet"))
    (place / "link.parquet").symlink_to("d.parquet")
    os.link(place / "d.parquet", place / "hard.parquet")
    (place / "empty").mkdir()
    return place


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("report d.parquet --out d.parquet", "d.parquet: is read as input; give another --out"),
        ("report d.parquet --out link.parquet", "is read as input"),
        ("report hard.parquet --out d.parquet", "is read as input"),
        ("generate --catalogue mine --out mine", "mine: is read as input"),
        ("generate --catalogue mine --out mine/out", "is read as input"),
        ("generate --catalogue mine --rules mine --out mine/out", "is read as input"),
        ("run --plan primary --catalogue mine --out mine/taskspec.csv", "is read as input"),
        ("run --plan primary --plans d.parquet --out d.parquet", "is read as input"),
        ("report d.parquet --out empty", "empty: a folder stands there; name a file"),
        ("run --plan primary --catalogue mine --out empty", "empty: a folder stands there; name a file"),
        ("run --plan primary --catalogue mine --out .", "a folder stands there; name a file"),
        ("run --plan primary --catalogue mine --out /dev/null", "no ordinary file stands there; name a file"),
        ("generate --catalogue mine --out d.parquet", "d.parquet: not written"),
        ("generate --catalogue mine --rules nowhere --out out", "nowhere: no such folder; name one with rule files"),
        ("score d.parquet --first flat+flat", "names a view twice; name each once"),
        ("score d.parquet --first typd", '--first: no view "typd"; did you mean typed'),
        ("score d.parquet --second raw+nope", '--second: no view "nope"; known are: bm25,'),
        (
            "score d.parquet --second summary",
            "--second: summary was not run on original worlds; known are: bm25, event",
        ),
        ("score d.parquet --first raw --second raw+bm25", "both hold raw; give two different views"),
        ("score nowhere", "nowhere: no such file; name a file that scivalidity run wrote"),
        ("score empty", "empty: a folder; name a file"),
        ("score mine/taskspec.csv", "taskspec.csv: no Parquet"),
        ("run --plan primary --reader first --reader first --out x", 'reader "first": given twice'),
        ("run --plan primary --reader firs --out x", 'reader "firs": not known; did you mean first'),
        ("run --plan primary --endpoint http://localhost/v1 --model state --out x", "model state: a reader without"),
        ("run --plan primry --out x", 'plan "primry": not known; did you mean primary'),
        ("run --plan hosted --seeds 101 --out x", "plan hosted: blocks begin at 200 and 300 and share seeds"),
        (
            "generate --seeds 200 --out out",
            "64 TaskSpecs with 200 seeds each are 12,800 pairs, more .*; give 156 seeds or",
        ),
        ("run --plan primary --seeds 200 --reader first --out x", "are 12,800 pairs, more than the 10,000 compiled"),
        ("run --plan corruption --catalogue mine --out x", "plan corruption: no TaskSpec has an operator"),
        ("compile nope", r'taskspec "nope": not known; known are: assessor_blinding-ab_testing, .*\(64 in all\)$'),
        ("plans --plans nowhere", "nowhere: not read"),
    ],
)
def test_one_line_and_nothing_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str, message: str
) -> None:
    monkeypatch.chdir(folder)
    before = digests(folder), sorted(folder.iterdir())
    with pytest.raises(MemsqlError, match=message) as found:
        printed(*command.split(" "))
    assert "\n" not in str(found.value)
    assert (digests(folder), sorted(folder.iterdir())) == before


@pytest.mark.parametrize(
    "command",
    [
        "generate --out x --seeds 1001",
        "generate --out x --first-seed 99999999999999999999",
        "compile outcome_lock-clinical --seed 99999999999999999999",
        "views outcome_lock-clinical --seed -1",
        "run --plan primary --out x --seeds 99999999999999999999",
        "audit --seeds 0",
    ],
)
def test_seeds_have_bounds(command: str) -> None:
    done = CliRunner().invoke(app, ["scivalidity", *command.split(" ")])
    assert done.exit_code == 2, done.output


@pytest.mark.parametrize("stands", ["file", "folder"])
def test_what_stands_in_the_place_of_another_kind_is_left(tmp_path: Path, stands: str) -> None:
    def write(path: Path) -> None:
        path.write_text("new")

    out = tmp_path / "out"
    out.mkdir()
    (out / "event.parquet").write_text("mine")
    (write if stands == "file" else Path.mkdir)(out / "scenario")
    before = digests(out)
    with pytest.raises(MemsqlError, match=f"scenario: a {stands} stands there; name another place"):
        write_all(out, {"event.parquet": write, "scenario": Path.mkdir if stands == "file" else write})
    assert digests(out) == before
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.drop("view", "seed"), "no column seed, view; name a file"),
        (lambda f: f.head(0), "no decision in it"),
        (lambda f: f.with_columns(pl.lit("yes").alias("is_valid")), "column is_valid holds String, not Boolean"),
        (lambda f: f.with_columns(pl.lit(2**64 - 1, pl.UInt64).alias("seed")), "a number is beyond 64 bits"),
        (lambda f: pl.concat([f, f.tail(1)]), "row 14: an item stands there twice"),
        (lambda f: f.with_columns(~pl.col("is_valid")), "row 1: is_valid is not what choice and oracle_action say"),
        (lambda f: f.with_columns(pl.lit("rw").alias("view")), 'row 1: view is "rw"; did you mean raw'),
        (lambda f: f.with_columns(pl.lit(None, pl.String).alias("domain")), "row 1: no domain"),
    ],
)
def test_an_edited_file_is_refused(
    folder: Path, tmp_path: Path, change: Callable[[pl.DataFrame], pl.DataFrame], message: str
) -> None:
    path = tmp_path / "edited.parquet"
    change(pl.read_parquet(folder / "d.parquet").filter(pl.col("reader") == "state").head(14)).write_parquet(path)
    with pytest.raises(MemsqlError, match=message):
        load_decisions(path)


PLAN = 'title = "t"\nreaders = 1\nseeds = 2\nblocks = [0]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no plan; write"),
        ("mine = 3", "mine is 3; write a table"),
        (f"[mine]\n{PLAN}", "corrupted, or original and companion; give one of the two"),
        (f'[mine]\n{PLAN}original = ["rw"]', "no view rw; did you mean raw"),
        (f'[mine]\n{PLAN}original = ["raw", "raw"]', "write different texts"),
        (f'[mine]\n{PLAN}corrupted = "raw"', 'corrupted is "raw"; known are: flat, typed'),
        (f'[mine]\n{PLAN}orignal = ["raw"]', 'field "orignal"; did you mean original'),
        (f'[mine]\n{PLAN.replace("[0]", "[0, 1]")}original = ["raw"]', "write first seeds from 0, 2 or more apart"),
        (f'[mine]\n{PLAN.replace("[0]", "[-1]")}original = ["raw"]', "write first seeds from 0"),
        (f'[mine]\n{PLAN.replace("[0]", "0")}original = ["raw"]', "write a list of first seeds"),
        (f'[mine]\n{PLAN.replace("seeds = 2", "seeds = 0")}original = ["raw"]', "write a whole number from 1 to 1000"),
        (f'["my plan"]\n{PLAN}original = ["raw"]', "the name has other signs"),
        ("[mine", "no TOML"),
    ],
)
def test_a_file_of_plans_is_checked(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text)
    with pytest.raises(MemsqlError, match=message):
        plans(path)


def test_a_plan_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(f'[mine]\n{PLAN}original = ["raw", "typed"]\ncompanion = ["typed"]\n')
    (plan,) = plans(path).values()
    assert plan_of("mine", path).decisions(load()) == plan.decisions(load()) == 64 * 2 * 3


@pytest.mark.parametrize(
    ("name", "before", "after", "message"),
    [
        ("families/censoring.toml", '[[event]]\ntype = "observe"', '[[event]]\ntype = "run"', "two events of type run"),
        (
            "families/blank_or_zero.toml",
            "pick = 0 }, false",
            "pick = 7 }, false",
            "picks number 7 and there are 2 words",
        ),
        (
            "families/censoring.toml",
            "from = 40, to = 60",
            "from = 60, to = 40",
            "to is 40; write a whole number from 60",
        ),
        ("families/blank_or_zero.toml", 'words = ["failed"', 'words = ["fai|led"', 'words is "fai|led"'),
        ("families/optional_stopping.toml", "scale = 1000", "scale = 3", "scale is 3; write one of 1, 10, 100, 1000"),
        ("families/optional_stopping.toml", "{observe}", "{observer}", "in braces write {observe} only"),
        (
            "domains/clinical.toml",
            'run = "follow-up"',
            'run = "protocol"',
            "object 'protocol' stands for two event types",
        ),
        (
            "domains/clinical.toml",
            "{actor} registered",
            "{actor.x} registered",
            "in braces write {actor}, {object}, {item}",
        ),
        ("domains/clinical.toml", "{actor} registered", "{actor registered", "correct its braces"),
        ("domains/clinical.toml", '"Clinical research"', "3", "title is 3; write a text"),
        ("taskspec.csv", "censoring-clinical,", "../evil,", 'taskspec_id is "../evil"; write letters'),
        ("taskspec.csv", "censoring-clinical,censoring,", "censoring-clinical,", "4 fields; write taskspec_id, family"),
        ("taskspec.csv", "governing,split", "governing,split\n\x00", "1 fields; write taskspec_id"),
        ("corruption.csv", ",omit,", ",omitt,", 'operator "omitt"; did you mean omit'),
    ],
)
def test_a_file_of_a_catalogue_is_checked(catalogue: Path, name: str, before: str, after: str, message: str) -> None:
    rewrite(catalogue / name, lambda t: t.replace(before, after, 1))
    with pytest.raises(MemsqlError) as found:
        load(catalogue)
    assert message in str(found.value)
    assert "\n" not in str(found.value)


# Their worlds would be counted together, and a pair once for each of both.
def test_decisions_of_two_plans_are_not_mixed(folder: Path, tmp_path: Path) -> None:
    found = pl.read_parquet(folder / "d.parquet")
    path = tmp_path / "both.parquet"
    pl.concat([found, found.with_columns(plan=pl.lit("other"))]).write_parquet(path)
    with pytest.raises(MemsqlError, match=r'decisions of 2 plans \("other", "primary"\); score each in a file'):
        load_decisions(path)
    found.with_columns(module=pl.concat_str(pl.lit("m"), pl.col("variant"))).write_parquet(path)
    with pytest.raises(MemsqlError, match=r"row 1: TaskSpec .* has more than one module"):
        load_decisions(path)


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_drawings_can_be_read_in_the_browser(folder: Path, tmp_path: Path, width: int) -> None:
    program = chromium()
    if program is None:
        pytest.skip("no chromium on this machine: install Debian's package chromium to measure the page")
    page = tmp_path / "page.html"
    page.write_text(report(load_decisions(folder / "d.parquet")), encoding="utf-8")
    with browsing(program) as browser:
        seen = browser.measured(page, width)
    assert seen["scrollWidth"] <= width
    assert seen["small"] == [], "text under 12 px"
    assert seen["odd"] == [], "labels of a drawing that overlap or are cut"


def test_a_file_that_is_no_text_is_refused(catalogue: Path) -> None:
    (catalogue / "families" / "censoring.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(MemsqlError, match=r"censoring\.toml: not UTF-8"):
        load(catalogue)

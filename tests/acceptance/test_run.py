"""The runner itself: it chooses, orders, prints, and fails where a line fails."""

from __future__ import annotations

import pytest

from tests.acceptance import registry, run


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LINES", {})
    monkeypatch.setattr(run, "load_issues", lambda: None)
    registry.line("8.10", "the tenth", command="true")(lambda: "ten")
    registry.line("8.2b", "the second, again", command="true")(lambda: "two")
    registry.line("8.2a", "the second", command="true")(lambda: "two")
    registry.line("9.1", "one that fails", command="false")(lambda: str(1 // 0))


@pytest.mark.usefixtures("lines")
def test_lines_are_chosen_and_ordered_by_number() -> None:
    assert [each.line_id for each in registry.chosen()] == ["8.2a", "8.2b", "8.10", "9.1"]
    assert [each.line_id for each in registry.chosen(["8.2"])] == ["8.2a", "8.2b"]
    assert [each.line_id for each in registry.chosen(["8.2b"])] == ["8.2b"]
    assert [each.line_id for each in registry.chosen(["9"])] == ["9.1"]


@pytest.mark.usefixtures("lines")
def test_a_failing_line_is_shown_and_ends_the_run_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([]) == 1
    printed = capsys.readouterr().out
    assert "FAILED integer division or modulo by zero" in printed
    assert "3 of 4 lines hold; not: ['9.1']" in printed
    assert run.main(["--only", "8"]) == 0
    assert run.main(["--only", "7"]) == 2
    assert run.main(["--without", "9", "8.2"]) == 0
    assert "1 of 1 lines hold; not run: ['8.2a', '8.2b', '9.1']" in capsys.readouterr().out
    assert run.main(["--without", "7.1"]) == 2


def test_an_id_has_issue_point_and_letter() -> None:
    with pytest.raises(ValueError, match="no id of a line"):
        registry.line("two", "no number", command="true")

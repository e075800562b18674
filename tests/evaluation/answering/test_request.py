"""Requests: the prompt is data with a hash, and the same question is the same body."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from memsql.errors import DataError
from memsql.evaluation.answering import Asked, Settings
from memsql.evaluation.answering.answers import ANSWER_TYPES, LABELS
from memsql.evaluation.answering.settings import body_sha256, load_prompts, request_body
from memsql.resources import data_root

AT = datetime(2025, 4, 17, 23, 59, 59, 999999)


def body(settings: Settings, answer_type: str | None = "number", context: str = "[e1] It is 5.") -> dict[str, Any]:
    return request_body(Asked("q1", "How much?", AT, answer_type, context), settings, load_prompts(settings.prompts))


def plain(**changes: Any) -> Settings:
    return Settings("https://example.org/v1", "any", **changes)


def test_a_request_holds_question_time_context_and_form_and_nothing_of_the_row() -> None:
    system, user = (message["content"] for message in body(plain())["messages"])
    assert all(f'"{label}"' in system for label in LABELS)
    for said in ("How much?", "As of: 2025-04-17 23:59", "[e1] It is 5.", "a JSON number"):
        assert said in user
    assert "q1" not in system + user


def test_options_are_sent_where_they_are_given() -> None:
    default = body(plain())
    assert (default["model"], default["temperature"]) == ("any", 0)
    assert not {"seed", "max_tokens"} & default.keys()
    other = body(plain(temperature=None, seed=7, max_output_tokens=300))
    assert (other["seed"], other["max_tokens"]) == (7, 300)
    assert "temperature" not in other
    assert len({body_sha256(b) for b in (default, other, body(plain(format="text")), body(plain(), "set"))}) == 4
    assert body_sha256(default) == body_sha256(dict(reversed(default.items())))


def test_the_format_is_the_one_that_is_chosen() -> None:
    assert body(plain())["response_format"]["json_schema"]["strict"] is True
    assert body(plain(format="object"))["response_format"] == {"type": "json_object"}
    assert "response_format" not in body(plain(format="text"))


@pytest.mark.parametrize("answer_type", [*ANSWER_TYPES, None])
def test_schemas_are_closed_as_strict_output_wants_them(answer_type: str | None) -> None:
    schema = body(plain(), answer_type)["response_format"]["json_schema"]["schema"]
    assert schema["additionalProperties"] is False
    assert schema["required"] == list(schema["properties"])
    assert schema["required"][-1] == "answer"
    assert ("answer_type" in schema["properties"]) == (answer_type is None)
    assert schema["properties"]["label"]["enum"] == list(LABELS)


def test_places_inside_a_context_are_text() -> None:
    context = "[e1] {question} and {form} and {nothing} and \\1 and \ud800"
    assert (
        "[e1] {question} and {form} and {nothing} and \\1 and \ufffd"
        in body(plain(), context=context)["messages"][1]["content"]
    )


def test_an_answer_type_that_is_none() -> None:
    with pytest.raises(DataError, match=r"^q1: 'colour' is no type of answers; "):
        body(plain(), "colour")


def test_prompts_of_ones_own_have_a_hash_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "prompts"
    shutil.copytree(data_root() / "prompts", folder)
    assert load_prompts(folder) == load_prompts()
    system = folder / "answer_system.txt"
    system.write_text(system.read_text() + "\nBe brief.")
    assert load_prompts(folder).sha256 != load_prompts().sha256
    assert body(plain(prompts=folder))["messages"][0]["content"].endswith("Be brief.")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("answer_user", "{question}", "", "answer_user.txt: {question} is missing or unknown"),
        ("answer_user", "{form}", "{form} {colour}", "answer_user.txt: {colour} is missing or unknown"),
        ("answer_form", "entity: ", "entities: ", "answer_form.txt: no line for entity"),
    ],
)
def test_prompts_that_lack_something(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    folder = tmp_path / "prompts"
    shutil.copytree(data_root() / "prompts", folder)
    path = folder / f"{name}.txt"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(DataError) as refused:
        load_prompts(folder)
    assert said in str(refused.value)
    path.unlink()
    with pytest.raises(DataError, match="cannot be read"):
        load_prompts(folder)

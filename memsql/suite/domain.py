"""The domains: what each contributes to the generator."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from memsql.suite.forms import Draft
from memsql.suite.story import Story

DOMAINS = ("tripops", "shopops", "eduops")


class Domain(Protocol):
    """A domain: a module ``memsql.suite.<name>`` with these two functions."""

    def simulate(self, story: Story) -> None:
        """Add the events of a history to the story: ``story.options`` says how large, and which story it tells."""

    def chatter(self, story: Story) -> Draft:
        """Return one record without actions about things of the story, in words that its questions use."""


def domain_of(name: str) -> Domain:
    """Return the domain of this name."""
    return cast("Domain", import_module(f"memsql.suite.{name}"))

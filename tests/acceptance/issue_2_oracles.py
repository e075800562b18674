"""Issue 2, the engine: what is checked a second way, by logic programs, by subsets, by deletion, by other suites."""

from __future__ import annotations

from tests.acceptance.registry import line
from tests.acceptance.shell import compared, gold_folder, passed


@line(
    "2.3a",
    "every construct of the rule language has a test, every refusal one that compares its message",
    command="pytest tests/rules",
)
def constructs_and_refusals() -> str:
    return passed("tests/rules")


@line(
    "2.3b",
    "bad schemas, events and queries are refused, each with its message",
    command="pytest tests/scenario",
)
def refusals_of_scenarios() -> str:
    return passed("tests/scenario")


@line(
    "2.4a",
    "the author's own views and the lifted ones agree on closed data, and nowhere contradict each other",
    command="python -m tests.gold.heavy verbatim_views",
)
def verbatim_views_agree() -> str:
    return compared("verbatim_views")


@line(
    "2.4b",
    "exhaustive subsets of the support give the same set of witnesses: by logic program, over every construct, "
    "over random rules",
    command="python -m tests.gold.heavy program subsets random_rules",
)
def exhaustive_subsets() -> str:
    return compared("program", "subsets", "random_rules")


@line("2.4c", "clingo gives the same answers and labels", command="pytest tests/oracle/test_oracle.py")
def clingo_agrees() -> str:
    return passed("tests/oracle/test_oracle.py")


@line("2.4d", "witnesses of random graphs and r_W equal brute force", command="pytest tests/gold")
def citation_recall() -> str:
    return passed("tests/gold")


@line(
    "2.4e",
    "flipping one comparison in each of 20 rule files or more makes the oracle disagree every time",
    command="pytest tests/oracle/test_mutation.py",
)
def mutations_are_noticed() -> str:
    return passed("tests/oracle/test_mutation.py")


@line(
    "2.4f",
    "laws of histories; worlds answer like edited histories, overrides like tables that say the same",
    command="python -m tests.gold.heavy laws worlds overrides",
)
def laws_of_worlds() -> str:
    return compared("laws", "worlds", "overrides")


@line(
    "2.4g",
    "no other witness: everything but what hits all listed ones leaves the answer unknown, over whole histories",
    command="python -m tests.gold.heavy other_witnesses",
)
def no_other_witness() -> str:
    gold_folder()
    return compared("other_witnesses")


@line(
    "2.5",
    "a public Datalog conformance suite: every case inside the rule language passes, the rest is listed",
    command="pytest tests/datalog",
)
def datalog_conformance() -> str:
    return passed("tests/datalog")

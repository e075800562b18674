"""Invented names: none twice, none real, none of another seed's."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from math import gcd
from random import Random
from types import ModuleType

import pytest

from memsql.errors import GoldError
from memsql.resources import data_root
from memsql.suite.names import ENDINGS, LONG, ONSETS, SHAPES, SHORT, Names, real_names, stems_of
from memsql.suite.writing import NAME
from tests.house import ROOT

SEEDS = (*range(1, 21), 2610)


def made(seed: int, count: int) -> list[str]:
    names = Names(seed, Random(seed))
    return [names.make(kind) for _ in range(count) for kind in (*SHAPES, "currency")]


def test_no_name_stands_twice_in_the_suites_of_many_seeds() -> None:
    found = [name for seed in SEEDS for name in made(seed, 60)]
    assert len(found) == len(set(found)) > 20_000
    stems = [{stem for name in made(seed, 60) for stem in stems_of(name)} for seed in (1, 2)]
    assert not stems[0] & stems[1]


def test_every_number_has_its_own_stem() -> None:
    for stems in (SHORT, LONG):
        assert gcd(stems.size, stems.step) == 1
        blocks = sorted(seed * stems.block % stems.size for seed in SEEDS)
        ends = [*blocks[1:], blocks[0] + stems.size]
        assert all(end - start >= stems.block for start, end in zip(blocks, ends, strict=True)), "blocks overlap"


def test_no_short_stem_of_a_seed_is_one_of_another_seed() -> None:
    found = [SHORT.stem(seed, place) for seed in SEEDS for place in range(SHORT.block)]
    assert len(set(found)) == len(found)


def test_no_long_stem_is_a_short_one_or_another_long_one() -> None:
    """Vowels and consonants take turns, so that a stem comes apart in one way; and no way is that of a short stem."""
    onsets, vowels, middles, seconds, lights, endings = LONG.parts
    assert all(set(part) <= set("aeiou") for v in (vowels, seconds) for part in v)
    assert not any(set(part) & set("aeiou") for m in (middles, lights) for part in m)
    firsts, lasts = ([*map("".join, product(*parts))] for parts in (LONG.parts[:3], LONG.parts[3:]))
    assert len(set(firsts)) == len(onsets) * len(vowels) * len(middles)
    assert len(set(lasts)) == len(seconds) * len(lights) * len(endings)
    assert not set(firsts) & set(ONSETS)
    assert not set(lasts) & set(ENDINGS)


def test_suites_of_a_hundred_scenarios_have_names_enough_and_share_none() -> None:
    """A hundred scenarios take 18,000 names: more than half of them from long stems."""
    seen: dict[int, set[str]] = {}
    for seed in (1, 2, 2610):
        names = Names(seed, Random(seed))
        found = [names.make(kind) for _ in range(850) for kind in (*SHAPES, "currency")]
        assert len(set(found)) == len(found) > 18_000
        assert names.taken > 2 * SHORT.block
        seen[seed] = {stem for name in found for stem in stems_of(name)}
        assert not {stem.lower() for stem in seen[seed]} & real_names()
    assert not seen[1] & seen[2]
    assert not seen[1] & seen[2610]
    assert not seen[2] & seen[2610]


def test_a_seed_without_more_names_says_so() -> None:
    names = Names(5, Random(5), taken=SHORT.block + LONG.block)
    with pytest.raises(GoldError, match="seed 5: more than 270336 names; use fewer scenarios"):
        names.make("trip")


def test_names_read_as_names_and_none_is_real() -> None:
    import re

    form = re.compile(NAME)
    names = Names(3, Random(3), taken=SHORT.block)
    for name in (*made(3, 100), *(names.make(kind) for kind in SHAPES for _ in range(100))):
        assert form.fullmatch(name), name
        assert not name.endswith("s"), name
        assert not {w.lower() for w in stems_of(name)} & real_names()


def script() -> ModuleType:
    spec = spec_from_file_location("make_real_names", ROOT / "data" / "domains" / "make_real_names.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["make_real_names"] = module
    spec.loader.exec_module(module)
    return module


def test_the_list_of_real_names_is_what_the_packages_say() -> None:
    """make_real_names.py makes the file again, byte for byte."""
    assert script().real_names_text() == (data_root() / "domains" / "real_names.txt").read_text(encoding="utf-8")

"""Invented names: none twice, none real, none of another seed's."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from math import gcd
from random import Random
from types import ModuleType

from memsql.resources import data_root
from memsql.suite.names import BLOCK, SHAPES, SPACE, STEP, Names, real_names, stems_of
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
    assert gcd(SPACE, STEP) == 1
    assert len(SEEDS) * BLOCK < SPACE


def test_names_read_as_names_and_none_is_real() -> None:
    import re

    form = re.compile(NAME)
    for name in made(3, 100):
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

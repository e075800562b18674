"""Forms: the kinds of records of a domain, their templates, and the way back from a text to its actions.

A form file (``data/domains/<domain>/forms.toml``) declares for each kind of record its slots with their types,
the actions that it records as patterns over the slots, and at least six templates. A template is one paragraph;
where the form has items, each item is a line of its own below it. Rendering fills a template; reading matches
every template of every form and returns what the match says.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from memsql.errors import DataError, at
from memsql.model import COMPLETE, Verb
from memsql.resources import data_root
from memsql.suite.writing import BUILT_IN, WORDS, Style, Value, article, pattern, read, text_of, write

SLOT = re.compile(r"\{(a )?([a-z_]+)(?:\|([^{}|]+)\|([^{}|]+))?\}")
ACTION = re.compile(r"^(assert|cancel|complete|declare) ([a-z_]+)\(([^)]*)\)$")
ITEMS = "items"
BULLET = "- "


class Action(NamedTuple):
    """One action with its texts in the order of the declaration; ``complete`` names the predicate it completes."""

    verb: Verb
    predicate: str
    key: tuple[str, ...]
    value: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a record: the name of its part of the form, and the values of its slots."""

    part: str
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Draft:
    """A record, or a paragraph of one, before it is written: a form, the values of its slots, its items."""

    form: str
    values: Mapping[str, Value] = field(default_factory=dict)
    items: tuple[Item, ...] = ()


class Pattern(NamedTuple):
    """The pattern of an action: names of slots, or constants in quotes."""

    verb: Verb
    predicate: str
    key: tuple[str, ...]
    value: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What a form and each of its kinds of items have: slots (name to type), action patterns, templates."""

    fields: Mapping[str, str]
    actions: tuple[Pattern, ...]
    templates: tuple[str, ...]

    def actions_of(self, values: Mapping[str, Value]) -> Iterator[Action]:
        """Yield the actions for these values."""
        for action in self.actions:
            key = tuple(_argument(a, values) for a in action.key)
            yield Action(action.verb, action.predicate, key, tuple(_argument(a, values) for a in action.value))


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of record. ``items``: its kinds of lines by name; ``is_chatter``: it records nothing."""

    name: str
    part: Part
    items: Mapping[str, Part]
    is_chatter: bool


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of a domain, and its phrases: kind of entity to templates of references with one invented name."""

    forms: Mapping[str, Form]
    phrases: Mapping[str, tuple[str, ...]]

    def actions(self, drafts: Sequence[Draft]) -> tuple[Action, ...]:
        """Return the actions of a record, in the order of its text."""
        found: list[Action] = []
        for draft in drafts:
            form = self.forms[draft.form]
            found += form.part.actions_of(draft.values)
            for item in draft.items:
                values = {**draft.values, **item.values}
                found += form.items[item.part].actions_of(values)
        return tuple(found)

    def render(self, draft: Draft, style: Style, template: int) -> str:
        """Return the paragraph; ``template`` counts modulo the number of templates of the form."""
        form = self.forms[draft.form]
        head = form.part.templates[template % len(form.part.templates)]
        lines = [_filled(head, form.part.fields, draft.values, style, len(draft.items))]
        for item in draft.items:
            part = form.items[item.part]
            line = part.templates[template % len(part.templates)]
            fields, values = {**form.part.fields, **part.fields}, {**draft.values, **item.values}
            lines.append(BULLET + _filled(line, fields, values, style, 0))
        return "\n".join(lines)

    def read(self, record: str, style: Style) -> set[tuple[Action, ...]]:
        """Return every reading of a record: sets of actions that some choice of templates says.

        A record that was rendered here has exactly one. Chatter has the reading without an action, or none.
        """
        readings: set[tuple[Action, ...]] = {()}
        for head, lines in paragraphs(record):
            found = self._paragraph(head, lines, style)
            readings = {before + now for before in readings for now in found}
        return readings

    def template_of(self, head: str, items: int, style: Style) -> tuple[str, int] | None:
        """Return the form and the number of the template that wrote a paragraph's first line; None for neither."""
        for form in self.forms.values():
            for number, template in enumerate(form.part.templates):
                if any(_readings((template,), form.part.fields, head, style, items)):
                    return form.name, number
        return None

    def _paragraph(self, head: str, lines: Sequence[str], style: Style) -> set[tuple[Action, ...]]:
        found = set()
        for form in self.forms.values():
            for values in _readings(form.part.templates, form.part.fields, head, style, len(lines)):
                readings = [tuple(form.part.actions_of(values))]
                for line in lines:
                    says = {a for part in form.items.values() for a in _line(part, form, values, line, style)}
                    readings = [before + now for before in readings for now in says]
                found.update(readings)
        return found


def _line(part: Part, form: Form, values: Mapping[str, Value], line: str, style: Style) -> Iterator[tuple[Action, ...]]:
    fields = {**form.part.fields, **part.fields}
    for own in _readings(part.templates, fields, line, style, 0):
        if all(values.get(name, value) == value for name, value in own.items()):
            yield tuple(part.actions_of({**values, **own}))


def paragraphs(record: str) -> list[tuple[str, list[str]]]:
    """Lines that begin with a bullet belong to the line above them."""
    found: list[tuple[str, list[str]]] = []
    for line in record.split("\n"):
        if line.startswith(BULLET) and found:
            found[-1][1].append(line.removeprefix(BULLET))
        else:
            found.append((line, []))
    return found


def _filled(
    template: str, fields: Mapping[str, str], values: Mapping[str, Value], style: Style, item_count: int
) -> str:
    def one(match: re.Match[str]) -> str:
        with_article, name, singular, plural = match.groups()
        value: Value = item_count if name == ITEMS else values[name]
        text = write("number" if name == ITEMS else fields[name], value, values, style)
        if singular is not None:
            return f"{text} {singular if text == '1' else plural}"
        return f"{article(text)} {text}" if with_article else text

    return SLOT.sub(one, template)


def _readings(
    templates: Sequence[str], fields: Mapping[str, str], text: str, style: Style, item_count: int
) -> Iterator[dict[str, Value]]:
    """Yield the values that the text has under each template that it matches."""
    for template in templates:
        match = _compiled(template, tuple(sorted(fields.items())), style).fullmatch(text)
        if match is None:
            continue
        values: dict[str, Value] = {}
        try:
            parts = [
                (name.rsplit("__", 1)[0], found)
                for group, shown in match.groupdict().items()
                for name, found in _named(group, shown, fields, style)
            ]
        except ValueError:
            continue
        if all(values.setdefault(name, value) == value for name, value in parts) and (
            values.pop(ITEMS, item_count) == item_count
        ):
            yield values


def _named(group: str, shown: str, fields: Mapping[str, str], style: Style) -> Iterator[tuple[str, Value]]:
    name = group.rsplit("__", 1)[0]
    for part, value in read("number" if name == ITEMS else fields[name], shown, style).items():
        yield part or name, value


@cache
def _compiled(template: str, fields: tuple[tuple[str, str], ...], style: Style) -> re.Pattern[str]:
    """The regular expression of a template: a group per slot."""
    types = dict(fields)
    pieces, end = [], 0
    for number, match in enumerate(SLOT.finditer(template)):
        pieces.append(re.escape(template[end : match.start()]))
        with_article, name, singular, plural = match.groups()
        group = f"(?P<{name}__{number}>{pattern('number' if name == ITEMS else types[name], style)})"
        if singular is not None:
            group += f" (?:{re.escape(singular)}|{re.escape(plural)})"
        pieces.append(f"an? {group}" if with_article else group)
        end = match.end()
    pieces.append(re.escape(template[end:]))
    return re.compile("".join(pieces))


def _argument(argument: str, values: Mapping[str, Value]) -> str:
    return argument[1:-1] if argument.startswith("'") else text_of(values[argument])


@cache
def load_forms(domain: str) -> Forms:
    """Read and check the forms of a domain. Raises DataError with one line for the first thing that is wrong."""
    path = data_root() / "domains" / domain / "forms.toml"
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    phrases = {kind: tuple(texts) for kind, texts in given.pop("phrases", {}).items()}
    return Forms({name: _form(path, name, table) for name, table in given.items()}, phrases)


def _form(path: Path, name: str, table: Mapping[str, Any]) -> Form:
    items = {part: _part(path, f"{name}.{part}", t, table.get("fields", {})) for part, t in _items(table)}
    part = _part(path, name, table, {}, has_items=bool(items))
    is_chatter = bool(table.get("chatter", False))
    if is_chatter and (part.actions or items):
        raise DataError(f"{at(path)}: {name} is chatter and records actions; remove one of the two")
    return Form(name, part, items, is_chatter)


def _items(table: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return list(table.get(ITEMS, {}).items())


def _part(path: Path, name: str, table: Mapping[str, Any], outer: Mapping[str, str], has_items: bool = False) -> Part:
    fields = dict(table.get("fields", {}))
    known = {**outer, **fields}
    templates = tuple(table.get("templates", ()))
    if len(templates) < (2 if outer else 6):
        raise DataError(f"{at(path)}: {name} has {len(templates)} templates; write six or more (items: two)")
    patterns = tuple(_pattern(path, name, text, known) for text in table.get("actions", ()))
    said = {a for p in patterns for a in (*p.key, *p.value) if not a.startswith("'")}
    for template in templates:
        slots = {m[2] for m in SLOT.finditer(template)}
        shown = slots | {known[s].split(":")[1] for s in slots if known.get(s, "").startswith("money:")}
        if missing := sorted((said & set(fields if outer else known)) - shown):
            raise DataError(
                f"{at(path)}: {name}: {template!r} lacks {', '.join(missing)}; a record says all that it records"
            )
        if unknown := sorted(slots - set(known) - ({ITEMS} if has_items else set())):
            raise DataError(f"{at(path)}: {name}: {template!r} has the slot {unknown[0]}; declare it in fields")
        if re.sub(SLOT, "", template) != re.sub(SLOT, "", template).replace("{", "").replace("}", ""):
            raise DataError(f"{at(path)}: {name}: {template!r} has a brace that is no slot; write {{name}}")
        if re.search(r"\} \{(?!a )", template) and _are_names(template, known):
            raise DataError(f"{at(path)}: {name}: {template!r} has two names side by side; put a word between")
    return Part(fields, patterns, templates)


def _are_names(template: str, fields: Mapping[str, str]) -> bool:
    """Whether two slots that hold names stand side by side: where one ends could not be told."""
    for left, right in re.findall(r"\{([a-z_]+)\} \{([a-z_]+)\}", template):
        kinds = [fields.get(n, "") for n in (left, right)]
        if not any(k.startswith((WORDS, "money")) or k in BUILT_IN for k in kinds):
            return True
    return False


def _pattern(path: Path, name: str, text: str, fields: Mapping[str, str]) -> Pattern:
    match = ACTION.match(text)
    if match is None:
        form = "write verb predicate(key, key -> value), verb one of assert, cancel, complete, declare"
        raise DataError(f"{at(path)}: {name}: {text!r} is no action; {form}")
    verb, predicate, inner = match.groups()
    key, _, value = inner.partition("->")
    sides = [tuple(a.strip() for a in side.split(",") if a.strip()) for side in (key, value)]
    for argument in (*sides[0], *sides[1]):
        if not argument.startswith("'") and argument not in fields:
            raise DataError(f"{at(path)}: {name}: {text!r} names {argument}, no slot of the form; declare it in fields")
    return Pattern(Verb(verb), predicate.removesuffix(COMPLETE) if verb == "complete" else predicate, *sides)

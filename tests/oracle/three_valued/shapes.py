"""Random rules that show values they look up: unions and distinct rows whose key is such a value, and who reads them.

`tests/gold/random_rules.py` makes all other shapes.
"""

from __future__ import annotations

from random import Random

from tests.gold.random_rules import Block, Readable, constant, kind_of, named, random_block, random_rule


def wider_rule(random: Random, name: str, readable: list[Readable]) -> str:
    """A rule of any shape; the text need not be inside the language."""
    if random.random() < 0.5:
        return random_rule(random, name, readable)
    made = [r for r in readable if r.name.startswith("r")]
    if made and random.random() < 0.4:
        return _reader(random, readable, random.choice(made))
    kind = random.choice("tttnd")
    first = random_block(random, readable)
    texts = [_shown(random, first, kind)]
    if random.random() < 0.7:
        driver = first.sources["a"] if random.random() < 0.5 else None
        texts.append(_shown(random, random_block(random, readable, driver), kind))
    if len(texts) == 1:
        texts[0] = texts[0].replace("select ", "select distinct ", 1)
    return "\nunion\n".join(texts)


def _shown(random: Random, block: Block, kind: str) -> str:
    """A block that shows the driver's scope and a value looked up, under a condition on it."""
    while not _looked_up(block, kind) and len(block.joins) < 4:
        before = len(block.joins)
        block.join()
        if len(block.joins) == before and random.random() < 0.3:
            break
    values = _looked_up(block, kind) or block.columns(kind)
    signature = block.sources["a"].signature
    scope = [f"a.{c}" for c in (signature.scope or signature.key)]
    value = [random.choice(values)] if values else []
    text = block.text(named([*scope, *value], "".join(map(kind_of, [*scope, *value]))))
    if value and random.random() < 0.7:
        condition = _about(random, block, value[0])
        text = _also(text, condition)
    return text


def _looked_up(block: Block, kind: str) -> list[str]:
    """Columns of a type that joins added and that are no key."""
    return [c for c in block.columns(kind) if c not in block.keys and not c.startswith("a.")]


def _about(random: Random, block: Block, value: str) -> str:
    """A condition on a value: a comparison, or something that exists, or not, for it."""
    kind = kind_of(value)
    if kind != "t" or random.random() < 0.3:
        return f"{value} {random.choice(('=', '<>'))} {constant(kind, random)}"
    relation = random.choice(block.readable)
    signature = relation.signature
    bound = list((signature.scope if random.random() < 0.4 else None) or signature.key)
    bindings = block.bindings("x", bound)
    if not bindings or bound[0][0] != "t":
        return f"{value} <> {constant(kind, random)}"
    bindings[0] = f"x.{bound[0]} = {value}"
    no = random.choice(("not ", ""))
    return f"{no}exists (select 1 from {relation.name} as x where {' and '.join(bindings)})"


def _reader(random: Random, readable: list[Readable], read: Readable) -> str:
    """A ground row with or without a row of another rule, whose key is bound to values looked up."""
    block = random_block(random, [r for r in readable if not r.name.startswith("r")])
    bindings = block.bindings("x", list(read.signature.key))
    columns = block.keys
    text = block.text(named(columns, "".join(map(kind_of, columns))))
    if not bindings:
        return text
    no = random.choice(("not ", ""))
    condition = f"{no}exists (select 1 from {read.name} as x where {' and '.join(bindings)})"
    return _also(text, condition)


def _also(text: str, condition: str) -> str:
    """A block with one condition more."""
    return f"{text} and {condition}" if "\nwhere " in text else f"{text}\nwhere {condition}"

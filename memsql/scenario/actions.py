"""Check actions against the declarations, whole columns at a time; a search for the line only on failure."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from memsql.errors import DataError, at, did_you_mean, shown
from memsql.model import COMPLETE, Declaration, Verb
from memsql.scenario.casts import canonical, reason

VERBS = tuple(Verb)
WITHOUT_VALUE = [Verb.CANCEL, Verb.COMPLETE]
TEXT = "VARCHAR"


def check_actions(actions: pl.DataFrame, declarations: tuple[Declaration, ...], path: Path) -> pl.DataFrame:
    """Return the actions with the relation they write to and with canonical texts.

    ``actions`` is as in `RawEvents`. In the result ``predicate`` of a ``complete`` is the completeness, and
    texts are spelt as DuckDB prints their values (see `casts`). Raises DataError for the first action that
    does not fit its declaration, and for two values of one key in one event.
    """
    found = {d.name: d for d in declarations}
    _check_verbs(actions, path)
    completes = pl.col("verb") == Verb.COMPLETE
    target = pl.when(completes).then(pl.col("predicate") + COMPLETE).otherwise(pl.col("predicate"))
    actions = actions.with_columns(said=pl.col("predicate"), predicate=target)
    _check_predicates(actions, found, path)
    _check_counts(actions, found, path)
    actions = _cast(_cast(actions, "key", found, path), "value", found, path)
    _check_single_values(actions, path)
    return actions.drop("said")


def _first(bad: pl.DataFrame) -> dict[str, object]:
    """Return the first of some actions in the order of the file."""
    return bad.row(0, named=True)


def _place(path: Path, row: dict[str, object]) -> str:
    line, ordinal = row["line"], row["ordinal"]
    assert isinstance(line, int)
    return f"{at(path, line)}: action {ordinal}"


def _check_verbs(actions: pl.DataFrame, path: Path) -> None:
    bad = actions.filter(~pl.col("verb").is_in(VERBS))
    if bad.height:
        row = _first(bad)
        verb = str(row["verb"])
        raise DataError(f"{_place(path, row)}: unknown verb {shown(verb)}; {did_you_mean(verb, VERBS)}")


def _check_predicates(actions: pl.DataFrame, found: dict[str, Declaration], path: Path) -> None:
    asked = [name for name, d in found.items() if d.is_asked]
    predicate = pl.col("predicate")
    bad = actions.filter(~predicate.is_in(list(found)) | predicate.is_in(asked))
    if not bad.height:
        return
    row = _first(bad)
    said, where = str(row["said"]), _place(path, row)
    if said in asked:
        raise DataError(f"{where}: {said} holds parameters, which queries put down; remove the action")
    if said in found:
        advice = f"declare {said}{COMPLETE}, or remove the action"
        if said.endswith(COMPLETE):
            advice = f"complete {said.removesuffix(COMPLETE)}, or assert {said}"
        raise DataError(f"{where}: nothing completes {said}; {advice}")
    known = [name for name, d in found.items() if not d.is_asked]
    if row["verb"] == Verb.COMPLETE:
        known = [name for name in known if name + COMPLETE in found]
    raise DataError(f"{where}: unknown predicate {shown(said)}; {did_you_mean(said, known)}")


def _check_counts(actions: pl.DataFrame, found: dict[str, Declaration], path: Path) -> None:
    """Check the number of entries of key and value."""
    counts = pl.DataFrame(
        {
            "predicate": list(found),
            "key_count": [len(d.key) for d in found.values()],
            "value_count": [len(d.value) for d in found.values()],
        },
        schema={"predicate": pl.String, "key_count": pl.UInt32, "value_count": pl.UInt32},
    )
    joined = actions.join(counts, on="predicate", how="left", maintain_order="left")
    expected = pl.when(pl.col("verb").is_in(WITHOUT_VALUE)).then(0).otherwise(pl.col("value_count"))
    wrong_key = pl.col("key").list.len() != pl.col("key_count")
    bad = joined.filter(wrong_key | (pl.col("value").list.len() != expected))
    if not bad.height:
        return
    row = _first(bad)
    declaration, where = found[str(row["predicate"])], _place(path, row)
    keys, values = row["key"], row["value"]
    assert isinstance(keys, list)
    assert isinstance(values, list)
    if len(keys) != len(declaration.key):
        raise DataError(f"{where}: {_counted('key', keys, declaration.name, declaration.key)}")
    if row["verb"] in WITHOUT_VALUE:
        raise DataError(f"{where}: {row['verb']} with a value; leave the value out")
    raise DataError(f"{where}: {_counted('value', values, declaration.name, declaration.value)}")


def _counted(what: str, found: list[str], name: str, columns: tuple[str, ...]) -> str:
    """Return the message about a wrong number of entries."""
    entries = f"{len(found)} {'entry' if len(found) == 1 else 'entries'}"
    advice = f"write [{', '.join(columns)}]" if columns else f"leave the {what} out, {name} is a set"
    return f"{what} of {name} has {entries} instead of {len(columns)}; {advice}"


def _cast(actions: pl.DataFrame, side: str, found: dict[str, Declaration], path: Path) -> pl.DataFrame:
    """Return the actions with canonical texts in ``side`` (key or value).

    All entries that are not text stand in one long column, cast once per type, however many predicates.
    """
    columns = [
        (d.name, place, column, d.types[column])
        for d in found.values()
        for place, column in enumerate(d.key if side == "key" else d.value)
    ]
    typed = sorted({name for name, _, _, type_ in columns if type_ != TEXT})
    if not typed:
        return actions
    schema = {"predicate": pl.String, "place": pl.Int64, "column": pl.String, "type": pl.String}
    declared = pl.DataFrame(columns, schema=schema, orient="row")
    numbered = actions.with_row_index("row")
    entries = (
        numbered.filter(pl.col("predicate").is_in(typed) & (pl.col(side).list.len() > 0))
        .select("row", "predicate", text=side, place=pl.int_ranges(pl.col(side).list.len()))
        .explode("text", "place")
        .join(declared, on=["predicate", "place"], how="left", maintain_order="left")
    )
    parts = []
    for (type_,), part in entries.partition_by("type", as_dict=True).items():
        cast = part["text"] if type_ == TEXT else canonical(part["text"], str(type_))
        parts.append(part.with_columns(canonical=cast))
    if not parts:
        return actions
    entries = pl.concat(parts).sort("row", "place")
    bad = entries.filter(pl.col("canonical").is_null())
    if bad.height:
        _refuse_text(bad.row(0, named=True), numbered, path)
    if entries["canonical"].equals(entries["text"]):
        return actions
    spelt = entries.group_by("row", maintain_order=True).agg(pl.col("canonical"))
    joined = numbered.join(spelt, on="row", how="left", maintain_order="left")
    return joined.with_columns(pl.coalesce("canonical", side).alias(side)).drop("row", "canonical")


def _refuse_text(entry: dict[str, object], actions: pl.DataFrame, path: Path) -> None:
    """Raise DataError for an entry that does not cast to the type of its column."""
    row = _first(actions.filter(pl.col("row") == entry["row"]))
    text = str(entry["text"])
    found, advice = reason(text, str(entry["type"]))
    where = f"{_place(path, row)}: {entry['column']} of {entry['predicate']} is {shown(text)}"
    raise DataError(f"{where}, {found}; {advice}")


def _check_single_values(actions: pl.DataFrame, path: Path) -> None:
    """Refuse two values that one event asserts for one key; a cancel between them makes no difference."""
    asserted = actions.filter((pl.col("verb") != Verb.CANCEL) & (pl.col("value").list.len() > 0))
    fact = ["line", "predicate", "key"]
    several = asserted.unique([*fact, "value"]).filter(pl.struct(fact).is_duplicated())
    if not several.height:
        return
    line = several["line"].min()
    event = asserted.filter(pl.col("line") == line).sort("ordinal").rows(named=True)
    said: dict[tuple[str, ...], list[str]] = {}
    for row in event:
        key = (row["predicate"], *row["key"])
        before = said.setdefault(key, row["value"])
        if before != row["value"]:
            what = f"{row['predicate']} {shown(row['key'])} has two values in one event"
            both = f"{shown(before)} and {shown(row['value'])}"
            raise DataError(f"{_place(path, row)}: {what}, {both}; keep one, or use two events")
    raise AssertionError(f"{at(path)}: two values of one key were seen, and not found again")

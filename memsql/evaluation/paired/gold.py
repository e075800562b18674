"""Gold of the state questions: computed by SQL from the two intermediate states, never typed."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from memsql.db import Database
from memsql.evaluation.paired.item import Item, Operator, SubState
from memsql.evaluation.paired.typed import Gold, normal
from memsql.resources import sql_text

SCHEMA = "paired"
RELATIONS = ("same", "combined", "measure", "state_member", "state_value")
TEXT, INT = pa.string(), pa.int32()
TABLES = {
    "item": pa.schema({"item_id": TEXT, "operator": TEXT, "counted": TEXT, "relation": TEXT, "kind": TEXT}),
    "member": pa.schema({"item_id": TEXT, "side": TEXT, "ordinal": INT, "kind": TEXT, "value": TEXT}),
    "form": pa.schema({"item_id": TEXT, "side": TEXT, "ordinal": INT, "form_ordinal": INT, "form": TEXT, "text": TEXT}),
}


def sides(item: Item) -> tuple[tuple[str, SubState], tuple[str, SubState]]:
    """The two intermediate states under their names."""
    return ("left", item.left), ("right", item.right)


def sub_gold(state: SubState) -> Gold:
    """Gold of a sub-question: what the item says."""
    return Gold(state.kind, tuple(member.forms for member in state.members))


def state_golds(items: Sequence[Item]) -> dict[str, Gold]:
    """item_id to the gold of its state question: all items in five statements."""
    db = Database()
    try:
        _load(db, items)
        members: dict[str, dict[tuple[str, int], list[str]]] = {}
        # The forms of a shared member's left side come first, so that its plain name is the left one's.
        order = "item_id, side, ordinal, form_side, form_ordinal"
        found = db.rows(f"select item_id, side, ordinal, text from {SCHEMA}.state_member order by {order}")
        for item_id, side, ordinal, text in found:
            forms = members.setdefault(str(item_id), {}).setdefault((str(side), int(str(ordinal))), [])
            if text not in forms:
                forms.append(str(text))
        values = {str(i): str(v) for i, v in db.rows(f"select item_id, value from {SCHEMA}.state_value")}
    finally:
        db.close()
    return {item.item_id: _gold(item, members.get(item.item_id, {}), values) for item in items}


def _gold(item: Item, members: dict[tuple[str, int], list[str]], values: dict[str, str]) -> Gold:
    state = item.state
    if state.operator is Operator.COUNT:
        return Gold(state.kind, ((values[item.item_id],),))
    if state.labels is not None:
        return Gold(state.kind, (state.labels[values[item.item_id]],))
    return Gold(state.kind, tuple(tuple(forms) for forms in members.values()))


def _load(db: Database, items: Sequence[Item]) -> None:
    """Fill the ground tables and make the relations of ``sql/evaluation/paired/`` over them."""
    rows: dict[str, list[dict[str, object]]] = {name: [] for name in TABLES}
    for item in items:
        key: dict[str, object] = {"item_id": item.item_id}
        state = item.state
        rows["item"].append(
            key
            | {
                "operator": state.operator.value,
                "counted": state.counted.value if state.counted else "",
                "relation": state.relation,
                "kind": item.left.kind.value,
            }
        )
        for side, sub in sides(item):
            for ordinal, member in enumerate(sub.members):
                own = key | {"side": side, "ordinal": ordinal}
                rows["member"].append(own | {"kind": sub.kind.value, "value": member.value})
                rows["form"] += [
                    own | {"form_ordinal": place, "form": normal(text), "text": text}
                    for place, text in enumerate(member.forms)
                ]
    db.reset((SCHEMA,))
    for name, schema in TABLES.items():
        db.load(SCHEMA, name, pa.Table.from_pylist(rows[name], schema=schema))
    for name in RELATIONS:
        db.run(f"create table {SCHEMA}.{name} as {sql_text(f'evaluation/paired/{name}')}")

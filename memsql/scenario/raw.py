"""The form in which both readers hand on events: texts, unchecked but for their shape."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

EVENT_FIELDS = ("event_id", "observed_at", "record", "actions")
ACTION_FIELDS = ("verb", "predicate", "key")
VALUE = "value"


class RawEvents(NamedTuple):
    """What a file of events holds, in the order of the file.

    events: line int64 (of the file; the row of a Parquet file), event_id, observed_at, record, all text;
    observed_at may be a date or a timestamp. actions: line, event_id, ordinal int32 (1..), verb, predicate
    text, key and value list<text>. No nulls.
    """

    events: pl.DataFrame
    actions: pl.DataFrame

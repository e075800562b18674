from __future__ import annotations

from datetime import datetime

from memsql.evaluation.adapters.pieces import Piece, events_in, fitted, limit_of
from memsql.evaluation.sut import Budget, Usage, record_text
from memsql.evaluation.tokens import token_count

AT = datetime(2025, 1, 8, 12, 6)
WHOLE = Piece(record_text("e1", AT, "Vera is in Corby."), "e1", AT)
FACT = Piece("Vera likes Corby.", "e2", AT)
LOST = Piece("Somebody likes Corby.")


def test_a_line_begins_with_what_the_system_kept() -> None:
    assert WHOLE.line() == "[e1] 2025-01-08T12:06:00 Vera is in Corby."
    assert FACT.line() == "[e2] 2025-01-08T12:06:00 Vera likes Corby."
    assert LOST.line() == "Somebody likes Corby."
    assert Piece("Vera likes Corby.", "e2").line() == "[e2] Vera likes Corby."
    # A text that names another event does not pass for that event.
    assert Piece(WHOLE.text, "e9", AT).line() == f"[e9] 2025-01-08T12:06:00 {WHOLE.text}"


def test_a_context_is_the_first_pieces_that_fit() -> None:
    pieces = [WHOLE, FACT, Piece("A second fact.", "e2", AT), LOST]
    whole = fitted(pieces, 20, Budget(), Usage(1))
    assert whole.text == "\n".join(p.line() for p in pieces)
    assert (whole.event_ids, whole.records, whole.usage) == (("e1", "e2"), 4, Usage(1))
    assert fitted(pieces, 2, Budget(), None).event_ids == ("e1", "e2")
    assert fitted([], 2, Budget(), None).text == ""
    tokens = token_count(WHOLE.line())
    assert fitted(pieces, 20, Budget(tokens=tokens), None).text == WHOLE.line()
    # The first does not fit: the shorter ones behind it do not take its place.
    assert fitted(pieces, 20, Budget(tokens=tokens - 1), None).text == ""
    assert fitted(pieces, 20, Budget(records=0), None).records == 4, "the limit is what bounds records"
    assert fitted(pieces, limit_of("20", Budget(records=0)), Budget(records=0), None).records == 0
    assert [limit_of("20", Budget(records=r)) for r in (None, 3, 30)] == [20, 3, 20]


def test_events_are_found_in_a_text_by_their_heads() -> None:
    text = f"{WHOLE.line()}\nx {FACT.line()} [e3] later [e4] 2025-01-08T12:06:00.5 y\n{WHOLE.line()}"
    assert events_in(text) == ("e1", "e2", "e4")

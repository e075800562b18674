"""Drawings of a derivation: Mermaid for a document, SVG for anything, an HTML page to explore it."""

from __future__ import annotations

from memsql.people.explain import Explanation
from memsql.people.figure import figure


def svg(found: Explanation) -> str:
    """Return a drawing as one SVG element: layers by depth, the answer at the top, a legend."""
    return figure(found).svg

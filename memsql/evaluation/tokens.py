"""The offline tokenizer by which budgets, estimates and views are counted: it needs no model and no network."""

from __future__ import annotations

import re

TOKENIZER = "words-and-signs"
"""A run of letters and digits is a token, any other sign is one. Printed beside every count."""
TOKEN = re.compile(r"\w+|[^\w\s]")


def token_count(text: str) -> int:
    """Number of tokens under words-and-signs."""
    return len(TOKEN.findall(text))

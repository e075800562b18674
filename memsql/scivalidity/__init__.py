"""Scientific use validity: a benchmark factory of TaskSpecs, worlds, compiled state and views (arXiv 2610.34767)."""

SEEDS_MAX = 1_000
"""Most seeds of a block."""
PAIRS_MAX = 10_000
"""Most pairs that are compiled at once, in about 3 GB of memory. More go in blocks, by their first seed."""
FIRST_MAX = 10**15
"""Largest first seed: numbers of worlds stay within 64 bits."""

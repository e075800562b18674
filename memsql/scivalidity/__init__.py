"""Scientific use validity: a benchmark factory of TaskSpecs, worlds, compiled state and views (arXiv 2610.34767)."""

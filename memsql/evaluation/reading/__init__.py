"""The symbolic reader: an answer model without a model, which says exactly whether a context suffices."""

"""Datalog programs of a public conformance suite, run as memsql scenarios."""

"""Tests of memsql/bench: the made-up suite, the two alternatives, the report."""

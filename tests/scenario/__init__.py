"""Tests of memsql/scenario: what a folder may hold, and every refusal with its whole message."""

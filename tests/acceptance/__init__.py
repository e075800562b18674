"""Acceptance: one small function a line of an issue; run.py runs them and prints the table."""

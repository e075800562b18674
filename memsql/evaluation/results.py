"""Scores of a run from its tables and the suite's: what is computed again by anyone who has both."""

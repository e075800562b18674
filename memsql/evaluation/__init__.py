"""Evaluating memory systems: reliability, diagnosis, maintenance (paper section 4)."""

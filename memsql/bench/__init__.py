"""Benchmark: seconds, rows and memory per stage on a made-up suite, and the ratios to two alternatives."""

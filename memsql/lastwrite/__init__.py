"""The last-write audit of MemoryAgentBench's Conflict Resolution (arXiv 2610.09193)."""

"""The generator: histories with records, questions sampled from what the engine derives, probes and checkpoints."""

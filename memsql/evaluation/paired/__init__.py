"""The paired study: an original question and a state question over the same history (paper section 1, figure 2)."""

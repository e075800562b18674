"""Systems under test: one module each. A module imports what it needs when it is opened, or runs elsewhere."""

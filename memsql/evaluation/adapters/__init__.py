"""Real memory systems as systems under test: one module each, run in the system's own virtual environment.

A module here imports the standard library and what lies in ``memsql/evaluation`` without packages of its own; its
system's library it imports when it is opened. Nothing falls back to something simpler: what is missing is an error.
"""

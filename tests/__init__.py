"""The tests mirror memsql/; docs.py, notebooks.py, acceptance/ and bench/ are commands of the Makefile."""

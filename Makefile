# memsql: every command works from a clean clone with Python, make and the package index.
# Another interpreter for the environment: make install PYTHON=python3.12

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

# Nothing of a surrounding environment changes what the commands print; and the bytecode of what is imported is kept,
# without which each of the hundred processes of the tests would compile the package anew.
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install gold test acceptance lint format notebooks docs wheel bench clean

help: ## this list
	@echo "usage: make COMMAND"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(STAMP) ## set up .venv/ with the exact versions of requirements.lock (the others do it by themselves)

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "memsql needs Python 3.11 or newer; name one: make install PYTHON=python3.12" >&2; exit 1; }
	@echo "setting up .venv/ (once, about a minute)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) install -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

gold: $(STAMP) ## write data/gold/<suite>/*.parquet for every scenario in data/
	@$(BIN)/python -m memsql gold

test: $(STAMP) ## the tests (under 5 minutes)
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile

acceptance: $(STAMP) ## every line of every issue at full size: line, command, figure (about 50 minutes)
	@$(BIN)/python -m tests.acceptance.run $(if $(ONLY),--only $(ONLY)) $(if $(WITHOUT),--without $(WITHOUT))

lint: $(STAMP) ## ruff and mypy --strict
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "not formatted; run make format" >&2; exit 1; }
	@$(BIN)/mypy --no-error-summary

format: $(STAMP) ## rewrite the Python files in the house's format
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format --quiet

notebooks: $(STAMP) ## execute the notebooks and compare with their stored outputs (WRITE=1 stores them)
	@$(BIN)/python -m tests.notebooks $(if $(WRITE),--write)

docs: $(STAMP) ## rewrite the generated blocks of the documents (RECORD=1: of the slow commands too), picture the report
	@$(BIN)/python -m tests.docs --write $(if $(RECORD),--record)
	@$(BIN)/python -m tests.evaluation.report.pictures

wheel: $(STAMP) ## build the wheel into dist/
	@rm -rf dist && mkdir dist
	@$(BIN)/python -m build --wheel --no-isolation . >dist/build.log 2>&1 || { cat dist/build.log >&2; exit 1; }
	@ls dist/*.whl

bench: $(STAMP) ## seconds, rows, memory per stage, and the ratios to two alternatives
	@$(BIN)/python -m memsql.bench

clean: ## remove what can be made again (.venv/ stays)
	@rm -rf data/gold runs dist build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

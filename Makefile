# Needs a Python of at least 3.11 with its venv module, and make; `make help` lists the targets.
# Everything is installed into $(VENV) from the lock files, and nothing that they don't name.

PYTHON ?= python3
VENV ?= .venv
# What follows `arena run` and `arena bench`.
CONFIG ?= configs/league.yaml
ARGS ?=
# More workers than this compile more than they test.
TEST_ARGS ?= -n auto --maxprocesses 8
PIP_ARGS ?= --quiet
LOCK_ARGS ?=

UV_VERSION := 0.13.9
LOCK_VENV := .venv-lock

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := $(PIP) install $(PIP_ARGS)
CHECKED := hanabi_arena bots tests
# A compiler for C++; CXX keeps the say when it is set.
FIND_CXX := { command -v "$${CXX:-c++}" || command -v g++ || command -v clang++; } >/dev/null

# Each step leaves a stamp inside the environment, so that it is done again only when its lock file
# changed or the environment is gone.
MADE := $(VENV)/.made
INSTALLED := $(VENV)/.installed
DEV_INSTALLED := $(VENV)/.dev-installed
HLE_INSTALLED := $(VENV)/.hle-installed

.DEFAULT_GOAL := help
.PHONY: help install run pictures bench bench-check test calibrate learning-environment lint format wheel lock clean
.DELETE_ON_ERROR:

help: ## Show this list
	@echo 'hanabi-arena: where Hanabi bots and conventions are measured'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-22s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'Another Python: make run PYTHON=python3.13    One test: make test TEST_ARGS="-k rainbow"'

install: $(INSTALLED) ## Install the arena into .venv, from the lock

run: $(INSTALLED) ## Play the league of configs/league.yaml (CONFIG=..., ARGS=...)
	$(BIN)/arena run $(CONFIG) $(ARGS)

pictures: $(INSTALLED) ## Play the league and put its charts into the README's pictures
	$(BIN)/arena run configs/league.yaml
	cp results/league/charts/distribution-base.png results/league/charts/pairs-base.png docs/images

bench: $(INSTALLED) ## Measure how fast games are played
	$(BIN)/arena bench $(ARGS)

bench-check: $(DEV_INSTALLED) ## Check the promised speeds and memory, on an idle machine
	$(BIN)/python -m pytest tests/benchmarks --benchmark-enable -n 0 -s

test: $(DEV_INSTALLED) learning-environment ## Run the tests (TEST_ARGS=...)
	$(BIN)/python -m pytest $(TEST_ARGS)

calibrate: $(DEV_INSTALLED) ## Simulate how often verdicts are wrong, and write it into docs/verdicts.md
	$(BIN)/python -m tests.stats.calibrate $(ARGS)

lint: $(DEV_INSTALLED) ## Check style, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict $(CHECKED)

format: $(DEV_INSTALLED) ## Format the code and mend what ruff can mend
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

# Modules that are gone would come back from an old build/.
wheel: $(INSTALLED) ## Build the wheel into dist/
	@rm -rf build
	$(PIP) wheel $(PIP_ARGS) --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

# The learning environment is a check on our engine, not a part of it: without a compiler the tests
# against it are skipped, unless HANABI_ARENA_REQUIRE_HLE asks for them.
learning-environment: $(DEV_INSTALLED) ## Build the learning environment that the engine is checked against
	@if [ -e $(HLE_INSTALLED) ] && [ ! requirements-hle.lock -nt $(HLE_INSTALLED) ]; then exit 0; \
	elif $(FIND_CXX); then $(MAKE) --no-print-directory $(HLE_INSTALLED); \
	elif [ -n "$${HANABI_ARENA_REQUIRE_HLE:-}" ]; then \
		echo 'error: HANABI_ARENA_REQUIRE_HLE is set, but there is no C++ compiler (apt install g++)' >&2; exit 1; \
	else \
		echo 'Skipping the checks against the learning environment: no C++ compiler (apt install g++).'; \
	fi

lock: ## Lock again after a change in pyproject.toml (LOCK_ARGS=--upgrade for newer versions)
	@test -x $(LOCK_VENV)/bin/uv || $(PYTHON) -m venv $(LOCK_VENV)
	$(LOCK_VENV)/bin/python -m pip --disable-pip-version-check install --quiet uv==$(UV_VERSION)
	$(COMPILE) --group build --output-file requirements.lock pyproject.toml
	$(COMPILE) --group build --group dev --group hle-build --extra test --extra pettingzoo \
		--constraint requirements.lock --output-file requirements-dev.lock pyproject.toml
	$(COMPILE) --group hle --no-deps --output-file requirements-hle.lock

# One lock for every platform and every Python from 3.11 on, with one version of each package
# wherever that is possible, so that a result does not depend on the Python that it was made with.
COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(LOCK_VENV)/bin/uv pip compile --quiet --no-config \
	--universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-emit-index-url \
	--no-emit-find-links $(LOCK_ARGS)

clean: ## Remove everything that make made; results/ stays
	rm -rf $(VENV) $(LOCK_VENV) build dist hanabi_arena.egg-info
	rm -rf .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find bots configs hanabi_arena tests -name __pycache__ -prune -exec rm -rf {} +

$(MADE):
	@command -v $(PYTHON) >/dev/null || { \
		echo 'error: there is no $(PYTHON); install Python 3.11 or newer, or name yours: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "error: $(PYTHON) is $$($(PYTHON) --version 2>&1), but Python 3.11 or newer is needed; name yours: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'error: $(PYTHON) lacks its venv module; on Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(INSTALLED): requirements.lock pyproject.toml setup.py $(MADE)
	@echo 'Installing hanabi-arena into $(VENV) (about 200 MB to download, once)'
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_INSTALLED): requirements-dev.lock $(INSTALLED)
	@echo 'Installing the tools for tests and checks'
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

# Its build file predates CMake 4, hence the policy. The build finds cmake and ninja on the PATH.
$(HLE_INSTALLED): requirements-hle.lock $(DEV_INSTALLED)
	@echo 'Building the learning environment, once'
	@PATH="$(abspath $(BIN)):$$PATH" CMAKE_POLICY_VERSION_MINIMUM=3.5 $(INSTALL) --require-hashes \
		--no-deps --no-build-isolation --no-binary hanabi-learning-environment -r requirements-hle.lock
	@touch $@

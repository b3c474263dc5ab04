# One word per chore. Everything happens in .venv, made here; nothing outside this folder is touched.
# Needs: Python >= 3.11 with venv, a C++ compiler, make. CMake and Ninja come from PyPI when they are missing.

SHELL := /bin/sh
BIN := .venv/bin
PIP := $(BIN)/python -m pip --verbose --disable-pip-version-check
PYTEST_ARGS ?= -q -n 3  # one more than two processors, since some tests wait: for signals, servers, terminals

define lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
endef

# What the installed package is made from. Not the Python files: the install is editable and reads them here.
BUILD_INPUTS := pyproject.toml CMakeLists.txt $(shell find native -name "*.?pp")

# A machine without a locale would otherwise read and print ASCII.
export PYTHONUTF8 := 1
# Tests start hundreds of processes; where no byte code may be kept, each would compile the package again, for a second.
test test-all sanitize: export PYTHONDONTWRITEBYTECODE :=
# The solvers' build uses one processor unless told otherwise.
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

.PHONY: help demo test test-all docs sanitize format reproduce-quick clean
.DEFAULT_GOAL := help

help:  ## show these lines
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

demo: .venv/.installed-web  ## install into .venv and solve a few games; then with QBF solvers
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh search
	@$(MAKE) --no-print-directory .venv/.installed-qbf
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh qbf

test: .venv/.installed-test  ## install with test tools, then lint, type-check and test: ten minutes on two processors
	$(lint)
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m "not slow"

test-all: .venv/.installed-test  ## the same with the slow tests, more random games and the sanitizers: much longer
	$(lint)
	ZERMELO_TESTS=all $(BIN)/python -m pytest $(PYTEST_ARGS)
	@$(MAKE) --no-print-directory sanitize

docs: .venv/.installed-docs  ## make the documentation, in build/site, and the manual page
	$(BIN)/python -m zermelo.cli.manual man/zermelo.1
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet --site-dir build/site
	@echo "The site is in build/site; to read it: $(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site"

# Their own builds of the core, in build/sanitize*; made when a file of the core has changed.
sanitize: .venv/.installed-test  ## test the core as built with the address, undefined-behaviour and thread sanitizers
	@.ci/sanitize $(BIN)/python $(BUILD_INPUTS)

# In build, from the beginning each time: what is on record would not be run again.
reproduce-quick: .venv/.installed-qbf  ## run every table and figure of the papers on a small scale, on two cores
	@mkdir -p build && rm -f build/reproduce-quick.db*
	$(BIN)/zermelo reproduce --all --quick --jobs 2 --db build/reproduce-quick.db --html build/reproduce-quick.html

format: .venv/.installed-test  ## let ruff format the code and fix what it can
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean:  ## remove .venv, build folders and caches
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment left half-made by an interrupt has no working pip, and is made anew.
.venv/.created:
	@if $(BIN)/python -m pip --version >/dev/null 2>&1 \
	    && $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then touch $@; exit 0; fi; \
	for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	    if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	        echo "Making .venv with $$($$python --version)"; \
	        $$python -m venv --clear .venv && touch $@ && exit 0; \
	        echo "make: $$python could not make .venv" >&2; exit 1; \
	    fi; \
	done; \
	echo "make: no Python >= 3.11 with the venv module found (tried python3, python3.14 down to python3.11);" \
	    "install one, on Debian and Ubuntu with: apt install python3 python3-venv" >&2; exit 1

# $(call install,TITLE,ARGUMENTS OF PIP) tells progress while pip works. The stamp, made at the end, bears the time at
# which the installation began: files edited meanwhile count as newer, and an interrupted installation is done again.
define install
	@touch $@.started
	@$(BIN)/python .ci/progress "$(1)" $@.log $(PIP) install $(2) || { echo "make: the installation failed;" \
	    "if .venv is damaged, 'make clean' and try again" >&2; exit 1; }
	@touch -r $@.started $@
endef

.venv/.installed: .venv/.created $(BUILD_INPUTS)
	$(call install,Installing zermelo into .venv (the core is compiled: one to four minutes),--editable .)

# What extras bring; zermelo itself is there and is not built again.
.venv/.installed-qbf: .venv/.installed
	$(call install,Installing the QBF solvers (the first time they are compiled: minutes),'zermelo[qbf]')

.venv/.installed-web: .venv/.installed
	$(call install,Installing what the page in the browser needs,'zermelo[web]')

.venv/.installed-test: .venv/.installed-qbf
	$(call install,Installing the test tools,'zermelo[test]')

.venv/.installed-docs: .venv/.installed
	$(call install,Installing the documentation tools,'zermelo[docs]')

# meldcam: `make run` starts it, `make test` tests it, `make check` is the whole gate.
#
# Needs Python 3.11 or newer and make; everything else goes into .venv.
# Another Python:   make run PYTHON=python3.12
# Another port:     make run ARGS="--port 9000"

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
BIN := $(VENV)/bin

.PHONY: help run test check load format screenshots translations clean

help:
	@echo "make run          start meldcam in the local network"
	@echo "make test         run the tests"
	@echo "make check        format, lint, types and tests: the whole gate"
	@echo "make load         play an evening with eight phones, print latencies and errors"
	@echo "make format       put the code in shape"
	@echo "make screenshots  photograph every page into build/screenshots"
	@echo "make translations collect the wordings and compile the catalogues"
	@echo "make clean        remove .venv and everything built"

run: $(VENV)/installed-run
	@$(BIN)/python -m server serve $(ARGS)

test: $(VENV)/installed-test
	$(BIN)/python -m pytest $(ARGS)

check: $(VENV)/installed-test
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m ruff check
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest $(ARGS)

load: $(VENV)/installed-test
	$(BIN)/python -m tests.bench_evening $(ARGS)

format: $(VENV)/installed-test
	$(BIN)/python -m ruff format
	$(BIN)/python -m ruff check --fix

screenshots: $(VENV)/installed-test
	$(BIN)/python -m tests.browser.screenshots build/screenshots

translations: $(VENV)/installed-run
	@mkdir -p build
	$(BIN)/pybabel -q extract -F server/babel.cfg -k one -k many:1,2 --omit-header --no-location \
		-o build/wordings.pot server
	$(BIN)/pybabel -q update -i build/wordings.pot -d server/translations -N --ignore-obsolete \
		-w 100
	$(BIN)/pybabel -q compile -d server/translations

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# A venv that failed half way would look finished to make: it is removed again.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "meldcam needs Python 3.11 or newer; name one: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python cannot make an environment; on Debian and Ubuntu: apt install python3-venv"; exit 1; }

$(VENV)/installed-run: pyproject.toml | $(VENV)/bin/python
	@echo "Installing meldcam into $(VENV); this takes a minute or two, once."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-test: pyproject.toml | $(VENV)/bin/python
	@echo "Installing meldcam and what its tests need into $(VENV)."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@ $(VENV)/installed-run

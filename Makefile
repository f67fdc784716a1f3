# Two commands set everything up on a fresh machine with Python 3.11+: `make demo` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
DEV_INSTALLED := $(VENV)/installed-dev
BENCH_INSTALLED := $(VENV)/installed-bench
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Tests of kernels: only without the JIT are overflows, writes to the rules and indices out of range noticed.
KERNELS := tests/core tests/games tests/test_contract.py tests/test_golden.py tests/test_games_alike.py

.PHONY: demo test nightly notebooks check docs bench golden clean

demo: $(INSTALLED)            ## how deadly is each terrain: a million encounters, a table and a picture under results/
	$(BIN)/simkit run scenarios/emperor/lethality_by_terrain.toml

test: $(DEV_INSTALLED)            ## all compiled; without the JIT what only that finds; then the notebooks, with few games
	$(BIN)/python tests/warm.py
	$(BIN)/python -m pytest -q -n auto --dist loadfile
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n auto --dist loadfile $(KERNELS)
	SIMKIT_NOTEBOOK_GAMES=42 $(BIN)/python -m pytest -q --nbmake notebooks

nightly: $(DEV_INSTALLED)         ## the long simulations that prove the statistical methods, and all tests without the JIT
	$(BIN)/python tests/warm.py
	$(BIN)/python -m pytest -q -m slow -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n auto --dist loadfile

notebooks: $(DEV_INSTALLED)       ## play the notebooks with all their games, and keep what they show
	$(BIN)/python -m pytest -q --nbmake --overwrite --nbmake-timeout=3600 notebooks

check: $(DEV_INSTALLED)           ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check simkit tests
	$(BIN)/mypy

docs: $(DEV_INSTALLED)            ## pages of documentation, from docs/ and the docstrings, to build/docs/
	$(BIN)/python -m mkdocs build --quiet

bench: $(BENCH_INSTALLED)     ## speed, as ratios measured in one run
	$(BIN)/python benchmarks

golden: $(DEV_INSTALLED)          ## write the golden files anew, after a change of a game's version
	$(BIN)/python tests/golden/write.py

clean:                        ## forget the environment
	rm -rf $(VENV)

# The package alone; what its libraries never import need not be compiled to bytecode first.
$(INSTALLED): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --no-compile --editable .
	touch $@

$(DEV_INSTALLED): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[dev]'
	touch $(INSTALLED) $@

$(BENCH_INSTALLED): $(DEV_INSTALLED)
	$(PIP) --editable '.[bench]'
	touch $@

# Every target sets up what it needs. Needed beforehand: python3 (3.11 or later)
# with its venv module, make and git.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# -P keeps the checkout itself off the path, so that tests see what is installed.
PYTEST := $(PY) -P -m pytest
JOBS ?= 2
GAME ?= classic
GAMES ?= 20

.DEFAULT_GOAL := help
.PHONY: help play test quick lint fuzz compose mutants mutants-core growth wheel-test docs bench bench-check conformance coverage clean

help:
	@echo "make play        play a game (GAME=$(GAME))"
	@echo "make test        run the tests (PART=n takes other samples of the long ones)"
	@echo "make quick       run those of the core, in a minute"
	@echo "make lint        check style, types and layers"
	@echo "make fuzz        run the long tests with damaged input"
	@echo "make compose     play every pair of house rules (GAMES=200 each)"
	@echo "make mutants     change the rules of the editions and house rules one thing at a time"
	@echo "make mutants-core change the engine's own code one thing at a time (SAMPLE=300 SEED=1)"
	@echo "make growth      add a step, a check and a bot to a copy of the checkout, and leave each file out once"
	@echo "make wheel-test  build the wheel and run the tests against it"
	@echo "make docs        bring the documents up to date and build them as a site"
	@echo "make bench       measure speed on every backend, in times of a yardstick (bench/)"
	@echo "make bench-check see that no speed has fallen below two thirds of what is recorded"
	@echo "make conformance play every game on every backend (GAMES=$(GAMES) of each number of players, or a PART)"
	@echo "make coverage    run the tests and report what they miss"
	@echo "make clean       remove what was built"

# An installed wheel is compiled by pip; a checkout starts as fast where Python may write no files of its own.
COMPILE = $(PY) -m compileall -q splendor_dsl plugins

# A virtual environment that works is kept; one that is broken is made anew, also
# when it broke later, as after an upgrade of the system's Python.
ifneq ($(shell $(PY) -c 'print(1)' 2>/dev/null),1)
$(shell rm -f $(VENV)/.made)
endif

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or later is needed, found `$(PYTHON) --version`"; exit 1; }
	@$(PY) -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  $(PYTHON) -m venv --clear $(VENV) || \
	  { echo "Could not make $(VENV); on Debian: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.play: $(VENV)/.made pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check -e ".[table]"
	@$(COMPILE)
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check -e ".[test]"
	@$(COMPILE)
	@touch $@ $(VENV)/.play

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check -e ".[test,dev,docs,pdf]"
	@touch $@ $(VENV)/.test $(VENV)/.play

# Native code where numba can be had: the bot search thinks sixty times as fast by it.
$(VENV)/.native: $(VENV)/.play
	@$(PY) -m pip install --quiet --disable-pip-version-check -e ".[native]" \
	  || echo "numba can't be installed here: bots search in plain Python"
	@touch $@

play: $(VENV)/.play $(VENV)/.native
	@$(VENV)/bin/splendor play $(GAME)

test: $(VENV)/.test
	@$(COMPILE)
	SAMPLE_PART=$(PART) $(PYTEST) -n $(JOBS) --dist worksteal

# The tests that a change of the core breaks first.
QUICK = conformance compiler interpreter ir kernel lowering position semantics
SHORT = -m "not slow and not fuzz and not compose and not mutants and not growth and not conformance"
quick: $(VENV)/.test
	$(PYTEST) -n $(JOBS) --dist worksteal -q $(SHORT) $(QUICK:%=tests/%)

lint: $(VENV)/.dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports

# Random programs by their seeds: FUZZ_SEEDS=1000-2000 goes on where another run has stopped.
fuzz: $(VENV)/.test
	$(PYTEST) -n $(JOBS) --dist worksteal -m fuzz

# Each process of these tests starts others.
mutants: $(VENV)/.test
	$(PYTEST) -n 0 -m mutants tests/testing tests/house tests/prose

# A sample of changes of the engine, drawn by SEED. Goes on where another run has stopped; build/core-mutants has the
# results and, by test, the lines that it runs.
SAMPLE ?= 300
SEED ?= 1
mutants-core: $(VENV)/.test
	PYTHONPATH=tests $(PY) -P -m core_mutants --sample $(SAMPLE) --seed $(SEED) --jobs $(JOBS)

# Each process of these tests has a copy of the checkout to itself.
growth: $(VENV)/.dev
	$(PYTEST) -n $(JOBS) --dist worksteal -m growth tests/growth

# Every pair of house rules and mechanics, GAMES games each; the page of the pairs is made by
# docs/generator/compositions.py.
compose: GAMES = 200
compose: $(VENV)/.test
	GAMES=$(GAMES) $(PYTEST) -n $(JOBS) --dist worksteal -m compose tests/compositions

docs: $(VENV)/.dev
	$(PY) docs/generator
	$(PY) -m sphinx -W --keep-going -n -q -c docs -d build/doctrees . build/site
	$(PY) docs/generator/offline.py build/site
	@echo "the site begins at build/site/index.html"

# The tests run in a folder of their own, where the wheel is all they can import. What takes long, or works on texts and
# values alone, says nothing about a wheel.
NO_WHEEL = bots checks compiler conformance core_mutants docs examples explain fuzz game growth house interpreter ir kernel lowering notation position \
  prose report saves semantics syntax tabletop testing
wheel-test: $(VENV)/.test
	@set -eu; \
	room=`mktemp -d`; trap 'rm -rf "$$room"' EXIT; \
	$(PY) -m hatchling build -t wheel -d "$$room/dist"; \
	wheel=`ls "$$room"/dist/*.whl`; \
	$(PYTHON) -m venv "$$room/venv"; \
	"$$room/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$$wheel[test]"; \
	mkdir "$$room/run"; cp -R tests pyproject.toml "$$room/run"; \
	cd "$$room/run"; \
	SPLENDOR_WHEEL="$$wheel" "$$room/venv/bin/python" -P -m pytest -n $(JOBS) --dist worksteal \
	  $(NO_WHEEL:%=--ignore=tests/%) \
	  $(SHORT)

# Native code is measured too: numba comes with the extra.
bench: $(VENV)/.play
	$(PY) -m pip install --quiet --disable-pip-version-check -e ".[native]"
	@for script in compiled run; do $(PY) bench/$$script.py || exit 1; done

bench-check: $(VENV)/.play
	$(PY) -m pip install --quiet --disable-pip-version-check -e ".[native]"
	@mkdir -p build
	@$(PY) bench/compiled.py --short --repetitions 3 --output build/bench.json --against bench/compiled.json

# Native code is compared too: numba comes with the extra. GAMES of each number of players of everything; or, as a PART
# is named, 300 of each edition and the tenth of all else that has this number.
conformance: $(VENV)/.test
	$(PY) -m pip install --quiet --disable-pip-version-check -e ".[test,native]"
	CONFORMANCE_GAMES=$(if $(PART),,$(GAMES)) CONFORMANCE_PART=$(PART) \
	  $(PYTEST) -n $(JOBS) --dist worksteal -m "" tests/conformance tests/compiler tests/interpreter
	$(PYTEST) -n $(JOBS) -m native tests/cli tests/docs tests/game

coverage: $(VENV)/.test
	$(PY) -P -m coverage run -m pytest
	$(PY) -m coverage report

clean:
	rm -rf $(VENV) build dist .coverage .hypothesis .import_linter_cache .mypy_cache \
	  .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

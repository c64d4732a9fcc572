# Sets up what is missing, then builds, tests and checks. `make help` lists the targets.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

CAMPAIGNS ?= campaigns/sample-2004 campaigns/sample-2006 campaigns/sample-2009 campaigns/sample-2025 campaigns/sample-2026
SITE ?= site
BENCH_ARGS ?=
PYTEST_ARGS ?=
LOCK_ARGS ?=
RELIABILITY := tests/hostile tests/parallel tests/rendering/test_publication.py \
	tests/rendering/test_content_policy.py tests/building/test_verifying.py tests/building/test_incremental.py \
	tests/building/test_several.py tests/building/test_edge_campaigns.py tests/building/test_order_of_files.py \
	tests/browser/test_injected_text.py tests/browser/test_every_kind_of_page.py tests/test_reliability_page.py tests/building/test_column_types.py \
	tests/building/test_equal_means.py tests/building/test_killed_builds.py tests/building/test_killed_workers.py \
	tests/building/test_relevant_only.py \
	tests/building/test_run_names.py tests/building/test_years.py tests/formats/test_campaign_directory.py \
	tests/formats/test_markdown_text.py tests/formats/test_run_files.py tests/formats/test_runs.py tests/formats/test_unreadable_folders.py \
	tests/judging/test_target.py tests/metrics/test_cumulated_gain.py tests/metrics/test_registry.py \
	tests/rendering/test_output_folder.py tests/rendering/test_text.py tests/rendering/test_site_files.py \
	tests/statistics/test_pools.py tests/building/test_every_field.py tests/building/test_checking.py \
	tests/building/test_remedies.py tests/formats/test_likely_format.py tests/formats/test_skeleton.py \
	tests/test_cache.py tests/test_cli.py tests/test_preview.py
LOCKS := $(addprefix requirements/,runtime.txt build.txt development.txt benchmarks.txt audit.txt mutants.txt)
MINUTES ?= 10
MUTANTS_AT_ONCE ?= 1
MUTANTS_FOLDER := build/mutants
DOCUMENTATION := build/docs

BIN := .venv/bin
# Stamps: each is written when its step is complete, so an interrupted step is done again.
VENV := .venv/created.stamp
RUNTIME := .venv/runtime.stamp
DEVELOPMENT := .venv/development.stamp
BENCHMARKS := .venv/benchmarks.stamp
PEERS := .venv/benchmarks
AUDIT := .venv/audit.stamp
AUDITOR := .venv/audit
MUTANTS := .venv/mutants.stamp
MUTATOR := .venv/mutants

# Builds and tests start hundreds of processes: without stored bytecode each would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input
PIP_COMPILE := $(BIN)/pip-compile --quiet --no-header --strip-extras --generate-hashes --allow-unsafe \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host $(LOCK_ARGS)

.PHONY: help demo docs test fuzz mutants reliability pythons bench check lock sbom audit format pictures clean browser

help: ## list the targets
	@echo "make TARGET; every target first sets up what it needs in .venv"
	@sed -nE 's/^([a-z]+):[^#]*## (.*)/  \1\t\2/p' Makefile | expand -t 12

demo: $(RUNTIME) ## build the site of the sample campaigns (CAMPAIGNS=..., SITE=... for others)
	$(BIN)/inexreport build $(CAMPAIGNS) --out $(SITE)
	@echo
	@echo "The results site: $(abspath $(SITE))/index.html"
	@echo "Open that file in a browser, or run: python3 -m webbrowser $(abspath $(SITE))/index.html"

test: $(DEVELOPMENT) browser ## run every test, browser tests included (PYTEST_ARGS="-k bm25 -x" ...)
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

docs: $(RUNTIME) ## make a site of the documentation in build/docs; dead links are errors
	rm -rf $(DOCUMENTATION)
	$(BIN)/python docs/make_site.py $(DOCUMENTATION)

reliability: $(DEVELOPMENT) browser ## try hostile input and injected faults only; docs/reliability.md
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(RELIABILITY) $(PYTEST_ARGS)

pythons: $(DEVELOPMENT) ## run the tests of computing and reading under the oldest and the newest Python, as far as they are there
	@requirements/test_pythons.sh

fuzz: $(DEVELOPMENT) ## damage input files and read them for MINUTES (10); what goes wrong is kept with the tests
	$(BIN)/python -m tests.hostile.fuzz $(MINUTES)

mutants: $(MUTANTS) ## damage the code of metrics/ and judging/ in small ways: do tests notice? An hour or more; docs/reliability.md
	$(MUTATOR)/bin/python -m tests.mutation_workplace $(MUTANTS_FOLDER)
	cd $(MUTANTS_FOLDER) && INEXREPORT_HYPOTHESIS=mutants $(abspath $(MUTATOR))/bin/mutmut run --max-children $(MUTANTS_AT_ONCE)
	$(MUTATOR)/bin/python -m tests.mutation_report $(MUTANTS_FOLDER)

bench: $(RUNTIME) $(BENCHMARKS) ## measure against other tools (BENCH_ARGS="articles --runs 24"); docs/performance.md
	$(BIN)/python -m benchmarks --peers $(PEERS)/bin/python $(BENCH_ARGS)

check: $(DEVELOPMENT) ## lint, formatting, types, the way of imports, the locks, no machine's paths
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python requirements/check_locks.py
	.ci/check-machine-paths

format: $(DEVELOPMENT) ## put the code into the format that `make check` wants
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pictures: $(DEVELOPMENT) browser ## take the documentation's pictures of the sample campaign's pages anew
	$(BIN)/python docs/make_pictures.py docs/images

lock: $(DEVELOPMENT) ## pin the requirements of pyproject.toml anew (LOCK_ARGS=--upgrade for the newest)
	$(PIP_COMPILE) --output-file requirements/runtime.txt pyproject.toml
	$(PIP_COMPILE) --build-deps-for editable --only-build-deps --constraint requirements/runtime.txt \
		--output-file requirements/build.txt pyproject.toml
	$(PIP_COMPILE) --extra test --extra check --constraint requirements/runtime.txt \
		--constraint requirements/build.txt --output-file requirements/development.txt pyproject.toml
	$(PIP_COMPILE) --output-file requirements/benchmarks.txt requirements/benchmarks.in
	$(PIP_COMPILE) --output-file requirements/audit.txt requirements/audit.in
	$(PIP_COMPILE) --constraint requirements/development.txt --output-file requirements/mutants.txt requirements/mutants.in

sbom: $(DEVELOPMENT) ## write the bill of materials (CycloneDX) of what the lock pins and pages run; after `make lock`
	$(BIN)/python requirements/make_sbom.py

audit: $(AUDIT) ## look up known weaknesses of all that the locks pin; needs the network, before a release
	$(AUDITOR)/bin/pip-audit --strict --disable-pip --require-hashes $(addprefix --requirement ,$(LOCKS))

clean: ## remove .venv, caches, built sites and what was measured
	rm -rf .venv build/benchmarks $(DOCUMENTATION) $(MUTANTS_FOLDER) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find site -mindepth 1 ! -name README.md -delete

$(VENV): requirements/create_venv.sh
	@requirements/create_venv.sh
	@touch $@

$(RUNTIME): $(VENV) requirements/runtime.txt requirements/build.txt pyproject.toml
	@echo "Installing what inexreport needs into .venv (once) ..."
	@$(PIP_INSTALL) --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(DEVELOPMENT): $(RUNTIME) requirements/development.txt
	@echo "Installing what tests and checks need into .venv (once) ..."
	@$(PIP_INSTALL) --require-hashes -r requirements/development.txt
	@touch $@

# Other tools live in an environment of their own, so that none of their dependencies decides about ours.
$(BENCHMARKS): $(VENV) requirements/benchmarks.txt
	@echo "Installing what inexreport is measured against into $(PEERS) (once) ..."
	@$(BIN)/python -m venv --clear $(PEERS)
	@$(PEERS)/bin/python -m pip install -qq --disable-pip-version-check --no-input --require-hashes \
		-r requirements/benchmarks.txt
	@touch $@

$(AUDIT): $(VENV) requirements/audit.txt
	@echo "Installing what finds known weaknesses into $(AUDITOR) (once) ..."
	@$(BIN)/python -m venv --clear $(AUDITOR)
	@$(AUDITOR)/bin/python -m pip install -qq --disable-pip-version-check --no-input --require-hashes \
		-r requirements/audit.txt
	@touch $@

# It runs the tests, so it needs what they do too.
$(MUTANTS): $(VENV) requirements/development.txt requirements/mutants.txt
	@echo "Installing what changes code to try the tests into $(MUTATOR) (once) ..."
	@$(BIN)/python -m venv --clear $(MUTATOR)
	@$(MUTATOR)/bin/python -m pip install -qq --disable-pip-version-check --no-input --require-hashes \
		-r requirements/development.txt -r requirements/mutants.txt
	@touch $@

browser: $(DEVELOPMENT)
	@requirements/prepare_browser.sh

# Every command of the project. `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
export CARGO_TARGET_DIR := $(abspath target)
export VIRTUAL_ENV := $(abspath $(VENV))
# The debug build of the Node addon warns where it is not its tests that load it.
export MRTR_TESTS := 1
STAMPS := target/stamps
CORE := Cargo.toml Cargo.lock $(shell find core/src core/jsonschema -name '*.rs') core/Cargo.toml core/jsonschema/Cargo.toml
PY := $(VENV)/bin/python

.PHONY: help
help: ## Lists the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

# --- what a new machine lacks ------------------------------------------------------------------------------------

$(STAMPS):
	mkdir -p $@

# A JSON reader for the C programs, and what checks them. Only where they are missing, and only as root.
$(STAMPS)/system: | $(STAMPS)
	if ! pkg-config --exists jansson || ! command -v valgrind > /dev/null || ! command -v c++ > /dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libjansson-dev valgrind g++ pkg-config; \
	fi
	touch $@

$(STAMPS)/node: bindings-node/package-lock.json | $(STAMPS)
	cd bindings-node && npm ci --no-audit --no-fund --loglevel=error
	ln -sfn ../bindings-node/node_modules tests/node_modules
	touch $@

$(STAMPS)/python: bindings-python/requirements-dev.txt | $(STAMPS)
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -r bindings-python/requirements-dev.txt
	touch $@

# The official suite, and a Node that is new enough for it.
$(STAMPS)/conformance: tests/conformance/package-lock.json | $(STAMPS)
	cd tests/conformance && npm ci --no-audit --no-fund --loglevel=error
	touch $@

# --- build -------------------------------------------------------------------------------------------------------

.PHONY: build build-node build-python build-c build-rust
build: build-rust build-c build-node build-python ## Builds everything in place

build-rust: | $(STAMPS) ## Builds the core and its programs
	cargo build --quiet -p mrtr --examples

build-c: $(STAMPS)/system ## Builds the C library and the C programs (target/c)
	$(MAKE) --no-print-directory -C tests/c build

# What the demo shows, without the programs that test.
.PHONY: build-demo
build-demo: build-rust build-node build-python $(STAMPS)/system
	$(MAKE) --no-print-directory -C tests/c $(CARGO_TARGET_DIR)/c/c11/verdict

$(STAMPS)/node-built: $(STAMPS)/node $(CORE) $(shell find bindings-node/src -name '*.rs') bindings-node/Cargo.toml \
		$(shell find bindings-node/ts bindings-node/examples bindings-node/test bindings-node/scripts -name '*.ts' -o -name '*.mjs' 2> /dev/null)
	cd bindings-node && npm run --silent build:debug && npm run --silent build:test
	touch $@
build-node: $(STAMPS)/node-built ## Builds the Node package (importable from bindings-node)

$(STAMPS)/python-built: $(STAMPS)/python $(CORE) $(shell find bindings-python/src -name '*.rs') bindings-python/Cargo.toml \
		bindings-python/pyproject.toml
	$(VENV)/bin/maturin develop --quiet -m bindings-python/Cargo.toml --features testing
	touch $@
build-python: $(STAMPS)/python-built ## Builds the Python package (importable from .venv)

# The programs of the interop tests beside those in Node and Python, which need no building.
INTEROP_C := tests/interop/tokens/c.c tests/c/support.c
target/c/interop: $(INTEROP_C) tests/c/support.h build-c
	$(CC) -std=c11 -Wall -Wextra -Wpedantic -Werror -g -O1 -Iinclude -Itests/c -o $@ $(INTEROP_C) \
	  -Ltarget/c/lib -lmrtr -Wl,-rpath,$(abspath target/c/lib) $$(pkg-config --cflags --libs jansson)

.PHONY: build-interop
build-interop: build target/c/interop
	cargo build --quiet -p mrtr-interop

# --- packages ----------------------------------------------------------------------------------------------------

PREFIX ?= /usr/local
DESTDIR ?=
.PHONY: install
install: ## Installs the C library, optimised: make install PREFIX=/usr/local
	$(MAKE) --no-print-directory -C bindings-c install PREFIX='$(abspath $(PREFIX))' DESTDIR='$(if $(DESTDIR),$(abspath $(DESTDIR)))'

# Everything that is published, optimised, in target/packages. The C library is built by who installs it.
PACKAGES := target/packages
# What napi names when it builds. Named for the others, too, they share the dependencies whose features are the same.
HOST = $(shell rustc --print host-tuple)
packages test-packages: export CARGO_BUILD_TARGET = $(HOST)
.PHONY: packages test-packages versions release
packages: $(STAMPS)/node $(STAMPS)/python ## Builds the packages of npm and PyPI (target/packages)
	rm -rf $(PACKAGES)
	mkdir -p $(PACKAGES)
	cd bindings-node && npm run --silent build:package
	$(VENV)/bin/maturin build --quiet --release --locked -m bindings-python/Cargo.toml --out $(PACKAGES)/python
	$(VENV)/bin/maturin sdist -m bindings-python/Cargo.toml --out $(PACKAGES)/python

test-packages: packages $(STAMPS)/packages-system versions ## Installs every package into clean folders and uses it there
	$(MAKE) --no-print-directory -C bindings-c build
	$(PYTHON) -B tests/packages/run.py

# What builds the C consumers, beside what the C programs need.
$(STAMPS)/packages-system: $(STAMPS)/system
	if ! command -v cmake > /dev/null; then apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq cmake; fi
	touch $@

versions: ## Compares the version in every place
	$(PYTHON) -B tests/packages/versions.py check
	$(PYTHON) -B tests/packages/versions.py selftest

release: ## Changes the version in every place: make release VERSION=1.2.3
	$(PYTHON) -B tests/packages/versions.py set '$(VERSION)'

# --- show and test -----------------------------------------------------------------------------------------------

.PHONY: demo interop test test-rust test-c test-node test-python vectors schemas parity docs conformance clients check clean
demo: ## Shows the main job: real clients and servers, four languages, one verdict; EXAMPLE=wizard shows that example
	@mkdir -p target && echo "Building; the first time takes some minutes (target/build.log)"
	@$(MAKE) --no-print-directory $(if $(EXAMPLE),build-node build-python,build-demo) > target/build.log 2>&1 \
	  || { cat target/build.log; exit 1; }
	@node $(if $(EXAMPLE),tests/demo/examples/run.mjs $(EXAMPLE),tests/demo/demo.mjs)

interop: build-interop ## Trades tokens and dialogues with the official SDKs, in every format and language
	node tests/interop/tokens.mjs
	node tests/interop/dialogues.mjs
	node tests/interop/moves.mjs

test: build test-rust test-c test-node test-python vectors schemas $(STAMPS)/conformance ## Runs every test
	$(MAKE) --no-print-directory interop > target/interop.log || { cat target/interop.log; exit 1; }
	@grep -E '^(tokens|moves|dialogues): ' target/interop.log
	$(MAKE) --no-print-directory parity > target/parity.log || { cat target/parity.log; exit 1; }
	@tail -n 1 target/parity.log
	node tests/demo/demo.mjs > target/demo.log || { cat target/demo.log; exit 1; }
	@tail -n 1 target/demo.log
	node tests/demo/examples/run.mjs > target/examples.log || { cat target/examples.log; exit 1; }
	@tail -n 1 target/examples.log
	$(MAKE) --no-print-directory docs
	node tests/conformance/run.mjs > target/conformance.log || { cat target/conformance.log; exit 1; }
	@tail -n 1 target/conformance.log
	node tests/clients/run.mjs > target/clients.log || { cat target/clients.log; exit 1; }
	@tail -n 1 target/clients.log
	$(PY) tests/load/python.py target/load/python-short.json 1000 0 > target/load-python.log \
	  || { cat target/load-python.log; exit 1; }
	@tail -n 1 target/load-python.log
	node tests/load/node.mjs bindings-node target/load/node-short.json 1000 0 > target/load-node.log \
	  || { cat target/load-node.log; exit 1; }
	@tail -n 1 target/load-node.log
	$(MAKE) --no-print-directory steady-short > target/steady.log || { cat target/steady.log; exit 1; }
	@grep -E '^(memory|timing|threads|secrets|misuse): ' target/steady.log

test-rust: | $(STAMPS)
	cargo test --quiet -p mrtr --features testing,jsonschema
	cargo test --quiet -p mrtr-c

test-c: build-c
	$(MAKE) --no-print-directory -C tests/c all

test-node: build-node
	cd bindings-node && npm test --silent

test-python: build-python
	$(PY) -m pytest bindings-python

vectors: build ## Runs the vector files in the four languages
	cargo test --quiet -p mrtr --test vectors -- --nocapture 2>&1 | grep '^rust: '
	node bindings-node/build/test/vector-runner.js | grep '^node: '
	$(PY) bindings-python/tests/vector_runner.py | grep '^python: '
	target/c/c11/vectors tests/vectors | grep '^c: '

schemas: build ## Runs the shared forms, contents, native schemas and answers in the four languages
	for kind in schema answer; do \
	  cargo test --quiet -p mrtr --test $${kind}s -- --nocapture 2>&1 | grep '^rust: ' && \
	  node bindings-node/build/test/$$kind-runner.js | grep '^node: ' && \
	  $(PY) bindings-python/tests/$${kind}_runner.py | grep '^python: ' || exit 1; \
	done
	target/c/c11/schemas tests/schemas | grep '^c: '
	target/c/c11/answers tests/vectors | grep '^c: '

CASES ?= 20000
SEED ?= 1
parity: build ## Compares the four languages on one random corpus: make parity CASES=200000 SEED=2
	cargo build --quiet -p mrtr-parity
	node tests/parity/run.mjs --cases $(CASES) --seed $(SEED)

docs: build ## Runs every code block of the documents
	node tests/docs/run.mjs

conformance: build-node build-python $(STAMPS)/conformance ## Runs the official suite against our servers
	node tests/conformance/run.mjs

clients: build-node build-python ## Runs the official clients against our servers (target/clients.md)
	node tests/clients/run.mjs

.PHONY: load load-node load-python
load: load-node load-python ## Puts many calls on our servers: no error, flat memory, throughput (target/load)
# With the packages built for release, as `make bench` builds them.
load-node: $(STAMPS)/node
	$(MAKE) --no-print-directory -C tests/bench node
	node tests/load/node.mjs target/bench/node target/load/node.json

load-python: $(STAMPS)/python
	$(MAKE) --no-print-directory -C tests/bench python PYTHON=$(abspath $(PY))
	PYTHONPATH=target/bench/python $(PY) tests/load/python.py target/load/python.json

# What must stay as it is however long a server runs: memory in each language, what threads are told on shared handles, the
# work of a refusal. Short in `make test`; `make steady` puts COUNT calls on each language, asks the clock, too, and runs
# with ThreadSanitizer and Miri, for which it needs a nightly toolchain with rust-src and miri.
COUNT ?= 1000000
SAMPLES ?= 200000
.PHONY: steady steady-short build-steady
target/c/steady/%: tests/steady/c/%.c tests/steady/c/server.c tests/steady/c/server.h build-c
	mkdir -p $(@D)
	$(CC) -std=c11 -Wall -Wextra -Wpedantic -Werror -g -O1 -Iinclude -o $@ $< tests/steady/c/server.c -pthread \
	  -Ltarget/c/lib -lmrtr -Wl,-rpath,$(abspath target/c/lib)

build-steady: build target/c/steady/memory target/c/steady/threads
	cargo build --quiet -p mrtr-steady -p mrtr-parity

steady-short: build-steady
	node tests/steady/memory.mjs
	node tests/steady/threads.mjs
	node tests/steady/timing.mjs
	node tests/steady/secrets.mjs

steady: build-steady ## Runs long what must stay as it is: memory, threads, timing: make steady COUNT=1000000
	node tests/steady/memory.mjs --turns $(COUNT)
	node tests/steady/threads.mjs --turns 800
	node tests/steady/secrets.mjs --cases 100000
	$(MAKE) --no-print-directory steady-tsan steady-miri
	cargo build --quiet --release -p mrtr-steady
	node tests/steady/timing.mjs --samples $(SAMPLES)

# The C program and the library in it, both under ThreadSanitizer, which must see the race that is planted. The runtime is
# rustc's, for which the standard library is built, too: some minutes.
TSAN := target/tsan
TSAN_TARGET := $(shell uname -m)-unknown-linux-gnu
.PHONY: steady-tsan steady-miri
steady-tsan: $(STAMPS)/system
	RUSTFLAGS=-Zsanitizer=thread cargo +nightly build --quiet -Zbuild-std --target $(TSAN_TARGET) --target-dir $(TSAN) -p mrtr-c
	mkdir -p $(TSAN)/c
	for part in threads server; do \
	  $(CC) -std=c11 -fsanitize=thread -g -O1 -Iinclude -c -o $(TSAN)/c/$$part.o tests/steady/c/$$part.c || exit 1; \
	done
	$(CC) -o $(TSAN)/c/threads $(TSAN)/c/threads.o $(TSAN)/c/server.o $(TSAN)/$(TSAN_TARGET)/debug/libmrtr.a \
	  -Wl,--whole-archive $$(rustc +nightly --print sysroot)/lib/rustlib/$(TSAN_TARGET)/lib/librustc-nightly_rt.tsan.a \
	  -Wl,--no-whole-archive -Wl,--export-dynamic -pthread -ldl -lm -lrt -lresolv -lgcc_s
	! $(TSAN)/c/threads 16 race > /dev/null 2>&1
	$(TSAN)/c/threads 80
	@echo "threads: c: ThreadSanitizer saw the planted race, and none else"

# What pointers from C become, under Miri.
steady-miri: | $(STAMPS)
	MIRIFLAGS=-Zmiri-strict-provenance cargo +nightly miri test --quiet --target-dir target/miri -p mrtr-c --lib ffi

# The tests that cross languages, held to the same style as the packages.
PROGRAMS := tests/bench tests/interop tests/conformance tests/clients tests/demo tests/docs tests/load tests/parity \
  tests/packages tests/steady tests/coverage fuzz
check: $(STAMPS)/node $(STAMPS)/python-built ## Runs formatters, lints and type checkers
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	cargo clippy --quiet -p mrtr --all-targets --all-features -- -D warnings
	cd bindings-node && npm run --silent check
	$(VENV)/bin/ruff format --check bindings-python && $(VENV)/bin/ruff check bindings-python
	bindings-node/node_modules/.bin/biome ci --config-path=bindings-node $(PROGRAMS)
	$(VENV)/bin/ruff format --check --config bindings-python/pyproject.toml $(PROGRAMS)
	$(VENV)/bin/ruff check --config bindings-python/pyproject.toml $(PROGRAMS)
	cd bindings-python && ../$(VENV)/bin/mypy && ../$(VENV)/bin/pyright --pythonpath ../$(VENV)/bin/python

.PHONY: bench
bench: $(STAMPS)/system $(STAMPS)/node $(STAMPS)/python ## Times everything beside its peers, and writes docs/benchmarks.md
	$(MAKE) --no-print-directory -C tests/bench PYTHON=$(abspath $(PY))

# --- proof: long runs, with tools of their own under target/tools ---------------------------------------------------

TOOLS := $(abspath target/tools)
$(TOOLS)/bin/cargo-%:
	cargo install --quiet --root $(TOOLS) --target-dir target/tools/build cargo-$*

# Needs a nightly toolchain. No sanitizer: the core forbids unsafe code; an overflow or a broken contract panics.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= tokens envelopes forms formats normalise arguments responses enter leave
.PHONY: fuzz mutants coverage
fuzz: $(TOOLS)/bin/cargo-fuzz ## Fuzzes the core: make fuzz FUZZ_SECONDS=1200 FUZZ_TARGETS="forms leave"
	node fuzz/seeds.mjs target/fuzz/corpus
	mkdir -p target/fuzz/found
	@PATH=$(TOOLS)/bin:$$PATH; for target in $(FUZZ_TARGETS); do \
	  CARGO_TARGET_DIR=target/fuzz cargo +nightly fuzz run --fuzz-dir fuzz -s none -a $$target target/fuzz/corpus/$$target -- \
	    -max_total_time=$(FUZZ_SECONDS) -max_len=8192 -timeout=10 -rss_limit_mb=4096 -artifact_prefix=target/fuzz/found/$$target- \
	    > target/fuzz/$$target.log 2>&1 || { tail -n 40 target/fuzz/$$target.log; exit 1; }; \
	  echo "fuzz: $$target: $$(grep -a '^Done ' target/fuzz/$$target.log)"; \
	done

# Each mutant is a build, about a minute: a day for all of them, so name files for less. What no test can notice stands
# in .cargo/mutants.toml, with the reason.
MUTANTS ?= core/src/rounds.rs core/src/state/*.rs core/src/form/**/*.rs
mutants: $(TOOLS)/bin/cargo-mutants ## Changes the core line by line and asks whether a test notices: make mutants MUTANTS='core/src/state/*.rs'
	set -f; env -u CARGO_TARGET_DIR PATH=$(TOOLS)/bin:$$PATH cargo mutants -p mrtr $$(printf -- '-f %s ' $(MUTANTS)) \
	  -o target/mutants --timeout 120 -- --features testing,jsonschema

# With the compiler of the tests, whose branches are behind a switch, and the tools of the LLVM that it is built with. What is
# not reached stands in tests/coverage/explained.json, with the reason.
LLVM = $(shell rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
$(STAMPS)/coverage-system: | $(STAMPS)
	if ! command -v llvm-cov-$(LLVM) > /dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq llvm-$(LLVM); \
	fi
	touch $@

coverage: $(TOOLS)/bin/cargo-llvm-cov $(STAMPS)/coverage-system ## Tells what of the core its tests reach, lines and branches (target/coverage.txt)
	@PATH=$(TOOLS)/bin:$$PATH LLVM_COV=llvm-cov-$(LLVM) LLVM_PROFDATA=llvm-profdata-$(LLVM) RUSTC_BOOTSTRAP=1 \
	  cargo llvm-cov --branch -p mrtr --features testing,jsonschema --json --output-path target/coverage.json \
	  > target/coverage.log 2>&1 || { tail -n 40 target/coverage.log; exit 1; }
	@$(PYTHON) -B tests/coverage/run.py target/coverage.json > target/coverage.txt || { cat target/coverage.txt; exit 1; }
	@tail -n 1 target/coverage.txt

clean: ## Removes everything built
	rm -rf target $(VENV) tests/node_modules bindings-node/node_modules bindings-node/dist bindings-node/build bindings-node/native \
	  tests/conformance/node_modules tests/bench/node_modules

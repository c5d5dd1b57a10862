# `make demo` and `make test` do all the set-up themselves; tools/setup.sh says how.
.NOTPARALLEL:
.PHONY: demo test test-all bench lint types lock clean setup-demo setup-test

# JupyterLab on a copy of the first example. `make demo HEADLESS=1` makes the example's page and prints its path.
# LAB holds further options for `jupyter lab`.
demo: setup-demo
ifdef HEADLESS
	@mkdir -p artifacts
	@.venv/current/bin/jax-viz demo --no-browser -o artifacts/first_look.html
else
	@mkdir -p artifacts/demo
	@test -e artifacts/demo/first_look.ipynb || cp examples/first_look.ipynb artifacts/demo/
	@cd artifacts/demo && ../../.venv/current/bin/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB) first_look.ipynb
endif

# Static checks, TypeScript, Python on both JAX versions, a real browser.
test: setup-test
	@tools/test.sh

# The same and the rest: large programs compiled, long random suites, the browser on the oldest JAX.
test-all: test
	@tools/test.sh large

# Performance, ours beside peers: benchmarks/README.md says how each figure is measured.
bench: setup-test
	@.venv/current/bin/python benchmarks/run.py

lint: setup-test
	@tools/lint.sh

# src/report/schema.ts from the Python structs.
types: setup-test
	@.venv/current/bin/python tools/make_types.py

# requirements/lock-*.txt from the environments as they are now.
lock: setup-test
	@tools/lock.sh

setup-demo:
	@tools/setup.sh demo

setup-test:
	@tools/setup.sh test

# What was built; the environments stay (`rm -rf .venv node_modules` removes them too).
clean:
	rm -rf lib dist build artifacts jax_viz/static jax_viz/labextension .venv/.jax-viz-build
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis

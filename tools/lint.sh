#!/usr/bin/env bash
# The static checks: ruff, mypy, tsc, eslint, prettier, and that the TypeScript types fit the Python structs.
set -uo pipefail
cd "$(dirname "$0")/.."
. tools/pythons.sh

bin="$(venv_of "$(built_versions | head -n 1)")/bin"
status=0
check() { "$@" || status=1; }

check "$bin/ruff" check --quiet .
check "$bin/ruff" format --check --quiet .
check "$bin/mypy" --no-error-summary
check "$bin/python" tools/make_types.py --check
check npm run --silent check
check npm run --silent lint
exit $status

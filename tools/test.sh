#!/usr/bin/env bash
# Runs the tests part by part; a part that fails does not stop the others, and the exit status is 1 then.
#
#   tools/test.sh           static checks, TypeScript, Python on every supported version, the browser
#   tools/test.sh large     what is left: tests marked `large`, and the browser tests on the oldest JAX
#
# Pytest runs last, so that its closing line ends the output of a run that passes.
set -uo pipefail
cd "$(dirname "$0")/.."
. tools/pythons.sh

JAX_VIZ_CHROMIUM=$(tools/chromium.sh)
export JAX_VIZ_CHROMIUM
versions=$(built_versions)
newest=$(head -n 1 <<<"$versions")
oldest=$(tail -n 1 <<<"$versions")
failed=()

part() {
  local name=$1 from=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@" || failed+=("$name")
  printf '== %s: %s s\n' "$name" "$((SECONDS - from))"
}
python() { "$(venv_of "$1")/bin/python" "${@:2}"; }

if [ "${1:-}" = large ]; then
  for version in $versions; do
    part "large programs, Python $version" python "$version" -m pytest tests -q -m large
  done
  if [ "$oldest" != "$newest" ]; then
    part "browser, Python $oldest" python "$oldest" -m pytest ui-tests -q
  fi
else
  part "static checks" tools/lint.sh
  part "TypeScript" npm test --silent
  for version in $versions; do
    part "Python $version" python "$version" -m pytest tests -q -m "not large"
  done
  part "browser, Python $newest" python "$newest" -m pytest ui-tests -q -m "not large"
fi

if [ ${#failed[@]} -gt 0 ]; then
  printf '\nfailed: %s\n' "$(IFS=,; echo "${failed[*]}")"
  exit 1
fi

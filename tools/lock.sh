#!/usr/bin/env bash
# Writes requirements/lock-*.txt: the exact versions that the tests of each Python run with.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/pythons.sh

for version in $(built_versions); do
  file=requirements/lock-$version.txt
  {
    echo "# Made by \`make lock\`: what Python $version is tested with. Constraints, no requirements."
    "$(venv_of "$version")/bin/pip" freeze --exclude-editable | grep -v -E ' @ |^(jupyterlab-jax-viz|jaxviz)\b'
  } >"$file"
  echo "$file"
done

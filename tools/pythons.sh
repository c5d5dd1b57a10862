# Finds Pythons. Sourced by setup.sh and test.sh; defines functions only.

# The versions that the tests run on, newest first, each with the JAX of requirements/.
SUPPORTED="3.13:newest 3.11:oldest"

# python_of VERSION: prints the path of a working Python X.Y, or nothing. A pyenv shim may stand for a version
# that is not active, so each candidate is asked.
python_of() {
  local candidate
  for candidate in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python "python$1" python3 python; do
    if [ "$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$1" ]; then
      command -v "$candidate"
      return
    fi
  done
}

# newer_python: prints the version X.Y of some Python from 3.11 on, where neither supported one is there.
newer_python() {
  local minor
  for minor in 12 14 15; do
    if [ -n "$(python_of "3.$minor")" ]; then
      echo "3.$minor"
      return
    fi
  done
}

# venv_of VERSION: the folder of its virtual environment.
venv_of() {
  echo ".venv/py$1"
}

# built_versions: the versions whose environment the tests can use, newest first.
built_versions() {
  local entry version
  for entry in $SUPPORTED; do
    version=${entry%%:*}
    [ -f "$(venv_of "$version")/.jax-viz-test" ] && echo "$version"
  done
  return 0
}

#!/usr/bin/env bash
# Sets up what `make` needs, in this folder: virtual environments in .venv/, node_modules/, the built viewer.
#
#   tools/setup.sh demo    one Python with the packages of the examples
#   tools/setup.sh test    every supported Python with all packages, and a browser
#
# Each step leaves a stamp with a hash of what it was made from, so a second run takes about a second.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/pythons.sh

purpose=${1:?demo or test}
BUILD_TOOLS=("hatchling>=1.27" "hatch-jupyter-builder>=0.9" "jupyter-builder>=1.3,<2" "editables>=0.5")

say() { printf '%s\n' "setup: $*"; }
fail() {
  printf '%s\n' "setup: $*" >&2
  exit 1
}
hash_of() { cat "$@" | sha256sum | cut -d ' ' -f 1; }
is_current() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# quietly COMMAND...: its output is shown only when it fails.
quietly() {
  local output
  output=$("$@" 2>&1) || {
    printf '%s\n' "$output" >&2
    fail "failed: $*"
  }
}

# apt_install REASON PACKAGE...: with a plain message where we may not.
apt_install() {
  local reason=$1
  shift
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    fail "$reason Install it (Debian: apt-get install $*) and run this again."
  fi
  say "installing $* with apt-get"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

need_node() {
  local major
  major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
  if [ "$major" -lt 20 ] || ! command -v npm >/dev/null; then
    fail "building the viewer needs Node 20 or newer with npm, and found $(node --version 2>/dev/null || echo none)."
  fi
}

make_venv() {
  local version=$1 venv python
  venv=$(venv_of "$version")
  [ -x "$venv/bin/pip" ] && return
  python=$(python_of "$version")
  say "making $venv with $python"
  if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
    rm -rf "$venv"
    # Debian keeps ensurepip in a package of its own.
    apt_install "Python $version cannot make virtual environments here." "python$version-venv"
    "$python" -m venv "$venv"
  fi
}

install_node_packages() {
  local wanted stamp=node_modules/.jax-viz
  wanted=$(hash_of package-lock.json)
  is_current "$stamp" "$wanted" && return
  say "installing the Node packages"
  quietly npm ci --no-audit --no-fund --loglevel=error
  echo "$wanted" >"$stamp"
}

# build_viewer VENV: makes jax_viz/static and jax_viz/labextension; jupyter-builder comes from that environment.
build_viewer() {
  local venv=$1 wanted stamp=.venv/.jax-viz-build
  wanted=$(find src package.json package-lock.json esbuild.mjs tsconfig.json webpack.config.cjs -type f |
    LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d ' ' -f 1)
  if is_current "$stamp" "$wanted" && [ -f jax_viz/static/first-paint.js ] && [ -f jax_viz/labextension/package.json ]; then
    return
  fi
  say "building the viewer"
  [ -x "$venv/bin/jupyter-builder" ] || quietly "$venv/bin/pip" install "${BUILD_TOOLS[@]}"
  quietly env PATH="$PWD/$venv/bin:$PATH" npm run --silent build
  echo "$wanted" >"$stamp"
}

# install_package VERSION JAX EXTRA: jax_viz itself, editable, with its packages in the versions of the lock file.
install_package() {
  local version=$1 jax=$2 extra=$3 venv stamp wanted
  local -a constraints=(-c "requirements/jax-$jax.txt")
  venv=$(venv_of "$version")
  stamp="$venv/.jax-viz-$extra"
  [ -f "requirements/lock-$version.txt" ] && constraints=(-c "requirements/lock-$version.txt")
  wanted=$(hash_of pyproject.toml "${constraints[1]}")
  # The packages of the tests hold those of the examples.
  if is_current "$stamp" "$wanted" || is_current "$venv/.jax-viz-test" "$wanted"; then
    return
  fi
  say "installing the packages for Python $version with the $jax JAX"
  quietly "$venv/bin/pip" install "${constraints[@]}" "${BUILD_TOOLS[@]}"
  # The viewer is built already.
  SKIP_JUPYTER_BUILDER=1 quietly "$venv/bin/pip" install --no-build-isolation "${constraints[@]}" -e ".[$extra]"
  echo "$wanted" >"$stamp"
}

# An editable install copies the labextension once; a newer build must follow it.
install_labextension() {
  local target
  target="$(venv_of "$1")/share/jupyter/labextensions/jupyterlab-jax-viz"
  diff -rq jax_viz/labextension "$target" -x install.json >/dev/null 2>&1 && return
  rm -rf "$target"
  mkdir -p "$target"
  cp -R jax_viz/labextension/. install.json "$target"
}

need_browser() {
  [ -n "$(tools/chromium.sh)" ] && return
  if [ -n "${JAX_VIZ_CHROMIUM:-}" ]; then
    fail "JAX_VIZ_CHROMIUM names $JAX_VIZ_CHROMIUM, which is no program."
  fi
  apt_install "The browser tests need Chromium." chromium fonts-dejavu-core
}

# chosen: lines VERSION:JAX of the environments that this purpose needs.
chosen() {
  local entry version found=""
  for entry in $SUPPORTED; do
    version=${entry%%:*}
    if [ -z "$(python_of "$version")" ] && [ ! -x "$(venv_of "$version")/bin/python" ]; then
      [ "$purpose" = demo ] && continue
      [ "${CI:-}" = true ] && fail "there is no Python $version, and CI tests every supported version."
      say "there is no Python $version here: its tests are left out" >&2
      continue
    fi
    echo "$entry"
    found=yes
    [ "$purpose" = demo ] && return
  done
  [ -n "$found" ] && return
  version=$(newer_python)
  if [ "$purpose" = test ] || [ -z "$version" ]; then
    fail "found no Python 3.11 or 3.13, in PATH or in pyenv."
  fi
  echo "$version:newest"
}

environments=$(chosen)
first=$(head -n 1 <<<"$environments")
first_venv=$(venv_of "${first%%:*}")
case $purpose in
demo) extra=examples ;;
test) extra=test ;;
*) fail "unknown purpose: $purpose" ;;
esac

need_node
[ "$purpose" = test ] && need_browser
for entry in $environments; do make_venv "${entry%%:*}"; done
install_node_packages
build_viewer "$first_venv"
# Unpacking takes one core each.
installing=()
for entry in $environments; do
  install_package "${entry%%:*}" "${entry##*:}" "$extra" &
  installing+=($!)
done
for process in "${installing[@]}"; do wait "$process"; done
for entry in $environments; do install_labextension "${entry%%:*}"; done
# `make demo` asks which environment it shall use.
ln -sfn "$(basename "$first_venv")" .venv/current

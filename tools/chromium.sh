#!/usr/bin/env bash
# Prints the path of the browser for tests and benchmarks, or nothing: JAX_VIZ_CHROMIUM, else one in PATH.
if [ -n "${JAX_VIZ_CHROMIUM:-}" ]; then
  command -v "$JAX_VIZ_CHROMIUM"
else
  command -v chromium || command -v chromium-browser || command -v google-chrome
fi
exit 0

"""Make our page of the MLP step, and print the seconds it took, JAX being warm. Usage: page_ours.py PAGE REPEATS."""

import json
import sys
import time
from pathlib import Path

import jax
from cases import mlp

import jax_viz


def main() -> None:
    """Trace and save as often as asked."""
    page, repeats = Path(sys.argv[1]), int(sys.argv[2])
    update, arguments = mlp.make()
    jax.make_jaxpr(update)(*arguments)
    taken = []
    for _ in range(repeats + 1):
        started = time.perf_counter()
        jax_viz.trace(update, compile=False)(*arguments).save(page)
        taken.append(time.perf_counter() - started)
    print(json.dumps(taken[1:]))


if __name__ == "__main__":
    main()

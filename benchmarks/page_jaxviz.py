"""The same page by jaxviz, a black box: its documented call, its own HTML export.

Usage: page_jaxviz.py PAGE REPEATS [FLAT].

With a number FLAT, of the flat program of so many equations instead of the MLP step.

Runs in an environment of its own (.venv/peers), without jax_viz. Nothing of jaxviz is read or copied here.
"""

import json
import sys
import time

import jax
import jax.numpy as jnp
import jaxviz
import scale_programs
from cases import mlp


def main() -> None:
    """Trace and export as often as asked."""
    page, repeats = sys.argv[1], int(sys.argv[2])
    if len(sys.argv) > 3:
        update, shapes = scale_programs.flat(int(sys.argv[3]))
        arguments = [jnp.zeros(shape.shape, shape.dtype) for shape in shapes]
    else:
        update, arguments = mlp.make()
    jax.make_jaxpr(update)(*arguments)
    taken = []
    for _ in range(repeats + 1):
        started = time.perf_counter()
        jaxviz.trace_model(update, *arguments, export_format="html", export_path=page)
        taken.append(time.perf_counter() - started)
    print(json.dumps(taken[1:]), file=sys.stderr)  # jaxviz prints to standard output itself


if __name__ == "__main__":
    main()

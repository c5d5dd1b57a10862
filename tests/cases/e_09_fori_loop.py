"""Is `fori_loop` a scan or a while? It depends on where its bounds come from."""

from cases.cell import Cell, code

CELL = Cell(
    sources=(
        'jax-ml/jax#2956 "Re-enabling scan_f mode for fori_loop and helpfulness of error message"',
        'jax-ml/jax#25330 "Lowering rule for `lax.scan` unnecessarily emits `while` loop for `unroll=1` when `length` '
        'or the size of `xs` is 1"',
    ),
    confused_by="The same fori_loop appears as `scan` or as `while`.",
    code=code("""
import jax, jax.numpy as jnp
from jax import lax

static = lambda x: lax.fori_loop(0, 3, lambda i, c: c * 2, x)
traced = lambda x, n: lax.fori_loop(0, n, lambda i, c: c * 2, x)
one = lambda x: lax.scan(lambda c, y: (c + y, c), x, jnp.ones(1))
two = lambda x: lax.scan(lambda c, y: (c + y, c), x, jnp.ones(2))
full = lambda x: lax.scan(lambda c, y: (c + y, c), x, jnp.ones(2), unroll=2)
"""),
    facts={
        "static": ("scan", 3),
        "traced": ("while", None),
        "while_in_stablehlo": {"one": True, "two": True, "full": False},
    },
)

"""The same inner function called four times: how often is it traced, and what is counted?"""

from cases.cell import Cell, code

CELL = Cell(
    sources=(
        'jax-ml/jax#284 "jax.jit recompiles nested jitted functions"',
        'jax-ml/jax#7155 "inner `jit` functions are re-traced (and re-compiled)"',
    ),
    confused_by="Printing shows `let softplus = ... in` once and several calls; is it traced or compiled twice?",
    code=code("""
import jax, jax.numpy as jnp

runs = []
@jax.jit
def block(x):
    runs.append(x.dtype)
    return jax.nn.softplus(x) * 2

@jax.jit
def net(x):
    return block(block(block(x))).sum() + block(x.astype(jnp.int32)).sum()
"""),
    facts={"top": 8, "all": 61, "unique": 35, "body_runs": 2, "call_sites": 4, "definitions_of_block": 2},
)

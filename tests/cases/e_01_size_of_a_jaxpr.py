"""How big is this jaxpr? `len(eqns)` says 1, since library functions are wrapped in jit."""

from cases.cell import Cell, code

CELL = Cell(
    sources=('jax-ml/jax#24995 "Add a way to get the tree size of a jaxpr"',),
    confused_by="put_along_axis shows one equation; the size of the whole tree is wanted.",
    code=code("""
import jax, jax.numpy as jnp

args = jnp.zeros((4, 6)), jnp.zeros((4, 2), int), 9.0
f = lambda a, i, v: jnp.put_along_axis(a, i, v, axis=1, inplace=False)
"""),
    facts={
        "top": 1,
        "all": 18,
        "unique": 18,
        "without_jit": 17,
        "primitives": {
            "add": 2,
            "broadcast_in_dim": 6,
            "concatenate": 1,
            "convert_element_type": 1,
            "iota": 2,
            "jit": 1,
            "lt": 2,
            "scatter": 1,
            "select_n": 2,
        },
    },
)

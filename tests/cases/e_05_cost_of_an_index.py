"""`x[0]`, `x[i]`, `x[::2]`, `x[idx]`: how many equations is an index?"""

from cases.cell import Cell, code

CELL = Cell(
    sources=(
        'jax-ml/jax#6404 "Indexing into arrays hoists empty array constants out of Jaxprs"',
        'jax-ml/jax#11457 "Strided slices are converted to gather rather than slice"',
        'jax-ml/jax#12198 "slice-based indexing is slow for repeated indexing"',
    ),
    confused_by="One bracket gives very different jaxprs, some with gather; where does `select_n` come from?",
    code=code("""
import jax, jax.numpy as jnp

x = jnp.arange(10.)
forms = {
    'x[0]': (lambda x: x[0], (x,)),
    'x[i]': (lambda x, i: x[i], (x, 3)),
    'x[2:5]': (lambda x: x[2:5], (x,)),
    'x[::2]': (lambda x: x[::2], (x,)),
    'x[::-1]': (lambda x: x[::-1], (x,)),
    'x[idx]': (lambda x, i: x[i], (x, jnp.array([1, 2]))),
}
"""),
    facts={
        "primitives": {
            "x[0]": ["slice", "squeeze"],
            "x[i]": ["lt", "convert_element_type", "add", "select_n", "dynamic_slice", "squeeze"],
            "x[2:5]": ["slice"],
            "x[::2]": ["slice"],
            "x[::-1]": ["rev"],
            "x[idx]": ["lt", "add", "select_n", "broadcast_in_dim", "gather"],
        },
        "wrap_around": ["x[i]", "x[idx]"],
    },
)

"""Which source line and which layer does an operation belong to, in the backward pass too?"""

from cases.cell import Cell, code

CELL = Cell(
    sources=(
        'jax-ml/jax#7029 "How to use `named_call` in jitted functions"',
        'jax-ml/jax#24349 "CPU profiling (not tracing)"',
        'jax-ml/jax PR#2073 "include call stack + transforms in XLA metadata"',
    ),
    confused_by="Every operation should be tied to a layer's name and a line.",
    code=code("""
import jax, jax.numpy as jnp

def net(w, x):
    with jax.named_scope('layer1'):
        h = jnp.tanh(x @ w)
    with jax.named_scope('layer2'):
        return jnp.tanh(h @ w).sum()

w, x = jnp.ones((4, 4)), jnp.ones((2, 4))
"""),
    facts={
        # (line, column, end column) of each tanh; columns are what a person would mark
        "tanh": [(5, 12, 27), (7, 15, 30)],
        "tanh_scopes": [("layer1",), ("layer2",)],
        "gradient": {
            ("forward", ("layer1",)),
            ("forward", ("layer2",)),
            ("backward", ("layer1",)),
            ("backward", ("layer2",)),
        },
        "hlo_scopes": ["jvp(layer1)", "jvp(layer2)", "transpose(jvp(layer1))", "transpose(jvp(layer2))"],
        "hlo_has": {"source_line=": False, "stack_frame_id=": True, "FileLocations": True},
    },
)

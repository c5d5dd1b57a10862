"""A Pallas kernel over a grid of blocks, between ordinary equations; interpreted, so that it compiles on a CPU."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

BLOCK = 128


def _scaled_add(x_ref, y_ref, out_ref):
    out_ref[...] = 2.0 * x_ref[...] + jnp.tanh(y_ref[...])


def make(length=1024):
    def program(x, y):
        block = pl.BlockSpec((BLOCK,), lambda i: (i,))
        added = pl.pallas_call(
            _scaled_add,
            out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
            grid=(length // BLOCK,),
            in_specs=[block, block],
            out_specs=block,
            interpret=True,
        )(x, y)
        return (added * x).sum()

    return jax.jit(program), (jnp.ones(length), jnp.arange(length, dtype=jnp.float32))

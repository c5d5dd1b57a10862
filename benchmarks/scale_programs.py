"""Programs of growing size, for the suite `scale`: flat and nested, traced by JAX, never compiled."""

import jax
import jax.numpy as jnp

WIDTH = 8


def flat(count):
    """Return a function of exactly `count` equations in one level, in a few lines of one loop, and its arguments."""

    def run(x, y, weight):
        kept = x
        # Six equations a round, of the usual shapes: a product, sums, functions of one value, a value read again later.
        for step in range(count // 6):
            x = x @ weight
            y = y + x
            x = jnp.sin(y)
            y = x * kept
            y = jax.lax.exp(y)
            y = y - x
            if step % 16 == 0:
                kept = y
        for _ in range(count % 6):
            y = -y
        return x, y

    square = jax.ShapeDtypeStruct((WIDTH, WIDTH), jnp.float32)
    return run, (square, square, square)


def functions_of(functions, count):
    """Return a function that calls as many jitted functions of `count` equations each, and its arguments."""

    def inner(x):
        y = x
        for step in range(count // 2):
            y = y + x if step % 3 else y * x
            x = jnp.sin(y)
        return x

    def run(x):
        for _ in range(functions):
            x = jax.jit(inner)(x)
        return x

    return run, (jax.ShapeDtypeStruct((WIDTH, WIDTH), jnp.float32),)


def transformer(layers):
    """Return the training step of a transformer, about 560 equations a layer, and its arguments."""
    from cases import gpt  # a peer's environment has no flax

    return gpt.make(layers=layers)

"""Programs of growing size, for the suite `scale`: flat and nested, traced by JAX, never compiled."""

import jax
import jax.numpy as jnp
from cases import gpt

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


def layered(count):
    """Return a function of about `count` equations in calls of calls, as libraries make them, and its arguments."""

    def norm(x):
        centred = x - x.mean()
        return centred / jnp.sqrt((centred * centred).mean() + 1e-6)

    def attend(x, weight):
        query, key, value = x @ weight, x @ weight.T, x * weight
        scores = jnp.exp(query @ key.T)
        return (scores / scores.sum()) @ value

    def feed(x, weight):
        return jnp.tanh(x @ weight) @ weight.T

    def block(x, weight):
        x = x + attend(norm(x), weight)
        return x + feed(norm(x), weight)

    def run(x, weight):
        for _ in range(count // per_block):
            x = block(x, weight)
        return x.sum()

    square = jax.ShapeDtypeStruct((WIDTH, WIDTH), jnp.float32)
    per_block = len(jax.make_jaxpr(block)(square, square).eqns)
    return run, (square, square)


def transformer(layers):
    """Return the training step of a transformer, about 560 equations a layer, and its arguments."""
    return gpt.make(layers=layers)

"""`jax.checkpoint` around each layer: the backward pass computes the forward again."""

import jax
import jax.numpy as jnp


def make(layers=3):
    @jax.checkpoint
    def layer(x, w):
        return jnp.sin(jnp.cos(x @ w))

    def loss(weights, x):
        for w in weights:
            x = layer(x, w)
        return (x**2).sum()

    return jax.grad(loss), ([jnp.eye(8) * 0.9 for _ in range(layers)], jnp.ones((4, 8)))

"""A recurrent network by `lax.scan`, and its gradient: a forward and a backward scan with residuals between them."""

import jax
import jax.numpy as jnp


def make(steps=50, batch=16, inputs=32, width=64):
    def loss(params, sequence):
        def cell(state, x):
            state = jnp.tanh(x @ params["in"] + state @ params["state"] + params["bias"])
            return state, state

        _, states = jax.lax.scan(cell, jnp.zeros((batch, width)), sequence)
        return jnp.mean((states @ params["out"]) ** 2)

    def step(params, sequence):
        value, gradients = jax.value_and_grad(loss)(params, sequence)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients), value

    keys = jax.random.split(jax.random.key(1), 3)
    params = {
        "in": jax.random.normal(keys[0], (inputs, width)),
        "state": 0.1 * jax.random.normal(keys[1], (width, width)),
        "bias": jnp.zeros(width),
        "out": jax.random.normal(keys[2], (width, 1)),
    }
    return step, (params, jnp.ones((steps, batch, inputs)))

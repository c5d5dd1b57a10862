"""The program of the page tests: several equations on a line, a scan with a body, a nested function."""

import jax.numpy as jnp
from jax import lax


def readout(state, row):
    mixed = jnp.tanh(row @ state) + jnp.sin(row) * 2.0
    return mixed / jnp.max(mixed)


def program(weights, rows):
    def body(state, row):
        out = readout(state, row)
        return state * 0.5 + jnp.outer(row, out), out

    state, outs = lax.scan(body, weights, rows)
    return jnp.sum(state), outs


def example():
    """Return the program and arguments for it."""
    return program, (jnp.eye(4), jnp.ones((6, 4)))

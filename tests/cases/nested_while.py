"""A step-size controller as ODE solvers have it: a `while_loop` of steps, each with a `while_loop` of trials."""

import jax
import jax.numpy as jnp


def make():
    def field(y):
        return jnp.stack([y[1], -jnp.sin(y[0]) - 0.1 * y[1]])

    def heun(y, h):
        slope = field(y)
        euler = y + h * slope
        better = y + 0.5 * h * (slope + field(euler))
        return better, jnp.max(jnp.abs(better - euler))

    def solve(y, end):
        def step(carry):
            time, y, h = carry
            h = jnp.minimum(h, end - time)
            h, _ = jax.lax.while_loop(
                lambda trial: trial[1] > 1e-3,
                lambda trial: (trial[0] * 0.5, heun(y, trial[0] * 0.5)[1]),
                (h, heun(y, h)[1]),
            )
            return time + h, heun(y, h)[0], h * 1.5

        return jax.lax.while_loop(lambda carry: carry[0] < end - 1e-6, step, (0.0, y, 0.1))[1]

    return jax.jit(solve), (jnp.array([1.0, 0.0]), 2.0)

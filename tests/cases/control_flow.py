"""`cond` in a `while_loop`, then `switch` and `fori_loop`: every kind of control flow in one program."""

import jax
import jax.numpy as jnp


def make():
    def program(x, limit):
        def turn(carry):
            count, x = carry
            x = jax.lax.cond(x.sum() > 0, lambda x: jnp.sin(x) * 2 - 1, lambda x: jnp.exp(-x) + x @ x.T, x)
            return count + 1, x

        count, x = jax.lax.while_loop(lambda c: (c[0] < limit) & (jnp.abs(c[1]).max() < 1e6), turn, (0, x))
        x = jax.lax.switch(count % 3, [lambda x: x, lambda x: jnp.cumsum(x, 0), lambda x: jnp.sort(x, -1)], x)
        x = jax.lax.fori_loop(0, 5, lambda _, x: x * 0.5 + jnp.roll(x, 1, 0), x)
        return x.sum(), count

    return program, (jnp.linspace(-1, 1, 64).reshape(8, 8), 10)

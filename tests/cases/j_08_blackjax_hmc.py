"""Hamiltonian Monte Carlo of a logistic regression: a scan over steps, vmapped over chains.

Source: blackjax-devs/blackjax, quick start (hmc, inference loop with scan). Re-expressed.
A scan in a scan (leapfrog), batched; the data are closed over, so they are constants of the program.
"""

import blackjax
import jax
import jax.numpy as jnp


def make(steps=20, chains=4):
    x = jax.random.normal(jax.random.key(9), (50, 3))
    y = (x @ jnp.array([1.0, -2.0, 0.5]) > 0) * 1.0

    def log_density(weights):
        logits = x @ weights
        return (y * logits - jax.nn.softplus(logits)).sum() - 0.5 * (weights**2).sum()

    sampler = blackjax.hmc(log_density, 0.05, jnp.ones(3), num_integration_steps=8)

    def chain(key, start):
        def one_step(state, key):
            state, info = sampler.step(key, state)
            return state, (state.position, info.is_accepted)

        return jax.lax.scan(one_step, sampler.init(start), jax.random.split(key, steps))[1]

    return jax.jit(jax.vmap(chain)), (jax.random.split(jax.random.key(0), chains), jnp.zeros((chains, 3)))
